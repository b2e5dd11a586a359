"""When to try a device again that failed, and when to speak of it: once, and when it is back.

Knows no device and no clock; the caller brings the moments.
"""

from __future__ import annotations

FIRST_MS = 500
LONGEST_MS = 8000


class Retry:
    """One device's failures. The wait doubles from half a second up to eight."""

    def __init__(self) -> None:
        self._since_ms: int | None = None
        self._wait_ms = 0
        self._next_ms = 0

    @property
    def failing(self) -> bool:
        """Whether the device failed and has not worked since."""
        return self._since_ms is not None

    @property
    def next_ms(self) -> int:
        """When it is worth trying again, while failing."""
        return self._next_ms

    def may_try(self, now_ms: int) -> bool:
        """Whether to use the device now: it works, or its wait is over."""
        return not self.failing or now_ms >= self._next_ms

    def failed(self, now_ms: int) -> bool:
        """It failed now. True when that is news."""
        news = not self.failing
        if self._since_ms is None:
            self._since_ms = now_ms
            self._wait_ms = FIRST_MS
        else:
            self._wait_ms = min(2 * self._wait_ms, LONGEST_MS)
        self._next_ms = now_ms + self._wait_ms
        return news

    def worked(self, now_ms: int) -> int | None:
        """It worked now. How long it was away, in milliseconds, when that is news."""
        if self._since_ms is None:
            return None
        away_ms = now_ms - self._since_ms
        self._since_ms = None
        return away_ms

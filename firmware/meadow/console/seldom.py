"""Says in the log, now and then, what others could make happen as often as they like."""

from __future__ import annotations

from collections.abc import Callable

from meadow.clock import Clock

EVERY_MS = 10_000


class Seldom:
    """Says the first line at once, then one line in a while. For one thread."""

    def __init__(self, clock: Clock, log: Callable[[str], None]) -> None:
        self._clock = clock
        self._log = log
        self._count = 0
        self._due_ms = clock.now_ms()

    def say(self, what: str) -> None:
        """Something happened once more."""
        self._count += 1
        now_ms = self._clock.now_ms()
        if now_ms < self._due_ms:
            return
        more = f" (and {self._count - 1} more since)" if self._count > 1 else ""
        self._log(f"{what}{more}")
        self._count, self._due_ms = 0, now_ms + EVERY_MS

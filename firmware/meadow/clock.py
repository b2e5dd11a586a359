"""The one clock: monotonic integer milliseconds. Wall time is not known here."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Monotonic time in whole milliseconds since some fixed moment."""

    def now_ms(self) -> int:
        """The present moment."""
        ...

    def sleep_ms(self, duration_ms: int) -> None:
        """Let that much time pass (a manual clock just moves on)."""
        ...


class MonotonicClock:
    """The machine's monotonic clock; NTP steps change nothing."""

    def now_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def sleep_ms(self, duration_ms: int) -> None:
        time.sleep(max(0, duration_ms) / 1000)


class ManualClock:
    """A clock that stands still until it is moved: for tests, replay and simulation."""

    def __init__(self, now_ms: int = 0) -> None:
        self._now_ms = now_ms

    def now_ms(self) -> int:
        return self._now_ms

    def sleep_ms(self, duration_ms: int) -> None:
        self.advance_to(self._now_ms + max(0, duration_ms))

    def advance_to(self, now_ms: int) -> None:
        """Move on to a later moment. Raises ValueError when asked to go back."""
        if now_ms < self._now_ms:
            raise ValueError(f"the clock cannot go back from {self._now_ms} to {now_ms} ms")
        self._now_ms = now_ms

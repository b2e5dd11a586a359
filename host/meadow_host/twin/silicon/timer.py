"""The timer unit of the MFRC522 (datasheet 8.5, 9.3.3.10 and 9.3.3.11).

It counts down from its reload value and says when it is through. It must not know why it started.
"""

from __future__ import annotations

from collections.abc import Callable

from meadow_host.twin.silicon.air import carrier_ns
from meadow_host.twin.silicon.clock import Event, VirtualClock


class Timer:
    """A countdown. ``prescaler``, ``reload``, ``even`` and ``restarts`` count from its next start.

    One tick lasts 2 * prescaler + 1 carrier periods (+ 2 with TPrescalEven), and a countdown
    reload + 1 ticks.
    """

    def __init__(self, clock: VirtualClock, expired: Callable[[], None]) -> None:
        self._clock = clock
        self._expired = expired
        self._event: Event | None = None
        self._tick_periods = 1
        self._end_ns = 0
        self._left = self._loaded = 0
        self.prescaler = 0
        self.reload = 0
        self.even = False
        self.restarts = False

    @property
    def running(self) -> bool:
        return self._event is not None

    def start(self) -> None:
        """Load the reload value and count; a running countdown begins anew."""
        self.stop()
        self._tick_periods = 2 * self.prescaler + (2 if self.even else 1)
        self._loaded = self.reload
        self._end_ns = self._clock.now_ns + carrier_ns(self._tick_periods * (self.reload + 1))
        self._event = self._clock.at(self._end_ns, self._through)

    def stop(self) -> None:
        """Stand still; the counter keeps its value."""
        if self._event is not None:
            self._left = self.counter
            self._event.cancel()
            self._event = None

    @property
    def counter(self) -> int:
        """What TCounterValReg reads now."""
        if self._event is None:
            return self._left
        ahead_ns = self._end_ns - self._clock.now_ns
        return min(self._loaded, ahead_ns * 13_560 // (self._tick_periods * 1_000_000))

    def _through(self) -> None:
        self._event = None
        self._left = 0
        if self.restarts:
            self.start()
        self._expired()

"""The virtual clock of the silicon: integer nanoseconds and a queue of what happens when.

Everything that takes time (SPI bytes, air time, timers, power-up) moves this clock; nothing waits
for real. Idle time is jumped. It must not know what the events are.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable

NS_PER_US = 1_000
NS_PER_MS = 1_000_000


class Event:
    """Something that will happen, unless cancelled."""

    __slots__ = ("at_ns", "call")

    def __init__(self, at_ns: int, call: Callable[[], None]) -> None:
        self.at_ns = at_ns
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        """Take it out; no harm if it has happened already."""
        self.call = None


class VirtualClock:
    """Time that moves only when told; events on the way happen in order, each at its time.

    It also is a `meadow.clock.Clock`: `now_ms` and `sleep_ms`.
    """

    def __init__(self) -> None:
        self.now_ns = 0
        self._queue: list[tuple[int, int, Event]] = []
        self._number = 0

    def at(self, at_ns: int, call: Callable[[], None]) -> Event:
        """Have something happen at a time; a time gone by means now, at the next move."""
        event = Event(max(at_ns, self.now_ns), call)
        self._number += 1
        heapq.heappush(self._queue, (event.at_ns, self._number, event))
        return event

    def run_to(self, now_ns: int) -> None:
        """Move on to a time, with all that happens until then, that time included."""
        queue = self._queue
        while queue and queue[0][0] <= now_ns:
            at_ns, _, event = heapq.heappop(queue)
            call, event.call = event.call, None
            if call is not None:
                self.now_ns = at_ns
                call()
        if now_ns > self.now_ns:
            self.now_ns = now_ns

    def advance(self, duration_ns: int) -> None:
        """Move on by a duration."""
        self.run_to(self.now_ns + duration_ns)

    @property
    def now_us(self) -> float:
        """Microseconds since the start."""
        return self.now_ns / NS_PER_US

    def now_ms(self) -> int:
        """Whole milliseconds since the start, rounded down."""
        return self.now_ns // NS_PER_MS

    def sleep_ms(self, duration_ms: int) -> None:
        self.advance(max(0, duration_ms) * NS_PER_MS)

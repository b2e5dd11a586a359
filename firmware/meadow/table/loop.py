"""The one loop: from the readers through the table to lights and sounds, in the order of time.

It reads like the picture in docs/architecture.md. It knows the readers and the clock by their
protocols, and the table as one thing that takes happenings and another that shows; it must not
know pieces, games or lights, and it never waits inside a pass.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Protocol

from meadow.clock import Clock
from meadow.journal.lines import Source
from meadow.nfc.sightings import SETTLE_BOUND_MS, Readers
from meadow.table.order import Answer, Happening, Order, Spoken

LONGEST_NAP_MS = 10
"""In real time a word of another thread waits at most so long for the next pass."""


class Taker(Protocol):
    """What happenings go to. All times are the clock's milliseconds."""

    @property
    def delivered_ms(self) -> int:
        """The last moment at which anything was delivered, alarms included."""
        ...

    def deliver(self, happening: Happening) -> None:
        """Take a happening; alarms due at or before its moment ring first."""
        ...

    def ring_until(self, at_ms: int) -> None:
        """Let the alarms ring that are due at or before this moment, each at its due time."""
        ...

    @property
    def next_alarm_ms(self) -> int | None:
        """When the next alarm is due."""
        ...


class Shower(Protocol):
    """What brings it all to people's eyes and ears, and to the disk."""

    def show(self, now_ms: int) -> None:
        """Show what changed. Never waits."""
        ...

    def next_show_ms(self, now_ms: int) -> int:
        """When `show` has something to do even if nothing happens."""
        ...


class Loop:
    """Drives one table. `say` may be called from any thread, all else from one."""

    def __init__(self, clock: Clock, readers: Readers, taker: Taker, shower: Shower) -> None:
        self._clock = clock
        self._readers = readers
        self._taker = taker
        self._shower = shower
        self._order = Order(readers.places)
        self._said: deque[Spoken] = deque()
        self._lag_ms = 0
        self._settled_ms = 0

    @property
    def late(self) -> int:
        """How many happenings came too late to be delivered in their order."""
        return self._order.late

    @property
    def settled_ms(self) -> int:
        """All that happened up to then is delivered, alarms included."""
        return self._settled_ms

    def say(
        self,
        word: str,
        args: tuple[str, ...],
        source: Source,
        at_ms: int = 0,
        answer: Answer | None = None,
        when: str = "",
    ) -> None:
        """Hand over a word, dated to the present moment, or to a later one until which it waits.
        From any thread."""
        said_ms = max(self._clock.now_ms(), at_ms)
        self._said.append(Spoken(said_ms, word, args, source, answer, when))

    def run_pass(self) -> None:
        """One pass: whatever can be delivered in order is delivered, and shown."""
        self._order.hold(self._words())
        noticed, settled_ms = self._readers.poll()
        self._order.hold(noticed)
        now_ms = self._clock.now_ms()
        # A reader that never settles must not hold the game up for longer than the bound.
        settled_ms = max(settled_ms, now_ms - SETTLE_BOUND_MS)
        for happening in self._order.release(settled_ms, self._taker.delivered_ms):
            self._taker.deliver(happening)
        self._taker.ring_until(settled_ms)
        self._settled_ms = max(self._settled_ms, settled_ms)
        self._shower.show(now_ms)
        self._lag_ms = now_ms - settled_ms

    def next_wake_ms(self) -> int:
        """The next moment at which a pass has something to do."""
        now_ms = self._clock.now_ms()
        wake_ms = min(self._readers.wake_ms(), self._shower.next_show_ms(now_ms))
        for due_ms in (self._order.next_ms, self._taker.next_alarm_ms):
            if due_ms is not None:
                wake_ms = min(wake_ms, due_ms + self._lag_ms)
        return wake_ms

    def run_until(self, at_ms: int) -> None:
        """Run until the clock stands at this moment; a manual clock jumps from wake to wake."""
        while True:
            began_ms = self._clock.now_ms()
            self.run_pass()
            now_ms = self._clock.now_ms()
            if now_ms >= at_ms:
                return
            # Reading chips takes time by itself; where nothing does, time must still go on.
            wake_ms = max(self.next_wake_ms(), began_ms + 1)
            if wake_ms > now_ms:
                self._clock.sleep_ms(min(wake_ms, at_ms) - now_ms)

    def run(self, stopped: Callable[[], bool]) -> None:
        """Run in real time until told to stop."""
        while not stopped():
            self.run_pass()
            now_ms = self._clock.now_ms()
            nap_ms = min(self.next_wake_ms() - now_ms, LONGEST_NAP_MS)
            if nap_ms > 0:
                self._clock.sleep_ms(nap_ms)

    def _words(self) -> list[Spoken]:
        return [self._said.popleft() for _ in range(len(self._said))]

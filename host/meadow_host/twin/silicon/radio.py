"""The radio field of each reader: which tags are in it, what they hear, what comes back.

It carries frames between readers and tags and knows when each bit is on the air; it must not know
registers or the commands of tags.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from meadow_host.twin.silicon.air import AirBits, Heard, bits_ns, reply_delay_ns
from meadow_host.twin.silicon.clock import Event, VirtualClock
from meadow_host.twin.silicon.noise import Grip, Noise
from meadow_host.twin.silicon.picc import Answer, Picc


class Modulation:
    """A tag's answer on the air: its first data bit at ``start_ns``, cut short if the tag goes.

    Bits in ``both`` look like a 0 and a 1 at once. ``source`` is None where noise only looks like
    an answer.
    """

    __slots__ = ("bits", "both", "count", "end_ns", "source", "start_ns")

    def __init__(self, source: Picc | None, start_ns: int, air: AirBits, both: int = 0) -> None:
        self.source = source
        self.start_ns = start_ns
        self.bits, self.count = air
        self.both = both
        self.end_ns = start_ns + bits_ns(self.count)

    def cut(self, now_ns: int) -> None:
        """It stops here: only bits that are wholly sent count."""
        sent = max(0, (now_ns - self.start_ns) * 13_560 // 128_000_000)
        self.count = min(self.count, sent)
        self.end_ns = self.start_ns + bits_ns(self.count)


class _Sending(NamedTuple):
    start_ns: int
    end_ns: int


class Field:
    """The field of one reader.

    ``hear`` takes each answer when its start bit begins; ``gain_db`` is the receiver's gain.
    """

    def __init__(self, clock: VirtualClock, chance: random.Random) -> None:
        self._clock = clock
        self.on = False
        self.gain_db = 33
        self.noise = Noise()
        self.chance = chance
        self.hear: Callable[[Modulation], None] = lambda modulation: None
        self._grips: dict[Picc, Grip] = {}
        self._others: dict[Picc, list[Field]] = {}
        self._modulations: list[Modulation] = []
        self._sending_since_ns: int | None = None
        self._sent = _Sending(0, 0)
        self._burst: Event | None = None

    # Tags in the field -------------------------------------------------------------------

    def __contains__(self, picc: Picc) -> bool:
        return picc in self._grips

    def place(self, picc: Picc, grip: Grip, others: list[Field]) -> None:
        """Put a tag into the field, or give it another grip; it is in the ``others`` too."""
        self._grips[picc] = grip
        self._others[picc] = others
        self._power(picc)

    def remove(self, picc: Picc) -> None:
        """Take a tag out of the field."""
        del self._grips[picc]
        del self._others[picc]
        self._lose(picc)

    def switch(self, on: bool) -> None:
        """The carrier on or off."""
        if on == self.on:
            return
        self.on = on
        for picc in self._grips:
            self._power(picc)

    def _power(self, picc: Picc) -> None:
        if self.on and self._grips[picc].powers:
            picc.gain_power(self, self._clock.now_ns)
        else:
            self._lose(picc)

    def _lose(self, picc: Picc) -> None:
        picc.lose_power(self)
        for modulation in self._modulations:
            if modulation.source is picc:
                modulation.cut(self._clock.now_ns)

    # Frames and answers ------------------------------------------------------------------

    def begin(self) -> None:
        """A frame of this reader begins now."""
        self._sending_since_ns = self._clock.now_ns

    def break_off(self) -> None:
        """The frame ends before its end; nobody takes it for one."""
        self._sending_since_ns = None

    def send(self, frame: Heard, last_bit: int) -> None:
        """The frame that began is whole and ends now; answers follow by themselves."""
        now_ns = self._clock.now_ns
        start_ns = now_ns if self._sending_since_ns is None else self._sending_since_ns
        self._sending_since_ns = None
        self._sent = _Sending(start_ns, now_ns)
        if not self.on:
            return
        first_edge_ns = now_ns + reply_delay_ns(last_bit)
        for picc, grip in list(self._grips.items()):
            answer = picc.hear(self._as_heard(frame, picc, grip, start_ns), start_ns)
            if answer is not None:
                self._answer(picc, answer, first_edge_ns + answer.wait_ns)

    def _as_heard(self, frame: Heard, picc: Picc, grip: Grip, start_ns: int) -> Heard:
        garbled = any(other.disturbs(start_ns) for other in self._others[picc])
        if not garbled and grip.hears < 1:
            garbled = self.chance.random() >= grip.hears
        if not garbled and self.noise.bit_errors:
            garbled = self.noise.hits(frame.bits, self.chance)
        return frame._replace(clean=False) if garbled else frame

    def disturbs(self, since_ns: int) -> bool:
        """Whether this reader sent something after a time, or sends now."""
        return self._sending_since_ns is not None or self._sent.end_ns > since_ns

    def _answer(self, picc: Picc, answer: Answer, sof_ns: int) -> None:
        # A tag that works or talks does not listen.
        picc.ready_ns = max(picc.ready_ns, sof_ns + bits_ns(1 + answer.air.size))
        for field in (self, *self._others[picc]):
            field.bring(picc, answer.air, sof_ns)

    def bring(self, picc: Picc, air: AirBits, sof_ns: int) -> None:
        """A tag's answer will reach this reader, as far as its grip and the noise let it."""
        if not self.on:
            return
        received = self.noise.receive(air, self._grips[picc].heard(self.gain_db), self.chance)
        if received is not None:
            modulation = Modulation(picc, sof_ns + bits_ns(1), *received)
            now_ns = self._clock.now_ns
            self._modulations = [one for one in self._modulations if one.end_ns > now_ns]
            self._modulations.append(modulation)
            self._clock.at(sof_ns, partial(self._begin, modulation))

    def _begin(self, modulation: Modulation) -> None:
        if modulation.count:
            self.hear(modulation)

    # Noise -------------------------------------------------------------------------------

    def listening(self, on: bool) -> None:
        """The reader's receiver is open or shut; only an open one can take noise for answers."""
        if self._burst is not None:
            self._burst.cancel()
            self._burst = None
        if on and self.noise.bursts_hz:
            wait_ns = round(self.chance.expovariate(self.noise.bursts_hz) * 1_000_000_000)
            self._burst = self._clock.at(self._clock.now_ns + wait_ns, self._noise_burst)

    def _noise_burst(self) -> None:
        self._burst = None
        now_ns = self._clock.now_ns
        self.hear(Modulation(None, now_ns + bits_ns(1), self.noise.burst(self.chance)))
        self.listening(True)

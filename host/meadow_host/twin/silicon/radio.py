"""The radio field of each reader: which tags are in it, what they hear, what comes back.

It carries frames between readers and tags and knows when each bit is on the air; it must not know
registers or the commands of tags.
"""

from __future__ import annotations

from collections.abc import Callable

from meadow_host.twin.silicon.air import AirBits, Heard, bits_ns, reply_delay_ns
from meadow_host.twin.silicon.clock import VirtualClock
from meadow_host.twin.silicon.picc import Picc


class Modulation:
    """A tag's answer on the air: its first data bit at ``start_ns``, cut short if the tag goes."""

    __slots__ = ("bits", "count", "picc", "start_ns")

    def __init__(self, picc: Picc, start_ns: int, air: AirBits) -> None:
        self.picc = picc
        self.start_ns = start_ns
        self.bits, self.count = air

    def cut(self, now_ns: int) -> None:
        """The tag stops here: only bits that are wholly sent count."""
        sent = max(0, (now_ns - self.start_ns) * 13_560 // 128_000_000)
        self.count = min(self.count, sent)

    @property
    def end_ns(self) -> int:
        return self.start_ns + bits_ns(self.count)


class Field:
    """The field of one reader. ``hear`` takes each answer when its start bit begins."""

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self.on = False
        self.hear: Callable[[Modulation], None] = lambda modulation: None
        self._piccs: list[Picc] = []
        self._modulations: list[Modulation] = []

    def switch(self, on: bool) -> None:
        """The carrier on or off."""
        if on == self.on:
            return
        self.on = on
        for picc in self._piccs:
            self._power(picc)

    def lay(self, picc: Picc) -> None:
        """Put a tag into the field. Raises ValueError if it is there already."""
        if picc in self._piccs:
            raise ValueError(f"tag {picc.uid.hex()} lies there already")
        self._piccs.append(picc)
        self._power(picc)

    def lift(self, picc: Picc) -> None:
        """Take a tag out of the field. Raises ValueError if it is not there."""
        if picc not in self._piccs:
            raise ValueError(f"tag {picc.uid.hex()} does not lie there")
        self._piccs.remove(picc)
        self._lose(picc)

    def send(self, frame: Heard, start_ns: int, last_bit: int) -> None:
        """A reader's frame that began at a time and ends now; answers follow by themselves."""
        if not self.on:
            return
        first_edge_ns = self._clock.now_ns + reply_delay_ns(last_bit)
        for picc in self._piccs:
            answer = picc.hear(frame, start_ns)
            if answer is not None:
                sof_ns = first_edge_ns + answer.wait_ns
                modulation = Modulation(picc, sof_ns + bits_ns(1), answer.air)
                self._modulations.append(modulation)
                self._clock.at(sof_ns, lambda heard=modulation: self._begin(heard))

    def _begin(self, modulation: Modulation) -> None:
        now_ns = self._clock.now_ns
        self._modulations = [one for one in self._modulations if one.end_ns > now_ns]
        if modulation in self._modulations:
            self.hear(modulation)

    def _power(self, picc: Picc) -> None:
        if self.on:
            picc.power_on(self._clock.now_ns)
        else:
            self._lose(picc)

    def _lose(self, picc: Picc) -> None:
        picc.power_off()
        for modulation in self._modulations:
            if modulation.picc is picc:
                modulation.cut(self._clock.now_ns)

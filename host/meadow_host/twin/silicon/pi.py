"""A simulated Raspberry Pi: its clock, its pins, its SPI buses, and the readers wired to them.

`SimulatedPi` is where a simulation begins. It must not know the vendor packages' calls: those are
in fakes/.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable
from typing import NamedTuple

from meadow_host.twin.silicon.clock import NS_PER_US, VirtualClock
from meadow_host.twin.silicon.ether import Ether
from meadow_host.twin.silicon.mfrc522 import Mfrc522
from meadow_host.twin.silicon.noise import FIRM, Grip
from meadow_host.twin.silicon.picc import Picc
from meadow_host.twin.silicon.pins import Pins
from meadow_host.twin.silicon.reception import CollPos
from meadow_host.twin.silicon.spi import OVERHEAD_NS, SpiPort


class Wiring(NamedTuple):
    """Where a reader is wired: SPI bus and chip select, and the BCM number of its reset pin."""

    bus: int
    device: int
    reset_pin: int | None = 25


FIVE_READERS = {
    "north": Wiring(0, 0),
    "east": Wiring(0, 1),
    "south": Wiring(1, 0),
    "west": Wiring(1, 1),
    "deck": Wiring(1, 2),
}
"""Five readers with one reset line, pulled up."""


class SimulatedPi:
    """A Raspberry Pi with readers at the given wiring, everything on one virtual clock."""

    def __init__(
        self,
        readers: dict[str, Wiring] | None = None,
        *,
        spi_overhead_us: float = OVERHEAD_NS / NS_PER_US,
        version: int = 0x92,
        coll_pos: CollPos = CollPos.FIFO,
    ) -> None:
        self.clock = VirtualClock()
        self.ether = Ether()
        self.pins = Pins()
        self.wiring = dict(FIVE_READERS if readers is None else readers)
        self.readers: dict[str, Mfrc522] = {}
        self.ports: dict[tuple[int, int], SpiPort] = {}
        for name, wiring in self.wiring.items():
            chip = Mfrc522(self.clock, version=version, coll_pos=coll_pos)
            self.readers[name] = chip
            port = SpiPort(self.clock, chip, overhead_ns=round(spi_overhead_us * NS_PER_US))
            self.ports[wiring.bus, wiring.device] = port
            if wiring.reset_pin is not None:
                self.pins.watch(wiring.reset_pin, chip.reset_pin)
        self.clock.run_to(1_000_000)

    def port(self, reader: str) -> SpiPort:
        """The SPI port of a reader, with its counts."""
        wiring = self.wiring[reader]
        return self.ports[wiring.bus, wiring.device]

    def open_spi(self, bus: int, device: int) -> SpiPort:
        """The port behind /dev/spidevB.D. Raises FileNotFoundError where the Pi has none."""
        if (bus, device) not in self.ports:
            path = f"/dev/spidev{bus}.{device}"
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        return self.ports[bus, device]

    @property
    def transfers(self) -> int:
        """SPI transfers so far, over all ports."""
        return sum(port.transfers for port in self.ports.values())

    def lay(self, tag: Picc, reader: str, at_us: float | None = None, grip: Grip = FIRM) -> None:
        """Lay a tag on a reader's antenna, now or at a time; the field powers it from then on.

        Raises ValueError, when its time comes, if the tag lies somewhere already.
        """
        self._when(at_us, lambda: self.ether.lay(tag, self.readers[reader].field, grip))

    def lift(self, tag: Picc, at_us: float | None = None) -> None:
        """Take a tag away, now or at a time, also in the middle of a frame.

        Raises ValueError, when its time comes, if it lies nowhere.
        """
        self._when(at_us, lambda: self.ether.lift(tag))

    def couple(self, reader: str, hears: str, loss_db: float, *, powers: bool = False) -> None:
        """Let a reader hear the tags that lie on another, weaker by a loss.

        With ``powers`` its field also keeps them alive, so that they hear and answer it.
        """
        self.ether.couple(
            self.readers[reader].field, self.readers[hears].field, loss_db, powers=powers
        )

    def _when(self, at_us: float | None, do: Callable[[], None]) -> None:
        if at_us is None:
            do()
        else:
            self.clock.at(round(at_us * NS_PER_US), do)


def tags(uids: Iterable[str]) -> list[Picc]:
    """Plain tags by their UIDs in hex."""
    return [Picc(bytes.fromhex(uid)) for uid in uids]

"""A simulated Raspberry Pi: its clock, its pins, its SPI buses, and what is wired to them.

`SimulatedPi` is where a simulation begins. It must not know the vendor packages' calls: those are
in fakes/, and install.py puts them in place.
"""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Callable
from typing import NamedTuple

from meadow_host.twin.silicon.clock import NS_PER_US, VirtualClock
from meadow_host.twin.silicon.ether import Ether
from meadow_host.twin.silicon.mfrc522 import Mfrc522
from meadow_host.twin.silicon.models import PiModel
from meadow_host.twin.silicon.noise import FIRM, Grip, Noise
from meadow_host.twin.silicon.picc import Picc
from meadow_host.twin.silicon.pins import Pins
from meadow_host.twin.silicon.reception import CollPos
from meadow_host.twin.silicon.spi import OVERHEAD_NS, Miso, SpiPort
from meadow_host.twin.silicon.strip import StripLine
from meadow_host.twin.silicon.threads import Threads

POWERED_UP_NS = 1_000_000
"""Long enough for every chip to be ready when the simulation begins."""


class Wiring(NamedTuple):
    """Where a reader is wired: SPI bus and chip select, BCM numbers of reset and IRQ pin.

    The reset pin is pulled up by a resistor.
    """

    bus: int
    device: int
    reset_pin: int | None = 25
    irq_pin: int | None = None


FIVE_READERS = {
    "north": Wiring(0, 0),
    "east": Wiring(0, 1),
    "south": Wiring(1, 0),
    "west": Wiring(1, 1),
    "deck": Wiring(1, 2),
}
"""Five readers with one reset line."""


class SimulatedPi:
    """A Raspberry Pi with readers at the given wiring, everything on one virtual clock.

    It serves one thread. ``readers``: name -> wiring; ``coll_pos``, ``version``: what all chips
    are like, see `Mfrc522`; ``spi_overhead_us``: what each SPI transfer costs beside its bits;
    ``seed`` decides all chance. What software may not open goes into ``refused`` by its path.
    """

    def __init__(
        self,
        readers: dict[str, Wiring] | None = None,
        *,
        model: PiModel = PiModel.PI_4B,
        seed: int = 0,
        version: int = 0x92,
        coll_pos: CollPos = CollPos.FIFO,
        spi_overhead_us: float = OVERHEAD_NS / NS_PER_US,
    ) -> None:
        self.model = model
        self.clock = VirtualClock()
        self.threads = Threads(self.clock)
        self.pins = Pins(self.clock)
        self.strip = StripLine()
        self.wiring = dict(FIVE_READERS if readers is None else readers)
        self.readers: dict[str, Mfrc522] = {}
        self.refused: set[str] = set()
        self._ports: dict[tuple[int, int], SpiPort] = {}
        self._ether = Ether()
        chance = random.Random(seed)
        self._miso = {
            bus: Miso(random.Random(f"MISO {bus} {seed}"))
            for bus in sorted({wiring.bus for wiring in self.wiring.values()})
        }
        for name, wiring in self.wiring.items():
            chip = Mfrc522(self.clock, version=version, coll_pos=coll_pos, chance=chance)
            self.readers[name] = chip
            port = SpiPort(
                self.clock,
                chip,
                miso=self._miso[wiring.bus],
                overhead_ns=round(spi_overhead_us * NS_PER_US),
            )
            self._ports[wiring.bus, wiring.device] = port
            self._wire(chip, wiring)
        self.clock.run_to(POWERED_UP_NS)

    def _wire(self, chip: Mfrc522, wiring: Wiring) -> None:
        if wiring.reset_pin is not None:
            self.pins.pull(wiring.reset_pin, up=True)
            self.pins.watch(wiring.reset_pin, chip.reset_pin)
        if wiring.irq_pin is not None:
            irq_pin = wiring.irq_pin
            chip.on_irq_pin(lambda high: self.pins.pull(irq_pin, high))

    # SPI ---------------------------------------------------------------------------------

    def port(self, reader: str) -> SpiPort:
        """The SPI port of a reader, with its counts and faults."""
        wiring = self.wiring[reader]
        return self._ports[wiring.bus, wiring.device]

    def open_spi(self, bus: int, device: int) -> SpiPort:
        """The port behind /dev/spidevB.D.

        Raises FileNotFoundError where the Pi has none, and PermissionError for a path in
        ``refused``.
        """
        path = f"/dev/spidev{bus}.{device}"
        if (bus, device) not in self._ports:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        if path in self.refused:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return self._ports[bus, device]

    def disable_spi(self, bus: int) -> None:
        """As if the device tree did not switch a bus on: its paths are gone."""
        self._ports = {key: port for key, port in self._ports.items() if key[0] != bus}

    @property
    def transfers(self) -> int:
        """SPI transfers so far, over all ports."""
        return sum(port.transfers for port in self._ports.values())

    def unplug(self, reader: str, *, idle: int = 0x00) -> None:
        """Take a reader off its wires, its power too; ``idle`` is what its port reads then."""
        port = self.port(reader)
        port.chip, port.idle = None, idle
        self.readers[reader].reset_pin(False)

    def plug(self, reader: str) -> None:
        """Put a reader back; it starts as after a reset, unless its reset pin is held low."""
        chip, reset_pin = self.readers[reader], self.wiring[reader].reset_pin
        self.port(reader).chip = chip
        chip.reset_pin(False)
        chip.reset_pin(reset_pin is None or self.pins[reset_pin].high)

    def hold_miso(self, reader: str, share: float = 1.0) -> None:
        """Let a reader hold MISO low while others of its bus speak, as some clones do: of their
        ones a share (0 to 1) then reads as zeros. With 0 it lets go."""
        self._miso[self.wiring[reader].bus].hold(self.port(reader), share)

    def brown_out(self, reader: str) -> None:
        """A dip in its supply: all registers forgotten, the antenna off, nobody told."""
        self.readers[reader].reset()

    # Tags --------------------------------------------------------------------------------

    def lay(self, tag: Picc, reader: str, at_us: float | None = None, grip: Grip = FIRM) -> None:
        """Lay a tag on a reader's antenna, now or at a time; the field powers it from then on.

        Raises ValueError, when its time comes, if the tag lies somewhere already.
        """
        self._when(at_us, lambda: self._ether.lay(tag, self.readers[reader].field, grip))

    def lift(self, tag: Picc, at_us: float | None = None) -> None:
        """Take a tag away, now or at a time, also in the middle of a frame.

        Raises ValueError, when its time comes, if it lies nowhere.
        """
        self._when(at_us, lambda: self._ether.lift(tag))

    def couple(self, reader: str, hears: str, loss_db: float, *, powers: bool = False) -> None:
        """Let a reader reach the tags that are laid on another from now on, weaker by a loss.

        With ``powers`` its field also keeps them alive.
        """
        self._ether.couple(
            self.readers[reader].field, self.readers[hears].field, loss_db, powers=powers
        )

    def part(self, reader: str, hears: str) -> None:
        """Let it no more reach those that are laid there from now on."""
        self._ether.part(self.readers[reader].field, self.readers[hears].field)

    def make_noise(self, reader: str, noise: Noise) -> None:
        """Let noise reach a reader from its next frame on."""
        self.readers[reader].field.noise = noise

    def _when(self, at_us: float | None, do: Callable[[], None]) -> None:
        if at_us is None:
            do()
        else:
            self.clock.at(round(at_us * NS_PER_US), do)

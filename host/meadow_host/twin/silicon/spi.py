"""The SPI interface of the MFRC522 (datasheet 8.1.2) and the time a transfer takes.

It turns bytes into register reads and writes; it must not know what registers do.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from meadow_host.twin.silicon.clock import VirtualClock
from meadow_host.twin.silicon.mfrc522 import Mfrc522

OVERHEAD_NS = 25_000
"""What a transfer costs beside its bits: the call into the kernel, chip select, interrupts."""
FASTEST_HZ = 10_000_000
"""8.1.2: up to 10 Mbit/s."""
MODE = 0
"""Clock low when idle, data taken on its rising edge (8.1.2)."""


class Miso:
    """The line that all readers of a bus answer on, one at a time.

    A reader lets go of it while another is selected; some boards and clones do not, and pull it
    towards ground (miguelbalboa/rfid#290). Two outputs against each other are taken to be a wired
    AND, the stronger transistor pulling low: so a line that is held reads ones as zeros and never
    zeros as ones, and one that another reader holds high reads right.
    """

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._held: dict[SpiPort, float] = {}

    def hold(self, port: SpiPort, share: float) -> None:
        """Let the reader on this port hold the line while it is not selected.

        ``share``: of the others' ones so many read as zeros; 1 is a line tied to ground.
        """
        self._held.pop(port, None)
        if share:
            self._held[port] = share

    def read(self, port: SpiPort, sent: list[int]) -> list[int]:
        """What is read of the bytes that a reader sent. A board without supply holds nothing, one
        whose reset pin is low does: its outputs are frozen (8.6.1)."""
        if not self._held:
            return sent
        shares = [
            share
            for holder, share in self._held.items()
            if holder is not port and holder.chip is not None
        ]
        for share in shares:
            sent = [byte & ~self._pulled(share) for byte in sent]
        return sent

    def _pulled(self, share: float) -> int:
        return sum(1 << bit for bit in range(8) if self._chance.random() < share)


class SpiPort:
    """One chip select with a reader behind it, or with nothing (``chip`` None).

    ``transfers`` and ``bytes`` count what went over it. ``idle`` is what a MISO line reads that
    nobody drives: 00h or FFh. ``fault``, when set, is raised by every transfer. ``drift``: what
    the clock is of that which was asked for: it follows the Pi's core clock, which the firmware
    changes as it likes (raspberrypi/linux#2094).
    """

    def __init__(
        self,
        clock: VirtualClock,
        chip: Mfrc522 | None,
        *,
        miso: Miso,
        overhead_ns: int = OVERHEAD_NS,
        idle: int = 0x00,
    ) -> None:
        self._clock = clock
        self.chip = chip
        self._miso = miso
        self.drift = 1.0
        self.overhead_ns = overhead_ns
        self.idle = idle
        self.fault: OSError | None = None
        self.transfers = 0
        self.bytes = 0

    def transfer(self, data: Sequence[int], speed_hz: int, mode: int = MODE) -> list[int]:
        """Clock bytes out and in with chip select held; time passes.

        The first byte is an address. With its top bit 1 each byte after it is the next address and
        brings the value of the one before; with 0 all bytes after it go to that one address. A
        clock too fast, or of another mode, brings and writes nothing of sense.

        Raises the fault that was set.
        """
        return self._miso.read(self, self._transfer(data, speed_hz, mode))

    def _transfer(self, data: Sequence[int], speed_hz: int, mode: int) -> list[int]:
        self.transfers += 1
        self.bytes += len(data)
        clock = self._clock
        if self.drift != 1.0:
            speed_hz = round(speed_hz * self.drift)
        byte_ns = 8_000_000_000 // speed_hz
        now_ns = clock.now_ns + self.overhead_ns
        if self.fault is not None:
            clock.run_to(now_ns)
            raise self.fault
        now_ns += byte_ns
        clock.run_to(now_ns)
        chip = self.chip
        if chip is None or not chip.powered or speed_hz > FASTEST_HZ or mode != MODE:
            clock.run_to(now_ns + byte_ns * (len(data) - 1))
            return [self.idle] * len(data)
        address = data[0] >> 1 & 0x3F
        answer = [0]
        if data[0] & 0x80:
            for byte in data[1:]:
                answer.append(chip.read(address))
                address = byte >> 1 & 0x3F
                now_ns += byte_ns
                clock.run_to(now_ns)
        else:
            for byte in data[1:]:
                now_ns += byte_ns
                clock.run_to(now_ns)
                chip.write(address, byte)
                answer.append(0)
        return answer

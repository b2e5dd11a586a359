"""The SPI interface of the MFRC522 (datasheet 8.1.2) and the time a transfer takes.

It turns bytes into register reads and writes; it must not know what registers do.
"""

from __future__ import annotations

from collections.abc import Sequence

from meadow_host.twin.silicon.clock import VirtualClock
from meadow_host.twin.silicon.mfrc522 import Mfrc522

OVERHEAD_NS = 25_000
"""What a transfer costs beside its bits: the call into the kernel, chip select, interrupts."""


class SpiPort:
    """One chip select with a reader behind it, or with nothing (``chip`` None).

    ``transfers`` and ``bytes`` count what went over it. ``idle`` is what an undriven MISO line
    reads: 00h or FFh.
    """

    def __init__(
        self,
        clock: VirtualClock,
        chip: Mfrc522 | None,
        *,
        overhead_ns: int = OVERHEAD_NS,
        idle: int = 0x00,
    ) -> None:
        self._clock = clock
        self.chip = chip
        self.overhead_ns = overhead_ns
        self.idle = idle
        self.transfers = 0
        self.bytes = 0

    def transfer(self, data: Sequence[int], speed_hz: int) -> list[int]:
        """Clock bytes out and in with chip select held; time passes.

        The first byte is an address. With its top bit 1 each byte after it is the next address and
        brings the value of the one before; with 0 all bytes after it go to that one address.
        """
        self.transfers += 1
        self.bytes += len(data)
        clock = self._clock
        byte_ns = 8_000_000_000 // speed_hz
        now_ns = clock.now_ns + self.overhead_ns + byte_ns
        clock.run_to(now_ns)
        chip = self.chip
        if chip is None or not chip.powered or not data:
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

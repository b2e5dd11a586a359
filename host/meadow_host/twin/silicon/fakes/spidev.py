"""A stand-in for the module `spidev` (py-spidev 3.6), bound to one simulated Pi.

It answers and refuses as the real one does on Linux; it must not know what is on the bus.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from meadow_host.twin.silicon.pi import SimulatedPi
from meadow_host.twin.silicon.spi import SpiPort

MOST_BYTES = 4096
"""The kernel's spidev buffer (module parameter bufsiz)."""
DEFAULT_HZ = 125_000_000
"""What a Pi's spi0 says it can do when nobody set a speed."""


def make(pi: SimulatedPi) -> ModuleType:
    """The module, to be put in place of the real one."""

    class SpiDev:
        def __init__(self, bus: int | None = None, client: int | None = None) -> None:
            self._port: SpiPort | None = None
            self.max_speed_hz = DEFAULT_HZ
            self.mode = 0
            self.bits_per_word = 8
            self.lsbfirst = self.cshigh = self.threewire = self.loop = self.no_cs = False
            if bus is not None and client is not None:
                self.open(bus, client)

        def open(self, bus: int, device: int) -> None:
            self._port = pi.open_spi(bus, device)

        def close(self) -> None:
            self._port = None

        def fileno(self) -> int:
            return -1 if self._port is None else 3

        def xfer2(
            self, values: Sequence[int], speed_hz: int = 0, delay_us: int = 0, bits: int = 8
        ) -> list[int]:
            if self._port is None:
                raise OSError(errno.EBADF, os.strerror(errno.EBADF))
            return self._port.transfer(_checked(values), speed_hz or self.max_speed_hz)

        xfer = xfer2

        def xfer3(self, values: Sequence[int], *rest: int) -> tuple[int, ...]:
            return tuple(self.xfer2(values, *rest))

        def writebytes(self, values: Sequence[int]) -> None:
            self.xfer2(values)

        writebytes2 = writebytes

        def readbytes(self, count: int) -> list[int]:
            return self.xfer2([0] * count)

        def __enter__(self) -> SpiDev:
            return self

        def __exit__(self, *exc: object) -> None:
            self.close()

    module: Any = ModuleType("spidev")
    module.SpiDev = SpiDev
    module.__version__ = "3.6"
    made: ModuleType = module
    return made


def _checked(values: Sequence[int]) -> list[int]:
    if not hasattr(values, "__len__") or not len(values):
        raise TypeError("Argument must be a list of at least one, but not more than 4096 integers")
    if len(values) > MOST_BYTES:
        raise OverflowError("Argument list size exceeds 4096 bytes.")
    return [value & 0xFF for value in values]

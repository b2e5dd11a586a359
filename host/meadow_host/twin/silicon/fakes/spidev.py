"""A stand-in for the module `spidev` (py-spidev 3.8), bound to one simulated Pi.

It answers and refuses as the real one does on Linux, and like it writes what came in over the
list that went out. It must not know what is on the bus.
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

    class SpiDev(_SpiDev):
        _pi = pi

    module: Any = ModuleType("spidev")
    module.SpiDev = SpiDev
    module.__version__ = "3.8"
    made: ModuleType = module
    return made


class _SpiDev:
    """The class SpiDev, but for the Pi it belongs to."""

    _pi: SimulatedPi

    def __init__(self, bus: int | None = None, client: int | None = None) -> None:
        self._port: SpiPort | None = None
        self._max_speed_hz = DEFAULT_HZ
        self._mode = 0
        self.bits_per_word = 8
        self.lsbfirst = self.cshigh = self.threewire = self.loop = self.no_cs = False
        if bus is not None and client is not None:
            self.open(bus, client)

    def open(self, bus: int, device: int) -> None:
        self._port = self._pi.open_spi(bus, device)
        self._max_speed_hz, self._mode = DEFAULT_HZ, 0

    def close(self) -> None:
        self._port = None

    def fileno(self) -> int:
        return -1 if self._port is None else 3

    @property
    def max_speed_hz(self) -> int:
        return self._max_speed_hz

    @max_speed_hz.setter
    def max_speed_hz(self, speed_hz: int) -> None:
        self._opened()
        self._max_speed_hz = speed_hz

    @property
    def mode(self) -> int:
        return self._mode

    @mode.setter
    def mode(self, mode: int) -> None:
        if not 0 <= mode <= 3:
            raise TypeError("The mode attribute must be an integer\nbetween 0 and 3.")
        self._opened()
        self._mode = mode

    def xfer2(
        self, values: Sequence[int], speed_hz: int = 0, delay_usecs: int = 0, bits: int = 0
    ) -> list[int]:
        sent = _checked(values)
        came = self._opened().transfer(sent, speed_hz or self._max_speed_hz, self._mode)
        if isinstance(values, list):
            values[:] = came
            return values
        return came

    xfer = xfer2

    def xfer3(self, values: Sequence[int], *rest: int) -> tuple[int, ...]:
        return tuple(self.xfer2(list(values), *rest))

    def writebytes(self, values: Sequence[int]) -> None:
        self.xfer2(list(values))

    def writebytes2(self, values: Sequence[int]) -> None:
        self.xfer2(list(values))

    def readbytes(self, count: int) -> list[int]:
        return self.xfer2([0] * count)

    def __enter__(self) -> _SpiDev:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _opened(self) -> SpiPort:
        if self._port is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return self._port


def _checked(values: Sequence[int]) -> list[int]:
    if not len(values):
        raise TypeError("Empty argument list.")
    if len(values) > MOST_BYTES:
        raise OverflowError(f"Argument list size exceeds {MOST_BYTES} bytes.")
    for value in values:
        if not isinstance(value, int):
            raise TypeError(f"Non-Int/Long value in arguments: {id(value):x}.")
    return [value & 0xFF for value in values]

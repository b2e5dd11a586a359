"""A stand-in for the module `gpiod` (libgpiod 2.5), as far as Blinka uses it, bound to one Pi.

The header's pins are /dev/gpiochip0. It must not know what is wired to them.
"""

from __future__ import annotations

import errno
import os
from enum import Enum
from types import ModuleType
from typing import Any, NamedTuple

from meadow_host.twin.silicon.pi import SimulatedPi
from meadow_host.twin.silicon.pins import COUNT

CHIP_PATH = "/dev/gpiochip0"


class Direction(Enum):
    AS_IS = 1
    INPUT = 2
    OUTPUT = 3


class Bias(Enum):
    AS_IS = 1
    UNKNOWN = 2
    DISABLED = 3
    PULL_UP = 4
    PULL_DOWN = 5


class Drive(Enum):
    PUSH_PULL = 1
    OPEN_DRAIN = 2
    OPEN_SOURCE = 3


class Value(Enum):
    INACTIVE = 0
    ACTIVE = 1


class LineSettings:
    """What a line shall be."""

    def __init__(
        self,
        direction: Direction = Direction.AS_IS,
        bias: Bias = Bias.AS_IS,
        drive: Drive = Drive.PUSH_PULL,
        active_low: bool = False,
        output_value: Value = Value.INACTIVE,
    ) -> None:
        self.direction = direction
        self.bias = bias
        self.drive = drive
        self.active_low = active_low
        self.output_value = output_value


class ChipInfo(NamedTuple):
    name: str
    label: str
    num_lines: int


class RequestReleasedError(Exception):
    """A line request was used after its release."""


class ChipClosedError(Exception):
    """A chip was used after its close."""


class LineRequest:
    """Lines that one user has for itself until it releases them."""

    def __init__(self, pi: SimulatedPi, offsets: list[int]) -> None:
        self._pi = pi
        self._offsets = offsets
        self._released = False

    def reconfigure_lines(self, config: dict[int, LineSettings | None]) -> None:
        self._check()
        for offset, settings in config.items():
            if settings is None:
                continue
            if settings.bias in (Bias.PULL_UP, Bias.PULL_DOWN):
                self._pi.pins.pull(offset, settings.bias is Bias.PULL_UP)
            if settings.direction is Direction.OUTPUT:
                self._pi.pins.drive(offset, settings.output_value is Value.ACTIVE)
            elif settings.direction is Direction.INPUT:
                self._pi.pins.drive(offset, None)

    def get_value(self, offset: int) -> Value:
        self._check()
        return Value.ACTIVE if self._pi.pins[offset].high else Value.INACTIVE

    def set_value(self, offset: int, value: Value) -> None:
        self._check()
        if self._pi.pins[offset].driven is None:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
        self._pi.pins.drive(offset, value is Value.ACTIVE)

    def release(self) -> None:
        """Give the lines back. The kernel then makes inputs of them."""
        self._check()
        self._released = True
        for offset in self._offsets:
            self._pi.pins[offset].holder = None
            self._pi.pins.drive(offset, None)

    def _check(self) -> None:
        if self._released:
            raise RequestReleasedError("GPIO lines have been released")


class _Chip:
    """The class Chip, but for the Pi it belongs to."""

    _pi: SimulatedPi

    def __init__(self, path: str) -> None:
        if path != CHIP_PATH:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        if path in self._pi.refused:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        self._closed = False

    def get_info(self) -> ChipInfo:
        self._check()
        return ChipInfo("gpiochip0", self._pi.model.gpio_label, 54)

    def request_lines(
        self, config: dict[int, LineSettings | None], consumer: str | None = None
    ) -> LineRequest:
        self._check()
        for offset in config:
            if not 0 <= offset < COUNT:
                raise ValueError(f"line {offset} is not on the header")
            if self._pi.pins[offset].holder is not None:
                raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        request = LineRequest(self._pi, list(config))
        for offset in config:
            self._pi.pins[offset].holder = request
        request.reconfigure_lines(config)
        return request

    def close(self) -> None:
        self._check()
        self._closed = True

    def _check(self) -> None:
        if self._closed:
            raise ChipClosedError("I/O operation on closed chip")


def make(pi: SimulatedPi) -> dict[str, ModuleType]:
    """The modules gpiod and gpiod.line."""

    class Chip(_Chip):
        _pi = pi

    module: Any = ModuleType("gpiod")
    line: Any = ModuleType("gpiod.line")
    line.Direction, line.Bias, line.Drive, line.Value = Direction, Bias, Drive, Value
    module.line = line
    module.Chip = Chip
    module.LineSettings = LineSettings
    module.LineRequest = LineRequest
    module.RequestReleasedError = RequestReleasedError
    module.ChipClosedError = ChipClosedError
    module.__version__ = "2.5.0"
    module.__path__ = []
    return {"gpiod": module, "gpiod.line": line}

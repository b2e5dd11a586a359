"""A stand-in for the package `adafruit_blinka_raspberry_pi_pwm`, bound to one simulated Pi.

Its square wave moves the pin, edge by edge, in virtual time. Blinka's `pwmio` builds on it. It
must not know what is wired to the pin.
"""

from __future__ import annotations

import errno
import os
from types import ModuleType
from typing import Any

from meadow_host.twin.silicon.clock import Event
from meadow_host.twin.silicon.fakes.gpiod import CHIP_PATH
from meadow_host.twin.silicon.pi import SimulatedPi

FULL = 65536


def make(pi: SimulatedPi) -> ModuleType:
    """The module, to be put in place of the real one."""

    class PWMOut(_PWMOut):
        _pi = pi

    module: Any = ModuleType("adafruit_blinka_raspberry_pi_pwm")
    module.PWMOut = PWMOut
    module.__version__ = "1.0.2"
    made: ModuleType = module
    return made


class _PWMOut:
    """The class PWMOut, but for the Pi it belongs to."""

    _pi: SimulatedPi

    def __init__(
        self, pin: Any, *, frequency: int, duty_cycle: int, variable_frequency: bool
    ) -> None:
        self._bcm = int(pin.id)
        self._edge: Event | None = None
        self.deinitialized = True
        if CHIP_PATH in self._pi.refused:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), CHIP_PATH)
        if self._pi.pins[self._bcm].holder is not None:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        self._pi.pins[self._bcm].holder = self
        self.deinitialized = False
        self.frequency = frequency
        self._duty = 0
        self.duty_cycle = duty_cycle

    @property
    def duty_cycle(self) -> int:
        return self._duty

    @duty_cycle.setter
    def duty_cycle(self, duty: int) -> None:
        self._duty = duty
        if self._edge is not None:
            self._edge.cancel()
            self._edge = None
        self._pi.pins.drive(self._bcm, False)
        if duty:
            self._swing(True)

    def deinit(self) -> None:
        if self.deinitialized:
            return
        self.duty_cycle = 0
        self.deinitialized = True
        self._pi.pins[self._bcm].holder = None
        self._pi.pins.drive(self._bcm, None)

    def _swing(self, high: bool) -> None:
        self._pi.pins.drive(self._bcm, high)
        share = self._duty if high else FULL - self._duty
        lasts_ns = 1_000_000_000 * share // FULL // self.frequency
        clock = self._pi.clock
        self._edge = clock.at(clock.now_ns + lasts_ns, lambda: self._swing(not high))

"""A stand-in for the package `RPi` with its module `RPi.GPIO` (0.7), bound to one simulated Pi.

It must not know what is wired to the pins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from types import ModuleType
from typing import Any

from meadow_host.twin.silicon.pi import SimulatedPi

BOARD, BCM = 10, 11
OUT, IN = 0, 1
PUD_DOWN, PUD_UP = 21, 22
CLASSIC, RPI_LGPIO = "0.7.1", "0.7.2"
"""On a Pi 5 only rpi-lgpio serves, which goes by the same name and calls itself 0.7.2."""
RISING, FALLING, BOTH = 31, 32, 33
HEADER = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10,
    21: 9, 22: 25, 23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19,
    36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip
"""Pin of the 40 pin header -> BCM number."""


class Gpio:
    """The functions of RPi.GPIO; their names become the module's."""

    def __init__(self, pi: SimulatedPi) -> None:
        self._pi = pi
        self._mode: int | None = None
        self._set_up: dict[int, int] = {}
        self._callbacks: dict[int, Callable[[bool], None]] = {}

    def setmode(self, mode: int) -> None:
        if mode not in (BOARD, BCM):
            raise ValueError("An invalid mode was passed to setmode()")
        if self._mode is not None and self._mode != mode:
            raise ValueError("A different mode has already been set!")
        self._mode = mode

    def getmode(self) -> int | None:
        return self._mode

    def setwarnings(self, on: bool) -> None:
        """Warnings are never given here."""

    def setup(
        self,
        channel: int | Iterable[int],
        direction: int,
        pull_up_down: int = 20,
        initial: int = -1,
    ) -> None:
        for bcm in self._numbers(channel):
            self._set_up[bcm] = direction
            if direction == OUT:
                level = self._pi.pins[bcm].high if initial == -1 else bool(initial)
                self._pi.pins.drive(bcm, level)
            else:
                if pull_up_down in (PUD_DOWN, PUD_UP):
                    self._pi.pins.pull(bcm, pull_up_down == PUD_UP)
                self._pi.pins.drive(bcm, None)

    def output(self, channel: int | Iterable[int], value: int) -> None:
        for bcm in self._numbers(channel):
            if self._set_up.get(bcm) != OUT:
                raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
            self._pi.pins.drive(bcm, bool(value))

    def input(self, channel: int) -> int:
        (bcm,) = self._numbers(channel)
        if bcm not in self._set_up:
            raise RuntimeError("You must setup() the GPIO channel first")
        return int(self._pi.pins[bcm].high)

    def add_event_detect(
        self,
        channel: int,
        edge: int,
        callback: Callable[[int], None] | None = None,
        bouncetime: int = -666,
    ) -> None:
        (bcm,) = self._numbers(channel)
        if self._set_up.get(bcm) != IN:
            raise RuntimeError("You must setup() the GPIO channel as an input first")
        if callback is not None:
            watched = {RISING: (True,), FALLING: (False,)}.get(edge, (False, True))
            watcher = partial(_on_edge, watched, partial(callback, channel))
            self._callbacks[bcm] = watcher
            self._pi.pins.watch(bcm, watcher)

    def remove_event_detect(self, channel: int) -> None:
        (bcm,) = self._numbers(channel)
        watcher = self._callbacks.pop(bcm, None)
        if watcher is not None:
            self._pi.pins[bcm].watchers.remove(watcher)

    def cleanup(self, channel: int | Iterable[int] | None = None) -> None:
        chosen = list(self._set_up) if channel is None else self._numbers(channel)
        for bcm in chosen:
            if self._set_up.pop(bcm, None) is not None:
                self._pi.pins.drive(bcm, None)
        if channel is None:
            self._mode = None

    def _numbers(self, channel: int | Iterable[int]) -> list[int]:
        if self._mode is None:
            raise RuntimeError(
                "Please set pin numbering mode using "
                "GPIO.setmode(GPIO.BOARD) or GPIO.setmode(GPIO.BCM)"
            )
        channels = [channel] if isinstance(channel, int) else list(channel)
        if self._mode == BCM:
            return channels
        if any(number not in HEADER for number in channels):
            raise ValueError("The channel sent is invalid on a Raspberry Pi")
        return [HEADER[number] for number in channels]


def _on_edge(watched: tuple[bool, ...], call: Callable[[], None], high: bool) -> None:
    if high in watched:
        call()


def make(pi: SimulatedPi) -> dict[str, ModuleType]:
    """The package RPi and its module RPi.GPIO."""
    package: Any = ModuleType("RPi")
    module: Any = ModuleType("RPi.GPIO")
    gpio = Gpio(pi)
    for name in dir(gpio):
        if not name.startswith("_"):
            setattr(module, name, getattr(gpio, name))
    module.BOARD, module.BCM, module.OUT, module.IN = BOARD, BCM, OUT, IN
    module.LOW, module.HIGH = 0, 1
    module.PUD_OFF, module.PUD_DOWN, module.PUD_UP = 20, PUD_DOWN, PUD_UP
    module.RISING, module.FALLING, module.BOTH = RISING, FALLING, BOTH
    module.VERSION = RPI_LGPIO if pi.model.has_rp1 else CLASSIC
    package.GPIO = module
    package.__path__ = []
    return {"RPi": package, "RPi.GPIO": module}

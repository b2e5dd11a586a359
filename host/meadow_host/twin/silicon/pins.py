"""The GPIO pins of the simulated Pi by BCM number: who drives them, what level they have.

It must not know what is wired to them, nor the calls of the packages that set them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from meadow_host.twin.silicon.clock import VirtualClock

COUNT = 28
PULLED_UP = range(9)
"""When the Pi starts these are pulled up, the others down (BCM2835 peripherals, table 6-31)."""


class Edge(NamedTuple):
    """A change of level."""

    at_ns: int
    high: bool


class Pin:
    """One pin. ``driven`` is None while nobody drives it; then its pull decides.

    A ``holder`` is who has asked the kernel for it; the kernel gives it to one at a time.
    """

    __slots__ = ("driven", "holder", "pulled_up", "watchers")

    def __init__(self, pulled_up: bool) -> None:
        self.driven: bool | None = None
        self.pulled_up = pulled_up
        self.holder: object = None
        self.watchers: list[Callable[[bool], None]] = []

    @property
    def high(self) -> bool:
        return self.pulled_up if self.driven is None else self.driven


class Pins:
    """BCM 0 to 27."""

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self._pins = [Pin(number in PULLED_UP) for number in range(COUNT)]

    def __getitem__(self, bcm: int) -> Pin:
        """Raises ValueError for a number that no pin has."""
        if not 0 <= bcm < COUNT:
            raise ValueError(f"a Raspberry Pi has pins 0 to {COUNT - 1}, not {bcm}")
        return self._pins[bcm]

    def drive(self, bcm: int, high: bool | None) -> None:
        """Drive a pin high or low, or let it float (None)."""
        pin = self[bcm]
        before, pin.driven = pin.high, high
        self._tell(pin, before)

    def pull(self, bcm: int, up: bool) -> None:
        """Pull a pin up or down, as a resistor does or the Pi's own."""
        pin = self[bcm]
        before, pin.pulled_up = pin.high, up
        self._tell(pin, before)

    def watch(self, bcm: int, watcher: Callable[[bool], None]) -> None:
        """Call back with the level whenever it changes."""
        self[bcm].watchers.append(watcher)

    def record(self, bcm: int) -> list[Edge]:
        """A list that grows with every change of a pin from now on."""
        edges: list[Edge] = []
        self.watch(bcm, lambda high: edges.append(Edge(self._clock.now_ns, high)))
        return edges

    @staticmethod
    def _tell(pin: Pin, before: bool) -> None:
        if pin.high != before:
            for watcher in list(pin.watchers):
                watcher(pin.high)

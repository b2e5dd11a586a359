"""The GPIO pins of the simulated Pi by BCM number: who drives them, what level they have.

It must not know what is wired to them, nor the calls of the packages that set them.
"""

from __future__ import annotations

from collections.abc import Callable

COUNT = 28


class Pin:
    """One pin. ``driven`` is None while it is an input; then it is at its pull's level."""

    __slots__ = ("driven", "pulled_up", "watchers")

    def __init__(self) -> None:
        self.driven: bool | None = None
        self.pulled_up = True
        self.watchers: list[Callable[[bool], None]] = []

    @property
    def high(self) -> bool:
        return self.pulled_up if self.driven is None else self.driven


class Pins:
    """BCM 0 to 27."""

    def __init__(self) -> None:
        self._pins = [Pin() for _ in range(COUNT)]

    def __getitem__(self, bcm: int) -> Pin:
        """Raises ValueError for a number that no pin has."""
        if not 0 <= bcm < COUNT:
            raise ValueError(f"a Raspberry Pi has pins 0 to {COUNT - 1}, not {bcm}")
        return self._pins[bcm]

    def drive(self, bcm: int, high: bool | None) -> None:
        """Drive a pin high or low, or let it float (None)."""
        pin = self[bcm]
        before = pin.high
        pin.driven = high
        if pin.high != before:
            for watcher in pin.watchers:
                watcher(pin.high)

    def watch(self, bcm: int, watcher: Callable[[bool], None]) -> None:
        """Call back with the level whenever it changes."""
        self[bcm].watchers.append(watcher)

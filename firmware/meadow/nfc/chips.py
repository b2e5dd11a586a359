"""What the reading of tags needs of a reader chip, and what can be wrong with one.

A protocol and plain values only; it must not know SPI, pins or any chip's registers.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from meadow.nfc.iso14443a import Ask, Reply

_HELD = "another reader on its bus may hold MISO: unplug the others in turn"
"""As some clones do (trap 6)."""


class Trouble(StrEnum):
    """What can be wrong with a reader; the value is one plain line that says what to do."""

    MISSING = (
        "no reader answers: check its plug, its 3.3 V and the wires SCK, MOSI, MISO and SDA; else "
        f"{_HELD}"
    )
    WRONG_CHIP = (
        f"this is no MFRC522 that is known here: check its wires or replace it; else {_HELD}"
    )
    BLURRED = (
        "what this reader says changes from look to look: its wires must be firm and short; else "
        f"{_HELD}"
    )
    FORGOT = "the reader lost its settings: its supply dips; give the lights a supply of their own"
    STUCK = "the reader does not send what it is given: unplug it and plug it in again"
    HUNG = (
        "the reader begins to hear answers that never end: something disturbs it, or it is broken"
    )
    HOT = "the reader is too hot and has switched its field off: let air to it, lower its supply"
    NO_SPI = (
        "there is no such SPI device: put dtparam=spi=on and dtoverlay=spi1-3cs into "
        "/boot/firmware/config.txt and restart"
    )
    REFUSED = (
        "the table may not use SPI or the pins: add its user to the groups spi and gpio "
        "(sudo usermod -aG spi,gpio NAME) and log in anew"
    )
    PINS = "the pins cannot be used: end whatever else uses them, then restart the table"
    SPI = "the SPI bus fails: check the wiring of this reader, then restart the Raspberry Pi"


class ChipFault(Exception):
    """A reader chip does not do its work. ``detail`` is what was seen, for people who mend it."""

    def __init__(self, trouble: Trouble, detail: str = "") -> None:
        super().__init__(f"{trouble} [{detail}]" if detail else str(trouble))
        self.trouble = trouble
        self.detail = detail


class Meter:
    """What the readers of a table have cost so far, and the least time it took.

    ``us`` is the time of the SPI transfers alone, so never ahead of the true time.
    """

    __slots__ = ("transfers", "us")

    def __init__(self) -> None:
        self.us = 0.0
        self.transfers = 0


class Chip(Protocol):
    """One reader. Every method raises `ChipFault`."""

    @property
    def due_us(self) -> float:
        """When, in the `Meter`'s time, it pays to look for the reply."""
        ...

    @property
    def version(self) -> int:
        """What the chip calls itself; 0 if it never answered."""
        ...

    @property
    def gain_db(self) -> int:
        """The receiver's gain."""
        ...

    def begin(self, ask: Ask) -> None:
        """Send a frame and listen."""
        ...

    def poll(self) -> Reply | None:
        """The reply, or None while it is not over yet."""
        ...

    def check(self) -> None:
        """Whether the chip is there and as it was set up: one transfer."""
        ...

    def probe(self) -> None:
        """Whether a known chip is there, in whatever state: one transfer."""
        ...

    def reset(self) -> None:
        """Soft reset: the chip forgets its settings; ready within a millisecond."""
        ...

    def set_up(self) -> None:
        """Write all settings, field on, and check them."""
        ...

    def hold(self, held: bool) -> None:
        """Pull the reset pin, or let it go. Whoever shares the pin is reset too."""
        ...

    def field(self, on: bool) -> None:
        """The field on or off."""
        ...

    def set_gain(self, gain_db: int) -> None:
        """Set the receiver's gain: 18, 23, 33, 38, 43 or 48."""
        ...

    def close(self) -> None:
        """Field off, bus released; no other reader's pins are touched."""
        ...

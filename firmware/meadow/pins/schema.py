"""What pins.toml holds: buses, readers, strip and buzzer by BCM number. Data only.

It must not know the packages that drive them.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from meadow.settings.schema import HARDWARE, Slug

Model = Literal["3", "4", "zero-2-w", "5"]
MODELS: tuple[Model, ...] = ("3", "4", "zero-2-w", "5")

Gain = Literal[18, 23, 33, 38, 43, 48]
"""What the receiver of an MFRC522 can be set to, in dB (RFCfgReg, 9.3.3.6)."""
Bcm = Annotated[int, msgspec.Meta(ge=0, le=27)]
ReaderPlace = Literal["north", "east", "south", "west", "deck"]
PLACES: tuple[ReaderPlace, ...] = ("north", "east", "south", "west", "deck")
"""Clockwise, the deck reader last: so the table has them."""


class TablePins(msgspec.Struct, frozen=True):
    """``[table]``: the hardware revision. Settings for another one are refused."""

    hardware: Slug = HARDWARE


class PiPins(msgspec.Struct, frozen=True):
    """``[pi]``: the models this wiring serves, and whether their analog audio is on."""

    models: Annotated[tuple[Model, ...], msgspec.Meta(min_length=1)] = MODELS
    audio: bool = False


class SpiPins(msgspec.Struct, frozen=True):
    """``[[spi]]``: an SPI bus; ``chip_selects`` are those of device 0, 1, ..."""

    bus: Literal[0, 1]
    sclk: Bcm
    mosi: Bcm
    miso: Bcm
    chip_selects: Annotated[tuple[Bcm, ...], msgspec.Meta(min_length=1, max_length=3)]
    clock_hz: Annotated[int, msgspec.Meta(ge=100_000, le=8_000_000)] = 1_000_000


class ReaderPins(msgspec.Struct, frozen=True):
    """``[[reader]]``: where a reader is plugged in, and its gain."""

    place: ReaderPlace
    bus: Literal[0, 1]
    device: Annotated[int, msgspec.Meta(ge=0, le=2)]
    reset: Bcm
    gain_db: Gain = 33


class StripPins(msgspec.Struct, frozen=True):
    """``[strip]``: the data pin and the order of the colours on the wire."""

    pin: Bcm
    order: Literal["GRB", "GRBW"] = "GRB"


class BuzzerPins(msgspec.Struct, frozen=True):
    """``[buzzer]``: an active one beeps when its pin is high, a passive one needs a tone."""

    pin: Bcm
    kind: Literal["active", "passive"] = "active"
    tone_hz: Annotated[int, msgspec.Meta(ge=100, le=10_000)] = 2700


class Pins(msgspec.Struct, frozen=True):
    """The whole wiring of a table. ``readers`` are in the order of `PLACES`."""

    pi: PiPins
    spi: tuple[SpiPins, ...]
    readers: tuple[ReaderPins, ...]
    strip: StripPins
    buzzer: BuzzerPins
    table: TablePins = TablePins()

    @property
    def hardware(self) -> str:
        """The hardware revision of the table that is wired so."""
        return self.table.hardware

    def bus_of(self, reader: ReaderPins) -> SpiPins:
        """The bus that a reader is on."""
        return next(bus for bus in self.spi if bus.bus == reader.bus)

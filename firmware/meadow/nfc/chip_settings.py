"""How one reader chip is wired and tuned, and which chips are known.

Plain data, so that settings can be read where the vendor's packages are not installed.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

GainDb = Literal[18, 23, 33, 38, 43, 48]


class ChipSettings(msgspec.Struct, frozen=True):
    """One reader's wiring and tuning.

    ``reset_pin``: BCM number, always ours to say (trap 4). ``gain_db``: the receiver's gain; more
    reaches further, and hears the neighbour's tags too (trap 7). ``spi_hz``: well below the chip's
    10 MHz, for long wires. ``transfer_us``: what a transfer costs besides its bits; too much
    makes the driver look too early, which tears an answer and from then on costs a transfer a
    frame.
    """

    bus: Annotated[int, msgspec.Meta(ge=0, le=6)]
    device: Annotated[int, msgspec.Meta(ge=0, le=2)]
    reset_pin: Annotated[int, msgspec.Meta(ge=0, le=27)]
    gain_db: GainDb = 33
    spi_hz: Annotated[int, msgspec.Meta(ge=100_000, le=8_000_000)] = 1_000_000
    transfer_us: Annotated[float, msgspec.Meta(ge=0, le=200)] = 25.0


KNOWN_VERSIONS = {
    0x91: "MFRC522 1.0",
    0x92: "MFRC522 2.0",
    0x88: "FM17522",
    0x89: "FM17522E",
    0xB2: "FM17522",
    0x12: "a copy of the MFRC522",
}
"""VersionReg (9.3.4.8), and what clones say there; absent and dead chips: 00h, FFh (trap 5)."""

GAINS = {18: 0b010, 23: 0b011, 33: 0b100, 38: 0b101, 43: 0b110, 48: 0b111}
"""RxGain in RFCfgReg (MFRC522 data sheet, 9.3.3.6), by decibels; 33 is the chip's own default."""

"""The map of pins for people: one line a pin, in the order of the numbers. Pure."""

from __future__ import annotations

from meadow.pins.schema import Pins

HEADER = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8,
    15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37,
    27: 13,
}  # fmt: skip
"""BCM number -> number on the 40 pin header."""


def pin_map(pins: Pins) -> dict[int, str]:
    """BCM number -> what it serves, in order."""
    uses: dict[int, list[str]] = {}
    for bus in pins.spi:
        for pin, what in ((bus.sclk, "SCLK"), (bus.mosi, "MOSI"), (bus.miso, "MISO")):
            uses.setdefault(pin, []).append(f"{what} of spi {bus.bus}")
        for device, pin in enumerate(bus.chip_selects):
            whose = [
                one.place for one in pins.readers if (one.bus, one.device) == (bus.bus, device)
            ]
            uses.setdefault(pin, []).append(f"chip select of {whose[0] if whose else 'nothing'}")
    resets: dict[int, list[str]] = {}
    for reader in pins.readers:
        resets.setdefault(reader.reset, []).append(reader.place)
    for pin, places in resets.items():
        uses.setdefault(pin, []).append(f"reset of {', '.join(places)}")
    uses.setdefault(pins.strip.pin, []).append(f"the strip ({pins.strip.order})")
    uses.setdefault(pins.buzzer.pin, []).append(f"the buzzer ({pins.buzzer.kind})")
    return {pin: " and ".join(uses[pin]) for pin in sorted(uses)}

"""The kinds of Raspberry Pi that can be simulated, and how they differ to the software on them."""

from __future__ import annotations

from enum import Enum


class PiModel(Enum):
    """Name, revision code (/proc/cpuinfo), label of the GPIO controller, and whether an RP1 has
    the pins, as on the Pi 5."""

    PI_3B_PLUS = ("Raspberry Pi 3 Model B Plus", "a020d3", "pinctrl-bcm2835", False)
    PI_4B = ("Raspberry Pi 4 Model B", "c03111", "pinctrl-bcm2711", False)
    ZERO_2_W = ("Raspberry Pi Zero 2 W", "902120", "pinctrl-bcm2835", False)
    PI_5 = ("Raspberry Pi 5 Model B", "c04170", "pinctrl-rp1", True)

    def __init__(self, title: str, revision: str, gpio_label: str, has_rp1: bool) -> None:
        self.title = title
        self.revision = revision
        self.gpio_label = gpio_label
        self.has_rp1 = has_rp1

"""A stand-in for the module `adafruit_raspberry_pi5_neopixel_write` (1.0), bound to one Pi 5.

What is written goes to the Pi's strip line as on the wire. It must not know Blinka.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from meadow_host.twin.silicon.pi import SimulatedPi
from meadow_host.twin.silicon.strip import StripFrame

PIO_PATH = "/dev/pio0"
SILENCE_NS = 1_000_000
"""The module lets so much time pass between two frames."""


def make(pi: SimulatedPi) -> ModuleType:
    """The module, to be put in place of the real one."""
    free_ns = [0]

    def neopixel_write(gpio: Any, buf: bytes | bytearray) -> None:
        """Send bytes on the pin of a DigitalInOut; the line carries whole 32 bit words."""
        if not pi.model.has_rp1 or PIO_PATH in pi.refused:
            raise RuntimeError("Failed to open PIO device (error -1)")
        if pi.clock.now_ns < free_ns[0]:
            pi.clock.run_to(free_ns[0])
        pin = getattr(gpio, "_pin", gpio)
        data = bytes(buf) + bytes(-len(buf) % 4)
        frame = StripFrame(pi.clock.now_ns, int(pin.id), data)
        pi.clock.run_to(frame.at_ns + frame.wire_ns)
        free_ns[0] = pi.clock.now_ns + SILENCE_NS
        pi.strip.send(frame)

    module: Any = ModuleType("adafruit_raspberry_pi5_neopixel_write")
    module.neopixel_write = neopixel_write
    module.free_pio = lambda: None
    made: ModuleType = module
    return made

"""A stand-in for the module `_rpi_ws281x` (rpi_ws281x 5.0), bound to one simulated Pi.

What is rendered goes to the Pi's strip line byte by byte as on the wire. It must not know Blinka.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from meadow_host.twin.silicon.pi import SimulatedPi
from meadow_host.twin.silicon.strip import StripFrame

WS2811_STRIP_RGB = 0x00100800
WS2811_STRIP_GRB = 0x00081000
SK6812_STRIP_RGBW = 0x18100800
SK6812_STRIP_GRBW = 0x18081000
STATES = {
    0: "Success",
    -1: "Generic failure",
    -3: "Hardware revision is not supported",
    -5: "mmap() failed",
    -11: "Selected GPIO not possible",
}
PINS_OF_CHANNEL = ((10, 12, 18, 21), (13, 19))
"""BCM numbers on the 40 pin header: PWM0, PCM (21) and SPI (10) on channel 0, PWM1 on channel 1."""
REGISTERS = "/dev/mem"
"""Who may not open it gets no strip."""


class _Channel:
    def __init__(self) -> None:
        self.count = self.gpionum = self.invert = self.brightness = 0
        self.strip_type = WS2811_STRIP_RGB
        self.leds: list[int] = []

    def wire_bytes(self) -> bytes:
        shifts = [self.strip_type >> 16 & 0xFF, self.strip_type >> 8 & 0xFF, self.strip_type & 0xFF]
        if self.strip_type & 0xF0000000 or self.strip_type >> 24:
            shifts.append(self.strip_type >> 24)
        scale = self.brightness + 1
        return bytes((led >> shift & 0xFF) * scale >> 8 for led in self.leds for shift in shifts)


class _Strip:
    def __init__(self) -> None:
        self.channels = (_Channel(), _Channel())
        self.freq = self.dmanum = 0
        self.ready = False
        self.free_ns = 0


class _Library:
    """The functions of the module, under their C names."""

    def __init__(self, pi: SimulatedPi) -> None:
        self._pi = pi

    def new_ws2811_t(self) -> _Strip:
        return _Strip()

    def delete_ws2811_t(self, strip: _Strip) -> None:
        strip.ready = False

    def ws2811_channel_get(self, strip: _Strip, number: int) -> _Channel:
        return strip.channels[number]

    def ws2811_t_freq_set(self, strip: _Strip, hz: int) -> None:
        strip.freq = hz

    def ws2811_t_dmanum_set(self, strip: _Strip, number: int) -> None:
        strip.dmanum = number

    def ws2811_init(self, strip: _Strip) -> int:
        if self._pi.model.has_rp1:
            return -3
        if REGISTERS in self._pi.refused:
            return -5
        for channel, pins in zip(strip.channels, PINS_OF_CHANNEL, strict=True):
            if channel.count and channel.gpionum not in pins:
                return -11
            channel.leds = [0] * channel.count
        strip.ready = True
        return 0

    def ws2811_fini(self, strip: _Strip) -> None:
        self._wait(strip)
        strip.ready = False

    def ws2811_get_return_t_str(self, state: int) -> str:
        return STATES.get(state, "")

    def ws2811_led_set(self, channel: _Channel, index: int, colour: int) -> int:
        if index >= channel.count:
            return -1
        channel.leds[index] = colour
        return 0

    def ws2811_led_get(self, channel: _Channel, index: int) -> int:
        return channel.leds[index] if index < channel.count else -1

    def ws2811_render(self, strip: _Strip) -> int:
        """Hand the frame to DMA; the one before is waited for first."""
        if not strip.ready:
            return -1
        self._wait(strip)
        for channel in strip.channels:
            if channel.count:
                now_ns = self._pi.clock.now_ns
                frame = StripFrame(now_ns, channel.gpionum, channel.wire_bytes())
                strip.free_ns = max(strip.free_ns, now_ns + frame.wire_ns)
                self._pi.strip.send(frame)
        return 0

    def ws2811_wait(self, strip: _Strip) -> int:
        self._wait(strip)
        return 0

    def _wait(self, strip: _Strip) -> None:
        if strip.free_ns > self._pi.clock.now_ns:
            self._pi.clock.run_to(strip.free_ns)


def _accessors(field: str) -> tuple[Any, Any]:
    def get(channel: _Channel) -> int:
        return int(getattr(channel, field))

    def put(channel: _Channel, value: int) -> None:
        setattr(channel, field, value)

    return get, put


def make(pi: SimulatedPi) -> ModuleType:
    """The module, to be put in place of the real one."""
    module: Any = ModuleType("_rpi_ws281x")
    library = _Library(pi)
    for name in dir(library):
        if not name.startswith("_"):
            setattr(module, name, getattr(library, name))
    for field in ("count", "gpionum", "invert", "brightness", "strip_type"):
        get, put = _accessors(field)
        setattr(module, f"ws2811_channel_t_{field}_get", get)
        setattr(module, f"ws2811_channel_t_{field}_set", put)
    module.WS2811_SUCCESS = 0
    module.WS2811_STRIP_RGB = WS2811_STRIP_RGB
    module.WS2811_STRIP_GRB = WS2811_STRIP_GRB
    module.SK6812_STRIP_RGBW = SK6812_STRIP_RGBW
    module.SK6812_STRIP_GRBW = SK6812_STRIP_GRBW
    made: ModuleType = module
    return made

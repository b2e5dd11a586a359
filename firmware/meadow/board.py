"""The board `pi`: readers, strip and buzzer of a real table, opened through the vendor packages.

Beside nfc/mfrc522.py the only module that touches them, and only inside functions, so that it can
be imported anywhere. What fails at a device is told by that device and tried again with its next
use; only what no waiting can mend keeps the board from opening.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from meadow.alone import TakenError, claim_devices
from meadow.beside import Beside, ThreadBeside
from meadow.boards import BoardError, Wiring
from meadow.clock import Clock, MonotonicClock
from meadow.lights.handover import HandedStrip
from meadow.lights.strip import Strip, StripError
from meadow.nfc.chip_settings import ChipSettings
from meadow.nfc.chips import Meter
from meadow.nfc.readers import ChipReaders, Reader, ReaderReport
from meadow.pins.schema import BuzzerPins, Model, Pins, StripPins
from meadow.sounds.buzzer import Buzzer, BuzzerError
from meadow.tomlfile.document import either

_MODELS: dict[str, Model] = {
    "RASPBERRY_PI_3": "3",
    "RASPBERRY_PI_CM3": "3",
    "RASPBERRY_PI_4": "4",
    "RASPBERRY_PI_CM4": "4",
    "RASPBERRY_PI_ZERO_2": "zero-2-w",
    "RASPBERRY_PI_5": "5",
    "RASPBERRY_PI_CM5": "5",
}
"""How Blinka's names of boards begin."""
_HALF = 32768
"""Of 65536: a square wave, as loud as a passive buzzer gets."""
_INSTALL = "install the libraries of a table (docs/hardware.md, step 3; off a Pi: make setup)"
_PIPE = ".lgd-nfy"
"""How the file begins that lgpio writes where the program runs (joan2937/lg#22)."""


def open_board(wiring: Wiring) -> PiBoard:
    """The table on this Raspberry Pi, in real time (the entry point ``meadow.boards``).

    Only one program may have it, for SPI and most pins keep no second one out. Raises `BoardError`.
    """
    # On a terminal Blinka would ask whether to install what it misses, and wait for the answer.
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    _check_pi(wiring.pins)
    try:
        claim = claim_devices()
    except TakenError as error:
        what = "another meadowd or meadow doctor has the devices of this table"
        raise BoardError(f"{what}: end it first, pgrep -a meadow shows it") from error
    clock = MonotonicClock()
    with contextlib.ExitStack() as opening:
        opening.enter_context(claim)
        board = PiBoard(wiring, clock, ThreadBeside("strip", clock))
        board.when_closed(opening.pop_all().close)
    return board


class PiBoard:
    """The devices of a table on a Raspberry Pi; a `meadow.boards.Board`."""

    def __init__(self, wiring: Wiring, clock: Clock, beside: Beside) -> None:
        """``beside`` is what pushes frames into the strip. Raises `BoardError` where this is no
        Raspberry Pi that the wiring is for, or a vendor package is not there."""
        pins = wiring.pins
        self.model = _check_pi(pins)
        self.meter = Meter()
        self._clock = clock
        readers = [
            Reader(one.place, chip, f"pin {one.reset}")
            for one, chip in zip(pins.readers, _chips(pins, self.meter), strict=True)
        ]
        self._readers = ChipReaders(clock, readers, self.meter, wiring.readers)
        self._pixels = NeoPixelStrip(pins.strip, wiring.pixels)
        self._strip = HandedStrip(self._pixels, beside)
        self._buzzer = PinBuzzer(pins.buzzer)
        self._closed = False
        self._when_closed: Callable[[], None] | None = None

    @property
    def clock(self) -> Clock:
        return self._clock

    @property
    def readers(self) -> ChipReaders:
        return self._readers

    @property
    def strip(self) -> Strip:
        return self._strip

    @property
    def buzzer(self) -> Buzzer:
        return self._buzzer

    def reports(self) -> tuple[ReaderReport, ...]:
        """How each reader is."""
        return self._readers.report()

    def when_closed(self, do: Callable[[], None]) -> None:
        """What shall be done when all devices have been let go."""
        self._when_closed = do

    def close(self) -> None:
        """Lights dark, buzzer off, fields off. Lets go only what is its own: the reset pins stay
        high, and no neighbour's pin floats. What fails now cannot be told any more."""
        if self._closed:
            return
        self._closed = True
        with contextlib.suppress(BuzzerError):
            self._buzzer.close()
        with contextlib.suppress(StripError):
            self._strip.close()
        self._pixels.release()
        self._readers.close()
        if self._when_closed is not None:
            self._when_closed()


class NeoPixelStrip:
    """A strip of NeoPixels through Blinka. `show` takes milliseconds; `HandedStrip` is for that.

    Brightness and limits are the table's; here every byte goes out as it came.
    """

    def __init__(self, pins: StripPins, pixels: int) -> None:
        self._pins = pins
        self._count = pixels
        self._neopixel: Any = None

    @property
    def pixels(self) -> int:
        return self._count

    def show(self, frame: bytes) -> None:
        """Push a frame out: red, green, blue a pixel. Raises `StripError`."""
        if len(frame) != 3 * self._count:
            raise StripError(f"a frame has {3 * self._count} bytes, not {len(frame)}")
        red, green, blue = frame[0::3], frame[1::3], frame[2::3]
        if self._pins.order == "GRBW":
            # What all three share the white LED gives: the same colour for a third of the current.
            white = bytes(map(min, red, green, blue))
            colours: list[tuple[int, ...]] = [
                (r - w, g - w, b - w, w) for r, g, b, w in zip(red, green, blue, white, strict=True)
            ]
        else:
            colours = list(zip(red, green, blue, strict=True))
        try:
            if self._neopixel is None:
                self._neopixel = self._open()
            self._neopixel[:] = colours
            self._neopixel.show()
        except (BoardError, OSError, RuntimeError, ValueError) as error:
            self.release()
            raise StripError(_explained(error, f"pin {self._pins.pin}")) from error

    def release(self) -> None:
        """Give the pin back; the next `show` opens it again."""
        made, self._neopixel = self._neopixel, None
        if made is not None:
            with contextlib.suppress(OSError, RuntimeError):
                made.pin.deinit()

    def _open(self) -> Any:
        neopixel = _vendor("neopixel")
        return neopixel.NeoPixel(
            _pin(self._pins.pin),
            self._count,
            brightness=1.0,
            auto_write=False,
            pixel_order=self._pins.order,
        )


class PinBuzzer:
    """A buzzer on a pin. Active: the pin is high. Passive: a tone by `pwmio`, which makes it in
    software where the pin has no PWM."""

    def __init__(self, pins: BuzzerPins) -> None:
        self._pins = pins
        self._output: Any = None

    def set(self, on: bool) -> None:
        """Switch it. Raises `BuzzerError`."""
        try:
            if self._output is None:
                self._output = self._open()
            if self._pins.kind == "active":
                self._output.value = on
            else:
                self._output.duty_cycle = _HALF if on else 0
        except (BoardError, OSError, RuntimeError, ValueError) as error:
            with contextlib.suppress(OSError, RuntimeError, ValueError):
                self._release()
            raise BuzzerError(_explained(error, f"pin {self._pins.pin}")) from error

    def close(self) -> None:
        """Off, and the pin given back. Raises `BuzzerError`."""
        if self._output is None:
            return
        try:
            self.set(False)
        finally:
            self._release()

    def _open(self) -> Any:
        pin = _pin(self._pins.pin)
        if self._pins.kind == "passive":
            pwmio = _vendor("pwmio")
            return pwmio.PWMOut(pin, frequency=self._pins.tone_hz, duty_cycle=0)
        digitalio = _vendor("digitalio")
        output = digitalio.DigitalInOut(pin)
        output.switch_to_output(value=False)
        return output

    def _release(self) -> None:
        output, self._output = self._output, None
        if output is not None:
            output.deinit()


def _chips(pins: Pins, meter: Meter) -> list[Any]:
    """The chip of every reader; those that are not there say so themselves, later."""
    _vendor("spidev")
    _vendor("RPi.GPIO")
    _tame_lgpio()
    _vendor("mfrc522")
    chip = import_module("meadow.nfc.mfrc522").Chip
    return [
        chip(
            ChipSettings(
                bus=one.bus,
                device=one.device,
                reset_pin=one.reset,
                gain_db=one.gain_db,
                spi_hz=pins.bus_of(one).clock_hz,
            ),
            meter,
        )
        for one in pins.readers
    ]


def _check_pi(pins: Pins) -> Model:
    """The model of this Raspberry Pi. Raises `BoardError` if the wiring is not for it."""
    name = str(_vendor("board").board_id)
    model = next((model for start, model in _MODELS.items() if name.startswith(start)), None)
    if model is None:
        what = f"this is no Raspberry Pi 3, 4, 5 or Zero 2 W (Blinka calls it {name})"
        raise BoardError(f"{what}; without one, use --board virtual")
    if model not in pins.pi.models:
        served = either(pins.pi.models)
        what = f"this is a Raspberry Pi {model}, and the wiring is for {served}"
        raise BoardError(f"{what}: see pi.models in pins.toml, and docs/hardware.md")
    if model == "5" and str(_vendor("RPi.GPIO").VERSION) < "0.7.2":
        what = "RPi.GPIO does not work on a Raspberry Pi 5"
        raise BoardError(f"{what}: uninstall it and take rpi-lgpio (docs/hardware.md, step 3)")
    return model


def _tame_lgpio() -> None:
    """Under rpi-lgpio 0.6 lgpio raises an error of its own class where the shim awaits a number to
    make the RuntimeError of it that users of RPi.GPIO know."""
    lgpio: Any = sys.modules.get("lgpio")
    if lgpio is not None:
        lgpio.exceptions = False


def _vendor(name: str) -> Any:
    """A vendor module. Raises `BoardError`, which says what is missing."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise BoardError(f"the library {error.name or name} is not there: {_INSTALL}") from error
    except (ImportError, NotImplementedError, RuntimeError, OSError) as error:
        if _PIPE in str(error):
            what = "the library lgpio writes a file into the folder in which this program runs"
            raise BoardError(f"{what}: run it in one that its user may write") from error
        why = _explained(error, f"the library {name}")
        raise BoardError(f"{why}; without a Raspberry Pi, use --board virtual") from error


def _pin(bcm: int) -> Any:
    return getattr(_vendor("board"), f"D{bcm}")


def _explained(error: Exception, where: str) -> str:
    """What a vendor package raised, as one plain line that says what to do."""
    said = (str(error).splitlines() or [""])[0] or type(error).__name__
    if isinstance(error, BoardError):
        return said
    if isinstance(error, PermissionError):
        return f"{where} may not be used: sudo usermod -aG gpio NAME, and log in anew ({said})"
    if isinstance(error, OSError) and error.errno == errno.EBUSY:
        return f"{where} is in use by another program: end it, gpioinfo shows which ({said})"
    if "sudo" in said:
        return f"{where} needs root on this Raspberry Pi: run meadowd as a service or with sudo"
    if "PIO" in said:
        return f"{where} needs /dev/pio0: sudo apt full-upgrade, and restart ({said})"
    return f"{where} fails: {said}"

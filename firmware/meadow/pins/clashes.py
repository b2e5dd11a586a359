"""What in a wiring cannot work together: pins used twice, and peripherals behind the pins.

Pure. The rules come from the BCM2835 peripherals' alternate functions, rpi_ws281x's README and
its issue 419, and Blinka's issue 747. It must not know the packages that drive the pins.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from meadow.pins.schema import BuzzerPins, PiPins, ReaderPins, SpiPins, StripPins
from meadow.tomlfile.document import Document, Problem, either
from meadow.tomlfile.lines import KeyPath

RESERVED = {
    0: "the identification of HATs",
    1: "the identification of HATs",
    2: "I2C (SDA)",
    3: "I2C (SCL)",
    14: "the UART (TXD)",
    15: "the UART (RXD)",
}
"""Pins that stay free: the Pi's start-up, its console and sensors need them."""
BUSES = {0: (11, 10, 9), 1: (21, 20, 19)}
"""SCLK, MOSI and MISO of each SPI bus: no overlay moves them."""
DEVICES = {0: 2, 1: 3}
STRIP_PWM = (12, 13, 18, 19)
STRIP_PCM = 21
STRIP_SPI = 10
"""What rpi_ws281x can drive a strip with, on a 40 pin header."""


class Wiring(NamedTuple):
    """What is written in a file; lists with the path of each element."""

    document: Document
    pi: PiPins
    spi: list[tuple[KeyPath, SpiPins]]
    readers: list[tuple[KeyPath, ReaderPins]]
    strip: StripPins
    buzzer: BuzzerPins


class _Claim(NamedTuple):
    """Somebody's use of a pin. Those with one ``shared`` name may have it together."""

    pin: int
    who: str
    path: KeyPath
    shared: str = ""


def clashes(wiring: Wiring) -> list[Problem]:
    """All that cannot be, each by name and line; of one key only the first."""
    if twice := list(_twice(wiring)):
        return twice  # which of two the readers mean nobody knows: the rest would mislead
    problems = [*_buses(wiring), *_readers(wiring), *_strip(wiring), *_buzzer(wiring)]
    problems += [*_reserved(wiring), *_doubles(wiring)]
    first: dict[str, Problem] = {}
    for problem in problems:
        first.setdefault(problem.key, problem)
    return list(first.values())


def _claims(wiring: Wiring) -> Iterator[_Claim]:
    for path, bus in wiring.spi:
        name = f"spi {bus.bus}"
        yield _Claim(bus.sclk, f"SCLK of {name}", (*path, "sclk"))
        yield _Claim(bus.mosi, f"MOSI of {name}", (*path, "mosi"))
        yield _Claim(bus.miso, f"MISO of {name}", (*path, "miso"))
        for index, pin in enumerate(bus.chip_selects):
            yield _Claim(pin, f"chip select {index} of {name}", (*path, "chip_selects", index))
    for path, reader in wiring.readers:
        yield _Claim(reader.reset, f"the reset of {reader.place}", (*path, "reset"), "reset")
    yield _Claim(wiring.strip.pin, "the strip", ("strip", "pin"))
    yield _Claim(wiring.buzzer.pin, "the buzzer", ("buzzer", "pin"))


def _reserved(wiring: Wiring) -> Iterator[Problem]:
    for claim in _claims(wiring):
        if claim.pin in RESERVED:
            what = f"pin {claim.pin} for {claim.who} belongs to {RESERVED[claim.pin]}"
            yield wiring.document.problem(claim.path, what, "allowed: a pin of 4 to 13, 16 to 27")


def _doubles(wiring: Wiring) -> Iterator[Problem]:
    document = wiring.document
    for earlier, claim in combinations(_claims(wiring), 2):
        together = bool(claim.shared) and claim.shared == earlier.shared
        if claim.pin == earlier.pin and not together:
            line = document.line(earlier.path)
            what = f"pin {claim.pin} for {claim.who} is {earlier.who} already, on line {line}"
            yield document.problem(claim.path, what, "allowed: a pin of its own")


def _twice(wiring: Wiring) -> Iterator[Problem]:
    document = wiring.document
    for (earlier_path, earlier), (path, bus) in combinations(wiring.spi, 2):
        if bus.bus == earlier.bus:
            what = f"spi {bus.bus} is there already, on line {document.line(earlier_path)}"
            yield document.problem((*path, "bus"), what, "allowed: each bus once")


def _buses(wiring: Wiring) -> Iterator[Problem]:
    document = wiring.document
    for path, bus in wiring.spi:
        for key, right in zip(("sclk", "mosi", "miso"), BUSES[bus.bus], strict=True):
            pin = getattr(bus, key)
            if pin != right:
                what = f"{key.upper()} of spi {bus.bus} cannot be on pin {pin}"
                yield document.problem((*path, key), what, f"allowed: {right}")
        if len(bus.chip_selects) > DEVICES[bus.bus]:
            what = f"spi {bus.bus} has {len(bus.chip_selects)} chip selects"
            allowed = f"allowed: at most {DEVICES[bus.bus]}"
            yield document.problem((*path, "chip_selects"), what, allowed)


def _readers(wiring: Wiring) -> Iterator[Problem]:
    document = wiring.document
    buses = {bus.bus: bus for _, bus in wiring.spi}
    for (earlier_path, earlier), (path, reader) in combinations(wiring.readers, 2):
        line = document.line(earlier_path)
        if reader.place == earlier.place:
            what = f"{reader.place} has a reader already, on line {line}"
            yield document.problem((*path, "place"), what, "allowed: one for each place")
        elif (reader.bus, reader.device) == (earlier.bus, earlier.device):
            what = f"device {reader.device} of spi {reader.bus} is {earlier.place}, on line {line}"
            yield document.problem((*path, "device"), what, "allowed: a device of its own")
    for path, reader in wiring.readers:
        if reader.bus not in buses:
            what = f"there is no [[spi]] for bus {reader.bus} of {reader.place}"
            known = either(str(number) for number in sorted(buses)) or "none, write one first"
            yield document.problem((*path, "bus"), what, f"allowed: {known}")
        elif reader.device >= len(selects := buses[reader.bus].chip_selects):
            what = f"spi {reader.bus} has no chip select for device {reader.device}"
            yield document.problem((*path, "device"), what, f"allowed: 0 to {len(selects) - 1}")


def _strip(wiring: Wiring) -> Iterator[Problem]:
    document, pin, path = wiring.document, wiring.strip.pin, ("strip", "pin")
    before_5 = [model for model in wiring.pi.models if model != "5"]
    if not before_5:
        return  # the Pi 5 drives any pin by its PIO
    if pin == STRIP_SPI:
        buses = [where for where, bus in wiring.spi if bus.bus == 0]
        whose = f", which has readers (line {document.line(buses[0])})" if buses else ""
        what = f"a strip on pin {pin}, the MOSI of spi 0, needs spi 0 for itself{whose}"
        yield document.problem(path, what, "allowed: 12, 13, 18 or 19, if free")
    elif pin not in (*STRIP_PWM, STRIP_PCM):
        what = f"pin {pin} cannot drive a strip on a Pi {either(before_5)}: it has no PWM"
        yield document.problem(path, what, "allowed: 12, 13, 18 or 19, if free")
    elif pin in STRIP_PWM and wiring.pi.audio:
        what = "analog audio uses the PWM that drives the strip"
        what += f" on line {document.line(path)}"
        do = "put dtparam=audio=off into config.txt, and audio = false here"
        yield document.problem(("pi", "audio"), what, do)


def _buzzer(wiring: Wiring) -> Iterator[Problem]:
    """The kernel's or anybody's PWM on the other channel stops the strip (rpi_ws281x#419)."""
    document, buzzer, strip = wiring.document, wiring.buzzer, wiring.strip
    if all(model == "5" for model in wiring.pi.models):
        return
    if buzzer.pin in STRIP_PWM and strip.pin in STRIP_PWM and buzzer.pin != strip.pin:
        line = document.line(("strip", "pin"))
        what = f"pin {buzzer.pin} shares the PWM with the strip on line {line}"
        allowed = "allowed: a pin without PWM, as 26; else the strip flickers"
        yield document.problem(("buzzer", "pin"), what, allowed)

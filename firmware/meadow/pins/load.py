"""Reads pins.toml and refuses what cannot work, each fault with file, line and name.

The format: docs/hardware.md. It must not know the packages that drive the pins.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.resources import files

from meadow.pins.clashes import Wiring, clashes
from meadow.pins.schema import (
    PLACES,
    BuzzerPins,
    Pins,
    PiPins,
    ReaderPins,
    SpiPins,
    StripPins,
    TablePins,
)
from meadow.tomlfile.checked import checked, checked_list, unknown_keys
from meadow.tomlfile.document import (
    Document,
    Problem,
    TomlError,
    nearest,
    parse_document,
    read_document,
)

_SECTIONS = ("table", "pi", "spi", "reader", "strip", "buzzer")


class PinsError(TomlError):
    """The wiring cannot be used; ``messages`` is all that is wrong, with file and line."""


def load_pins(path: str | os.PathLike[str]) -> Pins:
    """The wiring in a file. Raises `PinsError`."""
    try:
        document = read_document(path)
    except TomlError as error:
        raise PinsError(error.problems) from error
    return _pins_of(document)


def parse_pins(text: str, name: str) -> Pins:
    """The wiring in a TOML text; ``name`` stands for the file. Raises `PinsError`."""
    try:
        document = parse_document(text, name)
    except TomlError as error:
        raise PinsError(error.problems) from error
    return _pins_of(document)


def default_pins_text() -> str:
    """The pins.toml that comes with the program."""
    return files("meadow.pins").joinpath("pins.toml").read_text(encoding="utf-8")


def default_pins() -> Pins:
    """The wiring of a table that is wired as the documents say."""
    return parse_pins(default_pins_text(), "pins.toml")


def _pins_of(document: Document) -> Pins:
    problems: list[Problem] = []
    readers = checked_list(document, "reader", ReaderPins, problems)
    missing = [] if problems else _missing(document, [one.place for _, one in readers])
    table = checked(document, ("table",), TablePins, problems)
    pi = checked(document, ("pi",), PiPins, problems)
    spi = checked_list(document, "spi", SpiPins, problems)
    strip = checked(document, ("strip",), StripPins, problems)
    buzzer = checked(document, ("buzzer",), BuzzerPins, problems)
    problems += unknown_keys(document, (), _SECTIONS)
    if problems or table is None or pi is None or strip is None or buzzer is None:
        raise PinsError(_without_misspelt(document, missing + problems))
    problems = missing + clashes(Wiring(document, pi, spi, readers, strip, buzzer))
    if problems:
        raise PinsError(problems)
    in_order = sorted([one for _, one in readers], key=lambda reader: PLACES.index(reader.place))
    return Pins(pi, tuple([one for _, one in spi]), tuple(in_order), strip, buzzer, table)


def _without_misspelt(document: Document, problems: list[Problem]) -> list[Problem]:
    """The problems but for what a section seems to lack whose name is misspelt."""
    misspelt = {nearest(key, _SECTIONS) for key in document.data if key not in _SECTIONS}
    return [problem for problem in problems if problem.key.split(".")[0] not in misspelt]


def _missing(document: Document, there: Sequence[str]) -> list[Problem]:
    allowed = "each side and the deck need one"
    return [
        document.problem(("reader",), f"there is none for {place}", allowed)
        for place in PLACES
        if place not in there
    ]

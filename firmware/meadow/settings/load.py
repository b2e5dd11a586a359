"""Reads the settings of a table from TOML; says all that is wrong, each with file and line.

The format: docs/settings.md. Names no game: the games' types are handed in.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, get_args

from meadow.lights.power import least_ma
from meadow.lights.spans import DEFAULT_SPANS, MEADOW, PIXELS, Span, span_pixels
from meadow.nfc.readers import ReaderSettings
from meadow.settings.schema import (
    FEWEST_PIXELS,
    FILE_NAME,
    MOST_PIXELS,
    NEEDED_PLACES,
    SET_NAME,
    SETTINGS_FILE,
    ConsoleSettings,
    JournalSettings,
    PiecesSettings,
    Settings,
    SoundSettings,
    SpanEntry,
    SpanPlace,
    StripSettings,
    TableSettings,
)
from meadow.tomlfile.checked import checked, checked_list, unknown_keys
from meadow.tomlfile.document import (
    Document,
    Problem,
    TomlError,
    parse_document,
    read_document,
    shown_text,
)
from meadow.tomlfile.lines import KeyPath

GameTypes = Mapping[str, type[Any]]
"""The msgspec type of each game's section, by the name of the game."""

PlacedSpan = tuple[KeyPath, Span]
"""A span and where it is written."""

NamedFile = tuple[KeyPath, str]
"""A file that the settings name, and where."""

_SET_NAME = re.compile(SET_NAME)
_FILE_NAME = re.compile(FILE_NAME)
_PLACES = get_args(SpanPlace)
_SECTIONS = ("table", "pieces", "strip", "span", "sounds", "journal", "console", "readers", "games")


class SettingsError(TomlError):
    """The settings cannot be used; ``messages`` is all that is wrong, with file and line."""


def load_settings(path: str | os.PathLike[str], game_types: GameTypes) -> Settings:
    """The settings in a file. Raises `SettingsError`."""
    try:
        document = read_document(path)
    except TomlError as error:
        raise SettingsError(error.problems) from error
    return settings_of(document, game_types)


def parse_settings(text: str, name: str, game_types: GameTypes) -> Settings:
    """The settings in a TOML text; ``name`` stands for the file. Raises `SettingsError`."""
    try:
        document = parse_document(text, name)
    except TomlError as error:
        raise SettingsError(error.problems) from error
    return settings_of(document, game_types)


def default_settings(game_types: GameTypes) -> Settings:
    """The settings of a table that was given none."""
    return parse_settings("", "the default settings", game_types)


def settings_of(document: Document, game_types: GameTypes) -> Settings:
    """The settings in a document. Raises `SettingsError`."""
    problems = unknown_keys(document, (), _SECTIONS)
    table = checked(document, ("table",), TableSettings, problems)
    pieces = _pieces(document, problems)
    strip = _strip(document, problems)
    spans = _spans(document, problems)
    sounds = checked(document, ("sounds",), SoundSettings, problems)
    journal = checked(document, ("journal",), JournalSettings, problems)
    console = checked(document, ("console",), ConsoleSettings, problems)
    readers = checked(document, ("readers",), ReaderSettings, problems)
    games = _games(document, game_types, problems)
    if problems or not (table and pieces and strip and sounds and journal and console and readers):
        raise SettingsError(problems)
    return Settings(table, pieces, strip, spans, sounds, journal, console, readers, games)


def named_sets(document: Document) -> tuple[NamedFile, ...]:
    """The good names in ``pieces.sets``, each once, also when other settings are wrong."""
    found: dict[str, KeyPath] = {}
    for path, name in _names(document):
        if path[1] == "sets" and _SET_NAME.fullmatch(name):
            found.setdefault(name, path)
    return tuple([(path, name) for name, path in found.items()])


def named_register(document: Document) -> NamedFile | None:
    """The register that ``pieces.register`` names; None when there is none."""
    found = [(path, name) for path, name in _names(document) if path[1] == "register"]
    return found[0] if found and _FILE_NAME.fullmatch(found[0][1]) else None


def pieces_problems(document: Document) -> list[Problem]:
    """What is wrong with ``[pieces]`` alone."""
    problems: list[Problem] = []
    _pieces(document, problems)
    return problems


def _pieces(document: Document, problems: list[Problem]) -> PiecesSettings | None:
    """``[pieces]``, each file named but once."""
    before = len(problems)
    pieces = checked(document, ("pieces",), PiecesSettings, problems)
    lines: dict[str, int] = {}
    for path, name in _names(document):
        if name == SETTINGS_FILE:
            what = f"{shown_text(name)} is the name of the settings themselves"
            problems.append(document.problem(path, what, "allowed: another name"))
        elif name in lines:
            what = f"{shown_text(name)} is named already, on line {lines[name]}"
            problems.append(document.problem(path, what, "allowed: each file once"))
        lines.setdefault(name, document.line(path))
    return pieces if len(problems) == before else None


def _names(document: Document) -> list[NamedFile]:
    """All texts where files are named, good or not."""
    sets = document.get(("pieces", "sets"))
    listed = sets if isinstance(sets, list) else []
    named: list[tuple[KeyPath, Any]] = [
        (("pieces", "sets", index), name) for index, name in enumerate(listed)
    ]
    named.append((("pieces", "register"), document.get(("pieces", "register"))))
    return [(path, name) for path, name in named if isinstance(name, str) and name]


def _games(document: Document, game_types: GameTypes, problems: list[Problem]) -> dict[str, Any]:
    """The section of every game there is; a game that is not there is told."""
    value = document.get(("games",))
    if value is not None and not isinstance(value, dict):
        what = f"{shown_text(value)} is not a table"
        problems.append(document.problem(("games",), what, "allowed: tables as [games.NAME]"))
        return {}
    problems += unknown_keys(document, ("games",), tuple(game_types))
    return {
        name: checked(document, ("games", name), game_types[name], problems)
        for name in sorted(game_types)
    }


def _strip(document: Document, problems: list[Problem]) -> StripSettings | None:
    """``[strip]``, with a current that all its pixels can be seen at."""
    strip = checked(document, ("strip",), StripSettings, problems)
    if strip is None or strip.max_current_ma >= (needed_ma := least_ma(strip.pixels)):
        return strip
    current = ("strip", "max_current_ma")
    path = current if document.get(current) is not None else ("strip", "pixels")
    what = f"{strip.pixels} pixels on {strip.max_current_ma} mA would hardly be seen"
    problems.append(document.problem(path, what, f"allowed: {needed_ma} mA or more"))
    return None


# ---------------------------------------------------------------------------------- spans


def _spans(document: Document, problems: list[Problem]) -> tuple[Span, ...]:
    """The spans of the file, or the built-in ones when it has none."""
    pixels = strip_pixels(document)
    if document.get(("span",)) is None:
        if pixels not in (None, PIXELS):
            what = f"the built-in light spans are for {PIXELS} pixels, not {pixels}"
            allowed = "give a [[span]] for each place"
            problems.append(document.problem(("strip", "pixels"), what, allowed))
        return DEFAULT_SPANS
    entries = checked_list(document, "span", SpanEntry, problems)
    problems += _missing(document)
    spans = [(path, Span(one.place, one.first, one.count)) for path, one in entries]
    problems += _doubles(document, spans)
    problems += _outside(document, spans, pixels)
    problems += _overlaps(document, spans, pixels)
    return tuple([span for _, span in spans])


def strip_pixels(document: Document) -> int | None:
    """The length of the strip even if other keys of its section are wrong; None if it is wrong."""
    pixels = document.get(("strip", "pixels"))
    if pixels is None:
        return PIXELS
    is_right = isinstance(pixels, int) and FEWEST_PIXELS <= pixels <= MOST_PIXELS
    return pixels if is_right else None


def _missing(document: Document) -> list[Problem]:
    """The places without a span, unless one with a misspelt place may be meant for them."""
    value = document.get(("span",))
    tables = value if isinstance(value, list) else [{}]
    found = [one.get("place") for one in tables if isinstance(one, dict)]
    places = [place for place in found if place in _PLACES]
    if len(places) < len(tables):
        return []
    allowed = "each side and the deck reader need one"
    return [
        document.problem(("span",), f"there is none for {place}", allowed)
        for place in NEEDED_PLACES
        if place not in places
    ]


def _doubles(document: Document, spans: Sequence[PlacedSpan]) -> list[Problem]:
    return [
        document.problem(
            (*path, "place"),
            f"{span.place} has a span already, on line {document.line(earlier_path)}",
            "allowed: one for each place",
        )
        for (earlier_path, earlier), (path, span) in combinations(spans, 2)
        if span.place == earlier.place
    ]


def _outside(document: Document, spans: Sequence[PlacedSpan], pixels: int | None) -> list[Problem]:
    """Spans that the strip does not have; where its length is not known, that no strip has."""
    problems = []
    most, strip = (pixels, "the strip") if pixels else (MOST_PIXELS, "any strip")
    for path, span in spans:
        if span.first >= most:
            what = f"{span.place} begins at pixel {span.first}, off {strip}"
            allowed = f"allowed: 0 to {most - 1}"
            problems.append(document.problem((*path, "first"), what, allowed))
        if span.count > most:
            what = f"{span.place} has {span.count} pixels, more than {strip}"
            problems.append(document.problem((*path, "count"), what, f"allowed: 1 to {most}"))
        elif pixels and span.place == MEADOW and span.count != pixels:
            what = f"{MEADOW} is the whole ring"
            problems.append(document.problem((*path, "count"), what, f"allowed: {pixels}"))
    return problems


def _overlaps(document: Document, spans: Sequence[PlacedSpan], pixels: int | None) -> list[Problem]:
    """Pixels that two places claim; the span of the whole meadow lies under all of them.

    Where the length of the strip is not known, they are those of one that no span goes round: what
    overlaps there does so on every strip.
    """
    problems = []
    most, ring = pixels or MOST_PIXELS, pixels or 2 * MOST_PIXELS
    fit = [
        (path, span, set(span_pixels(span, ring)))
        for path, span in spans
        if span.first < most and span.count <= most and span.place != MEADOW
    ]
    for (earlier_path, earlier, taken), (path, span, wanted) in combinations(fit, 2):
        shared = sorted(taken & wanted)
        if shared and span.place != earlier.place:
            other = f"{earlier.place} on line {document.line(earlier_path)}"
            what = f"{span.place} overlaps {other} at {_runs_text(shared)}"
            problems.append(document.problem(path, what, "allowed: each pixel in one span"))
    return problems


def _runs_text(pixels: Sequence[int]) -> str:
    """Pixel numbers as runs: ``pixels 0 to 2, 58 to 59``."""
    runs: list[list[int]] = []
    for pixel in pixels:
        if runs and runs[-1][-1] == pixel - 1:
            runs[-1].append(pixel)
        else:
            runs.append([pixel])
    texts = [f"{run[0]} to {run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs]
    return f"pixel{'s' if len(pixels) > 1 else ''} {', '.join(texts)}"

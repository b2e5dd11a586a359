"""Plays a journal's game again: which game it is, how it began, what each line tells it.

The table takes a game up with it after a crash, and a replay compares by it. Knows no
particular game and no device.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from meadow.games.game import AnyInput
from meadow.games.package import Package
from meadow.journal.lines import JournalError, Kind, Line, Source
from meadow.journal.read import Journal
from meadow.nfc.sightings import Arrived, Back, Failed, Left
from meadow.table.play import Play

_TOLD = frozenset({Source.OPERATOR, Source.LINK, Source.TABLE})
"""The sources whose inputs are fed again; the others follow from sightings and alarms."""

_SIGHTING, _INPUT = Kind.SIGHTING, Kind.INPUT  # looked up once: an enum takes long over it

_INPUTS = msgspec.json.Decoder(AnyInput)
_SIGHTINGS = msgspec.json.Decoder(Arrived | Left | Failed | Back)


def package_of(journal: Journal, packages: Mapping[str, Package]) -> Package:
    """The game of a journal. Raises `JournalError` if it or its rules are not installed."""
    header = journal.header
    package = packages.get(header.game)
    if package is None:
        games = ", ".join(packages) or "none"
        why = f"a journal of {header.game!r}, which is not installed here; installed: {games}"
        raise JournalError(journal.path, 1, why)
    if header.rules != package.game.rules_version:
        why = (
            f"played by rules {header.rules} of {header.game}, this program has rules "
            f"{package.game.rules_version}; replay it with the version that played it"
        )
        raise JournalError(journal.path, 1, why)
    return package


def begin_play(journal: Journal, package: Package) -> Play:
    """The game of a journal before its first line. Raises `SetupError` or `JournalError`."""
    return Play(package.game, journal.pieces.get, journal.setup(package.setup_type))


def input_of(journal: Journal, line: Line) -> AnyInput:
    """The body of an input line. Raises `JournalError` when it cannot be read."""
    happened: AnyInput = journal.body(line, _INPUTS)
    return happened


def sighting_of(journal: Journal, line: Line) -> Arrived | Left | Failed | Back:
    """The body of a sighting line. Raises `JournalError` when it cannot be read."""
    seen: Arrived | Left | Failed | Back = journal.body(line, _SIGHTINGS)
    return seen


def feed(play: Play, journal: Journal, line: Line) -> None:
    """Give a line to the play, if the play cannot compute it from those before it.

    Raises `JournalError` for a body it cannot read.
    """
    kind = line.kind
    if kind is _SIGHTING:
        play.saw(sighting_of(journal, line))
    elif kind is _INPUT and line.source in _TOLD:
        play.told(input_of(journal, line), line.source)
    elif kind is _INPUT and line.source is Source.ALARM:
        play.ring_until(line.at_ms)
    elif kind is Kind.NOTE:
        play.note(line.at_ms, line.source, line.body)

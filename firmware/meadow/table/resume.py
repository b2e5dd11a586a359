"""Takes a game up again after a crash: plays its journal once more, line for line.

Knows no particular game and no device. The journal must have been recovered already.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from meadow.games.game import SetupError
from meadow.games.package import Package, Recalls
from meadow.journal.lines import JournalError
from meadow.journal.read import Journal
from meadow.table.lobby import LobbyState
from meadow.table.play import Play
from meadow.table.retelling import begin_play, feed, package_of


class TakenUp(NamedTuple):
    """A game taken up: ``missing`` are lines that followed but had not been written yet;
    ``setup`` is how it began."""

    package: Package
    play: Play
    missing: list[bytes]
    last_ms: int
    setup: Any

    def lobby(self, settings: Any) -> LobbyState:
        """The lobby that led to it, by the game's settings now; empty where a game cannot say."""
        if not isinstance(self.package, Recalls):
            return LobbyState()
        recalled = self.package.recall(self.setup, settings)
        choices = self.package.choices_after(recalled.choices)
        return LobbyState(self.package.name, choices, recalled.seats)


def take_up(journal: Journal, packages: Mapping[str, Package]) -> TakenUp:
    """The game as it stood at the journal's last line.

    Raises `JournalError` when the game is finished or not installed, was played by other rules,
    or when playing it again gives another line than the journal has.
    """
    package = package_of(journal, packages)
    if journal.finished:
        raise JournalError(journal.path, 0, "this game is finished: there is nothing to take up")
    try:
        play = begin_play(journal, package)
    except SetupError as error:
        raise JournalError(journal.path, 1, f"the game cannot begin: {error}") from error
    last_ms = retell(play, journal)
    made = play.take().lines
    for line, raw, again in zip(journal.lines, journal.raws, made, strict=False):
        if raw != again:
            raise journal.error(line, "played again, the game gives another line here")
    written = len(journal.lines)
    if len(made) < written:
        raise journal.error(journal.lines[len(made)], "played again, the game has no such line")
    setup = journal.setup(package.setup_type)
    return TakenUp(package, play, made[written:], max(last_ms, play.state.at_ms), setup)


def retell(play: Play, journal: Journal) -> int:
    """Feed a game that has just begun with all that is written; gives the time of the last line.

    Raises `JournalError` for a line whose body this version cannot read.
    """
    last_ms = 0
    for line in journal.lines:
        last_ms = max(last_ms, line.at_ms)
        feed(play, journal, line)
    return last_ms

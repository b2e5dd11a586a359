"""A lobby whose state is kept, for tests: two small games, four trays and the deck reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meadow.games.game import Refused, Sound
from meadow.games.package import Package
from meadow.pieces.kinds import AnyPiece
from meadow.table.lobby import Lobby, LobbyState

from tests.examples.quick_rake import PACKAGE, QuickRakePackage

READERS = ("north", "east", "south", "west", "deck")


class FiveRakePackage(QuickRakePackage):
    """Another game, with a fifth seat."""

    name = "five-rake"
    title = "Five Rake"
    words: Mapping[str, str] = {"five-rake": "play Five Rake"}
    opening_words = frozenset({"five-rake"})
    seat_places = ("north", "east", "south", "west", "five")


class Entrance:
    """A lobby whose state is kept."""

    def __init__(self, *packages: Package) -> None:
        chosen = packages or (PACKAGE, FiveRakePackage())
        self.lobby = Lobby({package.name: package for package in chosen}, READERS)
        self.state = LobbyState()
        self.refused: Refused | None = None
        self.flashed: tuple[tuple[str, str], ...] = ()

    def say(self, word: str, *args: str) -> str:
        """Say a word; gives why it is refused, or ""."""
        before = self.state
        self.state, outputs, _ = self.lobby.said(self.state, word, args)
        return self._answer(before, outputs)

    def lay(self, place: str, piece: AnyPiece | None) -> str:
        before = self.state
        self.state, outputs, flashes = self.lobby.laid(self.state, place, piece, "04FF")
        self.flashed = tuple([(flash.place, flash.cue) for flash in flashes])
        return self._answer(before, outputs)

    def _answer(self, before: LobbyState, outputs: tuple[Any, ...]) -> str:
        (output,) = outputs
        self.refused = output if isinstance(output, Refused) else None
        if self.refused:
            assert self.state is before
            return self.refused.why
        assert output == Sound("join")
        return ""

    @property
    def rakes(self) -> dict[str, str]:
        return {seat.side: seat.rake for seat in self.state.seats}

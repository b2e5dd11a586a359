"""What a game brings to the table besides its rules core: words, set-up, looks and sounds.

One package a game, an entry point of the group ``meadow.games``. The lobby, the lights and the
console learn a game's name from here alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Any, Protocol

from meadow.games.cues import Beep, Flash, Style
from meadow.games.game import Fact, Game, Result, Seat
from meadow.pieces.kinds import AnyPiece


class ChoiceError(Exception):
    """A lobby word does not go with what is chosen; the message is one plain line."""

    def __init__(self, why: str, ruling: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.ruling = ruling


class Package(Protocol):
    """One game as the table knows it."""

    @property
    def name(self) -> str:
        """The short name, as in the journal's header."""
        ...

    @property
    def title(self) -> str:
        """The name people know."""
        ...

    @property
    def game(self) -> Game[Any]:
        """The rules core."""
        ...

    @property
    def setup_type(self) -> type[Any]:
        """The msgspec type of its setup, for the journal."""
        ...

    @property
    def fact_type(self) -> Any:
        """The union of all its facts, for reading journals."""
        ...

    @property
    def result_type(self) -> type[Result]: ...

    @property
    def settings_type(self) -> type[Any]:
        """The msgspec type of its section of the settings, with defaults for every key."""
        ...

    @property
    def words(self) -> Mapping[str, str]:
        """The lobby words it understands, each with a line of explanation."""
        ...

    @property
    def opening_words(self) -> frozenset[str]:
        """Those of its words that choose this game when said in the lobby."""
        ...

    @property
    def seat_places(self) -> tuple[str, ...]:
        """Where its players may sit, clockwise."""
        ...

    def choose(self, choices: Any | None, word: str, args: tuple[str, ...] = ()) -> Any:
        """The choices after a word (``None`` at first). Raises `ChoiceError`."""
        ...

    def describe(self, choices: Any) -> str:
        """The choices in one line, for people."""
        ...

    def setup(
        self, choices: Any, seats: tuple[Seat, ...], pieces: tuple[AnyPiece, ...], settings: Any
    ) -> Any:
        """The set-up of a game. Raises `SetupError` with one plain line."""
        ...

    @property
    def styles(self) -> Mapping[str, Style]:
        """The look of each of its cues."""
        ...

    @property
    def beeps(self) -> Mapping[str, Beep]:
        """The sound of each of its sound cues."""
        ...

    def flashes(self, fact: Fact) -> tuple[Flash, ...]:
        """What the lights show once when this happened."""
        ...


ENTRY_POINTS = "meadow.games"


def load_packages() -> Mapping[str, Package]:
    """All installed games by name."""
    found = {point.name: point.load() for point in entry_points(group=ENTRY_POINTS)}
    return dict(sorted(found.items()))

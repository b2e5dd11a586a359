"""What a game brings to the table besides its rules core: words, set-up, looks and sounds.

One package a game, an entry point of the group ``meadow.games``. The lobby, the lights and the
console learn a game's name from here alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any, NamedTuple, Protocol, runtime_checkable

import msgspec

from meadow.games.cues import Beep, Flash, Style
from meadow.games.game import Fact, Game, Result, Seat, SetupError
from meadow.pieces.kinds import AnyPiece


class ChoiceError(Exception):
    """A lobby word does not go with what is chosen; the message is one plain line."""

    def __init__(self, why: str, ruling: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.ruling = ruling


class PackageError(Exception):
    """An installed game cannot be used; the message is one plain line that names it."""


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

    def choose_by_piece(self, choices: Any, seat: str, piece: AnyPiece) -> Any:
        """The choices after a piece was laid for a seat in the lobby. Raises `ChoiceError`.

        That is a piece that is neither a rake nor a command card; ``seat`` has joined.
        """
        ...

    def choices_after(self, choices: Any) -> Any:
        """What stays chosen once a game has begun: for the next one (S9 holds for one)."""
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


class SettingTrouble(NamedTuple):
    """Why a game cannot begin, or not as one might think.

    ``key`` is the way to a key within its section of the settings, as ``("suits", 1)``, and
    ``known`` what could stand there; ``key`` is () when it is the pieces that do not suffice.
    """

    key: tuple[str | int, ...]
    what: str
    known: tuple[str, ...] = ()


@runtime_checkable
class ChecksSettings(Protocol):
    """What a package may have besides: it tells before any Start what no game could begin with."""

    def check_settings(
        self, settings: Any, pieces: tuple[AnyPiece, ...]
    ) -> tuple[SettingTrouble, ...]:
        """What is wrong with the game's section of the settings, or with all these pieces."""
        ...


def settings_troubles(
    package: Package, settings: Any, pieces: tuple[AnyPiece, ...]
) -> tuple[SettingTrouble, ...]:
    """The troubles that a game finds; none if it does not look. Raises `PackageError`."""
    if not isinstance(package, ChecksSettings):
        return ()
    try:
        return package.check_settings(settings, pieces)
    except Exception as error:
        why = " ".join(str(error).split())
        raise PackageError(
            f"the game {package.name!r} cannot be used: its check of the settings fails with "
            f"{type(error).__name__}: {why}; mend or uninstall it"
        ) from error


@runtime_checkable
class Settles(Protocol):
    """What a package may have besides: the lobby shows what is played where nothing was chosen."""

    def settled(self, choices: Any, settings: Any) -> Any:
        """The choices with what these settings say wherever none was made."""
        ...


class Recalled(NamedTuple):
    """What led to a set-up: the choices, and who sat where, without participants."""

    choices: Any
    seats: tuple[Seat, ...]


@runtime_checkable
class Recalls(Protocol):
    """What a package may have besides: after a restart of the table the lobby is as it was."""

    def recall(self, setup: Any, settings: Any) -> Recalled:
        """What led to the set-up of a game, where these are the game's settings now."""
        ...


def without_participants(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats as the lobby knows them: who plays is of one game alone."""
    return tuple([msgspec.structs.replace(seat, participant="") for seat in seats])


def players_troubles(
    set_up: Callable[[int], object], players: Sequence[int]
) -> tuple[SettingTrouble, ...]:
    """What the pieces do not suffice for: ``set_up`` is tried with each number of players, which
    rise, and raises `SetupError` for what cannot be played."""
    why = ""
    for count in reversed(players):
        try:
            set_up(count)
        except SetupError as error:
            why = str(error)
        else:
            return (SettingTrouble((), f"at most {count} can play: {why}"),) if why else ()
    return (SettingTrouble((), f"cannot be played: {why}"),) if why else ()


ENTRY_POINTS = "meadow.games"


def load_packages() -> Mapping[str, Package]:
    """All installed games by name. Raises `PackageError` for one that is broken."""
    found: dict[str, Package] = {}
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name):
        if point.name in found:
            raise _broken(point, "another installed game has this name")
        found[point.name] = _loaded(point)
    return found


def _loaded(point: EntryPoint) -> Package:
    try:
        package: Package = point.load()
    except Exception as error:
        # Whatever a game's own code raises, the table shall name the game.
        why = " ".join(str(error).split())
        raise _broken(point, f"{type(error).__name__}: {why}".removesuffix(": ")) from error
    lacks = [name for name in sorted(_PARTS) if not hasattr(package, name)]
    if lacks:
        raise _broken(point, f"it has no {' and no '.join(lacks)} (docs/adding-a-game.md)")
    if package.name != point.name:
        raise _broken(point, f"it calls itself {package.name!r}")
    return package


_PARTS = frozenset(name for name in vars(Package) if not name.startswith("_"))


def _broken(point: EntryPoint, why: str) -> PackageError:
    whose = f" of {point.dist.name}" if point.dist is not None else ""
    return PackageError(
        f"the game {point.name!r}{whose} ({ENTRY_POINTS} entry point {point.value}) cannot be "
        f"used: {why}; mend or uninstall it"
    )

"""Sweepers as the lobby knows it: words, choices, set-up, looks and sounds."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any

import msgspec

from meadow.games.cues import Beep, Flash, Style
from meadow.games.game import Fact, Game, Result, Seat, SetupError
from meadow.games.package import (
    ChoiceError,
    Recalled,
    SettingTrouble,
    players_troubles,
    without_participants,
)
from meadow.games.sweepers import looks
from meadow.games.sweepers.core import Sweepers
from meadow.games.sweepers.facts import SweepersFact, SweepersResult
from meadow.games.sweepers.setup import (
    SIDES,
    DealOrder,
    Mode,
    Pair,
    Referee,
    Setup,
    check_setup,
)
from meadow.games.sweepers.state import State
from meadow.pieces.kinds import AnyPiece, StashToken, TreatCard

_replace = msgspec.structs.replace


class SweepersSettings(msgspec.Struct, frozen=True):
    """The section ``[games.sweepers]`` of the settings."""

    tie_window_ms: Annotated[
        int,
        msgspec.Meta(ge=0, le=2000, title="Claims so close together are simultaneous (W10)."),
    ] = 250
    deal_order: Annotated[
        DealOrder, msgspec.Meta(title="One card at a time to each, or each deck in a row (T6).")
    ] = DealOrder.CLOCKWISE
    referee: Annotated[
        Referee,
        msgspec.Meta(
            title="The table judges tokens as they fall, or checks after the shout (T8, T9)."
        ),
    ] = Referee.LIVE


class Choices(msgspec.Struct, frozen=True):
    """What was chosen in the lobby; ``referee`` None is the settings' default."""

    mode: Mode
    referee: Referee | None = None
    ways: tuple[str, ...] = ()
    pairs: tuple[Pair, ...] | None = None


_TITLES = {Mode.STASH: "That's My Stash!", Mode.PAWS: "Quick Paws"}

_WORDS: Mapping[str, str] = MappingProxyType(
    {
        Mode.STASH.value: "everyone for themselves: first to stash all seven wins",
        Mode.PAWS.value: "together in 90 seconds",
        "referee-live": "the table judges each token as it falls",
        "referee-check": "the boxed game: shout, then be checked",
        "way-a": "easier: six cards each",
        "way-b": "each older player takes a card from a younger one",
        "way-c": "harder: the rake in the other hand",
        "way-d": "rounds of Quick Paws, one card more each",
        "pairs": "who takes from whom in way B: OLDER YOUNGER ...",
    }
)


class SweepersPackage:
    """One instance, `PACKAGE`, is the entry point."""

    name = "sweepers"
    title = "Sweepers"
    game: Game[State] = Sweepers()
    setup_type: type[Any] = Setup
    fact_type: Any = SweepersFact
    result_type: type[Result] = SweepersResult
    settings_type: type[Any] = SweepersSettings
    words: Mapping[str, str] = _WORDS
    opening_words = frozenset(mode.value for mode in Mode)
    seat_places = SIDES
    styles: Mapping[str, Style] = looks.STYLES
    beeps: Mapping[str, Beep] = looks.BEEPS

    def choose(self, choices: Any | None, word: str, args: tuple[str, ...] = ()) -> Choices:
        """The choices after a word. Raises `ChoiceError`."""
        if word in self.opening_words:
            return _with_mode(choices, Mode(word))
        if not isinstance(choices, Choices):
            raise ChoiceError("choose That's My Stash! or Quick Paws first", "T4")
        if word in ("referee-live", "referee-check"):
            return _replace(choices, referee=Referee(word.removeprefix("referee-")))
        if word == "pairs":
            return _with_pairs(choices, args)
        if word in _WORDS:
            return _with_way(choices, word.removeprefix("way-").upper())
        raise ChoiceError(f"{word!r} is no choice of Sweepers", "T4")

    def choose_by_piece(self, choices: Any, seat: str, piece: AnyPiece) -> Choices:
        """Tokens and cards choose nothing. Raises `ChoiceError`."""
        raise ChoiceError(f"{piece.id} is of no use yet: join with a rake, then start", "T16")

    def choices_after(self, choices: Any) -> Any:
        """All of it."""
        return choices

    def describe(self, choices: Any) -> str:
        """The choices in one line."""
        ways = "".join(f", way {way}" for way in choices.ways)
        referee = f", referee {choices.referee.value}" if choices.referee else ""
        return f"{_TITLES[choices.mode]}{referee}{ways}"

    def setup(
        self, choices: Any, seats: tuple[Seat, ...], pieces: tuple[AnyPiece, ...], settings: Any
    ) -> Setup:
        """The set-up of a game. Raises `SetupError` with one plain line."""
        if not isinstance(choices, Choices):
            raise SetupError("choose That's My Stash! or Quick Paws first (T4)")
        if "C" in choices.ways:
            seats = tuple([_other_hand(seat) for seat in seats])
        setup = Setup(
            mode=choices.mode,
            seats=tuple(sorted(seats, key=lambda seat: _clockwise(seat.side))),
            tokens=tuple([piece for piece in pieces if isinstance(piece, StashToken)]),
            cards=tuple([piece for piece in pieces if isinstance(piece, TreatCard)]),
            referee=choices.referee or settings.referee,
            ways=choices.ways,
            pairs=choices.pairs,
            deal_order=settings.deal_order,
            tie_window_ms=settings.tie_window_ms,
        )
        check_setup(setup)
        return setup

    def settled(self, choices: Choices, settings: SweepersSettings) -> Choices:
        """The referee, if none was chosen."""
        return _replace(choices, referee=choices.referee or settings.referee)

    def recall(self, setup: Setup, settings: SweepersSettings) -> Recalled:
        """What was chosen for a game that began so."""
        referee = None if setup.referee is settings.referee else setup.referee
        choices = Choices(setup.mode, referee, setup.ways, setup.pairs)
        seats = without_participants(setup.seats)
        if "C" in setup.ways:  # it said which hand, and does so again
            seats = tuple([_replace(one, hand="") if one.hand == "other" else one for one in seats])
        return Recalled(choices, seats)

    def check_settings(
        self, settings: SweepersSettings, pieces: tuple[AnyPiece, ...]
    ) -> tuple[SettingTrouble, ...]:
        """How many can play with these pieces; nothing is said where there are none of ours."""
        if not any(isinstance(piece, StashToken | TreatCard) for piece in pieces):
            return ()

        def set_up(players: int) -> Setup:
            seats = tuple([Seat(side) for side in SIDES[:players]])
            return self.setup(Choices(Mode.PAWS), seats, pieces, settings)

        return players_troubles(set_up, (1, 2, 3, 4))  # W1; both modes need the same

    def flashes(self, fact: Fact) -> tuple[Flash, ...]:
        return looks.flashes_of(fact)


def _with_mode(choices: Any | None, mode: Mode) -> Choices:
    """Changing the mode keeps what still goes with it."""
    if not isinstance(choices, Choices):
        return Choices(mode)
    ways = choices.ways
    if mode is Mode.STASH:
        ways = tuple([way for way in ways if way != "D"])
    return _replace(choices, mode=mode, ways=ways)


def _with_way(choices: Choices, way: str) -> Choices:
    if way == "D" and choices.mode is not Mode.PAWS:
        raise ChoiceError("way D is rounds of Quick Paws: choose Quick Paws first", "T4")
    for one, other in (("A", "D"), ("D", "A"), ("B", "D"), ("D", "B")):
        if way == one and other in choices.ways:
            raise ChoiceError(f"way {one} does not go with way {other}", "T4")
    return _replace(choices, ways=tuple(sorted({*choices.ways, way})))


def _with_pairs(choices: Choices, args: tuple[str, ...]) -> Choices:
    if not args or len(args) % 2 or any(side not in SIDES for side in args):
        raise ChoiceError("pairs: name sides as OLDER YOUNGER [OLDER YOUNGER]", "W9")
    if "B" not in choices.ways:
        raise ChoiceError("pairs are for way B: choose way B first", "W9")
    pairs = tuple([Pair(args[i], args[i + 1]) for i in range(0, len(args), 2)])
    return _replace(choices, pairs=pairs)


def _other_hand(seat: Seat) -> Seat:
    return seat if seat.hand else _replace(seat, hand="other")


def _clockwise(side: str) -> int:
    return SIDES.index(side) if side in SIDES else len(SIDES)


PACKAGE = SweepersPackage()

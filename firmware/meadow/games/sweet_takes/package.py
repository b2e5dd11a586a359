"""Sweet Takes as the lobby knows it: words, choices, set-up, looks and sounds."""

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
from meadow.games.sweet_takes import looks
from meadow.games.sweet_takes.core import SweetTakes
from meadow.games.sweet_takes.facts import SweetTakesFact, SweetTakesResult
from meadow.games.sweet_takes.setup import (
    FEWEST,
    MOST,
    SEATS,
    Deal,
    DealOrder,
    Setup,
    check_setup,
    suits_needed,
    suits_of,
)
from meadow.games.sweet_takes.state import State
from meadow.pieces.kinds import AnyPiece, SuitCard, TurnTracker

_replace = msgspec.structs.replace


class SweetTakesSettings(msgspec.Struct, frozen=True):
    """The section ``[games.sweet-takes]`` of the settings.

    ``suits`` are taken in this order, as many as the players need; the box's own order when none
    are named, which is by name.
    """

    deal: Annotated[
        Deal, msgspec.Meta(title="Whether cards pass the deck reader when they are dealt (S21).")
    ] = Deal.SCANNED
    deal_order: Annotated[
        DealOrder,
        msgspec.Meta(title="One card at a time to each, or each seat's twelve in a row (T6)."),
    ] = DealOrder.CLOCKWISE
    follow_depth: Annotated[
        int,
        msgspec.Meta(ge=1, le=MOST, title="How many suits of a round bind: 2 is the rule (S3)."),
    ] = 2
    suits: Annotated[
        tuple[str, ...],
        msgspec.Meta(title="The suits in use, the first ones first; all when none is named (R85)."),
    ] = ()


class Choices(msgspec.Struct, frozen=True):
    """What was chosen in the lobby; ``deal`` None and ``suits`` () are the settings'."""

    sets: int = 1
    deal: Deal | None = None
    suits: tuple[str, ...] = ()
    leader: str = ""


_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "sweet-takes": "tricks in three to six suits: most points after 12 rounds",
        "one-set": "one set of 12 rounds",
        "three-sets": "three sets of 12 rounds",
        "deal-scanned": "each card passes the deck reader as it is dealt",
        "deal-unscanned": "cards are dealt by hand; breaches are found in hindsight",
        "suits": "which suits to use: NAME ...",
        "leader": "who last ate a sweet: SEAT",
    }
)


class SweetTakesPackage:
    """One instance, `PACKAGE`, is the entry point."""

    name = "sweet-takes"
    title = "Sweet Takes"
    game: Game[State] = SweetTakes()
    setup_type: type[Any] = Setup
    fact_type: Any = SweetTakesFact
    result_type: type[Result] = SweetTakesResult
    settings_type: type[Any] = SweetTakesSettings
    words: Mapping[str, str] = _WORDS
    opening_words = frozenset({"sweet-takes"})
    seat_places = SEATS
    styles: Mapping[str, Style] = looks.STYLES
    beeps: Mapping[str, Beep] = looks.BEEPS

    def choose(self, choices: Any | None, word: str, args: tuple[str, ...] = ()) -> Choices:
        """The choices after a word. Raises `ChoiceError`."""
        chosen = choices if isinstance(choices, Choices) else Choices()
        if word == "suits":
            return _replace(chosen, suits=_suits(args))
        if word == "leader":
            return _replace(chosen, leader=_leader(args))
        if args:
            raise ChoiceError(f"{word} takes nothing after it, given: {_shown(args)}", "T4")
        if word in ("one-set", "three-sets"):
            return _replace(chosen, sets=1 if word == "one-set" else 3)
        if word in ("deal-scanned", "deal-unscanned"):
            return _replace(chosen, deal=Deal(word.removeprefix("deal-")))
        if word in self.opening_words:
            return chosen
        raise ChoiceError(f"{word!r} is no choice of Sweet Takes", "T4")

    def choose_by_piece(self, choices: Any, seat: str, piece: AnyPiece) -> Choices:
        """The turn tracker names who leads (T5, S9). Raises `ChoiceError`."""
        if not isinstance(piece, TurnTracker):
            raise ChoiceError(f"{piece.id} is of no use yet: join, then start", "T16")
        chosen = choices if isinstance(choices, Choices) else Choices()
        return _replace(chosen, leader=seat)

    def choices_after(self, choices: Any) -> Choices:
        """All but who leads: before the next game somebody else may eat a sweet (S9)."""
        chosen = choices if isinstance(choices, Choices) else Choices()
        return _replace(chosen, leader="")

    def describe(self, choices: Any) -> str:
        """The choices in one line."""
        said = ["Sweet Takes"]
        if choices.sets > 1:
            said.append(f"{choices.sets} sets")
        if choices.deal:
            said.append(choices.deal.value)
        if choices.suits:
            said.append(f"suits {' '.join(choices.suits)}")
        if choices.leader:
            said.append(f"{choices.leader} leads")
        return ", ".join(said)

    def setup(
        self, choices: Any, seats: tuple[Seat, ...], pieces: tuple[AnyPiece, ...], settings: Any
    ) -> Setup:
        """The set-up of a game. Raises `SetupError` with one plain line."""
        chosen = choices if isinstance(choices, Choices) else Choices()
        cards = tuple([piece for piece in pieces if isinstance(piece, SuitCard)])
        if not cards:
            raise SetupError("no Sweet Takes card has a tag: enrol the box first (T2)")
        trackers = [piece.id for piece in pieces if isinstance(piece, TurnTracker)]
        setup = Setup(
            seats=tuple(sorted(seats, key=lambda seat: _clockwise(seat.side))),
            cards=cards,
            suits=chosen.suits or _preferred(settings.suits, cards, len(seats)),
            tracker=trackers[0] if trackers else "",
            leader=chosen.leader,
            sets=chosen.sets,
            deal=chosen.deal or settings.deal,
            deal_order=settings.deal_order,
            follow_depth=settings.follow_depth,
        )
        check_setup(setup)
        return setup

    def settled(self, choices: Choices, settings: SweetTakesSettings) -> Choices:
        """How the cards are dealt, if that was not chosen."""
        return _replace(choices, deal=choices.deal or settings.deal)

    def recall(self, setup: Setup, settings: SweetTakesSettings) -> Recalled:
        """What was chosen for a game that began so; who leads the next is asked anew (S9)."""
        preferred = _preferred(settings.suits, setup.cards, len(setup.seats))
        choices = Choices(
            sets=setup.sets,
            deal=None if setup.deal is settings.deal else setup.deal,
            suits=() if setup.suits == preferred else setup.suits,
        )
        return Recalled(choices, without_participants(setup.seats))

    def check_settings(
        self, settings: SweetTakesSettings, pieces: tuple[AnyPiece, ...]
    ) -> tuple[SettingTrouble, ...]:
        """Which suits cannot be, and how many can play with these pieces."""
        cards = tuple([piece for piece in pieces if isinstance(piece, SuitCard)])
        troubles = _troubles_of_suits(settings.suits, suits_of(cards))
        if troubles or not cards:
            return troubles

        def set_up(players: int) -> Setup:
            seats = tuple([Seat(side) for side in SEATS[:players]])
            return self.setup(None, seats, pieces, settings)

        wanted = len(settings.suits) or suits_needed(MOST)  # who names fewer knows it (R85)
        counts = [count for count in range(FEWEST, MOST + 1) if suits_needed(count) <= wanted]
        return players_troubles(set_up, counts)

    def flashes(self, fact: Fact) -> tuple[Flash, ...]:
        return looks.flashes_of(fact)


def _shown(args: tuple[str, ...]) -> str:
    return ", ".join([repr(arg) for arg in args])


def _suits(args: tuple[str, ...]) -> tuple[str, ...]:
    if not args:
        raise ChoiceError("suits: name them, as purple-rings pink-buttons yellow-bears", "R85")
    if len(set(args)) < len(args):
        raise ChoiceError(f"a suit is named twice: {_shown(args)}", "R85")
    return args


def _troubles_of_suits(
    suits: tuple[str, ...], known: tuple[str, ...]
) -> tuple[SettingTrouble, ...]:
    troubles = []
    for index, suit in enumerate(suits):
        if suit not in known:
            why = f"no card is of the suit {suit}"
            troubles.append(SettingTrouble(("suits", index), why, known))
        elif suit in suits[:index]:
            troubles.append(SettingTrouble(("suits", index), f"{suit} is listed twice"))
    need = suits_needed(FEWEST)
    if suits and len(suits) < need and not troubles:
        why = f"{len(suits)} suits are too few: {FEWEST} players use {need} (R85)"
        troubles.append(SettingTrouble(("suits",), why))
    return tuple(troubles)


def _leader(args: tuple[str, ...]) -> str:
    if len(args) != 1 or args[0] not in SEATS:
        raise ChoiceError(f"leader needs one seat after it: {', '.join(SEATS)}", "S9")
    return args[0]


def _preferred(
    wanted: tuple[str, ...], cards: tuple[SuitCard, ...], players: int
) -> tuple[str, ...]:
    """The first suits, as many as the players need; fewer when fewer are named (R85)."""
    return (wanted or suits_of(cards))[: suits_needed(players)]


def _clockwise(side: str) -> int:
    return SEATS.index(side) if side in SEATS else len(SEATS)


PACKAGE = SweetTakesPackage()

"""The hands of players of Sweet Takes, recorded: scenes in the rulebook's words.

A movement takes the time it takes people. Cards are named and dealt as in
tests/games/sweet_takes/scene.py. In the recording a set of cards is a list of their ids.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from meadow.games.game import Input
from meadow.games.session import Session
from meadow.games.sweet_takes.setup import Index, Setup
from meadow.games.sweet_takes.state import State

from tests.games.sweet_takes.scene import Scene, name_of, setup
from tests.playthroughs.readable import Leaf, Leaves, Pieces, PieceSet, fields
from tests.playthroughs.recorder import Known, Recorder

NORTH, EAST, SOUTH, WEST, FIVE = "north", "east", "south", "west", "five"

THINK_MS, TAKE_MS = 2500, 1200
STASH_ROUNDS = (4, 8, 12)
"""When those who play by rote play from the stash."""


def phase_of(core: State) -> str:
    return core.phase.value


# ----------------------------------------------------------- a state with names for numbers


def leaves(core: State) -> Leaves:
    """All of a state but the set-up and the phase, which heads it."""
    found: dict[str, Leaf] = {}
    for field in fields(type(core)):
        if field.name not in ("setup", "phase"):
            value = getattr(core, field.name)
            if field.name in _LEAVES:
                found.update(_LEAVES[field.name](core, field.name, value))
            else:
                found[field.name] = Leaf(value, value == field.default)
    return found


Named = Iterator[tuple[str, Leaf]]


def _cards_by_seat(core: State, name: str, value: Sequence[int]) -> Named:
    index = core.setup.index
    for seat, cards in zip(index.seats, value, strict=True):
        yield f"{name}.{seat}", Leaf(PieceSet(index.ids(cards)), not cards)


def _counts_by_seat(core: State, name: str, value: Sequence[int]) -> Named:
    for seat, count in zip(core.setup.index.seats, value, strict=bool(value)):
        yield f"{name}.{seat}", Leaf(count, False)


def _cards(core: State, name: str, value: int) -> Named:
    yield name, Leaf(PieceSet(core.setup.index.ids(value)), not value)


def _laid(index: Index, plays: Sequence[int], blind: int) -> tuple[Pieces, Pieces]:
    """The cards of a round in turn order, and those of them that came from a stash."""
    ids = [index.cards[card].id for card in plays]
    return Pieces(ids), Pieces([one for turn, one in enumerate(ids) if blind >> turn & 1])


def _plays(core: State, name: str, value: Sequence[int]) -> Named:
    laid, blind = _laid(core.setup.index, core.plays, core.blind)
    yield "plays", Leaf(laid, not laid)
    yield "blind", Leaf(blind, not blind)


def _shown_with_plays(core: State, name: str, value: int) -> Named:
    return iter(())


def _trick(core: State, name: str, value: Any) -> Named:
    if value is None:
        yield name, Leaf(None, True)
        return
    laid, blind = _laid(core.setup.index, value.plays, value.blind)
    yield "trick.leader", Leaf(core.setup.index.seats[value.leader], False)
    yield "trick.plays", Leaf(laid, False)
    yield "trick.blind", Leaf(blind, not blind)


def _leader(core: State, name: str, value: int) -> Named:
    yield name, Leaf(core.setup.index.seats[value] if value >= 0 else "", value < 0)


def _suits(core: State, name: str, value: Sequence[int]) -> Named:
    yield name, Leaf(tuple([core.setup.index.suits[suit] for suit in value]), False)


def _voids(core: State, name: str, value: Sequence[Any]) -> Named:
    index = core.setup.index
    said = [f"{index.seats[v.seat]}.round-{v.round}.{index.suits[v.suit]}" for v in value]
    yield name, Leaf(Pieces(said), not value)


def _breaches(core: State, name: str, value: Sequence[Any]) -> Named:
    index = core.setup.index
    shown = [
        f"{index.seats[b.seat]}.set-{b.set}.round-{b.round}.{index.cards[b.card].id}" for b in value
    ]
    yield name, Leaf(Pieces(shown), not value)


_LEAVES: Mapping[str, Any] = {
    "suits": _suits,
    **dict.fromkeys(("hands_dealt", "stashes_dealt", "face_up", "face_down"), _cards_by_seat),
    **dict.fromkeys(("hand_left", "stash_left"), _counts_by_seat),
    "leader": _leader,
    "plays": _plays,
    "blind": _shown_with_plays,
    "played": _cards,
    "trick": _trick,
    "voids": _voids,
    "breaches": _breaches,
}


# --------------------------------------------------------------------------------- playing


class CardPlay(Scene):
    """One game, recorded. Make it with `play`."""

    def __init__(self, title: str, game_setup: Setup) -> None:
        super().__init__(game_setup)
        session: Session[State] = self.session
        known = Known(leaves, phase_of)
        self.recorder = Recorder(title, session, self.full, self.outputs, known)

    def send(self, happened: Input) -> CardPlay:
        super().send(happened)
        self.recorder.add(happened, self.last, self.full)
        return self

    def note(self, text: str) -> None:
        """A remark in the recording; the place for what a table cannot see."""
        self.recorder.note(text)

    def dealt(self, *specs: str) -> None:
        """The cards are dealt as written, recorded in brief."""
        with self.recorder.brief("The deal"):
            self.deal(*specs)

    # ------------------------------------------------------------------ one hand

    def lays(self, *cards: str, place: str = "deck") -> None:
        """Who is on turn lays a card, which stays there till the round is collected."""
        for card in cards:
            self.wait(THINK_MS)
            self.lay(card, place)
            assert not self.refusal, self.refusal

    def collected(self) -> None:
        """All that lies on the deck reader is taken."""
        self.wait(TAKE_MS)
        for piece in dict(self.full.lying).get("deck", ()):
            self.lift("deck", piece)

    def round(self, *cards: str) -> None:
        """A whole round, in turn order, and collecting it."""
        self.lays(*cards)
        self.collected()

    # ------------------------------------------------------------------- by rote

    def plays_on(self, rounds: int = 12) -> None:
        """So many rounds by rote: who leads lays the highest card of the hand, who follows the
        lowest that may be played; in rounds 4, 8 and 12 all play from their stashes.
        """
        for _ in range(rounds):
            for _ in self.seats:
                self.lays(self._by_rote())
            self.collected()
            if self.phase != "playing":
                break

    def _by_rote(self) -> str:
        seat, view = self.on_turn, self.view(f"seat:{self.on_turn}")
        stash = self.stash(seat)
        if stash and (view["round"] in STASH_ROUNDS or not view["hand"]):
            return stash[0]
        may = sorted([name_of(card) for card in view["may_play"]], key=_by_value)
        return may[0] if view["plays"] else may[-1]


def _by_value(card: str) -> tuple[int, str]:
    suit, value = card.split()
    return int(value), suit


def play(title: str, *seats: str, **more: Any) -> CardPlay:
    """A game of these players (clockwise), dealt next unless it is unscanned; the first leads.

    ``title`` heads the recording.
    """
    return CardPlay(title, setup(seats, **more))

"""A game of Sweet Takes on the bare rules core: the players' hands for tests, in one line each.

Cards are named "purple 7"; a row of them is "purple 7 9, pink 1-4". A seat's deal is written
"north: purple 7 9, no pink | yellow 2": in the hand the purple 7 and 9 and not one pink card, in
the stash the yellow 2; all that is not named is filled up. The rest of the DSL is in `AnyScene`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from meadow.games.game import Seat
from meadow.games.sweet_takes.core import SweetTakes
from meadow.games.sweet_takes.facts import SweetTakesResult
from meadow.games.sweet_takes.setup import Deal, Setup
from meadow.games.sweet_takes.state import State
from meadow.pieces.kinds import SuitCard

from tests.games.scenes import AnyScene

SUITS: Mapping[str, str] = {
    "purple": "purple-rings",
    "pink": "pink-buttons",
    "yellow": "yellow-bears",
    "white": "white-swirls",
    "green": "green-bursts",
    "blue": "blue-worms",
}
"""Colour -> suit, in the order of the box: two players use the first three, five all six."""
SHORT = {suit: colour for colour, suit in SUITS.items()}
TRACKER = "tracker"
HAND, STASH = 9, 3

TWO = ("north", "east")
THREE = ("north", "east", "south")
FOUR = ("north", "east", "south", "west")
FIVE = ("north", "east", "south", "west", "five")
PLAYERS = {len(seats): seats for seats in (TWO, THREE, FOUR, FIVE)}


def card_id(name: str) -> str:
    """ "purple 7" -> "card.purple-rings.7"."""
    colour, value = name.split()
    return f"card.{SUITS[colour]}.{int(value)}"


def name_of(card: str) -> str:
    """The other way round."""
    _, suit, value = card.split(".")
    return f"{SHORT[suit]} {value}"


def names(row: str) -> list[str]:
    """ "purple 7 9, pink 1-3" -> purple 7, purple 9, pink 1, pink 2, pink 3."""
    found = []
    for group in filter(None, map(str.strip, row.split(","))):
        colour, *values = group.split()
        for value in values:
            first, _, last = value.partition("-")
            found += [f"{colour} {one}" for one in range(int(first), int(last or first) + 1)]
    return found


def cards(points: Mapping[int, int] | None = None) -> tuple[SuitCard, ...]:
    """The 60 cards; a card counts 11 less its value unless ``points`` say otherwise."""
    return tuple(
        [
            SuitCard(f"card.{suit}.{value}", suit, value, (points or {}).get(value, 11 - value))
            for suit in SUITS.values()
            for value in range(1, 11)
        ]
    )


def setup(seats: Sequence[str] = TWO, **more: Any) -> Setup:
    """A set-up with a rake for each of the first four seats; the first seat leads."""
    return Setup(
        seats=tuple([Seat(seat, rake="" if seat == "five" else f"rake.{seat}") for seat in seats]),
        cards=more.pop("cards", cards()),
        suits=more.pop("suits", tuple(SUITS.values())[: len(seats) + 1]),
        tracker=more.pop("tracker", TRACKER),
        leader=more.pop("leader", "".join(seats[:1])),
        **more,
    )


class Scene(AnyScene[State]):
    """One game; a second goes by before each card that is played."""

    setup: Setup

    def __init__(self, game_setup: Setup) -> None:
        super().__init__(SweetTakes(), game_setup)

    # ------------------------------------------------------------------ looking

    @property
    def phase(self) -> str:
        return self.state.phase.value

    @property
    def seats(self) -> tuple[str, ...]:
        return self.setup.index.seats

    @property
    def on_turn(self) -> str:
        seat: str = self.view()["on_turn"]
        return seat

    @property
    def leader(self) -> str:
        seat: str = self.view()["leader"]
        return seat

    def hand(self, seat: str) -> list[str]:
        return self._held(self.state.hands, seat)

    def stash(self, seat: str) -> list[str]:
        return self._held(self.state.stashes, seat)

    def face_up(self, seat: str) -> list[str]:
        return self._held(self.state.face_up, seat)

    def face_down(self, seat: str) -> list[str]:
        return self._held(self.state.face_down, seat)

    def _held(self, piles: Sequence[int], seat: str) -> list[str]:
        cards = piles[self.seats.index(seat)]
        return [name_of(card) for card in self.setup.index.ids(cards)]

    def points(self) -> dict[str, int]:
        """What each seat has in this set."""
        return {seat["seat"]: seat["points"] for seat in self.view()["seats"]}

    def legal_cards(self) -> set[str]:
        """The cards that may be laid on the deck reader now."""
        moves = self.session.legal(self.full)
        on_deck = [move.pieces for move in moves if (move.do, move.at) == ("place", "deck")]
        return {name_of(card) for cards in on_deck for card in cards if card.startswith("card.")}

    @property
    def ruling(self) -> str:
        """The number of the ruling by which the last movement was refused."""
        return self.refused.ruling if self.refused else ""

    @property
    def result(self) -> SweetTakesResult:
        result = self.any_result
        assert isinstance(result, SweetTakesResult)
        return result

    # ------------------------------------------------------------------- moving

    def lay(self, card: str, place: str = "deck") -> Scene:
        """A card comes to lie on a reader, and stays there."""
        return self.place(place, card_id(card))

    def take(self, card: str, place: str = "deck") -> Scene:
        """A card is lifted."""
        return self.lift(place, card_id(card))

    def tap(self, card: str, place: str = "deck") -> Scene:
        """A card is laid and at once lifted again."""
        return self.touch(place, card_id(card))

    def play(self, *cards: str, place: str = "deck") -> Scene:
        """These cards are played, a second apart."""
        for card in cards:
            self.wait(1000)
            self.tap(card, place)
        return self

    def rounds(self, **cards: str) -> Scene:
        """Whole rounds: seat -> the cards it plays one after the other, whenever its turn is.

        Unscanned the last three are played from the stash, on the tray.
        """
        left = {seat: names(row) for seat, row in cards.items()}
        while left[self.on_turn]:
            seat = self.on_turn
            in_hand, _ = self.state.left(self.seats.index(seat))
            tray = not self.state.scanned and not in_hand
            self.play(left[seat].pop(0), place=seat if tray else "deck")
            assert not self.refusal, self.refusal
            if self.phase != "playing":
                break
        assert not any(left.values()), left
        return self

    def three(self) -> Scene:
        """A rake on the deck reader, and three beeps."""
        self.touch("deck", self.setup.seats[0].rake)
        return self.wait(2000)

    def deal(self, *specs: str) -> Scene:
        """Deal so that the seats have what is written; seats not named get what is left."""
        self.wait(1000)
        for card in _in_order(self.setup, _filled(self, specs)):
            self.tap(card)
            assert not self.refusal, self.refusal
        return self


def dealt(*specs: str, **more: Any) -> Scene:
    """Dealt and playing: "north: purple 7 | pink 2", "east: no purple"; the first one leads."""
    seats = [spec.partition(":")[0] for spec in specs]
    return Scene(setup(seats, **more)).deal(*specs)


def unscanned(*seats: str, **more: Any) -> Scene:
    """An unscanned game, playing; the first seat leads."""
    return Scene(setup(seats, deal=Deal.UNSCANNED, **more))


# ------------------------------------------------------------------------ stacking the cards


class _Deal(NamedTuple):
    """What a seat has, and the colours that the filling of its hand keeps out."""

    hand: list[str]
    stash: list[str]
    banned: set[str]


def _filled(scene: Scene, specs: Iterable[str]) -> dict[str, _Deal]:
    deals = {seat: _Deal([], [], set()) for seat in scene.seats}
    for spec in specs:
        seat, _, row = spec.partition(":")
        in_hand, _, in_stash = row.partition("|")
        groups = [group.strip() for group in in_hand.split(",")]
        bans = {group.removeprefix("no ") for group in groups if group.startswith("no ")}
        named = ",".join([group for group in groups if not group.startswith("no ")])
        deals[seat] = _Deal(names(named), names(in_stash), bans)
    taken = [card for deal in deals.values() for card in (*deal.hand, *deal.stash)]
    assert len(set(taken)) == len(taken), "a card is named twice"
    colours = [SHORT[scene.setup.index.suits[suit]] for suit in scene.state.suits]
    pool = [f"{colour} {value}" for value in range(1, 11) for colour in colours]
    pool = [card for card in pool if card not in taken]
    for deal in sorted(deals.values(), key=lambda deal: -len(deal.banned)):
        allowed = [card for card in pool if card.split()[0] not in deal.banned]
        _fill(deal.hand, HAND, allowed, pool)
    for deal in deals.values():
        _fill(deal.stash, STASH, list(pool), pool)
    return deals


def _fill(pile: list[str], size: int, allowed: Sequence[str], pool: list[str]) -> None:
    more = allowed[: size - len(pile)]
    pile += more
    assert len(pile) == size, f"this cannot be filled up to {size}: {pile}"
    for card in more:
        pool.remove(card)


def _in_order(game_setup: Setup, deals: Mapping[str, _Deal]) -> Iterator[str]:
    """The cards as they are dealt: clockwise or in blocks."""
    if game_setup.deal_order.value == "blocks":
        for deal in deals.values():
            yield from (*deal.hand, *deal.stash)
        return
    for turn in range(HAND):
        yield from [deal.hand[turn] for deal in deals.values()]
    for turn in range(STASH):
        yield from [deal.stash[turn] for deal in deals.values()]

"""A second referee for Sweet Takes, written from the rulebook alone: plain lists, no core.

Slow and simple on purpose: every rule is the sentence of the rulebook as code. It must import
nothing of the game that it checks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple


class Card(NamedTuple):
    suit: str
    value: int


class Laid(NamedTuple):
    """A card in the middle of play, and who played it from where."""

    seat: str
    card: Card
    stash: bool


class Taken(NamedTuple):
    """What a player takes of a suit: the highest card goes face up, the others face down."""

    seat: str
    up: Card
    down: frozenset[Card]


class Player:
    """What lies before one player in one set."""

    def __init__(self, hand: Iterable[Card] = (), stash: Iterable[Card] = ()) -> None:
        self.hand = set(hand)
        self.stash = set(stash)
        self.up: list[Card] = []
        self.down: list[Card] = []

    @property
    def cards(self) -> int:
        return len(self.up) + len(self.down)

    def score(self, points: Mapping[int, int]) -> int:
        """The points of each face-up card, and one for each face-down card."""
        return sum(points[card.value] for card in self.up) + len(self.down)


def suits_in_order(middle: Sequence[Laid]) -> list[str]:
    """The starting suit, the secondary suit, the others, as they came."""
    suits: list[str] = []
    for laid in middle:
        if laid.card.suit not in suits:
            suits.append(laid.card.suit)
    return suits


def must_match(hand: Iterable[Card], middle: Sequence[Laid], depth: int = 2) -> set[Card]:
    """The cards of a hand that may be played.

    "You MUST match the starting suit. If you can't match the starting suit, you MUST match the
    secondary suit. If you can't match either, then play any card of your choice."
    """
    for suit in suits_in_order(middle)[:depth]:
        matching = {card for card in hand if card.suit == suit}
        if matching:
            return matching
    return set(hand)


def collect(middle: Sequence[Laid]) -> list[Taken]:
    """The cards of the round, suit by suit in the order of collecting."""
    found = []
    for suit in suits_in_order(middle):
        of_suit = [laid for laid in middle if laid.card.suit == suit]
        best = max(of_suit, key=lambda laid: laid.card.value)
        others = frozenset(laid.card for laid in of_suit if laid is not best)
        found.append(Taken(best.seat, best.card, others))
    return found


def next_leader(middle: Sequence[Laid]) -> str:
    """The last player in turn order who won cards, also if it is the only one."""
    winners = {taken.seat for taken in collect(middle)}
    return [laid.seat for laid in middle if laid.seat in winners][-1]


class Book:
    """One set being played by the book. Seats are clockwise."""

    def __init__(self, seats: Sequence[str], leader: str, depth: int = 2) -> None:
        self.seats = list(seats)
        self.depth = depth
        self.players = {seat: Player() for seat in seats}
        self.on_turn = leader
        self.middle: list[Laid] = []
        self.history: list[list[Laid]] = []
        """The rounds that are over."""

    @property
    def over(self) -> bool:
        return len(self.history) == 12

    def allowed(self) -> set[Card]:
        """What the player on turn may play: what must match, or anything of the stash."""
        player = self.players[self.on_turn]
        return must_match(player.hand, self.middle, self.depth) | player.stash

    def play(self, card: Card) -> list[Taken]:
        """The player on turn plays a card; what is collected if that ends the round."""
        player = self.players[self.on_turn]
        stash = card in player.stash
        (player.stash if stash else player.hand).remove(card)
        self.middle.append(Laid(self.on_turn, card, stash))
        if len(self.middle) < len(self.seats):
            left = self.seats.index(self.on_turn) + 1
            self.on_turn = self.seats[left % len(self.seats)]
            return []
        taken = collect(self.middle)
        for one in taken:
            self.players[one.seat].up.append(one.up)
            self.players[one.seat].down.extend(one.down)
        self.on_turn = next_leader(self.middle)
        self.history.append(self.middle)
        self.middle = []
        return taken

    def breaches(self) -> set[tuple[int, str]]:
        """(round, seat) of every card from a hand that should not have been played.

        Told from the end, when all is known: a hand held what was later played from it.
        """
        found = set()
        for number, middle in enumerate(self.history):
            for turn, laid in enumerate(middle):
                later = [one for round_ in self.history[number:] for one in round_]
                hand = [one.card for one in later if one.seat == laid.seat and not one.stash]
                if not laid.stash and laid.card not in must_match(hand, middle[:turn], self.depth):
                    found.add((number + 1, laid.seat))
        return found


class Ending(NamedTuple):
    """Who has won, after all sets."""

    points: dict[str, int]
    winners: list[str]


def ending(sets: Sequence[Book], points: Mapping[int, int]) -> Ending:
    """The highest score of all sets; in a tie the third set's points (of three), its cards."""
    total = {seat: sum(book.players[seat].score(points) for book in sets) for seat in sets[0].seats}
    last = sets[-1].players
    ranks = {
        seat: (
            total[seat],
            last[seat].score(points) if len(sets) == 3 else 0,
            last[seat].cards,
        )
        for seat in sets[0].seats
    }
    best = max(ranks.values())
    return Ending(total, [seat for seat in sets[0].seats if ranks[seat] == best])

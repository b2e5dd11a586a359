"""Where the cards of Sweet Takes are: the pile, hands, stashes, the middle. Knows no rule.

What the players hold in their hands; the table only knows what it has read. Where an operator
takes something back, the cards go back the way they came.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from meadow.pieces.kinds import SuitCard


class Held(NamedTuple):
    """A card that went to a seat, or was played by it: from or to "hand" or "stash"."""

    card: SuitCard
    seat: str
    pile: str


class CardWorld:
    """The cards of one set. All that is random comes from ``rng``."""

    def __init__(self, box: Iterable[SuitCard], seats: Sequence[str], rng: Random) -> None:
        self._box = tuple(box)
        self._seats = tuple(seats)
        self._rng = rng
        self.pile: list[SuitCard] = []
        self.dealt: list[Held] = []
        self.played: list[Held] = []
        self.on_deck: list[SuitCard] = []
        """The cards that lie on the deck reader."""
        self._held: dict[str, dict[str, list[SuitCard]]] = {}
        self.shuffle(())

    def shuffle(self, suits: Iterable[str]) -> None:
        """Collect all cards and shuffle those of these suits."""
        used = set(suits)
        self.pile = [card for card in self._box if card.suit in used]
        self._rng.shuffle(self.pile)
        self.dealt, self.played, self.on_deck = [], [], []
        self._held = {seat: {"hand": [], "stash": []} for seat in self._seats}

    def unused(self) -> list[SuitCard]:
        """The cards that are in the box: of suits not in use."""
        used = {card.suit for card in (*self.pile, *[held.card for held in self.dealt])}
        return [card for card in self._box if card.suit not in used]

    def hand(self, seat: str) -> tuple[SuitCard, ...]:
        """What this player sees in the own hand."""
        return tuple(self._held[seat]["hand"])

    def stash(self, seat: str) -> tuple[SuitCard, ...]:
        """The stash, which nobody looks at: its cards are only ever laid."""
        return tuple(self._held[seat]["stash"])

    def deal(self, seat: str, pile: str) -> None:
        """The top card of the pile goes to a seat."""
        card = self.pile.pop()
        self.dealt.append(Held(card, seat, pile))
        self._held[seat][pile].append(card)

    def undo_deal(self) -> None:
        """The card dealt last goes back onto the pile."""
        card, seat, pile = self.dealt.pop()
        self._held[seat][pile].remove(card)
        self.pile.append(card)

    def play(self, seat: str, pile: str, card: SuitCard) -> None:
        """A card of a seat was played."""
        self._held[seat][pile].remove(card)
        self.played.append(Held(card, seat, pile))

    def undo_play(self) -> None:
        """The card played last goes back to where it came from."""
        card, seat, pile = self.played.pop()
        self._held[seat][pile].append(card)

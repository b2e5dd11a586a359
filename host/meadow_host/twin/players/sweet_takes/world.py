"""Where the cards of one set of Sweet Takes are: the pile, hands, stashes. Knows no rule.

What the players hold in their hands; the table only knows what it has read. Where an operator
takes something back, the cards go back the way they came.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from meadow.pieces.kinds import SuitCard

HAND, STASH = "hand", "stash"


class Held(NamedTuple):
    """A card that went to a seat, or was played by it: from or to "hand" or "stash"."""

    card: SuitCard
    seat: str
    pile: str


class CardWorld:
    """The cards of one set, those of ``suits`` shuffled. All that is random comes from ``rng``."""

    def __init__(
        self, box: Iterable[SuitCard], suits: Iterable[str], seats: Sequence[str], rng: Random
    ) -> None:
        self.suits = tuple(suits)
        cards = tuple(box)
        self.unused = tuple([card for card in cards if card.suit not in self.suits])
        """The cards that stay in the box."""
        self.pile = [card for card in cards if card.suit in self.suits]
        rng.shuffle(self.pile)
        self.dealt: list[Held] = []
        self.played: list[Held] = []
        self._held: dict[str, dict[str, list[SuitCard]]] = {
            seat: {HAND: [], STASH: []} for seat in seats
        }

    def hand(self, seat: str) -> tuple[SuitCard, ...]:
        """What this player sees in the own hand."""
        return tuple(self._held[seat][HAND])

    def stash(self, seat: str) -> tuple[SuitCard, ...]:
        """The stash, which nobody looks at: its cards are only ever laid."""
        return tuple(self._held[seat][STASH])

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

    def where(self, card: str) -> Held | None:
        """Who holds a card that was not played yet."""
        for seat, piles in self._held.items():
            for pile, cards in piles.items():
                for held in cards:
                    if held.id == card:
                        return Held(held, seat, pile)
        return None

"""The box of games beside a table that is tested: its pieces with tags, by what they are for."""

from __future__ import annotations

from typing import NamedTuple

from meadow.pieces.kinds import Rake, StashToken, SuitCard, TreatCard
from meadow.pieces.register import Register


class Pair(NamedTuple):
    """A Treat card and a token of its design, by their ids."""

    card: str
    token: str


class Box:
    """All pieces of a register that have a tag. Each list is in the order of the ids."""

    def __init__(self, register: Register) -> None:
        tagged = {piece_id for _, piece_id in register.entries}
        pieces = [piece for piece in register.pieces if piece.id in tagged]
        self.rakes = tuple([piece.id for piece in pieces if isinstance(piece, Rake)])
        tokens = {p.design: p.id for p in pieces if isinstance(p, StashToken)}
        cards = {p.design: p.id for p in pieces if isinstance(p, TreatCard)}
        both = sorted(cards.keys() & tokens.keys())
        self.pairs = tuple([Pair(cards[design], tokens[design]) for design in both])
        self.odd_tokens = tuple([tokens[d] for d in sorted(tokens.keys() - cards.keys())])
        """Tokens that no card asks for."""
        self._suit_cards = [piece for piece in pieces if isinstance(piece, SuitCard)]

    def suit(self, number: int) -> tuple[str, ...]:
        """The cards of the suit of this number, lowest first."""
        suits = sorted({card.suit for card in self._suit_cards})
        cards = [card for card in self._suit_cards if card.suit == suits[number]]
        return tuple([card.id for card in sorted(cards, key=lambda card: card.value)])

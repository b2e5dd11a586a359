"""The hands of all players of cards, and what of theirs lies on readers. Knows no rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from meadow_host.twin.players.hands import Hands

DECK = "deck"


class Reach:
    """Hands that know what they have laid where."""

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self._lying: dict[str, str] = {}

    @property
    def lying(self) -> Mapping[str, str]:
        """piece -> the reader it lies on, in the order in which they were laid."""
        return MappingProxyType(self._lying)

    def lay(self, place: str, piece: str) -> None:
        """A piece comes to lie on a reader; from another reader it is carried over."""
        self.lift([piece])
        self._hands.place(place, piece)
        self._lying[piece] = place

    def lift(self, pieces: Iterable[str]) -> None:
        """Take these up; what does not lie anywhere is not touched."""
        for piece in list(pieces):
            if piece in self._lying:
                self._hands.lift(self._lying.pop(piece), piece)

    def say(self, word: str, *args: str) -> None:
        """A word of the operator."""
        self._hands.say(word, *args)

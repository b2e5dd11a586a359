"""Where every piece lies: in one place, on top of what came before it. Plain book-keeping.

Pieces are moved, never made or lost. It knows no physics, no hand, no reader and no rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from meadow.pieces.kinds import AnyPiece, Rake, StashToken, SuitCard, TreatCard

from meadow_host.twin.meadow.ground import ASIDE, BOX, CARD_HIGH_MM, CARD_WIDE_MM, PILE, Point

HELD = "held"
FALLING = "falling"
"""Not places of the table: in somebody's hand (``held.WHO``), and between edge and tray."""


def held_by(who: str) -> str:
    """The place of what somebody holds."""
    return f"{HELD}.{who}"


class Lie(NamedTuple):
    """How a piece lies: in which place, where, how turned, whether its face is up, on which card.

    Of what is on the meadow or in a hand the position is that of when it came there.
    """

    place: str
    x: float
    y: float
    angle: float = 0.0
    up: bool = True
    on: str = ""

    def covers(self, x: float, y: float) -> bool:
        """Whether a card that lies like this is under a point."""
        sideways = abs(self.angle % 3.14) > 0.8 and abs(self.angle % 3.14) < 2.3
        wide, high = CARD_WIDE_MM / 2, CARD_HIGH_MM / 2
        if sideways:
            wide, high = high, wide
        return abs(x - self.x) <= wide and abs(y - self.y) <= high


class Lying:
    """All pieces of a table and where they are. They begin in the box."""

    def __init__(self, pieces: Sequence[AnyPiece], box: Point) -> None:
        self._pieces: Mapping[str, AnyPiece] = {piece.id: piece for piece in pieces}
        self._lies: dict[str, Lie] = {}
        self._at: dict[str, list[str]] = {}
        self._token_on: dict[str, str] = {}
        self.changes = 0
        """How often anything was moved from one place to another, or turned."""
        for piece in self._pieces:
            has_secret = isinstance(self._pieces[piece], TreatCard | SuitCard)
            self._lies[piece] = Lie(BOX, box.x, box.y, up=not has_secret)
            self._at.setdefault(BOX, []).append(piece)

    # ------------------------------------------------------------------------- looking

    def __contains__(self, piece: str) -> bool:
        return piece in self._pieces

    @property
    def pieces(self) -> Mapping[str, AnyPiece]:
        """All pieces by their ids."""
        return self._pieces

    def is_token(self, piece: str) -> bool:
        return isinstance(self._pieces[piece], StashToken)

    def is_rake(self, piece: str) -> bool:
        return isinstance(self._pieces[piece], Rake)

    def is_card(self, piece: str) -> bool:
        """Whether it is flat and has two faces: cards of every kind, and the turn tracker."""
        return not self.is_token(piece) and not self.is_rake(piece)

    def lie(self, piece: str) -> Lie:
        """How a piece lies. Raises KeyError for one that is not here."""
        return self._lies[piece]

    def at(self, place: str) -> Sequence[str]:
        """The pieces in a place, the one that came last at the end."""
        return self._at.get(place, ())

    def token_on(self, card: str) -> str:
        """The token that covers a card, or ""."""
        return self._token_on.get(card, "")

    # -------------------------------------------------------------------------- moving

    def lay(self, piece: str, lie: Lie, *, under: bool = False) -> Lie:
        """Let a piece lie so from now on, over or under all else there; gives how it lay before."""
        before = self._lies[piece]
        self._at[before.place].remove(piece)
        there = self._at.setdefault(lie.place, [])
        there.insert(0 if under else len(there), piece)
        if before.on:
            del self._token_on[before.on]
        if lie.on:
            self._token_on[lie.on] = piece
        self._lies[piece] = lie
        self.changes += 1
        return before

    def turn(self, card: str) -> None:
        """Turn a card over where it lies. It then lies on top."""
        lie = self._lies[card]
        self.lay(card, lie._replace(up=not lie.up))

    def reorder(self, place: str, pieces: Sequence[str]) -> None:
        """Let the pieces of a place lie in this order, as after shuffling. Raises ValueError for
        other pieces than lie there."""
        if sorted(pieces) != sorted(self._at.get(place, ())):
            raise ValueError(f"these are not the pieces that lie in {place}")
        self._at[place] = list(pieces)
        self.changes += 1


FACE_DOWN_PLACES = frozenset((PILE, ASIDE))
"""What is laid there is turned face down."""

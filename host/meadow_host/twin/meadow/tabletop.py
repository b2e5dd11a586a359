"""The table's top: which piece lies where, those on the meadow as bodies, those over antennas told.

Joins book-keeping (`Lying`) and physics (`Field`), so that both always say the same. It must not
know hands, pointers or time but for the moment it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from meadow.pieces.kinds import AnyPiece

from meadow_host.twin.meadow.field import Field
from meadow_host.twin.meadow.ground import BOX, HALF_MM, MEADOW, ZONES, reader_of
from meadow_host.twin.meadow.lying import Lie, Lying
from meadow_host.twin.meadow.places import antenna_mm, free_spot_near


class Laid(NamedTuple):
    """A piece came to lie over a reader's antenna; as far as if it were so high over its middle."""

    at_ms: int
    reader: str
    piece: str
    far_mm: float


class Lifted(NamedTuple):
    """A piece left the antenna of a reader."""

    at_ms: int
    reader: str
    piece: str


class Fell(NamedTuple):
    """A token passed an edge at a point, towards a side's tray or the floor."""

    at_ms: int
    token: str
    side: str
    x: float
    y: float


Event = Laid | Lifted | Fell


class Tabletop:
    """All pieces of a table, at first in the box."""

    def __init__(self, pieces: Sequence[AnyPiece]) -> None:
        self.lying = Lying(pieces, ZONES[BOX].middle)
        self.field = Field(HALF_MM)
        self.listeners: list[Callable[[Event], None]] = []

    def tell(self, event: Event) -> None:
        """Let all listeners hear of it."""
        for listener in tuple(self.listeners):
            listener(event)

    def where(self, piece: str) -> Lie:
        """How a piece lies now; of what is on the meadow this is where it has been pushed to."""
        lie = self.lying.lie(piece)
        if lie.place != MEADOW:
            return lie
        rake = self.field.rake(piece)
        at = self.field.token(piece) if rake is None else rake
        return lie._replace(x=at.x, y=at.y, angle=at.angle)

    def lift(self, piece: str, to: str, now_ms: int) -> Lie:
        """Take a piece from where it lies into a hand or the air; gives how it lay."""
        before = self._off(piece, now_ms)
        self.lying.lay(piece, before._replace(place=to, on=""))
        return before

    def lay(self, piece: str, lie: Lie, now_ms: int, *, under: bool = False) -> None:
        """Let a piece lie so, wherever it was. Tokens are laid beside others, not upon them."""
        self._off(piece, now_ms)
        if lie.place == MEADOW:
            lie = self._onto_meadow(piece, lie)
        elif lie.place.startswith("tray.") and self.lying.is_token(piece):
            spot = free_spot_near(self.lying, piece, lie)
            lie = lie._replace(x=spot.x, y=spot.y)
        self.lying.lay(piece, lie, under=under)
        reader = reader_of(lie.place)
        if reader:
            self.tell(Laid(now_ms, reader, piece, antenna_mm(self.lying, piece)))

    def _off(self, piece: str, now_ms: int) -> Lie:
        """Off the meadow, or the antenna, that it lies on; gives how it lay."""
        before = self.where(piece)
        if before.place == MEADOW:
            if self.lying.is_rake(piece):
                self.field.raise_rake(piece)
            else:
                self.field.lift(piece)
        reader = reader_of(before.place)
        if reader:
            self.tell(Lifted(now_ms, reader, piece))
        return before

    def _onto_meadow(self, piece: str, lie: Lie) -> Lie:
        if self.lying.is_rake(piece):
            self.field.lower(piece, lie.x, lie.y, lie.angle)
            return lie
        spot = self.field.free_spot(lie.x, lie.y)
        self.field.lay(piece, spot.x, spot.y, lie.angle)
        return lie._replace(x=spot.x, y=spot.y)

"""What pointers do with pieces: grasp, drag, lay down, put back; rakes are lowered and raised.

It must not know time but for the moment it is given, nor what a piece is good for.
"""

from __future__ import annotations

import math

from meadow_host.twin.meadow.ground import (
    CARD_WIDE_MM,
    FACING,
    HALF_MM,
    MEADOW,
    PILE,
    RAKE_WIDE_MM,
    TOKEN_MM,
    on_table,
    place_at,
    seat_of,
)
from meadow_host.twin.meadow.hands import Hands, Hold
from meadow_host.twin.meadow.lying import HELD, Lie, held_by
from meadow_host.twin.meadow.places import RefusedError, lie_in, on_card
from meadow_host.twin.meadow.tabletop import Tabletop

LEFT_MM = 45.0
"""A rake that is pulled so far beyond an edge is off the meadow."""
BESIDE_MM = 24.0
"""It can be set down so far beyond an edge: its tines reach what lies there."""
_FINGER_MM = 4.0
"""A finger takes what it misses by so little."""
_BAR_MM = 8.0


class Carrying:
    """The hands over a table's top."""

    def __init__(self, top: Tabletop) -> None:
        self._top = top
        self._lying = top.lying
        self.hands = Hands()

    @staticmethod
    def reaches(x: float, y: float) -> bool:
        """Whether a pointer can be there."""
        return on_table(x, y)

    # -------------------------------------------------------------------------- taking

    def grasp(self, pointer: str, who: str, x: float, y: float, now_ms: int) -> None:
        """Take what lies on top at a point. Raises `RefusedError`."""
        piece = self._topmost(x, y)
        if not piece:
            raise RefusedError("there is nothing here to take")
        self.take(pointer, who, piece, now_ms)
        hold = self.hands.of(pointer)
        if hold is not None and not hold.lowered:
            hold.move(x, y, hold.angle)

    def take(self, pointer: str, who: str, piece: str, now_ms: int) -> None:
        """Take a piece. Raises `RefusedError`."""
        self.hands.check(pointer, who, piece)
        lie = self._top.where(piece)
        token = self._lying.token_on(piece)
        if token:
            raise RefusedError(f"{token} lies on this card: take that first")
        if lie.place == PILE and self._lying.at(PILE)[-1] != piece:
            raise RefusedError("only the top card of the pile can be taken")
        if lie.place.startswith("hand.") and seat_of(lie.place) != who:
            raise RefusedError(f"{seat_of(lie.place)} holds that card: it is not yours to take")
        if not self._is_somewhere(lie):
            raise RefusedError(f"{piece} is still falling: wait until it lies")
        stays = lie.place == MEADOW and self._lying.is_rake(piece)
        if not stays:
            self._top.lift(piece, held_by(who), now_ms)
        self.hands.take(Hold(pointer, who, piece, lie, lie.x, lie.y, lie.angle, lowered=stays))
        if stays:
            self._lying.lay(piece, lie._replace(place=held_by(who)))
            self._top.field.drive(piece, lie.x, lie.y, lie.angle)

    @staticmethod
    def _is_somewhere(lie: Lie) -> bool:
        return bool(lie.place) and lie.place != "falling"

    def _topmost(self, x: float, y: float) -> str:
        """The piece that lies on top at a point, those in hands last; "" for none."""
        found, best = "", (-1, -1, 0.0)
        for piece in self._lying.pieces:
            lie = self._lying.lie(piece)
            held = lie.place.startswith(HELD)
            if held:
                continue
            if lie.place == MEADOW:
                lie = self._top.where(piece)
            away = self._away(piece, lie, x, y)
            if away is None:
                continue
            # Rakes lie over tokens, tokens over cards; else what came last lies over the rest.
            kind = 2 if self._lying.is_rake(piece) else int(self._lying.is_token(piece))
            rank = (kind, self._lying.at(lie.place).index(piece), -away)
            if rank > best:
                found, best = piece, rank
        return found or self._held_at(x, y)

    def _held_at(self, x: float, y: float) -> str:
        for hold in self.hands:
            if math.hypot(hold.x - x, hold.y - y) <= RAKE_WIDE_MM / 2:
                return hold.piece
        return ""

    def _away(self, piece: str, lie: Lie, x: float, y: float) -> float | None:
        """How far a point is from the middle of a piece that it touches; None if it does not."""
        away = math.hypot(lie.x - x, lie.y - y)
        if self._lying.is_token(piece):
            return away if away <= TOKEN_MM + _FINGER_MM else None
        if self._lying.is_card(piece):
            return away if lie.covers(x, y) else None
        cos, sin = math.cos(-lie.angle), math.sin(-lie.angle)
        along = (x - lie.x) * cos - (y - lie.y) * sin
        across = (x - lie.x) * sin + (y - lie.y) * cos
        reach = RAKE_WIDE_MM / 2 + _FINGER_MM
        return away if abs(along) <= reach and abs(across) <= _BAR_MM + CARD_WIDE_MM / 4 else None

    # ------------------------------------------------------------------------ dragging

    def move(self, pointer: str, x: float, y: float, angle: float | None, lifted: bool) -> None:
        """A pointer moves; its rake is on the meadow while it is over it and not lifted."""
        hold = self.hands.of(pointer)
        if hold is None:
            return
        if angle is not None and math.isfinite(angle):
            hold.angle = angle
        hold.move(x, y, hold.angle)
        if not self._lying.is_rake(hold.piece):
            return
        over = max(abs(x), abs(y)) <= HALF_MM + BESIDE_MM
        if hold.lowered and lifted:
            self._raise(hold)
        elif not hold.lowered and over and not lifted:
            self._lower(hold, angle)
        if hold.lowered:
            self._top.field.drive(hold.piece, x, y, hold.angle)

    def _lower(self, hold: Hold, angle: float | None) -> None:
        if angle is None and hold.who in FACING:
            hold.angle = FACING[hold.who]
        self._top.field.lower(hold.piece, hold.x, hold.y, hold.angle)
        hold.lowered = True

    def _raise(self, hold: Hold) -> None:
        self._top.field.raise_rake(hold.piece)
        hold.lowered = False

    def raise_what_left(self) -> None:
        """Rakes that were pulled off the meadow touch it no more."""
        for hold in self.hands:
            rake = self._top.field.rake(hold.piece) if hold.lowered else None
            if rake is not None and max(abs(rake.x), abs(rake.y)) > HALF_MM + LEFT_MM:
                self._raise(hold)

    def held(self, hold: Hold, now_ms: int) -> Lie:
        """Where a piece in a hand is."""
        lie = self._lying.lie(hold.piece)
        rake = self._top.field.rake(hold.piece) if hold.lowered else None
        if rake is not None:
            return lie._replace(x=rake.x, y=rake.y, angle=rake.angle)
        x, y = hold.at(now_ms)
        return lie._replace(x=x, y=y, angle=hold.angle)

    # ---------------------------------------------------------------------- laying down

    def release(self, pointer: str, x: float, y: float, now_ms: int) -> None:
        """A pointer goes up: what it held lies there, or where it was if it cannot. Raises
        `RefusedError` then."""
        hold = self.hands.of(pointer)
        if hold is None:
            return
        if hold.lowered and place_at(x, y) == MEADOW:
            self._leave(hold)
            return
        try:
            self.put(pointer, place_at(x, y), x, y, None, under=False, now_ms=now_ms)
        except RefusedError:
            self.cancel(pointer, now_ms)
            raise

    def put(
        self,
        pointer: str,
        place: str,
        x: float | None,
        y: float | None,
        up: bool | None,
        *,
        under: bool,
        now_ms: int,
    ) -> None:
        """Lay what a pointer holds down in a place. Raises `RefusedError`; then it is still
        held."""
        hold = self._in_hand(pointer)
        if x is not None and y is not None and not on_table(x, y):
            raise RefusedError(f"({x}, {y}) is no point of the table")
        lie = lie_in(self._lying, hold.piece, place, x, y, up)
        if place == MEADOW and self._lying.is_rake(hold.piece):
            lie = lie._replace(angle=hold.angle)
        self._lay(hold, lie, now_ms, under=under)

    def cover(self, pointer: str, card: str, now_ms: int) -> None:
        """Lay the token that a pointer holds on a card. Raises `RefusedError`; then it is still
        held."""
        hold = self._in_hand(pointer)
        if not self._lying.is_token(hold.piece):
            raise RefusedError("only tokens are laid on cards")
        self._lay(hold, on_card(self._lying, card), now_ms)

    def _in_hand(self, pointer: str) -> Hold:
        hold = self.hands.of(pointer)
        if hold is None:
            raise RefusedError("this hand holds nothing: take a piece first")
        return hold

    def _lay(self, hold: Hold, lie: Lie, now_ms: int, *, under: bool = False) -> None:
        self.hands.drop(hold.pointer)
        if hold.lowered:
            self._raise(hold)
        self._top.lay(hold.piece, lie, now_ms, under=under)

    def _leave(self, hold: Hold) -> None:
        """A rake that is on the meadow lies there."""
        self.hands.drop(hold.pointer)
        rake = self._top.field.rake(hold.piece)
        if rake is not None:
            self._top.field.let_lie(hold.piece)
            self._lying.lay(hold.piece, Lie(MEADOW, rake.x, rake.y, rake.angle))

    def cancel(self, pointer: str, now_ms: int) -> None:
        """What a pointer holds goes back to where it was; a rake on the meadow lies there."""
        hold = self.hands.of(pointer)
        if hold is None:
            return
        rake = self._top.field.rake(hold.piece) if hold.lowered else None
        if rake is not None and max(abs(rake.x), abs(rake.y)) <= HALF_MM:
            self._leave(hold)
            return
        if hold.lowered:
            self._raise(hold)
        self.hands.drop(pointer)
        lie = hold.origin
        if lie.on and (self._lying.token_on(lie.on) or not self._lying.lie(lie.on).up):
            lie = lie._replace(on="")
        self._top.lay(hold.piece, lie, now_ms)

    def forget(self, piece: str) -> None:
        """Nobody holds a piece any more; it is about to be laid somewhere."""
        hold = self.hands.on(piece)
        if hold is not None:
            self.hands.drop(hold.pointer)
            if hold.lowered:
                self._raise(hold)

    def turn(self, card: str, now_ms: int) -> None:
        """Turn a card over where it lies. Raises `RefusedError`."""
        if not self._lying.is_card(card):
            raise RefusedError(f"{card} has one face only")
        lie = self._lying.lie(card)
        if self.hands.on(card) is not None:
            raise RefusedError("this card is in a hand: lay it down first")
        if lie.place.startswith("hand."):
            raise RefusedError(f"{seat_of(lie.place)} holds that card up: lay it down first")
        if self._lying.token_on(card):
            raise RefusedError(f"{self._lying.token_on(card)} lies on this card: take that first")
        if lie.place == PILE:
            raise RefusedError("the cards of the pile stay face down: take the top one")
        self._lying.turn(card)

"""The pieces on a meadow as the players' minds think of them: spots instead of points.

What a mind knows as "the deck of north" is here the cards that lie face down before north. People
may move the same pieces between two looks. It must not know a reader, nor what a player wants.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from meadow.games.game import Seat
from meadow.pieces.kinds import Design, StashToken, TreatCard

from meadow_host.twin.meadow import ground
from meadow_host.twin.meadow.ground import SIDES, Point, at_side, nearest_side, seat_of
from meadow_host.twin.meadow.lying import HELD, Lie, held_by
from meadow_host.twin.meadow.places import RefusedError, lie_in, on_card
from meadow_host.twin.meadow.world import World
from meadow_host.twin.players.world import (
    ASIDE,
    DECK_READER,
    FLOOR,
    MEADOW,
    PILE,
    Kind,
    Spot,
    WorldError,
)

_LONE = {
    ground.MEADOW: MEADOW,
    ground.FLOOR: FLOOR,
    ground.DECK: DECK_READER,
    ground.PILE: PILE,
    ground.ASIDE: ASIDE,
}
_PLACE = {spot: place for place, spot in _LONE.items()}
ELSEWHERE = Spot(Kind.BESIDE)
"""Where no player looks: the box, a fifth seat's cards, the air between edge and tray."""


def hand_of_bot(side: str) -> str:
    """The pointer of the bot that plays a side; it holds one thing at a time."""
    return f"bot.{side}"


class MeadowPieces:
    """A `Whereabouts` on a meadow. The tokens and cards of one game, and its players' rakes."""

    def __init__(
        self,
        world: World,
        tokens: Iterable[StashToken],
        cards: Iterable[TreatCard],
        seats: Iterable[Seat],
        rng: Random,
    ) -> None:
        """All chance in where a token is put comes from ``rng``."""
        self.world = world
        self._rng = rng
        self._tokens = {token.id: token.design for token in tokens}
        self._cards = {card.id: card.design for card in cards}
        self._rakes = {seat.side: seat.rake for seat in seats if seat.rake}
        self._of_design: dict[Design, list[str]] = {}
        for token, design in self._tokens.items():
            self._of_design.setdefault(design, []).append(token)
        self._seen_changes = -1
        self._at: dict[Spot, list[str]] = {}

    # ------------------------------------------------------------------------- looking

    @property
    def changes(self) -> int:
        """How often anything was moved from place to place."""
        return self.world.changes

    @property
    def rakes(self) -> dict[str, str]:
        return self._rakes

    def where(self, piece: str) -> Spot:
        if piece not in self.world.lying:
            raise WorldError(f"there is no piece {piece!r} here")
        lie = self.world.lying.lie(piece)
        lone = _LONE.get(lie.place)
        if lone is not None:
            return lone
        if lie.on:
            return Spot(Kind.CARD, lie.on)
        side = seat_of(lie.place)
        if side not in SIDES:
            return ELSEWHERE
        if lie.place.startswith("tray."):
            return Spot(Kind.TRAY, side)
        if lie.place.startswith(HELD):
            return Spot(Kind.HAND, side)
        if lie.place.startswith("cards.") and piece in self._cards:
            return Spot(Kind.FACE_UP if lie.up else Kind.DECK, side)
        return Spot(Kind.BESIDE, side)

    def at(self, spot: Spot) -> Sequence[str]:
        if self._seen_changes != self.world.changes:
            self._look()
        return self._at.get(spot, ())

    def _look(self) -> None:
        """Note what is at each spot; between two changes minds ask many times."""
        at: dict[Spot, list[str]] = {}
        for place in (*ground.ZONES, ground.FLOOR, *map(held_by, SIDES)):
            for piece in self.world.at(place):
                at.setdefault(self.where(piece), []).append(piece)
        self._at, self._seen_changes = at, self.world.changes

    def on_card(self, card: str) -> str:
        return self.world.lying.token_on(card)

    def is_token(self, piece: str) -> bool:
        return piece in self._tokens

    def is_face_down(self, card: str) -> bool:
        if card not in self._cards:
            return False
        lie = self.world.lying.lie(card)
        return not lie.up or lie.place.startswith("hand.")

    def design(self, piece: str) -> Design:
        design = self._tokens.get(piece) or self._cards.get(piece)
        if design is None:
            raise WorldError(f"nothing is drawn on {piece!r}")
        return design

    def tokens_of(self, design: Design) -> Sequence[str]:
        return self._of_design.get(design, ())

    def near(self, token: str) -> str:
        lie = self.world.where(token)
        return nearest_side(lie.x, lie.y)

    def point(self, piece: str) -> Point:
        """Where a piece is seen."""
        lie = self.world.where(piece)
        return Point(lie.x, lie.y)

    # -------------------------------------------------------------------------- moving

    def move(self, piece: str, to: Spot, bottom: bool = False) -> None:
        """Raises `WorldError` where such a piece cannot lie."""
        if to.kind is Kind.HAND:
            self._take(piece, to.who)
            return
        try:
            lie = self._lie(piece, to)
        except RefusedError as refused:
            raise WorldError(str(refused)) from refused
        self.world.move(piece, lie, under=bottom)

    def _take(self, piece: str, side: str) -> None:
        """Into the hand, if it can be had: somebody may have been faster."""
        self.world.take(hand_of_bot(side), piece, who=side)

    def _lie(self, piece: str, to: Spot) -> Lie:
        lying = self.world.lying
        if to.kind is Kind.CARD:
            return on_card(lying, to.who)
        place = _PLACE.get(to)
        if place is not None:
            return lie_in(lying, piece, place, None, None, None)
        if to.kind is Kind.TRAY:
            at = at_side(to.who, self._rng.uniform(-60, 60), self._rng.uniform(30, 56))
            return lie_in(lying, piece, ground.tray_of(to.who), at.x, at.y, None)
        if to.kind is Kind.BESIDE:
            return lie_in(lying, piece, ground.beside_of(to.who), None, None, None)
        if to.kind in (Kind.DECK, Kind.FACE_UP):
            up = to.kind is Kind.FACE_UP
            return lie_in(lying, piece, ground.cards_of(to.who), None, None, up)
        raise WorldError(f"{piece} cannot be put {to.kind} {to.who}".rstrip())

    def put_on_meadow(self, token: str, near: str) -> None:
        """By hand, as people throw: somewhere at that side."""
        at = at_side(near, self._rng.gauss(0, 70), -self._rng.uniform(45, 110))
        self.world.move(token, Lie(ground.MEADOW, at.x, at.y, self._rng.uniform(0, 6.283)))

    def push(self, token: str, near: str) -> None:
        """Not here: rakes push by physics. Raises `WorldError`."""
        raise WorldError(f"{token} is pushed by a rake, or not at all")

    def collect(self) -> None:
        on_meadow = set(self.world.at(ground.MEADOW))
        self.world.scatter([token for token in self._tokens if token not in on_meadow])
        for card in self._cards:
            if self.where(card) != PILE:
                self.move(card, PILE)
        self.world.shuffle(ground.PILE)

    def pile_from_aside(self) -> None:
        for card in tuple(self.world.at(ground.ASIDE)):
            self.move(card, PILE)
        self.world.shuffle(ground.PILE)

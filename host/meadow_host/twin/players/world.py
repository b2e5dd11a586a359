"""The physical truth at the table: where each piece is. Pieces are moved, never made or lost.

It knows no rule of the game, no reader and no player's mind; only what hands and rakes can do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import NamedTuple

from meadow.games.game import Seat
from meadow.pieces.kinds import Design, StashToken, TreatCard

SIDES = ("north", "east", "south", "west")
READER = "deck"
"""The place name of the deck reader."""


class Kind(StrEnum):
    """The kinds of spots where a piece can be."""

    MEADOW = "meadow"
    FLOOR = "floor"  # fallen off a corner: nothing senses it
    TRAY = "tray"
    READER = "reader"
    HAND = "hand"
    BESIDE = "beside"  # laid down beside a player
    CARD = "card"  # a token on a card
    FACE_UP = "face-up"
    DECK = "deck"  # face down, the last is on top
    PILE = "pile"  # the draw pile, face down, the last is on top
    ASIDE = "aside"


class Spot(NamedTuple):
    """A spot: its kind, and whose it is (a side, or the card for what lies on one)."""

    kind: Kind
    who: str = ""


MEADOW = Spot(Kind.MEADOW)
FLOOR = Spot(Kind.FLOOR)
DECK_READER = Spot(Kind.READER)
PILE = Spot(Kind.PILE)
ASIDE = Spot(Kind.ASIDE)

_TOKEN_SPOTS = frozenset(
    (Kind.MEADOW, Kind.FLOOR, Kind.TRAY, Kind.READER, Kind.HAND, Kind.BESIDE, Kind.CARD)
)
_CARD_SPOTS = frozenset((Kind.READER, Kind.FACE_UP, Kind.DECK, Kind.PILE, Kind.ASIDE))
_RAKE_SPOTS = frozenset((Kind.TRAY, Kind.READER, Kind.HAND, Kind.BESIDE))
_FACE_DOWN = frozenset((Kind.DECK, Kind.PILE, Kind.ASIDE, Kind.READER))


class WorldError(Exception):
    """Something that hands cannot do was tried: a fault of the simulation, not of a player."""


class World:
    """All pieces of one game and where they are."""

    def __init__(
        self,
        tokens: Iterable[StashToken],
        cards: Iterable[TreatCard],
        seats: Iterable[Seat],
        rng: Random,
    ) -> None:
        """Tokens scattered on the meadow, cards shuffled into the pile, rakes beside players.

        ``rng`` is used here and by `collect` alone.
        """
        self._rng = rng
        self._token_designs = {token.id: token.design for token in tokens}
        self._card_designs = {card.id: card.design for card in cards}
        self.rakes = {seat.side: seat.rake for seat in seats if seat.rake}
        self._where: dict[str, Spot] = {}
        self._at: dict[Spot, list[str]] = {}
        self._of_design: dict[Design, list[str]] = {}
        self._near: dict[str, str] = {}
        self.changes = 0
        """How often anything was moved."""
        for token, design in self._token_designs.items():
            self._lay_new(token, MEADOW)
            self._of_design.setdefault(design, []).append(token)
            self._near[token] = rng.choice(SIDES)
        self._on: dict[str, list[str]] = {}
        for card in self._card_designs:
            self._lay_new(card, PILE)
            self._on[card] = self._at.setdefault(Spot(Kind.CARD, card), [])
        for side, rake in self.rakes.items():
            self._lay_new(rake, Spot(Kind.BESIDE, side))
        rng.shuffle(self._at.setdefault(PILE, []))

    def _lay_new(self, piece: str, spot: Spot) -> None:
        self._where[piece] = spot
        self._at.setdefault(spot, []).append(piece)

    # ------------------------------------------------------------------- looking

    def where(self, piece: str) -> Spot:
        """Where a piece is. Raises `WorldError` for a piece that is not here."""
        spot = self._where.get(piece)
        if spot is None:
            raise WorldError(f"there is no piece {piece!r} here")
        return spot

    def at(self, spot: Spot) -> Sequence[str]:
        """The pieces at a spot, in order of arrival; the last card is on top."""
        return self._at.get(spot, ())

    def on_card(self, card: str) -> str:
        """The token that lies on a card, or ""."""
        lying = self._on[card]
        return lying[0] if lying else ""

    def is_token(self, piece: str) -> bool:
        return piece in self._token_designs

    def is_face_down(self, card: str) -> bool:
        """Whether nobody can see what a Treat card shows."""
        return card in self._card_designs and self.where(card).kind in _FACE_DOWN

    def design(self, piece: str) -> Design:
        """What is drawn on a token or a card. Raises `WorldError` for anything else."""
        design = self._token_designs.get(piece) or self._card_designs.get(piece)
        if design is None:
            raise WorldError(f"nothing is drawn on {piece!r}")
        return design

    def tokens_of(self, design: Design) -> Sequence[str]:
        """All tokens of a design, wherever they are."""
        return self._of_design.get(design, ())

    def near(self, token: str) -> str:
        """The side whose edge a token on the meadow is nearest to."""
        return self._near[token]

    # -------------------------------------------------------------------- moving

    def move(self, piece: str, to: Spot, bottom: bool = False) -> None:
        """Move a piece, on top of what is there or under it.

        Raises `WorldError` when a hand could not do that.
        """
        left = self.where(piece)
        self._check_possible(piece, to)
        self._at[left].remove(piece)
        there = self._at.setdefault(to, [])
        there.insert(0 if bottom else len(there), piece)
        self._where[piece] = to
        self.changes += 1

    def put_on_meadow(self, token: str, near: str) -> None:
        """A token comes to lie on the meadow, nearest to this side."""
        self.move(token, MEADOW)
        self._near[token] = near

    def push(self, token: str, near: str) -> None:
        """A rake pushes a token on the meadow towards a side (R64, R65)."""
        if self.where(token) != MEADOW:
            raise WorldError(f"{token} is not on the meadow")
        self._near[token] = near
        self.changes += 1

    def collect(self) -> None:
        """All tokens off cards and back on the meadow, all cards shuffled into the pile."""
        for token in self._token_designs:
            if self.where(token).kind in (Kind.CARD, Kind.FLOOR, Kind.BESIDE, Kind.HAND):
                self.put_on_meadow(token, self._rng.choice(SIDES))
        for card in self._card_designs:
            self.move(card, PILE)
        self._rng.shuffle(self._at[PILE])

    def pile_from_aside(self) -> None:
        """The draw pile is empty: the cards set aside become it, shuffled (W2)."""
        for card in tuple(self.at(ASIDE)):
            self.move(card, PILE)
        self._rng.shuffle(self._at[PILE])

    def _check_possible(self, piece: str, to: Spot) -> None:
        if piece in self._token_designs:
            spots = _TOKEN_SPOTS
        elif piece in self._card_designs:
            spots = _CARD_SPOTS
        else:
            spots = _RAKE_SPOTS
        if to.kind not in spots:
            raise WorldError(f"{piece} cannot be put {to.kind} {to.who}".rstrip())
        there = self._at.get(to)
        if there and to.kind is Kind.HAND:
            # Rake down, then the same hand picks a token up (R27, R28).
            raise WorldError(f"the hand of {to.who} holds {there[0]}, not also {piece}")
        if to.kind is Kind.CARD and (there or self.where(to.who).kind is not Kind.FACE_UP):
            raise WorldError(f"{piece} cannot be laid on {to.who}")

    # ------------------------------------------------------------------ auditing

    def audit(self) -> None:
        """Raises `WorldError` unless every piece is in exactly one spot and all are there."""
        counted: dict[str, Spot] = {}
        for spot, pieces in self._at.items():
            for piece in pieces:
                if piece in counted:
                    raise WorldError(f"{piece} is at {counted[piece]} and at {spot}")
                counted[piece] = spot
        if counted != self._where:
            lost = sorted(set(self._where.items()) ^ set(counted.items()))
            raise WorldError(f"pieces lost or misplaced: {lost}")
        known = {*self._token_designs, *self._card_designs, *self.rakes.values()}
        if set(counted) != known:
            raise WorldError(f"pieces made or lost: {sorted(set(counted) ^ known)}")

    def snapshot(self) -> Mapping[Spot, tuple[str, ...]]:
        """Where everything is, for reports and tests."""
        return {spot: tuple(pieces) for spot, pieces in self._at.items() if pieces}

"""The kinds of pieces that carry a tag (T2). Data only; knows no game and no reader."""

from __future__ import annotations

from typing import NamedTuple

import msgspec


class Design(NamedTuple):
    """What is drawn on a Stash token or a Treat card (R23, W21)."""

    background: str
    item: str


class Piece(msgspec.Struct, frozen=True, tag_field="kind"):
    """Base of all pieces; ``id`` is unique within everything a table knows."""

    id: str


class StashToken(Piece, frozen=True, tag="token"):
    """A Stash token."""

    background: str
    item: str

    @property
    def design(self) -> Design:
        return Design(self.background, self.item)


class TreatCard(Piece, frozen=True, tag="treat"):
    """A Treat card."""

    background: str
    item: str

    @property
    def design(self) -> Design:
        return Design(self.background, self.item)


class Rake(Piece, frozen=True, tag="rake"):
    """A rake, which is its player's button (T3)."""

    colour: str


class CommandCard(Piece, frozen=True, tag="command"):
    """A card that says a word when it lies on the deck reader (T4)."""

    word: str


class SuitCard(Piece, frozen=True, tag="suit-card"):
    """A card of Sweet Takes; ``points`` are what it counts face up (S17)."""

    suit: str
    value: int
    points: int


class TurnTracker(Piece, frozen=True, tag="tracker"):
    """The card that names who leads (R80)."""


AnyPiece = StashToken | TreatCard | SuitCard | TurnTracker | Rake | CommandCard

COMMAND_WORDS = (
    "thats-my-stash",
    "quick-paws",
    "sweet-takes",
    "way-a",
    "way-b",
    "way-c",
    "way-d",
    "referee-check",
    "seat-north",
    "seat-east",
    "seat-south",
    "seat-west",
    "seat-five",
    "start",
    "stop",
    "stash",
    "undo",
    "end",
)
"""The words of the command cards (T4); a set of pieces may bring words of its own."""

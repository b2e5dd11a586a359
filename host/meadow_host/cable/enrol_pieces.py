"""Which pieces of which boxes are enrolled, in which order, where each is laid, and its plain name.

Pure; knows pieces and places, no tag. Pieces that are alike (same kind, same design) are
interchangeable, so they follow one another and lie in one place.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from meadow.games.session import DECK
from meadow.pieces.kinds import (
    AnyPiece,
    CommandCard,
    Rake,
    StashToken,
    SuitCard,
    TreatCard,
)
from meadow.pieces.sets import PieceSet
from meadow.tomlfile.document import either, meant

from meadow_host.cable.errors import CableError


class ChoiceError(CableError):
    """There is no such set, piece or place; one plain line that names those there are."""

    mistake = True


class Where(msgspec.Struct, frozen=True):
    """Where pieces are laid: ``places`` are those whose readers answer, clockwise.

    Rakes and tokens go from tray to tray, cards on the deck reader. ``at`` keeps rakes and tokens
    on one tray, or everything on the deck reader; ``rotates`` false keeps them on the first tray.
    """

    places: tuple[str, ...]
    at: str = ""
    rotates: bool = True

    def __post_init__(self) -> None:
        """Raises `ChoiceError`, when the readers do not suffice."""
        if not self.places:
            raise ChoiceError("no reader of this table answers: see meadow doctor at the table")
        if self.at and self.at not in self.places:
            raise ChoiceError(f"no reader answers at {self.at!r}: use {either(self.places)}")

    def of(self, piece: AnyPiece, turn: int) -> str:
        """The place of a piece; ``turn`` counts the kinds of pieces before it."""
        trays = [place for place in self.places if place != DECK]
        if self.at == DECK or not trays:
            return DECK
        if not isinstance(piece, Rake | StashToken) and DECK in self.places:
            return DECK
        if self.at:
            return self.at
        return trays[turn % len(trays)] if self.rotates else trays[0]


def alike(piece: AnyPiece) -> tuple[Any, ...]:
    """What two pieces have in common that may be exchanged for one another."""
    return (type(piece), msgspec.structs.replace(piece, id=""))


def in_order(sets: Sequence[PieceSet]) -> tuple[AnyPiece, ...]:
    """All pieces of these sets as they are asked for: in the order of the files, those that are
    alike one after another."""
    ordered: list[AnyPiece] = []
    for one in sets:
        groups: dict[Any, list[AnyPiece]] = {}
        for piece in one.pieces:
            groups.setdefault(alike(piece), []).append(piece)
        ordered += [piece for group in groups.values() for piece in group]
    return tuple(ordered)


def chosen_sets(sets: Sequence[PieceSet], names: Collection[str]) -> tuple[PieceSet, ...]:
    """The sets of these names, all for none. Raises `ChoiceError`."""
    known = [one.name for one in sets]
    for name in names:
        if name not in known:
            hint = meant(name, known) or f"this table has {', '.join(known)}"
            raise ChoiceError(f"--set {name}: there is no such set, {hint}")
    return tuple([one for one in sets if not names or one.name in names])


def chosen_pieces(sets: Sequence[PieceSet], ids: Collection[str]) -> tuple[AnyPiece, ...]:
    """These pieces, in order. Raises `ChoiceError`."""
    every = in_order(sets)
    known = [piece.id for piece in every]
    for piece_id in ids:
        if piece_id not in known:
            hint = meant(piece_id, known) or "look into its set of pieces"
            raise ChoiceError(f"--piece {piece_id}: there is no such piece, {hint}")
    return tuple([piece for piece in every if piece.id in ids])


def plain_name(piece: AnyPiece) -> str:
    """What people call it."""
    match piece:
        case StashToken():
            return f"Stash token, {piece.item} on {piece.background}"
        case TreatCard():
            return f"Treat card, {piece.item} on {piece.background}"
        case SuitCard():
            return f"card, {piece.suit} {piece.value}"
        case Rake():
            return f"{piece.colour} rake"
        case CommandCard():
            return f'command card "{piece.word}"'
    return "turn tracker"


def plain_place(place: str) -> str:
    """Where people lay it."""
    return "the deck reader" if place == DECK else f"the {place} tray"

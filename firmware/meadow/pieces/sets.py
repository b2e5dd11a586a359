"""Sets of pieces: the boxes of tokens, cards and rakes a table knows, read from TOML.

Gives pieces and says whether tokens suffice for cards; knows no tag, no reader and no rule.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib import resources
from itertools import combinations
from typing import NamedTuple

import msgspec

from meadow.pieces.kinds import AnyPiece, Design, StashToken, TreatCard
from meadow.pieces.setfile import build
from meadow.tomlfile.document import (
    Document,
    Problem,
    TomlError,
    parse_document,
    read_document,
    shown_text,
)

DEFAULT_SETS = ("sweepers", "sweet-takes", "commands")


class PieceSetError(TomlError):
    """A file of pieces cannot be used; ``messages`` is all that is wrong, with file and line."""


class PieceSet(msgspec.Struct, frozen=True):
    """One box of pieces: its short name, its title and note for people, its pieces.

    ``warnings`` are lines for its owner, as ``file:line: ...``: allowed, but hardly meant.
    """

    name: str
    title: str
    note: str
    pieces: tuple[AnyPiece, ...]
    warnings: tuple[str, ...] = ()


def load_set(path: str | os.PathLike[str]) -> PieceSet:
    """The set in a file. Raises `PieceSetError`."""
    try:
        document = read_document(path)
    except TomlError as error:
        raise PieceSetError(error.problems) from error
    return set_of(document)


def parse_set(text: str, name: str) -> PieceSet:
    """The set in a TOML text; ``name`` stands for the file. Raises `PieceSetError`."""
    try:
        document = parse_document(text, name)
    except TomlError as error:
        raise PieceSetError(error.problems) from error
    return set_of(document)


def set_of(document: Document) -> PieceSet:
    """The set in a document. Raises `PieceSetError`."""
    problems: list[Problem] = []
    header, pieces, warnings = build(document, problems)
    if header is None or problems:
        raise PieceSetError(problems)
    title, note = header.title or header.name, header.note.strip()
    return PieceSet(header.name, title, note, pieces, tuple([str(one) for one in warnings]))


def default_sets() -> tuple[PieceSet, ...]:
    """The sets that come with the table: Sweepers (W21), Sweet Takes (S17), command cards."""
    return tuple([default_set(name) for name in DEFAULT_SETS])


def default_set(name: str) -> PieceSet:
    """One of `DEFAULT_SETS`."""
    file = resources.files("meadow.pieces.data") / f"{name}.toml"
    return parse_set(file.read_text("utf-8"), f"{name}.toml")


def pieces_of(sets: Iterable[PieceSet]) -> tuple[AnyPiece, ...]:
    """All pieces of several sets, in order.

    Raises `PieceSetError` when two sets have pieces of the same id, with one line a pair of sets.
    """
    listed = tuple(sets)
    clashes = set_clashes(listed)
    if clashes:
        raise PieceSetError(
            [Problem("pieces", 0, "", what, allowed) for _, what, allowed in clashes]
        )
    return tuple([piece for one in listed for piece in one.pieces])


class SetClash(NamedTuple):
    """Two sets have pieces of the same id; ``second`` is the later one, from 0."""

    second: int
    what: str
    allowed: str


def set_clashes(sets: Sequence[PieceSet]) -> tuple[SetClash, ...]:
    """All pairs of sets that cannot be used together."""
    ids = [dict.fromkeys(piece.id for piece in one.pieces) for one in sets]
    return tuple(
        [
            SetClash(second, _clash(sets, (first, second), shared), _ONE_OF_TWO)
            for first, second in combinations(range(len(sets)), 2)
            if (shared := [piece_id for piece_id in ids[second] if piece_id in ids[first]])
        ]
    )


_ONE_OF_TWO = "ids are unique: use one of the two sets"


def _clash(sets: Sequence[PieceSet], pair: tuple[int, int], shared: Sequence[str]) -> str:
    one, other = [f"set {index + 1} ({shown_text(sets[index].name)})" for index in pair]
    more = f" and {len(shared) - 1} more" if shared[1:] else ""
    return f"{one} and {other} both have {shown_text(shared[0])}{more}"


def shortfalls(tokens: Iterable[StashToken], cards: Iterable[TreatCard]) -> tuple[str, ...]:
    """Why these cards cannot all be covered with these tokens, one plain line a design.

    Empty when every card can have a token of its own design at the same time.
    """
    have = Counter(token.design for token in tokens)
    need = Counter(card.design for card in cards)
    return tuple(
        [
            _shortfall(design, count, have[design])
            for design, count in sorted(need.items())
            if count > have[design]
        ]
    )


def _shortfall(design: Design, cards: int, tokens: int) -> str:
    shows = f"{cards} Treat card{'s show' if cards != 1 else ' shows'}"
    does = "no Stash token does" if not tokens else "only 1 Stash token does"
    if tokens > 1:
        does = f"only {tokens} Stash tokens do"
    return f"{shows} {design.item} on {design.background}, but {does}"

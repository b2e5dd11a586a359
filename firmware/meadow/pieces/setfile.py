"""What a file of pieces may hold, and the pieces it stands for (the format: docs/pieces.md).

Knows the TOML document only; `meadow.pieces.sets` is what others use.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import msgspec

from meadow.pieces.kinds import (
    COMMAND_WORDS,
    AnyPiece,
    CommandCard,
    Rake,
    StashToken,
    SuitCard,
    TreatCard,
    TurnTracker,
)
from meadow.pieces.points import SECTION as SUIT_CARDS
from meadow.pieces.points import is_missing, no_points, read_suit_cards
from meadow.tomlfile.checked import checked, checked_list, unknown_keys
from meadow.tomlfile.document import Document, Problem, meant, shown_text
from meadow.tomlfile.lines import KeyPath

Word = Annotated[
    str,
    msgspec.Meta(
        pattern=r"\A[a-z][a-z0-9-]*\Z",
        max_length=40,
        description="small letters, digits and hyphens, a letter first",
    ),
]
PieceId = Annotated[
    str,
    msgspec.Meta(
        pattern=r"\A([a-z0-9]+([.-][a-z0-9]+)*)?\Z",
        max_length=80,
        description="small letters and digits, with single dots or hyphens between them",
    ),
]
Copies = Annotated[int, msgspec.Meta(ge=1, le=20)]


class Header(msgspec.Struct, frozen=True):
    """``[set]``: what the set is called and the words its designs are made of."""

    name: Word
    title: str = ""
    note: str = ""
    backgrounds: tuple[Word, ...] = ()
    items: tuple[Word, ...] = ()
    suits: tuple[Word, ...] = ()
    words: tuple[Word, ...] = ()


class Product(msgspec.Struct, frozen=True):
    """``[tokens]`` or ``[treats]``: every background with every item; None stands for all."""

    backgrounds: tuple[str, ...] | None = None
    items: tuple[str, ...] | None = None
    copies: Copies = 1


class One(msgspec.Struct, frozen=True):
    """``[[token]]`` or ``[[treat]]``: one design."""

    background: str
    item: str
    copies: Copies = 1
    id: PieceId = ""

    def __post_init__(self) -> None:
        if self.id and self.copies > 1:
            raise ValueError("has an id and copies; allowed: one of the two, as ids are unique")


class RakeEntry(msgspec.Struct, frozen=True):
    """``[[rake]]``."""

    colour: Word
    id: PieceId = ""


class CommandEntry(msgspec.Struct, frozen=True):
    """``[[command]]``."""

    word: str
    id: PieceId = ""


class TrackerEntry(msgspec.Struct, frozen=True):
    """``[[tracker]]``."""

    id: PieceId = ""


class Built(NamedTuple):
    """What a file gives: the head of the set, its pieces, and what its owner should look at."""

    header: Header | None
    pieces: tuple[AnyPiece, ...]
    warnings: tuple[Problem, ...]


def build(document: Document, problems: list[Problem]) -> Built:
    """The set in a document; appends all that is wrong to ``problems``."""
    singles = ("token", "treat", "tracker", "rake", "command")
    problems += unknown_keys(document, (), ("set", "tokens", "treats", SUIT_CARDS, *singles))
    header = checked(document, ("set",), Header, problems)
    builder = _Builder(document, header, problems)
    # Before all that can have an id of its own: which is what a clash is told of then.
    builder.suit_cards()
    builder.designs("tokens", "token", StashToken)
    builder.designs("treats", "treat", TreatCard)
    builder.trackers()
    builder.rakes()
    builder.commands()
    if not builder.pieces and not problems:
        problems.append(document.problem(("set",), "has no pieces"))
    return Built(header, tuple(builder.pieces), tuple(builder.warnings))


class _Builder:
    def __init__(self, document: Document, header: Header | None, problems: list[Problem]) -> None:
        self.pieces: list[AnyPiece] = []
        self.warnings: list[Problem] = []
        self._document = document
        self._header = header
        self._problems = problems
        self._paths: dict[str, KeyPath] = {}  # piece id -> where it is written
        self._known: dict[str, tuple[str, ...]] = {}
        if header is not None:
            designs = {"backgrounds": header.backgrounds, "items": header.items}
            words = {**designs, "suits": header.suits}
            self._known = {**words, "words": (*COMMAND_WORDS, *header.words)}
            for key, listed in self._known.items():
                self._once(("set", key), listed)

    def designs(self, plural: str, kind: str, make: type[StashToken] | type[TreatCard]) -> None:
        """All tokens or all Treat cards: the product first, then those written one by one."""
        if self._document.get((plural,)) is not None:
            product = checked(self._document, (plural,), Product, self._problems)
            if product is not None:
                self._product(product, plural, kind, make)
        for path, one in checked_list(self._document, kind, One, self._problems):
            known = self._knows((*path, "background"), one.background, "backgrounds")
            if not self._knows((*path, "item"), one.item, "items") or not known:
                continue
            for _ in range(one.copies):
                piece_id = self._id(path, f"{kind}.{one.background}.{one.item}", one.id)
                self.pieces.append(make(piece_id, one.background, one.item))

    def _product(
        self,
        product: Product,
        plural: str,
        kind: str,
        make: type[StashToken] | type[TreatCard],
    ) -> None:
        backgrounds = self._chosen((plural, "backgrounds"), product.backgrounds)
        items = self._chosen((plural, "items"), product.items)
        for background in backgrounds:
            for item in items:
                for _ in range(product.copies):
                    piece_id = self._id((plural,), f"{kind}.{background}.{item}", "")
                    self.pieces.append(make(piece_id, background, item))

    def _chosen(self, path: KeyPath, chosen: tuple[str, ...] | None) -> Sequence[str]:
        """The words of a product that are known; all of the set when none are named."""
        vocabulary = str(path[-1])
        if chosen is None:
            return self._known.get(vocabulary, ())
        self._once(path, chosen)
        return [
            word
            for index, word in enumerate(chosen)
            if self._knows((*path, index), word, vocabulary)
        ]

    def suit_cards(self) -> None:
        """Every suit with every value."""
        listed = self._known.get("suits", ())
        if self._document.get((SUIT_CARDS,)) is None:
            if listed and is_missing(self._document):
                self._problems.append(no_points(self._document))
            return
        section = read_suit_cards(self._document, self._problems, self.warnings)
        if "suits" in self._known and not listed:
            what, allowed = "has no suits", 'list them in set.suits, as suits = ["red", "blue"]'
            self._problems.append(self._document.problem((SUIT_CARDS,), what, allowed))
        if section is None:
            return
        for suit in self._chosen((SUIT_CARDS, "suits"), section.suits):
            for value in range(1, section.values + 1):
                piece_id = self._id((SUIT_CARDS,), f"card.{suit}.{value}", "")
                self.pieces.append(SuitCard(piece_id, suit, value, section.points[str(value)]))

    def trackers(self) -> None:
        """The turn tracker, of which there is one (R80)."""
        for path, tracker in checked_list(self._document, "tracker", TrackerEntry, self._problems):
            if path[-1] != 0:
                what, allowed = "is one too many", "a set has one turn tracker (R80)"
                self._problems.append(self._document.problem(path, what, allowed))
            self.pieces.append(TurnTracker(self._id(path, "tracker", tracker.id)))

    def rakes(self) -> None:
        """All rakes."""
        for path, rake in checked_list(self._document, "rake", RakeEntry, self._problems):
            piece_id = self._id(path, f"rake.{rake.colour}", rake.id)
            self.pieces.append(Rake(piece_id, rake.colour))

    def commands(self) -> None:
        """All command cards."""
        for path, command in checked_list(self._document, "command", CommandEntry, self._problems):
            if self._knows((*path, "word"), command.word, "words"):
                piece_id = self._id(path, f"command.{command.word}", command.id)
                self.pieces.append(CommandCard(piece_id, command.word))

    def _once(self, path: KeyPath, words: Sequence[str]) -> None:
        for index, word in enumerate(words):
            if word in words[:index]:
                what = f"{shown_text(word)} is listed twice"
                self._problems.append(self._document.problem(path, what))

    def _knows(self, path: KeyPath, word: str, vocabulary: str) -> bool:
        """Whether the set has this word; a problem when it has not."""
        known = self._known.get(vocabulary)
        if known is None or word in known:
            return True  # the words of a set whose head is wrong cannot be known: told already
        hint = meant(word, known)
        what = f"{shown_text(word)} is not known{f', {hint}' if hint else ''}"
        allowed = f"allowed: {', '.join(known)}" if known else f"list it in set.{vocabulary}"
        self._problems.append(self._document.problem(path, what, allowed))
        return False

    def _id(self, path: KeyPath, usual: str, own: str) -> str:
        """The id of a new piece: its own, or the usual one, numbered from the second copy on."""
        piece_id = own or usual
        if own in self._paths:
            line = self._document.line(self._paths[own])
            what = f"{shown_text(own)} is taken by the piece on line {line}"
            self._problems.append(self._document.problem((*path, "id"), what, "ids are unique"))
        copy = 1
        while not own and piece_id in self._paths:
            copy += 1
            piece_id = f"{usual}.{copy}"
        self._paths[piece_id] = path
        return piece_id

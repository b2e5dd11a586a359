"""Tells the lines of a game in their order: what a line means can depend on those before it.

Whether a token was laid or fell into a tray no reader can tell; in a check or an inventory it is
known. A card is known from the lines on in which a public fact names it. Knows no terminal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from meadow.games.game import PUBLIC
from meadow.journal.lines import Kind, Line
from meadow.telling.words import Body, Told, Words

_LAYING = frozenset({"fact.check-began"})
_NOT_LAYING = frozenset({"fact.check-ended", "fact.inventory-taken", "fact.undone"})
_LAID = frozenset({"arrived", "placed"})
_FOUND = frozenset({"back", "lying"})
_LIFTED = frozenset({"left", "removed"})


class Entry(NamedTuple):
    """A line of a journal and its body as plain values."""

    line: Line
    body: Body


class Telling:
    """Words for one game, group by group (`groups`), and in each line by line."""

    def __init__(self, words: Words) -> None:
        self.words = words
        """The words for the lines of the group that was begun: they name what is known."""
        self._laying = False
        self._known: frozenset[str] = frozenset()
        self._lying: frozenset[str] = frozenset()

    def begin(self, group: Sequence[Entry], shown: Collection[str] = ()) -> None:
        """The lines that are told next: what one of them makes known is known in all, and so are
        the cards that are ``shown`` to whoever listens.

        A card that is laid anew may have been shuffled since it was seen, so it is not known
        until a fact names it again. One that went on lying, as after undo, stays known.
        """
        named: set[str] = set()
        anew: set[str] = set()
        for line, body in group:
            kind = str(body.get("type", ""))
            if line.kind is Kind.OUTPUT:
                if kind.startswith("fact.") and body.get("audience", PUBLIC) == PUBLIC:
                    named.update(self.words.cards_in(body))
            elif line.kind in (Kind.SIGHTING, Kind.INPUT):
                cards = frozenset(self.words.cards_in(body))
                if kind in _LIFTED:
                    self._lying -= cards
                    continue
                anew |= cards - self._lying if kind in _FOUND else cards
                if kind in _LAID or kind in _FOUND:
                    self._lying |= cards
        self._known = (self._known - anew) | named
        self.words = self.words.knowing(self._known.union(shown))

    def line(self, line: Line, body: Body) -> Told:
        """The next line of the group."""
        if line.kind is Kind.OUTPUT:
            tag = body.get("type")
            self._laying = tag in _LAYING or (self._laying and tag not in _NOT_LAYING)
        elif line.kind is Kind.INPUT:
            return self.words.happened(body, line.source, self._laying)
        return self.words.line(line.kind, line.source, body)


def groups(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """The lines that belong together: a sighting, the input it became, and what came of it."""
    group: list[Entry] = []
    for entry in entries:
        kind = entry.line.kind
        follows = kind is Kind.INPUT and len(group) == 1 and group[0].line.kind is Kind.SIGHTING
        if group and kind in (Kind.SIGHTING, Kind.INPUT) and not follows:
            yield group
            group = []
        group.append(entry)
    if group:
        yield group

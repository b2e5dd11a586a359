"""Tells the lines of a game in their order: what a line means can depend on those before it.

Whether a token was laid or fell into a tray no reader can tell; in a check or an inventory it is
known. Knows no terminal.
"""

from __future__ import annotations

from meadow.journal.lines import Kind, Source

from meadow_host.words import Body, Told, Words

_LAYING = frozenset({"fact.check-began"})
_NOT_LAYING = frozenset({"fact.check-ended", "fact.inventory-taken", "fact.undone"})


class Telling:
    """Words for one game, line by line."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self._laying = False

    def line(self, kind: Kind, source: Source, body: Body) -> Told:
        """The next line of a journal."""
        if kind is Kind.OUTPUT:
            tag = body.get("type")
            self._laying = tag in _LAYING or (self._laying and tag not in _NOT_LAYING)
        elif kind is Kind.INPUT:
            return self.words.happened(body, source, self._laying)
        return self.words.line(kind, source, body)

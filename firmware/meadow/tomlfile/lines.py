"""Where each key of a TOML text stands, because `tomllib` does not tell: key path -> line.

Works on text that `tomllib` has accepted, so it only follows the shape (headers, keys, strings,
arrays, inline tables) and judges nothing. Knows no schema and no file.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections.abc import Mapping

KeyPath = tuple[str | int, ...]
"""A place in the data: keys and, within arrays, indices from 0."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_INDENT = re.compile(r"[ \t]*")
_KEY = re.compile(r"""[ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[A-Za-z0-9_-]+)[ \t]*""")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_BARE = re.compile(r"[^,\]}#\n]*")


def key_lines(text: str) -> Mapping[KeyPath, int]:
    """The line, counted from 1, on which every key and every array element first appears.

    ``text`` must be valid TOML. A table that is only implied (``a`` in ``[a.b]``) has the line
    that implies it.
    """
    return _Scanner(text).run()


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._newlines = [match.start() for match in re.finditer("\n", text)]
        self._lines: dict[KeyPath, int] = {}
        self._elements: dict[KeyPath, int] = {}  # arrays of tables: how many elements so far

    def run(self) -> Mapping[KeyPath, int]:
        table: KeyPath = ()
        while True:
            self._skip(_BLANK)
            if self._at >= len(self._text):
                return self._lines
            if self._text[self._at] == "[":
                table = self._header()
            else:
                self._pair(table)

    # ------------------------------------------------------------------ pieces of syntax

    def _skip(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self._text, self._at)
        if match is not None:
            self._at = match.end()

    def _note(self, path: KeyPath) -> None:
        if path not in self._lines:
            self._lines[path] = bisect_left(self._newlines, self._at) + 1

    def _key(self) -> list[str]:
        """The parts of a dotted key; leaves the scanner after it."""
        parts = []
        while True:
            match = _KEY.match(self._text, self._at)
            if match is None:
                raise ValueError(f"no key at character {self._at}: the text is not valid TOML")
            raw = match.group(1)
            # tomllib itself reads quoted keys, so both agree on every escape.
            quoted = raw[0] in "\"'"
            parts.append(str(tomllib.loads(f"key = {raw}")["key"]) if quoted else raw)
            if not self._text.startswith(".", match.end()):
                self._at = match.end()
                return parts
            self._at = match.end() + 1

    def _header(self) -> KeyPath:
        """A ``[table]`` or ``[[array.of.tables]]`` line; gives the path it opens."""
        is_element = self._text.startswith("[[", self._at)
        self._at += 2 if is_element else 1
        parts = self._key()
        path: KeyPath = ()
        for part in parts[:-1]:
            path = self._within((*path, part))
        path = (*path, parts[-1])
        self._note(path)
        if is_element:
            index = self._elements.get(path, 0)
            self._elements[path] = index + 1
            path = (*path, index)
            self._note(path)
        self._at += 2 if is_element else 1
        return path

    def _within(self, path: KeyPath) -> KeyPath:
        """A table on the way to another: the newest element if it is an array of tables."""
        self._note(path)
        elements = self._elements.get(path)
        return path if elements is None else (*path, elements - 1)

    def _pair(self, table: KeyPath) -> None:
        path = table
        for part in self._key():
            path = (*path, part)
            self._note(path)
        self._at += 1  # the equals sign
        self._skip(_INDENT)
        self._value(path)

    def _value(self, path: KeyPath) -> None:
        first = self._text[self._at]
        if first == "[":
            self._array(path)
        elif first == "{":
            self._inline_table(path)
        elif first in "\"'":
            self._skip(_STRING)
        else:
            self._skip(_BARE)

    def _array(self, path: KeyPath) -> None:
        self._at += 1
        index = 0
        while not self._closes("]"):
            self._note((*path, index))
            self._value((*path, index))
            index += 1

    def _inline_table(self, path: KeyPath) -> None:
        self._at += 1
        while not self._closes("}"):
            self._pair(path)

    def _closes(self, bracket: str) -> bool:
        """Go on to the next element; True (and past it) when the bracket closes instead."""
        self._skip(_BLANK)
        if self._text.startswith(",", self._at):
            self._at += 1
            self._skip(_BLANK)
        if self._text.startswith(bracket, self._at):
            self._at += 1
            return True
        return False

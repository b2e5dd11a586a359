"""A TOML text with its name and its lines, and what is wrong with it as ``file:line`` messages.

Knows no schema: `meadow.tomlfile.checked` compares a document with the types of a room.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from meadow.tomlfile.lines import KeyPath, key_lines

_WHERE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_ENDLESS = re.compile(r"[0-9_]{4000,}")
_NAMES = re.compile(r"\('(.*?)',?\)")  # how tomllib writes the name of a table
_COMMA = "', '"
_PLAIN = {"Cannot overwrite a value": "a key is given twice"}
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_SHOWN = 40
MOST_BYTES = 1_000_000
"""More than any box of pieces needs; a device without end is not read until the memory is full."""
_NEAR = 0.65  # difflib's own 0.6 takes stone for honey


class Problem(NamedTuple):
    """One thing that is wrong. As text: ``file:line: key: what is wrong; what is allowed``.

    ``line`` is 0 when the file as a whole could not be read, ``key`` empty when no key is meant.
    """

    file: str
    line: int
    key: str
    what: str
    allowed: str = ""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        key = f" {self.key}:" if self.key else ""
        allowed = f"; {self.allowed}" if self.allowed else ""
        return f"{where}:{key} {self.what}{allowed}"


class TomlError(Exception):
    """Files cannot be used. ``problems`` are all of them: file by file, as the files were first
    named, and in the order of the lines.

    Its text is one line a problem.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        listed = list(problems)
        files = list(dict.fromkeys(problem.file for problem in listed))
        listed.sort(key=lambda problem: (files.index(problem.file), problem.line))
        self.problems = tuple(listed)
        super().__init__("\n".join(self.messages))

    @property
    def messages(self) -> tuple[str, ...]:
        """Every problem as one line for the user."""
        return tuple([str(problem) for problem in self.problems])


class Document:
    """The data of one TOML text and the line of every key in it."""

    def __init__(self, name: str, data: Mapping[str, Any], lines: Mapping[KeyPath, int]) -> None:
        self.name = name
        self.data = data
        self._lines = lines

    def line(self, path: KeyPath) -> int:
        """The line of a key; of the table round it when the key is not there."""
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    def get(self, path: KeyPath) -> Any:
        """The value at a path, None when there is none."""
        value: Any = self.data
        for step in path:
            is_key = isinstance(value, dict) and step in value
            is_index = isinstance(value, list) and isinstance(step, int) and step < len(value)
            if not is_key and not is_index:
                return None
            value = value[step]
        return value

    def having(self, path: tuple[str, ...], value: Any) -> Document:
        """The same with that value there, in tables that may be missing; lines are as they were."""
        return Document(self.name, _having(self.data, path, value), self._lines)

    def problem(self, path: KeyPath, what: str, allowed: str = "") -> Problem:
        """What is wrong with the value at a path, with its file and line."""
        return Problem(self.name, self.line(path), key_text(path), what, allowed)


def _having(table: Mapping[str, Any], path: tuple[str, ...], value: Any) -> dict[str, Any]:
    key, further = path[0], path[1:]
    return {**table, key: _having(table.get(key, {}), further, value) if further else value}


def parse_document(text: str, name: str) -> Document:
    """The document of a TOML text; ``name`` stands for the file in messages.

    Raises `TomlError` when it is not TOML.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    try:
        data = tomllib.loads(text)
        lines = key_lines(text)
    except RecursionError as error:
        raise TomlError([Problem(name, 1, "", "is nested too deeply to be read")]) from error
    except ValueError as error:
        raise TomlError([_syntax_problem(text, name, error)]) from error
    return Document(name, data, lines)


def _syntax_problem(text: str, name: str, error: ValueError) -> Problem:
    said = str(error)
    where = _WHERE.search(said)
    if where is None:
        # Not about the syntax: Python refuses to read numbers of thousands of digits.
        digits = _ENDLESS.search(text)
        line = text.count("\n", 0, digits.start()) + 1 if digits else 1
        return Problem(name, line, "", "holds a number that is too long to be read")
    last_line = len(text.rstrip("\n").split("\n"))
    line = int(where.group(1)) if where.group(1) else last_line
    what = said[: where.start()]
    what = _PLAIN.get(what, f"{what[:1].lower()}{what[1:]}")
    what = _NAMES.sub(lambda names: f"[{'.'.join(names.group(1).split(_COMMA))}]", what)
    return Problem(name, line, "", f"is not TOML: {what}")


def read_document(path: str | os.PathLike[str]) -> Document:
    """The document of a file. Raises `TomlError` when it cannot be read or is not TOML."""
    return decode_document(read_content(path), os.fspath(path))


def read_content(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file that may be TOML. Raises `TomlError` when it cannot be read."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        problem = Problem(os.fspath(path), 0, "", f"cannot be read: {reason}")
        raise TomlError([problem]) from error
    if len(content) > MOST_BYTES:
        what = f"is larger than {MOST_BYTES // 1_000_000} MB, so it is no file for this"
        raise TomlError([Problem(os.fspath(path), 0, "", what)])
    return content


def decode_document(content: bytes, name: str) -> Document:
    """The document of a file's bytes; ``name`` stands for it in messages.

    Raises `TomlError` when it is not TOML.
    """
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        what = "is not UTF-8 text"
        raise TomlError([Problem(name, line, "", what, "save it as UTF-8")]) from error
    return parse_document(text, name)


# ------------------------------------------------------------------------ words for people


def key_text(path: KeyPath) -> str:
    """A path as people write it: ``span[2].first``, elements counted from 1."""
    shown = ""
    for step in path:
        if isinstance(step, int):
            shown += f"[{step + 1}]"
        else:
            key = step if _BARE_KEY.fullmatch(step) else shown_text(step)
            shown += f".{key}" if shown else key
    return shown


def shown_text(value: Any) -> str:
    """A TOML value as it stands in a message: short and on one line."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return _shortened(str(value))
    return json.dumps(_shortened(value), ensure_ascii=not value.isprintable())


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that is most like a misspelt one; None when none is near."""
    near = difflib.get_close_matches(word.lower(), list(known), n=1, cutoff=_NEAR)
    return near[0] if near else None


def meant(word: str, known: Iterable[str]) -> str:
    """``did you mean "..."?`` when a known word is near, else an empty text."""
    near = nearest(word, known)
    return "" if near is None else f"did you mean {shown_text(near)}?"


def either(words: Iterable[str]) -> str:
    """Words as a choice: ``a, b or c``."""
    listed = list(words)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} or {listed[-1]}"

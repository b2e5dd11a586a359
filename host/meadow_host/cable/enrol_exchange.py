"""Registers in and out of files: TOML, or CSV for spreadsheets; and one merged into another.

Pure: bytes and registers. A line of a file that cannot be used is told with file and line.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from meadow.pieces.kinds import AnyPiece
from meadow.pieces.register import Register, RegisterError, plain_uid, register_of, register_text
from meadow.tomlfile.document import Problem, TomlError, decode_document, meant, shown_text

HEADER = ("uid", "piece")
_UID_WORDS = (
    "allowed: 4, 7 or 10 bytes in hexadecimal; did a spreadsheet change it? format that column as "
    "text"
)
MOST_LINES = 10_000


class Binding(NamedTuple):
    """A tag and its piece, and the line of the file that says so."""

    uid: str
    piece: str
    line: int = 0


class Merged(NamedTuple):
    """A register with another merged in: how many bindings are new, and how many took the place
    of others."""

    register: Register
    added: int
    replaced: int


def register_csv(register: Register) -> str:
    """A register as CSV. Its UIDs have colons, so that no spreadsheet takes one for a number."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    for uid, piece in register.entries:
        writer.writerow((":".join([uid[at : at + 2] for at in range(0, len(uid), 2)]), piece))
    return text.getvalue()


def register_file(register: Register, name: str) -> str:
    """A register as the text of a file of this name: CSV if it ends so, else TOML."""
    return register_csv(register) if is_csv(name) else register_text(register)


def is_csv(name: str) -> bool:
    """Whether a file of this name holds CSV."""
    return name.lower().endswith(".csv")


def read_bindings(content: bytes, name: str, pieces: Iterable[AnyPiece]) -> tuple[Binding, ...]:
    """The bindings in a file, for these pieces. Raises `RegisterError` with all that is wrong."""
    if is_csv(name):
        return _from_csv(content, name, {piece.id: piece for piece in pieces})
    try:
        document = decode_document(content, name)
    except TomlError as error:
        raise RegisterError(error.problems) from error
    register_of(document, pieces)
    found = []
    for number, tag in enumerate(document.get(("tag",)) or ()):
        line = document.line(("tag", number))
        found.append(Binding(plain_uid(tag["uid"]) or "", tag["piece"], line))
    return tuple(found)


def merge(
    register: Register, bindings: Iterable[Binding], name: str, *, replace: bool = False
) -> Merged:
    """The register with these bindings, which stand in a file of that name.

    Raises `RegisterError`, a line for each that does not go with the register, unless they are to
    ``replace`` what is in their way.
    """
    pieces = dict(register.entries)
    problems: list[Problem] = []
    added = 0
    gone: set[str] = set()
    for uid, piece, line in bindings:
        before, other = pieces.get(uid), register.uid_of(piece)
        if before == piece:
            continue
        added += 1
        if before is not None:
            what = f"{uid} sits in {before} by the register that is there"
            problems.append(Problem(name, line, "uid", what, _REPLACE))
            gone.add(uid)
        if other is not None:
            what = f"{piece} has the tag {other} by the register that is there"
            problems.append(Problem(name, line, "piece", what, _REPLACE))
            gone.add(other)
    if problems and not replace:
        raise RegisterError(problems)
    new = {uid: piece for uid, piece, _ in bindings}
    kept = {uid: piece for uid, piece in pieces.items() if uid not in gone}
    return Merged(Register(register.pieces, {**kept, **new}.items()), added, len(gone))


_REPLACE = "--replace takes what the file says"


# ---------------------------------------------------------------------------------- CSV


def _from_csv(content: bytes, name: str, by_id: Mapping[str, AnyPiece]) -> tuple[Binding, ...]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise RegisterError([Problem(name, line, "", "is not UTF-8 text", _AS_UTF8)]) from error
    problems: list[Problem] = []
    found: list[Binding] = []
    uid_at, piece_at = 0, 1
    for line, row in _rows(text, name):
        if not found and not problems and {*HEADER} <= {one.lower() for one in row}:
            lower = [one.lower() for one in row]
            uid_at, piece_at = lower.index("uid"), lower.index("piece")
        elif len(row) <= max(uid_at, piece_at):
            what = f"has {len(row)} column{'s' if len(row) != 1 else ''}"
            problems.append(
                Problem(name, line, "", what, "allowed: a UID and a piece, as uid,piece")
            )
        else:
            found += _binding(row[uid_at], row[piece_at], line, found, name, by_id, problems)
    if problems:
        raise RegisterError(problems)
    return tuple(found)


_AS_UTF8 = "save it as CSV in UTF-8"


def _rows(text: str, name: str) -> Iterable[tuple[int, list[str]]]:
    """The rows that are not empty, with their lines. Raises `RegisterError`."""
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter)
    try:
        for row in reader:
            if reader.line_num > MOST_LINES:
                what = f"has more than {MOST_LINES} lines, so it is no register"
                raise RegisterError([Problem(name, 0, "", what)])
            if any(cell.strip() for cell in row):
                yield reader.line_num, [cell.strip() for cell in row]
    except csv.Error as error:
        raise RegisterError([Problem(name, reader.line_num, "", f"is not CSV: {error}")]) from error


def _binding(
    written: str,
    piece: str,
    line: int,
    before: Iterable[Binding],
    name: str,
    by_id: Mapping[str, AnyPiece],
    problems: list[Problem],
) -> list[Binding]:
    """The binding of a row; what is wrong with it goes to ``problems``."""
    uid = plain_uid(written)
    wrong = []
    if uid is None:
        wrong.append(Problem(name, line, "uid", f"{shown_text(written)} is not a UID", _UID_WORDS))
    if piece not in by_id:
        hint = meant(piece, by_id) or "no set of pieces has it"
        wrong.append(Problem(name, line, "piece", f"{shown_text(piece)} is not known", hint))
    for other in before:
        if other.uid == uid:
            twice = f"the other is on line {other.line}"
            wrong.append(Problem(name, line, "uid", f"{uid} is bound already", twice))
        elif other.piece == piece:
            twice = f"the other is on line {other.line}"
            wrong.append(Problem(name, line, "piece", f"{piece} has a tag already", twice))
    problems += wrong
    return [Binding(uid, piece, line)] if uid is not None and not wrong else []

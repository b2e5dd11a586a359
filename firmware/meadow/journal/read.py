"""Reads a journal, strictly: either all of it is right or one error names the file and line.

Leaves the bodies encoded, so it knows no game; a journal that lacks its end is merely
unfinished. Never writes; a torn end is the business of `meadow.journal.recover`.
"""

from __future__ import annotations

import io
import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from meadow.journal.files import NoFileError, explain, open_file
from meadow.journal.lines import (
    End,
    Header,
    JournalError,
    Kind,
    Line,
    Note,
    OutputDigest,
    check_line,
    decode_header,
    decode_line,
)
from meadow.journal.maker import LineMaker
from meadow.journal.names import number_of
from meadow.pieces.kinds import AnyPiece

LARGEST_BYTES = 256 * 1024 * 1024
"""More than any game's journal: about a million and a half lines."""

BAD_JSON = (msgspec.MsgspecError, ValueError, RecursionError)
"""What decoding may raise for bytes that are not what they should be."""

T = TypeVar("T")

_PIECES_DECODER = msgspec.json.Decoder(dict[str, AnyPiece])
_NOTE_DECODER = msgspec.json.Decoder(Note)
_END_DECODER = msgspec.json.Decoder(End)
_UNREADABLE = "was it written by another version of this program?"


@dataclass(frozen=True)
class Journal:
    """One game's journal, all its checksums, numbers and digests found right.

    ``pieces`` tag UID -> piece; ``raws[n]`` the bytes of ``lines[n]`` with the newline;
    ``end`` the body of the last end line, ``None`` when there is none.
    """

    path: Path
    header: Header
    header_raw: bytes
    pieces: Mapping[str, AnyPiece]
    lines: Sequence[Line]
    raws: Sequence[bytes]
    end: End | None

    @property
    def finished(self) -> bool:
        """Whether the game has a result that no undo has taken back."""
        return self.end is not None and bytes(self.end.result) != b"null"

    @property
    def played(self) -> Sequence[Line]:
        """The lines but for notes after the last of a finished game: older tables wrote down what
        was set of light and sound until somebody cleared the game away, hours later."""
        lines, count = self.lines, len(self.lines)
        while self.finished and count and lines[count - 1].kind is Kind.NOTE:
            count -= 1
        return lines[:count]

    @property
    def lasted_ms(self) -> int:
        """The time of the last line `played`: whoever plays the game at its pace is then done."""
        played = self.played
        return played[-1].at_ms if played else 0

    def setup(self, kind: type[T]) -> T:
        """The setup as the game's type. Raises `JournalError` when it does not fit."""
        return self._from_header("setup", self.header.setup, kind)

    def settings(self, kind: type[T]) -> T:
        """The game settings as the game's type. Raises `JournalError` likewise."""
        return self._from_header("settings section", self.header.settings, kind)

    def lights(self, kind: type[T]) -> T | None:
        """How the table's lights were built and set, ``None`` where the journal does not say.
        Raises `JournalError` likewise."""
        raw = self.header.lights
        if isinstance(raw, msgspec.UnsetType):
            return None
        return self._from_header("part about the lights", raw, kind)

    def _from_header(self, name: str, raw: msgspec.Raw, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(raw, type=kind)
        except BAD_JSON as error:
            what = f"the {name} is not one of {self.header.game}, rules {self.header.rules}"
            raise JournalError(self.path, 1, f"{what}: {error}; {_UNREADABLE}") from error

    def result(self, kind: type[T]) -> T | None:
        """The result as the game's type, ``None`` while unfinished. Raises `JournalError`."""
        if self.end is None or not self.finished:
            return None
        last = next(line for line in reversed(self.lines) if line.kind is Kind.END)
        try:
            return msgspec.json.decode(self.end.result, type=kind)
        except BAD_JSON as error:
            raise self.error(last, f"the result does not fit: {error}; {_UNREADABLE}") from error

    def body(self, line: Line, decoder: msgspec.json.Decoder[T]) -> T:
        """A line's body by that decoder. Raises `JournalError` that names the line."""
        try:
            return decoder.decode(line.body)
        except BAD_JSON as error:
            why = f"not {_a(line.kind)} this version knows: {error}; {_UNREADABLE}"
            raise self.error(line, why) from error

    def error(self, line: Line, why: str) -> JournalError:
        """An error that names this line of this file."""
        return JournalError(self.path, line.number, why)

    def note(self, line: Line) -> Note:
        """The body of a note line. Raises `JournalError`."""
        return self.body(line, _NOTE_DECODER)

    def notes(self) -> Iterator[Note]:
        """All notes, in their order. Raises `JournalError`."""
        return (self.note(line) for line in self.lines if line.kind is Kind.NOTE)

    def line_maker(self) -> LineMaker:
        """Makes the lines that follow the last one: the game is taken up again."""
        digest = OutputDigest()
        for line in self.lines:
            if line.kind is Kind.OUTPUT:
                digest.add(line.body)
        return LineMaker(len(self.lines), digest)


def read_journal(path: Path | str) -> Journal:
    """Read and check one journal. Raises `JournalError` for anything that is not right."""
    path = Path(path)
    return parse_journal(read_bytes(path), path)


def last_journal(folder: Path) -> Path | None:
    """The newest journal of a folder by its name, whatever is in it; None for none. Raises
    OSError."""
    found = [
        (number, name)
        for name in os.listdir(folder)
        if (number := number_of(name)) is not None and (folder / name).is_file()
    ]
    return folder / max(found)[1] if found else None


def read_bytes(path: Path) -> bytes:
    """All of a file that may be a journal. Raises `JournalError` when it cannot be."""
    try:
        with os.fdopen(open_file(path), "rb") as file:
            if os.fstat(file.fileno()).st_size <= LARGEST_BYTES:
                return file.read()
        megabytes = LARGEST_BYTES // (1024 * 1024)
        raise JournalError(path, 0, f"larger than any journal ({megabytes} MiB); name another")
    except NoFileError as error:
        advice = "name a file in it" if error.strerror == "a folder" else "name a journal"
        raise JournalError(path, 0, f"{error.strerror}, not a journal; {advice}") from error
    except FileNotFoundError as error:
        raise JournalError(path, 0, "there is no such file; check the name") from error
    except PermissionError as error:
        why = "you may not read this file; ask its owner for access"
        raise JournalError(path, 0, why) from error
    except OSError as error:
        raise JournalError(path, 0, f"cannot be read: {explain(error)}") from error
    except ValueError as error:
        raise JournalError(path, 0, f"no name of a file: {error}; check the name") from error


def parse_journal(data: bytes, path: Path) -> Journal:
    """Check the bytes of a journal; ``path`` is only for messages. Raises `JournalError`."""
    raws = split_lines(data)
    if not raws:
        raise JournalError(path, 0, "empty: of this game nothing was saved")
    header_raw = raws.pop(0)
    header = decode_header(header_raw, path)
    bad = first_bad(raws)
    if bad < len(raws):
        raise JournalError(path, bad + 2, _what_is_wrong(raws, bad, path))
    try:
        pieces = _PIECES_DECODER.decode(header.pieces)
    except BAD_JSON as error:
        raise JournalError(path, 1, f"the pieces: {error}; {_UNREADABLE}") from error
    lines = _decode(raws, path)
    return Journal(path, header, header_raw, pieces, lines, raws, _last_end(lines, path))


def split_lines(data: bytes) -> list[bytes]:
    """The lines with their newlines; only LF ends a line, whatever damage the bytes have."""
    return io.BytesIO(data).readlines()


def first_bad(raws: Sequence[bytes]) -> int:
    """The index of the first line that is cut off or has a wrong checksum; the length if none."""
    for index, raw in enumerate(raws):
        if not check_line(raw):
            return index
    return len(raws)


def _what_is_wrong(raws: Sequence[bytes], bad: int, path: Path) -> str:
    if any(check_line(raw) for raw in raws[bad + 1 :]):
        return "damaged (wrong checksum); use another copy of this journal"
    what = "damaged (wrong checksum)" if raws[bad].endswith(b"\n") else "cut off"
    recover = f"meadow journal recover {shlex.quote(str(path))}"
    return f"{what} at the end of the file; mend it: {recover}"


def _decode(raws: Sequence[bytes], path: Path) -> list[Line]:
    lines: list[Line] = []
    for seq, raw in enumerate(raws, 1):
        try:
            line = decode_line(raw)
        except BAD_JSON as error:
            why = f"not a line of a journal: {error}; {_UNREADABLE}"
            raise JournalError(path, seq + 1, why) from error
        if line.seq != seq:
            why = f"has number {line.seq}, expected {seq}: lines are missing, doubled or moved"
            raise JournalError(path, seq + 1, why + "; use another copy of this journal")
        lines.append(line)
    return lines


def _last_end(lines: Sequence[Line], path: Path) -> End | None:
    """The last end, after comparing the digest of every one with the outputs before it."""
    digest = OutputDigest()
    end = None
    is_output, is_end = Kind.OUTPUT, Kind.END  # looked up once: there may be many lines
    for line in lines:
        kind = line.kind
        if kind is is_output:
            digest.add(line.body)
        elif kind is is_end:
            try:
                end = _END_DECODER.decode(line.body)
            except BAD_JSON as error:
                raise JournalError(path, line.number, f"no end: {error}; {_UNREADABLE}") from error
            if (end.outputs, end.outputs_sha256) != (digest.count, digest.hexdigest()):
                why = "the outputs before this line do not match its digest; use another copy"
                raise JournalError(path, line.number, why)
    return end


def _a(kind: Kind) -> str:
    return f"{'an' if kind.value[0] in 'aeiou' else 'a'} {kind.value}"

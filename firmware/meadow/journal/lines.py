"""The lines of a journal, as bytes and as structs: the header and one line a happening.

Pure, and on the path of every replay, so it is kept lean. It knows the inputs, outputs and
sightings only as structs that encode themselves; it must not know files, any game or a clock.
The format is described for other languages in docs/journal.md.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec

from meadow.games.game import Result
from meadow.journal.printable import printable
from meadow.pieces.kinds import AnyPiece

FORMAT = 1
"""The format this version writes; it reads this one and older ones."""

MAGIC = b'{"journal":"meadow-table","format":'
"""How every journal of every format begins."""

SEAL_BYTES = 19
"""The length of a line's end: ``,"crc":"89abcdef"}`` and the newline."""


LONGEST_MESSAGE = 500
"""Characters of an error's text; what a damaged file holds may be long."""


class JournalError(Exception):
    """A journal cannot be read, recovered or named so; the text is one line for people.

    ``line_number`` counts from 1 as an editor does; 0 means the file as a whole.
    """

    def __init__(self, path: Path | str, line_number: int, why: str) -> None:
        where = f"{path}:{line_number}" if line_number else f"{path}"
        super().__init__(_cut(printable(f"{where}: {why}")))
        self.path = Path(path)
        self.line_number = line_number
        self.why = _cut(printable(why))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_MESSAGE else text[: LONGEST_MESSAGE - 3] + "..."


class Kind(StrEnum):
    """What a line tells."""

    SIGHTING = "sighting"  # what the presence filter reported
    INPUT = "input"  # what the session was given
    OUTPUT = "output"  # what the session gave
    END = "end"  # an `End`: the game is over, or is not after all
    NOTE = "note"  # a `Note` for people; replay passes over it


class Source(StrEnum):
    """Where a sighting or an input came from; for an output, what brought it about."""

    SIGHTING = "sighting"  # a reader
    ALARM = "alarm"  # a moment the game had asked for
    OPERATOR = "operator"  # a word from the console
    LINK = "link"  # a word from a laptop
    TABLE = "table"  # the table itself: beginnings, what it found lying, ends, notes


class Header(msgspec.Struct, frozen=True, kw_only=True, tag_field="journal", tag="meadow-table"):
    """The first line: all that a replay needs beside the lines. Holds no person.

    ``began`` wall time in UTC (ISO 8601), the only one in a journal; ``setup`` and ``settings``
    JSON of the game's own types; ``pieces`` a JSON object, tag UID -> piece; the digests are
    SHA-256, in hexadecimal, of the bytes of ``settings`` and ``pieces`` as they stand in the
    line; ``lights`` JSON of how the table's lights were built and set, which journals of older
    tables do not say; ``counts`` False where not people alone play, at a real table: the time of
    such a game is compared with no other. Made by `make_header`.
    """

    format: int
    game: str
    rules: int
    table: str
    firmware: str
    began: str
    setup: msgspec.Raw
    settings: msgspec.Raw
    settings_sha256: str
    pieces: msgspec.Raw
    pieces_sha256: str
    lights: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    counts: bool | msgspec.UnsetType = msgspec.UNSET


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Every later line. ``body`` is left encoded: the caller decodes only what it needs.

    ``seq`` counts from 1 without a gap; ``at_ms`` is milliseconds since the game began.
    """

    seq: int
    at_ms: int
    kind: Kind
    source: Source
    body: msgspec.Raw
    crc: str

    @property
    def number(self) -> int:
        """The line number in the file, from 1; the header is line 1."""
        return self.seq + 1


class End(msgspec.Struct, frozen=True, tag_field="type", tag="end"):
    """The body of an end line: the result, and a digest of all outputs before it.

    The last end line of a file counts. ``result`` is JSON of the game's result type, or null:
    then an undo has taken the end back and the game is open again. ``outputs`` counts the
    output lines before this one, ``outputs_sha256`` is the digest of their bodies.
    """

    result: msgspec.Raw
    outputs: int
    outputs_sha256: str


class Note(msgspec.Struct, frozen=True, tag_field="type", tag="note"):
    """The body of a note line: something people should know, such as a recovery.

    ``brightness`` and ``quiet`` where the note tells that the lights or the sounds are set so from
    here on, for whoever wants to see them again.
    """

    text: str
    brightness: float | msgspec.UnsetType = msgspec.UNSET
    quiet: bool | msgspec.UnsetType = msgspec.UNSET


# Sets and mappings are sorted, so that the same body gives the same bytes on every machine.
encode_body = msgspec.json.Encoder(order="deterministic").encode
"""The bytes of a body, as in its line."""

_MIDDLES: Mapping[tuple[str, str], bytes] = {
    (kind, source): f',"kind":"{kind}","source":"{source}","body":'.encode()
    for kind in Kind
    for source in Source
}
_LINE_DECODER = msgspec.json.Decoder(Line)
_HEADER_DECODER = msgspec.json.Decoder(Header)
_ANOTHER = "name a journal as the table wrote it, or another copy of this one"
_NULL = msgspec.Raw(b"null")


class _Opening(msgspec.Struct, tag_field="journal", tag="meadow-table"):
    """The part of a header that all formats share."""

    format: int


def make_header(
    *,
    game: str,
    rules: int,
    table: str,
    firmware: str,
    began: str,
    setup: Any,
    settings: Any,
    pieces: Mapping[str, AnyPiece],
    lights: msgspec.Struct | None = None,
) -> Header:
    """A header of this version's format, with its digests.

    ``setup`` and ``settings`` are structs of the game's types, ``pieces`` tag UID -> piece,
    ``began`` the wall time, which the caller reads from its clock; ``lights`` how the lights were,
    None where that is not known.
    """
    settings_json, pieces_json = encode_body(settings), encode_body(pieces)
    return Header(
        format=FORMAT,
        game=game,
        rules=rules,
        table=table,
        firmware=firmware,
        began=began,
        setup=msgspec.Raw(encode_body(setup)),
        settings=msgspec.Raw(settings_json),
        settings_sha256=hashlib.sha256(settings_json).hexdigest(),
        pieces=msgspec.Raw(pieces_json),
        pieces_sha256=hashlib.sha256(pieces_json).hexdigest(),
        lights=msgspec.UNSET if lights is None else msgspec.Raw(encode_body(lights)),
    )


def uncounted(header: Header) -> Header:
    """The same header, for a game of bots or of a simulation."""
    return msgspec.structs.replace(header, counts=False)


def encode_header(header: Header) -> bytes:
    """The first line of a journal, newline included.

    Raises ValueError when the JSON given to the header is spread over several lines.
    """
    sealed = _sealed(encode_body(header)[:-1])
    if sealed.count(b"\n") != 1:
        raise ValueError("the parts of the header must be JSON on one line each")
    return sealed


def encode_line(seq: int, at_ms: int, kind: Kind, source: Source, body: msgspec.Struct) -> bytes:
    """One line, newline included. Takes about one microsecond."""
    return seal_line(seq, at_ms, kind, source, encode_body(body))


def seal_line(seq: int, at_ms: int, kind: Kind, source: Source, body_json: bytes) -> bytes:
    """One line round a body that is encoded already."""
    return _sealed(b'{"seq":%d,"at_ms":%d%b%b' % (seq, at_ms, _MIDDLES[kind, source], body_json))


def _sealed(head: bytes) -> bytes:
    return head + b',"crc":"%08x"}\n' % crc32(head)


def check_line(raw: bytes) -> bool:
    """Whether a line, newline included, is whole and its checksum right."""
    return raw[-SEAL_BYTES:] == b',"crc":"%08x"}\n' % crc32(raw[:-SEAL_BYTES])


def decode_line(raw: bytes) -> Line:
    """The line as a struct; its checksum is the business of `check_line`.

    Raises `msgspec.DecodeError`, ValueError or RecursionError when it is no line.
    """
    return _LINE_DECODER.decode(raw)


def decode_header(raw: bytes, path: Path | str) -> Header:
    """The header from a journal's first line, newline included.

    Raises `JournalError` for what is no journal, is damaged, or of a newer format.
    """
    if not raw.startswith(MAGIC):
        raise JournalError(path, 0, "not a journal (or its first bytes are damaged); " + _ANOTHER)
    if raw.endswith(b"\r\n"):
        why = "the line ends were changed to CR LF; copy the file again, as a binary file"
        raise JournalError(path, 1, why)
    if not raw.endswith(b"\n"):
        raise JournalError(path, 1, "the header is cut off: of this game nothing was saved")
    if not check_line(raw):
        raise JournalError(path, 1, "the header is damaged (wrong checksum); " + _ANOTHER)
    sealless = raw[:-SEAL_BYTES] + b"}"
    try:
        written = msgspec.json.decode(sealless, type=_Opening).format
        if written < 1:
            raise JournalError(path, 1, f"there is no format {written}; {_ANOTHER}")
        if written > FORMAT:
            why = f"made by a newer version (format {written}, this one reads {FORMAT})"
            raise JournalError(path, 1, why + "; update the program on this computer")
        header = _HEADER_DECODER.decode(sealless)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise JournalError(path, 1, f"not a journal's header: {error}; {_ANOTHER}") from error
    for name, value, digest in (
        ("settings", header.settings, header.settings_sha256),
        ("pieces", header.pieces, header.pieces_sha256),
    ):
        if hashlib.sha256(value).hexdigest() != digest:
            raise JournalError(path, 1, f"the {name} do not match their digest; {_ANOTHER}")
    return header


class OutputDigest:
    """A running SHA-256 over the bodies of a game's output lines, in their order."""

    def __init__(self) -> None:
        self.count = 0
        self._sha256 = hashlib.sha256()

    def add(self, body: bytes | msgspec.Raw) -> None:
        """Take in one more output's body."""
        self.count += 1
        self._sha256.update(body)

    def hexdigest(self) -> str:
        """The digest of all outputs so far, 64 hexadecimal digits."""
        return self._sha256.hexdigest()

    def end(self, result: Result | None) -> End:
        """The body of an end line here; ``None`` when an undo has taken the end back."""
        raw = _NULL if result is None else msgspec.Raw(encode_body(result))
        return End(result=raw, outputs=self.count, outputs_sha256=self.hexdigest())

"""A piece's name as bytes in a tag's data area: an NDEF message with a text record in a TLV.

Written from the NFC Forum's texts: Type 2 Tag (TLV blocks), NDEF (records), Text Record Type
Definition. Our text is `PREFIX` and the piece's id, so that nobody else's text is mistaken for a
name. Pure; it must not know tags, pages or pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

PREFIX = "meadow:"
"""What the text of a name begins with: ``meadow:rake.red``."""
MOST_NAME_BYTES = 100
"""Longer names are not written. A piece's id has at most 80 letters."""
TERMINATOR = 0xFE
"""After the last TLV of a data area."""
_NULL, _MESSAGE, _PROPRIETARY = 0x00, 0x03, 0xFD
_CONTROLS = (0x01, 0x02)
"""Lock control and memory control, of three bytes each."""
_CONTROL_BYTES = 3
_LONG = 0xFF
"""As length byte of a TLV: the length is in the two bytes after it."""
_BEGIN, _END, _CHUNK, _SHORT, _HAS_ID = 0x80, 0x40, 0x20, 0x10, 0x08
_KIND = 0x07
_WELL_KNOWN = 0x01
_TEXT = b"T"
_UTF_16 = 0x80
_LANGUAGE_LENGTH = 0x3F
_NAME = re.compile(r"[!-~]+")


class NdefError(Exception):
    """These bytes are no NDEF message; the message is one plain line."""


# -------------------------------------------------------------------------- the data area


class Spot(NamedTuple):
    """Where in a data area the message is, or may be put.

    ``at``: the index of its TLV. ``first``: of the message's first byte; ``end``: past its last;
    all three are one where there is none yet. ``sound``: no TLV up to there is longer than the
    area. ``needs``: so many bytes of the area have to be known for all that to be so.
    """

    at: int
    first: int
    end: int
    sound: bool
    needs: int


def spot_of(area: bytes, size: int) -> Spot:
    """The first message in a data area of ``size`` bytes, of which ``area`` is known so far.

    While ``needs`` is more than is known, learn so much and ask again: only then is the rest
    right. NULL, lock control, memory control and other TLVs are skipped. Where there is no message
    one may take the place of whatever follows the controls and what is somebody's own: perhaps a
    tag was lifted while that was written.
    """
    at = free = 0
    while at < size:
        if at >= len(area):
            return Spot(at, at, at, True, at + 1)
        if area[at] == _NULL:
            at += 1
            continue
        if area[at] == TERMINATOR:
            break
        head = at + (4 if area[at + 1 : at + 2] == bytes([_LONG]) else 2)
        if len(area) < head <= size:
            return Spot(at, at, at, True, head)
        first, end = head, head + _length(area[at + 1 : head])
        if end > size:
            return Spot(free, free, free, False, min(head, size))
        if area[at] == _MESSAGE:
            return Spot(at, first, end, True, end)
        if area[at] == _PROPRIETARY or (area[at] in _CONTROLS and end - first == _CONTROL_BYTES):
            free = end
        at = end
    return Spot(free, free, free, True, min(at + 1, size))


def _length(field: bytes) -> int:
    return field[0] if len(field) == 1 else int.from_bytes(field[1:], "big")


def tlv(message: bytes) -> bytes:
    """The message as a TLV, without the terminator.

    Raises ValueError for one of more than 65534 bytes.
    """
    size = len(message)
    if size > 0xFFFE:
        raise ValueError(f"a message has at most 65534 bytes, not {size}")
    length = bytes([size]) if size < _LONG else bytes([_LONG, *size.to_bytes(2, "big")])
    return bytes([_MESSAGE]) + length + message


def encode(name: str) -> bytes:
    """A whole data area with this name alone. Raises ValueError as `with_name` does."""
    return tlv(with_name(b"", name)) + bytes([TERMINATOR])


def decode(area: bytes) -> str | None:
    """The name in a whole data area; None if there is a message without one, or none.

    Raises `NdefError`.
    """
    spot = spot_of(area, len(area))
    if not spot.sound:
        raise NdefError("one of its blocks is longer than the memory")
    return name_in(area[spot.first : spot.end])


# --------------------------------------------------------------------------- the message


class _Record(NamedTuple):
    """One record as it stands in its message; ``kind`` includes the flag of a chunk."""

    raw: bytes
    kind: int
    type: bytes
    payload: bytes


def name_in(message: bytes, *, whole: bool = True) -> str | None:
    """The name in a message: of the first text that is one. None if there is none.

    ``whole`` false: this is but its beginning, and None may mean that the name did not fit in.
    Raises `NdefError` for what is no message.
    """
    if not message:
        return None
    name = None
    for record in _records(message, whole):
        name = name or _name_of(record)
    return name


def with_name(message: bytes, name: str) -> bytes:
    """A message that bears this name first and otherwise what the old one did but for its names.

    What is no message is replaced. Raises ValueError for a name of other than 1 to
    `MOST_NAME_BYTES` printable ASCII characters without spaces.
    """
    if not _NAME.fullmatch(name) or len(name) > MOST_NAME_BYTES:
        raise ValueError(f"a name has 1 to {MOST_NAME_BYTES} letters, digits and signs: {name!r}")
    payload = b"\x02en" + (PREFIX + name).encode()
    raws = [bytes([_SHORT | _WELL_KNOWN, len(_TEXT), len(payload)]) + _TEXT + payload]
    try:
        records = list(_records(message, True)) if message else []
    except NdefError:
        records = []
    raws += [record.raw for record in records if _name_of(record) is None]
    last = len(raws) - 1
    return b"".join(_flagged(raw, not number, number == last) for number, raw in enumerate(raws))


def _flagged(raw: bytes, begins: bool, ends: bool) -> bytes:
    flags = (_BEGIN if begins else 0) | (_END if ends else 0)
    return bytes([raw[0] & ~(_BEGIN | _END) | flags]) + raw[1:]


def _records(message: bytes, whole: bool) -> Iterator[_Record]:
    """The records one by one, chunks as records of their own (NDEF 1.0, 3.2).

    The flags that begin and end a message must stand where it does: so a wrong length does not go
    unnoticed.
    """
    at, size = 0, len(message)
    while at < size:
        flags = message[at]
        if bool(flags & _BEGIN) is not (at == 0):
            raise NdefError(f"a record begins wrongly at byte {at} of the message")
        parts = _parts(message, at)
        if parts is None:
            if whole:
                raise NdefError(f"the record at byte {at} of the message is cut off")
            return
        type_at, payload_at, end = parts
        if bool(flags & _END) is not (end == size and whole):
            raise NdefError(f"the message does not end where it says, at byte {end}")
        kind = message[type_at : type_at + message[at + 1]]
        yield _Record(message[at:end], flags & (_KIND | _CHUNK), kind, message[payload_at:end])
        at = end


def _parts(message: bytes, at: int) -> tuple[int, int, int] | None:
    """Where the type, the payload and the end of a record are; None if it is cut off."""
    flags = message[at]
    sizes_end = at + 2 + (1 if flags & _SHORT else 4)
    type_at = sizes_end + (1 if flags & _HAS_ID else 0)
    if type_at > len(message):
        return None
    id_size = message[sizes_end] if flags & _HAS_ID else 0
    payload_at = type_at + message[at + 1] + id_size
    end = payload_at + int.from_bytes(message[at + 2 : sizes_end], "big")
    return (type_at, payload_at, end) if end <= len(message) else None


def _name_of(record: _Record) -> str | None:
    """The name that a record bears; None for any other."""
    if record.kind != _WELL_KNOWN or record.type != _TEXT or not record.payload:
        return None
    status = record.payload[0]
    coded = record.payload[1 + (status & _LANGUAGE_LENGTH) :]
    try:
        text = _utf_16(coded) if status & _UTF_16 else coded.decode()
    except UnicodeDecodeError:
        return None
    name = text.removeprefix(PREFIX)
    fits = _NAME.fullmatch(name) and len(name) <= MOST_NAME_BYTES
    return name if name != text and fits else None


def _utf_16(coded: bytes) -> str:
    """Big-endian where no byte order mark says otherwise (Text RTD 1.0, 3.4)."""
    if coded.startswith(b"\xff\xfe"):
        return coded[2:].decode("utf-16-le")
    return coded.removeprefix(b"\xfe\xff").decode("utf-16-be")

"""ISO/IEC 14443-3 type A in pure form: frames, CRC_A, what an answer means, the known tag's glance.

A conversation with tags is a `Program`: a generator that yields what to send (`Ask`) and is sent
what came back (`Reply`). It must not know chips, SPI, clocks or places.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from enum import Enum
from functools import reduce
from operator import xor
from typing import NamedTuple, TypeVar

T = TypeVar("T")

BIT_US = 128 / 13.56
"""One bit at 106 kbit/s: 128 periods of the carrier (ISO/IEC 14443-3, 6.1)."""
FRAME_DELAY_US = 1236 / 13.56
"""From the end of a frame to the answer, at most (6.2.1.1, n = 9 after a 1)."""
ANSWER_US = 250
"""How long to wait for the first bits. An answer of part 3 has five bits out after 91 + 47 us;
the rest is for slow clones."""
_END_US = 15
"""Until the reader has noticed that an answer is over: one bit without modulation, and some."""

CASCADE_TAG = 0x88
_SELECT_CODES = (0x93, 0x95, 0x97)
_SAK_NOT_COMPLETE = 0x04
_CRC_BYTES = 2
_UID_LENGTHS = (4, 7, 10)


class Ask(NamedTuple):
    """One frame to send, and what to expect.

    ``data``: its bytes. ``last_bits``: how many bits of the last byte are sent, 0 for all.
    ``align``: where in the first byte of the answer its first bit belongs. ``expect``: bytes of a
    right answer, 0 if none is awaited. ``wait_us``: how long the answer may take to begin after
    the frame has ended. ``due_us``: from the start of the frame until it pays to look.
    """

    data: tuple[int, ...]
    last_bits: int
    align: int
    expect: int
    wait_us: int
    due_us: float


class Kind(Enum):
    """What came back."""

    SILENT = "nothing"
    CLEAN = "an answer without errors"
    COLLIDED = "answers of several tags, bits of both kinds at once"
    GARBLED = "something that is no answer: noise, or one that is broken"


class Reply(NamedTuple):
    """What the reader received.

    ``data``: the bytes, beginning with ``align`` bits that mean nothing. ``last_bits``: valid bits
    of the last byte, 0 for all. ``position``: the reader's collision position, counted from 1;
    0 if it does not know.
    """

    kind: Kind
    data: bytes = b""
    last_bits: int = 0
    position: int = 0


SILENCE = Reply(Kind.SILENT)

Program = Generator[Ask, Reply, T]
"""A conversation; what it returns is what was found out."""


# ----------------------------------------------------------------------------- checksums


def _crc_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x8408 if byte & 1 else 0)
        table.append(byte)
    return tuple(table)


_CRC_TABLE = _crc_table()


def crc_a(data: Sequence[int]) -> bytes:
    """CRC_A as it goes over the air, low byte first (6.2.4 and annex B; begins with 6363h)."""
    crc = 0x6363
    for byte in data:
        crc = crc >> 8 ^ _CRC_TABLE[(crc ^ byte) & 0xFF]
    return crc.to_bytes(2, "little")


def without_crc(data: bytes) -> bytes | None:
    """The bytes before a right CRC_A; None if it is wrong or there is none."""
    body = data[:-_CRC_BYTES]
    return body if len(data) > _CRC_BYTES and crc_a(body) == data[-_CRC_BYTES:] else None


def bcc(level: Sequence[int]) -> int:
    """The check byte of four UID bytes of a cascade level: their exclusive or (6.5.3.2)."""
    return reduce(xor, level)


# -------------------------------------------------------------------------------- frames


def _air_us(size: int, last_bits: int = 0) -> float:
    """Start bit, bytes with their parity bits, end of communication."""
    bits = 9 * size if not last_bits else 9 * (size - 1) + last_bits
    return (bits + 2) * BIT_US


def answer_us(size: int) -> float:
    """From the end of a frame until the reader has an answer of that many bytes."""
    return FRAME_DELAY_US + _air_us(size) + _END_US


def ask(data: Sequence[int], expect: int, wait_us: int = ANSWER_US) -> Ask:
    """A frame of whole bytes as it stands. Without an answer due: waits only till it is sent."""
    sent_us = _air_us(len(data))
    due_us = sent_us + (answer_us(expect) if expect else _END_US)
    return Ask(tuple(data), 0, 0, expect, wait_us, due_us)


def ask_with_crc(data: Sequence[int], expect: int, wait_us: int = ANSWER_US) -> Ask:
    """A frame of whole bytes, with its CRC_A added."""
    return ask((*data, *crc_a(data)), expect, wait_us)


def _request(command: int) -> Ask:
    sent_us = _air_us(1, 7)
    due_us = sent_us + max(ANSWER_US + _END_US, answer_us(2))
    return Ask((command,), 7, 0, 2, ANSWER_US, due_us)


REQA = _request(0x26)
"""Wakes tags that are IDLE; those at rest in HALT stay silent (6.4.1)."""
WUPA = _request(0x52)
"""Wakes tags that are IDLE or HALTed."""
HLTA = ask_with_crc((0x50, 0x00), 0)
"""Sends the selected tag to rest. No answer is its answer (6.4.3)."""
FALL_BACK = ask((0x50, 0x00), 0)
"""HLTA without its CRC_A. Tags that are READY or ACTIVE take it for a transmission error and fall
back to IDLE or HALT, where they came from (6.3); unlike HLTA it sends none to rest unread."""


def anticollision(level: int, bits: int, count: int) -> Ask:
    """Ask for the rest of a cascade level (0 to 2) of which the first ``count`` (0 to 31) bits
    are ``bits``, the first bit lowest (6.5.3.1).
    """
    whole, rest = divmod(count, 8)
    size = whole + (1 if rest else 0)
    known = bits.to_bytes(4, "little")[:size]
    data = (_SELECT_CODES[level], (2 + whole) << 4 | rest, *known)
    expect = 5 - whole
    due_us = _air_us(len(data), rest) + answer_us(expect)
    return Ask(data, rest, rest, expect, ANSWER_US, due_us)


def select(level: int, part: bytes) -> Ask:
    """Select by the four bytes of a cascade level (0 to 2); the answer is a SAK."""
    return ask_with_crc((_SELECT_CODES[level], 0x70, *part, bcc(part)), 3)


def levels_of(uid: str) -> tuple[bytes, ...]:
    """The four bytes of each cascade level of a UID in hexadecimal (6.5.4).

    Raises ValueError when it has not 4, 7 or 10 bytes.
    """
    rest = bytes.fromhex(uid)
    if len(rest) not in _UID_LENGTHS:
        raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(rest)}")
    levels = []
    while len(rest) > 4:
        levels.append(bytes([CASCADE_TAG]) + rest[:3])
        rest = rest[3:]
    return (*levels, rest)


def uid_of(levels: Sequence[bytes]) -> str:
    """The UID in upper-case hexadecimal of its cascade levels; the last one is whole.

    That it is the last says the SAK alone: a genuine 4-byte UID may begin with 88h.
    """
    return (b"".join(part[1:] for part in levels[:-1]) + levels[-1]).hex().upper()


def selects(uid: str) -> tuple[Ask, ...]:
    """The SELECT frames that reach a tag whose UID is known."""
    return tuple([select(level, part) for level, part in enumerate(levels_of(uid))])


# ------------------------------------------------------------------------------- answers


class Sak(NamedTuple):
    """A SELECT acknowledged: ``complete`` if the UID ends with this level (6.5.4, table 9)."""

    value: int
    complete: bool


def sak_of(reply: Reply) -> Sak | None:
    """The SAK of an answer to SELECT; None if it is none or its CRC_A is wrong."""
    if reply.kind is not Kind.CLEAN or reply.last_bits or len(reply.data) != 1 + _CRC_BYTES:
        return None
    body = without_crc(reply.data)
    if body is None:
        return None
    return Sak(body[0], not body[0] & _SAK_NOT_COMPLETE)


class Glance(Enum):
    """What a look for one known tag found."""

    SEEN = "it answered to its whole UID"
    SILENT = "others answered, it did not"
    NOBODY = "no tag answered at all"
    UNSURE = "something came that proves nothing: noise, or a broken answer"


def glance(frames: Sequence[Ask]) -> Program[Glance]:
    """Look whether a tag is there, by its `selects`.

    It begins with WUPA, so it finds tags at rest. The tag is left ACTIVE: the next REQA sends it
    back to rest unanswered, as it came from there (state diagram of 6.3), and HLTA is saved.
    """
    reply = yield WUPA
    if reply.kind is Kind.SILENT:
        return Glance.NOBODY
    last = len(frames) - 1
    for number, frame in enumerate(frames):
        reply = yield frame
        if reply.kind is Kind.SILENT:
            return Glance.SILENT
        sak = sak_of(reply)
        if sak is None or sak.complete is not (number == last):
            return Glance.UNSURE
    return Glance.SEEN

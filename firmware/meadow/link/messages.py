"""The envelopes of what is said over the cable, and their msgpack (docs/link.md).

Each call names its client, a random number, and itself by an id; its answer names both, so a late
answer is never taken for another's. Pure; it must not know lines or tables.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from meadow.journal.printable import printable
from meadow.link.answers import AnyAnswer, AnyTold
from meadow.link.calls import AnyCall

_Id = Annotated[int, msgspec.Meta(ge=0, lt=1 << 32)]


class Call(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From the laptop. ``client`` is a random number for as long as it is connected."""

    client: _Id
    id: _Id
    body: AnyCall


class Answer(msgspec.Struct, frozen=True, tag_field="to", tag="call"):
    """From the table, to one call."""

    client: _Id
    id: _Id
    body: AnyAnswer


class Told(msgspec.Struct, frozen=True, tag_field="to", tag="client"):
    """From the table, unasked; ``number`` counts from 1 what was told to this client since its
    hello: a gap was lost on the line."""

    client: _Id
    number: int
    body: AnyTold


class Asked(msgspec.Struct, frozen=True):
    """Who called, of a call that cannot be understood otherwise.

    ``to`` is there in what tables say: a table that hears another, or its own echo, says nothing
    to that, or the two would never fall silent.
    """

    client: _Id
    id: _Id
    to: str = ""


class MessageError(Exception):
    """The content of a frame is no message; one plain line. ``asked`` says who is to hear it."""

    def __init__(self, why: str, asked: Asked | None = None) -> None:
        super().__init__(printable(why))
        self.asked = asked


FromTable = Answer | Told

_encode = msgspec.msgpack.Encoder().encode
_CALLS = msgspec.msgpack.Decoder(Call)
_ASKED = msgspec.msgpack.Decoder(Asked)
_FROM_TABLE: msgspec.msgpack.Decoder[FromTable] = msgspec.msgpack.Decoder(FromTable)
_UNFIT = (msgspec.DecodeError, ValueError, RecursionError)


def encode_message(message: Call | FromTable) -> bytes:
    """The content of its frame."""
    return _encode(message)


def decode_call(content: bytes) -> Call:
    """A call. Raises `MessageError`."""
    try:
        return _CALLS.decode(content)
    except _UNFIT as error:
        raise MessageError(f"this is no call: {error}", _asked(content)) from error


def decode_from_table(content: bytes) -> FromTable:
    """What a table says. Raises `MessageError`."""
    try:
        return _FROM_TABLE.decode(content)
    except _UNFIT as error:
        raise MessageError(f"no table says this: {error}") from error


def _asked(content: bytes) -> Asked | None:
    try:
        asked = _ASKED.decode(content)
    except _UNFIT:
        return None
    return None if asked.to else asked

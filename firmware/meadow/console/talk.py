"""What a page may say over its socket. Data only (docs/console.md describes each).

What is not known in a message is passed over, so that a later page can say more.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

VERSION = 1
"""Of the protocol. A page of another version is told to reload itself."""
MOST_BYTES = 4096
"""Of a message in UTF-8. The socket itself ends at `MOST_SOCKET_BYTES`."""
MOST_SOCKET_BYTES = 64 * 1024

_Word = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
_Arg = Annotated[str, msgspec.Meta(max_length=100)]
_Id = Annotated[int, msgspec.Meta(ge=0, lt=1 << 53)]
_Seat = Annotated[str, msgspec.Meta(pattern=r"\A[a-z0-9-]{1,20}\Z")]
_Names = Annotated[tuple[str, ...], msgspec.Meta(max_length=16)]


class TalkError(Exception):
    """A message that means nothing: one plain line. ``id`` is the message's own, 0 for none."""

    def __init__(self, why: str, id_: int = 0) -> None:
        super().__init__(why)
        self.id = id_


class Hello(msgspec.Struct, frozen=True, tag_field="is", tag="hello"):
    """The first message: the version the page speaks, what kind of page it is, and which streams
    it wants besides the state (`meadow.console.hub.Stream`)."""

    version: int
    page: Annotated[str, msgspec.Meta(max_length=40)] = ""
    wants: _Names = ()


class Want(msgspec.Struct, frozen=True, tag_field="is", tag="want"):
    """From now on these streams and no others."""

    id: _Id = 0
    wants: _Names = ()


class Act(msgspec.Struct, frozen=True, tag_field="is", tag="act"):
    """A word of the operator."""

    word: _Word
    id: _Id = 0
    args: Annotated[tuple[_Arg, ...], msgspec.Meta(max_length=8)] = ()


class Adjust(msgspec.Struct, frozen=True, tag_field="is", tag="adjust"):
    """Sound and light until the table ends; what is not said stays."""

    id: _Id = 0
    quiet: bool | None = None
    brightness: float | None = None


class NamePlayers(msgspec.Struct, frozen=True, tag_field="is", tag="names"):
    """The players' names for this game, seat -> name, and whether all may see them."""

    names: Annotated[dict[_Seat, str], msgspec.Meta(max_length=32)]
    id: _Id = 0
    public: bool = False


Message = Hello | Want | Act | Adjust | NamePlayers

_DECODER = msgspec.json.Decoder(Message)


class _Numbered(msgspec.Struct, frozen=True):
    id: int = 0


def message_of(text: str) -> Message:
    """What a page says. Raises `TalkError`."""
    size = len(text.encode("utf-8", "replace"))
    if size > MOST_BYTES:
        raise TalkError(f"a message has {MOST_BYTES} bytes at most, and this one has {size}")
    try:
        said: Message = _DECODER.decode(text)
    except msgspec.ValidationError as error:
        raise TalkError(
            f"the table does not understand this message: {error}", _id(text)
        ) from error
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise TalkError("this message is no JSON that makes sense here") from error
    return said


def _id(text: str) -> int:
    """The number by which its answer is known."""
    try:
        return msgspec.json.decode(text, type=_Numbered).id
    except (msgspec.MsgspecError, RecursionError):
        return 0

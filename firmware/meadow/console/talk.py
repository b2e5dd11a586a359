"""What a page may say over its socket. Data only (docs/console.md describes each).

What is not known in a message is passed over, so that a later page can say more.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from meadow.console.language import Id, Language, When
from meadow.console.states import Viewer

VERSION = 1
"""Of the protocol. A page of another version is told to reload itself."""
MOST_SOCKET_BYTES = 64 * 1024
"""Beyond this the socket itself ends a page's message, and the page."""

_Word = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
_Arg = Annotated[str, msgspec.Meta(max_length=100)]
_Seat = Annotated[str, msgspec.Meta(pattern=r"\A[a-z0-9-]{1,20}\Z")]
_Names = Annotated[tuple[str, ...], msgspec.Meta(max_length=16)]


class Hello(msgspec.Struct, frozen=True, tag_field="is", tag="hello"):
    """The first message: the version the page speaks, what kind of page it is, which streams it
    wants besides the state (`meadow.console.hub.Stream`), and whether it is for an operator's eyes.

    Only a page that says so is shown more than all may see, however much its cookie would allow: a
    scoreboard is looked at by others than who opened it.
    """

    version: int
    page: Annotated[str, msgspec.Meta(max_length=40)] = ""
    wants: _Names = ()
    viewer: Viewer = Viewer.SPECTATOR


class Want(msgspec.Struct, frozen=True, tag_field="is", tag="want"):
    """From now on these streams and no others."""

    id: Id = 0
    wants: _Names = ()


class Act(msgspec.Struct, frozen=True, tag_field="is", tag="act"):
    """A word of the operator; ``when`` is the state's ``situation`` for which it is meant."""

    word: _Word
    id: Id = 0
    args: Annotated[tuple[_Arg, ...], msgspec.Meta(max_length=8)] = ()
    when: When = ""


class Adjust(msgspec.Struct, frozen=True, tag_field="is", tag="adjust"):
    """Sound and light until the table ends; what is not said stays."""

    id: Id = 0
    quiet: bool | None = None
    brightness: float | None = None


class NamePlayers(msgspec.Struct, frozen=True, tag_field="is", tag="names"):
    """Players' names for this game, seat -> name, and whether all may see the names; what is not
    said stays."""

    names: Annotated[dict[_Seat, str], msgspec.Meta(max_length=32)] = {}
    id: Id = 0
    public: bool | None = None


Message = Hello | Want | Act | Adjust | NamePlayers

TALK: Language[Message, Hello] = Language(Message, Hello, VERSION, "table")

"""What a page of the meadow may say over its socket. Data only (docs/meadow.md describes each).

What is not known in a message is passed over, so that a later page can say more.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec
from meadow.console.language import Id, Language, When

VERSION = 1
"""Of the protocol. A page of another version is told to reload itself."""
MOST_AT_ONCE = 64
"""Things that fingers do in one message."""

_Finger = Annotated[int, msgspec.Meta(ge=0, lt=32)]
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
_Key = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{8,64}\Z")]
_Seats = Annotated[tuple[_Name, ...], msgspec.Meta(max_length=5)]


class Hello(msgspec.Struct, frozen=True, tag_field="is", tag="hello"):
    """The first message. ``key`` is made up by the page and stays the same when it reloads;
    ``opened`` is when the browser opened it, so that of two with one key the later is known."""

    version: int
    key: _Key
    opened: Annotated[int, msgspec.Meta(ge=0, lt=1 << 53)] = 0


class Alive(msgspec.Struct, frozen=True, tag_field="is", tag="alive"):
    """A sign of life, at least once a second."""


class Sit(msgspec.Struct, frozen=True, tag_field="is", tag="sit"):
    """Sit at these seats and no others."""

    seats: _Seats
    id: Id = 0


class Do(StrEnum):
    """What a finger does. ``down`` takes what lies there, ``rake`` comes down with the own rake,
    ``carry`` moves it through the air."""

    DOWN = "down"
    RAKE = "rake"
    MOVE = "move"
    CARRY = "carry"
    UP = "up"
    CANCEL = "cancel"


class Finger(msgspec.Struct, frozen=True, array_like=True):
    """One thing that a finger does: ``[number, "move", x, y, angle, seat]``, in millimetres and
    radians; without an angle what it holds is not turned. For which of the own seats a rake comes
    down is that seat, or follows from where it does."""

    number: _Finger
    do: Do
    x: float
    y: float
    angle: float | None = None
    seat: Annotated[str, msgspec.Meta(max_length=80)] = ""


class Fingers(msgspec.Struct, frozen=True, tag_field="is", tag="hand"):
    """What fingers did, in this order."""

    did: Annotated[tuple[Finger, ...], msgspec.Meta(max_length=MOST_AT_ONCE)]


class Lay(msgspec.Struct, frozen=True, tag_field="is", tag="lay"):
    """A tap: take a piece and lay it in a place, or on a card."""

    piece: _Name
    to: _Name
    id: Id = 0
    up: bool | None = None
    x: float | None = None
    y: float | None = None


class Turn(msgspec.Struct, frozen=True, tag_field="is", tag="turn"):
    """A tap: turn a card over."""

    piece: _Name
    id: Id = 0


class Show(msgspec.Struct, frozen=True, tag_field="is", tag="show"):
    """A tap: lay a piece on a reader for a moment."""

    piece: _Name
    at: _Name
    id: Id = 0


class Speak(msgspec.Struct, frozen=True, tag_field="is", tag="speak"):
    """A tap: lay the rake of an own seat on a reader for a moment; ``when`` is the situation that
    the page showed, "" for any: in another one the rake would say something else."""

    seat: _Name
    at: _Name
    id: Id = 0
    when: When = ""


class Deal(msgspec.Struct, frozen=True, tag_field="is", tag="deal"):
    """Deal the next card, or all until it is stopped."""

    id: Id = 0
    count: Annotated[int, msgspec.Meta(ge=0, le=200)] = 1


class Collect(msgspec.Struct, frozen=True, tag_field="is", tag="collect"):
    """Take the cards of a round from the middle to who won them."""

    id: Id = 0


class TakeBack(msgspec.Struct, frozen=True, tag_field="is", tag="take-back"):
    """Take back into the hand what was laid and not taken."""

    id: Id = 0


class SetOut(msgspec.Struct, frozen=True, tag_field="is", tag="set-out"):
    """Lay out the pieces of a game: tokens scattered, cards shuffled; "" puts all into the box."""

    game: Annotated[str, msgspec.Meta(max_length=80)]
    id: Id = 0


class Bots(msgspec.Struct, frozen=True, tag_field="is", tag="bots"):
    """Who plays by themselves: these seats, at this skill; ``words`` is what they choose where no
    person sits."""

    seats: _Seats
    id: Id = 0
    skill: Annotated[str, msgspec.Meta(max_length=40)] = ""
    words: Annotated[tuple[_Name, ...], msgspec.Meta(max_length=8)] = ()


class Break(msgspec.Struct, frozen=True, tag_field="is", tag="break"):
    """Let something go wrong at a place, or be well again."""

    fault: _Name
    on: bool
    id: Id = 0
    place: Annotated[str, msgspec.Meta(max_length=80)] = ""


Message = (
    Hello
    | Alive
    | Sit
    | Fingers
    | Lay
    | Turn
    | Show
    | Speak
    | Deal
    | Collect
    | TakeBack
    | SetOut
    | Bots
    | Break
)

TALK: Language[Message, Hello] = Language(Message, Hello, VERSION, "meadow")

"""What an enrolment asks for and what comes of a tag or a word. Data only."""

from __future__ import annotations

from enum import StrEnum

import msgspec
from meadow.pieces.kinds import AnyPiece


class Ask(msgspec.Struct, frozen=True):
    """The piece that is to be laid now, and where; ``number`` of the ``of`` pieces.

    ``alike``: so many pieces in a row, with this one, are alike, and may be laid together.
    ``uid``: the tag it has already, "" for none.
    """

    piece: AnyPiece
    place: str
    number: int
    of: int
    alike: int = 1
    uid: str = ""


class Reason(StrEnum):
    """Why a tag was not taken, or a word could not be followed."""

    HAS_A_PIECE = "has-a-piece"  # it is bound to another piece
    TOGETHER = "together"  # several at once, and they are not alike
    ELSEWHERE = "elsewhere"  # on another place than the one that is lit
    FLICKERS = "flickers"  # it lay there before
    NOTHING_ASKED = "nothing-asked"  # all is done
    NOTHING_TO_UNDO = "nothing-to-undo"
    NOTHING_TO_MOVE = "nothing-to-move"
    NOTHING_BEFORE = "nothing-before"


class Bound(msgspec.Struct, frozen=True):
    """A tag sits in a piece from now on; ``moved_from`` the piece it was in before."""

    piece: AnyPiece
    place: str
    uid: str
    moved_from: AnyPiece | None = None


class Again(msgspec.Struct, frozen=True):
    """A tag that is bound already was laid once more, or only just heard: nothing changes."""

    piece: AnyPiece
    place: str
    uid: str


class NotTaken(msgspec.Struct, frozen=True):
    """Nothing is bound. ``piece`` has the tag; ``taken_back`` had been bound a moment before;
    ``should_be`` is the place that is lit."""

    reason: Reason
    place: str = ""
    uids: tuple[str, ...] = ()
    piece: AnyPiece | None = None
    taken_back: tuple[AnyPiece, ...] = ()
    should_be: str = ""


class TakenBack(msgspec.Struct, frozen=True):
    """Undone: these pieces have no tag, or their tag of before. None: a skip was undone."""

    pieces: tuple[AnyPiece, ...]


class Skipped(msgspec.Struct, frozen=True):
    """This piece is passed over."""

    piece: AnyPiece


Outcome = Bound | Again | NotTaken | TakenBack | Skipped

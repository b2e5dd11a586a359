"""What a laptop may ask of a table over the cable. Data only (docs/link.md describes each).

What changes the table is for writers: `Claim` the role first.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

LOWEST, HIGHEST = 1, 1
"""The versions of the protocol this program speaks."""

BLOCK_BYTES = 4096
"""The most bytes of a file in one call or answer."""

_Version = Annotated[int, msgspec.Meta(ge=0, lt=1 << 16)]
_Offset = Annotated[int, msgspec.Meta(ge=0, lt=1 << 40)]
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
_Sha256 = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
_Data = Annotated[bytes, msgspec.Meta(max_length=BLOCK_BYTES)]


class _Call(msgspec.Struct, frozen=True, tag_field="is", forbid_unknown_fields=True):
    """Base of all calls: a map whose key ``is`` names the kind."""


class FileEntry(msgspec.Struct, frozen=True):
    """A file of a bundle, or a journal (then ``sha256`` is "")."""

    name: _Name
    size: _Offset
    sha256: Annotated[str, msgspec.Meta(max_length=64)] = ""


class Hello(msgspec.Struct, frozen=True, tag_field="is", tag="hello"):
    """The first call of a client: the versions it speaks, and who it is, for people.

    A later version may say more in it.
    """

    lowest: _Version
    highest: _Version
    program: Annotated[str, msgspec.Meta(max_length=200)]


class Bye(_Call, frozen=True, tag="bye"):
    """The client goes: its watching and its role as writer end. Answer: `Done`."""


class Claim(_Call, frozen=True, tag="claim"):
    """Take the writer's role, or keep it. It lapses `device.LEASE_MS` after the last call."""


class Release(_Call, frozen=True, tag="release"):
    """Give the writer's role back."""


class GetStatus(_Call, frozen=True, tag="get-status"):
    """How is the table? Answer: `StatusIs`."""


class GetView(_Call, frozen=True, tag="get-view"):
    """What may an audience know ("public" or a seat)? Answer: `ViewIs`."""

    audience: _Name = "public"


class GetPieces(_Call, frozen=True, tag="get-pieces"):
    """Which tag sits in which piece: a JSON object, tag UID -> piece, as in a journal's header,
    compressed (zlib); bytes of that. Answer: `BytesAre`."""

    offset: _Offset = 0


class Say(_Call, frozen=True, tag="say"):
    """A word of the operator, for writers. What came of it is told as news."""

    word: _Name
    args: Annotated[tuple[str, ...], msgspec.Meta(max_length=8)] = ()


class Stream(StrEnum):
    """What can be watched."""

    NEWS = "news"
    SIGHTINGS = "sightings"
    FRAMES = "frames"
    BEEPS = "beeps"


class Watch(_Call, frozen=True, tag="watch"):
    """Tell these unasked from now on, and no others. Answer: `Done`."""

    streams: Annotated[tuple[Stream, ...], msgspec.Meta(max_length=16)] = ()


class ListLogs(_Call, frozen=True, tag="list-logs"):
    """The journals after this name, oldest first; as many as fit. Answer: `LogsAre`."""

    after: Annotated[str, msgspec.Meta(max_length=200)] = ""


class ReadLog(_Call, frozen=True, tag="read-log"):
    """Bytes of a journal. Answer: `BytesAre`."""

    name: _Name
    offset: _Offset
    count: Annotated[int, msgspec.Meta(ge=1, le=BLOCK_BYTES)] = BLOCK_BYTES


class DigestLog(_Call, frozen=True, tag="digest-log"):
    """The SHA-256 of the first ``size`` bytes of a journal. Answer: `DigestIs`."""

    name: _Name
    size: _Offset


class GetConfig(_Call, frozen=True, tag="get-config"):
    """Which configuration is in force, file by file? Answer: `ConfigIs`."""


class ReadConfig(_Call, frozen=True, tag="read-config"):
    """Bytes of a file of the configuration in force. Answer: `BytesAre`."""

    name: _Name
    offset: _Offset


class Offer(_Call, frozen=True, tag="offer"):
    """A bundle to be flashed, for writers. Answer: `Wanted`, or why not.

    ``digest`` is the bundle's; ``table`` and ``hardware`` whom it is for; ``force`` even during a
    game; ``rename`` even if the table has another id.
    """

    digest: _Sha256
    files: Annotated[tuple[FileEntry, ...], msgspec.Meta(max_length=64)]
    table: _Name
    hardware: _Name
    force: bool = False
    rename: bool = False


class PutBlock(_Call, frozen=True, tag="put-block"):
    """Bytes of what is wanted: all wanted files one after another. Answer: `Received`.

    Bytes that leave a gap are not taken.
    """

    offset: _Offset
    data: _Data


class Seal(_Call, frozen=True, tag="seal"):
    """All is there: put it together, check it, write it to the inactive slot and read it back.

    Answer: `DigestIs` of what was read back.
    """


class Try(_Call, frozen=True, tag="try"):
    """Start on the new slot; it is kept once the table is healthy. Answer: `Done`, then the table
    starts anew. ``digest`` is that of `Seal`'s answer."""

    digest: _Sha256
    force: bool = False


class RollBack(_Call, frozen=True, tag="roll-back"):
    """Start on the configuration before this one. Answer: `Done`, then the table starts anew."""

    force: bool = False


class Point(_Call, frozen=True, tag="point"):
    """Light a place, or none with "", and keep the lobby still meanwhile: for enrolling, for
    writers, in the lobby only. ``cue`` is ask, good or bad."""

    place: Annotated[str, msgspec.Meta(max_length=200)] = ""
    cue: _Name = "ask"


class GetLying(_Call, frozen=True, tag="get-lying"):
    """Which tags lie where? Answer: `LyingAre`."""


class ReadTag(_Call, frozen=True, tag="read-tag"):
    """The name on a tag. Answer: `TagNameIs`."""

    place: _Name
    uid: _Name


class WriteTag(_Call, frozen=True, tag="write-tag"):
    """Write a piece's name on a tag, for writers."""

    place: _Name
    uid: _Name
    name: _Name


class Inject(_Call, frozen=True, tag="inject"):
    """Let the readers report this, in service mode, for writers.

    ``kind`` arrived, left, failed or back; at the table's ``at_ms``, 0 for at once. ``clear``
    takes back all that was injected at a place, and what is planned there.
    """

    kind: _Name
    place: _Name
    uid: Annotated[str, msgspec.Meta(max_length=200)] = ""
    at_ms: _Offset = 0


class SayAt(_Call, frozen=True, tag="say-at"):
    """A word, as `Say`, at the table's ``at_ms``: in service mode, for writers."""

    word: _Name
    at_ms: _Offset
    args: Annotated[tuple[str, ...], msgspec.Meta(max_length=8)] = ()


AnyCall = (
    Hello
    | Bye
    | Claim
    | Release
    | GetStatus
    | GetView
    | GetPieces
    | Say
    | Watch
    | ListLogs
    | ReadLog
    | DigestLog
    | GetConfig
    | ReadConfig
    | Offer
    | PutBlock
    | Seal
    | Try
    | RollBack
    | Point
    | GetLying
    | ReadTag
    | WriteTag
    | Inject
    | SayAt
)

"""What a table says over the cable: answers, and what it tells unasked. Data only (docs/link.md).

A later version may say more in each: what is not known is passed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from meadow.link.calls import FileEntry
from meadow.table.status import Phase
from meadow.table.wrong import Wrong


class _Body(msgspec.Struct, frozen=True, tag_field="is"):
    """Base of all: a map whose key ``is`` names the kind."""


class Code(StrEnum):
    """Why a call was refused; stable, for programs. The line beside it is for people."""

    VERSION = "version"  # no version of the protocol in common
    HELLO = "hello"  # unknown client: say hello first (the table was restarted)
    BAD = "bad"  # the call makes no sense
    BUSY = "busy"  # another laptop has the writer's role
    WRITER = "writer"  # claim the writer's role first
    GAME = "game"  # not during a game
    IDENTITY = "identity"  # meant for another table
    HARDWARE = "hardware"  # meant for another hardware revision
    MISSING = "missing"  # there is no such thing
    DISK = "disk"  # the table's disk fails or is full
    CHANGED = "changed"  # it is another than the laptop thinks
    SERVICE = "service"  # only in service mode
    FITS_NOT = "fits-not"  # the bundle cannot be used
    TRIAL = "trial"  # other settings are on trial just now
    TAG = "tag"  # a tag could not be read or written
    FAULT = "fault"  # the table's program failed, or does not answer


class Welcome(_Body, frozen=True, tag="welcome"):
    """The answer to `Hello`: the version agreed, and which table this is.

    ``boot`` is another after each start of the program; ``named`` false for a table that was never
    flashed; ``digest`` that of its configuration, "" when it was started on files.
    """

    version: int
    table: str
    hardware: str
    firmware: str
    boot: str
    named: bool
    digest: str
    service: bool


class Done(_Body, frozen=True, tag="done"):
    """It is done."""


class Failure(_Body, frozen=True, tag="failure"):
    """It is not, and nothing was changed: a code for programs, a line for people."""

    code: str
    message: str


class SlotsAre(msgspec.Struct, frozen=True):
    """How the slots are. ``active`` "a", "b" or "" for none, and ``digest`` of the bundle in it;
    ``on_trial`` while it has not yet proved itself, ``marked`` when the next start tries another;
    ``previous`` the slot before it;
    ``rolled_back`` why the last trial failed, "" if none did since a flash was kept, and
    ``rolled_back_digest`` the SHA-256 of the slot's bytes, as `Seal` answered it. ``flashable`` is
    False for a table that was started without a folder for slots."""

    active: str = ""
    digest: str = ""
    on_trial: bool = False
    marked: bool = False
    previous: str = ""
    rolled_back: str = ""
    rolled_back_digest: str = ""
    flashable: bool = True


class ConsoleIs(msgspec.Struct, frozen=True):
    """Where browsers find the console, and the PIN that makes an operator; both "" for none."""

    address: str = ""
    pin: str = ""


class StatusIs(_Body, frozen=True, tag="status-is"):
    """How the table is; the first fields as `meadow.table.status.TableStatus` has them.

    ``clock_ms`` the table's clock; ``writer`` the program of whoever has that role, or "";
    ``dropped`` frames of this line that were none; ``wrong`` what is out of order now, as operators
    are told it; ``mended`` place -> why its reader was reset in the last minute, or "".
    """

    phase: Phase
    game: str
    at_ms: int
    saved_seq: int
    pending: int
    journal_trouble: str
    late: int
    troubles: tuple[str, ...]
    readers: Mapping[str, str]
    clock_ms: int
    slots: SlotsAre
    writer: str = ""
    dropped: int = 0
    console: ConsoleIs = ConsoleIs()
    wrong: tuple[Wrong, ...] = ()
    mended: Mapping[str, str] = {}


class ViewIs(_Body, frozen=True, tag="view-is"):
    """Plain values, as the console shows them."""

    view: Mapping[str, Any]


class LogsAre(_Body, frozen=True, tag="logs-are"):
    """Journals with their sizes; ``more`` when there are some after the last."""

    logs: tuple[FileEntry, ...]
    more: bool = False


class BytesAre(_Body, frozen=True, tag="bytes-are"):
    """Bytes from an offset on; ``size`` of the whole file at this moment."""

    data: bytes
    size: int


class DigestIs(_Body, frozen=True, tag="digest-is"):
    """A SHA-256 in hexadecimal."""

    sha256: str


class ConfigIs(_Body, frozen=True, tag="config-is"):
    """The configuration in force; no files and no digest for a table started on its defaults."""

    digest: str
    files: tuple[FileEntry, ...]


class Wanted(_Body, frozen=True, tag="wanted"):
    """Which files of the offer are not there already, and how many bytes of them are: go on from
    there. ``same`` when all of it is in force already."""

    names: tuple[str, ...]
    received: int
    same: bool = False


class Received(_Body, frozen=True, tag="received"):
    """So many bytes are there in all."""

    received: int


class LyingAre(_Body, frozen=True, tag="lying-are"):
    """place -> the UIDs there, in order of arrival."""

    lying: Mapping[str, tuple[str, ...]]


class TagNameIs(_Body, frozen=True, tag="tag-name-is"):
    """The piece's name on a tag, "" for none."""

    name: str


AnyAnswer = (
    Welcome
    | Done
    | Failure
    | StatusIs
    | ViewIs
    | LogsAre
    | BytesAre
    | DigestIs
    | ConfigIs
    | Wanted
    | Received
    | LyingAre
    | TagNameIs
)

# ----------------------------------------------------------------------------- told unasked


class NewsAre(_Body, frozen=True, tag="news-are"):
    """What a pass of the loop brought: journal lines (bytes, newline included), and the one-off
    outputs as JSON (bytes). ``at_ms`` is the table's clock. Much news comes in several of these."""

    at_ms: int
    phase: Phase
    game: str
    lines: tuple[bytes, ...]
    outputs: tuple[bytes, ...]


class SightingIs(_Body, frozen=True, tag="sighting-is"):
    """A reader noticed something: arrived, left, failed (``why``) or back (``uids``)."""

    at_ms: int
    kind: str
    place: str
    uids: tuple[str, ...] = ()
    why: str = ""


class FrameIs(_Body, frozen=True, tag="frame-is"):
    """What the strip shows from now on: red, green, blue a pixel."""

    at_ms: int
    rgb: bytes


class BeepIs(_Body, frozen=True, tag="beep-is"):
    """The buzzer was switched."""

    at_ms: int
    on: bool


class Missed(_Body, frozen=True, tag="missed"):
    """The line was too slow: so much that was to be told is left out here."""

    count: int


AnyTold = NewsAre | SightingIs | FrameIs | BeepIs | Missed

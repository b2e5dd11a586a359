"""What can be done with the names on tags, as a capability that readers may have, and how it fails.

A protocol and plain errors only; it must not know chips, nor how a name is kept on a tag.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from meadow.nfc.sightings import Readers
from meadow.nfc.type2 import TagError


class TagLocked(TagError):
    """The tag may not be written, now or ever."""

    def __init__(self, uid: str, why: str) -> None:
        super().__init__(f"{uid} is locked: {why}; leave it as it is, or use another tag")


class TagTooSmall(TagError):
    """The name does not fit on the tag, or not beside what else is on it."""

    def __init__(self, uid: str, needed: int, room: int) -> None:
        what = f"{uid} is full: its name and what else is on it take {needed} bytes of {room}"
        super().__init__(f"{what}; erase it, or use a larger tag")


class ReaderFails(TagError):
    """The reader does not do its work."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"the reader of {place} failed: {why}")


@runtime_checkable
class TagNames(Protocol):
    """Readers that read and write the names on tags (`meadow.nfc.ndef`).

    Both methods hold up the caller, and all readers, for as long as it takes; on chips some 15 ms
    and 100 ms. ``place`` is one that has a reader, ``uid`` upper-case hexadecimal. Both raise
    `TagError`, one plain line: `TagGone` for a tag that does not lie there.
    """

    def read_name(self, place: str, uid: str) -> str | None:
        """The name on a tag; None if it bears none, or nothing that can be read as one."""
        ...

    def write_name(self, place: str, uid: str, name: str) -> None:
        """Put a name on a tag, in place of its old one, and read it back.

        What else there is on the tag is kept. A tag that is lifted too early bears no name.
        Raises ValueError for what cannot be a name.
        """
        ...


@runtime_checkable
class Wrapped(Protocol):
    """Readers round others, whose names are those of the others."""

    inner: Readers


def tag_names_of(readers: Readers) -> TagNames | None:
    """The readers' way to names, or that of those inside; None where there is none."""
    while not isinstance(readers, TagNames):
        if not isinstance(readers, Wrapped):
            return None
        readers = readers.inner
    return readers

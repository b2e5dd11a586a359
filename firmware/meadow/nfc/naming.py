"""Reading and writing the name on a Type 2 tag, as conversations with it.

A tag may be lifted at any moment. So a message's length is set to 0 before anything else is
written, and to what it is when all else is there (as in NFC Forum Type 2 Tag, NDEF write
procedure): a tag bears its old name, its new one or none. It must not know chips, places or pieces.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from meadow.nfc.iso14443a import Program
from meadow.nfc.ndef import TERMINATOR, NdefError, Spot, name_in, spot_of, tlv, with_name
from meadow.nfc.tag_names import TagLocked, TagTooSmall
from meadow.nfc.type2 import (
    FIRST_USER_PAGE,
    PAGE_BYTES,
    READ_PAGES,
    NotType2,
    NotWritten,
    TagGone,
    TagRefused,
    get_version,
    read_pages,
    write_page,
)

_LOCK_PAGE = 2
"""Its last two bytes are the static lock bytes: bit N of them locks page N, from 3 on (NTAG21x data
sheet, 8.5.2)."""
_CAPABILITY_PAGE = 3
_NDEF = 0xE1
_MAJOR_VERSION = 1
_UNIT_BYTES = 8
"""The capability container counts the data area in eights (8.5.4)."""
_FIRST_DYNAMIC_PAGE = 16
_PAGES_AT_MOST = 0x100
_AREA_ENOUGH = 160
"""A name that was written here stands in the first so many bytes; to look for one in all of a large
tag would hold up the table."""
_TRIES = 3


class _Locks(NamedTuple):
    """Where a tag keeps its dynamic lock bytes; a bit of them locks ``step`` pages (8.5.3)."""

    page: int
    step: int


_LOCKS = {144: _Locks(40, 2), 504: _Locks(130, 16), 888: _Locks(226, 16)}
"""By the bytes for the user: NTAG213, 215, 216."""


def read_name(uid: str) -> Program[str | None]:
    """The name on a tag; None if it bears none, or nothing that can be read as one.

    Reads no more pages than it needs. Raises `TagError`.
    """
    head = yield from read_pages(uid, _CAPABILITY_PAGE, READ_PAGES)
    area = _area_of(uid, head)
    if area is None:
        return None
    spot = yield from area.find(_AREA_ENOUGH)
    message = area.data[spot.first : spot.end]
    try:
        return name_in(message, whole=spot.end <= len(area.data))
    except NdefError:
        return None


def write_name(uid: str, name: str) -> Program[None]:
    """Put a name on a tag, in place of its old one; what else is in its message stays.

    A tag that bears just this name already is left as it is, locked or not. Raises ValueError for
    what cannot be a name, `TagLocked`, `TagTooSmall`, `NotType2` for a tag without NDEF,
    `NotWritten` when it reads back otherwise, else `TagError`.
    """
    with_name(b"", name)
    head = yield from read_pages(uid, _LOCK_PAGE, READ_PAGES)
    area = _area_of(uid, head[PAGE_BYTES:])
    if area is None:
        what = f"{uid} is not made for NDEF (its page 3 reads {head[4:8].hex().upper()})"
        raise NotType2(f"{what}: use an NTAG213, 215 or 216 as it comes from the shop")
    spot = yield from area.find(area.size)
    image = yield from _image(area, spot, name)
    length_at = spot.at + 1
    length_page = _page(length_at)
    others = [page for page in _differing(area.data, image) if page != length_page]
    if image == area.data[: len(image)]:
        return
    if head[2 * PAGE_BYTES - 1] & 0x0F:
        raise TagLocked(uid, "its capability container forbids to write")
    yield from _check_locks(uid, head, (*others, length_page))
    empty = image[:length_at] + b"\x00" + image[length_at + 1 :]
    if others and area.data[length_at]:
        yield from _put(uid, length_page, empty)
    for page in others:
        yield from _put(uid, page, empty)
    yield from _put(uid, length_page, image)
    back = yield from read_name(uid)
    if back != name:
        raise NotWritten(f"wrote the name {name} on {uid}, but it reads {back}: use another tag")


class _Area:
    """The data area of a tag that is being read, as far as it has been."""

    def __init__(self, uid: str, size: int, data: bytes) -> None:
        self.uid = uid
        self.size = size
        self.data = data[:size]

    def know(self, count: int) -> Program[None]:
        """Read on until so many bytes are known, or all; a READ's worth at a time."""
        missing = min(count, self.size) - len(self.data)
        if missing <= 0:
            return
        reads = -(-missing // (READ_PAGES * PAGE_BYTES))
        left = (self.size - len(self.data)) // PAGE_BYTES
        first = FIRST_USER_PAGE + len(self.data) // PAGE_BYTES
        count = min(reads * READ_PAGES, left)
        self.data += yield from read_pages(self.uid, first, count, selected=True)

    def find(self, at_most: int) -> Program[Spot]:
        """Where the message is; all of it is known then, if it ends within ``at_most`` bytes."""
        while True:
            spot = spot_of(self.data, self.size)
            if len(self.data) >= min(spot.needs, at_most):
                return spot
            yield from self.know(min(spot.needs, at_most))


def _area_of(uid: str, head: bytes) -> _Area | None:
    """The data area by its capability container, with which ``head`` begins; None if it has none.

    Byte 0 is E1h, byte 1 the version, byte 2 the size (data sheet, 8.5.4).
    """
    if head[0] != _NDEF or head[1] >> 4 != _MAJOR_VERSION or not head[2]:
        return None
    most = (_PAGES_AT_MOST - FIRST_USER_PAGE) * PAGE_BYTES
    return _Area(uid, min(head[2] * _UNIT_BYTES, most), head[PAGE_BYTES:])


def _image(area: _Area, spot: Spot, name: str) -> Program[bytes]:
    """The data area as it is to be, up to the page where the message ends. Raises `TagTooSmall`."""
    block = tlv(with_name(area.data[spot.first : spot.end], name))
    end = spot.at + len(block)
    if end > area.size:
        raise TagTooSmall(area.uid, end, area.size)
    if end < area.size:
        block, end = block + bytes([TERMINATOR]), end + 1
    whole = -(-end // PAGE_BYTES) * PAGE_BYTES
    yield from area.know(whole)
    return area.data[: spot.at] + block + area.data[end:whole]


def _page(at: int) -> int:
    """The page in which a byte of the data area is."""
    return FIRST_USER_PAGE + at // PAGE_BYTES


def _of_page(image: bytes, page: int) -> bytes:
    at = (page - FIRST_USER_PAGE) * PAGE_BYTES
    return image[at : at + PAGE_BYTES]


def _differing(data: bytes, image: bytes) -> list[int]:
    pages = range(FIRST_USER_PAGE, _page(len(image)))
    return [page for page in pages if _of_page(data, page) != _of_page(image, page)]


def _check_locks(uid: str, head: bytes, pages: Iterable[int]) -> Program[None]:
    """Raises `TagLocked` if one of these pages is known to be locked, `TagTooSmall` if there is no
    such page. ``head`` begins with the page of the static lock bytes.
    """
    static = int.from_bytes(head[2:4], "little")
    beyond = []
    for page in pages:
        if page >= _FIRST_DYNAMIC_PAGE:
            beyond.append(page)
        elif static >> page & 1:
            raise TagLocked(uid, f"page {page} can only be read")
    if not beyond:
        return
    user_bytes = yield from _user_bytes(uid)
    locks = _LOCKS.get(user_bytes)
    if locks is None:
        return
    needed = (max(beyond) + 1 - FIRST_USER_PAGE) * PAGE_BYTES
    if needed > user_bytes:
        raise TagTooSmall(uid, needed, user_bytes)
    data = yield from read_pages(uid, locks.page, 1)
    dynamic = int.from_bytes(data[:2], "little")
    for page in beyond:
        if dynamic >> (page - _FIRST_DYNAMIC_PAGE) // locks.step & 1:
            raise TagLocked(uid, f"page {page} can only be read")


def _user_bytes(uid: str) -> Program[int]:
    """By its version; 0 for a tag that does not know that command."""
    try:
        version = yield from get_version(uid)
    except (TagRefused, TagGone):
        return 0
    return version.user_bytes


def _put(uid: str, page: int, image: bytes) -> Program[None]:
    """Write one page as it is in the image, again if noise spoiled it."""
    data = _of_page(image, page)
    for left in reversed(range(_TRIES)):
        try:
            yield from write_page(uid, page, data, selected=left == _TRIES - 1)
            return
        except NotWritten:
            if not left:
                raise
        except TagRefused as refused:
            if not left:
                raise TagLocked(uid, f"it refuses to let page {page} be written") from refused

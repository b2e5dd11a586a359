"""The memory of NFC Forum Type 2 tags (NTAG213, 215, 216): version, pages, writing with proof.

Programs as in iso14443a.py, each for one tag whose UID is known; commands as in the NTAG21x data
sheet (NXP, rev. 3.2, section 10). Who has just spoken to the tag may say that it is ``selected``:
that saves four frames, and costs one if it is wrong. Pure; it must not know chips, clocks or
places.
"""

from __future__ import annotations

from typing import NamedTuple

from meadow.nfc.iso14443a import (
    FALL_BACK,
    WUPA,
    Ask,
    Kind,
    Program,
    Reply,
    ask_with_crc,
    sak_of,
    selects,
    without_crc,
)

PAGE_BYTES = 4
READ_PAGES = 4
"""One READ brings so many pages."""
FIRST_USER_PAGE = 4
"""Pages before it hold the UID, lock bits that can never be unset, and the capability container."""
_READ, _WRITE, _GET_VERSION = 0x30, 0xA2, 0x60
_ACK = 0x0A
_ACK_BITS = 4
_READ_US = 5_000
_WRITE_US = 10_000
"""The data sheet's longest times until the answer begins (table 15, T_TimeOut)."""
_TRIES = 8


class TagError(Exception):
    """A tag could not be read or written; the message is one plain line."""


class TagGone(TagError):
    """The tag does not answer any more."""


class TagRefused(TagError):
    """The tag answered that it will not."""


class NotWritten(TagError):
    """What was read back is not what was written."""


class NotType2(TagError):
    """It is not a tag of this kind, or has not the memory of one."""


class Version(NamedTuple):
    """The answer to GET_VERSION; ``user_bytes`` is 0 for a size this table does not know."""

    raw: bytes
    user_bytes: int


_USER_BYTES = {0x0F: 144, 0x11: 504, 0x13: 888}
"""By the storage size byte of the version: NTAG213, 215, 216 (section 10.1, table 28)."""


def get_version(uid: str) -> Program[Version]:
    """What kind of tag it is. Raises `TagError`."""
    data = yield from _asked(uid, ask_with_crc((_GET_VERSION,), 10, _READ_US), "tell its version")
    return Version(data, _USER_BYTES.get(data[6], 0))


def read_pages(uid: str, first: int, count: int, *, selected: bool = False) -> Program[bytes]:
    """``count`` pages of 4 bytes from page ``first`` on.

    Raises ValueError for pages that no tag has, else `TagError`.
    """
    if not 0 <= first <= first + count <= 0x100 or count < 1:
        raise ValueError(f"there are no pages {first} to {first + count - 1}")
    data = b""
    for page in range(first, first + count, READ_PAGES):
        frame = ask_with_crc((_READ, page), READ_PAGES * PAGE_BYTES + 2, _READ_US)
        data += yield from _asked(uid, frame, f"read page {page}", selected)
        selected = True
    return data[: count * PAGE_BYTES]


def write_page(uid: str, page: int, data: bytes, *, selected: bool = False) -> Program[None]:
    """Write one page of the user's memory and read it back.

    Raises ValueError for other pages or sizes, `NotWritten` when it reads back otherwise, else
    `TagError`.
    """
    if not FIRST_USER_PAGE <= page <= 0xFF:
        raise ValueError(f"page {page} is not for the user's data; those begin at 4")
    if len(data) != PAGE_BYTES:
        raise ValueError(f"a page has {PAGE_BYTES} bytes, not {len(data)}")
    if not selected:
        yield from _reach(uid)
    reply = yield ask_with_crc((_WRITE, page, *data), 1, _WRITE_US)
    acknowledged = _acknowledged(uid, reply, f"write page {page}")
    back = yield from read_pages(uid, page, 1, selected=acknowledged)
    if back != data:
        what = f"wrote {data.hex()} to page {page} of {uid}, but it reads {back.hex()}"
        raise NotWritten(f"{what}: the page may be locked; try another tag")


def _asked(uid: str, frame: Ask, what: str, selected: bool = False) -> Program[bytes]:
    """Reach the tag and ask; noise is asked over again. Gives the answer without its CRC."""
    for _ in range(_TRIES):
        if not selected:
            yield from _reach(uid)
        selected = False
        reply = yield frame
        body = without_crc(reply.data) if reply.kind is Kind.CLEAN else None
        if body is not None and len(reply.data) == frame.expect:
            return body
        _acknowledged(uid, reply, what)
    raise TagGone(f"{uid} does not {what}: its answers are broken; lay it flat on the reader")


def _acknowledged(uid: str, reply: Reply, what: str) -> bool:
    """Whether the answer is an ACK. Raises `TagRefused` for a NAK. Silence is a tag that went, or
    one that refuses so.
    """
    if len(reply.data) != 1 or reply.last_bits != _ACK_BITS:
        return False
    nibble = reply.data[0] & 0x0F
    if nibble != _ACK:
        raise TagRefused(f"{uid} refuses to {what} (NAK {nibble:X}h)")
    return True


def _reach(uid: str) -> Program[None]:
    """Wake and select the tag. Raises `TagGone`, and `NotType2` for another SAK than 00h."""
    for _ in range(_TRIES):
        # It may be ACTIVE, or READY after a broken answer: then WUPA would only send it to rest.
        yield FALL_BACK
        reply = yield WUPA
        for frame in selects(uid):
            if reply.kind is Kind.SILENT:
                break
            reply = yield frame
        sak = sak_of(reply)
        if sak is not None and sak.complete:
            if sak.value:
                what = f"{uid} is no NFC Forum Type 2 tag (its SAK is {sak.value:02X}h)"
                raise NotType2(f"{what}: use an NTAG213, 215 or 216")
            return
    raise TagGone(f"{uid} does not answer: lay it on the reader and leave it there")

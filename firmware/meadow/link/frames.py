"""Frames on a serial line: COBS, a CRC-32 inside, a zero byte before and behind (docs/link.md).

Pure: bytes in, bytes out. Knows nothing of what a frame holds. A zero byte cannot occur inside a
frame, so whatever garbage came before, the next frame after one is read whole.
"""

from __future__ import annotations

from zlib import crc32

from cobs import cobs

MOST_BYTES = 8192
"""The longest content of a frame: both sides can hold that, and noise cannot fill a memory."""

_CRC_BYTES = 4
_MOST_CODED = MOST_BYTES + _CRC_BYTES + (MOST_BYTES + _CRC_BYTES) // 254 + 1
_RUN = 254
"""COBS counts at most so many bytes without a zero."""
_END = b"\x00"


def frame_of(content: bytes) -> bytes:
    """The frame of a content of 1 to `MOST_BYTES` bytes. Raises ValueError for another length."""
    if not 1 <= len(content) <= MOST_BYTES:
        raise ValueError(f"a frame holds 1 to {MOST_BYTES} bytes, not {len(content)}")
    sealed = content + crc32(content).to_bytes(_CRC_BYTES, "little")
    return _END + _stuffed(sealed) + _END


def content_of(coded: bytes) -> bytes | None:
    """The content of what stood between two zero bytes; None if it is no whole frame."""
    if len(coded) > _MOST_CODED:
        return None
    try:
        sealed = cobs.decode(coded)
    except cobs.DecodeError:
        return None
    content = sealed[:-_CRC_BYTES]
    if not 1 <= len(content) <= MOST_BYTES:
        return None
    if crc32(content) != int.from_bytes(sealed[-_CRC_BYTES:], "little"):
        return None
    return content


def _stuffed(sealed: bytes) -> bytes:
    """COBS, as `cobs.encode`, which goes byte by byte in Python: a block of a journal takes it
    forty times as long, and for so long the loop's thread would stand still."""
    parts: list[bytes] = []
    for part in sealed.split(_END):
        full = len(part) - len(part) % _RUN
        for start in range(0, full, _RUN):
            parts += (b"\xff", part[start : start + _RUN])
        parts += (bytes((len(part) - full + 1,)), part[full:])
    if parts[-1] == b"" and parts[-4:-3] == [b"\xff"]:
        del parts[-2:]  # a full run at the very end needs nothing behind it
    return b"".join(parts)


class Deframer:
    """Finds the frames in a stream of bytes, however it is cut into pieces.

    ``dropped`` counts what lay between zero bytes and was no frame: noise, or half a frame.
    """

    def __init__(self) -> None:
        self.dropped = 0
        self._begun = bytearray()
        self._overrun = False

    def feed(self, received: bytes) -> list[bytes]:
        """The contents of the frames that end within these bytes. Never raises."""
        *ended, rest = received.split(_END)
        contents = []
        for part in ended:
            content = self._end(part)
            if content is not None:
                contents.append(content)
        self._hold(rest)
        return contents

    def _end(self, part: bytes) -> bytes | None:
        self._hold(part)
        coded, overrun = bytes(self._begun), self._overrun
        self._begun.clear()
        self._overrun = False
        if not coded and not overrun:
            return None  # two zero bytes in a row
        content = None if overrun else content_of(coded)
        if content is None:
            self.dropped += 1
        return content

    def _hold(self, part: bytes) -> None:
        """Keep the beginning of a frame, but never more than the longest."""
        if self._overrun:
            return
        if len(self._begun) + len(part) > _MOST_CODED:
            self._begun.clear()
            self._overrun = True
        else:
            self._begun += part

"""A flash on its way in: bytes that arrive block by block, kept over restarts and power cuts.

One file: a first line that says what is coming, then the blocks, each with its length and CRC-32.
Whatever a power cut leaves of the last ones is not counted, so what is said to be there is right.
It must not know what the bytes are, nor slots.
"""

from __future__ import annotations

import contextlib
import re
import struct
import zlib
from pathlib import Path

from meadow.journal.files import Files, write_all
from meadow.settings.slot_files import MOST_BYTES, SlotError, read_file

NAME = "staging.part"

_HEAD = re.compile(rb"meadow-staging 1 ([0-9a-f]{64}) ([0-9]{1,12})\n")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_BLOCK = struct.Struct(">II")
"""Length and CRC-32 of the block that follows."""
# A flash of one byte a block is possible; more than that the file cannot hold.
_LONGEST = 128 + MOST_BYTES * (1 + _BLOCK.size)


class Staging:
    """What is on its way in. Raises OSError for what the disk does; then all is as it was."""

    def __init__(self, folder: Path, files: Files) -> None:
        self._path = folder / NAME
        self._files = files
        self._head = b""
        """The first line of what is coming; empty while `begin` was not called."""
        self._size = 0
        self._data = bytearray()
        self._end = 0
        """Where the next block goes in the file."""

    def begin(self, digest: str, size: int) -> int:
        """Begin, or go on with, ``size`` bytes known by ``digest``; gives how many are there.

        Raises `SlotError` for a size or a digest that cannot be.
        """
        if not _DIGEST.fullmatch(digest):
            raise SlotError("a flash is known by a SHA-256 of 64 hexadecimal digits; this is none")
        if not 0 < size <= MOST_BYTES:
            raise SlotError(f"{size} bytes cannot be flashed: it must be 1 to {MOST_BYTES}")
        head = b"meadow-staging 1 %s %d\n" % (digest.encode(), size)
        if head != self._head and not self._resume(head, size):
            self._begin_anew(head, size)
        return len(self._data)

    def put(self, offset: int, data: bytes) -> int:
        """Add bytes; once it returns they outlast a power cut. Gives how many are there.

        What is there already may come again. Raises `SlotError` for a gap, for more than was said,
        and for other bytes than before.
        """
        have = len(self._data)
        self._check(offset, data)
        new = data[have - offset :]
        if not new:
            return have
        block = _BLOCK.pack(len(new), zlib.crc32(new)) + new
        file = self._files.open(self._path)
        try:
            self._append(file, block)
        finally:
            self._files.close(file)
        self._end += len(block)
        self._data += new
        return len(self._data)

    def content(self) -> bytes:
        """All of it. Raises `SlotError` while something is missing."""
        self._check_begun()
        if len(self._data) < self._size:
            raise SlotError(
                f"only {len(self._data)} of {self._size} bytes are there; send the rest"
            )
        return bytes(self._data)

    def drop(self) -> None:
        """Forget it, and delete its file."""
        self._forget()
        with contextlib.suppress(FileNotFoundError):
            self._files.remove(self._path)

    def _check_begun(self) -> None:
        if not self._head:
            raise SlotError("no flash is in progress; begin it")

    def _check(self, offset: int, data: bytes) -> None:
        self._check_begun()
        have = len(self._data)
        if not 0 <= offset <= have:
            raise SlotError(f"bytes from {offset} on leave a gap: send those from {have} on")
        if offset + len(data) > self._size:
            raise SlotError(f"{offset + len(data)} bytes are more than the {self._size} announced")
        again = data[: have - offset]
        if self._data[offset : offset + len(again)] != again:
            raise SlotError(f"bytes from {offset} on are others than before; flash from the start")

    def _append(self, file: int, block: bytes) -> None:
        try:
            write_all(self._files, file, block, self._end)
            self._files.sync(file)
        except OSError:
            with contextlib.suppress(OSError):  # the next block overwrites it anyway
                self._files.truncate(file, self._end)
            raise

    def _forget(self) -> None:
        self._head, self._size, self._end = b"", 0, 0
        self._data = bytearray()

    # ------------------------------------------------------------------ its file

    def _resume(self, head: bytes, size: int) -> bool:
        """Take up what lies there, if it is the same flash."""
        try:
            content = read_file(self._files, self._path, _LONGEST)
        except FileNotFoundError:
            return False
        if not content.startswith(head):
            return False
        data, end = _whole_blocks(content, len(head), size)
        self._settle(end)
        self._head, self._size, self._data, self._end = head, size, data, end
        return True

    def _settle(self, end: int) -> None:
        """Bring onto the disk what was found, and cut off the rest.

        A killed program may not have synced it; and a block that is put shorter next time must not
        meet the rest of an old one.
        """
        file = self._files.open(self._path)
        try:
            self._files.truncate(file, end)
            self._files.sync(file)
        finally:
            self._files.close(file)
        self._files.sync_folder(self._path.parent)

    def _begin_anew(self, head: bytes, size: int) -> None:
        self.drop()
        file = self._files.create(self._path)
        try:
            write_all(self._files, file, head, 0)  # synced with the first block
        finally:
            self._files.close(file)
        self._files.sync_folder(self._path.parent)
        self._head, self._size, self._end = head, size, len(head)


def _whole_blocks(content: bytes, start: int, size: int) -> tuple[bytearray, int]:
    """The bytes of all blocks up to the first that is not whole, and where that begins."""
    data = bytearray()
    while start + _BLOCK.size < len(content):
        length, crc = _BLOCK.unpack_from(content, start)
        block = content[start + _BLOCK.size : start + _BLOCK.size + length]
        # A length of 0 is what a power cut leaves of a block; it has the CRC-32 of nothing.
        if not 0 < length == len(block) or zlib.crc32(block) != crc or len(data) + length > size:
            break
        data += block
        start += _BLOCK.size + length
    return data, start

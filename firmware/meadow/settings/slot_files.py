"""Files of a slot folder, each of them whole or not there: proved, replaced in one step, explained.

A slot's file proves itself: its first line holds the SHA-256 of the bytes after it. Every call goes
through `meadow.journal.files.Files`. It must not know which slot is in force, nor what the bytes
mean.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from meadow.journal.files import Files, explain, read_all, write_all

MOST_BYTES = 8 * 1024 * 1024
"""The most bytes in a slot. A table's settings with all its pieces have a few ten thousand."""

TEMPORARY = ".tmp"
"""How the names of files end that are not whole yet."""

_HEAD = re.compile(rb"meadow-slot 1 ([0-9]{1,12}) ([0-9a-f]{64})\n")
_LONGEST_HEAD = 128
_TRIES = 2
"""A card that fails to read may well answer the second time."""


class SlotError(Exception):
    """It cannot be done, and nothing was changed; one plain line that says what to do."""


class Held(NamedTuple):
    """What was found in a slot's file.

    ``sha256`` of ``raw``, in hexadecimal, is "" unless the file is whole; ``number`` is higher the
    later it was written; ``trouble`` is "" or goes on from "slot a ..."; ``is_unreadable`` when the
    disk failed, so that nothing is known of what the file holds.
    """

    raw: bytes = b""
    sha256: str = ""
    number: int = 0
    trouble: str = "is missing"
    is_unreadable: bool = False


MISSING = Held()
DAMAGED = Held(trouble="is damaged")


def seal(raw: bytes, number: int) -> bytes:
    """What a slot's file holds for these bytes."""
    return b"meadow-slot 1 %d %s\n" % (number, hashlib.sha256(raw).hexdigest().encode()) + raw


def unseal(content: bytes) -> Held:
    """What a slot's file says, if it proves itself; else `DAMAGED`."""
    head = _HEAD.match(content)
    if head is None:
        return DAMAGED
    raw = content[head.end() :]
    sha256 = hashlib.sha256(raw).hexdigest()
    if sha256.encode() != head.group(2):
        return DAMAGED
    return Held(raw, sha256, int(head.group(1)), trouble="")


def read_held(files: Files, path: Path) -> Held:
    """What is in a slot's file. Never raises for anything a disk may do."""
    try:
        return unseal(read_file(files, path, _LONGEST_HEAD + MOST_BYTES))
    except FileNotFoundError:
        return MISSING
    except OSError as error:
        return Held(trouble=f"cannot be read: {explain(error)}", is_unreadable=True)


def read_file(files: Files, path: Path, most: int) -> bytes:
    """The first ``most`` bytes of a file. Raises OSError, when a second try fails as well."""
    for _ in range(_TRIES - 1):
        try:
            return _read_once(files, path, most)
        except FileNotFoundError:
            raise
        except OSError:
            continue
    return _read_once(files, path, most)


def _read_once(files: Files, path: Path, most: int) -> bytes:
    file = files.open_to_read(path)
    try:
        return read_all(files, file, most)
    finally:
        files.close(file)


def replace(files: Files, path: Path, content: bytes, old: bytes | None) -> bytes:
    """Give a file other content in one step; gives what was read back from the disk.

    It gets its name only once it is on the disk and reads back the same. ``old`` is what the file
    holds now, None when there is none: if the name cannot be brought onto the disk, that is put
    back. Raises OSError; then the file is as it was, unless the disk fails for the undoing too.
    """
    temporary = path.with_name(path.name + TEMPORARY)
    try:
        back = _write_new(files, temporary, content)
        files.rename(temporary, path)
    except OSError:
        with contextlib.suppress(OSError):  # what is left over is cleared at the next start
            files.remove(temporary)
        raise
    try:
        files.sync_folder(path.parent)
    except OSError:
        with contextlib.suppress(OSError):  # the first error is told; either content is whole
            _put_back(files, path, temporary, old)
        raise
    return back


def _put_back(files: Files, path: Path, temporary: Path, old: bytes | None) -> None:
    if old is None:
        files.remove(path)
    else:
        _write_new(files, temporary, old)
        files.rename(temporary, path)
    files.sync_folder(path.parent)


def _write_new(files: Files, path: Path, content: bytes) -> bytes:
    """Write a new file, over what a killed program may have left there; gives what reads back."""
    try:
        file = files.create(path)
    except FileExistsError:
        files.remove(path)
        file = files.create(path)
    try:
        write_all(files, file, content, 0)
        files.sync(file)
        files.forget(file)
        back = read_all(files, file, len(content) + 1)
    finally:
        files.close(file)
    if back != content:
        raise OSError(errno.EIO, "what was written reads back as something else")
    return back


@contextlib.contextmanager
def in_plain_words(what: str) -> Iterator[None]:
    """Raises `SlotError` for an OSError inside: ``what`` and what to do."""
    try:
        yield
    except OSError as error:
        raise SlotError(f"{what}: {explain(error)}") from error

"""The journals of the folder, for operators to download: while a game runs, too.

A journal holds no person, but it holds hidden cards, so it is for operators alone. Only files that
are named as journals are are seen, by their name and never by a path.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from typing import BinaryIO, NamedTuple

from meadow.journal.files import NoFileError, open_file
from meadow.journal.names import number_of

MOST_LISTED = 500


class Listed(NamedTuple):
    """A journal: its name, its size in bytes, and when it was changed, in its disk's words."""

    name: str
    size: int
    changed_ns: int = 0


def listed(folder: Path, before: str = "", most: int = MOST_LISTED) -> list[Listed]:
    """The journals of a folder, the newest first, so many at most; only those older than the one of
    the name ``before``, if one is given. Raises OSError."""
    limit = number_of(before)
    names: list[tuple[int, str]] = []
    for name in os.listdir(folder):
        number = number_of(name)
        if number is not None and (limit is None or (number, name) < (limit, before)):
            names.append((number, name))
    found: list[Listed] = []
    for _, name in sorted(names, reverse=True):
        with contextlib.suppress(FileNotFoundError):  # it was cleared away just now
            about = os.stat(folder / name, follow_symlinks=False)
            if stat.S_ISREG(about.st_mode):
                found.append(Listed(name, about.st_size, about.st_mtime_ns))
        if len(found) >= most:
            break
    return found


def opened(folder: Path, name: str) -> tuple[BinaryIO, int] | None:
    """A journal to read, and its size at this moment; None for what is none. It asks the disk: for
    a thread beside a loop. Raises OSError."""
    if number_of(name) is None:
        return None
    try:
        descriptor = open_file(folder / name, os.O_RDONLY | os.O_NOFOLLOW)
    except (FileNotFoundError, NoFileError):
        return None
    file = os.fdopen(descriptor, "rb")
    return file, os.fstat(descriptor).st_size

"""The journals of the folder, for operators to download: while a game runs, too.

A journal holds no person, but it holds hidden cards, so it is for operators alone. Only files that
are named as journals are are seen, by their name and never by a path.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
from pathlib import Path
from typing import BinaryIO, NamedTuple

NAME = re.compile(r"(\d{6,})-[a-z0-9-]{1,60}\.jsonl")
MOST_LISTED = 500


class Listed(NamedTuple):
    """A journal: its name, its size in bytes, and when it was changed, in its disk's words."""

    name: str
    size: int
    changed_ns: int = 0


def listed(folder: Path, before: str = "", most: int = MOST_LISTED) -> list[Listed]:
    """The journals of a folder, the newest first, so many at most; only those older than the one of
    the name ``before``, if one is given. Raises OSError."""
    limit = NAME.fullmatch(before)
    names: list[tuple[int, str]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            match = NAME.fullmatch(entry.name)
            if match is not None and (limit is None or int(match[1]) < int(limit[1])):
                names.append((int(match[1]), entry.name))
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
    """A journal to read, and its size at this moment; None for what is none. Raises OSError."""
    if not NAME.fullmatch(name):
        return None
    try:
        descriptor = os.open(folder / name, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    except FileNotFoundError:
        return None
    file = os.fdopen(descriptor, "rb")
    return file, os.fstat(descriptor).st_size

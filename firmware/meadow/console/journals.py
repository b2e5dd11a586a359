"""The journals of the folder, for operators to download: while a game runs, too.

A journal holds no person, but it holds hidden cards, so it is for operators alone. Only files that
are named as journals are are seen, by their name and never by a path.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import BinaryIO, NamedTuple

NAME = re.compile(r"(\d{6,})-[a-z0-9-]{1,60}\.jsonl")
MOST_LISTED = 500


class Listed(NamedTuple):
    """A journal: its name and its size in bytes."""

    name: str
    size: int


def listed(folder: Path) -> list[Listed]:
    """The journals of a folder, the newest first. Raises OSError."""
    found: list[tuple[int, Listed]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            match = NAME.fullmatch(entry.name)
            if match is not None and entry.is_file(follow_symlinks=False):
                found.append((int(match[1]), Listed(entry.name, entry.stat().st_size)))
    found.sort(reverse=True)
    return [one for _, one in found[:MOST_LISTED]]


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

"""Whether the next game could be saved, tried before it begins.

A few bytes are written as a journal is, to a file that has no name any more, so nothing of it
stays. Knows no game and no table.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from meadow.journal.files import Files, explain, write_all

SCARCE_BYTES = 20_000_000
"""With less room than this it is told: a long game takes a megabyte, and an evening has many."""

_NAME = ".tried"
_TRIED = b"meadow\n" * 100


class Room(NamedTuple):
    """``why`` nothing can be saved and what to do, as one line, "" if it can; ``scarce`` likewise
    how little room there is left."""

    why: str = ""
    scarce: str = ""


def free_bytes(folder: Path) -> int:
    """So many bytes can be written there yet. Raises OSError."""
    about = os.statvfs(folder)
    return about.f_bavail * about.f_frsize


def look_at(folder: Path, files: Files, free: Callable[[Path], int] = free_bytes) -> Room:
    """Whether games can be saved in a folder. Takes as long as the disk does; never raises."""
    try:
        _try(folder / _NAME, files)
        left = free(folder)
    except OSError as error:
        return Room(explain(error))
    if left < len(_TRIED):  # what was tried fitted into a corner
        return Room(explain(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))))
    if left < SCARCE_BYTES:
        what = f"only {left / 1_000_000:.0f} MB are free on the disk"
        return Room(scarce=f"{what}; free some space, or let the oldest games go (keep_games)")
    return Room()


def _try(path: Path, files: Files) -> None:
    """Raises OSError."""
    try:
        file = files.create(path)
    except FileExistsError:  # the power failed in between
        files.remove(path)
        file = files.create(path)
    try:
        files.remove(path)
        write_all(files, file, _TRIED, 0)
        files.sync(file)
    finally:
        files.close(file)

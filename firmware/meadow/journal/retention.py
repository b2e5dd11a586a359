"""Clears a folder of the oldest finished journals, so that it keeps to the number wanted.

A game without an end is never touched, whatever its age. Takes time where there are many
journals: call it beside the loop, not in it. Knows files; it must not know any game.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from meadow.journal.files import DiskFiles, Files, NoFileError, explain, read_all
from meadow.journal.lines import MAGIC, End, Kind, check_line, decode_line
from meadow.journal.names import number_of

TAIL_BYTES = 64 * 1024
"""The end of a game is looked for in so much of the file, from behind. What does not show it there
counts as unfinished, and stays."""

_END_DECODER = msgspec.json.Decoder(End)


class Cleared(NamedTuple):
    """What was removed, the oldest first, and what went wrong as one plain line, "" if nothing."""

    removed: tuple[Path, ...]
    trouble: str


def clear_old(folder: Path, keep_games: int, files: Files | None = None) -> Cleared:
    """Remove the oldest finished journals so that no more than ``keep_games`` of them are left.

    0 keeps all. Never raises: at the first trouble it stops, and what is left stays.
    """
    files = DiskFiles() if files is None else files
    if keep_games <= 0:
        return Cleared((), "")
    removed: list[Path] = []
    at = folder
    try:
        kept = 0
        surplus: list[Path] = []
        for at in _journals(folder, files):
            if _is_finished(at, files):
                kept += 1
                if kept > keep_games:
                    surplus.append(at)
        for at in reversed(surplus):
            files.remove(at)
            removed.append(at)
        at = folder
        if removed:
            files.sync_folder(folder)
    except OSError as error:
        trouble = f"{at}: old games are not cleared away: {explain(error)}"
        return Cleared(tuple(removed), trouble)
    return Cleared(tuple(removed), "")


def _journals(folder: Path, files: Files) -> Sequence[Path]:
    """The journals of a folder by their names, the newest first."""
    found = [
        (number, name) for name in files.names(folder) if (number := number_of(name)) is not None
    ]
    return [folder / name for _, name in sorted(found, reverse=True)]


def _is_finished(path: Path, files: Files) -> bool:
    """Whether a file is a journal whose game has a result. Raises OSError."""
    try:
        file = files.open(path)
    except NoFileError:
        return False
    try:
        size = files.size(file)
        if read_all(files, file, len(MAGIC)) != MAGIC:
            return False
        start = max(0, size - TAIL_BYTES)
        tail = files.read(file, TAIL_BYTES, start)
    finally:
        files.close(file)
    if start:
        tail = tail[tail.find(b"\n") + 1 :]
    for raw in reversed(tail.splitlines(keepends=True)):
        if not check_line(raw):
            return False  # torn or damaged: that is for people to look at
        try:
            line = decode_line(raw)
            if line.kind is Kind.END:
                return bytes(_END_DECODER.decode(line.body).result) != b"null"
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return False  # the header, or no line of this version
    return False

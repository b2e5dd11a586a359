"""The journals of a table, for a laptop to fetch: their names and sizes, their bytes, a digest.

Read only, and only files whose names are those of journals, in the one folder. Runs in the cable's
thread and reads a little at a time, so that the loop is never held up. Knows no game.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from meadow.journal.files import explain
from meadow.link.answers import AnyAnswer, BytesAre, Code, DigestIs, LogsAre
from meadow.link.calls import DigestLog, FileEntry, ListLogs, ReadLog
from meadow.link.device import Client, Handler, Refusal

MOST_LISTED = 60
"""Names in one answer: they fit into a frame whatever the game is called."""

_NAME = re.compile(r"\d{6,20}-[a-z0-9-]{1,60}\.jsonl(\.torn)?")
_CHUNK = 64 * 1024


class Logs:
    """Answers the calls for journals."""

    def __init__(self, folder: Callable[[], Path]) -> None:
        """``folder`` gives where the table that runs now keeps them."""
        self._folder = folder

    def handlers(self) -> Mapping[type[Any], Handler]:
        """For `Device.handle`."""
        return {ListLogs: self._list, ReadLog: self._read, DigestLog: self._digest}

    def _list(self, client: Client, call: ListLogs) -> AnyAnswer:
        folder = self._folder()
        try:
            found = [_entry(one) for one in os.scandir(folder) if _NAME.fullmatch(one.name)]
        except FileNotFoundError:
            found = []  # no game was played yet
        except OSError as error:
            raise Refusal(Code.DISK, f"on the table: {folder}: {explain(error)}") from error
        logs = sorted([one for one in found if one is not None], key=_age)
        if call.after:
            logs = [one for one in logs if _age(one) > _age(FileEntry(call.after, 0))]
        return LogsAre(tuple(logs[:MOST_LISTED]), len(logs) > MOST_LISTED)

    def _read(self, client: Client, call: ReadLog) -> AnyAnswer:
        with self._opened(call.name) as (file, size):
            file.seek(call.offset)
            return BytesAre(file.read(call.count), size)

    def _digest(self, client: Client, call: DigestLog) -> AnyAnswer:
        with self._opened(call.name) as (file, size):
            if size < call.size:
                what = f"{call.name} has {size} bytes, fewer than {call.size}: fetch it anew"
                raise Refusal(Code.CHANGED, what)
            sha256, left = hashlib.sha256(), call.size
            while left and (chunk := file.read(min(left, _CHUNK))):
                sha256.update(chunk)
                left -= len(chunk)
        return DigestIs(sha256.hexdigest())

    @contextmanager
    def _opened(self, name: str) -> Iterator[tuple[BinaryIO, int]]:
        """A journal and its size at this moment. Raises `Refusal`."""
        if not _NAME.fullmatch(name):
            raise Refusal(Code.MISSING, f"there is no journal {name!r} on the table")
        try:
            with open(self._folder() / name, "rb", opener=_no_link) as file:
                yield file, os.fstat(file.fileno()).st_size
        except FileNotFoundError as error:
            raise Refusal(Code.MISSING, f"there is no journal {name} on the table") from error
        except OSError as error:
            raise Refusal(Code.DISK, f"on the table: {name}: {explain(error)}") from error


def _no_link(path: str, flags: int) -> int:
    """A link could lead to any file of the table, and a pipe would hold up whoever opens it."""
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)


def _entry(one: os.DirEntry[str]) -> FileEntry | None:
    try:
        found = one.stat(follow_symlinks=False)
    except FileNotFoundError:
        return None  # cleared away just now
    return FileEntry(one.name, found.st_size) if stat.S_ISREG(found.st_mode) else None


def _age(one: FileEntry) -> tuple[int, str]:
    """Journals are numbered as they come."""
    digits = re.match(r"\d{1,20}", one.name)
    return (int(digits[0]) if digits else 0, one.name)

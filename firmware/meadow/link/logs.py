"""The journals of a table, for a laptop to fetch: their names and sizes, their bytes, a digest.

Read only, and only files whose names are those of journals, in the one folder. Runs in the cable's
thread and reads a little at a time, so that the loop is never held up. Knows no game.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from meadow.journal.files import NoFileError, explain, open_file
from meadow.journal.names import number_of, taken_number
from meadow.link.answers import AnyAnswer, BytesAre, Code, DigestIs, LogsAre
from meadow.link.calls import DigestLog, FileEntry, ListLogs, ReadLog
from meadow.link.device import Client, Handler, Refusal

MOST_LISTED = 60
"""Names in one answer: they fit into a frame whatever the game is called."""

# What recovery cuts off a journal stands beside it, as .torn, .torn2 and so on.
_TORN = re.compile(r"\.torn[0-9]{0,5}\Z")
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
            names = filter(_is_journal, os.listdir(folder))
            later = sorted([name for name in names if _age(name) > _age(call.after)], key=_age)
            found = list(islice(_entries(folder, later), MOST_LISTED + 1))
        except FileNotFoundError:
            found = []  # no game was played yet
        except OSError as error:
            raise Refusal(Code.DISK, f"on the table: {folder}: {explain(error)}") from error
        return LogsAre(tuple(found[:MOST_LISTED]), len(found) > MOST_LISTED)

    def _read(self, client: Client, call: ReadLog) -> AnyAnswer:
        with self._opened(call.name) as (file, size):
            return BytesAre(os.pread(file, call.count, call.offset), size)

    def _digest(self, client: Client, call: DigestLog) -> AnyAnswer:
        sha256, at = hashlib.sha256(), 0
        with self._opened(call.name) as (file, size):
            while at < call.size:
                chunk = os.pread(file, min(call.size - at, _CHUNK), at)
                if not chunk:
                    what = f"{call.name} has {min(at, size)} bytes, fewer than {call.size}"
                    raise Refusal(Code.CHANGED, f"{what}: fetch it anew")
                sha256.update(chunk)
                at += len(chunk)
        return DigestIs(sha256.hexdigest())

    @contextmanager
    def _opened(self, name: str) -> Iterator[tuple[int, int]]:
        """A journal, open, and its size at this moment. Raises `Refusal`, also for what goes wrong
        while it is open."""
        if not _is_journal(name):
            raise Refusal(Code.MISSING, f"there is no journal {name!r} on the table")
        try:
            # A link could lead to any file of the table.
            file = open_file(self._folder() / name, os.O_RDONLY | os.O_NOFOLLOW)
            try:
                yield file, os.fstat(file).st_size
            finally:
                os.close(file)
        except FileNotFoundError as error:
            raise Refusal(Code.MISSING, f"there is no journal {name} on the table") from error
        except NoFileError as error:
            what = f"{name} on the table is no journal but {error.strerror}"
            raise Refusal(Code.MISSING, what) from error
        except OSError as error:
            raise Refusal(Code.DISK, f"on the table: {name}: {explain(error)}") from error


def _entries(folder: Path, names: Sequence[str]) -> Iterator[FileEntry]:
    for name in names:
        try:
            found = os.stat(folder / name, follow_symlinks=False)
        except FileNotFoundError:
            continue  # cleared away just now
        if stat.S_ISREG(found.st_mode):
            yield FileEntry(name, found.st_size)


def _age(name: str) -> tuple[int, str]:
    """Journals are numbered as they come; -1 comes before all."""
    return taken_number(name) or -1, name


def _is_journal(name: str) -> bool:
    return number_of(_TORN.sub("", name)) is not None

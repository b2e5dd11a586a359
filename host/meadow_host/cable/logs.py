"""Fetches a table's journals: each as far as it is, checked, and never over a different file.

What is half fetched lies beside it as NAME.part and is gone on with. Knows no terminal.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple

from meadow.journal.files import explain
from meadow.link.answers import BytesAre, DigestIs, LogsAre, Welcome
from meadow.link.calls import BLOCK_BYTES, DigestLog, FileEntry, ListLogs, ReadLog

from meadow_host.cable.client import Client
from meadow_host.cable.errors import CableError

ENDING = ".jsonl"
"""Of a journal; what was once cut off one is kept on the table beside it, as NAME.jsonl.torn."""
PART = ".part"
DIGEST_TRIES = 15
"""A table needs a while to read a long journal: it is asked again each second."""

_CHUNK = 1 << 20
_NAME = re.compile(r"\w[\w. -]{0,190}", re.ASCII)


class LogError(CableError):
    """A journal cannot be fetched, and nothing of it was changed here; one plain line."""


class NoLogError(CableError):
    """What was named is no journal of this table; one plain line."""

    mistake = True


class Pulled(NamedTuple):
    """A journal that is here now. ``was`` is "new", "longer", "same", or "kept" if more of it is
    here than on the table; ``size`` of what is here, in bytes."""

    name: str
    path: Path
    was: str
    size: int


Tell = Callable[[int], None]
"""Told how many more bytes are here."""


def list_logs(client: Client) -> list[FileEntry]:
    """The journals of a table, oldest first. Raises as `Client.call`."""
    found: list[FileEntry] = []
    while True:
        answer = client.call(ListLogs(found[-1].name if found else ""), LogsAre)
        found += answer.logs
        if not answer.more or not answer.logs:
            return [entry for entry in found if _NAME.fullmatch(entry.name)]


def chosen(logs: Sequence[FileEntry], names: Sequence[str]) -> list[FileEntry]:
    """Those that are named, by name, with or without its ending, or by number; all without names.

    Raises `NoLogError`.
    """
    if not names:
        return list(logs)
    wanted = []
    for name in names:
        fits = [entry for entry in logs if name in _names(entry.name)]
        if not fits:
            what = "this table has no such journal; meadow logs list shows them"
            raise NoLogError(f"{name or 'an empty name'}: {what}")
        wanted += fits
    return list(dict.fromkeys(wanted))


def default_folder(welcome: Welcome) -> Path:
    """A folder of its own for each table, named after it, in the present one."""
    return Path(re.sub(r"[^\w.-]", "_", welcome.table, flags=re.ASCII).lstrip(".") or "table")


def make_folder(folder: Path) -> None:
    """See to it that it is there. Raises `LogError`, `NoLogError`."""
    if folder.exists() and not folder.is_dir():
        raise NoLogError(f"{folder}: a file, not a folder; name another with --into")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LogError(f"{folder}: cannot be made: {explain(error)}") from error


def missing_bytes(entry: FileEntry, folder: Path) -> int:
    """How much of a journal is not here yet, by size alone: for a progress bar."""
    sizes = [path.stat().st_size for path in _both(folder, entry.name) if path.is_file()]
    return max(0, entry.size - max(sizes, default=0))


def pull(client: Client, entry: FileEntry, folder: Path, tell: Tell) -> Pulled | None:
    """Fetch a journal into a folder, as far as it is on the table now; None if nothing of that
    game was saved yet.

    Raises `LogError`; `LineError` when the line is lost: what came by then is gone on with.
    """
    path, part = _both(folder, entry.name)
    try:
        return _pull(client, entry, path, part, tell)
    except OSError as error:
        where = error.filename or part
        what = f"cannot be written: {explain(error)}; what is here is kept, pull once more"
        raise LogError(f"{where}: {what}") from error


def _pull(client: Client, entry: FileEntry, path: Path, part: Path, tell: Tell) -> Pulled | None:
    here = _size_here(path)
    if here is not None:
        _must_be_the_same_game(client, entry, path, min(here, entry.size))
        if here >= entry.size:
            part.unlink(missing_ok=True)
            was = "same" if here == entry.size else "kept"
            return Pulled(entry.name, path, was, here)
    with _opened(client, entry, path, part) as file:
        digest = _fetch(client, entry, file, tell)
        os.fsync(file.fileno())
    if digest != _digest_there(client, entry.name, entry.size):
        part.unlink()
        what = "what arrived is not what the table has: it was thrown away, pull once more"
        raise LogError(f"{entry.name}: {what}")
    is_journal = entry.name.endswith(ENDING)
    size = _cut_to_whole_lines(part, entry.size) if is_journal else entry.size
    if not size:
        part.unlink()
        return None
    if here is None and _size_here(path) is not None:  # somebody else was quicker
        raise LogError(f"{path}: this file appeared just now; pull once more")
    part.replace(path)
    was = "new" if here is None else "longer" if size > here else "same"
    return Pulled(entry.name, path, was, size)


def _size_here(path: Path) -> int | None:
    """Of a file that is here already. Raises `LogError` for what is no file."""
    if not os.path.lexists(path):
        return None
    if not path.is_file():
        raise LogError(f"{path}: no file; move it away, or name another folder with --into")
    return path.stat().st_size


def _must_be_the_same_game(client: Client, entry: FileEntry, path: Path, size: int) -> None:
    with path.open("rb") as file:
        here = _digest_of(file, size).hexdigest()
    if here != _digest_there(client, entry.name, size):
        what = "another game, or another table's, has this name here and is left as it is"
        raise LogError(f"{path}: {what}; name another folder with --into")


def _opened(client: Client, entry: FileEntry, path: Path, part: Path) -> BinaryIO:
    """The part, open at its end, if it is the beginning of that journal; else begun anew from
    what is here of it."""
    size, here = _size_here(part) or 0, ""
    if size:
        with part.open("rb") as file:
            here = _digest_of(file, size).hexdigest()
    if 0 < size <= entry.size and here == _digest_there(client, entry.name, size):
        return part.open("r+b")
    opened = part.open("w+b")
    if path.exists():
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                opened.write(chunk)
    opened.seek(0)
    return opened


def _fetch(client: Client, entry: FileEntry, file: BinaryIO, tell: Tell) -> str:
    """Read on to the end; gives the SHA-256 of all of it, in hexadecimal."""
    digest = _digest_of(file, entry.size)
    at = file.seek(0, os.SEEK_END)
    calls = [ReadLog(entry.name, offset) for offset in range(at, entry.size, BLOCK_BYTES)]
    for call, answer in zip(calls, client.stream(calls, BytesAre), strict=True):
        data = answer.data[: entry.size - call.offset]
        if len(data) < min(BLOCK_BYTES, entry.size - call.offset):
            what = "it was cut on the table meanwhile; pull once more"
            raise LogError(f"{entry.name}: {what}")
        file.write(data)
        file.flush()  # so that what came survives a pulled cable, and whatever ends this program
        digest.update(data)
        tell(len(data))
    return digest.hexdigest()


def _digest_of(file: BinaryIO, size: int) -> hashlib._Hash:
    """Of the first bytes of an open file."""
    digest = hashlib.sha256()
    file.seek(0)
    while size > 0 and (chunk := file.read(min(_CHUNK, size))):
        digest.update(chunk)
        size -= len(chunk)
    return digest


def _digest_there(client: Client, name: str, size: int) -> str:
    return client.call(DigestLog(name, size), DigestIs, tries=DIGEST_TRIES).sha256


def _cut_to_whole_lines(part: Path, size: int) -> int:
    """The last line of a game that is being played may be half written; gives the size left."""
    with part.open("r+b") as file:
        end = size
        while end > 0:
            begin = max(0, end - _CHUNK)
            file.seek(begin)
            at = file.read(end - begin).rfind(b"\n")
            if at >= 0:
                file.truncate(begin + at + 1)
                return begin + at + 1
            end = begin
    return 0


def _both(folder: Path, name: str) -> tuple[Path, Path]:
    return folder / name, folder / f"{name}{PART}"


def _names(name: str) -> Iterator[str]:
    """What a journal may be called by people: its name, without its ending, or its number."""
    yield name
    yield name.removesuffix(ENDING)
    number = name.split("-")[0]
    yield number
    yield number.lstrip("0")

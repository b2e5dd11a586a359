"""A disk in memory that loses power, with every way in which it may come back; and sudden deaths.

What was not synced may be there, lost, cut short, or zeros in part; a name may be the old or the
new one as long as its folder was not synced.
"""

from __future__ import annotations

import copy
import errno
from enum import Enum
from itertools import product
from pathlib import Path

from meadow.journal.files import Files

from tests.journal.disks import PAGE, FaultyFiles, Node, VolatileDisk

ROOT = Path("etc")
FOLDER = ROOT / "table"
BITE = 2 * PAGE + PAGE // 2
"""The most bytes one write takes: a death between two writes leaves a torn file."""


class Killed(BaseException):
    """The program died at a call; nothing of it runs on."""


class Reached(Enum):
    """What of the bytes that were not synced is on the disk after a power cut."""

    NOTHING = "as after the last sync"
    ZEROS = "the length, but zeros for the bytes"
    FIRST = "the length and the first half, zeros for the rest"
    LAST = "the length and the second half, zeros before it"
    CUT = "the first half, and not the length"
    ALL = "everything"


class FrailDisk(VolatileDisk):
    """As `VolatileDisk`, with folders, short writes, plain errors, and `outcomes`."""

    def __init__(self) -> None:
        super().__init__()
        self._folders = {ROOT}
        self._durable_folders = {ROOT}

    def contents(self) -> dict[str, bytes]:
        """Every file's bytes, as a program reads them."""
        return {path.name: bytes(node.cached) for path, node in self._names.items()}

    def rebooted(self) -> FrailDisk:
        """A copy with no file open: the program died, the system ran on."""
        twin = copy.deepcopy(self)
        twin._open.clear()
        return twin

    def outcomes(self) -> list[FrailDisk]:
        """Every disk that a power cut now may leave, each once."""
        paths = self._names.keys() | self._durable_names.keys()
        changed = sorted(
            path for path in paths if self._names.get(path) is not self._durable_names.get(path)
        )
        found: dict[object, FrailDisk] = {}
        for which in product((False, True), repeat=len(changed)):
            names = dict(self._durable_names)
            for path, is_new in zip(changed, which, strict=True):
                if is_new:
                    names.pop(path, None)
                    names |= {path: self._names[path]} if path in self._names else {}
            for reached, folders in product(Reached, (self._folders, self._durable_folders)):
                held = {p: _survived(n, reached) for p, n in names.items() if p.parent in folders}
                key = (frozenset(folders), frozenset(held.items()))
                if key not in found:
                    found[key] = FrailDisk()
                    found[key]._folders = set(folders)
                    found[key]._durable_folders = set(folders)
                    for path, content in held.items():
                        found[key].put(path, content)
        return list(found.values())

    # ------------------------------------------------------------------ the calls

    def create(self, path: Path) -> int:
        if path.parent not in self._folders:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        return super().create(path)

    def write(self, file: int, data: bytes, offset: int) -> int:
        return super().write(file, data[:BITE], offset)

    def truncate(self, file: int, length: int) -> None:
        super().truncate(file, length)
        node = self._open[file]
        node.dirty = {page for page in node.dirty if page * PAGE < length}

    def rename(self, old: Path, new: Path) -> None:
        if old not in self._names:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        super().rename(old, new)

    def remove(self, path: Path) -> None:
        if path not in self._names:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        super().remove(path)

    def make_folder(self, folder: Path) -> None:
        if folder in self._folders:
            raise FileExistsError(errno.EEXIST, "File exists")
        self._folders.add(folder)

    def names(self, folder: Path) -> list[str]:
        if folder not in self._folders:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        return super().names(folder)

    def sync_folder(self, folder: Path) -> None:
        """Its names and its folders are on the disk; nothing of any other folder is."""
        if folder not in self._folders:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        others = {p: node for p, node in self._durable_names.items() if p.parent != folder}
        self._durable_names = others | {p: n for p, n in self._names.items() if p.parent == folder}
        self._durable_folders |= {one for one in self._folders if one.parent == folder}


def _survived(node: Node, reached: Reached) -> bytes:
    """What a file holds after a power cut."""
    twin = copy.copy(node)
    pages, known = sorted(node.dirty), len(node.durable)
    twin.dirty = set(pages)
    half = len(pages) // 2
    match reached:
        case Reached.FIRST:
            twin.settle(set(pages[:half]))
        case Reached.LAST:
            twin.settle(set(pages[half:]))
        case Reached.ZEROS:
            twin.settle(set())
        case Reached.ALL | Reached.CUT:
            twin.settle(set(pages))
    if reached is Reached.CUT:
        return bytes(twin.durable[: (known + len(twin.durable)) // 2])
    return bytes(twin.durable)


def dying(disk: Files, at_call: int) -> FaultyFiles:
    """Files on that disk for a program that dies before that call has any effect, from 0."""
    files = FaultyFiles(disk)

    def die(_name: str) -> None:
        if len(files.calls) > at_call:
            raise Killed

    files.on_call = die
    return files

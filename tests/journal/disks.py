"""Disks for the tests that fail, fill up, get exchanged or lose power."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

from meadow.journal.files import DiskFiles, Files


class PowerCut(Exception):
    """The power failed: not an OSError, nothing of the program runs on."""


class QuickFiles(DiskFiles):
    """The real file system without fsync, for tests that would wait for it a thousand times."""

    def sync(self, file: int) -> None:
        pass

    def sync_folder(self, folder: Path) -> None:
        pass


class FaultyFiles:
    """Wraps files; counts and names the calls, and fails those it is told to."""

    def __init__(self, inner: Files | None = None) -> None:
        self.inner: Files = DiskFiles() if inner is None else inner
        self.calls: list[str] = []
        self.at_call: dict[int, int] = {}
        """call number, from 0 -> errno to fail with, or 0 for a power cut"""
        self.offsets: list[int] = []
        """where each write began"""
        self.broken: dict[str, int] = {}
        """name of a call -> errno, until it is mended"""
        self.on_call: Callable[[str], None] = lambda name: None

    def _call(self, name: str) -> None:
        number = len(self.calls)
        self.calls.append(name)
        self.on_call(name)
        code = self.at_call.get(number, self.broken.get(name, -1))
        if code == 0:
            raise PowerCut(name)
        if code > 0:
            if name == "sync" and isinstance(self.inner, VolatileDisk):
                self.inner.lose_pages()
            raise OSError(code, os.strerror(code))

    def create(self, path: Path) -> int:
        self._call("create")
        return self.inner.create(path)

    def open(self, path: Path) -> int:
        self._call("open")
        return self.inner.open(path)

    def open_to_read(self, path: Path) -> int:
        self._call("open_to_read")
        return self.inner.open_to_read(path)

    def size(self, file: int) -> int:
        self._call("size")
        return self.inner.size(file)

    def is_linked(self, file: int) -> bool:
        self._call("is_linked")
        return self.inner.is_linked(file)

    def read(self, file: int, count: int, offset: int) -> bytes:
        self._call("read")
        return self.inner.read(file, count, offset)

    def write(self, file: int, data: bytes, offset: int) -> int:
        self._call("write")
        self.offsets.append(offset)
        return self.inner.write(file, data, offset)

    def truncate(self, file: int, length: int) -> None:
        self._call("truncate")
        self.inner.truncate(file, length)

    def sync(self, file: int) -> None:
        self._call("sync")
        self.inner.sync(file)

    def forget(self, file: int) -> None:
        self._call("forget")
        self.inner.forget(file)

    def close(self, file: int) -> None:
        self.inner.close(file)
        self._call("close")

    def rename(self, old: Path, new: Path) -> None:
        self._call("rename")
        self.inner.rename(old, new)

    def remove(self, path: Path) -> None:
        self._call("remove")
        self.inner.remove(path)

    def make_folder(self, folder: Path) -> None:
        self._call("make_folder")
        self.inner.make_folder(folder)

    def names(self, folder: Path) -> list[str]:
        self._call("names")
        return self.inner.names(folder)

    def sync_folder(self, folder: Path) -> None:
        self._call("sync_folder")
        self.inner.sync_folder(folder)


PAGE = 64
"""Bytes of a page of the disk below: less than a line, so that lines span pages."""


class Node:
    """A file of the disk below."""

    def __init__(self) -> None:
        self.cached = bytearray()
        self.durable = bytearray()
        self.dirty: set[int] = set()

    def settle(self, pages: set[int]) -> None:
        """Let these dirty pages and the length reach the disk; lost pages read as zeros."""
        length = len(self.cached)
        self.durable = self.durable[:length].ljust(length, b"\0")
        for page in pages & self.dirty:
            span = slice(page * PAGE, min(length, (page + 1) * PAGE))
            self.durable[span] = self.cached[span]
        self.dirty.clear()


class VolatileDisk:
    """A disk in memory that keeps, over a power cut, only what was fsynced.

    As on Linux, a failed fsync loses the dirty pages and takes them for clean, so that the next
    fsync gives no error although they never reached the disk. ``capacity`` limits each write.
    """

    def __init__(self, capacity: int = 1_000_000) -> None:
        self.capacity = capacity
        self._names: dict[Path, Node] = {}
        self._durable_names: dict[Path, Node] = {}
        self._open: dict[int, Node] = {}
        self._next = 3

    def durable(self, path: Path) -> bytes:
        """What a power cut now would leave of a file, at the least."""
        node = self._durable_names.get(path)
        return b"" if node is None else bytes(node.durable)

    def cached(self, path: Path) -> bytes:
        """What a program reads in it."""
        return bytes(self._names[path].cached)

    def lose_pages(self) -> None:
        """What a failed fsync does."""
        for node in self._names.values():
            node.settle(set())

    def settle(self, path: Path, pages: set[int]) -> None:
        """Let some of the pages reach the disk on their own, as the kernel does at any time."""
        self._names[path].settle(pages)

    def put(self, path: Path, content: bytes) -> None:
        """A file that somebody else wrote."""
        node = Node()
        node.cached[:] = node.durable[:] = content
        self._names[path] = self._durable_names[path] = node

    def exchange(self) -> None:
        """Another, empty disk is in its place; files still open belong to the old one."""
        self._names, self._durable_names = {}, {}

    def _opened(self, node: Node) -> int:
        self._next += 1
        self._open[self._next] = node
        return self._next

    def create(self, path: Path) -> int:
        if path in self._names:
            raise FileExistsError(errno.EEXIST, "File exists")
        self._names[path] = Node()
        return self._opened(self._names[path])

    def open(self, path: Path) -> int:
        if path not in self._names:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        return self._opened(self._names[path])

    def open_to_read(self, path: Path) -> int:
        return self.open(path)

    def size(self, file: int) -> int:
        return len(self._open[file].cached)

    def is_linked(self, file: int) -> bool:
        return self._open[file] in self._names.values()

    def read(self, file: int, count: int, offset: int) -> bytes:
        return bytes(self._open[file].cached[offset : offset + count])

    def write(self, file: int, data: bytes, offset: int) -> int:
        node = self._open[file]
        room = self.capacity - offset
        if room <= 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        data = data[:room]
        node.cached = node.cached.ljust(offset, b"\0")
        node.cached[offset : offset + len(data)] = data
        node.dirty |= set(range(offset // PAGE, (offset + len(data) - 1) // PAGE + 1))
        return len(data)

    def truncate(self, file: int, length: int) -> None:
        node = self._open[file]
        node.cached = node.cached[:length].ljust(length, b"\0")

    def sync(self, file: int) -> None:
        node = self._open[file]
        node.settle(set(node.dirty))

    def forget(self, file: int) -> None:
        """As on Linux only what was synced is dropped; here both are the same then."""
        node = self._open[file]
        if not node.dirty:
            node.cached[:] = node.durable

    def close(self, file: int) -> None:
        del self._open[file]

    def rename(self, old: Path, new: Path) -> None:
        self._names[new] = self._names.pop(old)

    def remove(self, path: Path) -> None:
        del self._names[path]

    def make_folder(self, folder: Path) -> None:
        """Here every folder is there from the start."""
        raise FileExistsError(errno.EEXIST, "File exists")

    def names(self, folder: Path) -> list[str]:
        return [path.name for path in self._names if path.parent == folder]

    def sync_folder(self, folder: Path) -> None:
        self._durable_names = dict(self._names)

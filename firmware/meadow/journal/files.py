"""The few calls to the operating system that journals and slots make, so that tests can fail each.

Knows files, nothing of what is in them. Every method may raise OSError.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Protocol

_FOLDERS_THAT_NEED_NO_SYNC = (errno.EINVAL, errno.ENOTSUP)
_ADVICE = {
    errno.ENOSPC: "the disk is full; free some space on it",
    errno.EDQUOT: "the disk quota is used up; free some space",
    errno.EFBIG: "the file is too large for this disk; use a disk with another file system",
    errno.EROFS: "the disk is read-only; a worn SD card turns so, put in another",
    errno.EIO: "the disk has an error; the card or stick may be failing, put in another",
    errno.ENXIO: "the disk is gone; plug it in again",
    errno.ENODEV: "the disk is gone; plug it in again",
    errno.EACCES: "permission denied; give the user that runs this access to the folder",
    errno.EPERM: "permission denied; give the user that runs this access to the folder",
    errno.ENOENT: "no such file or folder; plug the disk in, or make the folder",
    errno.ENOTDIR: "a part of its path is no folder; check the path",
    errno.ELOOP: "its links lead in a circle; name the file itself",
    errno.EISDIR: "it is a folder; name a file",
}


class NoFileError(OSError):
    """What has this name is no file; ``strerror`` says what it is instead: "a folder"."""


class Files(Protocol):
    """The file system as it is used here; a file is named by its descriptor once open."""

    def create(self, path: Path) -> int:
        """Open a new file to read and write. Raises FileExistsError when there is one."""
        ...

    def open(self, path: Path) -> int:
        """Open a file that is there, to read and write. Raises `NoFileError`."""
        ...

    def open_to_read(self, path: Path) -> int:
        """Open a file that is there, to read only: on a read-only disk too. Raises
        `NoFileError`."""
        ...

    def size(self, file: int) -> int:
        """Its length in bytes."""
        ...

    def is_linked(self, file: int) -> bool:
        """Whether it still has a name; a deleted file can be written but not found again."""
        ...

    def read(self, file: int, count: int, offset: int) -> bytes:
        """Up to ``count`` bytes; empty at the end of the file."""
        ...

    def write(self, file: int, data: bytes, offset: int) -> int:
        """Write at that place; gives how many bytes were taken, which may be fewer."""
        ...

    def truncate(self, file: int, length: int) -> None:
        """Cut it to that length."""
        ...

    def sync(self, file: int) -> None:
        """Return once its contents and length are on the disk."""
        ...

    def forget(self, file: int) -> None:
        """Drop what memory holds of a file that was synced: the next read asks the disk itself."""
        ...

    def close(self, file: int) -> None: ...

    def rename(self, old: Path, new: Path) -> None:
        """Give a file another name, in one step."""
        ...

    def remove(self, path: Path) -> None:
        """Delete a file."""
        ...

    def make_folder(self, folder: Path) -> None:
        """Make a folder. Raises FileExistsError when there is one."""
        ...

    def names(self, folder: Path) -> list[str]:
        """The names in a folder."""
        ...

    def sync_folder(self, folder: Path) -> None:
        """Return once the names in the folder are on the disk."""
        ...


class DiskFiles:
    """The real file system."""

    def create(self, path: Path) -> int:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)

    def open(self, path: Path) -> int:
        return open_file(path, os.O_RDWR)

    def open_to_read(self, path: Path) -> int:
        return open_file(path)

    def size(self, file: int) -> int:
        return os.fstat(file).st_size

    def is_linked(self, file: int) -> bool:
        return os.fstat(file).st_nlink > 0

    def read(self, file: int, count: int, offset: int) -> bytes:
        return os.pread(file, count, offset)

    def write(self, file: int, data: bytes, offset: int) -> int:
        return os.pwrite(file, data, offset)

    def truncate(self, file: int, length: int) -> None:
        os.ftruncate(file, length)

    def sync(self, file: int) -> None:
        os.fsync(file)

    def forget(self, file: int) -> None:
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)

    def close(self, file: int) -> None:
        os.close(file)

    def rename(self, old: Path, new: Path) -> None:
        os.rename(old, new)

    def remove(self, path: Path) -> None:
        os.unlink(path)

    def make_folder(self, folder: Path) -> None:
        os.mkdir(folder)

    def names(self, folder: Path) -> list[str]:
        return os.listdir(folder)

    def sync_folder(self, folder: Path) -> None:
        """As fsync of the folder, where the file system has that (some do without)."""
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        except OSError as error:
            if error.errno not in _FOLDERS_THAT_NEED_NO_SYNC:
                raise
        finally:
            os.close(descriptor)


def open_file(path: Path, how: int = os.O_RDONLY) -> int:
    """The descriptor of a file that is there; ``how`` as for `os.open`.

    A pipe would hold up whoever opens it until somebody comes to its other end, and opening a
    device may do something: neither is opened, nor a link with `os.O_NOFOLLOW`. Raises OSError, of
    which `NoFileError`.
    """
    _check_is_file(path, os.stat(path, follow_symlinks=not how & os.O_NOFOLLOW))
    file = os.open(path, how | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        _check_is_file(path, os.fstat(file))  # another may have come between
    except OSError:
        os.close(file)
        raise
    return file


def _check_is_file(path: Path, about: os.stat_result) -> None:
    """Raises `NoFileError`."""
    mode = about.st_mode
    if stat.S_ISREG(mode):
        return
    kinds = ((stat.S_ISDIR, "a folder"), (stat.S_ISLNK, "a link"), (stat.S_ISFIFO, "a pipe"))
    what = next((what for is_it, what in kinds if is_it(mode)), "a device")
    raise NoFileError(errno.EINVAL, what, str(path))


def read_all(files: Files, file: int, length: int) -> bytes:
    """The first ``length`` bytes of an open file, or all when it is shorter."""
    parts: list[bytes] = []
    have = 0
    while have < length:
        part = files.read(file, length - have, have)
        if not part:
            break
        parts.append(part)
        have += len(part)
    return b"".join(parts)


def write_all(files: Files, file: int, data: bytes, offset: int) -> None:
    """Write all of it there, however many calls that takes."""
    while data:
        taken = files.write(file, data, offset)
        if taken <= 0:
            raise OSError(errno.EIO, "the disk takes no more bytes")
        data = data[taken:]
        offset += taken


def explain(error: OSError) -> str:
    """What went wrong and what to do, in plain words on one line."""
    if isinstance(error, NoFileError):
        return f"it is {error.strerror}; name a file"
    advice = _ADVICE.get(error.errno or 0)
    return advice or f"{error.strerror or error}; check the disk"

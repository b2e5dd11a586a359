"""What only one program may have at a time: a folder of journals, the devices of a table.

The operating system keeps the claim and drops it when the program ends, however it ends: nothing is
left behind that somebody would have to delete. It must not know journals or devices.
"""

from __future__ import annotations

import errno
import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_DEVICES = "\0meadow-table"
"""An abstract address of Linux: no file, and the same for all users."""


class TakenError(Exception):
    """Another program has it."""


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """While this lasts no other program gets that folder from here. Raises `TakenError`.

    A folder that is not there, or on a file system without locks, is nobody's.
    """
    try:
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        yield
        return
    try:
        _lock(opened)
        yield
    finally:
        os.close(opened)


def _lock(folder: int) -> None:
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise TakenError from error
    except OSError as error:
        if error.errno not in (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL):
            raise


def claim_devices() -> socket.socket:
    """The claim to the devices of this Raspberry Pi; closing it gives them up.

    Raises `TakenError`.
    """
    claim = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        claim.bind(_DEVICES)
    except OSError as error:
        claim.close()
        if error.errno == errno.EADDRINUSE:
            raise TakenError from error
        raise
    return claim

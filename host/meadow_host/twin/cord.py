"""A cable to a table without hardware: two pseudo-terminals, and a thread that carries the bytes.

The table's daemon opens one end, a laptop's programs the other, by a name of its own.
"""

from __future__ import annotations

import contextlib
import os
import pty
import select
import threading
import time
import tty
from pathlib import Path

_CHUNK = 4096
_PATIENCE_MS = 100
"""So soon the thread notices that the cable is pulled or shall end."""
_NOBODY_S = 0.02
"""An end that no program has open is always ready to say so: it is asked again after this."""


class CordError(Exception):
    """The cable cannot be laid; one plain line."""


class Cord:
    """A cable from its beginning to `close`. It can be pulled out of the laptop.

    What the table says while no program has the laptop's end open is lost, as on a real line; a
    program that has it open and does not read holds the line up.
    """

    def __init__(self, name: Path) -> None:
        """``name`` becomes a symbolic link to the laptop's end; one left over is replaced. Raises
        `CordError`."""
        self._name = name
        self._table, self._held = pty.openpty()
        tty.setraw(self._held)  # stays open, so that the daemon may open and close its end
        self.table_port = os.ttyname(self._held)
        self._laptop: int | None = None
        self._laptop_port = ""
        self._changing = threading.Lock()
        self._ending = threading.Event()
        self._to_laptop = self._to_table = b""
        try:
            self.plug()
        except CordError:
            self._release()
            raise
        self._thread = threading.Thread(target=self._carry, name="cord", daemon=True)
        self._thread.start()

    def plug(self) -> None:
        """Plug it in again. Raises `CordError`."""
        with self._changing:
            if self._laptop is not None:
                return
            far, near = pty.openpty()
            tty.setraw(near)
            port = os.ttyname(near)
            os.close(near)
            try:
                _link(self._name, port)
            except CordError:
                os.close(far)
                raise
            self._laptop, self._laptop_port = far, port

    def pull(self) -> None:
        """Pull it out: the laptop's end vanishes, also under a program that has it open."""
        with self._changing:
            self._unplug()

    def close(self) -> None:
        """Take the laptop's end away and release the table's."""
        self._ending.set()
        self._thread.join()
        self.pull()
        self._release()

    def _unplug(self) -> None:
        if self._laptop is None:
            return
        with contextlib.suppress(OSError):  # somebody took it away
            if os.readlink(self._name) == self._laptop_port:
                self._name.unlink()
        os.close(self._laptop)
        self._laptop, self._to_table = None, b""

    def _release(self) -> None:
        os.close(self._table)
        os.close(self._held)

    # --------------------------------------------------------------------------- carrying

    def _carry(self) -> None:
        while not self._ending.is_set():
            with self._changing:
                moved = self._step()
            if not moved:
                self._wait()

    def _step(self) -> bool:
        """Carry what can be carried now; gives whether anything was."""
        table = _ready(self._table)
        laptop = select.POLLHUP if self._laptop is None else _ready(self._laptop)
        moved = False
        if laptop & select.POLLHUP:  # nobody is there to hear it
            self._to_laptop = b""
        if table & select.POLLIN and not self._to_laptop:
            self._to_laptop, moved = os.read(self._table, _CHUNK), True
        if self._laptop is not None:
            if laptop & select.POLLIN and not self._to_table:
                with contextlib.suppress(OSError):  # who had that end has just left it
                    self._to_table, moved = os.read(self._laptop, _CHUNK), True
            if self._to_laptop and laptop & select.POLLOUT and not laptop & select.POLLHUP:
                self._to_laptop, moved = _written(self._laptop, self._to_laptop), True
        if self._to_table and table & select.POLLOUT:
            self._to_table, moved = _written(self._table, self._to_table), True
        return moved

    def _wait(self) -> None:
        """Until there may be something to carry."""
        waited = select.poll()
        waited.register(self._table, _wants(not self._to_laptop, self._to_table))
        laptop = self._laptop
        if laptop is not None:
            with contextlib.suppress(OSError):  # pulled just now
                waited.register(laptop, _wants(not self._to_table, self._to_laptop))
        if any(happened & select.POLLHUP for _, happened in waited.poll(_PATIENCE_MS)):
            time.sleep(_NOBODY_S)


def _wants(to_read: bool, left: bytes) -> int:
    return (select.POLLIN if to_read else 0) | (select.POLLOUT if left else 0)


def _ready(end: int) -> int:
    asked = select.poll()
    asked.register(end, select.POLLIN | select.POLLOUT)
    return sum([happened for _, happened in asked.poll(0)])


def _written(end: int, data: bytes) -> bytes:
    """What is left of it."""
    os.set_blocking(end, False)
    try:
        return data[os.write(end, data) :]
    except BlockingIOError:
        return data


def _link(name: Path, port: str) -> None:
    try:
        if name.is_symlink() and (name.is_char_device() or not name.exists()):
            name.unlink()  # left over
        name.symlink_to(port)
    except OSError as error:
        raise CordError(f"{name}: no cable can be laid there: {error.strerror}") from error

"""The rig ``proc``: `meadowd` as a process of this computer, its cable a pseudo-terminal.

Knows no pytest.
"""

from __future__ import annotations

import contextlib
import os
import pty
import select
import subprocess
import sys
import time
import tty
from collections.abc import Mapping
from pathlib import Path

from meadow.bundle.load import Configuration

from meadow_host.cable.client import Client
from meadow_host.cable.errors import CableError, LineError
from meadow_host.hil.ear import Ear
from meadow_host.hil.hands import InjectingHands
from meadow_host.hil.rig import Can, RigError
from meadow_host.hil.wired import WiredRig

START_S = 60.0
"""A busy computer takes long to start it; one that ended is told at once."""
END_S = 5.0
_CHUNK = 65_536


class PtyTransport:
    """A `meadow_host.cable.client.Transport` over one end of a pseudo-terminal."""

    def __init__(self, number: int, name: str) -> None:
        """``number`` is the file descriptor of its master."""
        self._number = number
        self.name = name

    def send(self, data: bytes) -> None:
        left = memoryview(data)
        try:
            while left:
                left = left[os.write(self._number, left) :]
        except OSError as error:
            raise LineError(f"{self.name}: the pseudo-terminal was lost") from error

    def receive(self, timeout_s: float) -> bytes:
        try:
            if not select.select([self._number], [], [], timeout_s)[0]:
                return b""
            return os.read(self._number, _CHUNK)
        except (OSError, ValueError) as error:
            raise LineError(f"{self.name}: the pseudo-terminal was lost") from error

    def close(self) -> None:
        with contextlib.suppress(OSError):
            os.close(self._number)


class Meadowd:
    """`meadowd` in service mode, from its start to its end."""

    def __init__(
        self, board: str, folder: Path, options: list[str], link: str, *, new: bool = True
    ) -> None:
        """``folder`` is where it may leave files; ``link`` the port it listens on; ``new``: it
        leaves the game be that lies there without an end."""
        self.journals = folder / "journals"
        self._log = folder / "meadowd.log"
        command = [sys.executable, "-c", "from meadow.start import main; main()"]
        command += ["--board", board, "--service", "--link", link]
        command += ["--journals", str(self.journals), *(["--new"] if new else []), *options]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    @property
    def said(self) -> str:
        """What it said last, on one line."""
        lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()
        return " / ".join(lines[-3:]) or "nothing"

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def end(self) -> None:
        """End it in good order, or at once if it does not."""
        self._process.terminate()
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class ProcessRig(WiredRig):
    """A `meadow_host.hil.rig.Rig`: `meadowd`, and hands that inject."""

    def __init__(
        self, board: str, read: Configuration, folder: Path, options: list[str], patient: bool
    ) -> None:
        """``options`` are more options of `meadowd`. Raises `RigError`."""
        master, slave = pty.openpty()
        tty.setraw(slave)
        self._board = board
        self._slave = slave  # open as long as the rig is, so that the master outlives a restart
        folder.mkdir(parents=True)
        self.meadowd = Meadowd(board, folder, options, os.ttyname(slave))
        ear = Ear(Client(PtyTransport(master, os.ttyname(slave)), "pytest"))
        try:
            self._greet(ear.client)
            # Its computer runs the tests besides, and whatever else: it may be late at times.
            lacks = {Can.MANUAL_TIME, Can.PUNCTUAL} | (set() if patient else {Can.PATIENCE})
            can = frozenset(Can) - lacks
            super().__init__(f"proc:{board}", ear, InjectingHands(ear), read, can)
        except RigError:
            self.close_all(ear.client)
            raise

    @property
    def versions(self) -> Mapping[str, str]:
        return {"board": self._board, **super().versions}

    def begin(self) -> None:
        if not self.meadowd.runs:
            raise RigError(f"meadowd ended; it said: {self.meadowd.said}")
        super().begin()

    def close(self) -> None:
        self.close_all(self.client)

    def close_all(self, client: Client) -> None:
        """End the process and release the pseudo-terminal."""
        self.meadowd.end()
        client.close()
        os.close(self._slave)

    def _greet(self, client: Client) -> None:
        until_s = time.monotonic() + START_S
        while self.meadowd.runs:
            try:
                client.hello(wait_s=0.2, tries=1)
                return
            except CableError as error:
                if time.monotonic() > until_s:
                    raise RigError(f"meadowd does not answer: {error}") from error
        raise RigError(f"meadowd ended at its start; it said: {self.meadowd.said}")

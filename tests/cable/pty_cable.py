"""A cable between two pseudo-terminals: the table's program has one end, the laptop's the other."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import subprocess
import sys
import threading
import time
import tty
from pathlib import Path

from meadow_host.cable.detect import connect
from meadow_host.cable.errors import LineError

START_S, END_S = 60.0, 30.0
"""A busy computer takes its time; a test that succeeds never waits so long."""


class PtyCable:
    """``table`` and ``laptop`` are the names of its ends."""

    def __init__(self) -> None:
        pairs = [pty.openpty() for _ in range(2)]
        for far, near in pairs:
            tty.setraw(far)
            tty.setraw(near)
        self.table, self.laptop = (os.ttyname(near) for _, near in pairs)
        self._pairs = pairs
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    def _carry(self) -> None:
        one, other = (far for far, _ in self._pairs)
        while not self._ending.is_set():
            for ready in select.select([one, other], [], [], 0.05)[0]:
                os.write(other if ready == one else one, os.read(ready, 4096))

    def close(self) -> None:
        self._ending.set()
        self._thread.join()
        for pair in self._pairs:
            for end in pair:
                os.close(end)


class RunningTable:
    """`meadowd` with a virtual board on such a cable, until `close`."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.cable = PtyCable()
        self.port = self.cable.laptop
        self.journals = folder / "journals"
        command = [sys.executable, "-c", "from meadow.start import main; main()"]
        command += ["--board", "virtual", "--link", self.cable.table, "--new"]
        command += ["--journals", str(self.journals), *options]
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until_s = time.monotonic() + START_S
        while time.monotonic() < until_s:
            with contextlib.suppress(LineError):
                connect(self.port, 115_200, "test", 0.2, 1).close()
                return
        self.close()
        raise TimeoutError("meadowd does not answer")

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(END_S)
        self.cable.close()

"""A simulated table as `meadow table` runs it, with its meadow in the browser."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

START_S, END_S = 30.0, 5.0
_ADDRESS = re.compile(r"(http://127\.0\.0\.1:\d+/)meadow")


class MeadowHouse:
    """One such table; bots sit nowhere, and chance is the same each time."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self._log = folder / "table.log"
        command = [sys.executable, "-c", "from meadow_host.start import main; main()", "table"]
        command += ["--port", "0", "--board", "virtual", "--bots", "none"]
        command += ["--seed", str(seed), "--folder", str(folder)]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=folder
            )
        self.address = self._wait()

    def _wait(self) -> str:
        until_s = time.monotonic() + START_S
        while not (found := _ADDRESS.search(self.log)) or "is ready" not in self.log:
            assert self._process.poll() is None, f"meadow table ended; it said: {self.log}"
            assert time.monotonic() < until_s, f"meadow table does not start: {self.log}"
            time.sleep(0.02)
        return found[1]

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")

    @property
    def pin(self) -> str:
        return (self._folder / "console-pin").read_text().strip()

    def end(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

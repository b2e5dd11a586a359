"""`meadow table` as a program of its own, for tests."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from pathlib import Path

from tests.host.calls import PROGRAM, environment

START_S, END_S = 60.0, 30.0
"""A busy computer takes its time; a test that succeeds never waits so long."""


class Running:
    """The program, from its first lines to its end."""

    def __init__(self, folder: Path, *words: str) -> None:
        self._folder = folder
        self._said = (folder / "said").open("w+")
        arguments = ["table", "--port", "0", "--folder", str(folder / "games"), "--seed", "3"]
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments, *words],
            stdout=self._said,
            stderr=subprocess.STDOUT,
            env=environment(),
            text=True,
        )

    def said(self) -> str:
        """All it has said so far."""
        self._said.flush()
        self._said.seek(0)
        return self._said.read()

    def until_says(self, what: str) -> str:
        """Wait for that; gives all it said."""
        end_s = time.monotonic() + START_S
        while what not in (said := self.said()):
            assert self.process.poll() is None, said
            assert time.monotonic() < end_s, said
            time.sleep(0.1)
        return said

    @property
    def address(self) -> str:
        """That of the table's pages."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def pin(self) -> str:
        """The operator's PIN, as the machine's owner can read it."""
        return (self._folder / "games" / "console-pin").read_text().strip()

    @property
    def port(self) -> int:
        found = re.search(r"The meadow is at http://127\.0\.0\.1:(\d+)/meadow\n", self.said())
        assert found is not None
        return int(found[1])

    def end(self, number: int = signal.SIGINT) -> int:
        """End it as from the keyboard; gives its exit code."""
        self.process.send_signal(number)
        return self.process.wait(END_S)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self._said.close()

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
        self._said = folder / "said"
        arguments = ["table", "--port", "0", "--folder", str(folder / "games"), "--seed", "3"]
        # Read by a handle of its own: one that the program shares would move where it writes.
        with self._said.open("w") as says:
            self.process = subprocess.Popen(
                [*PROGRAM, *arguments, *words],
                stdout=says,
                stderr=subprocess.STDOUT,
                env=environment(),
                text=True,
            )

    def said(self) -> str:
        """All it has said so far."""
        return self._said.read_text()

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

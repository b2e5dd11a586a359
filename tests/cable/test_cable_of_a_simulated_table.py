"""`meadow table --cable NAME`: a developer's table without hardware, at the end of a cable."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from meadow.link.answers import StatusIs
from meadow.link.calls import GetStatus
from meadow_host.cable.client import Client
from meadow_host.cable.detect import connect
from meadow_host.cable.errors import LineError

START_S = 60.0
TABLE = [sys.executable, "-c", "from meadow_host.start import main; main()", "table"]
OPTIONS = ["--board", "virtual", "--bots", "none", "--port", "0", "--cable", "my-table"]


@contextmanager
def running(folder: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [*TABLE, *OPTIONS, *options],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def called(port: Path) -> Client:
    until_s = time.monotonic() + START_S
    while time.monotonic() < until_s:
        with contextlib.suppress(LineError):
            return connect(str(port), 115_200, "the test", wait_s=0.5)
    raise AssertionError(f"nobody answers at {port}")


def test_a_laptop_calls_it_by_the_name_of_its_cable_which_goes_with_it(tmp_path: Path) -> None:
    with running(tmp_path, "--service", "--config", "slots") as process:
        client = called(tmp_path / "my-table")
        assert client.welcome.table == "meadow"
        assert client.welcome.service
        assert list(client.call(GetStatus(), StatusIs).readers) == [
            "north",
            "east",
            "south",
            "west",
            "deck",
        ]
        client.close()
        process.send_signal(signal.SIGTERM)
        said, _ = process.communicate(timeout=START_S)
    assert "The cable is at my-table: meadow status --port my-table" in said.splitlines()
    assert not os.path.lexists(tmp_path / "my-table")


def test_a_file_of_the_cables_name_is_told_and_kept(tmp_path: Path) -> None:
    (tmp_path / "my-table").write_text("mine")
    with running(tmp_path) as process:
        said, _ = process.communicate(timeout=START_S)
    assert process.returncode == 1
    assert said == "meadow: --cable: my-table: no cable can be laid there: File exists\n"
    assert (tmp_path / "my-table").read_text() == "mine"

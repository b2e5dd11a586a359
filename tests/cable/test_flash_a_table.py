"""`meadow flash`, `rollback` and `diff` as a user calls them, with a real `meadowd` behind."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from meadow.alone import alone_in
from meadow_host.cable.detect import connect
from meadow_host.cable.errors import LineError

from tests.cable.pty_cable import END_S, START_S, PtyCable
from tests.host.calls import Done, meadow

MEADOWD = (sys.executable, "-c", "from meadow.start import main; main()")


class Table:
    """A table that was never flashed, and a laptop's folder beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "laptop" / "table.toml"
        self.file.parent.mkdir()
        self.cable = PtyCable()
        options = ["--board", "virtual", "--new", "--link", self.cable.table]
        options += ["--console", "off"]
        self._process = subprocess.Popen(
            [*MEADOWD, *options, "--config", str(folder / "config")],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until_s = time.monotonic() + START_S
        while time.monotonic() < until_s:
            with contextlib.suppress(LineError):
                connect(self.cable.laptop, 115_200, "test", 0.2, 1).close()
                return
        raise TimeoutError("meadowd does not answer")

    def call(self, *words: str) -> Done:
        return meadow(*words, "--port", self.cable.laptop)

    def write(self, text: str) -> Path:
        self.file.write_text(text)
        return self.file

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(END_S)
        self.cable.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


def test_settings_are_flashed_and_kept_and_bad_ones_rolled_back_with_the_reason(
    table: Table, tmp_path: Path
) -> None:
    games, taken = tmp_path / "games", tmp_path / "taken"
    file = table.write(f'[table]\nid = "oak"\n[journal]\nfolder = "{games}"\n')
    kept = table.call("flash", str(file))
    assert kept.code == 0
    assert kept.out.startswith(f"{file}: flashed, read back, tried and kept by oak (")
    assert "slot a is active" in table.call("status").out

    same = table.call("flash", str(file))
    assert (same.code, same.out) == (0, f"{file}: in force on oak already; nothing was sent\n")
    assert table.call("diff", str(file)).out == f"{file}: no difference from oak\n"

    taken.mkdir()
    table.write(f'[table]\nid = "oak"\n[journal]\nfolder = "{taken}"\n')
    with alone_in(taken):
        bad = table.call("flash", str(file), "--json")
    reason = (
        f"{taken}: another table keeps its games in this folder: end it, or give --journals "
        "another folder"
    )
    assert bad.code == 1
    assert (bad.document["outcome"], bad.document["reason"]) == ("rolled-back", reason)
    status = table.call("status").out
    assert "slot a is active" in status
    assert f"failed its trial: {reason}" in status
    difference = table.call("diff", str(file))
    assert difference.code == 1
    assert difference.out.splitlines() == [
        f'journal.folder: "{games}" -> "{taken}"',
        f"{file}: 1 difference from oak",
    ]
    told = table.call("flash", str(file), "--dry-run")
    assert (told.code, told.out.splitlines()[-1]) == (0, "nothing was sent")

    table.write('[table]\nid = "elm"\n')
    told = table.call("flash", str(file), "--dry-run")
    assert told.code == 1
    assert told.out.splitlines()[-1].startswith(
        'the table would refuse it: these settings are for table "elm", and this is "oak":'
    )
    refused = table.call("flash", str(file))
    assert refused.code == 1
    assert refused.err.splitlines()[-1].startswith(
        'meadow: these settings are for table "elm", and this is "oak": is it the right cable?'
    )

    back = table.call("rollback")
    assert (back.code, back.out) == (
        0,
        "oak: back on the settings before (those it was first started on)\n",
    )
    assert "no slot is active" in table.call("status").out


# ------------------------------------------------------------------ before anything is sent


NO_PORT = "no-such-port"


def test_mistakes_in_the_files_are_told_with_line_before_any_port_is_opened(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[table]\nid = "oak"\ncolour = "red"\n[pieces]\nregister = "tags.toml"\n')
    done = meadow("flash", file, "--port", NO_PORT)
    assert (done.code, done.out) == (2, "")
    lines = done.err.splitlines()
    assert len(lines) == 2
    assert any(line.startswith(f"meadow: {file}:3: table.colour: unknown key") for line in lines)
    assert any(line.startswith(f"meadow: {file}:5: pieces.register: ") for line in lines)


@pytest.mark.parametrize("command", ["flash", "diff"])
def test_a_wrong_file_is_told_in_one_line(command: str, tmp_path: Path) -> None:
    large = tmp_path / "film.mp4"
    with large.open("wb") as file:
        file.truncate(100_000_000)
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"\xff\xd8\xff\xe0" + bytes(range(256)))
    for path, why in (
        (large, "is larger than 1 MB, so it is no file for this"),
        (photo, "is not UTF-8"),
        (tmp_path, "is a folder; name a file"),
        (tmp_path / "none.toml", "cannot be read: No such file or directory"),
    ):
        done = meadow(command, path, "--port", NO_PORT)
        assert (done.code, done.out) == (2, ""), path
        assert len(done.err.splitlines()) == 1
        assert why in done.err, path


def test_without_a_table_at_the_port_that_is_told_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[table]\nid = "oak"\n')
    for words in (("flash", file), ("flash", file, "--dry-run"), ("diff", file), ("rollback",)):
        done = meadow(*words, "--port", NO_PORT)
        assert done.code == 1, words
        assert done.out == ""
        assert done.err.splitlines()[-1] == (
            f"meadow: {NO_PORT}: there is no such port: plug the cable in; meadow detect lists "
            "the ports"
        )


def test_diff_takes_no_three_files(tmp_path: Path) -> None:
    done = meadow("diff", "a.toml", "b.toml", "c.toml")
    assert (done.code, done.err) == (2, "meadow: diff takes one file or two, not 3\n")

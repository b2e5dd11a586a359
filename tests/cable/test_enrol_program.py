"""`meadow enrol` as a program at a `meadowd` process, over a line of 115,200 baud."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

import pytest
from meadow.pieces.register import load_register
from meadow.pieces.sets import load_set

from tests.bench.slow_line import slow_line

BOX = """
[set]
name = "box"
backgrounds = ["moss", "snow"]
items = ["acorn", "fern"]
[tokens]
[[treat]]
background = "moss"
item = "acorn"
[[rake]]
colour = "red"
[[rake]]
colour = "blue"
"""
SETTINGS = '[table]\nid = "oak"\n\n[pieces]  # ours\nsets = ["box.toml"]\n'
MEADOW = [sys.executable, "-c", "from meadow_host.start import main; main()"]
HANDED = [sys.executable, "-m", "tests.cable.handed_meadowd"]
ROOT = Path(__file__).parents[2]
_ASK = re.compile(r"\[(\d+)/7\] the (\w+)")
SOON_S = 60.0


def tag(number: int) -> str:
    return f"04{number:012X}"


class Bench(NamedTuple):
    """A table that runs, its hands, and a folder with a table.toml on the laptop."""

    hands: IO[str]
    port: str
    folder: Path

    @property
    def table(self) -> Path:
        return self.folder / "table.toml"

    def lay(self, place: str, number: int) -> None:
        self.hands.write(f"lay {place} {tag(number)}\n")
        self.hands.flush()

    def meadow(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run it to its end."""
        command = [*MEADOW, *arguments, "--port", self.port]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    def enrol(self, *arguments: str) -> subprocess.Popen[str]:
        """Let it run."""
        command = [*MEADOW, "enrol", str(self.table), "--port", self.port, *arguments]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)

    def bindings(self) -> dict[str, str]:
        sets = [load_set(self.folder / "box.toml")]
        entries = load_register(self.folder / "register.toml", sets).entries
        return {piece: uid for uid, piece in entries}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    folder = tmp_path / "laptop"
    folder.mkdir()
    (folder / "table.toml").write_text(SETTINGS)
    (folder / "box.toml").write_text(BOX)
    with slow_line(115_200) as line, (tmp_path / "log").open("w") as log:
        options = ["--board", "virtual", "--link", line.table, "--config", str(tmp_path / "slots")]
        options += ["--journals", str(tmp_path / "games"), "--new", "--console", "off"]
        with subprocess.Popen(
            [*HANDED, *options], stdin=subprocess.PIPE, stderr=log, text=True, cwd=ROOT
        ) as process:
            assert process.stdin is not None
            try:
                _await_ready(tmp_path / "log")
                yield Bench(process.stdin, line.laptop, folder)
            finally:
                process.terminate()
                process.wait(SOON_S)


def _await_ready(log: Path) -> None:
    until_s = time.monotonic() + SOON_S
    while "the table is ready" not in log.read_text():
        assert time.monotonic() < until_s, log.read_text()
        time.sleep(0.05)


def asks(program: subprocess.Popen[str]) -> Iterator[tuple[int, str]]:
    """The number of each piece it asks for, and where it is to be laid."""
    assert program.stdout is not None
    for line in program.stdout:
        if found := _ASK.match(line):
            yield int(found[1]), found[2]


def test_a_box_is_enrolled_flashed_and_taken_out_again(bench: Bench) -> None:
    asked = 0
    with bench.enrol("--flash", "--write-names") as program:
        for number, place in asks(program):
            asked += 1
            time.sleep(0.45)  # as fast as nobody lays
            bench.lay(place, number)
        assert program.wait(SOON_S) == 0
    assert asked == 7
    expected = {
        "token.moss.acorn": tag(1),
        "token.moss.fern": tag(2),
        "token.snow.acorn": tag(3),
        "token.snow.fern": tag(4),
        "treat.moss.acorn": tag(5),
        "rake.red": tag(6),
        "rake.blue": tag(7),
    }
    assert bench.bindings() == expected
    assert bench.table.read_text() == (
        '[table]\nid = "oak"\n\n[pieces]  # ours\nregister = "register.toml"\nsets = ["box.toml"]\n'
    )
    shown = bench.meadow("register", "export", "--json")
    tags = json.loads(shown.stdout)["tags"]
    assert {one["piece"]: one["uid"] for one in tags} == expected


def test_ctrl_c_loses_nothing_and_the_same_command_goes_on(bench: Bench) -> None:
    with bench.enrol() as program:
        for number, place in asks(program):
            if number == 4:
                break
            bench.lay(place, number)
            time.sleep(0.45)
        program.send_signal(signal.SIGINT)
        _, told = program.communicate(timeout=SOON_S)
    assert (program.returncode, told) == (
        130,
        "meadow: stopped; 3 of 7 pieces have a tag, saved in "
        f"{bench.folder / 'register.toml'}; the same command goes on there\n",
    )
    assert len(bench.bindings()) == 3
    with bench.enrol() as again:
        assert next(asks(again))[0] == 4
        rest, _ = again.communicate("skip\nquit\n", timeout=SOON_S)
    assert again.returncode == 0
    assert "box: 3 of 7 pieces have a tag\n" in rest
    assert (
        "without a tag: token.snow.fern, treat.moss.acorn, rake.red, rake.blue; the same command "
        "asks for them again\n"
    ) in rest


def test_one_json_document_comes_of_it(bench: Bench) -> None:
    arguments = ("--piece", "rake.red", "--at", "west", "--json")
    with bench.enrol(*arguments) as program:
        assert program.stderr is not None
        assert program.stderr.readline() == "[1/1] the west tray: red rake (rake.red)\n"
        time.sleep(0.2)
        bench.lay("west", 9)
        told, _ = program.communicate(timeout=SOON_S)
    assert json.loads(told) == {
        "register": str(bench.folder / "register.toml"),
        "sets": [{"name": "box", "pieces": 7, "tagged": 1}],
        "bound": 1,
        "left": [],
        "names_written": 0,
        "names_not_written": [],
        "flash": False,
    }


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        (["--set", "bx"], 2, '--set bx: there is no such set, did you mean "box"?'),
        (["--at", "five"], 2, "no reader answers at 'five': use north, east, south, west or deck"),
        (
            ["--flash", "--json"],
            2,
            "--flash and --json are two documents: meadow flash --json afterwards",
        ),
    ],
)
def test_a_mistake_is_one_plain_line(
    bench: Bench, arguments: list[str], code: int, line: str
) -> None:
    done = bench.meadow("enrol", str(bench.table), *arguments)
    assert (done.returncode, done.stderr) == (code, f"meadow: {line}\n")
    assert not (bench.folder / "register.toml").exists()


# ----------------------------------------------------------------------- without a table


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    here = {**os.environ, "COLUMNS": "200"}
    return subprocess.run(
        [*MEADOW, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=folder,
        env=here,
    )


def test_a_register_goes_through_a_spreadsheet_into_another_table(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(SETTINGS)
    (tmp_path / "box.toml").write_text(BOX)
    (tmp_path / "box.csv").write_text(f"uid;piece\n{tag(1)};rake.red\n{tag(2)};rake.blue\n")
    done = run("register", "import", "box.csv", "table.toml", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "register.toml: 2 tags added; it has 2 now"
    (tmp_path / "box.csv").write_text(f"uid;piece\n{tag(1)};rake.red\n{tag(3)};rake.blue\n")
    done = run("register", "import", "box.csv", "table.toml", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"meadow: box.csv:3: piece: rake.blue has the tag {tag(2)} by the register that is there; "
        "--replace takes what the file says\n"
    )
    done = run("register", "import", "box.csv", "table.toml", "--replace", folder=tmp_path)
    assert done.stdout.splitlines()[0] == (
        "register.toml: 1 tag added, 1 others taken out; it has 2 now"
    )
    done = run("register", "export", "out.csv", "--from", "table.toml", folder=tmp_path)
    assert done.stdout == "out.csv: 2 tags written, as CSV\n"
    assert (tmp_path / "out.csv").read_text() == (
        "uid,piece\n04:00:00:00:00:00:01,rake.red\n04:00:00:00:00:00:03,rake.blue\n"
    )
    done = run("register", "export", "out.csv", "--from", "table.toml", folder=tmp_path)
    assert (done.returncode, done.stderr) == (
        2,
        "meadow: out.csv: is there already; name another, or --force writes over it\n",
    )


def test_when_every_piece_has_a_tag_no_table_is_called(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(SETTINGS)
    (tmp_path / "box.toml").write_text('[set]\nname = "box"\n[[rake]]\ncolour = "red"\n')
    (tmp_path / "register.toml").write_text(f'[[tag]]\nuid = "{tag(1)}"\npiece = "rake.red"\n')
    done = run("enrol", "table.toml", "--port", "nowhere", folder=tmp_path)
    assert (done.returncode, done.stdout) == (
        0,
        "all 1 pieces have a tag; --piece ID gives one another\nbox: 1 of 1 pieces have a tag\n",
    )

"""`meadow` called roughly: odd names, closed streams, wrong arguments, and signals from outside."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.host.calls import PROGRAM, environment, meadow, program
from tests.host.games import save, whole_game
from tests.host.test_meadow_program import Terminal

NO_UTF8 = os.fsdecode(b"lat\xff")


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A journal whose name, and whose folder's, are no UTF-8."""
    folder = tmp_path / NO_UTF8
    folder.mkdir()
    return save(whole_game(), folder / (NO_UTF8 + ".jsonl"))


# ---------------------------------------------------------------------- names and JSON


def test_names_that_are_no_utf8_stand_in_json_all_the_same(odd: Path) -> None:
    name = f"{odd.parent.parent}/lat\\udcff/lat\\udcff.jsonl"

    replayed = program("replay", odd.parent, "--json")
    shown = program("journal", "show", odd, "--json")
    recovered = program("journal", "recover", odd, "--json")

    assert [done.code for done in (replayed, shown, recovered)] == [0, 0, 0]
    assert [done.err for done in (replayed, shown, recovered)] == ["", "", ""]
    assert replayed.document["journals"][0]["path"] == name
    assert shown.document["path"] == name
    assert recovered.document["path"] == name


def test_a_missing_file_whose_name_is_no_utf8_is_an_error_in_json(tmp_path: Path) -> None:
    for command in (["journal", "show"], ["journal", "recover"], ["replay"]):
        done = program(*command, tmp_path / NO_UTF8, "--json")

        assert done.code == 2
        assert done.document["error"].startswith(f"{tmp_path}/lat\\udcff: there is no such file")
        assert done.err.startswith(f"meadow: {tmp_path}/lat?: there is no such file")


def test_a_run_into_a_folder_whose_name_is_no_utf8_is_told_in_json(tmp_path: Path) -> None:
    game = "quick-paws way-a"

    done = program("run", "--seed", 3, "--game", game, "--folder", tmp_path / NO_UTF8, "--json")

    assert (done.code, done.err) == (0, "")
    (told,) = done.document["games"]
    assert told["journal"] == f"{tmp_path}/lat\\udcff/000001-sweepers.jsonl"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["replay", "x", "--level", "foo"], "'foo' is not one of 'rules', 'table'"),
        (["replay", "--bogus", "x"], "No such option: --bogus"),
        (["replay"], "Missing argument"),
        (["run", "--seed", "many"], "'many' is not a valid int"),
        (["journal", "show"], "Missing argument"),
        (["journal", "sing"], "No such command 'sing'"),
    ],
)
def test_a_mistake_in_the_arguments_is_an_error_in_json(words: list[str], why: str) -> None:
    done = program(*words, "--json")

    assert done.code == 2
    assert list(done.document) == ["error"]
    assert why in done.document["error"]
    assert done.err == f"meadow: {done.document['error']}\n"


def test_without_json_a_mistake_in_the_arguments_shows_the_usage() -> None:
    done = program("replay", "--bogus", "x")

    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("Usage: meadow replay")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", "--folder", ""], "--folder: the name is empty; name a file or a folder"),
        (["replay", ""], "FILES-OR-FOLDERS: the name is empty; name a file or a folder"),
        (["journal", "show", ""], "FILE: the name is empty; name a file or a folder"),
        (["journal", "recover", ""], "FILE: the name is empty; name a file or a folder"),
        (
            ["replay", ".", "--until", ""],
            "--until: '' is no time: write milliseconds (90000), 90s, 1.5m, 1:30 or 1:30.250",
        ),
    ],
)
def test_what_is_empty_is_a_mistake(words: list[str], message: str) -> None:
    done = meadow(*words)

    assert (done.code, done.out, done.err) == (2, "", f"meadow: {message}\n")


@pytest.mark.parametrize("speed", ["1e-320", "0.009", "10000.1", "inf", "nan", "-1"])
@pytest.mark.parametrize("command", [["run"], ["replay", "x", "--watch"]])
def test_a_speed_that_no_one_could_watch_is_a_mistake(command: list[str], speed: str) -> None:
    done = meadow(*command, "--speed", speed)

    assert (done.code, done.out) == (2, "")
    assert done.err == f"meadow: --speed is 0.01 to 10000, not {float(speed):g}\n"


# ------------------------------------------------------------------------ closed streams


def closing(redirections: str, *words: object) -> subprocess.CompletedProcess[str]:
    """Call the program with streams closed, as a shell does."""
    command = ["sh", "-c", f'exec "$@" {redirections}', "sh", *PROGRAM, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment())


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["replay", "x"], ["run"]])
def test_without_a_standard_output_it_fails_in_one_line(words: list[str]) -> None:
    done = closing(">&-", *words)

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "meadow: standard output is closed, so there can be no answer; open it\n"


def test_with_every_stream_closed_it_fails_in_silence() -> None:
    done = closing("<&- >&- 2>&-", "--version")

    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")


def test_without_a_standard_error_it_works(odd: Path) -> None:
    done = closing("2>&-", "replay", odd)

    assert done.returncode == 0
    assert "replay: identical (table: 1 journal" in done.stdout


# ------------------------------------------------------------------------------- signals


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_run_that_is_ended_from_outside_leaves_its_journals_and_one_line(
    tmp_path: Path, name: str, code: int
) -> None:
    command = [*PROGRAM, "run", "--seed", "3", "--speed", "40"]
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=tmp_path, env=environment(), **streams) as running:
        wait_for_journal(tmp_path)
        running.send_signal(signal.Signals[name])
        _, told = running.communicate(timeout=60)

    assert told == b"meadow: stopped; what was played is saved in games\n"
    assert running.returncode == code
    assert meadow("replay", tmp_path / "games").code == 0


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130)])
def test_a_picture_that_is_ended_from_outside_gives_the_cursor_back(
    tmp_path: Path, name: str, code: int
) -> None:
    terminal = Terminal(["run", "--seed", "3", "--speed", "8"], tmp_path, TERM="xterm-256color")
    with ThreadPoolExecutor() as beside:  # a terminal that nobody reads holds the program up
        reading = beside.submit(terminal.read_all)
        wait_for_journal(tmp_path)
        terminal.send(signal.Signals[name])
        written = reading.result()

    assert terminal.code() == code
    assert written.rindex("\x1b[?25h") > written.rindex("\x1b[?25l")
    assert "Traceback" not in written
    assert written.endswith("meadow: stopped; what was played is saved in games\r\n")
    assert meadow("replay", tmp_path / "games").code == 0


def test_what_ignores_the_end_of_its_terminal_goes_on_ignoring_it(tmp_path: Path) -> None:
    command = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh", *PROGRAM, "run", "--seed", "3"]
    game = ["--game", "quick-paws way-a", "--speed", "400"]
    with subprocess.Popen([*command, *game], cwd=tmp_path, stdout=subprocess.DEVNULL) as running:
        wait_for_journal(tmp_path)
        running.send_signal(signal.SIGHUP)

        assert running.wait(timeout=60) == 0


def test_ctrl_c_while_the_program_is_being_loaded_is_one_line() -> None:
    script = (
        "import sys\n"
        "from meadow_host.start import main\n"
        "class Interrupts:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'typer':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupts())\n"
        "main()\n"
    )

    done = subprocess.run([PROGRAM[0], "-c", script], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (130, "", "meadow: stopped\n")


def test_the_start_of_the_program_loads_nothing() -> None:
    script = "import sys, meadow_host.start; print('typer' in sys.modules)"

    done = subprocess.run([PROGRAM[0], "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout == "False\n"


def wait_for_journal(folder: Path) -> None:
    """Until a game has begun, and a moment longer."""
    deadline_s = time.monotonic() + 30
    while not list(folder.glob("games/*.jsonl")) and time.monotonic() < deadline_s:
        time.sleep(0.05)
    time.sleep(0.3)

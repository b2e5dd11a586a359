"""How `meadowd` ends, and what it says where: signals, deaf terminals, boards that break, a second
`meadowd`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from meadow.alone import alone_in
from meadow.clock import MonotonicClock
from meadow.daemon import main, run
from meadow.daemon_life import Ended, StopSignal
from meadow.daemon_log import write_line
from meadow.daemon_options import parser
from meadow.games.package import PackageError
from meadow_host.twin.virtual import VirtualBoard
from pytest_mock import MockerFixture

MARKING = """
import os, pathlib
from meadow import daemon, daemon_life

look = daemon_life.Log.look

def marked(self):
    pathlib.Path(os.environ["MARK"]).touch()
    return look(self)

daemon_life.Log.look = marked
daemon.main()
"""
"""A `meadowd` that leaves a mark when its table runs."""
STOPPING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
LOADING = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "meadow.daemon":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
from meadow.start import main
main()
"""


@pytest.fixture(autouse=True)
def own_signals() -> Iterator[None]:
    before = {one: signal.getsignal(one) for one in STOPPING}
    yield
    for one, handler in before.items():
        signal.signal(one, handler)


def ran(*arguments: str) -> tuple[int, list[str]]:
    said: list[str] = []
    return run(parser().parse_args(arguments), said.append), said


def test_while_it_loads_ctrl_c_ends_it_without_a_word() -> None:
    done = subprocess.run([sys.executable, "-c", LOADING], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (-signal.SIGINT, "")


@pytest.mark.parametrize("one", STOPPING, ids=lambda one: one.name)
def test_each_signal_that_means_stop_is_caught(one: signal.Signals) -> None:
    stop = StopSignal()
    stop.catch()
    os.kill(os.getpid(), one)
    assert stop.name == one.name


def test_the_first_signal_is_the_one_that_is_told() -> None:
    stop = StopSignal()
    stop.catch()
    os.kill(os.getpid(), signal.SIGTERM)
    os.kill(os.getpid(), signal.SIGINT)
    assert stop.name == "SIGTERM"


def test_under_nohup_a_closed_terminal_does_not_stop_it() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    stop = StopSignal()
    stop.catch()
    os.kill(os.getpid(), signal.SIGHUP)
    assert stop.name == ""


def test_more_signals_do_not_spoil_a_good_end(mocker: MockerFixture) -> None:
    mocker.patch("meadow.daemon.run", return_value=0)
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 0
    for one in STOPPING:
        os.kill(os.getpid(), one)


@pytest.mark.parametrize("redirected", ["2>/dev/full", "2>&-", "<&- >&- 2>&-"])
def test_where_nobody_can_hear_it_the_table_goes_on(tmp_path: Path, redirected: str) -> None:
    mark = tmp_path / "runs"
    command = f'exec "$@" --board virtual --journals "{tmp_path}" {redirected}'
    program = subprocess.Popen(
        ["sh", "-c", command, "sh", sys.executable, "-c", MARKING],
        # Buffered lines that nobody heard are tried once more as Python ends.
        env={**os.environ, "MARK": str(mark), "PYTHONUNBUFFERED": ""},
    )
    try:
        while program.poll() is None and not mark.exists():
            time.sleep(0.02)
        program.send_signal(signal.SIGTERM)
        assert program.wait(60) == 0
    finally:
        program.kill()


def test_what_is_said_is_one_printable_line(capsys: pytest.CaptureFixture[str]) -> None:
    write_line("a\nb\x1b[31m: cannot be read")
    assert capsys.readouterr().err == "meadowd: a?b?[31m: cannot be read\n"


@pytest.mark.parametrize("option", ["--nope", "--boar", "--set"])
def test_an_option_that_is_none_is_one_line(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([option, "virtual"])
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        f"meadowd: unrecognized arguments: {option} virtual; meadowd --help lists the options\n"
    )


def test_whatever_a_board_raises_when_it_opens_is_one_line(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    mocker.patch("meadow.daemon_around.open_board", side_effect=ArithmeticError("GPIO\nbusy"))
    code, said = ran("--board", "pi", "--journals", str(tmp_path))
    assert code == 1
    (line,) = said
    assert line.startswith("--board pi: cannot be opened: ArithmeticError: GPIO busy at ")


def test_whatever_a_board_raises_when_it_closes_is_one_line(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    board = VirtualBoard(MonotonicClock())
    mocker.patch("meadow.daemon_around.open_board", return_value=board)
    mocker.patch.object(board, "close", side_effect=ArithmeticError("stuck"))
    mocker.patch("meadow.daemon_life._play", return_value=Ended(0))
    code, said = ran("--board", "virtual", "--journals", str(tmp_path))
    assert code == 1
    assert said[-1].startswith("--board virtual: cannot be closed: ArithmeticError: stuck at ")


def test_an_installed_game_that_cannot_be_used_is_one_line(mocker: MockerFixture) -> None:
    mocker.patch("meadow.daemon_files.load_packages", side_effect=PackageError("game x: is broken"))
    assert ran("--board", "virtual") == (1, ["game x: is broken"])


def test_a_second_meadowd_on_the_same_journals_is_refused_before_it_opens_anything(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    opened = mocker.patch("meadow.daemon_around.open_board")
    with alone_in(tmp_path):
        code, said = ran("--board", "virtual", "--journals", str(tmp_path))
    assert (code, said) == (
        1,
        [
            f"{tmp_path}: another table keeps its games in this folder: end it, or give "
            "--journals another folder"
        ],
    )
    opened.assert_not_called()


def test_a_file_where_the_journals_shall_go_is_told(mocker: MockerFixture, tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.touch()
    mocker.patch("meadow.daemon_around.open_board", side_effect=ArithmeticError)
    _, said = ran("--journals", str(file))
    assert said[0] == f"{file}: is no folder: name another for the journals; games go on unsaved"


def test_a_folder_that_cannot_be_written_is_told_at_once(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    mocker.patch("meadow.daemon_life.os.access", return_value=False)
    mocker.patch("meadow.daemon_around.open_board", side_effect=ArithmeticError)
    _, said = ran("--journals", str(tmp_path))
    assert said[0] == (
        f"{tmp_path}: cannot be written: give the user that runs this access to the folder; "
        "games go on unsaved"
    )

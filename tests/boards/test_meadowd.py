"""`meadowd`: starts on a board, stops on a signal, takes a game up, says mistakes in one line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from meadow.boards import BoardError, Wiring
from meadow.clock import Clock, MonotonicClock
from meadow.daemon import run
from meadow.daemon_life import StopSignal
from meadow.daemon_options import parser
from meadow.journal.read import read_journal
from meadow.nfc.sightings import Batch
from meadow_host.twin.virtual import VirtualBoard, VirtualReaders
from pytest_mock import MockerFixture

from tests.table.sat import REGISTER

MEADOWD = [sys.executable, "-c", "from meadow.daemon import main; main()"]


class BusyReaders(VirtualReaders):
    """Virtual readers whose polls call somebody."""

    def __init__(self, clock: Clock, polled: Callable[[], None]) -> None:
        super().__init__(clock)
        self._polled = polled

    def poll(self) -> Batch:
        self._polled()
        return super().poll()


class Deeds(VirtualBoard):
    """A virtual board on which things are done, one every fifth poll; then it stops the table as
    SIGTERM does."""

    def __init__(self, *deeds: Callable[[Deeds], None]) -> None:
        super().__init__(MonotonicClock())
        self._readers = BusyReaders(self.clock, self._go_on)
        self._deeds = list(deeds)
        self._polls = 0

    def _go_on(self) -> None:
        self._polls += 1
        if self._polls % 5 == 0:
            if self._deeds:
                self._deeds.pop(0)(self)
            else:
                os.kill(os.getpid(), signal.SIGTERM)


def laid(place: str, *pieces: str) -> Callable[[Deeds], None]:
    def lay(board: Deeds) -> None:
        for piece in pieces:
            board.readers.lay(place, REGISTER.uid_of(piece) or "")

    return lay


@pytest.fixture(autouse=True)
def own_signals() -> Iterator[None]:
    """What a daemon does with signals does not outlast its test."""
    before = {one: signal.getsignal(one) for one in (signal.SIGTERM, signal.SIGINT)}
    yield
    for one, handler in before.items():
        signal.signal(one, handler)


def ran(
    mocker: MockerFixture, board: VirtualBoard | BoardError, *arguments: str
) -> tuple[int, list[str]]:
    """The exit code and the lines of a daemon on that board."""
    opened = mocker.patch("meadow.daemon_around.open_board")
    if isinstance(board, BoardError):
        opened.side_effect = board
    else:
        opened.return_value = board
    said: list[str] = []
    return run(parser().parse_args(arguments), said.append), said


GAME = (
    laid("deck", "command.quick-paws"),
    laid("north", "rake.red"),
    laid("south", "rake.blue"),
    laid("deck", "command.start"),
    lambda board: None,
)


def test_a_signal_stops_it_dark_silent_and_saved(mocker: MockerFixture, tmp_path: Path) -> None:
    board = Deeds(*GAME)
    code, said = ran(mocker, board, "--journals", str(tmp_path))
    assert (code, said[-1]) == (0, "stopped by SIGTERM")
    assert board.strip.frame == bytes(180)
    assert board.strip.frames[0][1] != bytes(180) or len(board.strip.frames) > 1
    assert not board.buzzer.on
    assert board.closed
    assert not read_journal(tmp_path / "000001-sweepers.jsonl").finished


def test_a_game_without_an_end_is_taken_up_even_if_its_journal_is_torn(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    ran(mocker, Deeds(*GAME), "--journals", str(tmp_path))
    path = tmp_path / "000001-sweepers.jsonl"
    lines = len(read_journal(path).lines)
    with path.open("ab") as file:
        file.write(b'{"seq":')
    code, said = ran(mocker, Deeds(lambda board: None), "--journals", str(tmp_path))
    assert code == 0
    assert "cut 1 line (7 bytes)" in said[1]
    assert said[2] == f"{path}: taken up, paused; start goes on, end ends it"
    journal = read_journal(path)
    assert len(journal.lines) > lines
    assert len(list(tmp_path.glob("*.jsonl"))) == 1


def test_what_is_no_journal_of_a_higher_number_does_not_hide_the_game(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    ran(mocker, Deeds(*GAME), "--journals", str(tmp_path))
    path = tmp_path / "000001-sweepers.jsonl"
    os.mkfifo(tmp_path / "000002-pipe.jsonl")
    (tmp_path / "000003-folder.jsonl").mkdir()
    (tmp_path / f"{'9' * 200}-x.jsonl").touch()
    _, said = ran(mocker, Deeds(lambda board: None), "--journals", str(tmp_path))
    assert f"{path}: taken up, paused; start goes on, end ends it" in said


def test_new_leaves_the_old_game_alone(mocker: MockerFixture, tmp_path: Path) -> None:
    ran(mocker, Deeds(*GAME), "--journals", str(tmp_path))
    path = tmp_path / "000001-sweepers.jsonl"
    before = path.read_bytes()
    _, said = ran(mocker, Deeds(*GAME), "--journals", str(tmp_path), "--new")
    assert not any("taken up" in line for line in said)
    assert path.read_bytes() == before
    assert (tmp_path / "000002-sweepers.jsonl").exists()


def test_a_journal_that_is_no_good_is_told_and_the_table_begins_anew(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    (tmp_path / "000007-sweepers.jsonl").write_text("what?\n" * 3)
    code, said = ran(mocker, Deeds(), "--journals", str(tmp_path))
    assert code == 0
    assert said[1].startswith(f"{tmp_path / '000007-sweepers.jsonl'}")
    assert said[1].endswith("the table begins anew")


@pytest.mark.parametrize("option", ["--settings", "--pins", "--register", "--pieces"])
def test_a_file_that_is_wrong_is_told_with_its_line_and_code_2(
    mocker: MockerFixture, tmp_path: Path, option: str
) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text("\nwhat = 1\n")
    code, said = ran(mocker, Deeds(), option, str(file))
    assert code == 2
    assert any(line.startswith(f"{file}:2: what: unknown key") for line in said)


def test_a_file_in_which_the_lights_are_too_dark_is_told_and_the_table_starts(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    file = tmp_path / "table.toml"
    file.write_text("[strip]\nbrightness = 0.02\n")
    options = ("--settings", str(file), "--journals", str(tmp_path), "--console", "off")
    code, said = ran(mocker, Deeds(), *options)
    assert code == 0
    assert said[0] == (
        f"warning: {file}:2: strip.brightness: 0.02 would hardly be seen; it is taken for 0.05, "
        "the least"
    )
    assert said[-2:] == ["the table is ready", "stopped by SIGTERM"]


def test_pieces_that_look_odd_are_told_once_and_the_table_plays_with_them(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        '[set]\nname = "mine"\nsuits = ["red"]\n[suit_cards]\nvalues = 2\npoints = {1 = 2, 2 = 5}\n'
    )
    code, said = ran(mocker, Deeds(), "--pieces", str(file), "--journals", str(tmp_path))
    assert code == 0
    assert [line for line in said if "S17" in line] == [
        f"warning: {file}:6: suit_cards.points.2: counts 5, no less than value 1 with 2; allowed, "
        "but on all cards we know of points fall as values rise (S17): is it right?"
    ]
    assert said[-2:] == ["the table is ready", "stopped by SIGTERM"]


def test_a_board_that_cannot_be_opened_is_code_1(mocker: MockerFixture) -> None:
    code, said = ran(mocker, BoardError("no SPI"), "--board", "pi")
    assert (code, said[-1]) == (1, "--board pi: no SPI")


def test_settings_that_do_not_fit_the_board_are_code_2(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    board = VirtualBoard(MonotonicClock(), pixels=24)
    code, said = ran(mocker, board, "--journals", str(tmp_path))
    assert code == 2
    assert "the strip has 24 pixels but the spans are made for 60" in said[-1]
    assert board.closed


def test_a_fault_of_the_program_is_one_line_and_the_lights_go_out(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    def fault(board: Deeds) -> None:
        raise KeyError("north")

    board = Deeds(fault)
    code, said = ran(mocker, board, "--journals", str(tmp_path))
    assert code == 1
    assert said[-1].startswith("stopped by a fault of this program: KeyError: 'north' at test_mea")
    assert board.closed
    assert board.strip.frame == bytes(180)


def test_troubles_and_readers_that_fail_are_told_once(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    mocker.patch("meadow.daemon_log.LOOK_MS", 1)

    def break_things(board: Deeds) -> None:
        board.readers.fail("east", "no answer")
        board.strip.trouble = "no supply"

    quiet = [lambda board: None] * 10
    _, said = ran(mocker, Deeds(*GAME[:2], break_things, *quiet), "--journals", str(tmp_path))
    assert said.count("reader east: no answer") == 1
    assert len([line for line in said if "no answer" in line]) == 1
    assert said.count("the lights failed: no supply; play goes on without them") == 1


def test_a_reader_that_fails_in_the_lobby_is_told_once_and_once_when_it_is_back(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    mocker.patch("meadow.daemon_log.LOOK_MS", 1)
    quiet = [lambda board: None] * 10
    deeds = (
        lambda board: board.readers.fail("east", "no answer"),
        *quiet,
        lambda board: board.readers.restore("east"),
        *quiet,
    )
    _, said = ran(mocker, Deeds(*deeds), "--journals", str(tmp_path))
    assert [line for line in said if "east" in line] == [
        "reader east: no answer",
        "reader east: answers again",
    ]


def test_a_stop_signal_is_known_by_its_name() -> None:
    stop = StopSignal()
    stop.catch()
    os.kill(os.getpid(), signal.SIGINT)
    assert stop.name == "SIGINT"


@pytest.mark.parametrize("board", ["virtual", "silicon", "faulty"])
def test_the_program_itself_runs_until_it_is_stopped(tmp_path: Path, board: str) -> None:
    program = subprocess.Popen(
        [*MEADOWD, "--board", board, "--journals", str(tmp_path)],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stderr is not None
    try:
        for line in program.stderr:
            if line == "meadowd: the table is ready\n":
                break
        program.send_signal(signal.SIGTERM)
        _, rest = program.communicate(timeout=60)
    finally:
        program.kill()
    assert (program.returncode, rest) == (0, "meadowd: stopped by SIGTERM\n")


def test_the_board_is_told_how_to_read_its_readers(mocker: MockerFixture, tmp_path: Path) -> None:
    settings = tmp_path / "table.toml"
    settings.write_text("[readers.sweep]\none_field = true\n")
    opened = mocker.patch("meadow.daemon_around.open_board", side_effect=BoardError("enough"))
    arguments = ["--settings", str(settings), "--console", "off"]
    run(parser().parse_args(arguments), lambda line: None)
    (_, wiring), _ = opened.call_args
    assert isinstance(wiring, Wiring)
    assert wiring.readers.sweep.one_field

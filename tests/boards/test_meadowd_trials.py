"""`meadowd` on settings that were flashed: tried, kept when the table is healthy, else rolled back
with the reason; there is always one configuration to begin on."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from meadow.boards import BoardError, Wiring
from meadow.bundle.bundle import Bundle
from meadow.clock import ManualClock
from meadow.daemon import run
from meadow.daemon_config import Configurations, foreseen
from meadow.daemon_options import parser
from meadow.daemon_trial import Trial, Verdict
from meadow.settings.slots import SlotError, Slots
from meadow_host.twin.virtual import VirtualBoard
from pytest_mock import MockerFixture

STEP_MS = 50


class Hasty(ManualClock):
    """A clock on which a second passes at once, and which ends the program after so many."""

    def __init__(self, ends_ms: int) -> None:
        super().__init__()
        self._ends_ms = ends_ms

    def sleep_ms(self, duration_ms: int) -> None:
        super().sleep_ms(max(duration_ms, STEP_MS))
        if self._ends_ms <= self.now_ms() < self._ends_ms + STEP_MS:
            os.kill(os.getpid(), signal.SIGTERM)


def bundle(text: str) -> bytes:
    return Bundle({"table.toml": text.encode()}).encode()


@pytest.fixture
def slots(tmp_path: Path) -> Slots:
    return Slots(tmp_path / "config")


@pytest.fixture(autouse=True)
def own_signals() -> Iterator[None]:
    before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGTERM, before[0])
    signal.signal(signal.SIGINT, before[1])


Boards = Callable[[Wiring], VirtualBoard]


def ran(mocker: MockerFixture, tmp_path: Path, opens: Boards | None = None) -> list[str]:
    """What a daemon says that runs for ten seconds of its board's clock."""

    def fresh(wiring: Wiring) -> VirtualBoard:
        return VirtualBoard(Hasty(10_000), pixels=wiring.pixels)

    mocker.patch(
        "meadow.daemon_around.open_board", side_effect=lambda _, wiring: (opens or fresh)(wiring)
    )
    # On this clock any disk would seem to hang.
    mocker.patch("meadow.daemon_life.Foresight.look", return_value=False)
    said: list[str] = []
    options = ["--config", str(tmp_path / "config"), "--journals", str(tmp_path / "games")]
    options += ["--console", "off"]
    assert run(parser().parse_args(options), said.append) == 0
    return [line for line in said if "made-up" not in line]


def flash(slots: Slots, text: str, ailing: tuple[str, ...] = ()) -> None:
    slots.begin_trial(slots.write_inactive(bundle(text)), ailing)


def table_id(path: Path) -> str:
    choice = Slots(path / "config").choose()
    return "" if choice.raw is None else choice.raw.decode("latin-1").split('"')[1]


def test_a_table_that_was_never_flashed_runs_on_the_files_of_its_options(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    assert ran(mocker, tmp_path) == ["the table is ready", "stopped by SIGTERM"]


def test_new_settings_are_kept_once_the_table_is_healthy(
    mocker: MockerFixture, tmp_path: Path, slots: Slots
) -> None:
    flash(slots, '[table]\nid = "oak"\n')
    said = ran(mocker, tmp_path)
    assert "the new settings are kept: the table is healthy" in said
    state = Slots(tmp_path / "config").state()
    assert (state.active, state.on_trial, state.named) == ("a", False, True)
    assert table_id(tmp_path) == "oak"


def test_settings_the_table_cannot_load_are_rolled_back_before_anything_opens(
    mocker: MockerFixture, tmp_path: Path, slots: Slots
) -> None:
    flash(slots, '[table]\nid = "oak"\n')
    ran(mocker, tmp_path)
    flash(Slots(tmp_path / "config"), '[table]\nid = "elm"\ncolour = "red"\n')
    said = ran(mocker, tmp_path)
    assert said[-2:] == ["the table is ready", "stopped by SIGTERM"]
    assert (
        "table.toml:3: table.colour: unknown key" in Slots(tmp_path / "config").state().rolled_back
    )
    assert table_id(tmp_path) == "oak"


def test_kept_settings_that_are_no_bundle_are_told_in_one_line(
    tmp_path: Path, slots: Slots
) -> None:
    slots.begin_trial(slots.write_inactive(b"of a later program"))
    slots.choose()
    slots.confirm()
    said: list[str] = []
    options = ["--config", str(tmp_path / "config"), "--journals", str(tmp_path / "games")]
    assert run(parser().parse_args(options), said.append) == 1
    assert len(said) == 1
    assert "the settings that are kept cannot be read: this is no bundle of a table" in said[0]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("brightness = 0", "brightness: 0 would hardly be seen; it is taken for 0.05, the least"),
        (
            "brightness = 0.02",
            "brightness: 0.02 would hardly be seen; it is taken for 0.05, the least",
        ),
        (
            "max_current_ma = 100",
            "max_current_ma: 60 pixels on 100 mA would hardly be seen; it is taken for 105 mA, the "
            "least",
        ),
    ],
)
def test_a_table_whose_lights_were_set_darker_than_is_allowed_today_starts_all_the_same(
    mocker: MockerFixture, tmp_path: Path, slots: Slots, line: str, told: str
) -> None:
    flash(slots, f'[table]\nid = "oak"\n[strip]\n{line}\n')
    slots = Slots(tmp_path / "config")
    slots.choose()
    slots.confirm()  # as an older program did
    assert ran(mocker, tmp_path) == [
        f"warning: slot a: table.toml:4: strip.{told}",
        "the table is ready",
        "stopped by SIGTERM",
    ]
    assert Slots(tmp_path / "config").state().active == "a"


def test_what_a_start_begins_on_is_foreseen_and_nothing_noted(tmp_path: Path, slots: Slots) -> None:
    options = parser().parse_args(["--config", str(tmp_path / "config")])
    assert foreseen(options).folder == Path("games")
    assert not (tmp_path / "config").exists()
    flash(slots, '[journal]\nfolder = "oak"\n')
    assert foreseen(options).folder == Path("oak")
    assert slots.state().marked  # and not begun
    slots = Slots(tmp_path / "config")
    assert slots.choose().on_trial
    slots.confirm()
    flash(slots, '[journal]\nfolder = "elm"\ncolour = "red"\n')  # which is rolled back
    assert foreseen(options).folder == Path("oak")
    assert Slots(tmp_path / "config").state().marked
    options.journals = tmp_path / "mine"
    assert foreseen(options).folder == tmp_path / "mine"


def test_such_lights_are_refused_where_they_are_flashed(tmp_path: Path) -> None:
    options = parser().parse_args(["--config", str(tmp_path / "config")])
    dim = Bundle({"table.toml": b"[strip]\nbrightness = 0.02\n"})
    assert Configurations(options, lambda line: None).check(dim) == (
        "table.toml:2: strip.brightness: 0.02 is too small; allowed: a number from 0.05 to 1",
    )


def test_settings_whose_board_does_not_open_are_rolled_back_and_the_table_plays_on(
    mocker: MockerFixture, tmp_path: Path, slots: Slots
) -> None:
    def opens(wiring: Wiring) -> VirtualBoard:
        if wiring.pixels != 60:
            raise BoardError("no strip is so long")
        return VirtualBoard(Hasty(10_000), pixels=wiring.pixels)

    spans = "".join(
        f'[[span]]\nplace = "{place}"\nfirst = {4 * number}\ncount = 4\n'
        for number, place in enumerate(("north", "east", "south", "west", "five", "deck"))
    )
    flash(slots, f'[table]\nid = "oak"\n[strip]\npixels = 300\n{spans}')
    said = ran(mocker, tmp_path, opens)
    assert said[1:] == [
        "the new settings do not work: --board pi: no strip is so long",
        "back to the settings before",
        "the table is ready",
        "stopped by SIGTERM",
    ]
    assert Slots(tmp_path / "config").state().rolled_back == "--board pi: no strip is so long"


def test_a_reader_that_falls_silent_on_new_settings_rolls_them_back(
    mocker: MockerFixture, tmp_path: Path, slots: Slots
) -> None:
    boards: list[VirtualBoard] = []

    def opens(wiring: Wiring) -> VirtualBoard:
        board = VirtualBoard(Hasty(10_000 if boards else 1 << 60))
        if not boards:
            board.readers.fail("west", "the chip does not answer")
        boards.append(board)
        return board

    flash(slots, '[table]\nid = "oak"\n')
    said = ran(mocker, tmp_path, opens)
    assert len(boards) == 2
    reason = "reader west answered before and does not now: the chip does not answer"
    assert f"the new settings do not work: {reason}" in said
    state = Slots(tmp_path / "config").state()
    assert (state.active, state.rolled_back) == ("", reason)


def test_a_reader_that_was_silent_before_is_not_held_against_new_settings(
    mocker: MockerFixture, tmp_path: Path, slots: Slots
) -> None:
    def opens(wiring: Wiring) -> VirtualBoard:
        board = VirtualBoard(Hasty(10_000))
        board.readers.fail("west", "the chip does not answer")
        return board

    flash(slots, '[table]\nid = "oak"\n', ("west",))
    assert "the new settings are kept: the table is healthy" in ran(mocker, tmp_path, opens)


def test_a_trial_that_the_program_did_not_outlive_is_rolled_back(
    mocker: MockerFixture, tmp_path: Path, slots: Slots
) -> None:
    flash(slots, '[table]\nid = "oak"\n')
    assert Slots(tmp_path / "config").choose().on_trial  # and then the power goes
    said = ran(mocker, tmp_path)
    assert said[-2:] == ["the table is ready", "stopped by SIGTERM"]
    assert "did not report healthy" in Slots(tmp_path / "config").state().rolled_back


def test_a_fault_of_the_program_during_a_trial_rolls_back(
    mocker: MockerFixture, tmp_path: Path, slots: Slots
) -> None:
    boards: list[VirtualBoard] = []

    def opens(wiring: Wiring) -> VirtualBoard:
        board = VirtualBoard(Hasty(10_000))
        if not boards:
            mocker.patch.object(board.readers, "poll", side_effect=ArithmeticError("odd"))
        boards.append(board)
        return board

    flash(slots, '[table]\nid = "oak"\n')
    ran(mocker, tmp_path, opens)
    assert "ArithmeticError: odd" in Slots(tmp_path / "config").state().rolled_back


def test_a_table_that_proved_healthy_is_not_ended_by_the_deadline_of_its_trial(
    mocker: MockerFixture, tmp_path: Path, slots: Slots
) -> None:
    deadlines: list[str] = []
    kept = mocker.patch("meadow.daemon.Configurations.healthy", autospec=True)
    kept.side_effect = lambda _: deadlines.append("kept")
    deadline = mocker.patch("meadow.daemon.Deadline").return_value
    deadline.met.side_effect = lambda: deadlines.append("met")
    flash(slots, '[table]\nid = "oak"\n')
    ran(mocker, tmp_path)
    assert deadlines[:2] == ["met", "kept"]
    assert deadlines.count("met") == 1


def test_a_disk_that_cannot_note_a_good_trial_is_asked_again_and_told_once(
    mocker: MockerFixture, tmp_path: Path, slots: Slots
) -> None:
    flash(slots, '[table]\nid = "oak"\n')
    confirm = Slots.confirm
    calls: list[Slots] = []

    def fails_once(slots: Slots) -> None:
        calls.append(slots)
        if len(calls) < 3:
            raise SlotError("the disk is full")
        confirm(slots)

    mocker.patch.object(Slots, "confirm", autospec=True, side_effect=fails_once)
    said = ran(mocker, tmp_path)
    assert said.count("the new settings work, but that cannot be noted: the disk is full") == 1
    assert said.count("the new settings are kept: the table is healthy") == 1
    assert Slots(tmp_path / "config").state().named


def test_a_trial_is_judged_after_three_seconds_and_not_before() -> None:
    trial = Trial(["deck"], began_ms=1000)
    readers = {"north": "", "deck": "no answer"}
    assert trial.judge(readers, 3999) is Verdict.WAIT
    assert trial.judge(readers, 4000) is Verdict.HEALTHY
    ill = {"north": "cut", "east": "cut", "deck": "no answer"}
    assert trial.judge(ill, 4000) is Verdict.ILL
    assert trial.why == "reader north (and east) answered before and does not now: cut"

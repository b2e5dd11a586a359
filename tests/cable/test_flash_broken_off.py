"""A flash that is broken off at any moment: the cable pulled, the table rebooted, the laptop's
program ended, the line full of noise. It goes on where it stopped, and nothing is half-written."""

from __future__ import annotations

import errno
from collections.abc import Iterator

import pytest
from meadow.bundle.bundle import Bundle
from meadow.link.calls import BLOCK_BYTES
from meadow_host.cable.errors import LineError, RefusedError
from meadow_host.cable.flash import FlashError, Outcome, Watcher, roll_back

from tests.cable.flash_table import Cord, FlashTable, QuickDisk, Where, bundle_for, flashed, steady
from tests.journal.disks import FaultyFiles

OLD = bundle_for("oak", box="old box")
NEW = bundle_for("oak", 26_000, box="old box", register="new register")
SIZE = NEW.size - len("old box")
BLOCK = 2048
FRAMES = 20
"""Hello, claim, offer, thirteen blocks, seal, status, try; and one that asks how the trial goes."""
UNHEALTHY = "the table did not report healthy after the restart"


def oak() -> tuple[FlashTable, Cord]:
    """A table that was flashed with `OLD` and kept it, and a cable to it."""
    table = FlashTable()
    cord = Cord(table)
    assert flashed(cord, OLD).outcome is Outcome.KEPT
    cord.frames = cord.opened = cord.closed = 0
    return table, cord


def every_moment(frames: int = FRAMES) -> Iterator[tuple[int, Where]]:
    for number in range(frames):
        for where in Where:
            yield number, where


def test_the_frames_of_a_flash_are_as_the_other_tests_think() -> None:
    _, cord = oak()
    assert -(-SIZE // BLOCK) == 13
    assert flashed(cord, NEW).sent_bytes == SIZE
    assert FRAMES < cord.frames < FRAMES + 40  # then it asks how the trial goes


def test_a_cable_pulled_at_any_frame_makes_the_flash_wait_and_go_on() -> None:
    for moment in every_moment():
        if moment[0] == 0:
            continue  # nobody has answered yet: the port may be the wrong one
        table, cord = oak()
        cord.pulled_at = moment
        outcome = flashed(cord, NEW)
        assert outcome.outcome is Outcome.KEPT, moment
        assert outcome.lost == 1, moment
        assert outcome.sent_bytes <= SIZE + BLOCK_BYTES, moment
        assert table.reads() == NEW, moment
        assert cord.closed == cord.opened == 2, moment


def test_a_laptop_that_ends_at_any_frame_leaves_what_the_next_flash_goes_on_from() -> None:
    for moment in every_moment():
        table, cord = oak()
        cord.pulled_at = moment
        with pytest.raises(LineError):
            flashed(cord, NEW, patience_s=0.0)
        assert table.reads() in (OLD, NEW), moment
        table.clock.advance_to(table.clock.now_ms() + 11_000)
        again = Cord(table)
        outcome = flashed(again, NEW)
        assert outcome.outcome in (Outcome.KEPT, Outcome.SAME), moment
        assert table.reads() == NEW, moment
        frame, where = moment
        blocks = max(0, frame - 3 + (where is Where.AFTER))
        assert outcome.sent_bytes == max(0, SIZE - BLOCK * blocks), moment


def test_a_table_rebooted_at_any_frame_is_flashed_all_the_same() -> None:
    for moment in every_moment(FRAMES - 1):
        table, cord = oak()
        cord.rebooted_at = moment
        outcome = flashed(cord, NEW)
        assert outcome.outcome is Outcome.KEPT, moment
        assert outcome.sent_bytes <= SIZE + BLOCK_BYTES, moment
        assert table.boots == 2
        assert table.reads() == NEW, moment


def test_a_table_rebooted_during_the_trial_goes_back_and_says_why() -> None:
    for where in Where:
        table, cord = oak()
        cord.rebooted_at = (FRAMES - 1, where)
        outcome = flashed(cord, NEW)
        assert (outcome.outcome, outcome.reason) == (Outcome.ROLLED_BACK, UNHEALTHY)
        assert table.reads() == OLD


def test_a_cable_pulled_while_the_trial_fails_still_tells_the_reason() -> None:
    for number in range(FRAMES - 2, FRAMES + 5):
        table, cord = oak()
        table.illness = lambda bundle: "it was dark" if bundle == NEW else ""
        cord.pulled_at, cord.away_s = (number, Where.AFTER), 20.0
        outcome = flashed(cord, NEW)
        assert (outcome.outcome, outcome.reason) == (Outcome.ROLLED_BACK, "it was dark"), number
        assert table.reads() == OLD


def test_a_rollback_interrupted_at_any_frame_goes_back_once_and_not_twice() -> None:
    for moment in every_moment(6):
        for kind in ("pulled_at", "rebooted_at"):
            if moment[0] == 0 and kind == "pulled_at":
                continue
            table, cord = oak()
            assert flashed(cord, NEW).outcome is Outcome.KEPT
            cord.frames = 0
            setattr(cord, kind, moment)
            with steady(cord) as line:
                outcome = roll_back(line)
            if outcome.outcome is Outcome.KEPT:
                assert table.reads() == OLD, (kind, moment)
            else:  # it was rebooted on trial
                assert outcome.reason == UNHEALTHY, (kind, moment)
                assert (kind, table.reads()) == ("rebooted_at", NEW), moment


def test_after_a_minute_without_a_table_it_is_given_up_and_says_what_to_do() -> None:
    table, cord = oak()
    cord.pulled_at, cord.away_s = (5, Where.INSIDE), 600.0
    began_ms = table.clock.now_ms()
    with pytest.raises(LineError) as error:
        flashed(cord, NEW)
    assert str(error.value) == (
        "cord: no table came back within 60 s: give the same command again, and it goes on where "
        "it stopped"
    )
    assert 60_000 <= table.clock.now_ms() - began_ms <= 62_000
    assert table.reads() == OLD


def test_on_a_line_where_long_frames_never_arrive_blocks_are_made_smaller() -> None:
    table, cord = oak()
    cord.lost_over = 700
    outcome = flashed(cord, NEW)
    assert outcome.outcome is Outcome.KEPT
    assert table.reads() == NEW


def test_a_line_on_which_no_block_arrives_is_given_up_too() -> None:
    table, cord = oak()
    cord.lost_over = 300
    with pytest.raises(LineError, match="no table came back within 60 s"):
        flashed(cord, NEW)
    assert table.reads() == OLD


def test_while_the_cable_is_out_the_user_is_told() -> None:
    class Notes(Watcher):
        def lost(self, why: str) -> None:
            told.append(why)

    told: list[str] = []
    _, cord = oak()
    cord.pulled_at = (5, Where.BEFORE)
    flashed(cord, NEW, watcher=Notes())
    assert told == ["cord: the port was lost"]


# ------------------------------------------------------------------ the table's disk


class Worn:
    """A table that kept `OLD`, on a disk whose calls can fail."""

    def __init__(self) -> None:
        disk = QuickDisk()
        self.files = FaultyFiles(disk)
        self.table = FlashTable(disk, self.files)
        assert flashed(Cord(self.table), OLD).outcome is Outcome.KEPT
        self.files.calls.clear()
        self.files.at_call.clear()

    def flash(self, bundle: Bundle) -> tuple[str, str]:
        """What a flash says, with its code, or how it ended."""
        try:
            return "", flashed(Cord(self.table), bundle).outcome.value
        except RefusedError as error:
            return error.code, str(error)
        except FlashError as error:
            return "failed", str(error)


def test_whichever_call_to_the_disk_fails_the_table_goes_on_and_a_later_flash_succeeds() -> None:
    worn = Worn()
    assert worn.flash(NEW) == ("", "kept")
    calls = list(worn.files.calls)
    failed = 0
    for number, name in enumerate(calls):
        worn = Worn()
        worn.files.at_call = {number: errno.ENOSPC}
        refusal, said = worn.flash(NEW)
        assert "\n" not in said
        if refusal:
            failed += 1
            told = "the table cannot begin the trial: " if refusal == "failed" else "on the table: "
            assert said.startswith(told), (number, name, said)
            assert refusal in ("failed", "disk"), (number, name)
            assert worn.table.bundle == OLD, (number, name)
            # What could not be noted is tried at the next start.
            assert worn.table.reads() == (NEW if refusal == "failed" else OLD), (number, name)
        worn.files.at_call.clear()
        assert worn.flash(NEW)[1] in ("kept", "same"), (number, name)
        assert worn.table.reads() == NEW, (number, name)
    assert failed > 20


def test_a_full_disk_says_so_and_the_flash_goes_on_once_there_is_room() -> None:
    worn = Worn()
    count = 0

    def fill_up(name: str) -> None:
        nonlocal count
        count += name == "write"
        if count == 4:
            worn.files.broken = {"write": errno.ENOSPC}

    worn.files.on_call = fill_up
    refusal, said = worn.flash(NEW)
    assert refusal == "disk"
    assert said.startswith("on the table: ")
    assert said.endswith("the flash stops: the disk is full; free some space on it")
    worn.files.on_call = lambda name: None
    worn.files.broken = {}
    outcome = flashed(Cord(worn.table), NEW)
    assert outcome.outcome is Outcome.KEPT
    assert outcome.sent_bytes == SIZE - 2 * BLOCK

"""What can be broken at a simulated table, and that the table says what a real one would."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from meadow.clock import ManualClock
from meadow_host.twin.faulty import Fault, FaultyBoard
from meadow_host.twin.silicon.board import SiliconBoard
from meadow_host.twin.table.board import WorkedBoard
from meadow_host.twin.table.troubles import Broken, FullableDisk, Troubles

from tests.twin.table.seated import Seated


def test_a_reader_that_is_pulled_fails_at_the_table_and_is_back_when_it_is_plugged() -> None:
    seated = Seated()
    assert seated.troubles.set("unplugged", "west", True) == ""
    seated.wait(200)
    assert seated.table.status().readers["west"] == "no answer"
    assert seated.room.state()["broken"] == [["unplugged", "west"]]
    assert seated.troubles.set("unplugged", "west", False) == ""
    seated.wait(200)
    assert seated.table.status().readers["west"] == ""
    assert seated.room.state()["broken"] == []


def test_a_strip_that_breaks_is_told_and_so_is_its_return() -> None:
    seated = Seated()
    assert seated.troubles.set("strip", "", True) == ""
    seated.wait(2000)
    assert seated.troubles.set("strip", "", False) == ""
    seated.wait(5000)
    troubles = seated.table.status().troubles
    assert troubles[0] == ("the lights failed: the strip takes no frame; play goes on without them")
    assert troubles[1].startswith("the lights are back after ")


@pytest.mark.parametrize(
    ("fault", "place", "why"),
    [
        ("fire", "", "nothing is broken as 'fire': it is one of unplugged, strip, buzzer, disk"),
        ("unplugged", "", "unplugged needs the place of a reader: north, east, south, west, deck"),
        (
            "unplugged",
            "roof",
            "unplugged needs the place of a reader: north, east, south, west, deck",
        ),
        ("strip", "north", "strip has no place: it is one for all"),
        (
            "deaf",
            "north",
            "nothing is broken as 'deaf': it is one of unplugged, strip, buzzer, disk",
        ),
    ],
)
def test_what_cannot_be_broken_here_is_refused(fault: str, place: str, why: str) -> None:
    seated = Seated()
    assert seated.troubles.set(fault, place, True) == why
    assert seated.troubles.on == frozenset()


def test_all_faults_of_silicon_are_offered_and_begin_and_end() -> None:
    inner = FaultyBoard(SiliconBoard(clock=ManualClock(0)))
    board = WorkedBoard(inner)
    troubles = Troubles(FullableDisk(), None)
    try:
        troubles.begin(board)
        offered = {one["fault"]: one["places"] for one in troubles.offered()}
        readers = ["north", "east", "south", "west", "deck"]
        assert offered == {
            **{fault.name.lower(): readers for fault in Fault},
            "strip": [],
            "buzzer": [],
            "disk": [],
        }
        for fault, places in offered.items():
            place = "east" if places else ""
            assert troubles.set(str(fault), place, True) == ""
            board.readers.poll()
            assert (Broken(str(fault), place) in troubles.on) == (fault != "brown_out")
            assert troubles.set(str(fault), place, False) == ""
            board.readers.poll()
        assert troubles.on == frozenset()
    finally:
        board.close()


def test_on_another_board_all_is_well_but_for_the_disk() -> None:
    seated = Seated()
    seated.troubles.set("unplugged", "west", True)
    seated.troubles.set("disk", "", True)
    seated.troubles.begin(seated.board)
    assert seated.troubles.on == {Broken("disk", "")}


def test_a_full_disk_takes_nothing_and_reads_all_the_same(tmp_path: Path) -> None:
    disk = FullableDisk()
    file = disk.create(tmp_path / "journal")
    assert disk.write(file, b"before", 0) == 6
    disk.is_full = True
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        disk.write(file, b"more", 6)
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        disk.create(tmp_path / "another")
    assert disk.read(file, 10, 0) == b"before"
    disk.is_full = False
    assert disk.write(file, b"more", 6) == 4
    disk.close(file)


def on_silicon() -> tuple[WorkedBoard, Troubles, list[str]]:
    said: list[str] = []
    board = WorkedBoard(FaultyBoard(SiliconBoard()))
    troubles = Troubles(FullableDisk(), None, said.append)
    troubles.begin(board)
    return board, troubles, said


def polled(board: WorkedBoard, duration_ms: int) -> None:
    end_ms = board.clock.now_ms() + duration_ms
    while board.clock.now_ms() < end_ms:
        board.readers.poll()
        board.clock.sleep_ms(1)


def test_a_deaf_reader_that_the_table_reset_is_not_called_broken_any_more() -> None:
    board, troubles, said = on_silicon()
    try:
        board.do(lambda inner: inner.lay("west", "04A1B2C3D4E580"))
        polled(board, 200)
        assert troubles.set("deaf", "west", True) == ""
        assert troubles.look()  # it is not even begun
        polled(board, 300)
        assert not troubles.look()
        assert troubles.on == frozenset()
        assert said == [
            "somebody breaks something: deaf west",
            "the table has mended it: deaf west",
        ]
    finally:
        board.close()


def test_one_that_is_deaf_while_nothing_lies_there_stays_so() -> None:
    board, troubles, _ = on_silicon()
    try:
        troubles.set("deaf", "west", True)
        polled(board, 300)
        assert troubles.look()
        assert troubles.on == {Broken("deaf", "west")}
        troubles.set("deaf", "west", False)
        polled(board, 10)
        assert not troubles.look()
    finally:
        board.close()


@pytest.mark.parametrize("fault", [Fault.FLICKER, Fault.CROSS_READ])
def test_what_spoils_tags_spoils_those_that_lie_there_and_ends_for_them(fault: Fault) -> None:
    chips = SiliconBoard()
    board = FaultyBoard(chips)

    def is_odd(within_ms: int) -> bool:
        for _ in range(0, within_ms, 250):
            polled(WorkedBoard(board), 250)
            if chips.readers.oddities()["west"]:
                return True
        return False

    try:
        board.lay("west", "04A1B2C3D4E580")
        assert not is_odd(within_ms=250)
        board.begin(fault, "west")
        assert is_odd(within_ms=5000)
        board.end(fault, "west")
        while is_odd(within_ms=250):
            assert chips.clock.now_ms() < 12_000
        board.lift("west", "04A1B2C3D4E580")
        polled(WorkedBoard(board), 500)
        assert board.readers.lying("west") == ()
    finally:
        board.close()

"""The board `faulty` itself: which faults it can have, and how chance brings them. What the table
makes of each is in tests/twin/test_faulty_handling.py."""

from __future__ import annotations

import pytest
from meadow.clock import ManualClock
from meadow.nfc.sightings import Sighting
from meadow_host.twin.faulty import OF_VIRTUAL, Fault, FaultyBoard, Misfortune
from meadow_host.twin.virtual import VirtualBoard


def test_the_virtual_board_has_only_the_faults_a_board_reports() -> None:
    board = FaultyBoard(VirtualBoard(ManualClock()))
    for fault in Fault:
        if fault in OF_VIRTUAL:
            board.begin(fault, "north")
        else:
            with pytest.raises(ValueError, match="the virtual board cannot have"):
                board.begin(fault, "north")
    with pytest.raises(ValueError, match="UNPLUGGED needs a place"):
        board.begin(Fault.UNPLUGGED)


def told(sightings: list[Sighting]) -> list[tuple[str, str]]:
    return [(type(one).__name__, one.place) for one in sightings]


def test_chance_lets_faults_come_and_go_the_same_for_each_seed() -> None:
    runs = []
    for _ in range(2):
        clock = ManualClock()
        board = FaultyBoard(VirtualBoard(clock))
        board.readers.chance = Misfortune(board, OF_VIRTUAL, seed=3)
        sightings: list[Sighting] = []
        for _ in range(120):
            sightings += board.readers.poll().sightings
            clock.sleep_ms(1000)
        runs.append(told(sightings))
    assert runs[0] == runs[1]
    failed = [place for what, place in runs[0] if what == "Failed"]
    back = [place for what, place in runs[0] if what == "Back"]
    assert len(failed) >= 2
    assert failed[: len(back)] == back

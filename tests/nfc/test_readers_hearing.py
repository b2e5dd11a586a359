"""What readers that answer tell of themselves: why they were reset, and nothing without cause."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from meadow.clock import ManualClock
from meadow.nfc.hearing import hearing_of
from meadow.nfc.notes import FELL_SILENT
from meadow_host.twin.faulty import FaultyBoard
from meadow_host.twin.silicon.board import SiliconBoard
from meadow_host.twin.table.board import WorkedBoard
from meadow_host.twin.virtual import VirtualBoard

FIRST, SECOND = "04A1B2C3D4E580", "04A1B2C3D4E680"


@pytest.fixture
def board() -> Iterator[SiliconBoard]:
    board = SiliconBoard()
    yield board
    board.close()


def polled(board: SiliconBoard, duration_ms: int) -> None:
    end_ms = board.clock.now_ms() + duration_ms
    while board.clock.now_ms() < end_ms:
        board.readers.poll()
        board.clock.sleep_ms(1)


def test_a_deaf_reader_hears_its_tags_again_and_says_that_it_was_reset(board: SiliconBoard) -> None:
    board.lay("deck", FIRST)
    polled(board, 300)
    board.pi.readers["deck"].deaf = True
    polled(board, 300)
    assert board.readers.lying("deck") == (FIRST,)
    assert board.readers.mended() == {
        **dict.fromkeys(board.readers.places, ""),
        "deck": FELL_SILENT,
    }


def test_a_tag_that_is_taken_away_was_not_a_deaf_reader(board: SiliconBoard) -> None:
    board.lay("deck", FIRST)
    polled(board, 300)
    board.lift(FIRST)
    polled(board, 500)
    assert board.readers.lying("deck") == ()
    assert set(board.readers.mended().values()) == {""}


def test_nor_is_one_for_which_another_is_laid_at_once(board: SiliconBoard) -> None:
    board.lay("deck", FIRST)
    polled(board, 300)
    for uid, other in ((SECOND, FIRST), (FIRST, SECOND), (SECOND, FIRST)):
        board.lift(other)
        polled(board, 20)
        board.lay("deck", uid)
        polled(board, 400)
    assert board.readers.lying("deck") == (SECOND,)
    assert set(board.readers.mended().values()) == {""}


def test_a_supply_that_dips_is_told_without_what_was_seen_of_the_chip(board: SiliconBoard) -> None:
    polled(board, 300)
    board.pi.brown_out("west")
    polled(board, 500)
    assert board.readers.mended()["west"] == (
        "the reader lost its settings: its supply dips; give the lights a supply of their own"
    )


def test_it_is_found_behind_others_and_nowhere_where_there_is_none(board: SiliconBoard) -> None:
    assert hearing_of(WorkedBoard(FaultyBoard(board)).readers) is board.readers
    virtual = FaultyBoard(VirtualBoard(ManualClock(0)))
    assert hearing_of(virtual.readers) is None

"""The virtual board's own ways; what every board must do is in tests/contract."""

from __future__ import annotations

import pytest
from meadow.boards import default_wiring
from meadow.clock import ManualClock
from meadow.lights.strip import StripError
from meadow.nfc.sightings import Arrived, Back, Left
from meadow.nfc.tag_names import TagLocked, TagTooSmall
from meadow.sounds.buzzer import BuzzerError
from meadow_host.twin.virtual import VirtualBoard, VirtualReaders, open_board


def test_things_can_be_said_ahead_and_are_reported_in_their_time() -> None:
    clock = ManualClock()
    readers = VirtualReaders(clock)
    readers.lay("north", "01", 500)
    readers.lift("north", "01", 900)
    assert readers.wake_ms() == 500
    assert readers.poll().sightings == ()
    clock.advance_to(500)
    assert readers.poll().sightings == (Arrived(500, "north", "01"),)
    clock.advance_to(2000)
    assert readers.poll() == ((Left(900, "north", "01"),), 2000)


def test_a_delayed_place_reports_late_with_the_right_date() -> None:
    clock = ManualClock(100)
    readers = VirtualReaders(clock, settle_ms=40)
    readers.delay("north", 40)
    readers.lay("north", "01")
    readers.lay("east", "02")
    assert readers.poll() == ((Arrived(100, "east", "02"),), 60)
    clock.advance_to(140)
    assert readers.poll() == ((Arrived(100, "north", "01"),), 100)


def test_what_is_laid_after_a_poll_is_dated_after_what_is_settled() -> None:
    clock = ManualClock(100)
    readers = VirtualReaders(clock)
    readers.poll()
    readers.lay("north", "01")
    clock.advance_to(101)
    assert readers.poll().sightings == (Arrived(101, "north", "01"),)


def test_nothing_can_happen_at_a_moment_that_is_settled() -> None:
    clock = ManualClock(100)
    readers = VirtualReaders(clock)
    readers.poll()
    with pytest.raises(ValueError, match="100 ms is settled: all up to 100 was reported"):
        readers.lay("north", "01", 100)
    assert readers.there("north") == ()


def test_a_tag_cannot_lie_twice_on_a_place_nor_be_lifted_where_it_does_not_lie() -> None:
    readers = VirtualReaders(ManualClock())
    readers.lay("north", "01")
    with pytest.raises(ValueError, match="01 lies on north already"):
        readers.lay("north", "01")
    with pytest.raises(ValueError, match="01 does not lie on east"):
        readers.lift("east", "01")


@pytest.mark.parametrize("settle_ms", [-1, 61])
def test_the_settling_time_has_its_bound(settle_ms: int) -> None:
    with pytest.raises(ValueError, match=f"settle_ms is 0 to 60, not {settle_ms}"):
        VirtualReaders(ManualClock(), settle_ms=settle_ms)


def test_a_delay_cannot_break_the_promise() -> None:
    readers = VirtualReaders(ManualClock(), settle_ms=20)
    with pytest.raises(ValueError, match="a delay is 0 to 20 ms here, not 21"):
        readers.delay("north", 21)


def test_a_reader_that_fails_twice_says_so_once_and_is_back_once() -> None:
    clock = ManualClock()
    readers = VirtualReaders(clock)
    readers.fail("west")
    readers.fail("west")
    readers.lay("west", "01")
    readers.restore("west")
    readers.restore("west")
    _, back = readers.poll().sightings
    assert back == Back(0, "west", ("01",))


def test_a_tag_can_be_born_with_a_name_and_be_locked_or_full() -> None:
    readers = VirtualReaders(ManualClock())
    for uid in ("01", "02"):
        readers.lay("deck", uid)
    readers.names["01"] = "rake.red"
    readers.locked.add("01")
    readers.full.add("02")
    assert readers.read_name("deck", "01") == "rake.red"
    readers.write_name("deck", "01", "rake.red")
    with pytest.raises(TagLocked, match="01 is locked"):
        readers.write_name("deck", "01", "rake.blue")
    with pytest.raises(TagTooSmall, match=r"02 is full: .* take 170 bytes of 144"):
        readers.write_name("deck", "02", "rake.blue")
    assert readers.names == {"01": "rake.red"}


def test_strip_and_buzzer_fail_with_the_line_they_are_given() -> None:
    board = VirtualBoard(ManualClock())
    board.strip.trouble = "no SPI device"
    board.buzzer.trouble = "no such pin"
    with pytest.raises(StripError, match="no SPI device"):
        board.strip.show(bytes(180))
    with pytest.raises(BuzzerError, match="no such pin"):
        board.buzzer.set(True)
    board.close()
    assert board.closed


def test_frames_and_switches_are_remembered_with_their_moments() -> None:
    clock = ManualClock(10)
    board = VirtualBoard(clock, pixels=2)
    board.strip.show(b"abcdef")
    board.buzzer.set(True)
    clock.advance_to(20)
    board.buzzer.set(True)
    board.buzzer.set(False)
    assert list(board.strip.frames) == [(10, b"abcdef")]
    assert list(board.buzzer.switches) == [(10, True), (20, False)]


def test_the_entry_point_gives_a_board_in_real_time() -> None:
    board = open_board(default_wiring())
    before_ms = board.clock.now_ms()
    board.clock.sleep_ms(2)
    assert board.clock.now_ms() >= before_ms + 2
    board.close()

"""The session when readers fail and come back, and when a side is switched off (T15)."""

from __future__ import annotations

from meadow.games.game import (
    Cue,
    Paused,
    ReaderBack,
    ReaderFailed,
    Resumed,
    Sound,
)

from tests.games.sitting import Sitting, facts, why


def test_a_failing_reader_pauses_the_game_until_it_is_back() -> None:
    sitting = Sitting()
    outputs = sitting.give(ReaderFailed(1000, "north"))
    assert outputs == (Paused(why="reader"), Sound("pause"), Sound("fault"))
    assert sitting.session.lights(sitting.state)["north"] == Cue("fault")
    outputs = sitting.lay(2000, "rake-red", "deck")
    assert why(outputs) == "the reader of north does not answer: mend it, or say: off north"
    assert sitting.give(ReaderBack(3000, "north")) == (Sound("back"),)
    assert sitting.view["broken"] == []
    assert sitting.say(4000, "start") == (Sound("count"),)


def test_a_failing_reader_marks_the_round_void_and_undo_does_not_unmark_it() -> None:
    sitting = Sitting()
    sitting.lay(500, "token-1")
    sitting.give(ReaderFailed(1000, "north"))
    sitting.give(ReaderBack(2000, "north"))
    sitting.say(3000, "undo")
    assert sitting.state.core.void
    assert sitting.view["broken"] == []


def test_a_failure_is_nothing_to_undo() -> None:
    sitting = Sitting()
    sitting.give(ReaderFailed(1000, "north"))
    assert why(sitting.say(1100, "undo")) == "there is nothing to undo"


def test_play_can_go_on_with_the_side_switched_off() -> None:
    sitting = Sitting()
    sitting.give(ReaderFailed(1000, "north"))
    sitting.say(2000, "off", "north")
    assert facts(sitting.count_to_three(3000))[0] == Resumed(paused_ms=4000)


def test_a_refused_off_leaves_the_reader_broken() -> None:
    sitting = Sitting()
    sitting.give(ReaderFailed(1000, "deck"))
    assert why(sitting.say(2000, "off", "deck")) == "not now"
    assert sitting.view["broken"] == ["deck"]


def test_undo_of_switching_off_makes_play_wait_for_the_reader_again() -> None:
    sitting = Sitting()
    sitting.give(ReaderFailed(1000, "north"))
    sitting.say(2000, "off", "north")
    sitting.say(3000, "undo")
    assert sitting.view["broken"] == ["north"]
    assert "does not answer" in why(sitting.say(4000, "start"))


def test_undo_of_something_later_leaves_the_side_switched_off() -> None:
    sitting = Sitting()
    sitting.give(ReaderFailed(1000, "north"))
    sitting.say(2000, "off", "north")
    sitting.count_to_three(3000)
    sitting.lay(6000, "token-1", "east")
    sitting.say(7000, "undo")
    assert sitting.view["broken"] == []


def test_a_reader_that_fails_while_counting_stops_the_count() -> None:
    sitting = Sitting()
    sitting.say(1000, "pause")
    sitting.say(2000, "start")
    sitting.give(ReaderFailed(2500, "east"))
    assert sitting.session.alarms(sitting.state) == {}


def test_a_reader_that_failed_after_the_end_counts_once_the_end_is_undone() -> None:
    sitting = Sitting()
    sitting.say(1000, "award", "north")
    assert Paused(why="reader") not in sitting.give(ReaderFailed(2000, "north"))
    sitting.say(3000, "undo")
    assert sitting.view["broken"] == ["north"]
    assert sitting.state.core.void

"""What a pause and the time it took do to a cue, and what they leave alone (T14)."""

from __future__ import annotations

from meadow.games.game import Cue
from meadow.games.session_state import later, standing

SAND = Cue("sand", 2, 3, ends_ms=9_000, span_ms=90_000, under="grass")


def test_a_timer_that_stands_still_shows_what_is_left_and_keeps_what_lies_under_it() -> None:
    assert standing(SAND, 4_000) == Cue("sand", 2, 3, span_ms=90_000, left_ms=5_000, under="grass")


def test_a_timer_goes_on_later_by_the_pause_and_keeps_what_lies_under_it() -> None:
    assert later(SAND, 700) == Cue("sand", 2, 3, ends_ms=9_700, span_ms=90_000, under="grass")


def test_a_cue_without_a_time_is_the_same_in_and_after_a_pause() -> None:
    cue = Cue("lead", under="second")
    assert standing(cue, 4_000) == cue
    assert later(cue, 700) == cue

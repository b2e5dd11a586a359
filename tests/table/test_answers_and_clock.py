"""Whoever says a word learns what came of just that word; the clock a page needs to show time."""

from __future__ import annotations

from meadow.games.game import Finished, Output, Paused, Refused, Sound, Undone
from meadow.journal.lines import Source
from meadow.table.status import GameClock

from tests.examples.quick_rake import LitUp, QuickRakeResult
from tests.table.sat import BLUE, RED, Sat, begun, joined, over


def asked(sat: Sat, word: str, *args: str) -> list[tuple[Output, ...]]:
    """Say a word and wait for the answer: what came of it, each time it was told."""
    answers: list[tuple[Output, ...]] = []
    sat.table.say(word, *args, source=Source.OPERATOR, answer=answers.append)
    sat.wait(100)
    return answers


def test_a_word_that_is_refused_is_answered_with_why() -> None:
    assert asked(Sat(), "start") == [
        (Refused("no game is chosen: choose a game by its card or word: quick-rake"),)
    ]


def test_a_word_in_the_lobby_is_answered_with_what_came_of_it() -> None:
    assert asked(Sat(), "quick-rake") == [(Sound("join"),)]


def test_a_word_in_a_game_is_answered_with_what_came_of_it() -> None:
    assert asked(begun(), "pause") == [(Paused(why="operator"), Sound("pause"))]


def test_the_word_that_begins_a_game_is_answered_with_its_first_outputs() -> None:
    assert asked(joined(), "start") == [(Sound("ready"),)]


def test_a_word_that_clears_a_game_away_and_opens_the_next_is_answered() -> None:
    sat = over()
    assert asked(sat, "quick-rake") == [(Sound("join"),)]
    assert sat.phase == "lobby"


def test_the_answer_holds_nothing_of_what_else_happened_in_the_same_pass() -> None:
    sat = begun()
    answers: list[tuple[Output, ...]] = []
    sat.board.readers.lay("north", sat.uid(RED))  # refused: there is no light yet
    sat.board.clock.sleep_ms(5)
    sat.table.say("what?", answer=answers.append)
    sat.table.say("end", answer=answers.append)
    sat.wait(0)
    assert answers == [
        (Refused("that means nothing now"),),
        (Sound("over"), Finished(QuickRakeResult(winner=""))),
    ]
    assert sat.refusals == ["not yet: wait for the light", "that means nothing now"]


def test_news_tell_what_words_brought_about_from_what_pieces_did() -> None:
    for sat in (Sat(), begun()):
        del sat.news[:]
        sat.board.readers.lay("north", sat.uid(RED))  # refused: no game is chosen, or no light yet
        sat.board.clock.sleep_ms(5)
        sat.table.say("what?", source=Source.LINK)
        sat.wait(0)
        [news] = [one for one in sat.news if one.outputs]
        refused = [output for output in news.outputs if isinstance(output, Refused)]
        assert len(refused) == 2
        assert [id(output) for output in news.spoken] == [id(refused[1])]


def test_an_alarm_that_is_due_before_a_word_is_no_part_of_its_answer() -> None:
    sat = begun()
    answers: list[tuple[Output, ...]] = []
    sat.wait(3899)
    sat.board.clock.sleep_ms(1)
    sat.table.say("pause", answer=answers.append)
    sat.wait(10)
    assert sat.facts == [LitUp(), Paused(why="operator")]
    assert answers == [(Paused(why="operator"), Sound("pause"))]


def test_what_is_told_of_a_word_reaches_journal_and_listeners_as_ever() -> None:
    sat = begun()
    asked(sat, "pause")
    assert sat.outputs[-2:] == [Paused(why="operator"), Sound("pause")]
    kinds = [line.kind.value for line in sat.journals[0].parsed().lines]
    assert kinds == ["output", "input", "output", "output"]


# ------------------------------------------------------------------------------ the clock


def test_in_the_lobby_the_clock_stands_at_nought() -> None:
    assert Sat().table.clock == GameClock(zero_ms=0, stands_ms=0, began_ms=0)


def test_in_a_game_the_core_s_time_is_the_table_s_clock_less_zero() -> None:
    sat = joined()
    sat.wait(1000 - sat.table.now_ms % 1000)
    began_ms = sat.table.now_ms
    sat.say("start", wait_ms=700)
    assert sat.table.clock == GameClock(zero_ms=began_ms, stands_ms=-1, began_ms=began_ms)


def test_in_a_pause_the_core_s_time_stands_and_goes_on_from_there() -> None:
    sat = begun()
    began_ms = sat.table.clock.began_ms
    sat.wait(began_ms + 500 - sat.table.now_ms)
    sat.say("pause", wait_ms=2000)
    assert sat.table.clock == GameClock(began_ms, stands_ms=500, began_ms=began_ms)
    sat.say("start", wait_ms=10_000)
    clock = sat.table.clock
    assert (clock.stands_ms, clock.began_ms) == (-1, began_ms)
    assert clock.zero_ms - began_ms == 4000  # two seconds of pause, and two until the third beep


def test_undo_sets_the_core_s_time_back() -> None:
    sat = begun()
    sat.wait(3900)
    assert sat.facts == [LitUp()]
    sat.say("undo")
    assert sat.facts[1:] == [Undone(to_ms=4000), Paused(why="undo")]
    assert sat.table.clock.stands_ms == 4000


def test_rakes_still_win_when_words_wait_for_answers() -> None:
    sat = begun()
    sat.wait(4000)
    assert asked(sat, "what?") == [(Refused("that means nothing now"),)]
    sat.tap("east", BLUE)
    assert sat.phase == "over"

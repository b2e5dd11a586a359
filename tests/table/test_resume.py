"""After a crash the game goes on: paused, adopted, in the same journal (T14)."""

from __future__ import annotations

import pytest
from meadow.clock import ManualClock
from meadow.games.game import Paused
from meadow.journal.lines import JournalError
from meadow.table.resume import take_up
from meadow_host.twin.virtual import VirtualBoard

from tests.examples.quick_rake import PACKAGE
from tests.table.sat import BLUE, GREEN, RED, Sat, begun, joined


def resumed(sat: Sat, lines: int | None, lying: dict[str, list[str]] | None = None) -> Sat:
    """Another table that takes up the first lines of what this one played."""
    journal = sat.journals[0].parsed(lines)
    other = Sat(board=VirtualBoard(ManualClock(77_000)))
    for place, pieces in (lying or {}).items():
        for piece in pieces:
            other.board.readers.lay(place, other.uid(piece))
    other.table.resume(journal)
    other.wait(1000)
    return other


def test_after_a_crash_the_game_goes_on_paused_in_the_same_journal() -> None:
    sat = begun()
    sat.wait(1000)
    other = resumed(sat, None)
    assert other.phase == "playing"
    assert other.facts == [Paused(why="restart")]
    assert other.journals[0].lines[: len(sat.journals[0].lines)] == sat.journals[0].lines
    other.say("start", wait_ms=2500)
    other.wait(4000)
    other.lay("east", BLUE)
    assert other.phase == "over"
    journal = other.journals[0].parsed()
    assert journal.finished
    with pytest.raises(JournalError, match="this game is finished"):
        take_up(journal, {PACKAGE.name: PACKAGE})


def test_what_lies_there_after_a_crash_is_adopted_and_does_not_speak() -> None:
    sat = begun()
    sat.wait(4000)
    other = resumed(sat, None, {"deck": [RED], "east": [BLUE]})
    assert other.table.view("public")["paused"] == "restart"
    assert other.table.view("public")["counting"] == 0
    bodies = [bytes(line.body) for line in other.journals[0].parsed().lines]
    assert [body for body in bodies if b'"lying"' in body] == [
        b'{"type":"lying","at_ms":4500,"place":"east","pieces":["rake.blue"]}',
        b'{"type":"lying","at_ms":4500,"place":"deck","pieces":["rake.red"]}',
    ]
    other.say("start", wait_ms=2500)
    assert other.phase == "playing"


def test_what_lay_there_before_a_crash_and_lies_no_more_is_forgotten() -> None:
    sat = joined()
    sat.lay("north", RED)
    sat.say("start")
    other = resumed(sat, None)
    bodies = [bytes(line.body) for line in other.journals[0].parsed().lines]
    assert bodies[-1].endswith(b'"place":"north","pieces":[]}')


def test_a_reader_that_does_not_answer_after_a_crash_is_waited_for() -> None:
    sat = begun()
    other = Sat()
    other.board.readers.fail("north")
    other.table.resume(sat.journals[0].parsed())
    other.wait(1000)
    assert other.table.view("public")["broken"] == ["north"]


def test_a_reader_that_failed_before_a_crash_and_answers_after_it_is_back() -> None:
    sat = begun()
    sat.board.readers.fail("north")
    sat.wait(10)
    other = resumed(sat, None)
    assert other.table.view("public")["broken"] == []


def test_a_crash_in_a_pause_leaves_it_and_one_in_a_countdown_stops_it() -> None:
    sat = begun()
    sat.say("pause")
    other = resumed(sat, None)
    assert other.refusals == []
    assert other.table.view("public")["paused"] == "operator"
    sat.say("start", wait_ms=1500)
    other = resumed(sat, None)
    other.wait(5000)
    assert other.table.view("public")["paused"] == "restart"


def test_a_journal_cut_after_any_line_can_be_taken_up_and_played_to_its_end() -> None:
    sat = begun()
    sat.board.readers.fail("west")
    sat.wait(10)
    sat.board.readers.restore("west")
    sat.wait(10)
    sat.say("start", wait_ms=2500)
    sat.wait(4000)
    sat.lay("south", GREEN)
    whole = len(sat.journals[0].lines)
    assert whole > 20
    for lines in range(whole + 1):
        other = resumed(sat, lines)
        other.say("start", wait_ms=2500)
        other.wait(5000)
        other.tap("east", BLUE)
        assert other.phase == "over", f"cut after {lines} lines"
        kept = other.journals[0]
        assert kept.parsed().finished
        end = next(i for i, raw in enumerate(kept.lines) if b'"kind":"end"' in raw)
        taken = take_up(kept.parsed(end), {PACKAGE.name: PACKAGE})
        assert taken.missing == [kept.lines[end]]


def test_a_journal_that_gives_other_lines_when_played_again_is_not_taken_up() -> None:
    sat = begun()
    other = begun()
    other.lay("north", RED)
    sat.lay("east", BLUE)
    journal = sat.journals[0]
    at = next(i for i, raw in enumerate(journal.lines) if b'"type":"refused"' in raw)
    journal.lines[at] = other.journals[0].lines[at]
    fresh = Sat()
    with pytest.raises(JournalError) as caught:
        fresh.table.resume(journal.parsed())
    assert str(caught.value) == (
        f"game.jsonl:{at + 2}: played again, the game gives another line here"
    )
    assert fresh.phase == "lobby"
    assert fresh.journals == []


def test_a_journal_of_a_game_that_is_not_installed_is_not_taken_up() -> None:
    sat = begun()
    with pytest.raises(JournalError, match=r"game.jsonl:1: a journal of 'quick-rake', which"):
        take_up(sat.journals[0].parsed(), {})


def test_a_game_may_be_over_and_cleared_away_before_all_is_adopted() -> None:
    sat = begun()
    journal = sat.journals[0].parsed()
    other = Sat()
    other.table.resume(journal)
    other.say("end", wait_ms=50)
    other.say("lobby", wait_ms=50)
    assert other.phase == "lobby"
    other.wait(1000)
    other.say("quick-rake")
    other.tap("north", RED)
    assert other.sides == {"north": RED}

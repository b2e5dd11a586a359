"""A whole table, from tags on readers to lights, sounds and journal."""

from __future__ import annotations

import threading

import pytest
from meadow.games.game import Cue, Paused, Resumed, Undone
from meadow.journal.lines import Kind, decode_line
from meadow.settings.schema import Settings, SoundSettings

from tests.examples.quick_rake import PACKAGE, LitUp, Won
from tests.table.sat import BLUE, GREEN, RED, Sat, begun, joined, over


def test_a_game_goes_from_the_lobby_to_its_result() -> None:
    sat = begun()
    assert sat.table.cues == {"north": Cue("wait"), "east": Cue("wait")}
    sat.wait(3900)
    assert sat.facts == [LitUp()]
    assert sat.table.cues == {"meadow": Cue("lit")}
    sat.wait(249)
    sat.lay("east", BLUE)
    assert sat.facts == [LitUp(), Won(side="east", after_ms=250)]
    assert sat.phase == "over"
    assert sat.table.cues == {"east": Cue("winner")}
    assert sat.refusals == []


def test_the_journal_of_a_game_is_whole_and_holds_no_person() -> None:
    sat = over()
    (kept,) = sat.journals
    journal = kept.parsed()
    assert journal.finished
    assert journal.header.game == "quick-rake"
    assert journal.header.began == "2030-01-02T03:04:05Z"
    setup = journal.setup(PACKAGE.setup_type)
    assert [(seat.side, seat.rake, seat.participant) for seat in setup.seats] == [
        ("north", "rake.red", "p1"),
        ("east", "rake.blue", "p2"),
    ]
    assert [line.kind for line in journal.lines if line.kind is Kind.END] == [Kind.END]
    assert sat.table.status().saved_seq == len(journal.lines)


# ------------------------------------------------------------------------- lobby and back


def test_a_game_that_cannot_begin_is_refused_and_the_lobby_stays_as_it_is() -> None:
    sat = Sat()
    sat.say("start")
    sat.say("quick-rake")
    sat.tap("north", RED)
    before = sat.table.view("public")
    sat.say("start")
    assert sat.refusals == [
        "no game is chosen: choose a game by its card or word: quick-rake",
        "Quick Rake needs two players or more, each with a rake",
    ]
    assert sat.table.view("public") == before
    assert sat.journals == []


def test_command_cards_choose_and_start() -> None:
    sat = Sat()
    sat.say("quick-rake")
    sat.tap("deck", "command.seat-north")
    sat.tap("north", RED)
    sat.tap("south", GREEN)
    sat.tap("deck", "command.start")
    assert sat.phase == "playing"


def test_start_closes_joining() -> None:
    sat = begun()
    sat.lay("south", GREEN)
    assert sat.refusals == ["lay your own rake on your own tray"]
    assert sat.sides == {"north": RED, "east": BLUE}


def test_a_rake_that_lies_at_the_start_is_adopted_and_must_be_lifted_before_it_speaks() -> None:
    sat = joined()
    sat.lay("north", RED)
    sat.say("start")
    sat.wait(4000)
    assert sat.phase == "playing"
    (line,) = [line for line in sat.journals[0].parsed().lines if b'"lying"' in bytes(line.body)]
    assert (line.at_ms, line.source.value) == (0, "table")
    assert bytes(line.body) == (b'{"type":"lying","at_ms":0,"place":"north","pieces":["rake.red"]}')
    sat.lift("north", RED)
    sat.lay("north", RED)
    assert sat.phase == "over"


def test_after_the_end_the_table_goes_on_showing_it_and_undo_opens_it_again() -> None:
    sat = over()
    sat.wait(60_000)
    assert sat.table.cues == {"east": Cue("winner")}
    sat.say("undo")
    assert sat.phase == "playing"
    assert sat.facts[-2:] == [Undone(to_ms=4101), Paused(why="undo")]
    sat.say("start", wait_ms=2500)
    assert isinstance(sat.facts[-1], Resumed)
    sat.tap("north", RED)
    assert sat.phase == "over"
    assert sat.journals[0].parsed().finished


@pytest.mark.parametrize("word", ["start", "lobby", "end", "quick-rake"])
def test_a_word_leads_back_to_the_lobby_with_choices_and_seats_kept(word: str) -> None:
    sat = over()
    sat.wait(5000)
    sat.say(word)
    assert sat.phase == "lobby"
    assert sat.table.view("public")["lobby"]["choices"] == "Quick Rake"
    assert sat.sides == {"north": RED, "east": BLUE}
    sat.wait(5000)
    sat.say("start")
    assert sat.phase == "playing"
    assert len(sat.journals) == 2
    assert [journal.closed for journal in sat.journals] == [True, False]


def test_start_said_twice_after_a_game_does_not_begin_the_next_by_accident() -> None:
    sat = over()
    sat.say("start")
    assert sat.phase == "over"
    sat.wait(3000)
    sat.say("start")
    sat.say("start")
    assert sat.phase == "lobby"
    assert sat.refusals == [
        "the game has only just ended: once more in 3 seconds for the next",
        "the last game was only just cleared: once more in 3 seconds to begin",
    ]


def test_a_start_card_leads_back_to_the_lobby_too() -> None:
    sat = over()
    sat.wait(5000)
    sat.tap("deck", "command.start")
    assert sat.phase == "lobby"


def test_each_game_has_participants_of_its_own() -> None:
    sat = over()
    sat.wait(5000)
    sat.say("lobby")
    sat.wait(5000)
    sat.say("start")
    setup = sat.journals[1].parsed().setup(PACKAGE.setup_type)
    assert [seat.participant for seat in setup.seats] == ["p3", "p4"]


# ------------------------------------------------------------------------ readers failing


def test_a_reader_that_fails_in_the_lobby_is_shown_and_told() -> None:
    sat = joined()
    sat.board.readers.fail("south", "no answer over SPI")
    sat.wait(10)
    assert sat.table.cues["south"] == Cue("fault")
    status = sat.table.status()
    assert status.readers == {
        "north": "",
        "east": "",
        "south": "no answer over SPI",
        "west": "",
        "deck": "",
    }
    assert status.troubles == ("the reader of south failed: no answer over SPI",)
    sat.board.readers.restore("south")
    sat.wait(10)
    assert sat.table.cues["south"] == Cue("free")


def test_a_game_that_starts_with_a_failed_reader_is_paused_at_once() -> None:
    sat = joined()
    sat.board.readers.fail("south")
    sat.wait(10)
    sat.say("start")
    assert sat.facts == [Paused(why="reader")]
    assert sat.table.view("public")["broken"] == ["south"]


def test_a_reader_that_fails_in_play_pauses_and_what_lies_there_follows_when_it_is_back() -> None:
    sat = begun()
    sat.board.readers.fail("north")
    sat.wait(10)
    assert sat.table.cues["north"] == Cue("fault")
    sat.board.readers.lay("north", sat.uid(RED))
    sat.wait(1000)
    sat.board.readers.restore("north")
    sat.wait(10)
    bodies = [bytes(line.body) for line in sat.journals[0].parsed().lines]
    assert any(b'"lying"' in body and b'"rake.red"' in body for body in bodies)
    sat.say("start", wait_ms=2500)
    assert isinstance(sat.facts[-1], Resumed)


# ------------------------------------------------------------------- lights and sounds


def test_a_strip_that_fails_never_stops_the_game() -> None:
    sat = begun()
    sat.board.strip.trouble = "no SPI device"
    sat.wait(4000)
    sat.lay("east", BLUE)
    assert sat.phase == "over"
    assert sat.table.status().troubles == (
        "the lights failed: no SPI device; play goes on without them",
    )
    sat.board.strip.trouble = ""
    sat.wait(10_000)
    assert sat.table.status().troubles[-1].startswith("the lights are back after ")


def test_a_buzzer_that_fails_never_stops_the_game() -> None:
    sat = begun()
    sat.board.buzzer.trouble = "no such pin"
    sat.wait(4000)
    sat.lay("east", BLUE)
    assert sat.phase == "over"
    assert "the buzzer failed: no such pin" in sat.table.status().troubles[0]


def test_a_refusal_is_seen_and_heard() -> None:
    sat = begun(Sat(frames_hz=30))
    before = len(sat.board.buzzer.switches)
    sat.lay("north", BLUE, wait_ms=300)
    assert len(sat.board.buzzer.switches) > before
    north = [frame[9:45] for _, frame in sat.board.strip.frames]
    assert any(max(pixels[::3]) > 50 and max(pixels[1::3]) < 5 for pixels in north)


def test_in_quiet_mode_the_buzzer_is_never_switched_on() -> None:
    sat = over(Sat(settings=Settings(sounds=SoundSettings(quiet=True))))
    assert not any(on for _, on in sat.board.buzzer.switches)


def test_the_lights_are_dark_and_the_buzzer_off_after_closing() -> None:
    sat = over()
    sat.table.close()
    assert sat.board.strip.frame == bytes(180)
    assert not sat.board.buzzer.on
    assert sat.journals[0].closed


def test_what_lasts_is_sent_to_the_strip_again_every_two_seconds_and_no_more() -> None:
    sat = joined()
    sat.say("seat", "south")
    sat.say("seat", "west")
    sat.wait(5000)
    assert set(sat.table.cues.values()) == {Cue("joined")}
    shown = len(sat.board.strip.frames)
    sat.wait(10_000)
    assert len(sat.board.strip.frames) == shown + 5
    assert len({frame for _, frame in list(sat.board.strip.frames)[shown - 1 :]}) == 1


# --------------------------------------------------------------------------- the journal


def test_a_journal_that_cannot_be_saved_is_told_at_once_and_so_is_its_recovery() -> None:
    sat = begun()
    sat.wait(2000)
    switches = len(sat.board.buzzer.switches)
    sat.journals[0].trouble = "game.jsonl: not saved: the disk is full"
    sat.wait(500)
    status = sat.table.status()
    assert status.journal_trouble == "game.jsonl: not saved: the disk is full"
    assert status.troubles == ("game.jsonl: not saved: the disk is full",)
    assert len(sat.board.buzzer.switches) > switches
    sat.wait(2000)
    assert sat.table.status().pending == 2 + 1
    sat.journals[0].trouble = ""
    sat.wait(10)
    status = sat.table.status()
    assert (status.journal_trouble, status.pending) == ("", 0)
    assert status.troubles[-1] == "the journal is saved again, nothing is lost"


def test_a_journal_that_is_not_saved_is_kept_open_while_the_next_game_is_played() -> None:
    sat = begun()
    sat.journals[0].trouble = "the disk is full"
    sat.say("end")
    sat.wait(5000)
    sat.say("end")
    sat.wait(5000)
    sat.say("start")
    assert [journal.closed for journal in sat.journals] == [False, False]
    assert sat.table.status().journal_trouble == "the disk is full"
    sat.journals[0].trouble = ""
    sat.wait(10)
    assert [journal.closed for journal in sat.journals] == [True, False]


# ---------------------------------------------------------------------------- listening


def test_listeners_get_all_lines_and_outputs_in_order() -> None:
    sat = over()
    lines = [line for news in sat.news for line in news.lines]
    assert lines == sat.journals[0].lines
    assert [decode_line(line).seq for line in lines] == list(range(1, len(lines) + 1))


def test_a_word_may_come_from_another_thread() -> None:
    sat = Sat()
    thread = threading.Thread(target=sat.table.say, args=("quick-rake",))
    thread.start()
    thread.join()
    sat.wait(10)
    assert sat.table.status().game == "quick-rake"

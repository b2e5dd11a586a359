"""Enrolling at a table: a place is lit, and what comes and goes is kept from the lobby."""

from __future__ import annotations

import pytest
from meadow.clock import ManualClock
from meadow.games.game import Cue, Sound
from meadow.settings.schema import Settings, SoundSettings
from meadow.table.pointing import PlayingError, PointError
from meadow_host.twin.virtual import VirtualBoard
from pytest_mock import MockerFixture

from tests.lights.flash_meter import worst
from tests.lights.pictures import letters
from tests.table.sat import RED, Sat, begun, joined, over

NORTH, DECK = slice(3, 15), slice(27, 33)


def test_the_place_that_is_pointed_at_is_lit_and_no_other() -> None:
    sat = Sat()
    sat.table.point("east")
    sat.wait(10)
    assert sat.table.pointed == "east"
    assert sat.table.cues == {"east": Cue("ask")}


def test_an_unknown_tag_is_not_refused_while_tags_are_enrolled() -> None:
    sat = Sat()
    sat.table.point("north")
    sat.lay("north", "04FFFFFFFFFF01")
    sat.lift("north", "04FFFFFFFFFF01")
    assert (sat.outputs, list(sat.board.buzzer.switches)) == ([], [])
    sat.table.point("")
    sat.lay("north", "04FFFFFFFFFF01")
    assert sat.refusals == [
        "unknown tag 04FFFFFFFFFF01 on north: take it away, or enrol it first",
    ]


def test_no_tag_is_asked_for_its_name_while_tags_are_enrolled(mocker: MockerFixture) -> None:
    sat = Sat()
    read_name = mocker.spy(sat.board.readers, "read_name")
    sat.board.readers.names["04FFFFFFFFFF01"] = "rake.red"
    sat.table.point("north")
    sat.lay("north", "04FFFFFFFFFF01")
    sat.lay("deck", "04FFFFFFFFFF02")
    assert (read_name.call_count, sat.outputs) == (0, [])


def test_what_lies_there_when_it_ends_is_not_told_to_the_lobby_either() -> None:
    sat = Sat()
    sat.table.point("north")
    sat.lay("north", "04FFFFFFFFFF01")
    sat.table.point("")
    sat.wait(500)
    assert sat.outputs == []
    assert sat.table.lying()["north"] == ("04FFFFFFFFFF01",)


def test_neither_a_card_nor_a_word_begins_a_game_and_no_rake_joins() -> None:
    sat = joined()
    seats, heard = sat.seats, len(sat.outputs)
    sat.table.point("deck")
    sat.tap("deck", "command.start")
    sat.tap("south", "rake.green")
    assert len(sat.outputs) == heard
    sat.say("start")
    assert (sat.phase, sat.seats) == ("lobby", seats)
    assert sat.refusals == ["tags are being enrolled: end that on the laptop, then say it again"]
    sat.table.point("")
    sat.say("start")
    assert sat.phase == "playing"


def test_a_game_that_is_played_goes_on_and_no_place_is_pointed_at() -> None:
    sat = begun()
    cues = sat.table.cues
    with pytest.raises(PlayingError, match="a game is being played: enrol once it is over"):
        sat.table.point("north")
    sat.wait(10)
    assert (sat.table.pointed, sat.table.cues) == ("", cues)


def test_after_a_game_the_table_has_to_be_cleared_first() -> None:
    sat = over()
    with pytest.raises(PlayingError, match="not cleared away yet: say lobby first, then enrol"):
        sat.table.point("north")
    sat.say("lobby")
    sat.table.point("north")
    assert sat.table.pointed == "north"


@pytest.mark.parametrize(
    ("place", "cue", "why"),
    [
        ("five", "ask", "no reader 'five': this table has north, east, south, west, deck"),
        ("north", "blink", "there is no cue 'blink': ask, good or bad"),
    ],
)
def test_a_place_or_a_cue_that_is_not_changes_nothing(place: str, cue: str, why: str) -> None:
    sat = Sat()
    sat.table.point("west")
    with pytest.raises(PointError, match=why):
        sat.table.point(place, cue)
    assert sat.table.pointed == "west"


def test_an_answer_is_heard_and_still_seen_when_the_next_place_is_asked_for() -> None:
    sat = Sat(frames_hz=30)
    sat.table.point("north", "good")
    sat.table.point("deck", "ask")
    sat.wait(600)
    assert sat.outputs == [Sound("good")]
    picture = letters(sat.board.strip.frame)
    assert (picture[NORTH], picture[DECK]) == ("gg........gg", "...W..")
    sat.wait(1000)
    assert letters(sat.board.strip.frame)[NORTH] == "." * 12


def test_in_quiet_mode_the_lights_say_the_same_beside_what_is_asked_for() -> None:
    sat = Sat(frames_hz=30, settings=Settings(sounds=SoundSettings(quiet=True)))
    sat.table.point("north", "good")
    sat.table.point("east", "ask")
    sat.wait(300)
    assert list(sat.board.buzzer.switches) == []
    assert letters(sat.board.strip.frame)[15:27] == "gg..W.W....."


def test_a_tag_that_is_not_taken_blinks_red_and_beeps_twice() -> None:
    sat = Sat(frames_hz=30)
    sat.table.point("north", "bad")
    sat.table.point("north", "ask")
    sat.wait(1000)
    assert sat.outputs == [Sound("refused")]
    assert [on for _, on in sat.board.buzzer.switches] == [True, False, True, False]
    seen = {letters(frame)[NORTH] for _, frame in sat.board.strip.frames}
    assert "R" * 12 in seen


def test_a_reader_that_fails_meanwhile_is_told_and_shown() -> None:
    sat = Sat()
    sat.table.point("north")
    sat.board.readers.fail("west", "no answer")
    sat.board.readers.fail("north", "no answer")
    sat.wait(100)
    assert sat.table.cues == {"north": Cue("fault"), "west": Cue("fault")}
    assert sat.table.status().readers["west"] == "no answer"
    assert sat.outputs == [Sound("fault"), Sound("fault")]


def test_the_lobby_is_shown_again_when_it_ends() -> None:
    sat = joined()
    cues = sat.table.cues
    sat.table.point("south", "bad")
    sat.wait(10)
    sat.table.point("", "whatever")
    sat.wait(10)
    assert sat.table.cues == cues
    assert sat.sides == {"north": RED, "east": "rake.blue"}


def test_nothing_flashes_more_than_three_times_a_second_however_fast_it_is_pointed() -> None:
    board = VirtualBoard(ManualClock(1000))
    sat = Sat(board=board, frames_hz=30)
    for turn in range(30):
        sat.table.point("north", ("good", "bad", "ask")[turn % 3])
        sat.wait(90)
    film = list(board.strip.frames)
    assert len(film) > 8
    assert worst(film) <= 3

"""Rakes that speak: several people join at once, a rake lies on a reader already, nobody is left
out without a word."""

from __future__ import annotations

import pytest
from meadow_host.twin.meadow.lying import Lie
from meadow_host.twin.table.person import Person

from tests.table.sat import BLUE, GREEN, RED, YELLOW
from tests.twin.table.seated import Seated

SIDES = ("north", "east", "south", "west")


@pytest.fixture
def seated() -> Seated:
    """That's My Stash! is chosen; all rakes are in the box."""
    seated = Seated()
    seated.table.say("thats-my-stash")
    seated.wait(300)
    return seated


def test_all_who_join_at_the_same_moment_have_joined_each_with_a_rake(seated: Seated) -> None:
    people = {side: seated.sits(side, key=f"aaaaaaaa{n}") for n, side in enumerate(SIDES)}
    assert [seated.people.speak(people[side], side, side) for side in SIDES] == ["", "", "", ""]
    seated.wait(2000)
    assert sorted(seated.joined) == sorted(SIDES)
    rakes = {side: seated.room.eyes.rake_of(side) for side in SIDES}
    assert len(set(rakes.values())) == 4
    assert {side: seated.place(rake) for side, rake in rakes.items()} == {
        side: f"beside.{side}" for side in SIDES
    }


def test_a_rake_that_is_being_shown_is_refused_to_all_others_in_words(seated: Seated) -> None:
    anna, bert = seated.sits("north"), seated.sits("east")
    assert seated.people.show(anna, RED, "north") == ""
    busy = "this is just being laid on a reader: wait until it is taken away again"
    assert seated.people.show(bert, RED, "east") == busy
    seated.wait(2000)
    assert seated.joined == ["north"]
    assert seated.place(RED) == "beside.north"
    assert seated.people.show(anna, RED, "north") == ""


def test_who_joins_while_the_rake_lies_in_that_tray_has_joined(seated: Seated) -> None:
    seated.world.move(RED, Lie("tray.north", 0.0, -290.0))
    seated.wait(500)
    seated.table.say("leave", "north")
    seated.wait(500)
    assert seated.joined == []
    person = seated.sits("north")
    assert seated.people.speak(person, "north", "north") == ""
    seated.wait(2000)
    assert seated.joined == ["north"]
    assert seated.place(RED) == "beside.north"


def test_a_command_card_that_was_left_on_the_reader_speaks_again_and_goes_into_the_box() -> None:
    seated = Seated()
    card = "command.quick-paws"
    seated.world.move(card, Lie("deck", 340.0, 340.0))
    seated.wait(500)
    seated.table.say("end")
    seated.wait(300)
    assert seated.room.eyes.lobby["game"] == ""
    person = seated.sits("south")
    assert seated.people.show(person, card, "deck") == ""
    seated.wait(2000)
    assert seated.room.eyes.lobby["chosen"] == ["quick-paws"]
    assert seated.place(card) == "box"


def test_bots_and_people_who_join_at_once_mean_different_rakes() -> None:
    seated = Seated(bots=("north", "west"))
    anna, bert = seated.sits("east", key="aaaaaaaa"), seated.sits("south", key="bbbbbbbb")
    seated.table.say("thats-my-stash")
    seated.until(lambda: seated.joined == ["north"])
    assert seated.people.speak(anna, "east", "east") == ""
    assert seated.people.speak(bert, "south", "south") == ""
    seated.until(lambda: len(seated.joined) == 4)
    assert len({seated.room.eyes.rake_of(side) for side in SIDES}) == 4


def test_the_rake_of_a_seat_is_only_its_own_people_to_speak_with(seated: Seated) -> None:
    person = seated.sits("north")
    why = seated.people.speak(person, "south", "deck")
    assert why == "you do not sit at south: its rake is not yours"
    assert seated.people.speak(person, "moon", "deck") == "say first where you sit"


def test_where_all_rakes_are_others_there_is_none_left(seated: Seated) -> None:
    person = seated.sits(*SIDES, "five")
    for side in SIDES:
        assert seated.people.speak(person, side, side) == ""
    assert seated.people.speak(person, "five", "deck") == (
        "there is no rake left for five: let somebody leave, or take one who plays no more"
    )


def test_a_rake_in_hand_speaks_too(seated: Seated) -> None:
    person = seated.sits("south")
    seated.world.move(BLUE, Lie("beside.south", -212.0, 293.0))
    assert seated.people.rake(person, 0, 0, 0) == ""
    assert seated.place(BLUE) == "held.south"
    assert seated.people.speak(person, "south", "south") == ""
    seated.wait(2000)
    assert seated.joined == ["south"]
    assert seated.place(BLUE) == "beside.south"


def test_a_rake_out_of_the_box_has_the_colour_of_its_side_while_that_is_free(
    seated: Seated,
) -> None:
    person = seated.sits("west", "south")
    assert seated.people.speak(person, "west", "west") == ""
    seated.wait(1500)
    assert seated.room.eyes.rake_of("west") == GREEN
    seated.world.move(YELLOW, Lie("tray.east", 290.0, 0.0))
    seated.until(lambda: seated.room.eyes.rake_of("east") == YELLOW)
    assert seated.people.speak(person, "south", "south") == ""
    seated.wait(1500)
    assert seated.room.eyes.rake_of("south") in (RED, BLUE)


def test_a_stop_right_after_the_flip_is_heard_once_the_rake_is_back(seated: Seated) -> None:
    seated.table.say("quick-paws")
    seated.wait(300)
    person = seated.sits("south")
    assert seated.people.speak(person, "south", "south") == ""
    seated.until(lambda: seated.joined == ["south"])
    seated.table.say("start")
    seated.wait(200)
    seated.room.dealer.deal(200)
    seated.until(lambda: seated.game["phase"] == "ready")
    assert seated.people.speak(person, "south", "south") == ""
    assert seated.people.speak(person, "south", "deck") == ""
    # A second tap on the same button is no second word.
    assert seated.people.speak(person, "south", "deck") == ""
    seated.until(lambda: seated.game["phase"] == "playing")
    seated.until(lambda: seated.game["phase"] == "stopped", 3000)
    seated.wait(3000)
    assert seated.game["phase"] == "stopped"
    assert seated.place(seated.room.eyes.rake_of("south")) == "beside.south"


def _rakes(seated: Seated) -> Person:
    """Two play, and one of them has pages to say it."""
    person = seated.sits("south", "north")
    for seat in ("south", "north"):
        assert seated.people.speak(person, seat, seat) == ""
    seated.until(lambda: len(seated.joined) == 2)
    seated.wait(2000)
    seated.table.say("start")
    seated.wait(200)
    seated.room.dealer.deal(200)
    seated.until(lambda: seated.game["phase"] == "ready")
    seated.table.say("start")
    seated.until(lambda: seated.game["phase"] == "playing")
    return person


@pytest.mark.parametrize("after_ms", [0, 300, 700, 900, 1100])
def test_on_three_soon_after_stop_is_heard_once_the_rake_is_back(
    seated: Seated, after_ms: int
) -> None:
    person = _rakes(seated)
    assert seated.people.speak(person, "south", "deck", "playing playing") == ""
    seated.until(lambda: seated.game["phase"] == "stopped", 500)
    seated.wait(after_ms)
    for _ in range(2):  # a second tap is no second word
        assert seated.people.speak(person, "south", "deck", "playing stopped") == ""
        seated.wait(50)
    seated.until(lambda: seated.game["phase"] == "counting", 1500)
    seated.until(lambda: seated.game["phase"] == "playing", 4000)


def test_what_two_say_at_once_is_said_once(seated: Seated) -> None:
    person = _rakes(seated)
    for phase, then in (("playing", "stopped"), ("stopped", "playing")):
        assert seated.people.speak(person, "south", "deck", f"playing {phase}") == ""
        seated.wait(100)  # it is heard; the other page shows it a moment later
        assert seated.people.speak(person, "north", "deck", f"playing {phase}") == ""
        seated.wait(2500)
        assert seated.game["phase"] == then


def test_a_word_of_which_the_situation_has_just_come_is_said(seated: Seated) -> None:
    person = _rakes(seated)
    seated.table.say("stop")
    seated.table.loop.run_pass()  # a page sees it sooner than the meadow
    assert seated.people.speak(person, "south", "deck", "playing stopped") == ""
    seated.until(lambda: seated.game["phase"] == "counting", 1000)


def test_a_word_that_waits_is_said_by_a_rake_that_is_in_hand_by_then(seated: Seated) -> None:
    person = _rakes(seated)
    assert seated.people.speak(person, "south", "south", "playing playing") == ""
    assert seated.people.speak(person, "south", "deck", "playing playing") == ""
    seated.wait(800)
    assert seated.people.rake(person, 0, 0, 100) == ""
    seated.until(lambda: seated.game["phase"] == "stopped", 1000)

"""People at the meadow: who sits where, whose fingers hold what, and when they let go."""

from __future__ import annotations

import math

import pytest
from meadow_host.twin.meadow.lying import Lie
from meadow_host.twin.table.people import GONE_MS, SILENT_MS

from tests.table.sat import RED, YELLOW
from tests.twin.table.seated import Seated

TOKEN = "token.moss.acorn"
CARD = "treat.moss.acorn"


@pytest.fixture
def seated() -> Seated:
    return Seated()


def test_a_seat_is_one_persons(seated: Seated) -> None:
    anna = seated.sits("north")
    bert = seated.people.come("0123456789abcdef")
    why = seated.people.sit(bert, ["north", "east"])
    assert why == "somebody sits at north already: choose another side"
    assert bert.seats == ()
    assert seated.people.sit(anna, ["south"]) == ""
    assert seated.people.sit(bert, ["north", "east"]) == ""
    assert seated.people.seated == {"north", "east", "south"}


def test_a_seat_that_is_not_there_is_refused(seated: Seated) -> None:
    person = seated.people.come("0123456789abcdef")
    assert seated.people.sit(person, ["up"]) == (
        "there is no seat 'up': it is one of north, east, south, west, five"
    )


def test_whoever_reloads_the_page_sits_where_they_sat(seated: Seated) -> None:
    seated.sits("west", key="aaaaaaaa")
    again = seated.people.come("aaaaaaaa")
    assert again.seats == ("west",)
    assert [person.name for person in seated.people] == [again.name]


def test_who_has_come_back_by_another_page_is_not_heard_by_the_older_one(seated: Seated) -> None:
    seated.world.move(TOKEN, Lie("tray.west", -290.0, 0.0))
    ghost = seated.sits("west", key="aaaaaaaa")
    assert seated.people.down(ghost, 0, -290, 0) == ""
    again = seated.people.come("aaaaaaaa")
    assert (ghost.seats, again.seats) == ((), ("west",))
    assert seated.place(TOKEN) == "tray.west"
    assert seated.people.heard(again) == ""
    assert seated.people.heard(ghost) == (
        "this meadow was opened in another tab or window: go on there, or reload this page"
    )


def test_a_seat_waits_for_a_page_that_reloads(seated: Seated) -> None:
    anna = seated.sits("west", key="aaaaaaaa")
    seated.people.go(anna)
    assert seated.people.seated == {"west"}
    seated.wait(GONE_MS - 1000)
    assert seated.people.come("aaaaaaaa").seats == ("west",)


def test_a_seat_waits_no_longer_than_a_while(seated: Seated) -> None:
    seated.people.go(seated.sits("west", key="aaaaaaaa"))
    seated.wait(GONE_MS + 1000)
    assert seated.people.seated == frozenset()
    assert seated.people.come("aaaaaaaa").seats == ()


def test_a_seat_that_waits_is_free_for_whoever_takes_it(seated: Seated) -> None:
    seated.people.go(seated.sits("west", "north", key="aaaaaaaa"))
    seated.sits("west", key="bbbbbbbb")
    assert seated.people.come("aaaaaaaa").seats == ("north",)


def test_whoever_loses_a_seat_is_told(seated: Seated) -> None:
    told: list[tuple[str, ...]] = []
    silent = seated.people.come("aaaaaaaa", told.append)
    assert seated.people.sit(silent, ["west"]) == ""
    seated.wait(GONE_MS + 1000)
    assert told == [("west",), ()]
    again = seated.people.come("bbbbbbbb", told.append)
    assert seated.people.sit(again, ["west"]) == ""
    seated.people.come("bbbbbbbb")
    assert told == [("west",), (), ("west",), ()]


def test_the_second_on_one_rake_is_told_no(seated: Seated) -> None:
    seated.world.move(RED, Lie("meadow", 0.0, 0.0))
    anna, bert = seated.sits("north"), seated.sits("south")
    assert seated.people.down(anna, 0, 0, 0) == ""
    why = seated.people.down(bert, 0, 0, 0)
    assert why == "this is in another hand: wait until it is let go"
    seated.people.move(bert, 0, 100, 0, None, False)
    seated.wait(200)
    assert abs(seated.world.where(RED).x) < 1
    assert seated.people.up(anna, 0, 0, 0) == ""
    assert seated.people.down(bert, 0, 0, 0) == ""


def test_a_phone_that_sleeps_in_mid_drag_lets_go(seated: Seated) -> None:
    person = seated.sits("south")
    seated.world.move(TOKEN, Lie("tray.south", 0.0, 290.0))
    assert seated.people.down(person, 0, 0, 290) == ""
    seated.people.move(person, 0, 100, 400, None, False)
    seated.wait(SILENT_MS - 300)
    assert seated.place(TOKEN) == "held.south"
    seated.wait(700)
    assert seated.place(TOKEN) == "tray.south"
    assert seated.people.seated == {"south"}


def test_a_finger_that_moves_on_after_a_silence_has_its_rake_again(seated: Seated) -> None:
    person = seated.sits("south")
    assert seated.people.rake(person, 3, 0, 0) == ""
    seated.wait(SILENT_MS + 500)
    rake = YELLOW
    assert seated.place(rake) == "meadow"
    seated.people.heard(person)
    assert seated.people.move(person, 3, 0, 100, None, False) == ""
    assert seated.place(rake) == "held.south"
    seated.wait(500)
    assert abs(seated.world.where(rake).y - 100) < 2
    assert seated.people.up(person, 3, 0, 290) == ""  # it was a stroke, and speaks nowhere
    assert seated.place(rake) == "beside.south"
    # a finger that came up has dropped nothing
    assert seated.people.move(person, 3, 0, 0, None, False) == ""
    assert seated.place(rake) == "beside.south"


def test_who_falls_silent_and_loses_the_seat_has_nothing_again(seated: Seated) -> None:
    person = seated.sits("south")
    assert seated.people.rake(person, 0, 0, 0) == ""
    seated.wait(GONE_MS + 500)
    seated.people.heard(person)
    assert seated.people.move(person, 0, 0, 100, None, False) == ""
    assert [one for one in seated.world.lying.pieces if seated.place(one).startswith("held")] == []


def test_what_somebody_else_took_meanwhile_is_theirs(seated: Seated) -> None:
    anna, bert = seated.sits("south"), seated.sits("north")
    seated.world.move(TOKEN, Lie("tray.south", 0.0, 290.0))
    assert seated.people.down(anna, 0, 0, 290) == ""
    for _ in range(4):
        seated.wait(700)
        seated.people.heard(bert)
    assert seated.people.down(bert, 0, 0, 290) == ""
    busy = "this is in another hand: wait until it is let go"
    assert seated.people.move(anna, 0, 0, 300, None, False) == busy
    assert seated.people.move(anna, 0, 0, 310, None, False) == ""  # it is said once
    assert seated.place(TOKEN) == "held.north"


def test_who_holds_something_and_is_heard_keeps_it(seated: Seated) -> None:
    person = seated.sits("south")
    seated.world.move(TOKEN, Lie("tray.south", 0.0, 290.0))
    assert seated.people.down(person, 0, 0, 290) == ""
    for _ in range(10):
        seated.wait(700)
        seated.people.heard(person)
    assert seated.place(TOKEN) == "held.south"


def test_who_is_silent_for_long_has_left_the_seat(seated: Seated) -> None:
    seated.sits("south")
    seated.wait(GONE_MS + 500)
    assert seated.people.seated == frozenset()


def test_a_page_that_goes_lets_go(seated: Seated) -> None:
    person = seated.sits("south")
    seated.world.move(TOKEN, Lie("tray.south", 0.0, 290.0))
    assert seated.people.down(person, 0, 0, 290) == ""
    seated.people.go(person)
    assert seated.place(TOKEN) == "tray.south"
    assert list(seated.people) == []


def test_a_finger_brings_the_own_rake_to_where_the_meadow_is_touched(seated: Seated) -> None:
    seated.plays("thats-my-stash", "north", "south")
    person = seated.sits("south")
    seated.world.move("rake.blue", Lie("beside.south", -212.0, 293.0))
    assert seated.people.rake(person, 0, 50, -100) == ""
    seated.wait(50)
    rake = seated.world.where("rake.blue")
    assert (round(rake.x), round(rake.y)) == (50, -100)
    assert rake.angle == 0.0  # its tines point to the own side
    seated.people.up(person, 0, 50, -100)
    assert seated.place("rake.blue") == "meadow"
    # and from there to the next place, pushing nothing on the way
    seated.world.move(TOKEN, Lie("meadow", 100.0, 0.0))
    assert seated.people.rake(person, 0, 150, 100) == ""
    seated.wait(500)
    assert (seated.world.where(TOKEN).x, seated.world.where(TOKEN).y) == (100.0, 0.0)


def test_one_person_with_two_sides_has_the_rake_of_the_nearer_one(seated: Seated) -> None:
    seated.world.move("rake.blue", Lie("beside.south", -212.0, 293.0))
    seated.world.move("rake.green", Lie("beside.west", -293.0, -212.0))
    person = seated.sits("south", "west")
    assert seated.people.rake(person, 0, 0, 200) == ""
    assert seated.people.rake(person, 1, -200, 0) == ""
    assert seated.place("rake.blue") == "held.south"
    assert seated.place("rake.green") == "held.west"
    seated.wait(50)
    assert seated.world.where("rake.green").angle == pytest.approx(math.pi / 2)


def test_a_finger_says_for_which_side_its_rake_comes_down_and_how_it_is_turned(
    seated: Seated,
) -> None:
    seated.world.move("rake.blue", Lie("beside.south", -212.0, 293.0))
    seated.world.move("rake.green", Lie("beside.west", -293.0, -212.0))
    person = seated.sits("south", "west")
    # behind a finger that is just on the side of south
    assert seated.people.rake(person, 0, -104, 80, 0.25, "south") == ""
    seated.wait(50)
    rake = seated.world.where("rake.blue")
    assert (rake.place, round(rake.x), round(rake.y)) == ("held.south", -104, 80)
    assert rake.angle == pytest.approx(0.25)
    # and a side that is not one's own is nobody's to say
    assert seated.people.rake(person, 1, -200, 0, None, "north") == ""
    assert seated.place("rake.green") == "held.west"


def test_who_does_not_sit_has_no_rake(seated: Seated) -> None:
    person = seated.people.come("0123456789abcdef")
    assert seated.people.rake(person, 0, 0, 0) == "say first where you sit"


def test_a_card_in_a_hand_is_not_anothers_to_take(seated: Seated) -> None:
    card = "card.blue-worms.7"
    seated.world.move(card, Lie("hand.west", -500.0, 0.0))
    anna = seated.sits("north")
    handle = seated.world.handles.of(card)
    why = seated.people.lay(anna, handle, "deck", up=True)
    assert why == "west holds that card: it is not yours to take"
    assert seated.place(card) == "hand.west"
    bert = seated.sits("west")
    assert seated.people.lay(bert, handle, "deck", up=True) == ""
    assert seated.place(card) == "deck"


def test_a_tap_that_cannot_be_changes_nothing(seated: Seated) -> None:
    seated.world.move(CARD, Lie("cards.south", 0.0, 396.0, up=True))
    seated.world.move(TOKEN, Lie("tray.south", 0.0, 290.0))
    person = seated.sits("south")
    assert seated.people.lay(person, CARD, "meadow") == (
        "cards do not belong on the meadow: lay them before a side"
    )
    assert seated.world.lying.lie(CARD) == Lie("cards.south", 0.0, 396.0, up=True)
    assert seated.people.lay(person, TOKEN, seated.world.handles.of(CARD)) == ""
    assert seated.world.lying.token_on(CARD) == TOKEN
    assert seated.people.lay(person, "nothing", "tray.south") == "there is no piece 'nothing' here"


def test_a_card_that_is_shown_speaks_to_the_table_and_lies_where_it_was(seated: Seated) -> None:
    person = seated.sits("south")
    assert seated.people.show(person, "command.quick-paws", "deck") == ""
    seated.wait(300)
    assert seated.place("command.quick-paws") == "deck"
    seated.wait(1000)
    assert seated.place("command.quick-paws") == "box"
    assert seated.room.eyes.lobby["chosen"] == ["quick-paws"]


def test_a_rake_that_joins_lies_beside_its_side_afterwards(seated: Seated) -> None:
    seated.table.say("thats-my-stash")
    seated.wait(200)
    person = seated.sits("west")
    assert seated.people.show(person, RED, "west") == ""
    seated.wait(1500)
    assert seated.joined == ["west"]
    assert seated.place(RED) == "beside.west"
    why = seated.people.show(person, RED, "moon")
    assert why == "there is no reader 'moon': it is deck, or a side"


def test_fingers_that_point_to_nowhere_change_nothing(seated: Seated) -> None:
    person = seated.sits("south")
    seated.world.move(TOKEN, Lie("tray.south", 0.0, 290.0))
    assert seated.people.down(person, 0, math.nan, 0) == "(nan, 0) is no point of the table"
    assert seated.people.down(person, 0, 0, 290) == ""
    assert seated.people.move(person, 0, 1e9, 0, None, False) == (
        "(1000000000.0, 0) is no point of the table"
    )
    assert seated.people.up(person, 0, 1e9, 0) == "(1000000000.0, 0) is no point of the table"
    assert seated.place(TOKEN) == "tray.south"

"""What comes of a page's message at the meadow: for whom, and by what names."""

from __future__ import annotations

import pytest
from meadow.games.package import load_packages
from meadow.pieces.sets import default_sets, pieces_of
from meadow_host.twin.meadow.lying import Lie
from meadow_host.twin.table.room import Room
from meadow_host.twin.table.troubles import FullableDisk, Troubles
from meadow_host.web.acting import act
from meadow_host.web.talk import (
    Bots,
    Break,
    Collect,
    Deal,
    Do,
    Finger,
    Fingers,
    Hello,
    Lay,
    Message,
    SetOut,
    Show,
    Sit,
    Speak,
    TakeBack,
    Turn,
)
from msgspec.structs import replace

from tests.twin.table.seated import Seated

MOVED = "this meadow was opened in another tab or window: go on there, or reload this page"
TOKEN = "token.moss.acorn"


@pytest.mark.parametrize(
    "said",
    [
        Hello(1, "aaaaaaaa"),
        Sit(("east",)),
        Fingers((Finger(0, Do.DOWN, -290.0, 0.0), Finger(0, Do.UP, 0.0, 0.0))),
        Lay(TOKEN, "tray.east"),
        Turn("card-1"),
        Show("rake.red", "deck"),
        Speak("west", "deck"),
        Deal(),
        Collect(),
        TakeBack(),
        SetOut("sweepers"),
        Bots(("north",)),
        Break("deaf", True, place="east"),
    ],
    ids=lambda said: type(said).__name__,
)
def test_who_has_come_back_by_another_page_does_nothing_by_the_older_one(said: Message) -> None:
    seated = Seated()
    seated.world.move(TOKEN, Lie("tray.west", -290.0, 0.0))
    older = seated.sits("west", key="aaaaaaaa")
    seated.people.come("aaaaaaaa")
    changes, state = seated.world.changes, seated.room.state()
    assert act(seated.room, older, said) == [MOVED]
    assert (seated.world.changes, seated.room.state()) == (changes, state)


OWN = {TOKEN: "deck", "treat.moss.acorn": "card-7", "treat.moss.hazelnut": "cards.east"}
OWN |= {"rake.red": "north", "rake.blue": "card-1", "command.start": "meadow"}


def test_pages_do_with_pieces_that_are_called_like_places_and_cards_what_they_do_with_others() -> (
    None
):
    pieces = [replace(piece, id=OWN.get(piece.id, piece.id)) for piece in pieces_of(default_sets())]
    room = Room(pieces, load_packages(), 1, Troubles(FullableDisk(), None), lambda line: None)
    world, handle = room.world, room.world.handles.of
    person = room.people.come("aaaaaaaa")
    assert act(room, person, Sit(("north", "east"))) == []
    for seat, rake in (("north", "north"), ("east", "card-1")):  # in the colours of these sides
        assert act(room, person, Speak(seat, seat)) == []
        assert world.where(rake).place == f"tray.{seat}"
    assert act(room, person, Show(handle("meadow"), "deck")) == []
    assert world.where("meadow").place == "deck"
    card, other = "card-7", "cards.east"
    for one in (card, other):
        assert act(room, person, Lay(handle(one), "deck")) == []
        assert act(room, person, Lay(handle(one), "cards.east", up=True)) == []
        assert world.where(one)[0] == "cards.east"
    for to in ("deck", "meadow", "tray.east", "cards.east"):
        assert act(room, person, Lay("deck", to)) == []
        assert world.where("deck").place == to
    assert act(room, person, Lay("deck", handle(other))) == []
    assert world.where("deck").on == other
    # by its id no card is known to a page: that would tell where a hidden one lies
    assert act(room, person, Lay("deck", card)) == ["there is no place and no card 'card-7' here"]
    assert act(room, person, Turn(card)) == ["there is no piece 'card-7' here"]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (Bots(("west",), words=("<b>bogus</b>",)), "'<b>bogus</b>' is no game; write "),
        (Bots(("five",), words=("quick-paws",)), "Sweepers has no seat five: seat fewer bots"),
        (Bots(("west",), skill="godlike"), "there is no skill 'godlike': it is one of novice, "),
    ],
)
def test_what_bots_cannot_do_is_refused_when_a_page_asks_for_it(said: Bots, why: str) -> None:
    seated = Seated()
    before = seated.room.state()
    (line,) = act(seated.room, seated.sits("north"), said)
    assert line.startswith(why)
    assert seated.room.state() == {**before, "people": ["north"]}


LONG = "x" * 80
SHORT = "'" + "x" * 57 + "...'"


@pytest.mark.parametrize(
    "said",
    [
        Sit((LONG,)),
        Lay(LONG, "deck"),
        Lay(TOKEN, LONG),
        Turn(LONG),
        Show(LONG, "deck"),
        Show("rake.red", LONG),
        SetOut(LONG),
        Bots((LONG,)),
        Bots(("west",), skill=LONG),
        Bots(("west",), words=(LONG,)),
        Break(LONG, True),
    ],
    ids=lambda said: type(said).__name__,
)
def test_of_a_long_word_an_answer_repeats_no_more_than_a_line_has_room_for(said: Message) -> None:
    seated = Seated()
    (line,) = act(seated.room, seated.sits("north"), said)
    assert SHORT in line
    assert LONG not in line


def test_where_a_page_speaks_for_a_seat_that_is_none_the_seat_is_not_repeated() -> None:
    seated = Seated()
    assert act(seated.room, seated.sits("north"), Speak(LONG, "deck")) == [
        "say first where you sit"
    ]

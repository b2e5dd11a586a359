"""docs/sweet-takes.md is true: its words are those of the code, its ways out of trouble work."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from meadow.games.game import seat_audience
from meadow.games.package import load_packages
from meadow.games.sweet_takes.package import PACKAGE

from tests.table.sat import BLUE, RED, REGISTER, Sat

PAGE = (Path(__file__).parents[2] / "docs" / "sweet-takes.md").read_text(encoding="utf-8")
SUITS = ("blue-worms", "green-bursts", "pink-buttons")
CARDS = [f"card.{suit}.{value}" for suit in SUITS for value in range(1, 11)]


def dealing(*words: str) -> Sat:
    """North and east sit there, and north leads."""
    sat = Sat(load_packages())
    sat.tap("deck", "command.sweet-takes")
    for word in words:
        sat.say(word)
    sat.tap("north", RED)
    sat.tap("east", BLUE)
    sat.tap("north", "tracker")
    sat.tap("deck", "command.start")
    assert sat.refusals == []
    return sat


def playing() -> Sat:
    sat = dealing()
    for card in CARDS[:24]:
        sat.tap("deck", card)
    return sat


def game(sat: Sat, audience: str = "public") -> dict[str, Any]:
    view: dict[str, Any] = sat.table.view(audience)["game"]
    return view


def three(sat: Sat) -> None:
    """A rake on the deck reader, and the count of three."""
    sat.tap("deck", RED)
    sat.wait(4000)


def test_the_words_of_the_page_are_words_of_the_game() -> None:
    rows = re.findall(r"^\| (`.+?) \|", PAGE.split("## Words in the game")[1], re.MULTILINE)
    listed = {said.split()[0] for row in rows for said in re.findall("`(.+?)`", row)}

    assert listed == {
        *("leader", "deal", "play", "stash", "start", "swap", "suits", "award"),
        *("undo", "pause", "off", "end"),
    }
    assert {"three-sets", "deal-unscanned", "suits", "leader"} <= PACKAGE.words.keys()
    assert "`deal-unscanned`, `suits NAME NAME ...`" in PAGE


@pytest.mark.rule("S9")
def test_for_the_next_game_who_leads_is_asked_for_anew() -> None:
    sat = dealing()
    sat.say("end")
    sat.wait(4000)
    sat.tap("deck", "command.start")
    sat.wait(4000)
    sat.tap("deck", "command.start")

    assert game(sat)["leader"] == ""
    sat.tap("east", "tracker")
    assert game(sat)["leader"] == "east"


def test_two_cards_dealt_at_once_go_to_two_seats() -> None:
    sat = dealing()
    sat.lay("deck", CARDS[0], wait_ms=0)
    sat.lay("deck", CARDS[1])

    assert [seat["hand"] for seat in game(sat)["seats"]] == [1, 1]


def test_without_the_deck_reader_cards_are_dealt_and_played_by_their_names() -> None:
    sat = dealing()
    sat.board.readers.fail("deck")
    sat.wait(200)
    sat.say("off", "deck")
    sat.say("start")
    sat.wait(4000)
    for card in CARDS[:24]:
        sat.say("deal", card)
    card = game(sat, seat_audience("north"))["may_play"][0]
    sat.say("play", card)

    assert [play["card"] for play in game(sat)["plays"]] == [card]
    assert sat.refusals == []


def test_a_player_whose_tray_is_switched_off_plays_on() -> None:
    sat = dealing("deal-unscanned")
    sat.board.readers.fail("north")
    sat.wait(200)
    assert sat.table.view("public")["paused"]
    sat.say("off", "north")
    three(sat)
    sat.tap("deck", "command.stash")
    sat.tap("deck", CARDS[0])

    (play,) = game(sat)["plays"]
    assert (play["seat"], play["source"]) == ("north", "stash")
    assert sat.refusals == []


def test_the_undo_card_is_a_break_and_the_last_card_is_laid_again() -> None:
    sat = playing()
    card = game(sat, seat_audience("north"))["may_play"][0]
    sat.tap("deck", card, 500)
    sat.tap("deck", "command.undo")
    assert sat.table.view("public")["paused"]
    three(sat)
    sat.tap("deck", card, 500)

    assert [play["card"] for play in game(sat)["plays"]] == [card]
    assert "command.pause" not in {piece.id for piece in REGISTER.pieces}


def test_the_start_card_goes_on_where_all_joined_without_rakes() -> None:
    sat = Sat(load_packages())
    for word in ("sweet-takes", "seat-north", "seat-five", "start"):
        sat.tap("deck", f"command.{word}")
    sat.say("pause")
    three(sat)
    assert sat.table.view("public")["paused"]  # nobody has joined with this rake
    assert sat.refusals[-1] == (
        "the game is paused, and nobody joined with a rake: the card Start goes on"
    )
    sat.tap("deck", "command.start")
    sat.wait(4000)

    assert not sat.table.view("public")["paused"]

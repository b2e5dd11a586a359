"""Choosing Sweet Takes, joining it with the pieces of the box, and naming who leads (T5, S9)."""

from __future__ import annotations

import pytest
from meadow.games.game import Cue
from meadow.games.sweet_takes.facts import LeaderNamed, SetBegan
from meadow.games.sweet_takes.package import PACKAGE

from tests.table.sat import BLUE, RED, Sat


def joined() -> Sat:
    """Three players: two by rake, one at the corner by the Seat card. Cards are dealt by hand."""
    sat = Sat({PACKAGE.name: PACKAGE})
    sat.tap("deck", "command.sweet-takes")
    sat.say("deal-unscanned")
    sat.tap("north", RED)
    sat.tap("east", BLUE)
    sat.tap("deck", "command.seat-five")
    assert sat.refusals == []
    return sat


def choices(sat: Sat) -> str:
    return str(sat.table.view("public")["lobby"]["choices"])


@pytest.mark.rule("T5", "S20")
def test_the_fifth_seat_joins_by_its_card_and_its_corner_says_so() -> None:
    sat = Sat({PACKAGE.name: PACKAGE})
    sat.tap("deck", "command.sweet-takes")
    assert sat.table.cues["five"] == Cue("free")
    sat.tap("deck", "command.seat-five")
    assert sat.table.cues["five"] == Cue("joined")
    assert sat.sides == {"five": ""}
    sat.say("leave", "five")
    assert sat.table.cues["five"] == Cue("free")


@pytest.mark.rule("T5", "S9")
@pytest.mark.parametrize(("place", "leader"), [("east", "east"), ("deck", "five")])
def test_the_turn_tracker_names_the_first_leader_in_the_lobby(place: str, leader: str) -> None:
    sat = joined()
    sat.tap(place, "tracker")
    assert choices(sat) == f"Sweet Takes, unscanned, {leader} leads"
    sat.tap("deck", "command.start")
    assert sat.refusals == []
    began = [fact for fact in sat.facts if isinstance(fact, SetBegan)]
    assert [fact.leader for fact in began] == [leader]


@pytest.mark.rule("T5", "S9")
def test_a_tracker_that_still_lies_there_at_the_start_is_no_harm() -> None:
    sat = joined()
    sat.lay("north", "tracker")
    sat.tap("deck", "command.start")
    assert [fact.leader for fact in sat.facts if isinstance(fact, SetBegan)] == ["north"]
    assert not any(isinstance(fact, LeaderNamed) for fact in sat.facts)
    assert sat.refusals == []


@pytest.mark.rule("T5")
def test_the_tracker_on_a_tray_where_nobody_joined_is_refused() -> None:
    sat = joined()
    sat.tap("west", "tracker")
    assert sat.refusals == ["nobody has joined at west: lay a rake there first, or say seat west"]
    assert choices(sat) == "Sweet Takes, unscanned"


@pytest.mark.rule("T5", "S9")
@pytest.mark.parametrize(("place", "leader"), [("east", "east"), ("deck", "five")])
def test_a_leader_who_left_is_refused_at_the_start(place: str, leader: str) -> None:
    sat = joined()
    sat.tap(place, "tracker")
    sat.say("leave", leader)
    sat.say("start")
    assert sat.phase == "lobby"
    assert sat.refusals == [
        f"{leader} is to lead but has not joined: join there, or name another (S9)"
    ]


@pytest.mark.rule("T5", "S9")
def test_a_leader_whose_rake_moved_is_named_anew() -> None:
    sat = joined()
    sat.tap("east", "tracker")
    sat.tap("south", BLUE)
    sat.say("start")
    assert sat.refusals == ["east is to lead but has not joined: join there, or name another (S9)"]
    sat.tap("south", "tracker")
    sat.say("start", wait_ms=4000)
    assert [fact.leader for fact in sat.facts if isinstance(fact, SetBegan)] == ["south"]


@pytest.mark.rule("T16")
def test_a_card_in_the_lobby_is_of_no_use() -> None:
    sat = joined()
    sat.tap("north", "card.purple-rings.1")
    assert sat.refusals == ["card.purple-rings.1 is of no use yet: join, then start"]

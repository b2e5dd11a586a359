"""Collecting cards and who leads next (R83, R94, R95, R107 to R113, S4, S5)."""

from __future__ import annotations

import pytest
from meadow.games.game import Cue, Sound
from meadow.games.sweet_takes.facts import CardsCollected, RoundPlayed

from tests.games.sweet_takes.scene import Scene, card_id, dealt

Took = tuple[str, str, list[str], int]


def took(scene: Scene) -> list[Took]:
    """(seat, face up, face down, order) of what the last card made collect."""
    return [
        (fact.seat, fact.face_up, list(fact.face_down), fact.order)
        for fact in scene.said_now(CardsCollected)
    ]


def ids(*cards: str) -> list[str]:
    return [card_id(card) for card in cards]


@pytest.mark.rule("R83", "R94", "R95", "R109", "R127")
def test_the_highest_card_of_the_suit_takes_all_cards_of_that_suit() -> None:
    scene = dealt("north: purple 7", "east: purple 9", "south: purple 2")
    scene.play("purple 7", "purple 9", "purple 2")
    assert took(scene) == [("east", card_id("purple 9"), ids("purple 2", "purple 7"), 1)]
    assert scene.face_up("east") == ["purple 9"]
    assert scene.face_down("east") == ["purple 2", "purple 7"]
    assert (scene.face_up("north"), scene.face_down("north")) == ([], [])


@pytest.mark.rule("R95")
def test_the_highest_card_goes_face_up_and_all_others_of_that_suit_face_down() -> None:
    scene = dealt("north: purple 7", "east: purple 9", "south: purple 2")
    scene.play("purple 7", "purple 9", "purple 2")
    east = scene.view()["seats"][1]
    assert (east["face_up"], east["face_down"]) == (ids("purple 9"), 2)


@pytest.mark.rule("R94", "R103")
def test_a_high_card_of_another_suit_does_not_take_the_trick() -> None:
    scene = dealt("north: purple 2", "east: no purple, pink 10").play("purple 2", "pink 10")
    assert took(scene) == [
        ("north", card_id("purple 2"), [], 1),
        ("east", card_id("pink 10"), [], 2),
    ]


@pytest.mark.rule("R108", "R109", "R110", "R111", "S4")
def test_cards_are_collected_starting_suit_first_then_secondary_then_the_remaining_suits() -> None:
    """The five suits: purple led, white second, then blue by south, then yellow by west."""
    scene = dealt(
        "north: purple 3",
        "east: no purple, white 4",
        "south: no purple, no white, blue 9",
        "west: no purple, no white, yellow 10",
        "five: no purple, no white, blue 2",
    ).play("purple 3", "white 4", "blue 9", "yellow 10", "blue 2")
    assert took(scene) == [
        ("north", card_id("purple 3"), [], 1),
        ("east", card_id("white 4"), [], 2),
        ("south", card_id("blue 9"), ids("blue 2"), 3),
        ("west", card_id("yellow 10"), [], 4),
    ]
    assert scene.said_now(RoundPlayed) == [
        RoundPlayed(round=1, winners=("north", "east", "south", "west"), leader="west")
    ]


@pytest.mark.rule("S4", "R111")
def test_remaining_suits_are_collected_in_order_of_first_appearance_not_of_the_box() -> None:
    scene = dealt(
        "north: white 3",
        "east: no white, yellow 4",
        "south: no white, no yellow, pink 9",
        "west: no white, no yellow, purple 10",
    ).play("white 3", "yellow 4", "pink 9", "purple 10")
    assert [fact.suit for fact in scene.said_now(CardsCollected)] == [
        "white-swirls",
        "yellow-bears",
        "pink-buttons",
        "purple-rings",
    ]


@pytest.mark.rule("R108")
def test_one_player_does_not_collect_in_place_of_another() -> None:
    """East takes purple, west takes pink; north and south take nothing."""
    scene = dealt(
        "north: purple 3",
        "east: purple 8",
        "south: no purple, pink 2",
        "west: no purple, pink 5",
    ).play("purple 3", "purple 8", "pink 2", "pink 5")
    assert took(scene) == [
        ("east", card_id("purple 8"), ids("purple 3"), 1),
        ("west", card_id("pink 5"), ids("pink 2"), 2),
    ]


# -------------------------------------------------------------------------- who leads next


@pytest.mark.rule("R112")
def test_if_only_one_player_won_cards_they_start_the_next_round() -> None:
    scene = dealt("north: purple 7", "east: purple 9", "south: purple 2")
    scene.play("purple 7", "purple 9", "purple 2")
    assert scene.said_now(RoundPlayed) == [RoundPlayed(round=1, winners=("east",), leader="east")]
    assert (scene.leader, scene.on_turn) == ("east", "east")


@pytest.mark.rule("R112")
def test_even_if_they_started_the_last_round() -> None:
    scene = dealt("north: purple 9", "east: purple 7").play("purple 9", "purple 7")
    assert (scene.leader, scene.on_turn) == ("north", "north")


@pytest.mark.rule("R113", "S5")
def test_if_more_than_one_won_the_last_winner_in_turn_order_goes_first() -> None:
    """East leads; south and north win; north played after south."""
    scene = dealt(
        "north: no purple, pink 1",
        "east: purple 7",
        "south: purple 9",
        leader="east",
    ).play("purple 7", "purple 9", "pink 1")
    assert scene.said_now(RoundPlayed)[0].leader == "north"
    assert scene.on_turn == "north"


@pytest.mark.rule("R113", "S5")
def test_the_last_winner_in_turn_order_is_not_the_winner_of_the_last_suit() -> None:
    """East takes the secondary suit, but south, who takes the starting suit, played later."""
    scene = dealt("north: purple 7", "east: no purple, pink 1", "south: purple 9")
    scene.play("purple 7", "pink 1", "purple 9")
    assert took(scene) == [
        ("south", card_id("purple 9"), ids("purple 7"), 1),
        ("east", card_id("pink 1"), [], 2),
    ]
    assert scene.said_now(RoundPlayed) == [
        RoundPlayed(round=1, winners=("south", "east"), leader="south")
    ]


@pytest.mark.rule("R109", "R113")
def test_the_winners_are_lit_in_the_order_of_collecting_until_the_next_card() -> None:
    scene = dealt(
        "north: purple 3", "east: no purple, pink 4", "south: purple 9, purple 2", "west: purple 1"
    )
    scene.play("purple 3", "pink 4", "purple 9", "purple 1")
    assert scene.last[-1] == Sound("trick")
    assert scene.session.lights(scene.full) == {
        "south": Cue("lead-next", 1, 2),
        "east": Cue("collect", 2, 2),
        "deck": Cue("free-lead"),
    }
    scene.play("purple 2")
    assert scene.session.lights(scene.full) == {
        "south": Cue("tracker"),
        "west": Cue("turn", 2, 12),
        "deck": Cue("lead.purple-rings"),
    }


@pytest.mark.rule("R80", "R113", "R96")
def test_the_turn_tracker_is_a_light_at_the_leader_of_the_round() -> None:
    scene = dealt("north: purple 1", "east: purple 2", leader="east").play("purple 2")
    assert scene.cues() == {"east": "tracker", "north": "turn", "deck": "lead.purple-rings"}

"""The secret stash: played unseen, always allowed, never binding (R89 to R101, R114, R115)."""

from __future__ import annotations

import pytest
from meadow.games.game import Cue
from meadow.games.sweet_takes.facts import CardPlayed, CardsCollected

from tests.games.sweet_takes.scene import card_id, dealt, unscanned

HEAVY = "north: purple 1-9 | purple 10, yellow 1 4"
LIGHT = "east: pink 1-9 | pink 10, yellow 2 3"


@pytest.mark.rule("R100", "S2", "S12")
def test_a_player_who_could_follow_may_play_from_the_stash_instead() -> None:
    scene = dealt("north: purple 7", "east: purple 2 | pink 3").play("purple 7")
    assert "pink 3" in scene.legal_cards()
    scene.play("pink 3")
    assert scene.said_now(CardPlayed)[0] == CardPlayed(
        seat="east",
        card=card_id("pink 3"),
        suit="pink-buttons",
        value=3,
        source="stash",
        role="secondary",
        round=1,
    )


@pytest.mark.rule("R98", "S2", "R101")
def test_a_stash_card_that_is_led_sets_the_starting_suit() -> None:
    scene = dealt("north: | yellow 7", "east: yellow 2, pink 3").play("yellow 7")
    assert scene.said_now(CardPlayed)[0].role == "lead"
    assert scene.view()["starting_suit"] == "yellow-bears"
    assert scene.play("pink 3").refusal.startswith("east must follow the starting suit, yellow")


@pytest.mark.rule("R101", "S2")
@pytest.mark.parametrize("turn", [0, 1, 2, 3, 4])
def test_leader_second_and_later_players_alike_may_play_from_the_stash(turn: int) -> None:
    """Whatever lies there, each of the three stash cards is legal."""
    seats = ("north", "east", "south", "west", "five")
    specs = [
        "north: purple 1 | blue 1-3",
        "east: purple 2 | blue 4-6",
        "south: purple 3 | blue 7-9",
        "west: purple 4 | white 1-3",
        "five: purple 5 | white 4-6",
    ]
    stashes = [spec.partition("| ")[2] for spec in specs]
    scene = dealt(*specs)
    for value in range(1, turn + 1):
        scene.play(f"purple {value}")
    assert scene.on_turn == seats[turn]
    colour, values = stashes[turn].split()
    own = {f"{colour} {value}" for value in range(int(values[0]), int(values[-1]) + 1)}
    assert own <= scene.legal_cards()
    assert scene.play(min(own)).said_now(CardPlayed)[0].source == "stash"


@pytest.mark.rule("S2", "R83")
def test_a_stash_card_counts_fully_and_can_win_the_suit() -> None:
    scene = dealt("north: purple 7", "east: | purple 9").play("purple 7", "purple 9")
    assert scene.said_now(CardsCollected) == [
        CardsCollected(
            seat="east",
            suit="purple-rings",
            face_up=card_id("purple 9"),
            face_down=(card_id("purple 7"),),
            order=1,
        )
    ]


@pytest.mark.rule("S12")
def test_a_stash_card_of_the_suit_does_not_bind_the_hand() -> None:
    """East has purple in the stash alone, and so cannot follow from the hand."""
    scene = dealt("north: purple 7", "east: no purple, pink 3 | purple 2").play("purple 7")
    assert scene.play("pink 3").refusal == ""


@pytest.mark.rule("R114", "S13")
def test_out_of_hand_cards_a_player_must_play_from_the_stash() -> None:
    scene = dealt(HEAVY, LIGHT).rounds(north="purple 1-9", east="pink 1-9")
    assert scene.hand("east") == []
    while scene.on_turn != "east":
        scene.play(scene.stash("north")[0])
    assert scene.legal_cards() == {"pink 10", "yellow 2", "yellow 3"}
    assert scene.session.lights(scene.full)["east"].name == "lead-next"
    scene.play("yellow 3")
    assert scene.session.lights(scene.full)["north"] == Cue("turn-stash", 10, 12)


@pytest.mark.rule("R115", "S13")
def test_out_of_stash_cards_a_player_must_play_from_the_hand_and_follow() -> None:
    scene = dealt(HEAVY, "east: pink 1-8, yellow 5 | pink 9 10, yellow 2")
    scene.rounds(north="purple 1-3", east="pink 9 10, yellow 2")
    assert scene.stash("east") == []
    while scene.on_turn != "north":
        scene.play("pink 1").play("purple 4")
    scene.play("yellow 4")
    assert scene.legal_cards() == {"yellow 5"}


@pytest.mark.rule("R114", "S13", "S21")
def test_unscanned_a_card_on_the_deck_reader_is_refused_when_the_hand_is_empty() -> None:
    scene = unscanned("north", "east").rounds(north="purple 1-9", east="pink 1-9")
    seat = scene.on_turn
    before = scene.state
    scene.play("yellow 1")
    assert scene.refusal == f"{seat} has no cards left in the hand: play one from the stash"
    assert (scene.ruling, scene.state) == ("R114", before)
    assert scene.play("yellow 1", place=seat).said_now(CardPlayed)[0].source == "stash"


@pytest.mark.rule("R115", "S13", "S21")
def test_unscanned_a_stash_card_is_refused_when_the_stash_is_empty() -> None:
    scene = unscanned("north", "east")
    for value in (1, 2, 3):
        for _ in range(2):
            seat = scene.on_turn
            scene.play(f"{'purple' if seat == 'north' else 'pink'} {value}", place=seat)
    seat = scene.on_turn
    before = scene.state
    scene.play("yellow 1", place=seat)
    assert scene.refusal == f"the stash of {seat} is empty: play from the hand, on the deck reader"
    assert (scene.ruling, scene.state) == ("R115", before)
    assert scene.say("stash").refusal == f"the stash of {seat} is empty"
    assert (scene.ruling, scene.state) == ("R115", before)


@pytest.mark.rule("S21", "T4")
def test_scanned_there_is_no_need_to_say_stash() -> None:
    scene = dealt("north: | pink 3", "east:").say("stash")
    assert scene.refusal == "no need to say so: the table knows which cards are in a stash"
    assert scene.ruling == "S21"
    assert scene.play("pink 3").said_now(CardPlayed)[0].source == "stash"

"""Unscanned games: cards counted by place, and breaches found in hindsight (S21, S22)."""

from __future__ import annotations

import pytest
from meadow.games.game import Cue, Sound
from meadow.games.sweet_takes.facts import BreachFound, CardPlayed, StashAnnounced

from tests.games.sweet_takes.scene import FIVE, Scene, card_id, unscanned


def played(scene: Scene) -> list[tuple[str, str]]:
    """(seat, source) of what the last card gave."""
    return [(fact.seat, fact.source) for fact in scene.said_now(CardPlayed)]


def left(scene: Scene, seat: str) -> tuple[int, int]:
    """How many cards this seat has in its hand and in its stash."""
    shown = scene.view()["seats"][scene.seats.index(seat)]
    return shown["hand"], shown["stash"]


# ------------------------------------------------------------------- hand, stash and turn


@pytest.mark.rule("S21")
def test_a_card_on_the_deck_reader_is_from_the_hand_and_one_on_the_own_tray_from_the_stash() -> (
    None
):
    scene = unscanned("north", "east").play("purple 7")
    assert (played(scene), left(scene, "north")) == ([("north", "hand")], (8, 3))
    scene.play("pink 3", place="east")
    assert (played(scene), left(scene, "east")) == ([("east", "stash")], (9, 2))


@pytest.mark.rule("S22")
def test_a_card_counts_as_the_seats_that_is_on_turn() -> None:
    """Nobody knows who has which card: whoever's it is, it is north's, then east's."""
    scene = unscanned("north", "east").play("purple 7", "purple 9")
    assert [fact.seat for fact in scene.facts(CardPlayed)] == ["north", "east"]


@pytest.mark.rule("S22")
def test_a_card_on_the_tray_of_a_seat_that_is_not_on_turn_is_refused() -> None:
    scene = unscanned("north", "east")
    before = scene.state
    for place in ("east", "south"):
        scene.play("purple 7", place=place)
        assert scene.refusal == f"north is on turn, not {place}"
        assert (scene.ruling, scene.state) == ("S22", before)


@pytest.mark.rule("S22")
def test_a_card_that_was_played_already_is_refused() -> None:
    scene = unscanned("north", "east").play("purple 7")
    before = scene.state
    scene.play("purple 7")
    assert scene.refusal == "this card has been played already"
    assert (scene.ruling, scene.state) == ("S22", before)


@pytest.mark.rule("S22", "R86")
def test_a_card_of_an_unused_suit_is_refused_in_an_unscanned_game() -> None:
    scene = unscanned("north", "east")
    before = scene.state
    for place in ("deck", "north"):
        scene.play("white 7", place=place)
        assert scene.refusal == "white-swirls are not in use: this card goes back to the box"
        assert (scene.ruling, scene.state) == ("R86", before)


@pytest.mark.rule("S21", "R98")
def test_a_stash_card_goes_on_from_its_tray_to_the_middle_and_means_nothing_there() -> None:
    """The last one of a round too, until the next card comes."""
    scene = unscanned("north", "east").play("purple 7", place="north")
    assert scene.play("purple 7").last == ()
    scene.play("purple 9", place="east")
    assert scene.play("purple 9").last == ()
    scene.play("pink 1")
    assert scene.play("purple 9").refusal == "this card has been played already"


@pytest.mark.rule("S21", "R83")
def test_cards_of_a_scoring_pile_on_a_tray_mean_nothing() -> None:
    scene = unscanned("north", "east").play("purple 7", "purple 9")
    before = scene.state
    assert scene.play("purple 7", place="east").last == ()
    assert scene.play("purple 9", place="north").last == ()
    assert scene.state == before


@pytest.mark.rule("S21", "S20", "T4")
def test_the_fifth_seat_says_stash_first_and_then_lays_the_card_on_the_deck_reader() -> None:
    scene = unscanned(*FIVE, leader="five").say("stash")
    assert scene.last == (StashAnnounced(seat="five"), Sound("stash"))
    assert scene.session.lights(scene.full)["five"] == Cue("stash-next", 1, 12)
    assert scene.view()["stash_said"] is True
    scene.play("purple 7")
    assert (played(scene), left(scene, "five")) == ([("five", "stash")], (9, 2))
    assert scene.view()["stash_said"] is False
    assert played(scene.play("purple 8")) == [("north", "hand")]


@pytest.mark.rule("S21")
def test_that_stash_was_said_is_shown_though_the_last_winners_still_are() -> None:
    scene = unscanned("north", "east").play("purple 7", "pink 3").say("stash")
    assert scene.session.lights(scene.full)["east"] == Cue("stash-next", 2, 12)
    assert scene.session.lights(scene.full)["north"] == Cue("collect", 1, 2)


@pytest.mark.rule("S21")
def test_stash_is_said_once_for_one_card() -> None:
    scene = unscanned(*FIVE, leader="five").say("stash")
    before = scene.state
    assert scene.say("stash").refusal == "five has said so already: now lay the card"
    assert (scene.ruling, scene.state) == ("S21", before)


@pytest.mark.rule("S21")
def test_no_duty_to_follow_is_enforced() -> None:
    scene = unscanned("north", "east").play("purple 7", "pink 9")
    assert [fact.suit for fact in scene.facts(CardPlayed)] == ["purple-rings", "pink-buttons"]


# ------------------------------------------------------------------------- in hindsight


def breach(round_: int, card: str, suit: str, seat: str = "east") -> BreachFound:
    return BreachFound(set=1, seat=seat, round=round_, suit=suit, card=card_id(card))


@pytest.mark.rule("S21", "R99")
def test_a_breach_is_found_when_the_hidden_card_is_played_and_told_with_round_and_seat() -> None:
    scene = unscanned("north", "east").play("purple 7", "pink 9")  # east has no purple, it says
    assert scene.facts(BreachFound) == []
    scene.play("yellow 1", "yellow 2").play("purple 8", "purple 2")
    assert scene.said_now(BreachFound) == [breach(1, "purple 2", "purple-rings")]
    assert "breach" in scene.sounds_now()
    assert scene.view()["breaches"] == [
        {"set": 1, "seat": "east", "round": 1, "card": card_id("purple 2")}
    ]


@pytest.mark.rule("S21", "S12")
def test_a_card_from_the_stash_shows_no_breach_and_denies_nothing() -> None:
    """Nobody knows what lies in a stash."""
    scene = unscanned("north", "east").play("purple 7", "pink 9").play("purple 2", place="east")
    assert scene.facts(BreachFound) == []
    scene = unscanned("north", "east").play("purple 7").play("pink 9", place="east")
    scene.play("purple 2")
    assert scene.facts(BreachFound) == []


@pytest.mark.rule("S21", "R105")
def test_not_following_the_secondary_suit_is_found_too() -> None:
    scene = unscanned("north", "east", "south").play("purple 7", "pink 9", "yellow 4")
    scene.play("pink 3")  # south, who won last, leads
    assert scene.said_now(BreachFound) == [breach(1, "pink 3", "pink-buttons", "south")]


@pytest.mark.rule("S21", "R105")
def test_who_followed_the_secondary_suit_is_held_to_the_starting_suit_alone() -> None:
    scene = unscanned("north", "east", "south").play("purple 7", "pink 9", "pink 10")
    scene.play("pink 3", "pink 4", "pink 5")
    assert scene.facts(BreachFound) == []
    scene.play("white 1", "purple 1")
    assert scene.facts(BreachFound) == [breach(1, "purple 1", "purple-rings", "south")]


@pytest.mark.rule("S21")
def test_one_play_is_one_breach_though_it_left_two_suits_unfollowed() -> None:
    scene = unscanned("north", "east", "south").play("purple 7", "pink 9", "yellow 4")
    scene.play("pink 3", "pink 4", "pink 5")
    scene.play("white 1", "purple 1")  # east leads, south shows that it had purple as well
    assert scene.facts(BreachFound) == [breach(1, "pink 3", "pink-buttons", "south")]


@pytest.mark.rule("S21", "S3")
def test_with_a_follow_depth_of_1_the_secondary_suit_is_nobodys_duty() -> None:
    scene = unscanned("north", "east", "south", follow_depth=1)
    scene.play("purple 7", "pink 9", "yellow 4").play("pink 3")
    assert scene.facts(BreachFound) == []


@pytest.mark.rule("S21")
def test_one_card_can_show_breaches_of_several_rounds() -> None:
    """North leads purple twice; between, it takes the yellow that east leads."""
    scene = unscanned("north", "east").play("purple 7", "pink 9")
    scene.play("yellow 1", "yellow 2").play("purple 8", "pink 10")
    scene.play("purple 1")
    assert scene.said_now(BreachFound) == [
        breach(1, "purple 1", "purple-rings"),
        breach(3, "purple 1", "purple-rings"),
    ]


@pytest.mark.rule("S21", "S2")
def test_a_card_counts_though_it_shows_a_breach_and_the_result_tells_how_many() -> None:
    scene = unscanned("north", "east").play("purple 7", "pink 9", "purple 2", "pink 1")
    assert len(scene.facts(CardPlayed)) == 4
    assert scene.say("end").result.breaches == 1

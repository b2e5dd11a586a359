"""Two cards that one hand lays at once: neither counts, one is to be laid alone (S15)."""

from __future__ import annotations

import pytest
from meadow.games.game import Sound
from meadow.games.sweet_takes.facts import CardPlayed, PlayWithdrawn

from tests.games.sweet_takes.scene import FIVE, Scene, card_id, dealt, unscanned

TAKE_BOTH = "two cards came at once: take both away and lay one alone"


def table() -> Scene:
    """North, who leads, has purple 7 and 8; a second has passed since the deal."""
    scene = dealt("north: purple 7-9, pink 2 | yellow 3", "east: purple 1 2, pink 5")
    scene.wait(1000)
    return scene


@pytest.mark.rule("S15")
@pytest.mark.parametrize("apart_ms", [0, 40, 299])
def test_a_second_card_of_the_same_hand_within_300_ms_takes_the_first_back(apart_ms: int) -> None:
    scene = table()
    before = scene.state
    scene.lay("purple 7").wait(apart_ms)
    scene.lay("purple 8")
    assert scene.last == (PlayWithdrawn(seat="north", round=1), Sound("withdrawn"))
    assert scene.view()["plays"] == []
    assert (scene.state.hands, scene.state.stashes) == (before.hands, before.stashes)
    assert scene.on_turn == "north"


@pytest.mark.rule("S15", "S22")
def test_after_300_ms_it_is_a_card_out_of_turn_and_the_first_one_stays() -> None:
    scene = table()
    scene.lay("purple 7").wait(300)
    scene.lay("purple 8")
    assert scene.refusal == "one card a round for each: east is on turn, take it back"
    assert (scene.ruling, scene.on_turn) == ("S22", "east")


@pytest.mark.rule("S15")
def test_a_third_card_is_refused_until_all_are_taken_away() -> None:
    scene = table()
    scene.lay("purple 7")
    scene.lay("purple 8").wait(100)
    before = scene.state
    scene.lay("purple 9")
    assert (scene.refusal, scene.ruling, scene.state) == (TAKE_BOTH, "S15", before)


@pytest.mark.rule("S15")
def test_once_a_while_has_passed_one_card_alone_counts() -> None:
    scene = table()
    scene.lay("purple 7")
    scene.lay("purple 8").wait(299)
    assert scene.take("purple 7").take("purple 8").lay("purple 8").refusal == TAKE_BOTH
    scene.take("purple 8").wait(1)
    assert scene.lay("purple 8").said_now(CardPlayed)[0].card == card_id("purple 8")
    assert scene.on_turn == "east"


@pytest.mark.rule("S15")
def test_laying_two_at_once_again_takes_the_first_back_again() -> None:
    scene = table()
    for _ in range(2):
        scene.lay("purple 7").wait(100)
        scene.lay("purple 8")
        assert scene.last[0] == PlayWithdrawn(seat="north", round=1)
        scene.take("purple 7").take("purple 8").wait(1000)
    scene.lay("purple 7").wait(100)
    scene.lay("purple 1")
    assert [fact.card for fact in scene.facts(CardPlayed)][-1] == card_id("purple 1")


@pytest.mark.rule("S15", "R101")
def test_a_stash_card_that_is_taken_back_lies_in_the_stash_again() -> None:
    scene = table()
    scene.lay("yellow 3")
    scene.lay("purple 8")
    assert "yellow 3" in scene.stash("north")
    assert (scene.view()["seats"][0]["hand"], scene.view()["seats"][0]["stash"]) == (9, 3)


@pytest.mark.rule("S15")
@pytest.mark.parametrize("order", [("purple 1", "pink 5"), ("pink 5", "purple 1")])
def test_of_two_cards_at_once_the_only_one_that_follows_counts(order: tuple[str, str]) -> None:
    scene = table()
    scene.play("purple 7").lay(order[0])
    scene.lay(order[1])
    assert [play["card"] for play in scene.view()["last_round"]] == [
        card_id("purple 7"),
        card_id("purple 1"),
    ]


@pytest.mark.rule("S15")
def test_the_card_that_does_not_follow_is_refused_and_the_other_stays() -> None:
    scene = dealt("north: purple 7", "east: purple 1 2, pink 5", "south: pink 1")
    scene.wait(1000)
    scene.play("purple 7").lay("purple 1")
    before = scene.state
    scene.lay("pink 5")
    only = "two cards came at once, and only one of them follows: it counts, take the other back"
    assert (scene.refusal, scene.ruling, scene.state) == (only, "S15", before)


@pytest.mark.rule("S15")
def test_a_card_of_the_stash_is_always_meant_as_much_as_one_that_follows() -> None:
    scene = dealt("north: purple 7 | yellow 3", "east: purple 1 2, pink 5 | yellow 4")
    scene.wait(1000)
    scene.play("purple 7").lay("purple 1")
    scene.lay("yellow 4")
    assert scene.last[0] == PlayWithdrawn(seat="east", round=1)


@pytest.mark.rule("S15")
def test_of_two_at_once_at_the_end_of_a_round_the_only_one_that_follows_counts_too() -> None:
    scene = dealt("north: purple 7 | yellow 3", "east: purple 1 2, pink 5")
    scene.wait(1000)
    scene.play("purple 7").lay("purple 1")
    scene.lay("pink 5")
    assert scene.view()["round"] == 2
    assert len(scene.view()["last_round"]) == 2


@pytest.mark.rule("S15", "R107")
def test_the_last_card_of_a_round_is_taken_back_with_all_that_was_collected() -> None:
    """East's purple 2 ended the round; its second card came 100 ms later."""
    scene = table().play("purple 7")
    before = scene.state
    scene.wait(1000).lay("purple 2").wait(100)
    assert scene.points() == {"north": 5, "east": 0}
    scene.lay("purple 1")
    assert scene.last[0] == PlayWithdrawn(seat="east", round=1)
    assert scene.points() == {"north": 0, "east": 0}
    assert (scene.view()["round"], scene.on_turn, scene.leader) == (1, "east", "north")
    assert scene.state.plays == before.plays
    assert (scene.state.face_up, scene.state.face_down) == (before.face_up, before.face_down)
    scene.take("purple 1").take("purple 2")
    assert scene.play("purple 2").points() == {"north": 5, "east": 0}


@pytest.mark.rule("S15")
def test_a_winner_that_lays_two_cards_at_once_has_not_led_the_next_round() -> None:
    scene = table().play("purple 7").wait(1000)
    scene.lay("purple 1").wait(1000)
    scene.lay("purple 8").wait(100)
    scene.lay("purple 9")
    assert scene.last[0] == PlayWithdrawn(seat="north", round=2)
    assert (scene.view()["round"], scene.view()["plays"]) == (2, [])
    assert scene.points() == {"north": 5, "east": 0}


@pytest.mark.rule("S15", "S22")
def test_a_quick_neighbour_lays_a_card_of_another_hand() -> None:
    scene = table()
    scene.lay("purple 7").wait(10)
    scene.lay("purple 1")
    assert [fact.seat for fact in scene.facts(CardPlayed)] == ["north", "east"]
    assert scene.facts(PlayWithdrawn) == []


@pytest.mark.rule("S22")
def test_a_card_that_flickers_is_not_a_second_one() -> None:
    scene = table()
    scene.lay("purple 7").take("purple 7").wait(50)
    scene.lay("purple 7")
    assert scene.refusal == "this card has been played already"
    assert len(scene.view()["plays"]) == 1


@pytest.mark.rule("T3", "S15")
def test_the_operator_who_names_cards_names_one_at_a_time_however_quickly() -> None:
    scene = table().say("play", card_id("purple 7")).say("play", card_id("purple 1"))
    scene.say("play", card_id("purple 8"))  # north has won and leads
    assert len(scene.facts(CardPlayed)) == 3
    assert scene.facts(PlayWithdrawn) == []
    scene = table()
    scene.lay("purple 7")
    scene.lay("purple 8").say("play", card_id("purple 8"))
    assert scene.view()["plays"][0]["card"] == card_id("purple 8")


@pytest.mark.rule("S15", "T14")
def test_undo_brings_the_first_card_back() -> None:
    scene = table()
    scene.lay("purple 7")
    scene.lay("purple 8").say("undo")
    assert scene.view()["plays"][0]["card"] == card_id("purple 7")
    assert scene.on_turn == "east"


@pytest.mark.rule("S15", "T14")
def test_what_was_laid_before_a_pause_is_not_at_once_with_what_comes_after_it() -> None:
    scene = table()
    scene.lay("purple 7").wait(100)
    scene.say("pause").three()
    assert scene.lay("purple 8").ruling == "S22"
    assert scene.view()["plays"][0]["card"] == card_id("purple 7")


# ------------------------------------------------------------------------------- unscanned


@pytest.mark.rule("S15", "S21")
def test_unscanned_two_cards_on_the_deck_reader_are_of_one_hand() -> None:
    scene = unscanned("north", "east").wait(1000)
    scene.lay("purple 7").wait(299)
    scene.lay("purple 8")
    assert scene.last == (PlayWithdrawn(seat="north", round=1), Sound("withdrawn"))
    assert scene.view()["seats"][0]["hand"] == 9
    before = scene.state
    assert scene.lay("purple 9").refusal == TAKE_BOTH
    assert scene.lay("purple 10", "north").refusal == TAKE_BOTH
    assert scene.state == before


@pytest.mark.rule("S15", "S21")
def test_unscanned_two_cards_on_one_tray_are_of_one_hand() -> None:
    scene = unscanned("north", "east").wait(1000)
    scene.lay("purple 7", "north").wait(100)
    scene.lay("purple 8", "north")
    assert scene.last[0] == PlayWithdrawn(seat="north", round=1)
    assert scene.view()["seats"][0]["stash"] == 3


@pytest.mark.rule("S15", "S21")
@pytest.mark.parametrize(
    ("first", "then"), [("deck", "east"), ("north", "deck"), ("north", "east")]
)
def test_unscanned_cards_at_two_places_are_of_two_hands(first: str, then: str) -> None:
    scene = unscanned("north", "east").wait(1000)
    scene.lay("purple 7", first).wait(100)
    scene.lay("purple 8", then)
    assert [fact.seat for fact in scene.facts(CardPlayed)] == ["north", "east"]


@pytest.mark.rule("S15", "S21")
def test_unscanned_the_stash_that_was_said_stays_said() -> None:
    scene = unscanned(*FIVE, leader="five").say("stash").wait(1000)
    scene.lay("purple 7").wait(100)
    scene.lay("purple 8")
    assert scene.view()["stash_said"] is True
    assert scene.play("purple 9").said_now(CardPlayed)[0].source == "stash"


@pytest.mark.rule("S15", "S21")
def test_unscanned_a_breach_that_the_card_showed_is_unsaid_with_it() -> None:
    scene = unscanned("north", "east").play("purple 7", "pink 9", "yellow 1", "yellow 2")
    scene.play("purple 3")
    scene.wait(1000).lay("purple 2").wait(100)
    assert len(scene.view()["breaches"]) == 1
    scene.lay("purple 1")
    assert scene.view()["breaches"] == []
    scene.take("purple 1").take("purple 2").play("purple 1")
    assert [one["card"] for one in scene.view()["breaches"]] == [card_id("purple 1")]


@pytest.mark.rule("S15", "S21")
def test_unscanned_what_the_card_denied_is_unsaid_with_it() -> None:
    """East's pink 9 said that it had no purple; then it follows with the purple 9 instead."""
    scene = unscanned("north", "east").play("purple 7").wait(1000)
    scene.lay("pink 9").wait(100)
    scene.lay("pink 8").take("pink 9").take("pink 8")
    scene.play("purple 9").play("purple 10")
    assert scene.view()["breaches"] == []
    assert [fact.seat for fact in scene.facts(CardPlayed)] == ["north", "east", "east", "east"]

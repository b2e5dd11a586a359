"""Tokens do not match: back they go, cards are set aside, new ones drawn, on "three" play goes on.

Rows R51 to R55; rulings T6, W2, W8, W10, W19.
"""

from __future__ import annotations

import pytest
from meadow.games.game import PUBLIC, REFEREE
from meadow.games.sweepers.facts import (
    CardDrawn,
    CheckBegan,
    Penalised,
    PlayResumed,
)

from tests.games.sweepers.hands import boxed, collect, failed_check, hand_in
from tests.games.sweepers.scene import Scene, card_id, token_id


def two_mistakes(*sides: str) -> Scene:
    """North was checked: cards 5 and 6 carried the tokens 40 and 41. It must draw two cards."""
    return failed_check(boxed(*(sides or ("north", "south"))), "north", range(5), (40, 41))


@pytest.mark.rule("R51")
def test_mismatched_tokens_go_back_to_the_meadow() -> None:
    scene = two_mistakes().scan(20).scan(21).three()
    assert scene.side("north").done == tuple((card_id(d), token_id(d)) for d in range(5))
    assert scene.side("north").seen == ()
    scene.cover("south", 40)
    assert scene.side("south").seen == (token_id(40),)


@pytest.mark.rule("R52", "W19")
def test_the_mismatched_treat_cards_are_set_aside() -> None:
    scene = two_mistakes()
    assert scene.session.view(scene.full, REFEREE)["game"]["aside"] == [card_id(5), card_id(6)]
    # They lie face up, so a page that connects only now may know them as well.
    assert scene.session.view(scene.full, PUBLIC)["game"]["set_aside"] == [card_id(5), card_id(6)]
    assert scene.side("north").cards == tuple(card_id(d) for d in range(5))


@pytest.mark.rule("R53", "W19")
def test_one_new_card_is_drawn_for_each_token_that_did_not_match() -> None:
    scene = two_mistakes()
    assert scene.facts(Penalised) == [Penalised(side="north", draws=2)]
    assert scene.phase == "drawing"
    assert scene.cues() == {"north": "deal", "south": "stop", "deck": "scan"}
    scene.scan(20)
    assert scene.said_now(CardDrawn) == [CardDrawn(side="north", left=1)]
    scene.scan(21)
    assert scene.said_now(CardDrawn) == [CardDrawn(side="north", left=0)]
    assert scene.phase == "stopped"


@pytest.mark.rule("R53", "R13")
def test_drawn_cards_lie_face_down_so_nobody_is_told_which_they_are() -> None:
    scene = two_mistakes().scan(20).scan(21)
    for audience in ("public", "seat:north", "seat:south"):
        text = str(scene.session.view(scene.full, audience))
        assert card_id(20) not in text
        assert card_id(21) not in text
    assert card_id(20) in str(scene.session.view(scene.full, REFEREE))


@pytest.mark.rule("R54", "W19")
def test_they_form_a_face_down_deck_with_the_first_drawn_on_top() -> None:
    scene = two_mistakes().scan(20).scan(21)
    assert scene.side("north").deck == (card_id(21), card_id(20))
    scene.three()
    assert scene.side("north").cards[5:] == (card_id(20), card_id(21))


@pytest.mark.rule("R55")
def test_afterwards_play_resumes_on_three() -> None:
    scene = two_mistakes().scan(20).scan(21)
    assert scene.cues() == {"north": "stop", "south": "stop", "deck": "rake-here"}
    scene.rake("south", "deck").wait(1999)
    assert scene.phase == "counting"
    scene.wait(1)
    assert scene.phase == "playing"
    assert scene.said_now(PlayResumed) == [PlayResumed()]


def test_all_may_know_whose_mistakes_play_stands_still_for_until_it_goes_on() -> None:
    scene = two_mistakes()
    told = [{"side": "north", "mistakes": 2}]
    assert scene.session.view(scene.full, PUBLIC)["game"]["penalised"] == told
    scene.scan(20).scan(21)
    assert scene.phase == "stopped"
    assert scene.session.view(scene.full, PUBLIC)["game"]["penalised"] == told
    scene.three().rake("south", "deck").rake("south").rake("north")  # Stop! with its inventory
    assert scene.phase == "stopped"
    assert scene.session.view(scene.full, PUBLIC)["game"]["penalised"] == []


@pytest.mark.rule("R55", "R53", "T16")
def test_play_does_not_resume_before_all_cards_are_drawn() -> None:
    scene = two_mistakes().scan(20).rake("south", "deck")
    assert scene.refusal == "draw a card for the lit side over the deck reader"
    assert scene.say("start").refusal == "draw a card for the lit side over the deck reader"
    assert scene.phase == "drawing"


@pytest.mark.rule("W8", "R54", "R22")
def test_all_seven_means_the_proven_cards_and_the_drawn_ones_after_a_penalty() -> None:
    scene = two_mistakes().scan(20).scan(21).three()
    collect(scene, "north", (20, 21)).claim("north")
    hand_in(scene, "north", (0, 1, 2, 3, 4, 20, 21)).rake("north")
    assert scene.result is not None
    assert scene.result.winners == ("north",)
    assert (scene.result.sides[0].covered, scene.result.sides[0].cards) == (7, 7)


@pytest.mark.rule("R50", "W19")
def test_a_second_failed_check_costs_again_and_a_lost_proven_token_counts() -> None:
    scene = two_mistakes().scan(20).scan(21).three()
    collect(scene, "north", (20, 41)).claim("north")
    hand_in(scene, "north", (1, 2, 3, 4, 20, 41)).rake("north")
    assert scene.facts(Penalised)[1] == Penalised(side="north", draws=2)
    assert scene.state.aside == (card_id(5), card_id(6), card_id(0), card_id(21))
    assert scene.side("north").cards == tuple(card_id(d) for d in (1, 2, 3, 4, 20))


@pytest.mark.rule("R53", "T6")
@pytest.mark.parametrize(
    ("design", "why"),
    [
        (0, "this card is in north's deck"),
        (7, "this card is in south's deck"),
        (5, "draw from the draw pile first"),
    ],
)
def test_only_the_draw_pile_is_drawn_from_while_it_lasts(design: int, why: str) -> None:
    scene = two_mistakes()
    before = scene.state
    assert scene.scan(design).refusal == why
    assert scene.state is before
    assert scene.cues()["deck"] == "scan"


@pytest.mark.rule("R53", "T6")
def test_a_drawn_card_is_drawn_once_only() -> None:
    assert two_mistakes().scan(20).scan(20).refusal == "this card is in north's deck"


@pytest.mark.rule("T3", "R53")
def test_the_operator_can_name_the_drawn_card() -> None:
    scene = two_mistakes().say("deal", card_id(20)).say("deal", card_id(21))
    assert scene.side("north").deck == (card_id(21), card_id(20))


# ------------------------------------------------------------------ the draw pile runs out


def pile_of_one() -> Scene:
    """Four play, eight cards are left. North has failed all seven: one card is in the pile."""
    scene = boxed("north", "east", "south", "west")
    failed_check(scene, "north", (), (28, 29, 30, 31, 32, 33, 34))
    for design in (28, 29, 30, 31, 32, 33, 34):
        scene.scan(design)
    collect(scene.three(), "north", (36, 37, 38, 39, 40, 41, 35)).claim("north").rake("north")
    assert scene.phase == "drawing"
    return scene


@pytest.mark.rule("W2", "T6", "R53")
def test_the_last_card_of_the_draw_pile_is_drawn_before_any_that_was_set_aside() -> None:
    scene = pile_of_one()
    assert scene.session.view(scene.full, REFEREE)["game"]["draw_pile"] == [card_id(35)]
    for design in (0, 6, 28, 34):
        assert scene.scan(design).refusal == "draw from the draw pile first"
    assert scene.scan(35).refusal == ""


@pytest.mark.rule("W2", "T6")
def test_when_the_draw_pile_is_empty_the_set_aside_cards_become_the_pile_in_any_order() -> None:
    scene = pile_of_one().scan(35)
    for design in (3, 34, 0, 28, 6, 30):
        assert scene.scan(design).refusal == ""
    assert scene.phase == "stopped"
    assert scene.side("north").cards == tuple(card_id(d) for d in (35, 3, 34, 0, 28, 6, 30))
    assert scene.state.aside == tuple(card_id(d) for d in (1, 2, 4, 5, 29, 31, 32, 33))


@pytest.mark.rule("W2")
def test_a_card_set_aside_and_drawn_again_can_be_matched_again() -> None:
    scene = pile_of_one().scan(35)
    for design in (0, 1, 2, 3, 4, 5):
        scene.scan(design)
    collect(scene.three(), "north", (35, 0, 1, 2, 3, 4, 5)).claim("north")
    hand_in(scene, "north", (35, 0, 1, 2, 3, 4, 5)).rake("north")
    assert scene.result is not None
    assert scene.result.winners == ("north",)


@pytest.mark.rule("W2", "W10")
def test_the_pile_suffices_even_when_all_four_fail_all_their_cards() -> None:
    scene = boxed("north", "east", "south", "west")
    for number, side in enumerate(("north", "east", "south", "west")):
        collect(scene, side, range(7 * number, 7 * number + 7)).place(side, f"rake.{side}")
    scene.wait(300)
    for side in ("north", "east", "south", "west"):
        scene.lift(side, f"rake.{side}").rake(side)
    assert [fact.draws for fact in scene.facts(Penalised)] == [7, 7, 7, 7]
    drawn = [*range(28, 36), *range(20)]
    for design in drawn:
        assert scene.scan(design).refusal == ""
    assert scene.phase == "stopped"
    assert [side.size for side in scene.state.sides] == [7, 7, 7, 7]
    assert scene.state.aside == tuple(card_id(d) for d in range(20, 28))


# --------------------------------------------------------------------- several penalised


@pytest.mark.rule("W10", "R53")
def test_if_no_claimant_is_right_each_is_penalised_and_they_draw_in_seat_order() -> None:
    scene = boxed("north", "east", "south")
    for side, designs in (("south", range(14, 21)), ("north", range(7))):
        collect(scene, side, designs).place(side, f"rake.{side}")
    scene.wait(300).lift("south", "rake.south").lift("north", "rake.north")
    hand_in(scene, "north", (0, 1, 2, 3, 4)).rake("north")
    hand_in(scene, "south", (14, 15, 16, 17, 18, 19)).rake("south")
    assert scene.facts(CheckBegan) == [CheckBegan(side="north"), CheckBegan(side="south")]
    assert scene.facts(Penalised) == [
        Penalised(side="north", draws=2),
        Penalised(side="south", draws=1),
    ]
    lit = []
    for design in (30, 31, 32):
        lit.append(next(place for place, cue in scene.cues().items() if cue == "deal"))
        scene.scan(design)
    assert lit == ["north", "north", "south"]
    assert scene.side("north").deck == (card_id(31), card_id(30))
    assert scene.side("south").deck == (card_id(32),)
    assert scene.side("east").size == 7


@pytest.mark.rule("W10", "R55")
def test_after_a_penalty_everybody_may_shout_again() -> None:
    scene = two_mistakes().scan(20).scan(21).three()
    collect(scene, "south", range(7, 14)).claim("south")
    assert scene.facts(CheckBegan)[-1] == CheckBegan(side="south")

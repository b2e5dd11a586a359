"""Everyone checks that player's tokens: laying, cues, verdicts and who wins.

Rows R47 to R50 and R56; rulings T9, W10, W17, W21, W26.
"""

from __future__ import annotations

import pytest
from meadow.games.game import REFEREE
from meadow.games.sweepers.facts import (
    CheckBegan,
    CheckEnded,
    EarlyShout,
    LayAgain,
    PlayResumed,
    TokenChecked,
)
from meadow.games.sweepers.setup import Mode
from meadow.pieces.kinds import StashToken, TreatCard
from meadow.pieces.sets import default_sets, pieces_of

from tests.games.sweepers.hands import (
    TWIN,
    boxed,
    boxed_with_twin,
    collect,
    empty,
    failed_check,
    hand_in,
)
from tests.games.sweepers.scene import Scene, card_id, setup, token_id, tokens


def shouted(scene: Scene, side: str, designs: tuple[int, ...]) -> Scene:
    """A side has seen these tokens in its tray, laid them on its cards and shouted."""
    return collect(scene, side, designs).claim(side)


def fits(scene: Scene) -> list[bool]:
    """The cues of the tokens laid by the last movement."""
    return [fact.fits for fact in scene.said_now(TokenChecked)]


# ------------------------------------------------------------------------ the verdict


@pytest.mark.rule("R47", "R48", "T9")
def test_the_player_whose_tokens_all_match_wins() -> None:
    scene = shouted(boxed("north", "south"), "north", (0, 1, 2, 3, 4, 5, 6))
    assert scene.facts(CheckBegan) == [CheckBegan(side="north")]
    assert scene.cues() == {"north": "lay", "south": "stop"}
    hand_in(scene, "north", (6, 5, 4, 3, 2, 1, 0))
    assert fits(scene) == [True] * 7
    scene.rake("north")
    assert scene.facts(CheckEnded) == [CheckEnded(side="north", mistakes=0, cards=(), tokens=())]
    assert scene.phase == "over"
    assert scene.result is not None
    assert scene.result.outcome == "stashed"
    assert scene.result.winners == ("north",)


@pytest.mark.rule("W26")
def test_a_won_claim_is_dated_to_the_moment_of_the_claim_not_of_the_check() -> None:
    scene = collect(boxed("north", "south"), "north", range(7)).wait(41_000).claim("north")
    hand_in(scene.wait(20_000), "north", range(7)).rake("north")
    assert scene.result is not None
    assert scene.result.time_ms == 41_000


@pytest.mark.rule("R50", "T9")
def test_tokens_that_do_not_match_are_counted() -> None:
    scene = shouted(boxed("north", "south"), "north", (0, 1, 2, 40, 41, 5, 6))
    hand_in(scene, "north", (0, 1, 2, 40, 41, 5, 6))
    assert fits(scene) == [True, True, True, False, False, True, True]
    scene.rake("north")
    assert scene.facts(CheckEnded) == [
        CheckEnded(
            side="north",
            mistakes=2,
            cards=(card_id(3), card_id(4)),
            tokens=(token_id(40), token_id(41)),
        )
    ]


@pytest.mark.rule("R50", "T9")
def test_a_card_without_a_token_is_a_mistake_too() -> None:
    scene = shouted(boxed("north", "south"), "north", (0, 1, 2, 3, 4, 5, 40))
    hand_in(scene, "north", (0, 1, 2, 3, 4, 5)).rake("north")
    assert scene.facts(CheckEnded) == [
        CheckEnded(side="north", mistakes=1, cards=(card_id(6),), tokens=())
    ]


@pytest.mark.rule("T9")
def test_a_player_who_lays_nothing_has_seven_mistakes() -> None:
    scene = shouted(boxed("north", "south"), "north", (0, 1, 2, 3, 4, 5, 6)).rake("north")
    assert [fact.mistakes for fact in scene.facts(CheckEnded)] == [7]
    assert scene.phase == "drawing"


@pytest.mark.rule("W17", "T9")
def test_tokens_swapped_among_ones_own_cards_are_no_mismatch() -> None:
    scene = shouted(boxed("north", "south"), "north", (3, 6, 0, 5, 1, 4, 2))
    hand_in(scene, "north", (3, 6, 0, 5, 1, 4, 2)).rake("north")
    assert scene.result is not None
    assert scene.result.winners == ("north",)


@pytest.mark.rule("R23", "R50")
@pytest.mark.parametrize(("wrong", "differs"), [(7, "item"), (12, "background"), (19, "both")])
def test_a_token_must_equal_the_card_in_both_item_and_background(wrong: int, differs: str) -> None:
    scene = shouted(boxed("north", "south"), "north", (0, 1, 2, 3, 4, 5, wrong))
    hand_in(scene, "north", (0, 1, 2, 3, 4, 5, wrong)).rake("north")
    assert scene.facts(CheckEnded)[0].cards == (card_id(6),), differs


@pytest.mark.rule("R56", "R50", "R55")
def test_the_check_example_chip_makes_two_mistakes_and_nobody_else_claimed() -> None:
    scene = boxed("north", "east", "south")
    failed_check(scene, "east", (7, 8, 9, 10, 11), (40, 41))
    assert [fact.mistakes for fact in scene.facts(CheckEnded)] == [2]
    empty(scene, "east")
    assert scene.state.aside == (card_id(12), card_id(13))
    scene.scan(30).scan(31)
    assert scene.side("east").deck == (card_id(31), card_id(30))
    assert scene.side("east").size == 7
    scene.three()
    assert scene.phase == "playing"
    assert len(scene.facts(PlayResumed)) == 1


# -------------------------------------------------------------------- several claimants


def claim_together(scene: Scene, *sides: str) -> Scene:
    for side in sides:
        scene.place(side, f"rake.{side}")
    scene.wait(300)
    for side in sides:
        scene.lift(side, f"rake.{side}")
    return scene


def three_claimants() -> Scene:
    """North, east and south have collected seven tokens and shout together, east first."""
    scene = boxed("north", "east", "south", "west")
    for side, designs in (("north", range(7)), ("east", range(7, 14)), ("south", range(14, 21))):
        collect(scene, side, designs)
    scene.wait(3000)
    return claim_together(scene, "east", "south", "north")


@pytest.mark.rule("R49", "R47", "W10")
def test_several_who_shout_at_the_same_time_and_are_right_all_win() -> None:
    scene = three_claimants()
    assert scene.cues() == {"north": "lay", "east": "next", "south": "next", "west": "stop"}
    hand_in(scene, "north", range(7)).rake("north")
    hand_in(scene, "east", range(7, 14)).rake("east")
    hand_in(scene, "south", range(14, 21)).rake("south")
    assert scene.result is not None
    assert scene.result.winners == ("north", "east", "south")
    assert scene.result.time_ms == 3000


@pytest.mark.rule("R49", "W10")
def test_of_several_claimants_only_those_that_are_right_win_and_nobody_draws() -> None:
    scene = three_claimants()
    hand_in(scene, "north", (0, 1, 2, 3, 4, 5)).rake("north")
    hand_in(scene, "east", range(7, 14)).rake("east")
    hand_in(scene, "south", range(14, 20)).rake("south")
    assert scene.phase == "over"
    assert scene.result is not None
    assert scene.result.winners == ("east",)
    assert [(s.covered, s.cards) for s in scene.result.sides] == [(6, 7), (7, 7), (6, 7), (0, 7)]


@pytest.mark.rule("W26", "W10")
def test_the_time_is_that_of_the_first_claim_that_was_right() -> None:
    scene = boxed("north", "south")
    collect(collect(scene, "north", range(7)), "south", range(7, 14)).wait(3000)
    scene.place("north", "rake.north").wait(200).place("south", "rake.south").wait(300)
    scene.lift("north", "rake.north").lift("south", "rake.south")
    hand_in(scene, "north", range(6)).rake("north")
    hand_in(scene, "south", range(7, 14)).rake("south")
    assert scene.result is not None
    assert scene.result.winners == ("south",)
    assert scene.result.time_ms == 3200


# --------------------------------------------------------------------------- the laying


@pytest.mark.rule("T9")
def test_the_tray_must_be_empty_before_tokens_are_laid() -> None:
    scene = boxed("north", "south")
    collect(scene, "north", range(6)).lay("north", 6).claim("north")
    assert scene.cues()["north"] == "empty-tray"
    scene.lay("north", 0)
    assert scene.sounds_now() == ["again"]
    scene.rake("north")
    assert scene.refusal == "empty this tray first, then lay the tokens"
    scene.pick("north", 0).pick("north", 6)
    assert scene.cues()["north"] == "lay"
    hand_in(scene, "north", range(7))
    assert fits(scene) == [True] * 7


@pytest.mark.rule("T9")
def test_tokens_laid_together_that_all_fit_get_one_cue() -> None:
    scene = shouted(boxed("north", "south"), "north", (0, 1, 2, 3, 4, 5, 6))
    hand_in(scene, "north", range(7), apart_ms=0)
    assert scene.facts(LayAgain) == []
    assert scene.cues()["north"] == "fits"
    assert scene.rake("north").phase == "over"


@pytest.mark.rule("T9")
def test_a_mixed_group_is_asked_for_one_by_one() -> None:
    scene = shouted(boxed("north", "south"), "north", (0, 1, 2, 3, 4, 5, 40))
    hand_in(scene, "north", (0, 1, 2, 3)).wait(1000)
    hand_in(scene, "north", (4, 5, 40), apart_ms=300)
    assert scene.facts(LayAgain) == [LayAgain(side="north", why="mixed")]
    assert scene.cues()["north"] == "one-by-one"
    scene.rake("north")
    assert scene.refusal == ("some fit and some do not: empty the tray, then lay these one by one")
    hand_in(empty(scene, "north"), "north", (4, 5, 40), apart_ms=301)
    assert fits(scene) == [True, True, False]
    scene.rake("north")
    assert scene.facts(CheckEnded) == [
        CheckEnded(side="north", mistakes=1, cards=(card_id(6),), tokens=(token_id(40),))
    ]


@pytest.mark.rule("T9")
def test_more_tokens_than_cards_are_laid_again() -> None:
    scene = shouted(boxed("north", "south"), "north", (0, 1, 2, 3, 4, 5, 6))
    hand_in(scene, "north", (0, 1, 2, 3, 4, 5, 6, 40)).rake("north")
    assert scene.facts(LayAgain) == [LayAgain(side="north", why="too-many")]
    assert scene.facts(CheckEnded) == []
    scene.rake("north")
    assert scene.refusal == "more tokens than cards: empty the tray and lay them again"
    hand_in(empty(scene, "north"), "north", range(7)).rake("north")
    assert scene.result is not None
    assert scene.result.winners == ("north",)


@pytest.mark.rule("T9", "T16")
def test_only_the_rake_of_the_side_that_is_checked_ends_its_check() -> None:
    scene = shouted(boxed("north", "south"), "north", (0, 1, 2, 3, 4, 5, 6)).rake("south")
    assert scene.refusal == "the lit side lays its tokens and ends with its rake"
    assert scene.phase == "checking"


@pytest.mark.rule("T9", "T3")
def test_the_operator_can_end_a_sides_check() -> None:
    scene = shouted(boxed("north", "south"), "north", (0, 1, 2, 3, 4, 5, 6))
    hand_in(scene, "north", range(7)).say("done", "south")
    assert "lit side" in scene.refusal
    assert scene.say("done", "north").phase == "over"


@pytest.mark.rule("T9", "R43")
def test_tokens_in_anothers_tray_are_no_part_of_a_check() -> None:
    scene = shouted(boxed("north", "south"), "north", (0, 1, 2, 3, 4, 5, 6))
    hand_in(scene, "north", range(6)).lay("south", 6)
    assert scene.said_now(TokenChecked) == []
    scene.rake("north")
    assert [fact.mistakes for fact in scene.facts(CheckEnded)] == [1]


@pytest.mark.rule("T9", "W8")
def test_a_tray_that_was_never_checked_keeps_what_it_has_seen() -> None:
    scene = collect(boxed("north", "south"), "south", range(7, 14))
    failed_check(scene, "north", range(5), (40, 41)).scan(20).scan(21).three().claim("south")
    assert scene.facts(EarlyShout) == []
    assert [fact.side for fact in scene.facts(CheckBegan)] == ["north", "south"]


@pytest.mark.rule("R13", "T9")
def test_verdicts_name_cards_that_lie_face_up_and_the_rest_stays_hidden() -> None:
    scene = shouted(boxed("north", "south"), "north", (0, 1, 2, 3, 4, 5, 40))
    public = str(scene.session.view(scene.full, "public"))
    assert card_id(7) not in public
    assert card_id(7) in str(scene.session.view(scene.full, REFEREE))


# ------------------------------------------------------------------- designs and copies


@pytest.mark.rule("W21", "T9")
def test_two_cards_of_one_design_need_two_tokens_of_it() -> None:
    scene = boxed_with_twin(0)
    for design in (6, 13, 5, 12, 4, 11, 3, 10, 2, 9, 0, 8):
        scene.scan(design)
    scene.place("deck", TWIN).lift("deck", TWIN).scan(7).three()
    collect(scene, "north", (0, 2, 3, 4, 5, 6))
    scene.lay("north", 0, copy=2).pick("north", 0, copy=2).claim("north")
    hand_in(scene, "north", (0, 2, 3, 4, 5, 6)).lay("north", 0, copy=2)
    assert scene.said_now(TokenChecked)[0].fits
    scene.wait(400).rake("north")
    assert scene.result is not None
    assert scene.result.winners == ("north",)


@pytest.mark.rule("W21", "T9")
@pytest.mark.parametrize("copy", [1, 2])
def test_either_of_two_tokens_of_one_design_fits_its_card_but_not_both(copy: int) -> None:
    scene = boxed("north", "south", tokens=tokens(copies=(0,)))
    collect(scene, "north", range(1, 7)).lay("north", 0, copy).pick("north", 0, copy)
    scene.claim("north")
    hand_in(scene, "north", range(1, 6)).lay("north", 0, copy).wait(400)
    assert scene.facts(TokenChecked)[-1].fits
    scene.lay("north", 0, 3 - copy)
    assert not scene.facts(TokenChecked)[-1].fits
    scene.wait(400).rake("north")
    assert scene.facts(CheckEnded) == [
        CheckEnded(side="north", mistakes=1, cards=(card_id(6),), tokens=(token_id(0, 3 - copy),))
    ]


@pytest.mark.rule("W21", "R1", "R2")
def test_the_default_box_is_a_set_of_data_with_six_tokens_that_match_no_card() -> None:
    pieces = pieces_of(default_sets())
    stash_tokens = [piece for piece in pieces if isinstance(piece, StashToken)]
    treats = [piece for piece in pieces if isinstance(piece, TreatCard)]
    assert len(stash_tokens) == 42
    assert len(treats) == 36
    designs = {card.design for card in treats}
    assert len([token for token in stash_tokens if token.design not in designs]) == 6


@pytest.mark.rule("W21", "R57")
def test_decoys_that_match_no_card_are_plain_strays_in_play() -> None:
    scene = Scene(setup(("north",), mode=Mode.PAWS)).begin().lay("north", 41)
    assert scene.cues()["north"] == "stray"

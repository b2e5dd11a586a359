"""A token lies on one card at a time: what one claimant has shown does not serve another."""

from __future__ import annotations

import pytest
from meadow.games.sweepers.facts import CheckEnded
from meadow.games.sweepers.setup import Referee
from meadow.pieces.kinds import TreatCard

from tests.games.sweepers.scene import Scene, card_id, cards, setup, token_id, tokens

SAME = TreatCard("treat.same", "moss", "acorn")
"""A second card of design 0."""


def _both_claim() -> Scene:
    """North and south, six cards each, one of design 0 among them; both claim at once."""
    scene = Scene(
        setup(
            ("north", "south"),
            referee=Referee.CHECK,
            ways=("A",),
            tokens=tokens(copies=(0,)),
            cards=(*cards(), SAME),
        )
    )
    for turn in range(5):
        scene.scan(5 - turn)
        scene.scan(11 - turn)
    scene.scan(0)
    scene.place("deck", SAME.id).lift("deck", SAME.id)
    scene.three()
    for design in (0, 1, 2, 3, 4, 5):
        scene.cover("north", design)
    scene.lay("south", 0, copy=2).pick("south", 0, copy=2)
    for design in (7, 8, 9, 10, 11):
        scene.cover("south", design)
    scene.place("north", "rake.north").place("south", "rake.south").wait(301)
    return scene.lift("north", "rake.north").lift("south", "rake.south")


def _show(scene: Scene, side: str, *pieces: str) -> Scene:
    for piece in pieces:
        scene.wait(600).place(side, piece)
    scene.wait(600).rake(side)
    for piece in pieces:
        scene.lift(side, piece)
    return scene


NORTHS = tuple(token_id(design) for design in range(6))
SOUTHS = tuple(token_id(design) for design in range(7, 12))


@pytest.mark.rule("R43", "R49", "W10")
def test_a_token_that_one_claimant_has_shown_does_not_cover_anothers_card() -> None:
    scene = _show(_both_claim(), "north", *NORTHS)

    _show(scene, "south", token_id(0), *SOUTHS)

    assert [(f.side, f.cards, f.tokens) for f in scene.facts(CheckEnded)] == [
        ("north", (), ()),
        ("south", (SAME.id,), (token_id(0),)),
    ]
    assert scene.result is not None
    assert scene.result.winners == ("north",)


@pytest.mark.rule("R49", "W10", "W21")
def test_two_tokens_of_the_same_design_cover_a_card_each() -> None:
    scene = _show(_both_claim(), "north", *NORTHS)

    _show(scene, "south", token_id(0, copy=2), *SOUTHS)

    assert scene.result is not None
    assert scene.result.winners == ("north", "south")


@pytest.mark.rule("R43", "T9")
def test_a_token_proven_for_one_side_and_later_for_another_has_come_off_its_card() -> None:
    scene = _both_claim()
    _show(scene, "north", *NORTHS[:5], token_id(40))
    _show(scene, "south", token_id(0, copy=2), *SOUTHS[:4], token_id(41))
    assert scene.side("north").done[0] == (card_id(0), token_id(0))
    scene.scan(20).scan(21)
    scene.three()
    scene.cover("south", 21)
    scene.claim("south")

    _show(scene, "south", token_id(0), *SOUTHS[:4])  # not the one he had, and one short

    assert scene.facts(CheckEnded)[-1].mistakes == 1
    assert (SAME.id, token_id(0)) in scene.side("south").done
    assert scene.side("north").done == tuple(
        (card_id(design), token_id(design)) for design in (1, 2, 3, 4)
    )
    assert scene.side("north").deck == (card_id(20), card_id(0))


@pytest.mark.rule("T14")
def test_what_lies_on_a_place_the_table_does_not_have_is_never_adopted() -> None:
    scene = Scene(setup(("north", "south")))

    scene.place("attic", token_id(3))
    scene.say("pause")

    assert scene.state.elsewhere == ()
    assert set(scene.cues()) == {"deck", "north"}

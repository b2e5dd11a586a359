"""What nobody may know: hands are their seats' alone, stashes nobody's (R88, R90, R101).

Two tables that differ only in what is hidden must look and sound the same to everybody else.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from meadow.games.game import Fact, Refused

from tests.games.sweet_takes.scene import Scene, card_id, dealt

NORTH = "north: purple 1-5, pink 1-4 | yellow 1 2 3"
EAST = "east: purple 6-10, pink 5-8 | yellow 4 5 6"
STASH_CHANGED = "north: purple 1-5, pink 1-4 | yellow 7 8 9"
HAND_CHANGED = "north: purple 1-5, yellow 7-10 | yellow 1 2 3"
OTHERS = ("public", "referee", "seat:east", "seat:south")


def seen(scene: Scene, audience: str) -> Any:
    return scene.session.view(scene.full, audience)


def shown(scene: Scene, *audiences: str) -> list[bytes]:
    """All that these audiences see of the table: views and lights."""
    views = [msgspec.json.encode(seen(scene, audience)) for audience in audiences]
    return [*views, msgspec.json.encode(scene.session.lights(scene.full))]


def told(scene: Scene) -> bytes:
    """All facts, sounds and refusals since the game began."""
    return msgspec.json.encode(scene.outputs)


@pytest.mark.rule("R88")
def test_a_player_sees_the_own_hand_and_nobody_elses() -> None:
    scene = dealt(NORTH, EAST)
    north = [card_id(card) for card in ("purple 1", "purple 2", "purple 3", "purple 4", "purple 5")]
    north += [card_id(card) for card in ("pink 1", "pink 2", "pink 3", "pink 4")]
    assert scene.view("seat:north")["hand"] == north
    for audience in OTHERS:
        view = scene.view(audience)
        assert set(view.get("hand", ())) & set(north) == set()
    assert "hand" not in scene.view("public")
    assert "hand" not in scene.view("referee")


@pytest.mark.rule("R88", "R99")
def test_on_its_turn_a_player_sees_which_cards_of_the_hand_may_be_played() -> None:
    scene = dealt("north: purple 7", "east: purple 2 9, pink 3 | purple 1").play("purple 7")
    view = scene.view("seat:east")
    may = [card for card in view["may_play"] if not card.startswith("card.purple")]
    assert may == []
    assert {card_id("purple 2"), card_id("purple 9")} <= set(view["may_play"])
    assert card_id("purple 1") not in view["may_play"]  # it lies in the stash, unseen
    assert scene.view("seat:north")["may_play"] == []


@pytest.mark.rule("R90", "R101")
@pytest.mark.parametrize("audience", ["public", "referee", "seat:north", "seat:east"])
def test_nobody_not_even_its_owner_or_the_referee_sees_a_stash(audience: str) -> None:
    scene, other = dealt(NORTH, EAST), dealt(STASH_CHANGED, EAST)
    assert scene.state.stashes != other.state.stashes
    assert shown(scene, audience) == shown(other, audience)
    assert told(scene) == told(other)
    scene.play("purple 1", "purple 6")
    other.play("purple 1", "purple 6")
    assert shown(scene, audience) == shown(other, audience)
    assert told(scene) == told(other)


@pytest.mark.rule("R88")
@pytest.mark.parametrize("audience", OTHERS)
def test_a_hand_makes_no_difference_to_what_others_see_before_it_is_played(audience: str) -> None:
    scene, other = dealt(NORTH, EAST), dealt(HAND_CHANGED, EAST)
    assert shown(scene, audience) == shown(other, audience)
    assert told(scene) == told(other)
    assert seen(scene, "seat:north") != seen(other, "seat:north")


@pytest.mark.rule("R88", "R90")
def test_a_card_that_is_refused_is_named_by_no_fact_and_no_view() -> None:
    """Laid out of turn it was seen by all, but the table does not repeat it."""
    scene = dealt(NORTH, EAST)
    for card in ("purple 6", "yellow 4"):
        scene.play(card)
        assert isinstance(scene.last[0], Refused)
        assert card_id(card) not in scene.refusal
        assert card_id(card) not in str(seen(scene, "public"))


@pytest.mark.rule("R90", "S22")
def test_a_refusal_does_not_tell_a_stash_card_from_a_card_of_a_hand() -> None:
    scene = dealt(NORTH, EAST)
    assert scene.play("yellow 4").refusal == scene.play("purple 6").refusal


@pytest.mark.rule("R89", "R90")
def test_dealing_names_no_card() -> None:
    scene = dealt(NORTH, EAST)
    facts = [output for output in scene.outputs if isinstance(output, Fact)]
    assert len(facts) == 25
    assert b"card." not in msgspec.json.encode(facts)


@pytest.mark.rule("R88", "R90")
def test_what_was_undone_is_hidden_again() -> None:
    scene = dealt(NORTH, EAST)
    before = shown(scene, "public", "seat:east")
    scene.play("yellow 1")
    assert card_id("yellow 1") in str(seen(scene, "public"))
    scene.say("undo").three()
    after = shown(scene, "public", "seat:east")
    assert after == before

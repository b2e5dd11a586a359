"""Referee check, the boxed game: while playing the table says nothing about tokens (T9)."""

from __future__ import annotations

import pytest
from meadow.games.game import Fact
from meadow.games.sweepers.facts import PlayBegan, Stashed
from meadow.games.sweepers.setup import Referee

from tests.games.sweepers.scene import Scene, card_id, stash


def boxed() -> Scene:
    return stash("north", "south", referee=Referee.CHECK)


@pytest.mark.rule("T9", "R23")
@pytest.mark.parametrize("design", [0, 1, 7, 30], ids=["needed", "later", "another's", "nobody's"])
def test_check_stays_neutral_about_every_token(design: int) -> None:
    scene = boxed()
    before = scene.cues()
    scene.lay("north", design)
    assert scene.heard() == ()
    assert scene.cues() == before
    scene.pick("north", design)
    assert scene.heard() == ()
    assert scene.cues() == before == {"north": "open", "south": "open"}


@pytest.mark.rule("T9", "R45")
def test_check_leaves_the_shout_to_the_player() -> None:
    scene = boxed()
    for design in range(7):
        scene.wait(1000).cover("north", design)
    scene.wait(60_000)
    assert scene.facts(Stashed) == []
    assert scene.phase == "playing"
    scene.claim("north")
    assert [stashed.side for stashed in scene.facts(Stashed)] == ["north"]


@pytest.mark.rule("T9", "R29", "R13")
def test_check_does_not_say_which_cards_the_players_turn_up() -> None:
    scene = boxed()
    for design in range(3):
        scene.cover("north", design)
    facts = [output for output in scene.outputs if isinstance(output, Fact)]
    assert facts[-1] == PlayBegan(round=1)
    north = scene.session.view(scene.full, "public")["game"]["sides"][0]
    assert card_id(0) not in north["open"]


@pytest.mark.rule("T9", "T10", "R21")
def test_check_holds_nobody_back_for_an_extra_token() -> None:
    scene = boxed()
    for design in range(7):
        scene.cover("north", design)
    scene.lay("north", 30).claim("north")
    assert [stashed.side for stashed in scene.facts(Stashed)] == ["north"]

"""How long it took is for all to see once a round or the game is over, not before."""

from __future__ import annotations

from typing import Any

import pytest
from meadow.games.game import PUBLIC
from meadow.games.sweepers.setup import Mode

from tests.games.sweepers.hands import collect
from tests.games.sweepers.scene import Scene, setup, stash


def seen(scene: Scene) -> Any:
    """The time that the public view tells; None for none."""
    return scene.session.view(scene.full, PUBLIC)["game"].get("time_ms")


@pytest.mark.rule("R48", "W26")
def test_the_time_of_the_shout_is_seen_when_it_has_won_and_goes_with_undo() -> None:
    scene = collect(stash("north", "south"), "north", range(6)).lay("north", 6).wait(5000)
    assert seen(scene) is None
    scene.pick("north", 6)
    assert seen(scene) is None
    scene.wait(251)
    assert scene.phase == "over"
    assert seen(scene) == 5000
    scene.say("undo")
    assert seen(scene) is None


@pytest.mark.rule("R78")
def test_between_rounds_the_time_of_the_last_one_is_seen() -> None:
    scene = Scene(setup(("north",), Mode.PAWS, ways=("D",))).begin().wait(80_000)
    collect(scene, "north", range(6))
    assert (scene.phase, seen(scene)) == ("between", 80_000)
    scene.wait(50_000).say("start")
    assert (scene.phase, seen(scene)) == ("dealing", None)
    scene.begin().wait(20_000)
    collect(scene, "north", range(7))
    assert (scene.phase, seen(scene)) == ("between", 20_000)
    scene.say("start").begin().wait(90_001)
    assert (scene.phase, seen(scene)) == ("over", 90_000)

"""The sand of Quick Paws, to the millisecond (R57, R74, W6, W7)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from meadow.games.sweepers.facts import (
    TimeRanOut,
)

from tests.games.sweepers.hands import (
    NORTH_SOUTH,
    boxed_paws,
    cover_round,
    last_turn,
)
from tests.games.sweepers.scene import Scene, paws


@pytest.mark.rule("R57", "W7")
def test_at_89_999_ms_the_last_token_still_wins() -> None:
    scene = last_turn().cover("north", 6).lay("south", 13).lay("south", 30).wait(89_999)
    scene.pick("south", 13).pick("south", 30)
    assert scene.result is not None
    assert scene.result.outcome == "won"
    assert scene.result.time_ms == 89_999


def at_the_limit(scene: Scene) -> str:
    """The outcome once exactly 90 000 ms have passed since the flip."""
    scene.wait(90_000 - scene.now_ms)
    return scene.result.outcome if scene.result else ""


@pytest.mark.rule("W7")
def test_at_the_limit_a_match_that_rests_in_its_tray_counts_as_collected() -> None:
    scene = last_turn().cover("north", 6).lay("south", 13)
    assert at_the_limit(scene) == "won"
    assert scene.result is not None
    assert scene.result.time_ms == 90_000
    assert [(side.covered, side.cards) for side in scene.result.sides] == [(7, 7), (7, 7)]
    assert scene.facts(TimeRanOut) == []


@pytest.mark.rule("W7")
def test_at_the_limit_several_resting_matches_count_on_every_side() -> None:
    assert at_the_limit(last_turn().lay("north", 6).lay("south", 13)) == "won"


@pytest.mark.rule("W7", "T11", "W4")
def test_at_the_limit_each_open_card_needs_its_match() -> None:
    assert at_the_limit(last_turn().lay("north", 6).lay("south", 13).lay("south", 0)) == "lost-time"
    scene = last_turn().lay("north", 6).lay("north", 0).lay("south", 13)
    assert len(scene.side("north").open) == 2
    assert at_the_limit(scene) == "won"


@pytest.mark.rule("W7", "T10")
@pytest.mark.parametrize("side", ["north", "south"])
def test_at_the_limit_a_stray_beside_the_resting_match_loses(side: str) -> None:
    assert at_the_limit(last_turn().lay("north", 6).lay("south", 13).lay(side, 30)) == "lost-time"


@pytest.mark.rule("W7", "T10")
def test_at_the_limit_a_cover_held_back_by_a_stray_loses() -> None:
    scene = last_turn().cover("north", 6).lay("south", 30).lay("south", 13).pick("south", 13)
    assert scene.side("south").held
    assert at_the_limit(scene) == "lost-time"


@pytest.mark.rule("W7", "T10")
def test_a_stray_that_fell_after_the_last_cover_of_a_side_does_not_matter() -> None:
    assert at_the_limit(last_turn().cover("north", 6).lay("north", 30).lay("south", 13)) == "won"


@pytest.mark.rule("W7")
def test_at_the_limit_a_resting_match_does_not_help_a_side_with_cards_left() -> None:
    scene = paws(*NORTH_SOUTH)
    for turn in range(5):
        cover_round(scene, turn)
    assert at_the_limit(scene.lay("north", 5).lay("south", 12)) == "lost-time"


@pytest.mark.rule("W7")
def test_a_token_that_falls_exactly_at_the_limit_is_too_late() -> None:
    scene = last_turn().cover("north", 6).wait(90_000).lay("south", 13)
    assert scene.result is not None
    assert scene.result.outcome == "lost-time"


@pytest.mark.rule("W7", "W6")
def test_a_resting_match_counts_at_the_limit_while_stopped_too() -> None:
    scene = last_turn().cover("north", 6).lay("south", 13).rake("south", "deck")
    assert at_the_limit(scene) == "won"


@pytest.mark.rule("R57", "R4")
@pytest.mark.parametrize("new", [paws, boxed_paws])
def test_the_last_ten_seconds_are_counted_by_ten_beeps(new: Callable[..., Scene]) -> None:
    scene = new(*NORTH_SOUTH)
    ticks = []
    for second in range(1, 91):
        scene.wait(999)
        assert "tick" not in scene.sounds_now()
        scene.wait(1)
        ticks += [second] * scene.sounds_now().count("tick")
    assert ticks == [80, 81, 82, 83, 84, 85, 86, 87, 88, 89]
    assert scene.phase == "over"


@pytest.mark.rule("W6", "R57")
def test_the_last_seconds_are_counted_while_stopped_and_counting_too() -> None:
    scene = paws(*NORTH_SOUTH).wait(81_500).rake("south", "deck").wait(500)
    assert scene.sounds_now() == ["tick"]
    scene.rake("south", "deck").wait(1000)
    assert sorted(scene.sounds_now()) == ["count", "tick"]

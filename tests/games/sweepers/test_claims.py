""" "Stashed!" with referee live: who has covered all cards first, or at the same time.

Rows R22, R45, R48, R49; rulings T8, W4, W8, W10, W26.
"""

from __future__ import annotations

import pytest
from meadow.games.sweepers.facts import Stashed

from tests.games.sweepers.hands import collect
from tests.games.sweepers.scene import Scene, setup, stash, token_id


def one_left(*sides: str, tie_window_ms: int = 250) -> Scene:
    """Referee live; every side has only its seventh token to lift, which lies in its tray."""
    scene = stash(*sides, tie_window_ms=tie_window_ms)
    for number, side in enumerate(sides):
        collect(scene, side, range(7 * number, 7 * number + 6))
        scene.lay(side, 7 * number + 6)
    return scene


# -------------------------------------------------------------- the table shouts (live)


@pytest.mark.rule("R45", "T8")
def test_the_first_player_with_all_seven_tokens_shouts_stashed() -> None:
    scene = one_left("north", "south").wait(5000).pick("north", 6)
    assert scene.said_now(Stashed) == [Stashed(side="north", claimed_ms=7000)]
    assert scene.sounds_now() == ["covered", "claim"]
    assert scene.cues()["north"] == "claim"


@pytest.mark.rule("R22", "R48", "W26")
def test_the_player_who_shouted_wins_and_the_time_is_that_of_the_shout() -> None:
    scene = one_left("north", "south").wait(5000).pick("north", 6).wait(251)
    assert scene.phase == "over"
    assert scene.result is not None
    assert scene.result.outcome == "stashed"
    assert scene.result.winners == ("north",)
    assert scene.result.time_ms == 5000
    assert scene.result.rounds_won == 0
    assert [(side.covered, side.cards) for side in scene.result.sides] == [(7, 7), (6, 7)]


@pytest.mark.rule("R49", "W10")
@pytest.mark.parametrize(
    ("tie_window_ms", "later_ms", "winners"),
    [
        (250, 0, ("north", "south")),
        (250, 250, ("north", "south")),
        (250, 251, ("south",)),
        (0, 0, ("north", "south")),
        (0, 1, ("south",)),
        (1000, 1000, ("north", "south")),
        (1000, 1001, ("south",)),
    ],
)
def test_all_who_shout_at_the_same_time_win(
    tie_window_ms: int, later_ms: int, winners: tuple[str, ...]
) -> None:
    scene = one_left("north", "south", tie_window_ms=tie_window_ms).wait(5000)
    scene.pick("south", 13).wait(later_ms).pick("north", 6).wait(1001)
    assert scene.result is not None
    assert scene.result.winners == winners
    assert scene.result.time_ms == 5000


@pytest.mark.rule("R49", "W10")
def test_the_tie_window_counts_from_the_first_shout_not_from_the_last() -> None:
    scene = one_left("north", "east", "south").wait(5000)
    scene.pick("east", 13).wait(200).pick("south", 20).wait(51).pick("north", 6).wait(300)
    assert scene.result is not None
    assert scene.result.winners == ("east", "south")


@pytest.mark.rule("W10", "T16")
def test_nobody_can_say_stop_once_stashed_is_called() -> None:
    scene = one_left("north", "south").wait(5000).pick("north", 6).wait(100).rake("south", "deck")
    assert scene.refusal == "Stashed! is called: nothing to stop"
    assert scene.wait(200).result is not None


@pytest.mark.rule("T8", "R45", "T13")
def test_the_last_card_covered_while_stopped_shouts_at_once() -> None:
    scene = one_left("north", "south").wait(5000).rake("south", "deck").wait(400).pick("north", 6)
    assert scene.said_now(Stashed) == [Stashed(side="north", claimed_ms=7400)]
    scene.wait(251)
    assert scene.result is not None
    assert scene.result.winners == ("north",)
    assert scene.result.time_ms == 5400


@pytest.mark.rule("R22", "W10", "T13")
def test_of_two_who_cover_their_last_card_while_stopped_the_first_wins() -> None:
    scene = one_left("north", "south").wait(5000).rake("south", "deck")
    scene.pick("south", 13).wait(251).pick("north", 6)
    assert scene.result is not None
    assert scene.result.winners == ("south",)


@pytest.mark.rule("W8", "R75")
def test_all_seven_means_the_whole_deck_of_six_in_way_a() -> None:
    scene = stash("north", "south", ways=("A",))
    collect(scene, "north", range(6)).wait(251)
    assert scene.result is not None
    assert scene.result.winners == ("north",)


@pytest.mark.rule("W8", "R76")
@pytest.mark.parametrize(
    ("side", "designs"), [("north", (13, *range(7))), ("south", (7, 8, 9, 10, 11, 12))]
)
def test_all_seven_means_eight_for_the_older_and_six_for_the_younger_in_way_b(
    side: str, designs: tuple[int, ...]
) -> None:
    scene = Scene(setup(("north", "south"), ways=("B",), ages=(1, 2)))
    scene.deal(range(7), (13, *range(7, 13))).scan(13).three()
    collect(scene, side, designs[:-1])
    assert scene.facts(Stashed) == []
    scene.cover(side, designs[-1])
    assert [fact.side for fact in scene.facts(Stashed)] == [side]


@pytest.mark.rule("T8", "T16")
def test_with_referee_live_a_rake_in_its_own_tray_says_nothing_and_nobody_else_shouts() -> None:
    scene = one_left("north", "south").rake("north").wait(1000)
    assert scene.facts(Stashed) == []
    scene.say("stashed", "north")
    assert scene.refusal == "the table itself shouts Stashed! in referee live"


@pytest.mark.rule("W4", "T11", "W8")
def test_a_player_with_two_open_cards_shouts_when_both_are_covered() -> None:
    scene = one_left("north", "south")
    scene.cover("south", 2)
    assert len(scene.side("north").open) == 2
    scene.pick("north", 6)
    assert scene.facts(Stashed) == []
    scene.cover("north", 2)
    assert [fact.side for fact in scene.facts(Stashed)] == ["north"]
    assert token_id(2) in {token for _, token in scene.side("north").done}

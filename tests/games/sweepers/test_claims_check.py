"""Claims as in the box, by the rake: who shouts first, at the same time, too early.

Rows R42, R45, R46, R49; rulings T9, T16, W8, W10, W26.
"""

from __future__ import annotations

import pytest
from meadow.games.sweepers.facts import CheckBegan, EarlyShout, Stashed

from tests.games.sweepers.hands import boxed, collect, failed_check, hand_in
from tests.games.sweepers.scene import Scene


def all_seen(*sides: str, tie_window_ms: int = 250) -> Scene:
    """Referee check; every side has raked off its seven tokens and has not shouted yet."""
    scene = boxed(*sides, tie_window_ms=tie_window_ms)
    for number, side in enumerate(sides):
        collect(scene, side, range(7 * number, 7 * number + 7))
    return scene


def checked_first(scene: Scene) -> list[str]:
    """The sides whose check has begun, in order."""
    return [fact.side for fact in scene.facts(CheckBegan)]


# ---------------------------------------------------------------- rakes claim (check)


@pytest.mark.rule("R45", "T16", "W26")
def test_a_rake_that_lies_300_ms_in_its_own_tray_says_stashed_dated_to_its_arrival() -> None:
    scene = all_seen("north", "south").wait(1000).place("north", "rake.north").wait(299)
    assert scene.facts(Stashed) == []
    scene.wait(1)
    assert scene.facts(Stashed) == [Stashed(side="north", claimed_ms=3000)]
    assert scene.phase == "checking"


@pytest.mark.rule("T16")
def test_a_rake_lifted_before_300_ms_has_said_nothing() -> None:
    scene = all_seen("north", "south").place("north", "rake.north").wait(299)
    scene.lift("north", "rake.north").wait(1000)
    assert scene.facts(Stashed) == []
    assert scene.phase == "playing"


@pytest.mark.rule("T16", "R45")
def test_a_rake_that_lay_there_before_three_must_be_lifted_before_it_claims() -> None:
    scene = all_seen("north", "south").rake("south", "deck")
    for side, designs in (("south", range(7, 14)), ("north", range(7))):
        hand_in(scene, side, designs).rake(side)
        for design in designs:
            scene.pick(side, design)
    scene.place("north", "rake.north")
    assert "play stands still" in scene.refusal
    scene.three().wait(1000)
    assert scene.phase == "playing"
    scene.lift("north", "rake.north").claim("north")
    assert scene.phase == "checking"


@pytest.mark.rule("R42", "T16")
def test_a_rake_in_anothers_tray_claims_nothing() -> None:
    scene = all_seen("north", "south").place("south", "rake.north")
    assert scene.refusal == "this rake belongs to the north side"
    assert scene.wait(1000).facts(Stashed) == []


@pytest.mark.rule("R46", "T16")
def test_on_the_shout_every_player_puts_the_rake_down_at_once() -> None:
    scene = all_seen("north", "south", tie_window_ms=1000).claim("north")
    assert scene.phase == "claimed"
    assert scene.cues() == {"north": "claim", "south": "stop"}
    scene.rake("south", "deck")
    assert scene.refusal == "Stashed! is called: wait for the check"
    scene.rake("north")
    assert scene.refusal == "Stashed! is called already: wait for the check"


@pytest.mark.rule("T13", "T16", "W26")
def test_a_rake_that_arrived_before_stop_was_called_is_heard_first() -> None:
    scene = all_seen("north", "south").place("north", "rake.north").wait(299)
    scene.rake("south", "deck")
    assert scene.refusal == "a rake claims in its own tray: it is heard first"
    assert scene.wait(1).phase == "checking"
    assert checked_first(scene) == ["north"]


@pytest.mark.rule("T13", "W8")
def test_stop_can_be_called_again_once_a_rake_was_lifted_or_heard_in_vain() -> None:
    scene = boxed("north", "south").place("north", "rake.north").wait(100)
    assert scene.rake("south", "deck").refusal
    scene.lift("north", "rake.north").rake("south", "deck")
    assert scene.phase == "inventory"
    scene = boxed("north", "south").place("north", "rake.north").wait(300).rake("south", "deck")
    assert scene.phase == "inventory"


# ------------------------------------------------------------------ early shouts (W8)


@pytest.mark.rule("W8", "T9")
def test_an_early_shout_costs_nothing_and_play_goes_on() -> None:
    scene = boxed("north", "south")
    collect(scene, "north", range(6)).claim("north")
    assert scene.facts(EarlyShout) == [EarlyShout(side="north", seen=6, needed=7)]
    assert scene.sounds_now() == ["early"]
    assert scene.refusal == ""
    assert scene.phase == "playing"
    assert scene.facts(CheckBegan) == []
    scene.cover("north", 6).claim("north")
    assert checked_first(scene) == ["north"]


@pytest.mark.rule("W8", "T9")
def test_a_token_seen_twice_in_a_tray_is_counted_once() -> None:
    scene = boxed("north", "south")
    collect(scene, "north", (0, 1, 2, 3, 4, 5, 5, 5)).claim("north")
    assert scene.facts(EarlyShout) == [EarlyShout(side="north", seen=6, needed=7)]


@pytest.mark.rule("W8", "T9")
def test_tokens_seen_in_another_tray_do_not_count() -> None:
    scene = boxed("north", "south")
    collect(scene, "north", range(6))
    scene.cover("south", 6).claim("north")
    assert scene.facts(EarlyShout) == [EarlyShout(side="north", seen=6, needed=7)]


@pytest.mark.rule("W8", "T16")
def test_a_rake_still_lying_after_an_early_shout_must_be_lifted_to_shout_again() -> None:
    scene = boxed("north", "south")
    collect(scene, "north", range(6))
    scene.place("north", "rake.north").wait(300).cover("north", 6).wait(1000)
    assert scene.phase == "playing"
    scene.lift("north", "rake.north").claim("north")
    assert scene.phase == "checking"


@pytest.mark.rule("T9", "T16", "W8")
def test_tokens_that_fell_while_play_stood_still_have_been_seen_too() -> None:
    scene = boxed("north", "south")
    collect(scene, "north", range(6))
    scene.rake("south", "deck").cover("north", 6)
    hand_in(scene, "south", ()).rake("south")
    hand_in(scene, "north", range(6)).rake("north")
    for design in range(6):
        scene.pick("north", design)
    scene.three().claim("north")
    assert scene.facts(EarlyShout) == []
    assert scene.phase == "checking"


@pytest.mark.rule("T9", "W8", "W19")
def test_after_a_check_only_proven_tokens_and_those_seen_since_count() -> None:
    scene = boxed("north", "south")
    failed_check(scene, "north", range(5), (40, 41)).scan(20).scan(21).three()
    scene.cover("north", 20).claim("north")
    assert scene.facts(EarlyShout) == [EarlyShout(side="north", seen=6, needed=7)]
    scene.cover("north", 21).claim("north")
    assert checked_first(scene) == ["north", "north"]


# ----------------------------------------------------------- at the same time (check)


@pytest.mark.rule("R49", "W10", "T9")
@pytest.mark.parametrize(
    ("tie_window_ms", "later_ms", "checked"),
    [
        (250, 0, ["north", "south"]),
        (250, 250, ["north", "south"]),
        (250, 251, ["south"]),
        (0, 0, ["north", "south"]),
        (0, 1, ["south"]),
        (299, 299, ["north", "south"]),
        (300, 300, ["north", "south"]),
        (1000, 301, ["north", "south"]),
        (1000, 1000, ["north", "south"]),
        (1000, 1001, ["south"]),
    ],
)
def test_claims_within_the_tie_window_are_checked_together_in_seat_order(
    tie_window_ms: int, later_ms: int, checked: list[str]
) -> None:
    scene = all_seen("north", "south", tie_window_ms=tie_window_ms).wait(1000)
    scene.place("south", "rake.south").wait(later_ms).place("north", "rake.north").wait(2000)
    scene.lift("south", "rake.south").lift("north", "rake.north")
    for side in checked:
        assert scene.phase == "checking"
        hand_in(scene, side, range(7) if side == "north" else range(7, 14)).rake(side)
    assert checked_first(scene) == checked
    assert scene.result is not None
    assert scene.result.winners == tuple(checked)
    assert scene.result.time_ms == 1000


@pytest.mark.rule("W10", "T16")
def test_a_rake_laid_after_the_tie_window_is_refused_and_claims_nothing() -> None:
    scene = all_seen("north", "east", "south", tie_window_ms=1000).claim("north").wait(700)
    scene.place("east", "rake.east").wait(1).place("south", "rake.south")
    assert scene.refusal == "Stashed! is called already: wait for the check"
    scene.wait(299)
    assert [fact.claimed_ms for fact in scene.facts(Stashed)] == [2000, 3000]
    assert checked_first(scene) == ["north"]


@pytest.mark.rule("W10", "T16")
def test_the_check_waits_for_a_rake_that_was_laid_within_the_window() -> None:
    scene = all_seen("north", "south").place("north", "rake.north").wait(250)
    scene.place("south", "rake.south").wait(299)
    assert scene.phase == "claimed"
    assert scene.wait(1).phase == "checking"
    assert [fact.side for fact in scene.facts(Stashed)] == ["north", "south"]


@pytest.mark.rule("W10", "T16")
def test_a_rake_lifted_again_within_the_window_is_not_waited_for() -> None:
    scene = all_seen("north", "south").place("north", "rake.north").wait(250)
    scene.place("south", "rake.south").wait(100).lift("south", "rake.south")
    assert scene.phase == "checking"
    assert scene.wait(1000).facts(Stashed) == [Stashed(side="north", claimed_ms=2000)]


@pytest.mark.rule("W10")
def test_with_a_long_window_the_check_begins_when_it_is_over() -> None:
    scene = all_seen("north", "south", tie_window_ms=1000).claim("north").wait(700)
    assert scene.phase == "claimed"
    assert scene.wait(1).phase == "checking"


@pytest.mark.rule("W8", "W10")
def test_an_early_shout_in_the_tie_window_does_not_take_part_in_the_check() -> None:
    scene = boxed("north", "south")
    collect(collect(scene, "north", range(7)), "south", range(7, 13))
    scene.place("north", "rake.north").wait(200).place("south", "rake.south").wait(300)
    assert scene.facts(EarlyShout) == [EarlyShout(side="south", seen=6, needed=7)]
    assert scene.phase == "checking"
    hand_in(scene.lift("north", "rake.north"), "north", range(7)).rake("north")
    assert scene.result is not None
    assert scene.result.winners == ("north",)


@pytest.mark.rule("W8", "W10", "T16")
def test_who_shouted_early_in_the_window_may_shout_again_within_it() -> None:
    scene = boxed("north", "south", tie_window_ms=1000)
    collect(collect(scene, "north", range(7)), "south", range(7, 13))
    scene.claim("north").claim("south")
    assert scene.phase == "claimed"
    scene.cover("south", 13).claim("south").wait(101)
    assert [fact.claimed_ms for fact in scene.facts(Stashed)] == [2000, 2600]


# ------------------------------------------------------------------- the operator (T3)


@pytest.mark.rule("T3", "T16")
def test_the_operator_can_say_stashed_for_a_side_and_it_counts_at_once() -> None:
    scene = all_seen("north", "south").wait(500).say("stashed", "north")
    assert scene.said_now(Stashed) == [Stashed(side="north", claimed_ms=2500)]
    assert scene.wait(251).phase == "checking"


@pytest.mark.rule("T3", "W26")
def test_the_operator_saying_what_a_rake_is_saying_keeps_the_rakes_moment() -> None:
    scene = all_seen("north", "south").place("north", "rake.north").wait(200)
    scene.say("stashed", "north")
    assert scene.said_now(Stashed) == [Stashed(side="north", claimed_ms=2000)]


@pytest.mark.rule("W10", "T3", "T16")
def test_a_rake_that_lay_before_the_operators_word_was_first() -> None:
    scene = all_seen("north", "south").place("south", "rake.south").wait(299)
    scene.say("stashed", "north").wait(500)
    assert [fact.side for fact in scene.facts(Stashed)] == ["north", "south"]
    assert checked_first(scene) == ["south"]

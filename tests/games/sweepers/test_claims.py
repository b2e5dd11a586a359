""" "Stashed!": who shouts first, who shouts at the same time, who shouts too early.

Rows R45, R46, R49; rulings T8, T16, W4, W8, W10, W26.
"""

from __future__ import annotations

import pytest
from meadow.games.sweepers.facts import CheckBegan, EarlyShout, Stashed

from tests.games.sweepers.hands import boxed, collect, failed_check, hand_in
from tests.games.sweepers.scene import Scene, setup, stash, token_id


def one_left(*sides: str, tie_window_ms: int = 250) -> Scene:
    """Referee live; every side has only its seventh token to lift, which lies in its tray."""
    scene = stash(*sides, tie_window_ms=tie_window_ms)
    for number, side in enumerate(sides):
        collect(scene, side, range(7 * number, 7 * number + 6))
        scene.lay(side, 7 * number + 6)
    return scene


def all_seen(*sides: str, tie_window_ms: int = 250) -> Scene:
    """Referee check; every side has raked off its seven tokens and has not shouted yet."""
    scene = boxed(*sides, tie_window_ms=tie_window_ms)
    for number, side in enumerate(sides):
        collect(scene, side, range(7 * number, 7 * number + 7))
    return scene


def checked_first(scene: Scene) -> list[str]:
    """The sides whose check has begun, in order."""
    return [fact.side for fact in scene.facts(CheckBegan)]


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

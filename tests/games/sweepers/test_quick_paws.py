"""Quick Paws: one team, one aim, ninety seconds; the table judges.

Rows R57 to R74; rulings W1, W3, W24.
"""

from __future__ import annotations

import pytest
from meadow.games.game import Cue
from meadow.games.sweepers.facts import (
    CardDealt,
    CardOpened,
    PlayBegan,
    RoundEnded,
    Stashed,
    TeamRevealed,
    TimeRanOut,
    TimerFlipped,
    TokenReturned,
)
from meadow.games.sweepers.setup import Mode

from tests.games.sweepers.hands import (
    NORTH_SOUTH,
    collect,
    cover_round,
    last_turn,
)
from tests.games.sweepers.scene import Scene, card_id, paws, setup

# -------------------------------------------------------------------------- the set-up


@pytest.mark.rule("R58")
def test_seven_cards_are_dealt_and_the_rest_is_not_needed() -> None:
    scene = Scene(setup(mode=Mode.PAWS)).deal_in_order()
    assert len(scene.facts(CardDealt)) == 28
    assert [side.size for side in scene.state.sides] == [7, 7, 7, 7]
    scene.scan(30)
    assert "no card is asked for" in scene.refusal


@pytest.mark.rule("R59", "R57")
def test_the_timer_drains_round_the_meadow_where_all_can_see_it() -> None:
    scene = Scene(setup(mode=Mode.PAWS)).deal_in_order()
    assert "meadow" not in scene.session.lights(scene.full)
    scene.wait(5000).flip()
    timer = scene.session.lights(scene.full)["meadow"]
    assert timer == Cue("timer", ends_ms=95_000, span_ms=90_000)


@pytest.mark.rule("R60", "W3", "T16")
def test_the_oldest_player_flips_the_timer_and_time_starts_then() -> None:
    scene = Scene(setup(mode=Mode.PAWS, ages=(3, 1, 2, 4))).deal_in_order().wait(5000)
    assert scene.cues() == {"north": "ready", "east": "flip", "south": "ready", "west": "ready"}
    scene.rake("north")
    assert scene.refusal == "the oldest player flips the timer: east"
    assert scene.phase == "ready"
    scene.rake("east")
    assert scene.facts(TimerFlipped) == [TimerFlipped(side="east")]
    assert scene.facts(PlayBegan) == [PlayBegan(round=1)]
    assert scene.state.began_ms == 5000


@pytest.mark.rule("R60", "W3")
def test_the_flip_reveals_all_first_cards_without_a_countdown() -> None:
    scene = Scene(setup(mode=Mode.PAWS)).deal_in_order().rake("west")
    assert [fact.card for fact in scene.said_now(CardOpened)] == [
        card_id(0),
        card_id(7),
        card_id(14),
        card_id(21),
    ]
    assert scene.phase == "playing"


@pytest.mark.rule("W3")
@pytest.mark.parametrize("ages", [(), (0, 0, 0, 0), (1, 1, 2, 2), (2, 2, 2, 2)])
@pytest.mark.parametrize("side", ["north", "west"])
def test_with_equal_ages_or_none_given_anyone_flips(ages: tuple[int, ...], side: str) -> None:
    scene = Scene(setup(mode=Mode.PAWS, ages=ages)).deal_in_order().rake(side)
    assert scene.phase == "playing"


@pytest.mark.rule("W3", "T3")
def test_the_operator_can_flip_for_the_oldest() -> None:
    scene = Scene(setup(mode=Mode.PAWS, ages=(3, 1, 2, 4))).deal_in_order()
    assert scene.say("flip", "south").refusal == "the oldest player flips the timer: east"
    assert scene.say("flip").facts(TimerFlipped) == [TimerFlipped(side="east")]


@pytest.mark.rule("W3", "T16", "T7")
def test_nobody_counts_to_three_to_begin_quick_paws() -> None:
    scene = Scene(setup(mode=Mode.PAWS)).deal_in_order().rake("north", "deck")
    assert scene.refusal == "the oldest player's rake in the own tray flips the timer"
    assert scene.say("start").phase == "ready"


@pytest.mark.rule("W1", "R57")
def test_one_player_may_practise_quick_paws_alone() -> None:
    scene = collect(paws("west"), "west", range(7))
    assert scene.result is not None
    assert scene.result.winners == ("west",)


# ----------------------------------------------------------------------- the team reveals


@pytest.mark.rule("R62", "R61")
def test_the_next_cards_are_revealed_by_all_at_once_when_the_last_has_placed_the_token() -> None:
    scene = paws(*NORTH_SOUTH).cover("north", 0)
    assert scene.facts(TeamRevealed) == []
    scene.cover("south", 7)
    assert scene.facts(TeamRevealed) == [TeamRevealed()]
    assert [fact.card for fact in scene.said_now(CardOpened)] == [card_id(1), card_id(8)]


@pytest.mark.rule("R63", "R27")
def test_having_raked_yours_you_do_not_reveal_but_help() -> None:
    scene = paws(*NORTH_SOUTH).cover("north", 0)
    assert scene.side("north").open == ()
    assert len(scene.side("north").deck) == 6
    assert scene.cues()["north"] == "wait"
    scene.lay("north", 1)
    assert scene.cues()["north"] == "stray"


@pytest.mark.rule("R65")
def test_whoever_pushed_it_a_token_counts_where_it_falls() -> None:
    scene = paws(*NORTH_SOUTH).cover("north", 0).lay("south", 7)
    assert scene.cues()["south"] == "match"


@pytest.mark.rule("R66", "R33")
def test_an_extra_token_on_a_teammates_side_is_put_back_by_anyone() -> None:
    scene = paws(*NORTH_SOUTH).lay("south", 30).lay("south", 7).pick("south", 7)
    assert scene.side("south").held
    scene.cover("north", 0)
    assert scene.facts(TeamRevealed) == []
    scene.pick("south", 30)
    assert scene.said_now(TokenReturned) == [TokenReturned(place="south", token="token.rose.acorn")]
    assert len(scene.said_now(TeamRevealed)) == 1


@pytest.mark.rule("R67", "R71")
def test_a_mismatch_is_shown_so_that_everyone_can_double_check() -> None:
    scene = paws(*NORTH_SOUTH).lay("south", 6)
    assert scene.cues()["south"] == "stray"
    scene.pick("south", 6).cover("south", 7)
    assert scene.cues()["south"] == "wait"


@pytest.mark.rule("R71")
def test_the_example_turn_of_speedy_and_chip() -> None:
    scene = cover_round(paws(*NORTH_SOUTH), 0)
    scene.cover("north", 1)  # Speedy, at north, is first and helps Chip
    scene.lay("south", 30).pick("south", 30)  # Chip notices a token that does not match
    assert scene.facts(TokenReturned) == [TokenReturned(place="south", token="token.rose.acorn")]
    scene.cover("south", 8)
    assert len(scene.facts(TeamRevealed)) == 2
    assert scene.side("north").open == (card_id(2),)
    assert scene.side("south").open == (card_id(9),)


@pytest.mark.rule("W24", "R62", "R76")
def test_a_player_without_a_card_left_waits_for_the_others() -> None:
    scene = Scene(setup(NORTH_SOUTH, mode=Mode.PAWS, ways=("B",), ages=(1, 2)))
    scene.deal(range(7), (13, *range(7, 13))).scan(13).flip()
    for north, south in ((13, 7), (0, 8), (1, 9), (2, 10), (3, 11), (4, 12)):
        scene.cover("south", south).cover("north", north)
    assert scene.side("south").open == ()
    assert scene.cues()["south"] == "wait"
    scene.cover("north", 5)
    assert scene.side("north").open == (card_id(6),)
    assert scene.phase == "playing"
    scene.cover("north", 6)
    assert scene.result is not None
    assert scene.result.winners == NORTH_SOUTH


# ------------------------------------------------------------------------- winning, losing


@pytest.mark.rule("R70", "R72")
def test_the_game_ends_the_moment_every_player_has_all_tokens_and_all_win() -> None:
    scene = last_turn().wait(64_321).cover("north", 6)
    assert scene.phase == "playing"
    scene.cover("south", 13)
    assert scene.phase == "over"
    assert scene.facts(RoundEnded) == [RoundEnded(round=1, won=True, time_ms=64_321, void=False)]
    assert scene.facts(Stashed) == []
    assert scene.result is not None
    assert scene.result.outcome == "won"
    assert scene.result.winners == NORTH_SOUTH
    assert scene.result.time_ms == 64_321
    assert scene.result.rounds_won == 1


@pytest.mark.rule("R70", "R72", "T13")
def test_the_last_token_laid_on_its_card_while_stopped_ends_the_game_too() -> None:
    scene = last_turn().cover("north", 6).lay("south", 13).wait(50_000).rake("south", "deck")
    scene.wait(1000).pick("south", 13)
    assert scene.result is not None
    assert scene.result.outcome == "won"
    assert scene.result.time_ms == 51_000


@pytest.mark.rule("R74", "R70")
def test_time_out_before_all_are_collected_loses_the_game_for_all() -> None:
    scene = last_turn().cover("north", 6).wait(89_999)
    assert scene.phase == "playing"
    scene.wait(1)
    assert scene.facts(TimeRanOut) == [TimeRanOut()]
    assert scene.facts(RoundEnded) == [RoundEnded(round=1, won=False, time_ms=90_000, void=False)]
    assert scene.result is not None
    assert scene.result.outcome == "lost-time"
    assert scene.result.winners == ()
    assert scene.result.rounds_won == 0

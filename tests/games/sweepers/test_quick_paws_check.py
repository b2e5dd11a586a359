"""Quick Paws as in the box: players signal and are checked at the end (R70 to R74, W23, W24)."""

from __future__ import annotations

import pytest
from meadow.games.sweepers.facts import (
    CheckBegan,
    EarlyShout,
    Signalled,
    TeamRevealed,
    TimeRanOut,
)
from meadow.games.sweepers.setup import Mode, Referee

from tests.games.sweepers.hands import (
    NORTH_SOUTH,
    boxed_paws,
    cover_round,
    hand_in,
    last_turn_checked,
    signal_round,
)
from tests.games.sweepers.scene import Scene, card_id, setup


def claimed(scene: Scene) -> dict[str, bool]:
    """Of which sides everybody is shown that they say that all is covered."""
    return {
        side["side"]: side["claimed"]
        for side in scene.session.view(scene.full, "public")["game"]["sides"]
    }


@pytest.mark.rule("W23", "R62", "T16")
def test_in_check_the_team_reveals_when_every_side_with_an_open_card_has_signalled() -> None:
    scene = cover_round(boxed_paws(*NORTH_SOUTH).wait(1000), 0).claim("north")
    assert scene.facts(Signalled) == [Signalled(side="north", signalled_ms=1000)]
    assert scene.facts(TeamRevealed) == []
    assert scene.cues()["north"] == "wait"
    scene.claim("south")
    assert len(scene.facts(TeamRevealed)) == 1
    assert scene.side("north").open == (card_id(1),)


@pytest.mark.rule("W23")
def test_a_side_is_shown_as_claimed_until_its_next_card_is_open() -> None:
    scene = cover_round(boxed_paws(*NORTH_SOUTH), 0).claim("north")
    assert claimed(scene) == {"north": True, "south": False}
    scene.claim("south")
    assert claimed(scene) == {"north": False, "south": False}


@pytest.mark.rule("W23", "R63")
def test_in_check_who_has_signalled_has_nothing_more_to_say() -> None:
    scene = cover_round(boxed_paws(*NORTH_SOUTH), 0).claim("north").rake("north")
    assert scene.refusal == "no open card to cover: help the others"


@pytest.mark.rule("W8", "W23")
def test_in_check_a_signal_without_a_token_seen_is_early() -> None:
    scene = boxed_paws(*NORTH_SOUTH).claim("north")
    assert scene.facts(EarlyShout) == [EarlyShout(side="north", seen=0, needed=1)]
    scene.cover("north", 30).claim("north").cover("south", 7).claim("south").claim("north")
    assert scene.facts(EarlyShout)[1:] == [EarlyShout(side="north", seen=1, needed=2)]


@pytest.mark.rule("W23", "R70", "R72", "W26")
def test_in_check_the_last_signal_is_the_finishing_time_and_then_each_side_is_checked() -> None:
    scene = last_turn_checked()
    scene.wait(60_000 - scene.now_ms).claim("north")
    assert scene.phase == "playing"
    scene.wait(61_234 - scene.now_ms).claim("south")
    assert scene.phase == "checking"
    assert scene.facts(CheckBegan) == [CheckBegan(side="north")]
    hand_in(scene.wait(40_000), "north", range(7)).rake("north")
    hand_in(scene, "south", range(7, 14)).rake("south")
    assert scene.result is not None
    assert scene.result.outcome == "won"
    assert scene.result.winners == NORTH_SOUTH
    assert scene.result.time_ms == 61_234
    assert scene.facts(TimeRanOut) == []


@pytest.mark.rule("R73", "W23", "R50")
def test_all_collected_but_some_do_not_match_so_the_players_lose() -> None:
    scene = last_turn_checked().claim("north").claim("south")
    hand_in(scene, "north", range(7)).rake("north")
    hand_in(scene, "south", (7, 8, 9, 10, 11, 12, 40)).rake("south")
    assert scene.result is not None
    assert scene.result.outcome == "lost-mismatch"
    assert scene.result.winners == ()
    assert scene.result.rounds_won == 0
    assert scene.phase == "over"


@pytest.mark.rule("R73", "W23")
def test_the_other_sides_are_checked_even_if_the_first_has_lost_it() -> None:
    scene = last_turn_checked().claim("north").claim("south").rake("north")
    assert scene.phase == "checking"
    assert [fact.side for fact in scene.facts(CheckBegan)] == ["north", "south"]
    hand_in(scene, "south", range(7, 14)).rake("south")
    assert scene.result is not None
    assert scene.result.outcome == "lost-mismatch"


@pytest.mark.rule("W23", "W17")
def test_in_check_tokens_may_be_swapped_among_ones_own_cards_but_not_with_a_teammate() -> None:
    scene = last_turn_checked().claim("north").claim("south")
    hand_in(scene, "north", (6, 5, 4, 3, 2, 1, 0)).rake("north")
    hand_in(scene, "south", (7, 8, 9, 10, 11, 12, 0)).rake("south")
    assert scene.result is not None
    assert scene.result.outcome == "lost-mismatch"


@pytest.mark.rule("W23", "W7", "T16")
def test_in_check_a_signal_dated_before_the_limit_may_be_confirmed_after_it() -> None:
    scene = last_turn_checked().claim("north")
    scene.wait(89_999 - scene.now_ms).place("south", "rake.south").wait(299)
    assert scene.phase == "playing"
    scene.wait(1)
    assert scene.phase == "checking"
    hand_in(scene.lift("south", "rake.south"), "north", range(7)).rake("north")
    hand_in(scene, "south", range(7, 14)).rake("south")
    assert scene.result is not None
    assert scene.result.outcome == "won"
    assert scene.result.time_ms == 89_999


@pytest.mark.rule("W23", "W7")
def test_in_check_a_rake_laid_exactly_at_the_limit_is_too_late() -> None:
    scene = last_turn_checked().claim("north")
    scene.wait(90_000 - scene.now_ms).place("south", "rake.south").wait(300)
    assert scene.result is not None
    assert scene.result.outcome == "lost-time"


@pytest.mark.rule("W23", "W7")
def test_in_check_while_one_signal_waits_for_confirmation_another_is_too_late() -> None:
    scene = last_turn_checked()
    scene.wait(89_999 - scene.now_ms).place("north", "rake.north").wait(2)
    assert scene.phase == "over"
    scene = last_turn_checked()
    scene.wait(89_900 - scene.now_ms).place("north", "rake.north").place("south", "rake.south")
    scene.wait(200).lift("south", "rake.south").place("south", "rake.south")
    assert scene.refusal == "the time is out"
    scene.wait(199)
    assert scene.now_ms == 90_299
    assert scene.phase == "playing"
    scene.wait(1)
    assert scene.result is not None
    assert scene.result.outcome == "lost-time"
    assert scene.result.time_ms == 90_000


@pytest.mark.rule("W23", "W8", "W7")
def test_in_check_an_early_signal_at_the_limit_does_not_save_the_game() -> None:
    scene = boxed_paws(*NORTH_SOUTH)
    for turn in range(6):
        signal_round(scene, turn)
    scene.cover("north", 6).claim("north")
    scene.wait(89_900 - scene.now_ms).place("south", "rake.south").wait(300)
    assert scene.facts(EarlyShout) == [EarlyShout(side="south", seen=6, needed=7)]
    scene.wait(100)
    assert scene.result is not None
    assert scene.result.outcome == "lost-time"


@pytest.mark.rule("W23", "R74")
def test_in_check_signals_at_the_limit_do_not_help_with_cards_left() -> None:
    scene = boxed_paws(*NORTH_SOUTH)
    for turn in range(5):
        signal_round(scene, turn)
    cover_round(scene, 5).wait(89_900 - scene.now_ms)
    scene.place("north", "rake.north").place("south", "rake.south").wait(100)
    assert scene.result is not None
    assert scene.result.outcome == "lost-time"


@pytest.mark.rule("W24", "W23")
def test_in_check_a_player_without_a_card_left_waits_and_is_checked_with_the_rest() -> None:
    scene = Scene(
        setup(NORTH_SOUTH, Mode.PAWS, Referee.CHECK, ways=("B",), ages=(1, 2)),
    )
    scene.deal(range(7), (13, *range(7, 13))).scan(13).flip()
    for north, south in ((13, 7), (0, 8), (1, 9), (2, 10), (3, 11), (4, 12)):
        scene.cover("south", south).claim("south").cover("north", north).claim("north")
    scene.rake("south")
    assert scene.refusal == "no open card to cover: help the others"
    scene.cover("north", 5).claim("north").cover("north", 6).claim("north")
    hand_in(scene, "north", (13, 0, 1, 2, 3, 4, 5, 6)).rake("north")
    hand_in(scene, "south", range(7, 13)).rake("south")
    assert scene.result is not None
    assert scene.result.outcome == "won"
    assert [(s.covered, s.cards) for s in scene.result.sides] == [(8, 8), (6, 6)]

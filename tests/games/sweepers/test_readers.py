"""A reader that fails in play pauses the game (T15); while paused the sand stands still (T14)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from meadow.games.game import Cue, Paused, ReaderFailed, Resumed, Sound
from meadow.games.sweepers.facts import (
    EarlyShout,
    RoundEnded,
    RoundVoid,
    Stashed,
    TokenMatched,
)
from meadow.games.sweepers.setup import Mode

from tests.games.sweepers.hands import (
    NORTH_SOUTH,
    boxed,
    boxed_paws,
    collect,
    hand_in,
    last_turn,
    last_turn_checked,
)
from tests.games.sweepers.phases import PHASES, between
from tests.games.sweepers.scene import Scene, card_id, paws, setup, stash, token_id

GOING_ON = [phase for phase in PHASES if phase != "over"]
IN_PLAY = [phase for phase in GOING_ON if phase != "between"]
DOES_NOT_ANSWER = "the reader of north does not answer: mend it, or say: off north"


def paused(scene: Scene) -> str:
    """Why the game is paused, or ""."""
    why = scene.session.view(scene.full, "public")["paused"]
    assert isinstance(why, str)
    return why


# --------------------------------------------------------------------- a reader fails


@pytest.mark.rule("T15")
@pytest.mark.parametrize("phase", IN_PLAY)
def test_a_reader_that_fails_pauses_the_game_with_a_cue_and_voids_the_round(phase: str) -> None:
    scene = PHASES[phase]().fail("north")
    assert scene.last[0] == RoundVoid(place="north")
    assert Paused(why="reader") in scene.last
    assert scene.sounds_now() == ["pause", "fault"]
    assert scene.cues()["north"] == "fault"
    assert scene.session.alarms(scene.full) == {}
    assert scene.wait(600_000).phase == PHASES[phase]().phase


@pytest.mark.rule("T15", "T7")
@pytest.mark.parametrize("phase", GOING_ON)
def test_play_resumes_on_three_once_the_reader_is_back(phase: str) -> None:
    scene = PHASES[phase]()
    was = scene.state
    scene.fail("north").wait(5000).rake("south", "deck")
    assert scene.refusal == DOES_NOT_ANSWER
    scene.mend("north").lying("north")
    assert scene.sounds_now() == []
    assert paused(scene) == "reader"
    scene.rake("south", "deck").wait(1999)
    assert paused(scene) == "reader"
    scene.wait(1)
    assert paused(scene) == ""
    assert scene.facts(Resumed) == [Resumed(paused_ms=7000)]
    assert [side.cards for side in scene.state.sides] == [side.cards for side in was.sides]


@pytest.mark.rule("T15")
@pytest.mark.parametrize("phase", GOING_ON)
def test_play_resumes_without_the_side_once_the_operator_has_switched_it_off(phase: str) -> None:
    scene = PHASES[phase]().fail("north").say("off", "north")
    assert scene.cues()["north"] in ("off", "stray")
    scene.rake("south", "deck").wait(2000)
    assert paused(scene) == ""
    assert scene.phase != "over"


@pytest.mark.rule("T15")
def test_a_reader_that_fails_while_counting_to_three_stops_the_count() -> None:
    scene = stash(*NORTH_SOUTH).say("pause").rake("south", "deck").wait(1000).fail("north")
    assert scene.wait(10_000).facts(Resumed) == []


@pytest.mark.rule("T15")
def test_two_readers_that_fail_must_both_be_back() -> None:
    scene = stash(*NORTH_SOUTH).fail("north").fail("deck").mend("north").say("start")
    assert scene.refusal == ("the reader of deck does not answer: mend it, or say: off deck")
    assert scene.facts(RoundVoid) == [RoundVoid(place="north")]
    assert scene.mend("deck").say("start").sounds_now() == ["count"]


@pytest.mark.rule("T15", "T14")
def test_tokens_found_lying_when_the_reader_is_back_are_judged_at_three() -> None:
    scene = stash(*NORTH_SOUTH).lay("north", 0).fail("north").wait(1000).mend("north")
    scene.lying("north", token_id(30), token_id(0))
    assert scene.cues()["north"] == "open"
    scene.three()
    assert scene.facts(TokenMatched)[1:] == [
        TokenMatched(side="north", token=token_id(0), card=card_id(0))
    ]
    assert scene.cues()["north"] == "stray"


@pytest.mark.rule("T15", "T14")
def test_a_match_gone_when_the_reader_is_back_has_to_be_laid_again() -> None:
    scene = stash(*NORTH_SOUTH).lay("north", 0).fail("north").mend("north").lying("north").three()
    assert scene.side("north").open == (card_id(0),)
    assert scene.cover("north", 0).side("north").open == (card_id(1),)


@pytest.mark.rule("T15", "T10")
def test_a_stray_gone_when_the_reader_is_back_holds_nobody_back() -> None:
    scene = stash(*NORTH_SOUTH).lay("north", 30).cover("north", 0).fail("north").mend("north")
    assert scene.side("north").open == ()
    scene.lying("north").three()
    assert scene.side("north").open == (card_id(1),)


@pytest.mark.rule("T15")
def test_a_side_switched_off_may_fail_without_pausing_the_game() -> None:
    scene = stash(*NORTH_SOUTH).say("off", "north").fail("north")
    assert paused(scene) == ""


# --------------------------------------------------------------------------- void rounds


@pytest.mark.rule("T15", "R78")
def test_a_void_round_says_so_and_the_next_one_counts_again() -> None:
    scene = Scene(setup(("north",), Mode.PAWS, ways=("D",))).begin()
    scene.fail("east").mend("east").lying("east").three()
    collect(scene, "north", range(6)).say("start").begin()
    collect(scene, "north", range(7))
    assert [fact.void for fact in scene.facts(RoundEnded)] == [True, False]
    scene.say("start").begin().wait(90_000)
    assert scene.result is not None
    assert scene.result.void


@pytest.mark.rule("T15", "R48")
def test_the_result_of_thats_my_stash_is_void_too() -> None:
    scene = stash(*NORTH_SOUTH).fail("deck").mend("deck").lying("deck").three()
    collect(scene, "north", range(7)).wait(251)
    assert scene.result is not None
    assert scene.result.void
    clean = collect(stash(*NORTH_SOUTH), "north", range(7)).wait(251)
    assert clean.result is not None
    assert not clean.result.void


@pytest.mark.rule("T15", "T14")
def test_undo_does_not_take_back_that_a_reader_failed() -> None:
    scene = stash(*NORTH_SOUTH).cover("north", 0).fail("north").say("undo")
    assert scene.say("start").refusal == DOES_NOT_ANSWER
    assert scene.mend("north").lying("north").three().state.void
    assert scene.side("north").open == (card_id(0),)


@pytest.mark.rule("T15", "T14", "R78")
def test_undo_in_a_later_round_does_not_void_it_for_a_failure_of_an_earlier_one() -> None:
    scene = Scene(setup(("north",), Mode.PAWS, ways=("D",))).begin()
    scene.fail("north").mend("north").lying("north").three()
    collect(scene, "north", range(6)).say("start").begin().cover("north", 0)
    scene.say("undo").three()
    assert not scene.state.void
    collect(scene, "north", range(7))
    assert [fact.void for fact in scene.facts(RoundEnded)] == [True, False]
    scene.say("undo").say("undo").fail("north").say("undo")
    assert scene.state.void


@pytest.mark.rule("T15", "W11")
def test_a_reader_that_fails_between_rounds_voids_neither() -> None:
    scene = between().fail("north").mend("north").lying("north").three()
    assert scene.facts(RoundVoid) == []
    scene.say("start").begin()
    for turn in range(7):
        scene.cover("north", turn).cover("south", 7 + turn)
    assert [fact.void for fact in scene.facts(RoundEnded)] == [False, False]


@pytest.mark.rule("T15")
def test_a_reader_that_fails_after_the_end_changes_nothing() -> None:
    scene = stash(*NORTH_SOUTH).say("end").fail("north")
    assert paused(scene) == ""
    assert scene.facts(RoundVoid) == []
    core = scene.session.game
    assert core.advance(scene.state, ReaderFailed(0, "north")).state is scene.state


# -------------------------------------------------------- the sand stands still (T14, T15)


def operator(scene: Scene) -> Scene:
    return scene.say("pause")


def reader(scene: Scene) -> Scene:
    return scene.fail("west").mend("west").lying("west")


def undo(scene: Scene) -> Scene:
    """Undo of a stray that fell just now."""
    return scene.lay("south", 30).say("undo")


@pytest.mark.rule("T14", "T15", "R57")
@pytest.mark.parametrize("pause", [operator, reader, undo])
def test_while_paused_the_sand_stands_still_to_the_millisecond(
    pause: Callable[[Scene], Scene],
) -> None:
    scene = pause(paws(*NORTH_SOUTH).wait(33_333))
    sand = scene.session.lights(scene.full)["meadow"]
    assert sand == Cue("timer", span_ms=90_000, left_ms=56_667)
    scene.wait(123_456)
    assert scene.session.lights(scene.full)["meadow"] == sand
    scene.three()
    left_ms = scene.session.alarms(scene.full)["sand"] - scene.now_ms
    assert left_ms == 56_667
    ends = scene.session.lights(scene.full)["meadow"]
    assert ends == Cue("timer", ends_ms=scene.now_ms + 56_667, span_ms=90_000)
    assert scene.wait(56_666).phase == "playing"
    assert scene.wait(1).phase == "over"
    assert scene.result is not None
    assert scene.result.time_ms == 90_000


@pytest.mark.rule("T14", "W7")
def test_the_time_of_a_win_leaves_the_pauses_out() -> None:
    scene = last_turn().cover("north", 6).wait(20_000).say("pause").wait(300_000).three()
    scene.wait(1000).say("pause").wait(7).three().wait(68_999).cover("south", 13)
    assert scene.result is not None
    assert scene.result.outcome == "won"
    assert scene.result.time_ms == 89_999


@pytest.mark.rule("T14", "R4")
def test_the_beeps_of_the_last_ten_seconds_wait_as_well() -> None:
    scene = paws(*NORTH_SOUTH).wait(79_999).say("pause").wait(50_000).three()
    assert "tick" not in scene.sounds_now()
    assert scene.wait(1).sounds_now() == ["tick"]
    assert scene.wait(999).sounds_now() == []
    assert scene.wait(1).sounds_now() == ["tick"]


@pytest.mark.rule("T14", "W10")
def test_the_tie_window_stands_still_while_paused() -> None:
    scene = stash(*NORTH_SOUTH)
    collect(collect(scene, "north", range(6)), "south", range(7, 13)).wait(3000)
    scene.cover("north", 6).wait(100).say("pause").wait(9000).three().wait(150)
    scene.cover("south", 13).wait(1)
    assert scene.result is not None
    assert scene.result.winners == NORTH_SOUTH
    assert scene.result.time_ms == 3000


@pytest.mark.rule("T14", "T16")
def test_a_claim_that_was_not_heard_before_a_pause_is_not_heard_after_it() -> None:
    scene = collect(boxed(*NORTH_SOUTH), "north", range(7)).place("north", "rake.north").wait(299)
    scene.say("pause").wait(1000).rake("south", "deck").wait(5000)
    assert scene.facts(Stashed) == []
    scene.lift("north", "rake.north").claim("north")
    assert [fact.side for fact in scene.facts(Stashed)] == ["north"]


@pytest.mark.rule("T14", "W10")
def test_a_pause_between_claim_and_check_loses_neither() -> None:
    scene = collect(boxed(*NORTH_SOUTH, tie_window_ms=1000), "north", range(7)).claim("north")
    scene.say("pause").wait(5000).three().wait(700)
    assert scene.phase == "claimed"
    hand_in(scene.wait(1), "north", range(7)).rake("north")
    assert scene.result is not None
    assert scene.result.winners == ("north",)
    assert scene.result.time_ms == 0


@pytest.mark.rule("T14", "W23", "W7")
def test_a_signal_unheard_when_the_game_was_paused_must_be_given_again_in_time() -> None:
    scene = last_turn_checked().claim("north")
    scene.wait(89_000 - scene.now_ms).place("south", "rake.south").wait(200).say("pause")
    scene.wait(5000).lift("south", "rake.south").three().wait(799).rake("south")
    assert scene.refusal == ""
    scene.wait(1)
    assert scene.result is not None
    assert scene.result.outcome == "lost-time"


@pytest.mark.rule("T14", "T7")
def test_a_pause_in_the_countdown_stops_it_between_two_beeps() -> None:
    scene = Scene(setup(NORTH_SOUTH)).deal_in_order().rake("north", "deck").wait(1500)
    scene.say("pause").wait(10_000).three()
    assert scene.phase == "counting"
    assert scene.wait(499).phase == "counting"
    assert scene.wait(1).phase == "playing"


@pytest.mark.rule("T14", "W8")
def test_nothing_is_heard_or_judged_while_paused() -> None:
    scene = boxed(*NORTH_SOUTH).say("pause").place("north", "rake.north").wait(1000)
    assert scene.facts(EarlyShout) == []
    live = stash(*NORTH_SOUTH).say("pause").lay("north", 0).pick("north", 0)
    assert live.said_now(TokenMatched) == []
    assert live.side("north").done == ()


@pytest.mark.rule("T14", "T15")
@pytest.mark.parametrize("new", [stash, boxed, paws, boxed_paws])
def test_a_game_paused_and_resumed_at_once_goes_on_as_if_nothing_had_been(
    new: Callable[..., Scene],
) -> None:
    scene, other = new(*NORTH_SOUTH), new(*NORTH_SOUTH)
    scene.say("pause").three()
    for one in (scene, other):
        one.cover("north", 0).cover("south", 7).lay("north", 1)
    assert scene.state == other.state
    assert Sound("go") in scene.outputs

"""The operator's last word: match, stray, award, end (T14)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from meadow.games.sweepers.facts import (
    CardCovered,
    CardOpened,
    CardReopened,
    CheckEnded,
    Overruled,
    RoundEnded,
    Stashed,
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
from tests.games.sweepers.phases import PHASES
from tests.games.sweepers.scene import Scene, card_id, paws, setup, stash, token_id

NOT_JUDGED = "tokens are judged in that side's check only"

GOING_ON = [phase for phase in PHASES if phase != "over"]
STASH_PHASES = [phase for phase in GOING_ON if "paws" not in phase and phase != "between"]


def match(scene: Scene, token: int, card: int) -> Scene:
    return scene.say("match", token_id(token), card_id(card))


def stray(scene: Scene, token: int) -> Scene:
    return scene.say("stray", token_id(token))


# ----------------------------------------------------------------------- match, live


@pytest.mark.rule("T14")
def test_match_covers_an_open_card_with_a_token_the_table_took_for_another() -> None:
    scene = match(stash(*NORTH_SOUTH), 30, 0)
    assert scene.said_now(Overruled) == [Overruled(word="match", args=(token_id(30), card_id(0)))]
    assert scene.said_now(CardCovered) == [
        CardCovered(side="north", card=card_id(0), token=token_id(30))
    ]
    assert scene.said_now(CardOpened) == [CardOpened(side="north", card=card_id(1))]


@pytest.mark.rule("T14", "T8")
def test_match_turns_a_stray_in_the_players_tray_into_a_match() -> None:
    scene = match(stash(*NORTH_SOUTH).lay("north", 30), 30, 0)
    assert scene.cues()["north"] == "match"
    assert scene.facts(CardCovered) == []
    scene.pick("north", 30)
    assert scene.facts(CardCovered) == [
        CardCovered(side="north", card=card_id(0), token=token_id(30))
    ]


@pytest.mark.rule("T14", "T12")
def test_a_token_overruled_in_place_of_the_match_makes_that_one_a_stray() -> None:
    scene = match(stash(*NORTH_SOUTH).lay("north", 0).lay("north", 30), 30, 0)
    scene.pick("north", 0)
    assert scene.facts(CardCovered) == []
    scene.pick("north", 30)
    assert [fact.token for fact in scene.facts(CardCovered)] == [token_id(30)]


@pytest.mark.rule("T14", "T10")
def test_a_token_that_lies_elsewhere_counts_for_the_card_and_is_no_stray_any_more() -> None:
    scene = stash(*NORTH_SOUTH).lay("south", 0).lay("south", 7).pick("south", 7)
    assert scene.side("south").held
    match(scene, 0, 0)
    assert scene.side("north").done == ((card_id(0), token_id(0)),)
    assert scene.side("south").tray == ()
    assert scene.side("south").open == (card_id(8),)
    assert match(stash(*NORTH_SOUTH).lay("west", 0), 0, 0).state.elsewhere == ()


@pytest.mark.rule("T14", "T11")
def test_match_takes_a_token_off_the_card_it_lay_on() -> None:
    scene = match(stash(*NORTH_SOUTH).cover("north", 0), 0, 7)
    assert scene.said_now(CardReopened) == [
        CardReopened(side="north", card=card_id(0), token=token_id(0))
    ]
    assert scene.side("north").open == (card_id(1), card_id(0))
    assert scene.side("south").done == ((card_id(7), token_id(0)),)


@pytest.mark.rule("T14", "R45")
def test_match_for_the_last_card_makes_the_player_win() -> None:
    scene = match(collect(stash(*NORTH_SOUTH), "north", range(6)), 30, 6)
    assert [fact.side for fact in scene.said_now(Stashed)] == ["north"]
    scene.wait(251)
    assert scene.result is not None
    assert scene.result.winners == ("north",)


@pytest.mark.rule("T14", "R70")
def test_match_for_the_last_card_of_the_team_wins_quick_paws() -> None:
    assert match(last_turn().cover("north", 6), 30, 13).facts(RoundEnded)[0].won


@pytest.mark.rule("T14", "T16")
def test_match_while_stopped_covers_and_the_next_card_opens_at_three() -> None:
    scene = match(stash(*NORTH_SOUTH).rake("south", "deck"), 30, 0)
    assert scene.said_now(CardOpened) == []
    scene.three()
    assert scene.said_now(CardOpened) == [CardOpened(side="north", card=card_id(1))]


@pytest.mark.rule("T14")
@pytest.mark.parametrize(
    ("args", "why"),
    [
        ((), "say match TOKEN CARD with pieces of this game"),
        ((token_id(0),), "say match TOKEN CARD with pieces of this game"),
        ((card_id(0), token_id(0)), "say match TOKEN CARD with pieces of this game"),
        ((token_id(0), card_id(30)), f"{card_id(30)} is in nobody's deck"),
        ((token_id(0), card_id(1)), f"{card_id(1)} is not an open card of north"),
    ],
)
def test_a_match_that_cannot_be_is_refused_and_changes_nothing(
    args: tuple[str, ...], why: str
) -> None:
    scene = stash(*NORTH_SOUTH)
    before = scene.state
    assert scene.say("match", *args).refusal == why
    assert scene.state is before


# ----------------------------------------------------------------------- stray, live


@pytest.mark.rule("T14")
def test_stray_turns_a_match_in_a_tray_into_a_stray() -> None:
    scene = stray(stash(*NORTH_SOUTH).lay("north", 0), 0)
    assert scene.cues()["north"] == "stray"
    scene.pick("north", 0)
    assert scene.facts(CardCovered) == []


@pytest.mark.rule("T14", "T11")
def test_stray_takes_a_token_off_its_card_which_is_open_again() -> None:
    scene = stray(stash(*NORTH_SOUTH).cover("north", 0), 0)
    assert scene.said_now(CardReopened) == [
        CardReopened(side="north", card=card_id(0), token=token_id(0))
    ]


@pytest.mark.rule("T14", "W10")
def test_stray_within_the_tie_window_takes_the_shout_back() -> None:
    scene = collect(stash(*NORTH_SOUTH), "north", range(7)).wait(200)
    stray(scene, 6).wait(1000)
    assert scene.phase == "playing"
    scene.cover("north", 6).wait(251)
    assert scene.result is not None
    assert scene.result.time_ms == 1200


@pytest.mark.rule("T14")
def test_stray_needs_a_token_that_lies_in_a_tray_or_on_a_card() -> None:
    scene = stash(*NORTH_SOUTH)
    assert stray(scene, 0).refusal == f"{token_id(0)} lies in no tray and on no card"
    assert scene.say("stray", card_id(0)).refusal == "say stray TOKEN with a token of this game"
    assert scene.say("stray").refusal == "say stray TOKEN with a token of this game"


# --------------------------------------------------------------------- referee check


def north_checked(*laid: int) -> Scene:
    scene = collect(boxed(*NORTH_SOUTH), "north", (0, 1, 2, 3, 4, 5, 30)).claim("north")
    return hand_in(scene, "north", laid)


@pytest.mark.rule("T14", "T9")
def test_in_a_check_a_token_can_be_counted_for_a_card_it_does_not_look_like() -> None:
    scene = match(north_checked(0, 1, 2, 3, 4, 5, 30), 30, 6)
    assert scene.cues()["north"] == "fits"
    scene.rake("north")
    assert scene.result is not None
    assert scene.result.winners == ("north",)


@pytest.mark.rule("T14", "T9")
def test_in_a_check_a_token_the_reader_missed_can_be_counted() -> None:
    scene = match(north_checked(0, 1, 2, 3, 4, 5), 6, 6).rake("north")
    assert scene.result is not None
    assert scene.result.winners == ("north",)


@pytest.mark.rule("T14", "T9")
def test_in_a_check_a_token_can_be_called_a_stray_and_back() -> None:
    scene = stray(north_checked(0, 1, 2, 3, 4, 5), 5)
    assert scene.cues()["north"] == "wrong"
    match(scene, 5, 5)
    stray(scene, 0).rake("north")
    assert scene.facts(CheckEnded) == [
        CheckEnded(side="north", mistakes=2, cards=(card_id(0), card_id(6)), tokens=(token_id(0),))
    ]


@pytest.mark.rule("T14")
def test_in_a_check_only_laid_tokens_and_the_checked_sides_cards_are_judged() -> None:
    scene = north_checked(0, 1, 2)
    assert stray(scene, 40).refusal == f"{token_id(40)} was not laid in this check"
    assert match(scene, 0, 7).refusal == NOT_JUDGED


@pytest.mark.rule("T14", "T9")
def test_in_check_tokens_are_not_judged_while_playing_or_in_an_inventory() -> None:
    scene = boxed(*NORTH_SOUTH).lay("north", 0)
    assert match(scene, 0, 0).refusal == NOT_JUDGED
    assert stray(scene, 0).refusal == "tokens are judged in a check only"
    scene.pick("north", 0).rake("north", "deck").lay("north", 0)
    assert match(scene, 0, 0).refusal == NOT_JUDGED
    assert stray(scene, 0).refusal == "tokens are judged in a check only"


# ----------------------------------------------------------------------------- award


@pytest.mark.rule("T14")
@pytest.mark.parametrize("phase", STASH_PHASES)
def test_award_makes_a_side_win_in_every_phase(phase: str) -> None:
    scene = PHASES[phase]().say("award", "north")
    assert scene.said_now(Overruled) == [Overruled(word="award", args=("north",))]
    assert scene.phase == "over"
    assert scene.result is not None
    assert scene.result.outcome == "awarded"
    assert scene.result.winners == ("north",)
    assert scene.session.alarms(scene.full) == {}


@pytest.mark.rule("T14", "R72")
@pytest.mark.parametrize("new", [paws, boxed_paws])
def test_award_in_quick_paws_makes_the_team_win(new: Callable[..., Scene]) -> None:
    scene = new(*NORTH_SOUTH).wait(7000).say("award", "south")
    assert scene.result is not None
    assert scene.result.winners == NORTH_SOUTH
    assert scene.result.time_ms == 7000
    assert scene.facts(RoundEnded)[0].won


@pytest.mark.rule("T14", "W7")
def test_award_in_the_check_of_quick_paws_gives_no_time_beyond_the_sand() -> None:
    scene = last_turn_checked().claim("north").claim("south").wait(200_000).say("award", "north")
    assert scene.result is not None
    assert scene.result.outcome == "awarded"
    assert scene.result.time_ms == 90_000


@pytest.mark.rule("T14", "W11")
def test_award_in_way_d_wins_the_round_and_the_next_one_follows() -> None:
    scene = Scene(setup(NORTH_SOUTH, Mode.PAWS, ways=("D",))).begin().say("award", "north")
    assert scene.phase == "between"
    assert scene.say("award", "north").refusal == "this round is won already"
    assert scene.say("start").phase == "dealing"
    assert scene.state.rounds_won == 1


@pytest.mark.rule("T14")
def test_award_needs_a_side_that_plays() -> None:
    scene = stash(*NORTH_SOUTH)
    for args in ((), ("west",), ("somebody",)):
        assert scene.say("award", *args).refusal == "say award SIDE with one of north, south"


@pytest.mark.rule("T4", "T14")
@pytest.mark.parametrize("phase", GOING_ON)
def test_the_operator_can_end_the_game_in_every_phase_and_nobody_wins(phase: str) -> None:
    scene = PHASES[phase]().say("end")
    assert scene.phase == "over"
    assert scene.result is not None
    assert scene.result.outcome == "ended"
    assert scene.result.winners == ()
    assert scene.session.alarms(scene.full) == {}


@pytest.mark.rule("T14")
@pytest.mark.parametrize(
    "words", [("award", "north"), ("end",), ("off", "north"), ("stray", token_id(0))]
)
def test_after_the_end_only_undo_changes_anything(words: tuple[str, ...]) -> None:
    scene = stash(*NORTH_SOUTH).say("award", "south")
    before = scene.full
    assert scene.say(*words).refusal == "the game is over"
    assert scene.full.core is before.core

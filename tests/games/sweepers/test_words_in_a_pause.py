"""While a game is paused no word plays it on: only the operator decides, and off and end (T14)."""

from __future__ import annotations

import pytest
from meadow.games.sweepers.facts import (
    CardCovered,
    CardOpened,
    CheckEnded,
    RoundVoid,
    SideSwitchedOff,
    Signalled,
    Stashed,
    TeamRevealed,
    TimerFlipped,
)
from meadow.games.sweepers.setup import Mode, Referee

from tests.games.sweepers import phases
from tests.games.sweepers.scene import Scene, card_id, paws, setup, stash, token_id

NORTH_SOUTH = ("north", "south")
WAITS = "the game is paused: {!r} must wait until it goes on, so say start"


@pytest.mark.rule("T15", "W3")
def test_the_sand_is_not_flipped_while_a_reader_is_broken() -> None:
    scene = Scene(setup(NORTH_SOUTH, mode=Mode.PAWS)).deal_in_order().fail("north")
    scene.say("flip", "south")
    assert scene.refusal == WAITS.format("flip")
    assert scene.facts(TimerFlipped) == []
    assert scene.phase == "ready"


@pytest.mark.rule("T15", "W23")
def test_no_card_is_signalled_in_a_pause() -> None:
    scene = paws(*NORTH_SOUTH, referee=Referee.CHECK)
    scene.cover("north", 0).cover("south", 7).fail("north")
    for side in NORTH_SOUTH:
        assert scene.say("stashed", side).refusal == WAITS.format("stashed")
    assert scene.facts(Signalled) == []
    assert scene.facts(TeamRevealed) == []


@pytest.mark.rule("T14", "T9")
def test_nobody_claims_in_a_pause() -> None:
    scene = stash(*NORTH_SOUTH, referee=Referee.CHECK)
    for design in range(7):
        scene.cover("north", design)
    scene.say("pause").say("stashed", "north")
    assert scene.refusal == WAITS.format("stashed")
    assert scene.facts(Stashed) == []


@pytest.mark.rule("T15", "T9")
def test_no_check_ends_while_the_reader_of_the_side_is_broken() -> None:
    scene = phases.PHASES["checking"]()
    scene.fail("north").say("done", "north")
    assert scene.refusal == WAITS.format("done")
    assert scene.facts(CheckEnded) == []


@pytest.mark.rule("T14", "T6")
def test_no_card_is_dealt_by_word_in_a_pause() -> None:
    scene = Scene(setup(NORTH_SOUTH)).say("pause").say("deal", card_id(3))
    assert scene.refusal == WAITS.format("deal")
    assert scene.side("north").deck == ()


@pytest.mark.rule("T15", "R62")
def test_a_side_switched_off_in_a_pause_reveals_the_next_cards_only_at_three() -> None:
    scene = paws("north", "east", "south").cover("north", 0).cover("east", 7).fail("south")
    scene.say("off", "south")
    assert [type(fact) for fact in scene.last][:1] == [SideSwitchedOff]
    assert scene.facts(TeamRevealed) == []
    scene.three()
    assert len(scene.facts(TeamRevealed)) == 1
    assert scene.side("north").open == (card_id(1),)


@pytest.mark.rule("T15", "W23", "R62")
def test_in_check_too_they_are_revealed_only_at_three() -> None:
    scene = paws("north", "east", "south", referee=Referee.CHECK)
    scene.cover("north", 0).claim("north").cover("east", 7).claim("east")
    scene.fail("south").say("off", "south")
    assert scene.facts(TeamRevealed) == []
    scene.three()
    assert len(scene.facts(TeamRevealed)) == 1


@pytest.mark.rule("T14", "R29")
def test_a_match_decided_in_a_pause_covers_at_once_but_opens_the_next_card_at_three() -> None:
    scene = stash(*NORTH_SOUTH).say("pause").say("match", token_id(0), card_id(0))
    assert [fact.card for fact in scene.said_now(CardCovered)] == [card_id(0)]
    assert scene.said_now(CardOpened) == []
    scene.three()
    assert scene.side("north").open == (card_id(1),)


@pytest.mark.rule("T15")
def test_a_round_that_begins_with_a_dead_reader_is_void() -> None:
    scene = phases.between().fail("deck").say("off", "deck")
    assert scene.facts(RoundVoid) == []
    scene.three().say("start")
    assert (scene.state.round, scene.state.void) == (2, True)
    assert [fact.place for fact in scene.said_now(RoundVoid)] == ["deck"]


@pytest.mark.rule("T15")
def test_a_round_that_begins_with_the_reader_mended_is_not_void() -> None:
    scene = phases.between().fail("deck").mend("deck").three().say("start")
    assert (scene.state.round, scene.state.void) == (2, False)

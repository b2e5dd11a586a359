"""Tokens on Treat cards stay there: one that is seen in a tray has come off (R43, T11, W4)."""

from __future__ import annotations

import pytest
from meadow.games.game import Sound
from meadow.games.sweepers.facts import (
    CardCovered,
    CardOpened,
    CardReopened,
    Stashed,
    TeamRevealed,
    TokenMatched,
    TokenStrayed,
)
from meadow.games.sweepers.setup import Referee

from tests.games.sweepers.scene import Scene, card_id, paws, stash, token_id, tokens

REOPENED = CardReopened(side="north", card=card_id(0), token=token_id(0))


@pytest.mark.rule("T11", "R43", "T12")
@pytest.mark.parametrize("place", ["south", "east", "deck"])
def test_a_stashed_token_seen_anywhere_else_has_come_off_its_card(place: str) -> None:
    scene = stash("north", "south").cover("north", 0)
    scene.lay(place, 0)
    assert scene.heard() == (
        REOPENED,
        TokenStrayed(place=place, token=token_id(0)),
        Sound("stray"),
    )
    assert scene.side("north").open == (card_id(1), card_id(0))
    assert scene.side("north").done == ()


@pytest.mark.rule("T11", "W4")
def test_a_stashed_token_that_falls_into_its_own_tray_matches_its_card_anew() -> None:
    scene = stash("north", "south").cover("north", 0)
    scene.lay("north", 0)
    assert scene.heard() == (
        REOPENED,
        TokenMatched(side="north", token=token_id(0), card=card_id(0)),
        Sound("match"),
    )
    scene.pick("north", 0)
    assert scene.said_now(CardCovered) == [
        CardCovered(side="north", card=card_id(0), token=token_id(0))
    ]
    assert scene.said_now(CardOpened) == []
    assert scene.side("north").open == (card_id(1),)


@pytest.mark.rule("T11", "W4")
def test_the_next_card_opens_only_when_none_is_open() -> None:
    scene = stash("north", "south").cover("north", 0)
    scene.lay("south", 0).pick("south", 0)
    scene.cover("north", 1)
    assert scene.side("north").open == (card_id(0),)
    assert scene.cover("north", 0).said_now(CardOpened) == [
        CardOpened(side="north", card=card_id(2))
    ]


@pytest.mark.rule("T11", "R43")
def test_snatching_a_token_off_anothers_card_does_not_serve_the_snatcher() -> None:
    scene = stash("north", "south").cover("north", 0)
    scene.cover("south", 0)
    assert scene.side("south").done == ()
    assert scene.side("south").open == (card_id(7),)
    assert card_id(0) in scene.side("north").open


@pytest.mark.rule("T11", "W21")
def test_another_token_of_the_same_design_has_come_off_no_card() -> None:
    scene = stash("north", "south", tokens=tokens(copies=[0])).cover("north", 0)
    scene.lay("south", 0, copy=2)
    assert scene.facts(CardReopened) == []
    assert scene.side("north").open == (card_id(1),)


@pytest.mark.rule("T11", "T10")
def test_a_token_that_comes_off_while_the_next_card_is_held_back_is_found_anew() -> None:
    scene = stash("north", "south")
    scene.lay("north", 0).lay("north", 30).pick("north", 0)
    scene.lay("south", 0)
    assert scene.said_now(CardReopened) == [REOPENED]
    scene.pick("north", 30)
    assert scene.side("north").open == (card_id(0),)
    scene.pick("south", 0)
    assert scene.cover("north", 0).said_now(CardOpened) == [
        CardOpened(side="north", card=card_id(1))
    ]


def all_covered() -> Scene:
    """North has just covered the last card, within the tie window."""
    scene = stash("north", "south")
    for design in range(7):
        scene.cover("north", design)
    assert len(scene.facts(Stashed)) == 1
    return scene


@pytest.mark.rule("T11", "R22", "W10")
def test_nobody_wins_with_a_token_that_lies_in_a_tray_instead_of_on_its_card() -> None:
    scene = all_covered().wait(100)
    scene.lay("east", 3).wait(5000)
    assert scene.facts(CardReopened) == [
        CardReopened(side="north", card=card_id(3), token=token_id(3))
    ]
    assert scene.result is None
    scene.pick("east", 3).cover("north", 3).wait(251)
    assert len(scene.facts(Stashed)) == 2
    assert scene.result is not None
    assert scene.result.winners == ("north",)
    assert scene.result.time_ms == 5100


@pytest.mark.rule("T11", "R22")
def test_the_last_match_carried_straight_into_another_tray_wins_nothing() -> None:
    scene = stash("north", "south")
    for design in range(6):
        scene.cover("north", design)
    scene.lay("north", 6).lay("south", 6).wait(5000)
    assert scene.result is None
    assert scene.side("north").open == (card_id(6),)


@pytest.mark.rule("T11", "W10")
def test_a_shout_that_falls_leaves_the_others_shout_standing() -> None:
    scene = stash("north", "south")
    for design in range(6):
        scene.cover("north", design).cover("south", design + 7)
    scene.cover("north", 6).wait(200).cover("south", 13)
    scene.wait(20).lay("east", 6)
    scene.wait(230)
    assert scene.result is None  # the window now runs from south's shout
    scene.wait(1)
    assert scene.result is not None
    assert (scene.result.winners, scene.result.time_ms) == (("south",), 200)


@pytest.mark.rule("T11", "T16", "T12")
@pytest.mark.parametrize("place", ["south", "west", "deck"])
def test_a_stashed_token_seen_while_stopped_has_come_off_by_three(place: str) -> None:
    scene = stash("north", "south").cover("north", 0).lay("north", 1)
    scene.rake("south", "deck").pick("north", 1).lay(place, 0).three()
    assert scene.said_now(CardReopened) == [REOPENED]
    assert scene.said_now(TokenStrayed) == [TokenStrayed(place=place, token=token_id(0))]
    assert scene.said_now(CardOpened) == []  # one is open: the next card waits
    assert scene.side("north").open == (card_id(0),)


@pytest.mark.rule("T11", "T16", "T14")
@pytest.mark.parametrize("place", ["south", "west", "deck"])
@pytest.mark.parametrize("halt", ["stop", "pause"])
def test_a_stashed_token_that_came_and_went_before_three_lies_on_its_card(
    place: str, halt: str
) -> None:
    scene = stash("north", "south").cover("north", 0).say(halt)
    scene.lay(place, 0).pick(place, 0).three()
    assert scene.facts(CardReopened) == []
    assert scene.side("north").done == ((card_id(0), token_id(0)),)


@pytest.mark.rule("T11", "T14")
def test_a_stashed_token_that_lies_in_a_tray_after_a_pause_has_come_off() -> None:
    scene = stash("north", "south").cover("north", 0).say("pause")
    scene.lay("west", 0).three()
    assert scene.said_now(CardReopened) == [REOPENED]


@pytest.mark.rule("T11", "R62")
def test_quick_paws_the_team_waits_until_the_card_is_covered_again() -> None:
    scene = paws("north", "south").cover("north", 0)
    scene.lay("south", 0).pick("south", 0).cover("south", 7)
    assert scene.facts(TeamRevealed) == []
    scene.cover("north", 0)
    assert scene.said_now(CardOpened) == [
        CardOpened(side="north", card=card_id(1)),
        CardOpened(side="south", card=card_id(8)),
    ]


@pytest.mark.rule("T11", "T9")
def test_referee_check_says_nothing_of_a_token_that_comes_off() -> None:
    scene = stash("north", "south", referee=Referee.CHECK)
    scene.lay("north", 0).pick("north", 0).lay("south", 0)
    assert scene.heard() == ()


@pytest.mark.rule("T11", "T15", "T12")
def test_a_stashed_token_left_in_the_tray_of_a_side_switched_off_has_come_off_by_three() -> None:
    scene = stash("north", "south", "west").cover("north", 0).rake("west", "deck")
    scene.lay("south", 0).say("off", "south").three()
    assert scene.said_now(CardReopened) == [REOPENED]
    assert scene.said_now(TokenStrayed) == [TokenStrayed(place="south", token=token_id(0))]

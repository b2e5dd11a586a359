"""What if something else falls: wrong side, extra tokens, wrong token (R30 to R35, T10, T12)."""

from __future__ import annotations

import pytest
from meadow.games.game import Finished, Sound
from meadow.games.sweepers.facts import (
    CardCovered,
    CardOpened,
    Stashed,
    TeamRevealed,
    TokenMatched,
    TokenReturned,
    TokenStrayed,
)

from tests.games.sweepers.scene import (
    Scene,
    card_id,
    paws,
    stash,
    token_id,
)


def last_card(*sides: str) -> Scene:
    """That's My Stash!, north has only design 6 left to find."""
    scene = stash(*(sides or ("north", "south")))
    for design in range(6):
        scene.cover("north", design)
    return scene


# ----------------------------------------------------------------------- one stray


@pytest.mark.rule("R30", "R32", "T8")
def test_a_token_that_falls_off_the_wrong_side_goes_back_to_the_meadow() -> None:
    scene = stash("north", "south")
    scene.lay("south", 0)
    assert scene.heard() == (TokenStrayed(place="south", token=token_id(0)), Sound("stray"))
    scene.pick("south", 0)
    assert scene.heard() == (TokenReturned(place="south", token=token_id(0)),)
    scene.lay("north", 0)
    assert scene.said_now(TokenMatched) == [
        TokenMatched(side="north", token=token_id(0), card=card_id(0))
    ]


@pytest.mark.rule("R35", "T8")
def test_a_token_that_does_not_match_is_put_back_and_the_search_goes_on() -> None:
    scene = stash("north", "south")
    scene.lay("north", 30).pick("north", 30)
    assert scene.facts(TokenReturned) == [TokenReturned(place="north", token=token_id(30))]
    assert scene.side("north").open == (card_id(0),)
    assert scene.cover("north", 0).said_now(CardOpened) == [
        CardOpened(side="north", card=card_id(1))
    ]


@pytest.mark.rule("T8")
def test_a_stray_that_is_left_lying_does_not_keep_the_needed_token_from_matching() -> None:
    scene = stash("north", "south")
    scene.lay("north", 30).lay("north", 0)
    assert scene.said_now(TokenMatched) == [
        TokenMatched(side="north", token=token_id(0), card=card_id(0))
    ]
    assert scene.cues()["north"] == "stray"


# ------------------------------------------------------------- extra tokens: tray first


@pytest.mark.rule("R33", "R34", "T10")
def test_an_extra_token_goes_back_first_then_the_needed_one_reveals_the_next_card() -> None:
    scene = stash("north", "south")
    scene.lay("north", 0).lay("north", 30)
    scene.pick("north", 30)
    assert scene.said_now(TokenReturned) == [TokenReturned(place="north", token=token_id(30))]
    scene.pick("north", 0)
    assert scene.said_now(CardOpened) == [CardOpened(side="north", card=card_id(1))]


@pytest.mark.rule("T10", "R21", "R33")
def test_a_cover_counts_while_an_extra_token_lies_but_opens_no_card_until_it_is_gone() -> None:
    scene = stash("north", "south")
    scene.lay("north", 0).lay("north", 30).pick("north", 0)
    assert scene.heard() == (
        CardCovered(side="north", card=card_id(0), token=token_id(0)),
        Sound("covered"),
    )
    assert scene.cues()["north"] == "stray"
    scene.wait(30_000)
    assert scene.side("north").open == ()
    scene.pick("north", 30)
    assert scene.heard() == (
        TokenReturned(place="north", token=token_id(30)),
        CardOpened(side="north", card=card_id(1)),
        Sound("open"),
    )


@pytest.mark.rule("T10", "R21", "R22")
def test_nobody_wins_while_an_extra_token_lies_in_their_tray() -> None:
    scene = last_card()
    scene.lay("north", 6).lay("north", 30).pick("north", 6)
    scene.wait(10_000)
    assert scene.facts(Stashed) == []
    assert scene.result is None
    scene.pick("north", 30)
    assert scene.said_now(Stashed) == [Stashed(side="north", claimed_ms=12_000)]
    scene.wait(251)
    assert scene.result is not None
    assert scene.result.winners == ("north",)


@pytest.mark.rule("T10", "R33")
def test_every_extra_token_must_be_gone() -> None:
    scene = stash("north", "south")
    scene.lay("north", 0).lay("north", 30).lay("north", 31).pick("north", 0)
    scene.pick("north", 30)
    assert scene.side("north").open == ()
    scene.pick("north", 31)
    assert scene.said_now(CardOpened) == [CardOpened(side="north", card=card_id(1))]


@pytest.mark.rule("T10", "T12")
def test_a_token_that_falls_while_the_next_card_is_held_back_must_go_too() -> None:
    scene = stash("north", "south")
    scene.lay("north", 0).lay("north", 30).pick("north", 0)
    scene.lay("north", 1)  # the next card wants it, but that lies face down
    assert scene.said_now(TokenStrayed) == [TokenStrayed(place="north", token=token_id(1))]
    scene.pick("north", 30)
    assert scene.side("north").open == ()
    scene.pick("north", 1)
    assert scene.said_now(CardOpened) == [CardOpened(side="north", card=card_id(1))]
    scene.lay("north", 1)
    assert scene.said_now(TokenMatched) == [
        TokenMatched(side="north", token=token_id(1), card=card_id(1))
    ]


@pytest.mark.rule("T10")
def test_strays_in_other_trays_hold_nobody_back() -> None:
    scene = stash("north", "south")
    scene.lay("south", 30).lay("east", 31).lay("deck", 32)
    assert scene.cover("north", 0).said_now(CardOpened) == [
        CardOpened(side="north", card=card_id(1))
    ]


@pytest.mark.rule("T10")
def test_a_stray_that_falls_after_the_cover_holds_only_the_card_after() -> None:
    scene = stash("north", "south").cover("north", 0)
    scene.lay("north", 30).cover("north", 1)
    assert scene.side("north").open == ()
    assert len(scene.side("north").done) == 2


@pytest.mark.rule("T10", "R39", "T13")
def test_a_cover_lifted_while_stopped_is_held_back_by_a_stray_just_the_same() -> None:
    scene = last_card()
    scene.lay("north", 6).lay("north", 30).rake("south", "deck")
    scene.pick("north", 6)
    assert scene.said_now(CardCovered) == [
        CardCovered(side="north", card=card_id(6), token=token_id(6))
    ]
    scene.three().wait(1000)
    assert scene.facts(Stashed) == []
    scene.pick("north", 30)
    assert [stashed.side for stashed in scene.said_now(Stashed)] == ["north"]


@pytest.mark.rule("T10", "T16")
def test_an_extra_token_that_falls_just_after_stop_holds_the_cover_back() -> None:
    scene = stash("north", "south")
    scene.lay("north", 0).rake("south", "deck")
    scene.lay("north", 1)
    assert scene.heard() == ()
    scene.pick("north", 0).three()
    assert scene.said_now(TokenStrayed) == [TokenStrayed(place="north", token=token_id(1))]
    assert scene.said_now(CardOpened) == []
    scene.pick("north", 1)
    assert scene.said_now(CardOpened) == [CardOpened(side="north", card=card_id(1))]


@pytest.mark.rule("T10", "T16")
def test_an_extra_token_put_back_while_stopped_holds_nothing_back_at_three() -> None:
    scene = stash("north", "south")
    scene.lay("north", 0).lay("north", 30).pick("north", 0).rake("south", "deck")
    scene.pick("north", 30)
    assert scene.side("north").open == ()
    scene.three()
    assert scene.said_now(CardOpened) == [CardOpened(side="north", card=card_id(1))]


@pytest.mark.rule("T10", "T14")
def test_a_card_held_back_stays_so_over_a_pause() -> None:
    scene = stash("north", "south")
    scene.lay("north", 0).lay("north", 30).pick("north", 0)
    scene.say("pause").three()
    assert scene.said_now(TokenStrayed) == [TokenStrayed(place="north", token=token_id(30))]
    assert scene.side("north").open == ()
    scene.pick("north", 30)
    assert scene.said_now(CardOpened) == [CardOpened(side="north", card=card_id(1))]


@pytest.mark.rule("T10", "T14")
def test_a_tray_cleared_in_a_pause_opens_the_next_card_at_three() -> None:
    scene = stash("north", "south")
    scene.lay("north", 0).lay("north", 30).pick("north", 0)
    scene.say("pause").pick("north", 30)
    assert scene.side("north").open == ()
    scene.three()
    assert scene.said_now(CardOpened) == [CardOpened(side="north", card=card_id(1))]


@pytest.mark.rule("T10", "R62", "R66")
def test_quick_paws_the_team_waits_for_a_tray_to_be_cleared() -> None:
    scene = paws("north", "south").cover("south", 7)
    scene.lay("north", 0).lay("north", 30).pick("north", 0)
    assert scene.facts(TeamRevealed) == []
    scene.pick("north", 30)
    assert len(scene.said_now(TeamRevealed)) == 1
    assert scene.said_now(CardOpened) == [
        CardOpened(side="north", card=card_id(1)),
        CardOpened(side="south", card=card_id(8)),
    ]


@pytest.mark.rule("T10", "T14", "R70")
def test_quick_paws_a_last_tray_cleared_in_a_pause_wins_at_three_once() -> None:
    scene = paws("north", "south")
    for design in range(6):
        scene.cover("north", design).cover("south", design + 7)
    scene.cover("south", 13).lay("north", 6).lay("north", 30).pick("north", 6)
    scene.say("pause").pick("north", 30)
    assert scene.result is None
    scene.three()
    ends = [output for output in scene.outputs if isinstance(output, Finished)]
    assert [end.result for end in ends] == [scene.result]
    assert scene.result is not None
    assert (scene.result.outcome, scene.result.time_ms) == ("won", 0)


@pytest.mark.rule("T10", "R62")
def test_quick_paws_a_stray_after_a_clean_cover_keeps_nobody_waiting() -> None:
    scene = paws("north", "south").cover("north", 0)
    scene.lay("north", 30).cover("south", 7)
    assert len(scene.said_now(CardOpened)) == 2
    scene.rake("north", "deck").three()
    scene.cover("south", 8)
    assert scene.side("north").open == (card_id(1),)


@pytest.mark.rule("T10", "T13", "W7", "R74")
def test_quick_paws_is_not_won_by_a_cover_lifted_while_stopped_beside_a_stray() -> None:
    scene = paws("north")
    for design in range(6):
        scene.cover("north", design)
    scene.wait(89_000).lay("north", 6).lay("north", 30).rake("north", "deck")
    scene.pick("north", 6).wait(1000)
    assert scene.result is not None
    assert scene.result.outcome == "lost-time"


@pytest.mark.rule("T10", "T13", "W7")
def test_quick_paws_is_won_at_the_limit_when_that_tray_was_cleared() -> None:
    scene = paws("north")
    for design in range(6):
        scene.cover("north", design)
    scene.wait(89_000).lay("north", 6).lay("north", 30).rake("north", "deck")
    scene.pick("north", 6).pick("north", 30).wait(1000)
    assert scene.result is not None
    assert scene.result.outcome == "won"

"""Acceptance of a table: a short game of each mode of Sweepers, and what can come up in one."""

from __future__ import annotations

import pytest
from meadow.games.game import Refused
from meadow.games.sweepers.facts import (
    CardCovered,
    CardDrawn,
    CheckBegan,
    CheckEnded,
    EarlyShout,
    Penalised,
    PlayResumed,
    Signalled,
    Stashed,
    StopCalled,
    TeamRevealed,
    TimeRanOut,
    TokenReturned,
    TokenStrayed,
)
from meadow_host.hil.heard import Happened
from meadow_host.hil.rig import Can
from meadow_host.hil.table import TableUnderTest

from tests.hil.ending import finished
from tests.hil.sweeping import COUNTDOWN_MS, SIDES, Sweeping

SAND_MS = 90_000


# ------------------------------------------------------------------------ a game of each mode


def test_thats_my_stash_live(table: TableUnderTest) -> None:
    game = Sweeping(table, "thats-my-stash", "referee-live")
    game.on_three()
    game.covers("south", game.decks["south"][0])
    with table.step("north covers all"):
        game.covers("north", *game.decks["north"])
    table.wait_for(Stashed, side="north")
    result = finished(table)
    assert (result["mode"], result["outcome"]) == ("thats-my-stash", "stashed")
    assert result["winners"] == ["north"]


def test_thats_my_stash_check(table: TableUnderTest) -> None:
    game = Sweeping(table, "thats-my-stash", "referee-check")
    game.on_three()
    game.collects("south", game.tokens("south"))
    game.claims("south")
    table.wait_for(Stashed, side="south")
    table.wait_for(CheckBegan, side="south")
    game.hands_in("south", game.tokens("south"))
    table.wait_for(CheckEnded, side="south", mistakes=0)
    assert finished(table)["winners"] == ["south"]


def test_quick_paws_live(table: TableUnderTest) -> None:
    game = Sweeping(table, "quick-paws", "referee-live")
    game.flip()
    for north, south in zip(game.decks["north"], game.decks["south"], strict=True):
        game.covers("north", north)
        game.covers("south", south)
    result = finished(table)
    assert (result["mode"], result["outcome"]) == ("quick-paws", "won")
    assert result["winners"] == ["north", "south"]


def test_quick_paws_check(table: TableUnderTest) -> None:
    game = Sweeping(table, "quick-paws", "referee-check")
    game.flip()
    for number in range(6):
        for side in SIDES:
            game.collects(side, [game.tokens(side)[number]])
            game.claims(side)
            table.wait_for(Signalled, side=side)
        if number < 5:
            table.wait_for(TeamRevealed)
    for side in SIDES:
        table.wait_for(CheckBegan, side=side)
        game.hands_in(side, game.tokens(side))
        table.wait_for(CheckEnded, side=side, mistakes=0)
    assert finished(table)["outcome"] == "won"


# --------------------------------------------------------------------------- what can come up


def test_a_token_that_is_not_needed_is_a_stray_until_it_is_lifted(table: TableUnderTest) -> None:
    game = Sweeping(table, "thats-my-stash")
    game.on_three()
    stray = game.tokens("south")[0]
    table.lay("north", stray)
    table.wait_for(TokenStrayed, place="north", token=stray)
    table.expect_no(CardCovered)
    table.lift("north", stray)
    table.wait_for(TokenReturned, place="north", token=stray)
    game.covers("south", game.decks["south"][0])


def test_a_check_with_a_mistake_costs_cards_and_play_goes_on(table: TableUnderTest) -> None:
    game = Sweeping(table, "thats-my-stash", "referee-check")
    game.on_three()
    wrong = game.spare[0].token
    tokens = [*game.tokens("north")[:5], wrong]
    game.collects("north", tokens)
    game.claims("north")
    table.wait_for(CheckBegan, side="north")
    game.hands_in("north", tokens, fits=[True] * 5 + [False])
    table.wait_for(CheckEnded, side="north", mistakes=1, tokens=[wrong])
    table.wait_for(Penalised, side="north", draws=1)
    game.takes_back("north", tokens)
    table.tap("deck", game.spare[1].card)
    table.wait_for(CardDrawn, side="north", left=0)
    table.tap("deck", game.rakes["north"])
    table.wait_for(PlayResumed, within_ms=COUNTDOWN_MS)


def test_a_shout_that_comes_too_early_changes_nothing(table: TableUnderTest) -> None:
    game = Sweeping(table, "thats-my-stash", "referee-check")
    game.on_three()
    game.collects("north", game.tokens("north")[:2])
    game.claims("north")
    table.wait_for(EarlyShout, side="north", seen=2, needed=6)
    table.expect_no(CheckBegan)


def test_stop_holds_play_up_until_three(table: TableUnderTest) -> None:
    game = Sweeping(table, "thats-my-stash")
    game.on_three()
    table.tap("deck", game.rakes["south"])
    table.wait_for(StopCalled, side="south")
    table.tap("deck", game.rakes["south"])
    table.wait_for(PlayResumed, within_ms=COUNTDOWN_MS)
    game.covers("north", game.decks["north"][0])


def test_undo_takes_the_last_fact_back_and_pauses(table: TableUnderTest) -> None:
    game = Sweeping(table, "thats-my-stash")
    game.on_three()
    game.covers("north", game.decks["north"][0])
    table.say("undo")
    table.wait_for("undone")
    table.wait_for("paused", why="undo")
    assert table.view()["paused"] == "undo"
    table.tap("deck", game.rakes["north"])
    table.wait_for("resumed", within_ms=COUNTDOWN_MS)
    assert table.view()["paused"] == ""


@pytest.mark.needs("unplug")
def test_a_reader_that_fails_pauses_the_game_until_it_is_back(table: TableUnderTest) -> None:
    game = Sweeping(table, "thats-my-stash")
    game.on_three()
    table.unplug("south")
    table.wait_for("paused", why="reader")
    assert table.status().readers["south"] != ""
    table.tap("deck", game.rakes["north"])
    refused = table.wait_for(Refused)
    assert "the reader of south does not answer" in str(refused.body["why"])
    table.plug("south")
    table.wait_until("south is back", lambda: table.status().readers["south"] == "")
    table.tap("deck", game.rakes["north"])
    table.wait_for("resumed", within_ms=COUNTDOWN_MS)
    game.covers("south", game.decks["south"][0])


@pytest.mark.needs("patience")
def test_the_sand_runs_for_ninety_seconds(table: TableUnderTest) -> None:
    game = Sweeping(table, "quick-paws")
    game.flip()
    flipped_ms = table.outputs[-1].at_ms
    ran_out: Happened = table.wait_for(TimeRanOut, within_ms=SAND_MS + 2000)
    if Can.PUNCTUAL in table.rig.can:
        assert abs(ran_out.at_ms - flipped_ms - SAND_MS) < 150
    assert finished(table)["outcome"] == "lost-time"

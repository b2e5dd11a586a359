"""Acceptance of a table: a set of Sweet Takes, its cards scanned and not."""

from __future__ import annotations

from meadow.games.game import Refused
from meadow.games.sweet_takes.facts import CardPlayed
from meadow_host.hil.table import TableUnderTest

from tests.hil.ending import finished
from tests.hil.taking import Taking


def test_a_set_with_scanned_cards(table: TableUnderTest) -> None:
    game = Taking(table, "deal-scanned", seats=("north", "east"))
    game.plays_all()
    result = finished(table)
    assert result["game"] == "sweet-takes"
    assert len(result["totals"]) == 2


def test_a_set_with_cards_dealt_by_hand(table: TableUnderTest) -> None:
    game = Taking(table, "deal-unscanned", seats=("north", "east"))
    game.plays_all()
    assert finished(table)["breaches"] == 0


def test_a_card_out_of_turn_is_refused(table: TableUnderTest) -> None:
    game = Taking(table, "deal-scanned", seats=("north", "east"))
    table.tap("deck", game.hands["east"][0])
    table.wait_for(Refused)
    table.expect_no(CardPlayed)
    game.plays("north", "hand", game.hands["north"][0])

"""Simulated players of Sweet Takes at a whole table: they choose, join, play, cope, tidy up."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from meadow.clock import ManualClock
from meadow.games.game import Finished, Paused, Undone
from meadow.games.package import load_packages
from meadow.games.sweet_takes.facts import CardGiven, CardPlayed, RoundPlayed, SweetTakesResult
from meadow_host.twin.players.attable import TableEyes, TableHands, play_at_table
from meadow_host.twin.players.joining import Guest, Guests, Invitation
from meadow_host.twin.virtual import PLACES, VirtualBoard

from tests.table.sat import Sat

LONGEST_MS = 40 * 60_000
THREE = (Guest("east", "rake.blue", 1), Guest("west", "rake.red", 2), Guest("five"))
SCANNED = ("sweet-takes",)
UNSCANNED = ("sweet-takes", "deal-unscanned")


class Party:
    """A table whose readers report late and out of order, and guests who play Sweet Takes."""

    def __init__(self, words: tuple[str, ...], seed: int) -> None:
        self.clock = ManualClock(1000)
        board = VirtualBoard(self.clock, settle_ms=40)
        for number, place in enumerate(PLACES):
            board.readers.delay(place, (7 * number) % 40)
        self.sat = Sat(load_packages(), board=board, frames_hz=1)
        self.eyes = TableEyes(self.sat.table)
        hands = TableHands(self.sat.table, board.readers, self.sat.register)
        self.guests = Guests(
            Invitation(words, THREE), self.sat.register.pieces, hands, self.eyes, Random(seed)
        )

    def go_on(self, for_ms: int = LONGEST_MS) -> bool:
        return play_at_table(self.sat.table, self.clock, self.guests, self.eyes, for_ms)

    def go_on_until(self, phase: str, dealt_or_played: int) -> None:
        """Until so many cards were dealt or played."""
        kind = CardGiven if phase == "dealing" else CardPlayed
        while sum(isinstance(fact, kind) for fact in self.sat.facts) < dealt_or_played:
            assert not self.go_on(300)
        assert self.game["phase"] == phase

    def to_the_end(self) -> SweetTakesResult:
        """All leave empty readers behind."""
        assert self.go_on()
        readers = self.sat.board.readers
        assert [readers.there(place) for place in PLACES] == [()] * 5
        (result,) = [one.result for one in self.sat.outputs if isinstance(one, Finished)]
        assert isinstance(result, SweetTakesResult)
        return result

    @property
    def game(self) -> dict[str, object]:
        return dict(self.sat.table.view("public")["game"])


@pytest.mark.parametrize("words", [SCANNED, UNSCANNED])
def test_guests_choose_join_play_and_leave_the_readers_empty(words: tuple[str, ...]) -> None:
    party = Party(words, seed=3)
    result = party.to_the_end()
    assert [score.seat for score in result.totals] == ["east", "west", "five"]
    assert sum(score.cards for score in result.totals) == 36
    assert result.outcome in ("won", "shared")
    rounds = [fact.round for fact in party.sat.facts if isinstance(fact, RoundPlayed)]
    assert set(rounds) == set(range(1, 13))
    assert party.sat.table.status().late == 0


@pytest.mark.rule("T14")
@pytest.mark.parametrize(
    ("words", "phase", "cards"),
    [(SCANNED, "dealing", 10), (SCANNED, "playing", 10), (UNSCANNED, "playing", 10)],
)
def test_guests_go_on_after_an_operator_took_three_things_back(
    words: tuple[str, ...], phase: str, cards: int
) -> None:
    party = Party(words, seed=4)
    party.go_on_until(phase, cards)
    for _ in range(3):
        party.sat.say("undo", wait_ms=10)
    party.to_the_end()
    assert sum(isinstance(fact, Undone) for fact in party.sat.facts) == 3


@pytest.mark.rule("T15")
@pytest.mark.parametrize(
    ("words", "phase", "place"),
    [(SCANNED, "dealing", "deck"), (SCANNED, "playing", "deck"), (UNSCANNED, "playing", "east")],
)
def test_guests_go_on_after_a_reader_failed_for_a_while(
    words: tuple[str, ...], phase: str, place: str
) -> None:
    party = Party(words, seed=5)
    party.go_on_until(phase, 8)
    party.sat.board.readers.fail(place)
    assert not party.go_on(20_000)
    assert party.sat.table.view("public")["paused"] == "reader"
    party.sat.board.readers.restore(place)
    party.to_the_end()
    assert Counter(fact.why for fact in party.sat.facts if isinstance(fact, Paused)) == {
        "reader": 1
    }


@pytest.mark.rule("T15")
def test_guests_name_their_cards_when_the_deck_reader_is_done_without() -> None:
    party = Party(SCANNED, seed=6)
    party.go_on_until("playing", 8)
    party.sat.board.readers.fail("deck")
    party.go_on(5_000)
    party.sat.say("off", "deck")
    party.sat.say("start")
    result = party.to_the_end()
    assert sum(score.cards for score in result.totals) == 36

"""Simulated players at a whole table: they choose, join, play, tidy up, and play the next game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from random import Random
from typing import NamedTuple

import pytest
from meadow.clock import ManualClock
from meadow.games.game import Finished, Output
from meadow.games.package import load_packages
from meadow.games.sweepers.facts import SweepersResult
from meadow.journal.lines import Header
from meadow.journal.read import Journal
from meadow.journal.write import Status
from meadow.pieces.register import made_up_register
from meadow.pieces.sets import default_sets
from meadow.settings.schema import Settings
from meadow.table.status import News, Phase
from meadow.table.table import Table
from meadow_host.twin.players import Skill
from meadow_host.twin.players.attable import TableEyes, TableHands, play_at_table
from meadow_host.twin.players.joining import Guest, Guests, Invitation
from meadow_host.twin.virtual import PLACES, VirtualBoard

REGISTER = made_up_register(default_sets())
LONGEST_MS = 30 * 60_000
FOUR = (
    Guest("north", "rake.red", 2),
    Guest("east", "rake.blue", 1),
    Guest("south", "rake.yellow", 4),
    Guest("west", "rake.green", 3),
)


class Forgetful:
    """A journal that saves everything and keeps nothing."""

    def __init__(self) -> None:
        self._lines = 0

    def append(self, raw: bytes) -> None:
        self._lines += 1

    def status(self) -> Status:
        return Status(self._lines, 0, "")

    def close(self, timeout_s: float = 5.0) -> Status:
        return self.status()


class Evening(NamedTuple):
    """A table with a board, and what came of the evening."""

    table: Table
    board: VirtualBoard
    clock: ManualClock
    eyes: TableEyes
    outputs: list[Output]

    @property
    def results(self) -> list[SweepersResult]:
        finished = [output.result for output in self.outputs if isinstance(output, Finished)]
        return [result for result in finished if isinstance(result, SweepersResult)]

    def invite(self, invitation: Invitation, seed: int, skill: Skill | None = None) -> Guests:
        hands = TableHands(self.table, self.board.readers, REGISTER)
        return Guests(invitation, REGISTER.pieces, hands, self.eyes, Random(seed), skill)

    def play(self, invitation: Invitation, seed: int, skill: Skill | None = None) -> Guests:
        """Play a game to its end and tidy up."""
        guests = self.invite(invitation, seed, skill)
        assert play_at_table(self.table, self.clock, guests, self.eyes, LONGEST_MS)
        return guests


@pytest.fixture
def evening() -> Evening:
    """A table whose readers report late and out of order, as real ones do."""
    clock = ManualClock(1000)
    board = VirtualBoard(clock, settle_ms=40)
    for number, place in enumerate(PLACES):
        board.readers.delay(place, (7 * number) % 40)
    ids = count(1)

    def open_journal(header: Header, after: Journal | None) -> Forgetful:
        return Forgetful()

    table = Table(
        board,
        REGISTER,
        load_packages(),
        Settings(),
        open_journal,
        ids=lambda: f"p{next(ids)}",
        wall_clock=lambda: "2030-01-02T03:04:05Z",
        frames_hz=1,
    )
    outputs: list[Output] = []

    def heard(news: News) -> None:
        outputs.extend(news.outputs)

    table.listen(heard)
    return Evening(table, board, clock, TableEyes(table), outputs)


@pytest.mark.parametrize(
    ("mode", "referee", "ways", "outcomes"),
    [
        ("thats-my-stash", "live", ("B",), {"stashed"}),
        ("thats-my-stash", "check", (), {"stashed"}),
        ("quick-paws", "live", ("C",), {"won", "lost-time"}),
        ("quick-paws", "check", ("D",), {"won", "lost-time", "lost-mismatch"}),
    ],
)
def test_players_choose_join_play_and_leave_the_readers_empty(
    evening: Evening, mode: str, referee: str, ways: Sequence[str], outcomes: set[str]
) -> None:
    words = (mode, f"referee-{referee}", *[f"way-{way.lower()}" for way in ways])
    guests = evening.play(Invitation(words, FOUR), seed=3)

    (result,) = evening.results
    assert (result.mode, result.referee, result.ways) == (mode, referee, tuple(ways))
    assert result.outcome in outcomes
    assert [evening.board.readers.there(place) for place in PLACES] == [()] * 5
    assert guests.done


def test_players_join_where_they_want_to_sit_with_their_own_rakes(evening: Evening) -> None:
    guests = (Guest("east", "rake.green", 1), Guest("west", "rake.red", 2))

    evening.play(Invitation(("quick-paws",), guests), seed=1)

    seats = evening.table.view("public")["lobby"]["seats"]
    assert [(seat["side"], seat["rake"], seat["age_rank"]) for seat in seats] == [
        ("east", "rake.green", 1),
        ("west", "rake.red", 2),
    ]


def test_after_a_game_others_play_the_next_with_choices_of_their_own(evening: Evening) -> None:
    evening.play(Invitation(("thats-my-stash", "referee-check", "way-a"), FOUR), seed=2)
    evening.play(Invitation(("quick-paws",), (FOUR[1], FOUR[3])), seed=2)

    first, second = evening.results
    assert (first.mode, first.referee, first.ways) == ("thats-my-stash", "check", ("A",))
    assert (second.mode, second.referee, second.ways) == ("quick-paws", "live", ())
    assert [side.side for side in second.sides] == ["east", "west"]


def test_players_go_on_after_a_reader_failed_for_a_while(evening: Evening) -> None:
    guests = evening.invite(Invitation(("thats-my-stash",), FOUR), seed=4)
    play_at_table(evening.table, evening.clock, guests, evening.eyes, 80_000)
    assert evening.table.view("public")["game"]["phase"] == "playing"

    evening.board.readers.fail("north")
    play_at_table(evening.table, evening.clock, guests, evening.eyes, 20_000)
    assert evening.table.view("public")["paused"] == "reader"
    evening.board.readers.restore("north")

    assert play_at_table(evening.table, evening.clock, guests, evening.eyes, LONGEST_MS)
    (result,) = evening.results
    assert result.outcome == "stashed"
    assert result.void


def test_guests_are_not_done_before_their_game_is_over(evening: Evening) -> None:
    guests = evening.invite(Invitation(("thats-my-stash",), FOUR), seed=5)

    assert not play_at_table(evening.table, evening.clock, guests, evening.eyes, 40_000)
    assert not guests.done
    assert evening.table.phase is Phase.PLAYING

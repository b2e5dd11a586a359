"""A whole game at a table on simulated silicon gives the facts it gives on the virtual board."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest
from meadow.boards import Board
from meadow.clock import ManualClock
from meadow.games.package import load_packages
from meadow.journal.lines import Header, decode_line
from meadow.journal.read import Journal
from meadow.settings.schema import Settings
from meadow.table.table import Table
from meadow_host.facts_compared import Told, compare, told_of
from meadow_host.twin.players.attable import TableEyes, TableHands, play_at_table
from meadow_host.twin.players.joining import Guest, Guests, Invitation
from meadow_host.twin.players.sweet_takes import CardSkill
from meadow_host.twin.silicon.board import SiliconBoard
from meadow_host.twin.silicon.deeds import Deed, Do, Doer, with_lifts_early
from meadow_host.twin.virtual import VirtualBoard

from tests.table.sat import REGISTER, WALL, MemoryJournal

SWEEPERS = Invitation(
    ("thats-my-stash", "referee-live"),
    (Guest("north", "rake.red", 2), Guest("west", "rake.blue", 1)),
)
CARDS = Invitation(("sweet-takes", "deal-unscanned"), (Guest("north", "rake.red"), Guest("five")))
SEED = 11
QUICK = CardSkill(think_ms=600, collect_ms=400, lift_ms=400, spread=0.1, two_at_once=0.0)
"""Two cards that are laid in one moment may be read in any order."""


class Sitting:
    """A table on a board, with the journals it wrote."""

    def __init__(self, board: Board) -> None:
        self.journals: list[MemoryJournal] = []
        numbers = count(1)
        self.table = Table(
            board,
            REGISTER,
            load_packages(),
            Settings(),
            self._open,
            ids=lambda: f"p{next(numbers)}",
            wall_clock=lambda: WALL,
            frames_hz=10,
        )

    def _open(self, header: Header, after: Journal | None) -> MemoryJournal:
        self.journals.append(MemoryJournal(header, after))
        return self.journals[-1]

    def facts(self) -> list[Told]:
        (journal,) = self.journals
        return [one for raw in journal.lines for one in told_of(decode_line(raw))]


class NotingHands(TableHands):
    """Hands whose deeds are written down."""

    def __init__(self, table: Table, board: VirtualBoard) -> None:
        super().__init__(table, board.readers, REGISTER)
        self._clock = board.clock
        self.deeds: list[Deed] = []

    def place(self, place: str, piece_id: str) -> None:
        super().place(place, piece_id)
        self._note(Do.LAY, place, self._uid(piece_id))

    def lift(self, place: str, piece_id: str) -> None:
        super().lift(place, piece_id)
        self._note(Do.LIFT, place, self._uid(piece_id))

    def say(self, word: str, *args: str) -> None:
        super().say(word, *args)
        self._note(Do.SAY, "", word, *args)

    def _note(self, do: Do, place: str, what: str, *args: str) -> None:
        self.deeds.append(Deed(self._clock.now_ms(), do, place, what, args))


def played_on_virtual(game: Invitation) -> tuple[list[Deed], list[Told], int]:
    clock = ManualClock()
    board = VirtualBoard(clock, settle_ms=20)
    sitting = Sitting(board)
    hands, eyes = NotingHands(sitting.table, board), TableEyes(sitting.table)
    guests = Guests(game, REGISTER.pieces, hands, eyes, Random(SEED), QUICK)
    assert play_at_table(sitting.table, clock, guests, eyes, 10 * 60_000)
    return hands.deeds, sitting.facts(), clock.now_ms()


@pytest.mark.parametrize(("game", "facts"), [(SWEEPERS, 30), (CARDS, 60)])
def test_a_whole_game_gives_the_same_facts_within_50_ms(game: Invitation, facts: int) -> None:
    deeds, expected, ended_ms = played_on_virtual(game)
    board = SiliconBoard()
    try:
        sitting = Sitting(board)
        sitting.table.loop.run_until(200)
        doer = Doer(board, sitting.table.loop, lambda word, args: sitting.table.say(word, *args))
        later = [deed._replace(at_ms=deed.at_ms + 200) for deed in deeds]
        doer.run(with_lifts_early(later), ended_ms + 400)
        assert compare(expected, sitting.facts()) is None
        assert sitting.table.status().late == 0
        assert len(expected) > facts
        assert board.pi.strip.count > 100
    finally:
        board.close()

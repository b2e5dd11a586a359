"""A table on the virtual board with a meadow and its room round it, in manual time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from typing import Any

from meadow.clock import ManualClock
from meadow.games.package import load_packages
from meadow.journal.lines import Header
from meadow.journal.read import Journal
from meadow.settings.schema import Settings
from meadow.table.table import Table
from meadow_host.twin.faulty import FaultyBoard
from meadow_host.twin.meadow.antennas import Antennas
from meadow_host.twin.table.board import Tags, WorkedBoard
from meadow_host.twin.table.person import Person
from meadow_host.twin.table.room import Room
from meadow_host.twin.table.scene import Scene
from meadow_host.twin.table.troubles import FullableDisk, Troubles
from meadow_host.twin.virtual import VirtualBoard

from tests.table.sat import REGISTER, WALL, MemoryJournal

BEGINS_MS = 1000
STEP_MS = 16


class Seated:
    """The table, its room, and whoever is at it."""

    def __init__(
        self,
        seed: int = 1,
        bots: Sequence[str] = (),
        words: Sequence[str] = (),
        sweep_ms: int = 0,
    ) -> None:
        """``sweep_ms``: so long no reader notices what comes to lie there."""
        self.clock = ManualClock(BEGINS_MS)
        self.virtual = VirtualBoard(self.clock, settle_ms=20)
        self.board = WorkedBoard(FaultyBoard(self.virtual))
        self.said: list[str] = []
        self.scenes: list[Scene] = []
        self.rooms: list[dict[str, Any]] = []
        self.journals: list[MemoryJournal] = []
        numbers = count(1)
        self.table = Table(
            self.board,
            REGISTER,
            load_packages(),
            Settings(),
            self._open_journal,
            ids=lambda: f"p{next(numbers)}",
            wall_clock=lambda: WALL,
            frames_hz=4,
        )
        self.disk = FullableDisk()
        self.troubles = Troubles(self.disk, None)
        self.troubles.begin(self.board)
        self.room = Room(
            REGISTER.pieces, load_packages(), seed, self.troubles, self.said.append, self.clock
        )
        self.world = self.room.world
        self.people = self.room.people
        self.room.watch(self.scenes.append, self.rooms.append)
        self.tags = Tags()
        self.tags.begin(self.board)
        self._sweep_ms = sweep_ms
        Antennas(self.world, REGISTER, self._lay, self.tags.lift)
        assert not self.room.want_bots(bots, "", words)
        self.wait(100)

    def _lay(self, reader: str, uid: str, far_mm: float) -> None:
        lay = partial(self.tags.lay, reader, uid, far_mm)
        if self._sweep_ms:
            self.room.living.later(self._sweep_ms, lay)
        else:
            lay()

    def _open_journal(self, header: Header, after: Journal | None) -> MemoryJournal:
        self.journals.append(MemoryJournal(header, after))
        return self.journals[-1]

    # --------------------------------------------------------------------------- time

    def wait(self, duration_ms: int) -> None:
        """So much time passes."""
        end_ms = self.clock.now_ms() + duration_ms
        while self.clock.now_ms() < end_ms:
            self._step(end_ms)

    def until(self, so: Callable[[], bool], most_ms: int = 60_000) -> None:
        """Time passes until something is so."""
        end_ms = self.clock.now_ms() + most_ms
        while not so():
            assert self.clock.now_ms() < end_ms, "it never came to be"
            self._step(end_ms)

    def _step(self, end_ms: int) -> None:
        self.clock.advance_to(min(self.clock.now_ms() + STEP_MS, end_ms))
        self.room.living.run_pass()
        self.table.loop.run_pass()
        self.room.eyes.look(self.table)

    # ------------------------------------------------------------------------- people

    def sits(self, *seats: str, key: str = "") -> Person:
        """Somebody opens a page and sits there."""
        person = self.people.come(key or f"{len(list(self.people)):08x}")
        assert self.people.sit(person, seats) == ""
        return person

    def plays(self, game: str, *seats: str) -> None:
        """A game is chosen and begun with these seats, by the operator's words."""
        self.table.say(game)
        self.wait(200)
        for seat in seats:
            self.table.say("seat", seat)
        self.wait(200)
        self.table.say("start")
        self.wait(200)

    @property
    def game(self) -> Any:
        """The public view of the game, as everybody sees it."""
        return self.room.eyes.game

    @property
    def joined(self) -> list[str]:
        """Who has joined."""
        return [seat["side"] for seat in self.room.eyes.lobby["seats"]]

    def place(self, piece: str) -> str:
        """Where a piece lies."""
        return self.world.lying.lie(piece).place

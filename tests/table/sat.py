"""A whole table on the virtual board in one line, for tests: no disk, a manual clock."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

from meadow.clock import ManualClock
from meadow.games.game import Fact, Output, Refused
from meadow.games.package import Package
from meadow.journal.lines import Header, encode_header
from meadow.journal.read import Journal, parse_journal
from meadow.journal.write import Status
from meadow.pieces.register import Register, made_up_register
from meadow.pieces.sets import default_sets
from meadow.settings.schema import Settings
from meadow.table.journals import OpenJournal
from meadow.table.status import News
from meadow.table.table import Table
from meadow_host.twin.virtual import VirtualBoard

from tests.examples.quick_rake import PACKAGE

REGISTER = made_up_register(default_sets())
RED, BLUE, YELLOW, GREEN = "rake.red", "rake.blue", "rake.yellow", "rake.green"
WALL = "2030-01-02T03:04:05Z"


class MemoryJournal:
    """A journal kept in memory, that fails to save when told so."""

    def __init__(self, header: Header, after: Journal | None) -> None:
        self.header = encode_header(header)
        self.lines: list[bytes] = list(after.raws) if after else []
        self.trouble = ""
        self.saved = len(self.lines)
        self.closed = False

    def append(self, raw: bytes) -> None:
        assert not self.closed
        self.lines.append(raw)

    def status(self) -> Status:
        if not self.trouble:
            self.saved = len(self.lines)
        return Status(self.saved, len(self.lines) - self.saved, self.trouble)

    def close(self, timeout_s: float = 5.0) -> Status:
        self.closed = True
        return self.status()

    def parsed(self, keep: int | None = None) -> Journal:
        """As read from a file: all of it, or its first lines."""
        return parse_journal(self.header + b"".join(self.lines[:keep]), Path("game.jsonl"))


class Sat:
    """A table, its board and all that came of it."""

    def __init__(
        self,
        packages: Mapping[str, Package] | None = None,
        *,
        settle_ms: int = 0,
        register: Register = REGISTER,
        settings: Settings | None = None,
        board: VirtualBoard | None = None,
        frames_hz: int = 4,
        open_journal: OpenJournal | None = None,
    ) -> None:
        self.board = board or VirtualBoard(ManualClock(1000), settle_ms=settle_ms)
        self.register = register
        self.journals: list[MemoryJournal] = []
        numbers = count(1)
        self.table = Table(
            self.board,
            register,
            packages or {PACKAGE.name: PACKAGE},
            settings or Settings(),
            open_journal or self._open,
            ids=lambda: f"p{next(numbers)}",
            wall_clock=lambda: WALL,
            frames_hz=frames_hz,
        )
        self.news: list[News] = []
        self.table.listen(self.news.append)

    def _open(self, header: Header, after: Journal | None) -> MemoryJournal:
        self.journals.append(MemoryJournal(header, after))
        return self.journals[-1]

    # ------------------------------------------------------------------ what people do

    def wait(self, duration_ms: int = 1) -> None:
        self.table.loop.run_until(self.board.clock.now_ms() + duration_ms)

    def lay(self, place: str, piece: str, wait_ms: int = 100) -> None:
        self.board.readers.lay(place, self.uid(piece))
        self.wait(wait_ms)

    def lift(self, place: str, piece: str, wait_ms: int = 100) -> None:
        self.board.readers.lift(place, self.uid(piece))
        self.wait(wait_ms)

    def tap(self, place: str, piece: str, wait_ms: int = 100) -> None:
        """Lay a piece and lift it again."""
        self.lay(place, piece, wait_ms)
        self.lift(place, piece, wait_ms)

    def say(self, word: str, *args: str, wait_ms: int = 100) -> None:
        self.table.say(word, *args)
        self.wait(wait_ms)

    def uid(self, piece: str) -> str:
        return self.register.uid_of(piece) or piece

    # ---------------------------------------------------------------------- what came of it

    @property
    def phase(self) -> str:
        return self.table.phase.value

    @property
    def outputs(self) -> list[Output]:
        return [output for news in self.news for output in news.outputs]

    @property
    def facts(self) -> list[Fact]:
        return [output for output in self.outputs if isinstance(output, Fact)]

    @property
    def refusals(self) -> list[str]:
        return [output.why for output in self.outputs if isinstance(output, Refused)]

    @property
    def seats(self) -> list[Any]:
        seats: list[Any] = self.table.view("public")["lobby"]["seats"]
        return seats

    @property
    def sides(self) -> dict[str, str]:
        """side -> rake of all who joined."""
        return {seat["side"]: seat.get("rake", "") for seat in self.seats}


def joined(sat: Sat | None = None) -> Sat:
    """Quick Rake is chosen, north (red) and east (blue) have joined, their rakes in hand."""
    sat = sat or Sat()
    sat.say("quick-rake")
    sat.tap("north", RED)
    sat.tap("east", BLUE)
    return sat


def begun(sat: Sat | None = None) -> Sat:
    """Quick Rake has begun and lights up in 3.9 s."""
    sat = joined(sat)
    sat.say("start")
    assert sat.phase == "playing"
    return sat


def over(sat: Sat | None = None) -> Sat:
    """East has won."""
    sat = begun(sat)
    sat.wait(4000)
    sat.tap("east", BLUE)
    assert sat.phase == "over"
    return sat

"""What the pages say of each fault is what docs/meadow.md says they do, and within that time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from meadow.console.states import Viewer, state_of
from meadow.games.package import load_packages
from meadow.journal.lines import Header
from meadow.journal.read import Journal
from meadow.settings.schema import Settings
from meadow.table.table import Table
from meadow_host.twin.faulty import OF_OUTPUTS, Fault, FaultyBoard
from meadow_host.twin.silicon.board import SiliconBoard

from tests.table.sat import REGISTER, WALL, MemoryJournal

DOCS = Path(__file__).parents[3] / "docs" / "meadow.md"
TOKENS = tuple([str(REGISTER.uid_of(f"token.{on}.acorn")) for on in ("moss", "brook")])
SOON_MS, STEP_MS = 1000, 100
WAITED_MS = 3000
"""So long nothing is said where nothing can be known."""


class Row(NamedTuple):
    """A line of the table in the document; times in ms, 0 where it gives none."""

    fault: str
    pieces: str
    operator: str
    crowd: str
    told_ms: int
    gone_ms: int


def rows() -> Iterator[Row]:
    for line in DOCS.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        name = re.match(r"`([a-z_]+)`: ", cells[0])
        if name and len(cells) == 6:
            crowd = cells[2] if cells[3] == "the same" else cells[3]
            yield Row(name[1], cells[1], cells[2], crowd, ms(cells[4]), ms(cells[5]))


def ms(cell: str) -> int:
    seconds = re.fullmatch(r"(\d+) s", cell)
    return 1000 * int(seconds[1]) if seconds else 0


ROWS = tuple(rows())
CASES = [
    pytest.param(
        row,
        lies,
        plays,
        id=f"{row.fault}, {'' if lies else 'no '}pieces, {phase}",
        # The same words as in a game, but for a few: `make soak` looks at them, too.
        marks=[pytest.mark.soak] if lies and not plays else [],
    )
    for row in ROWS
    if row.fault != "disk"
    for lies, plays, phase in (
        (False, False, "lobby"),
        (True, False, "lobby"),
        (True, True, "game"),
    )
    if row.pieces == "any" or lies == (row.pieces == "some")
]


class Silicon:
    """A table on simulated chips, in their own time."""

    def __init__(self) -> None:
        self.board = FaultyBoard(SiliconBoard())
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
            frames_hz=10,
        )
        self.wait(300)

    def _open_journal(self, header: Header, after: Journal | None) -> MemoryJournal:
        self.journals.append(MemoryJournal(header, after))
        return self.journals[-1]

    def wait(self, duration_ms: int) -> None:
        self.table.loop.run_until(self.board.clock.now_ms() + duration_ms)

    def until(self, so: Callable[[], bool], within_ms: int) -> bool:
        """Whether something is so within that time."""
        end_ms = self.board.clock.now_ms() + within_ms
        while not so():
            if self.board.clock.now_ms() >= end_ms:
                return False
            self.wait(STEP_MS)
        return True

    def play(self) -> None:
        for word in ("thats-my-stash", "seat east", "seat west", "start"):
            self.table.say(*word.split())
            self.wait(50)

    # ------------------------------------------------------------------- what pages say

    def state(self, viewer: Viewer) -> dict[str, Any]:
        return state_of(self.table, viewer, ())

    def what(self, viewer: Viewer) -> list[str]:
        return [one["what"] for one in self.state(viewer)["wrong"]]

    def says(self, text: str) -> bool:
        """Whether the operator's page says that, as the document writes it."""
        if not text.startswith("*"):
            pattern = re.escape(text).replace(r"\.\.\.", "[a-z]+")
            return any(re.fullmatch(pattern, one) for one in self.what(Viewer.OPERATOR))
        mended: str = self.state(Viewer.OPERATOR)["reading"]["east"]["mended"]
        return mended.startswith(text.strip("*"))


@pytest.fixture
def silicon() -> Iterator[Silicon]:
    silicon = Silicon()
    yield silicon
    silicon.board.close()


@pytest.mark.parametrize(("row", "lies", "plays"), CASES)
def test_pages_say_what_the_document_says(
    row: Row, lies: bool, plays: bool, silicon: Silicon
) -> None:
    fault = Fault[row.fault.upper()]
    place = "" if fault in OF_OUTPUTS else "east"
    if plays:
        silicon.play()
    for uid in TOKENS if lies else ():
        silicon.board.lay("east", uid)
    silicon.wait(SOON_MS)
    assert silicon.what(Viewer.OPERATOR) == []
    silicon.board.begin(fault, place)
    if not row.operator:
        silicon.wait(WAITED_MS)
        assert silicon.what(Viewer.OPERATOR) == []
        return
    assert silicon.until(lambda: silicon.says(row.operator), row.told_ms or SOON_MS)
    assert silicon.what(Viewer.SPECTATOR) == ([row.crowd] if row.crowd else [])
    silicon.board.end(fault, place)
    assert silicon.until(lambda: silicon.what(Viewer.OPERATOR) == [], row.gone_ms or SOON_MS)
    assert silicon.what(Viewer.SPECTATOR) == []


def test_the_document_knows_every_fault_with_and_without_pieces() -> None:
    told = {(row.fault, row.pieces) for row in ROWS}
    for name in [*[fault.name.lower() for fault in Fault], "disk"]:
        assert (name, "any") in told or {(name, "none"), (name, "some")} <= told


def test_a_game_that_is_not_saved_is_told_and_that_it_is_saved_again(silicon: Silicon) -> None:
    row = next(row for row in ROWS if row.fault == "disk")
    silicon.play()
    silicon.journals[0].trouble = "games/1.jsonl: not saved, the game goes on in memory: full; free"
    silicon.wait(50)
    (wrong,) = silicon.state(Viewer.OPERATOR)["wrong"]
    assert (wrong["what"], wrong["do"]) == (row.operator, "full; free")
    assert silicon.state(Viewer.SPECTATOR)["wrong"] == []
    assert not silicon.state(Viewer.SPECTATOR)["saved"]
    silicon.journals[0].trouble = ""
    silicon.wait(50)
    assert silicon.state(Viewer.OPERATOR)["wrong"] == []

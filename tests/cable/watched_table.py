"""A whole table in memory that a shell watches over a wire: its time passes as the laptop waits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import count
from typing import TypeVar

from meadow.clock import ManualClock
from meadow.games.package import load_packages
from meadow.link.answers import SlotsAre
from meadow.link.asking import Asking
from meadow.link.device import Device
from meadow.link.feed import Feed
from meadow.link.tap import TappedBoard
from meadow.settings.schema import Settings
from meadow.table.table import Table
from meadow_host.cable.client import Client
from meadow_host.cable.errors import CableError
from meadow_host.cable.shell import Shell
from meadow_host.twin.virtual import VirtualBoard
from msgspec.structs import replace

from tests.cable.wires import WELCOME, Wire, joined
from tests.table.sat import REGISTER, MemoryJournal

T = TypeVar("T")

Step = str | Callable[[], object]
"""What is typed, or what happens while nothing is."""


class _LiveWire(Wire):
    """The table's loop runs while the laptop waits."""

    def __init__(self, watched: WatchedTable) -> None:
        super().__init__(watched.device, watched.clock)
        self._watched = watched

    def receive(self, timeout_s: float) -> bytes:
        received = super().receive(0)
        while not received and timeout_s > 0:
            self._watched.wait(10)
            timeout_s -= 0.01
            received = super().receive(0)
        return received


class WatchedTable:
    """A table with all games, and the device's end of its cable."""

    def __init__(self, boot: str = "first", table: str = "oak") -> None:
        self.clock = ManualClock(1000)
        self.board = VirtualBoard(self.clock)
        welcome = replace(WELCOME, table=table, boot=boot)
        self.device = Device(self.clock, lambda: welcome)
        feed = Feed(self.device, self.clock)
        ids = count(1)
        self.table = Table(
            TappedBoard(self.board, feed),
            REGISTER,
            load_packages(),
            Settings(),
            MemoryJournal,
            ids=lambda: f"p{next(ids)}",
            wall_clock=lambda: "2030-01-02T03:04:05Z",
            frames_hz=1,
        )
        self.table.listen(feed.of_table(self.table))
        self.device.handle(Asking(self, self.device.writer, SlotsAre).handlers())
        self.wire = _LiveWire(self)

    def ask(self, question: Callable[[Table], T]) -> T:
        """As a desk does it."""
        return question(self.table)

    def wait(self, duration_ms: int) -> None:
        self.table.loop.run_until(self.clock.now_ms() + duration_ms)

    def lay(self, place: str, piece: str) -> None:
        self.board.readers.lay(place, REGISTER.uid_of(piece) or piece)

    def lift(self, place: str, piece: str) -> None:
        self.board.readers.lift(place, REGISTER.uid_of(piece) or piece)

    def tap(self, place: str, piece: str) -> None:
        """Lay a piece, and lift it a little later."""
        self.lay(place, piece)
        self.wait(200)
        self.lift(place, piece)
        self.wait(200)


class Script:
    """A keyboard at which these steps are taken one by one, with time between them."""

    def __init__(self, steps: Sequence[Step], idle: int = 12) -> None:
        self.shown: list[str] = []
        self.is_at_end = False
        self._steps = list(steps)
        self._idle = idle
        self._left = idle

    def typed(self) -> list[str]:
        self._left -= 1
        if self._left > 0:
            return []
        self._left = self._idle
        if not self._steps:
            self.is_at_end = True
            return []
        step = self._steps.pop(0)
        if isinstance(step, str):
            return [step]
        step()
        return []

    def show(self, line: str) -> None:
        self.shown.append(line)


class Desk:
    """A shell, the tables it finds one after another, and what it shows."""

    def __init__(self, table: WatchedTable) -> None:
        self.table = table
        self.absent: CableError | None = None
        """Why no table is found now."""

    def connect(self) -> Client:
        if self.absent is not None:
            raise self.absent
        client = joined(self.table.wire, "meadow shell")
        client.hello()
        return client

    def watch(self, *steps: Step, every_tag: bool = False) -> tuple[list[str], int]:
        """What a shell shows while these steps are taken, without the time of day, which is
        always the same; and how many words were refused."""
        script = Script(steps)
        shell = Shell(self.connect, script, lambda: datetime(2030, 1, 2, 9, 5, 7), every_tag)
        shell.run()
        return [line.removeprefix("09:05:07").strip() for line in script.shown], shell.refused

"""The table's whole end of the cable, from one start of the program to its end.

It outlives the table: after a flash another table starts on other settings while the laptop stays
connected. It wires device, ports, desk and feed; what they do is in their own modules.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from meadow.boards import Board
from meadow.clock import Clock, MonotonicClock
from meadow.link.answers import ConsoleIs, SlotsAre, Welcome
from meadow.link.asking import Asking
from meadow.link.calls import HIGHEST
from meadow.link.desk import Desk
from meadow.link.device import SILENT_MS, Device, Handler
from meadow.link.enrolling import Enrolling
from meadow.link.feed import Feed
from meadow.link.port import BAUD, SerialLine, open_serial
from meadow.link.service import SERVICE_LINE, Service
from meadow.link.tap import TappedBoard, Watcher, Watchers
from meadow.table.table import Table


class Identity(NamedTuple):
    """Which table this is now: its id and hardware revision, whether it was ever flashed (named),
    and the digest of its configuration ("" for one started on files)."""

    table: str = ""
    hardware: str = ""
    named: bool = False
    digest: str = ""


class Laptop(NamedTuple):
    """Who is at the other end: the ``program`` that called last, "" for nobody, and whether it has
    been ``silent`` for a while: it only listens, or is gone. A pulled cable looks no other."""

    program: str = ""
    silent: bool = False


class Cable:
    """All lines of a table, and whoever is connected by them."""

    def __init__(
        self,
        firmware: str,
        service: bool,
        clock: Clock | None = None,
        slots: Callable[[], SlotsAre] = SlotsAre,
        console: Callable[[], ConsoleIs] = ConsoleIs,
    ) -> None:
        self._firmware = firmware
        self._service = service
        self._boot = secrets.token_hex(8)
        self._lines: list[SerialLine] = []
        self.identity = Identity()
        self.clock = MonotonicClock() if clock is None else clock
        self.desk = Desk()
        self.device = Device(self.clock, self._greet)
        self.device.handle(Asking(self.desk, self.device.writer, slots, console).handlers())
        self._enrolling = Enrolling(self.desk, self.device.writer)
        self.device.handle(self._enrolling.handlers())
        self._injecting = Service(self.desk, service)
        self.device.handle(self._injecting.handlers())

    def handle(self, handlers: Mapping[type[Any], Handler]) -> None:
        """From now on these answer these kinds of calls."""
        self.device.handle(handlers)

    def open(self, names: Sequence[str], say: Callable[[str], None], baud: int = BAUD) -> None:
        """Listen on these ports, once; one that cannot be opened is told, and tried again."""
        if self._service and names and not self._lines:
            say(SERVICE_LINE)
        for name in names[len(self._lines) :]:
            line = SerialLine(name, self.device, partial(open_serial, name, baud), say)
            self._lines.append(line)

    def laptop(self) -> Laptop | None:
        """Who is connected; None for a table without a line. From any thread; never waits."""
        client = self.device.heard
        if not self._lines:
            return None
        if client is None:
            return Laptop()
        return Laptop(client.program, self.clock.now_ms() - client.called_ms >= SILENT_MS)

    def watched(self, board: Board, *others: Watcher) -> Board:
        """The board, so that clients and others can watch it, and clients of service mode inject
        into it."""
        feed = Feed(self.device, board.clock)
        watcher = Watchers(feed, *others) if others else feed
        return TappedBoard(self._injecting.wrap(board), watcher)

    def attach(self, table: Table, board: Board) -> None:
        """This table is the one that runs now."""
        table.listen(Feed(self.device, board.clock).of_table(table))
        self._enrolling.attach(board.readers)

    def look(self, table: Table) -> bool:
        """Answer what waits for the table, after every pass of its loop; gives False, so that it
        fits a condition."""
        self.desk.look(table)
        self._enrolling.look(table)
        return False

    def close(self) -> None:
        """Release all ports."""
        for line in self._lines:
            line.close()

    def _greet(self) -> Welcome:
        one = self.identity
        return Welcome(
            version=HIGHEST,
            table=one.table,
            hardware=one.hardware,
            firmware=self._firmware,
            boot=self._boot,
            named=one.named,
            digest=one.digest,
            service=self._service,
        )

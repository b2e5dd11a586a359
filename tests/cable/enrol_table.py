"""A whole table in memory at which boxes are enrolled: no threads, and time that passes only while
the laptop waits. People's hands are scheduled in the table's milliseconds."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from itertools import count
from math import ceil
from typing import Any, Generic, TypeVar

from meadow.boards import Board
from meadow.clock import ManualClock
from meadow.games.package import Package
from meadow.journal.lines import Header
from meadow.journal.read import Journal
from meadow.link.answers import SlotsAre, Welcome
from meadow.link.asking import Asking
from meadow.link.device import Client as Laptop
from meadow.link.device import Device, MakeTold
from meadow.link.enrolling import Enrolling
from meadow.link.feed import Feed
from meadow.link.frames import Deframer, frame_of
from meadow.link.messages import Told, encode_message
from meadow.link.tap import TappedBoard
from meadow.pieces.register import Register
from meadow.settings.schema import Settings
from meadow.table.table import Table
from meadow_host.cable.client import Client
from meadow_host.cable.enrol_outcomes import Ask
from meadow_host.cable.enrol_session import Session
from meadow_host.cable.enrolment import Enrolment
from meadow_host.cable.errors import LineError
from meadow_host.twin.silicon.board import SiliconBoard
from meadow_host.twin.virtual import VirtualBoard

from tests.examples.quick_rake import PACKAGE
from tests.table.sat import REGISTER, MemoryJournal

T = TypeVar("T")
B = TypeVar("B", bound=Board)
STEP_MS = 5
LONGEST_MS = 200_000


def tag(number: int) -> str:
    return f"04{number:012X}"


class TableByWire(Generic[B]):
    """The table, and both ends of the wire to it."""

    name = "wire"
    dropped = 0

    def __init__(self, board: B) -> None:
        self.board = board
        self.boots = count(1)
        self.is_cut = False
        self._coming: list[bytes] = []
        self._acts: list[tuple[int, int, Callable[[], None]]] = []
        self._order = count()
        self.start()

    def start(self) -> None:
        """Let the table's program start (anew)."""
        clock, packages = self.board.clock, {PACKAGE.name: PACKAGE}
        boot = f"boot {next(self.boots)}"
        self.device = Device(clock, lambda: Welcome(1, "t", "r", "0", boot, True, "", False))
        self._frames = Deframer()
        tapped = TappedBoard(self.board, Feed(self.device, clock))
        self.table = _table(tapped, REGISTER, packages)
        self.enrolling = Enrolling(self, self.device.writer)
        self.enrolling.attach(self.board.readers)
        self.device.handle(self.enrolling.handlers())
        self.device.handle(Asking(self, self.device.writer, SlotsAre).handlers())

    def ask(self, question: Callable[[Table], T]) -> T:
        """As its desk."""
        return question(self.table)

    # ----------------------------------------------------------------------- the wire

    def send(self, data: bytes) -> None:
        if self.is_cut:
            raise LineError("wire: the port was lost")
        for content in self._frames.feed(data):
            answer = self.device.answer(content, self)
            if answer is not None:
                self._coming.append(frame_of(answer))

    def receive(self, timeout_s: float) -> bytes:
        until_ms = self.now_ms + ceil(timeout_s * 1000)
        while not self._coming and not self.is_cut and self.now_ms < until_ms:
            self._pass()
        if self.is_cut:
            raise LineError("wire: the port was lost")
        return self._coming.pop(0) if self._coming else b""

    def tell(self, client: Laptop, make: MakeTold, latest: bool = False) -> bool:
        told = Told(client.number, client.next_number(), make())
        self._coming.append(frame_of(encode_message(told)))
        return True

    def close(self) -> None:
        """Nothing is to be released."""

    def cut(self) -> None:
        """Pull the cable."""
        self.is_cut = True

    def _pass(self) -> None:
        assert self.now_ms < LONGEST_MS, "this enrolment never ends"
        while self._acts and self._acts[0][0] <= self.now_ms:
            heapq.heappop(self._acts)[2]()
        self.table.loop.run_until(self.now_ms + STEP_MS)
        self.enrolling.look(self.table)

    # --------------------------------------------------------------------- people's hands

    @property
    def now_ms(self) -> int:
        return self.board.clock.now_ms()

    def after(self, wait_ms: int, act: Callable[[], None]) -> None:
        """Do this so much later."""
        heapq.heappush(self._acts, (self.now_ms + wait_ms, next(self._order), act))

    def lay(self, place: str, number: int, wait_ms: int = 0) -> None:
        self.after(wait_ms, lambda: self.put(place, tag(number)))

    def lift(self, place: str, number: int, wait_ms: int = 0) -> None:
        self.after(wait_ms, lambda: self.take(place, tag(number)))

    def put(self, place: str, uid: str) -> None:
        """Lay a tag now."""
        raise NotImplementedError

    def take(self, place: str, uid: str) -> None:
        """Lift it now."""
        raise NotImplementedError


class EnrolTable(TableByWire[VirtualBoard]):
    """On the virtual board."""

    def __init__(self) -> None:
        super().__init__(VirtualBoard(ManualClock(1000), settle_ms=20))

    def put(self, place: str, uid: str) -> None:
        self.board.readers.lay(place, uid)

    def take(self, place: str, uid: str) -> None:
        self.board.readers.lift(place, uid)


class SiliconEnrolTable(TableByWire[SiliconBoard]):
    """On a simulated Raspberry Pi, every chip and tag of it."""

    def __init__(self) -> None:
        super().__init__(SiliconBoard())

    def put(self, place: str, uid: str) -> None:
        self.board.lay(place, uid)

    def take(self, place: str, uid: str) -> None:
        self.board.lift(uid)


W = TypeVar("W", bound=TableByWire[Any])


class Enroller(Generic[W]):
    """Somebody who enrols: hears what is asked, and does as the script says."""

    def __init__(
        self,
        enrolment: Enrolment,
        table: W,
        *,
        at: str = "",
        rotates: bool = True,
        write_names: bool = False,
        question: str = "",
    ) -> None:
        self.table = table
        self.enrolment = enrolment
        self.asks: list[tuple[int, Ask]] = []
        self.lines: list[str] = []
        self.kept: list[Register] = []
        self._words: list[str] = []
        self._doing: Callable[[int, Ask], None] = lambda turn, ask: None
        self.client = Client(self.table, "test", now_s=lambda: self.table.now_ms / 1000)
        self.client.hello()
        self.session = Session(
            self.client,
            enrolment,
            self.kept.append,
            self,
            self._typed,
            at=at,
            rotates=rotates,
            write_names=write_names,
            question=question,
            now_s=lambda: self.table.now_ms / 1000,
        )

    def run(self, doing: Callable[[int, Ask], None]) -> str:
        """Enrol; ``doing`` is called with each new question and its number, from 1 on."""
        self._doing = doing
        return self.session.run()

    def type(self, word: str, wait_ms: int = 0) -> None:
        self.table.after(wait_ms, lambda: self._words.append(word))

    @property
    def uids(self) -> dict[str, str]:
        return {piece: uid for uid, piece in self.enrolment.register.entries}

    # ------------------------------------------------------------------- as the listener

    def asked(self, ask: Ask) -> None:
        self.asks.append((self.table.now_ms, ask))
        self._doing(len(self.asks), ask)

    def said(self, line: str) -> None:
        self.lines.append(line)

    def _typed(self) -> list[str]:
        words, self._words = self._words, []
        return words


def _table(board: TappedBoard, register: Register, packages: Mapping[str, Package]) -> Table:
    def open_journal(header: Header, after: Journal | None) -> MemoryJournal:
        return MemoryJournal(header, after)

    return Table(
        board,
        register,
        packages,
        Settings(),
        open_journal,
        ids=lambda: "p",
        wall_clock=lambda: "2030-01-02T03:04:05Z",
        frames_hz=10,
    )

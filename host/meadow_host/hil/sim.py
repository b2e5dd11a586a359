"""The rig ``sim``: a whole table on the virtual board in this program, its time moved by the test.

All that is said goes through the frames, messages and device end of a real cable; the tags are laid
on the twin itself. Knows no pytest.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from meadow.bundle.load import Configuration
from meadow.clock import ManualClock, MonotonicClock
from meadow.games.package import Package
from meadow.journal.lines import Header
from meadow.journal.read import Journal
from meadow.journal.wall import now_utc
from meadow.journal.write import JournalWriter, next_path
from meadow.lights.spans import span_pixels
from meadow.link.answers import AnyTold, SlotsAre, Welcome
from meadow.link.asking import Asking
from meadow.link.calls import HIGHEST, Stream
from meadow.link.device import Device, Handler
from meadow.link.enrolling import Enrolling
from meadow.link.feed import Feed
from meadow.link.logs import Logs
from meadow.link.service import Service
from meadow.link.tap import TappedBoard
from meadow.pieces.register import Register
from meadow.table.table import Table

from meadow_host.cable.client import Client
from meadow_host.hil.memory_line import MemoryLine
from meadow_host.hil.rig import Can, RigError
from meadow_host.hil.versions import of_this_program
from meadow_host.twin.virtual import VirtualBoard

T = TypeVar("T")

BEGINS_MS = 1000
FRAMES_HZ = 25
"""Half as often as on a table: nobody's eyes look, and a test has to go through them all."""
DEED_MS = 20
"""Hands need some time for whatever they do."""


class DirectDesk:
    """A `meadow.link.desk.Asks` for a table that runs in the same thread."""

    def __init__(self) -> None:
        self.table: Table | None = None

    def ask(self, question: Callable[[Table], T]) -> T:
        assert self.table is not None
        return question(self.table)


class SimTable:
    """One table, from its start to its end."""

    def __init__(
        self, read: Configuration, packages: Mapping[str, Package], folder: Path, name: str
    ) -> None:
        settings = read.settings
        self.clock = ManualClock(BEGINS_MS)
        self.board = VirtualBoard(self.clock, pixels=settings.strip.pixels, settle_ms=20)
        desk = DirectDesk()
        welcome = Welcome(
            version=HIGHEST,
            table=settings.table.id,
            hardware=settings.table.hardware,
            firmware=of_this_program(),
            boot=secrets.token_hex(8),
            named=False,
            digest="",
            service=True,
        )
        # A writer's role lapses in the time of people, not in that of the test.
        self.device = Device(MonotonicClock(), lambda: welcome)
        service = Service(desk, is_on=True)
        feed = Feed(self.device, self.clock)
        board = TappedBoard(service.wrap(self.board), feed)
        numbers = count(1)

        def open_journal(header: Header, after: Journal | None) -> JournalWriter:
            path = next_path(folder, header.game) if after is None else after.path
            writer = JournalWriter(path, header, after=after)
            self._writers.append(writer)
            return writer

        self._writers: list[JournalWriter] = []
        self.table = Table(
            board,
            read.register,
            packages,
            settings,
            open_journal,
            ids=lambda: f"p-{next(numbers):08x}",
            wall_clock=now_utc,
            frames_hz=FRAMES_HZ,
        )
        desk.table = self.table
        self.table.listen(feed.of_table(self.table))
        enrolling = Enrolling(desk, self.device.writer)
        enrolling.attach(board.readers)
        for handlers in (
            Asking(desk, self.device.writer, SlotsAre).handlers(),
            enrolling.handlers(),
            service.handlers(),
            Logs(lambda: folder).handlers(),
        ):
            self.device.handle(handlers)
        self.client = Client(MemoryLine(self.device, name), "pytest")
        self.client.hello()
        self.client.claim()
        self.client.watch(Stream.NEWS, Stream.FRAMES, Stream.BEEPS, Stream.SIGHTINGS)

    def handle(self, handlers: Mapping[type[Any], Handler]) -> None:
        """From now on these answer these kinds of calls."""
        self.device.handle(handlers)

    def run(self, duration_ms: int) -> None:
        """Let so much time pass."""
        self.table.loop.run_until(self.clock.now_ms() + duration_ms)

    def close(self) -> None:
        """Dark, silent and saved."""
        self.client.close()
        self.table.close()
        self.board.close()


class TwinHands:
    """Lays tags on the virtual board itself."""

    def __init__(self, rig: SimRig) -> None:
        self._rig = rig

    def lay(self, place: str, uid: str, what: str) -> None:
        self._do(lambda board: board.readers.lay(place, uid))

    def lift(self, place: str, uid: str, what: str) -> None:
        self._do(lambda board: board.readers.lift(place, uid))

    def unplug(self, place: str) -> None:
        self._do(lambda board: board.readers.fail(place))

    def plug(self, place: str) -> None:
        self._do(lambda board: board.readers.restore(place))

    def clear(self) -> None:
        """Each test has a table of its own."""

    def _do(self, deed: Callable[[VirtualBoard], None]) -> None:
        sim = self._rig.sim
        try:
            deed(sim.board)
        except KeyError as error:
            raise RigError(f"there is no reader {error}: name one of the table's") from error
        except ValueError as error:
            raise RigError(str(error)) from error
        sim.run(DEED_MS)


class _Begun(NamedTuple):
    """What every table of a session is made of."""

    read: Configuration
    packages: Mapping[str, Package]
    folder: Path


class SimRig:
    """A `meadow_host.hil.rig.Rig` with a new table for each test."""

    name = "sim"
    can = frozenset(Can)
    start_from_ms = 0

    def __init__(self, read: Configuration, packages: Mapping[str, Package], folder: Path) -> None:
        """``folder`` is where journals go."""
        self._begun = _Begun(read, packages, folder)
        self._sim: SimTable | None = None
        self.hands = TwinHands(self)
        pixels = read.settings.strip.pixels
        self.spans: Mapping[str, Sequence[int]] = {
            span.place: span_pixels(span, pixels) for span in read.settings.spans
        }

    @property
    def sim(self) -> SimTable:
        """The table of this test."""
        if self._sim is None:
            self.begin()
        assert self._sim is not None
        return self._sim

    @property
    def client(self) -> Client:
        return self.sim.client

    @property
    def register(self) -> Register:
        return self._begun.read.register

    @property
    def versions(self) -> Mapping[str, str]:
        settings = self._begun.read.settings
        return {
            "board": "virtual",
            "table id": settings.table.id,
            "hardware": settings.table.hardware,
            "firmware": of_this_program(),
            "protocol": str(HIGHEST),
            "settings digest": settings.digest,
        }

    def now_ms(self) -> int:
        return self.sim.clock.now_ms()

    def listen(self, longest_ms: int) -> list[AnyTold]:
        """Goes on to the next moment at which something may happen."""
        sim = self.sim
        now_ms = sim.clock.now_ms()
        wake_ms = max(sim.table.loop.next_wake_ms(), now_ms + 1)
        sim.run(min(wake_ms - now_ms, longest_ms))
        return sim.client.told()

    def begin(self) -> None:
        """A new table."""
        self.close()
        self._sim = SimTable(*self._begun, self.name)

    def close(self) -> None:
        if self._sim is not None:
            self._sim.close()
            self._sim = None

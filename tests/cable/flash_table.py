"""A table that is flashed over a cable in memory: real slots on a disk, no threads, and time that
only passes when the laptop waits. Its cable can be pulled and the table rebooted at any frame."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from enum import Enum
from typing import TypeVar

from meadow.bundle.bundle import Bundle, decode
from meadow.clock import ManualClock
from meadow.journal.files import Files
from meadow.link.answers import SlotsAre, Welcome
from meadow.link.asking import Asking
from meadow.link.cable import Identity
from meadow.link.device import Client as Laptop
from meadow.link.device import Device, MakeTold
from meadow.link.flashing import Flashing
from meadow.link.frames import Deframer, frame_of
from meadow.link.offered import Meant
from meadow.settings.slots import SlotError, Slots
from meadow.table.table import Table
from meadow_host.cable.errors import LineError
from meadow_host.cable.flash import Flashed, Watcher, flash
from meadow_host.cable.steady import PATIENCE_S, SteadyLine
from meadow_host.twin.virtual import VirtualBoard

from tests.journal.disks import VolatileDisk
from tests.settings.frail_disk import FOLDER, FrailDisk
from tests.table.sat import Sat

T = TypeVar("T")

TRIAL_MS = 1000
MEANT = Meant("oak", "rev-1")


class Where(Enum):
    """Where something happens to a frame of the laptop."""

    BEFORE = "before it"
    INSIDE = "in the middle of it"
    AFTER = "after it, before the answer"


class QuickDisk(FrailDisk):
    """A disk in memory that takes any write at once."""

    def write(self, file: int, data: bytes, offset: int) -> int:
        return VolatileDisk.write(self, file, data, offset)


class FlashTable:
    """The table's end, and whoever runs its program again and again on one folder."""

    def __init__(self, disk: QuickDisk | None = None, files: Files | None = None) -> None:
        """``files``: how the program reaches its disk."""
        self.clock = ManualClock(1000)
        self.disk = QuickDisk() if disk is None else disk
        self.files: Files = self.disk if files is None else files
        self.hardware = "rev-1"
        self.factory_id = "meadow"
        self.has_slots = True
        self.unfit: tuple[str, ...] = ()
        """Why the next bundle cannot be used here."""
        self.illness: Callable[[Bundle | None], str] = lambda bundle: ""
        """Why the table is not healthy on a bundle, after the time of a trial."""
        self.boots = 0
        self.restarts: list[str] = []
        self.sat = Sat(board=VirtualBoard(self.clock))
        self.boot()

    def boot(self) -> None:
        """The program starts, as after a power cut."""
        self.boots += 1
        self.restarts.clear()
        self.slots = Slots(FOLDER, self.files)
        self.device = Device(self.clock, self._greet)
        flashing = Flashing(
            self.slots if self.has_slots else None,
            contextlib.nullcontext(),
            self,
            current=lambda: self.bundle,
            identity=self._identity,
            check=lambda bundle: self.unfit,
            restart=self.restarts.append,
        )
        self.device.handle(flashing.handlers())
        self.device.handle(Asking(self, self.device.writer, self._slots_are).handlers())
        self._live()

    def ask(self, question: Callable[[Table], T]) -> T:
        """As a desk does it."""
        return question(self.sat.table)

    def look(self) -> None:
        """What the program does beside answering: starting anew, and judging a trial."""
        if self.restarts:
            self.restarts.clear()
            self._live()
        elif self.slots.state().on_trial and self.clock.now_ms() >= self._began_ms + TRIAL_MS:
            reason = self.illness(self.bundle)
            with contextlib.suppress(SlotError):  # it is judged once more, or chosen all the same
                if not reason:
                    self.slots.confirm()
                    return
                self.slots.roll_back(reason)
            if reason:
                self._live()

    def reads(self) -> Bundle | None:
        """What the next start of the program would begin on."""
        raw = Slots(FOLDER, self.disk.rebooted()).choose().raw
        return None if raw is None else decode(raw)

    def _live(self) -> None:
        choice = self.slots.choose()
        self.bundle = None if choice.raw is None else decode(choice.raw)
        self._began_ms = self.clock.now_ms()
        if self.boots > 1 or self.bundle is not None:
            self.sat = Sat(board=VirtualBoard(self.clock))

    def _identity(self) -> Identity:
        table = self.factory_id
        if self.bundle is not None:
            table = self.bundle.files["table.toml"].decode().split('"')[1]
        digest = self.bundle.digest if self.bundle else ""
        return Identity(table, self.hardware, self.slots.state().named, digest)

    def _greet(self) -> Welcome:
        one = self._identity()
        boot = f"boot {self.boots}"
        return Welcome(1, one.table, one.hardware, "0", boot, one.named, one.digest, False)

    def _slots_are(self) -> SlotsAre:
        state = self.slots.state()
        return SlotsAre(
            active=state.active,
            digest=self.bundle.digest if self.bundle else "",
            on_trial=state.on_trial,
            marked=state.marked,
            previous=state.previous,
            rolled_back=state.rolled_back,
            rolled_back_digest=state.rolled_back_sha256,
        )


class Cord:
    """The cable of a laptop: what it opens again and again, and what happens to its frames."""

    def __init__(self, table: FlashTable) -> None:
        self.table = table
        self.frames = 0
        """How many frames were sent."""
        self.pulled_at: tuple[int, Where] | None = None
        self.rebooted_at: tuple[int, Where] | None = None
        self.away_s = 2.0
        """So long it is out when it was pulled."""
        self.lost_over: int | None = None
        """A line so noisy that no frame longer than this arrives."""
        self.opened = 0
        self.closed = 0
        self._back_ms = 0

    def open(self) -> CordEnd:
        if self.table.clock.now_ms() < self._back_ms:
            raise LineError("cord: there is no such port")
        self.opened += 1
        return CordEnd(self)

    def pull(self) -> None:
        self._back_ms = self.table.clock.now_ms() + round(self.away_s * 1000)


class CordEnd:
    """A laptop's `Transport` and a table's `Line`, until the cable is pulled."""

    name = "cord"
    dropped = 0

    def __init__(self, cord: Cord) -> None:
        self._cord = cord
        self._frames = Deframer()
        self._coming = b""
        self._is_out = False

    def send(self, data: bytes) -> None:
        self._must_be_in()
        cord = self._cord
        number = cord.frames
        cord.frames += 1
        pulled = cord.pulled_at is not None and cord.pulled_at[0] == number
        where = cord.pulled_at[1] if pulled and cord.pulled_at else None
        if where is not Where.AFTER and pulled:
            self._deliver(data[: len(data) // 2] if where is Where.INSIDE else b"", number)
            self._pull()
        elif cord.lost_over is None or len(data) <= cord.lost_over:
            self._deliver(data, number)
        if where is Where.AFTER:
            self._coming = b""
            self._is_out = True
            cord.pull()

    def receive(self, timeout_s: float) -> bytes:
        self._must_be_in()
        received, self._coming = self._coming, b""
        if not received:
            clock = self._cord.table.clock
            clock.advance_to(clock.now_ms() + max(1, round(timeout_s * 1000)))
            self._cord.table.look()
        return received

    def close(self) -> None:
        self._is_out = True
        self._cord.closed += 1

    def tell(self, client: Laptop, make: MakeTold, latest: bool = False) -> bool:
        return False

    def _deliver(self, data: bytes, number: int) -> None:
        table = self._cord.table
        rebooted = self._cord.rebooted_at
        where = rebooted[1] if rebooted is not None and rebooted[0] == number else None
        if where in (Where.BEFORE, Where.INSIDE):
            table.boot()
            self._frames = Deframer()
            data = data[len(data) // 2 :] if where is Where.INSIDE else data
        for content in self._frames.feed(data):
            answer = table.device.answer(content, self)
            if where is Where.AFTER:
                table.boot()
            elif answer is not None:
                self._coming += frame_of(answer)
        table.look()

    def _pull(self) -> None:
        self._is_out = True
        self._cord.pull()
        self._must_be_in()

    def _must_be_in(self) -> None:
        if self._is_out:
            raise LineError("cord: the port was lost")


def bundle_for(table_id: str = "oak", size: int = 0, /, **files: str) -> Bundle:
    """A bundle for the table with this id, filled up to about this size."""
    filling = "".join(f"# line {number}\n" for number in range(size // 12))
    texts = {"table.toml": f'[table]\nid = "{table_id}"\n{filling}'}
    texts |= {f"{name}.toml": text for name, text in files.items()}
    return Bundle({name: text.encode() for name, text in texts.items()})


def steady(cord: Cord, patience_s: float = PATIENCE_S, program: str = "a laptop") -> SteadyLine:
    """A laptop's line to the table, by the table's time."""
    clock = cord.table.clock

    def sleep(pause_s: float) -> None:
        clock.advance_to(clock.now_ms() + round(pause_s * 1000))
        cord.table.look()

    return SteadyLine(
        cord.open,
        program,
        patience_s=patience_s,
        now_s=lambda: clock.now_ms() / 1000,
        sleep_s=sleep,
    )


def flashed(
    cord: Cord,
    bundle: Bundle,
    *,
    patience_s: float = PATIENCE_S,
    meant: Meant = MEANT,
    force: bool = False,
    rename: bool = False,
    watcher: Watcher | None = None,
) -> Flashed:
    """Flash it as `meadow flash` does."""
    with steady(cord, patience_s) as line:
        return flash(line, bundle, meant, force=force, rename=rename, watcher=watcher)

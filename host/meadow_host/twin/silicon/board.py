"""The board `silicon`: the table's own board module, opened on a simulated Raspberry Pi.

Everything above the chips is what runs on a real table: vendor packages, drivers, sweep, presence.
Tags are laid on antennas with `lay` and taken with `lift`. It must not know pieces or games.
"""

from __future__ import annotations

import threading
import time
from contextlib import ExitStack

from meadow.board import PiBoard
from meadow.boards import Wiring as TableWiring
from meadow.boards import default_wiring
from meadow.clock import Clock
from meadow.lights.strip import Strip
from meadow.nfc.chips import Meter
from meadow.nfc.readers import ChipReaders, ReaderReport
from meadow.pins.schema import Pins
from meadow.sounds.buzzer import Buzzer

from meadow_host.twin.silicon.clock import NS_PER_MS, VirtualClock
from meadow_host.twin.silicon.install import installed
from meadow_host.twin.silicon.noise import FIRM, Grip
from meadow_host.twin.silicon.ntag import Ntag
from meadow_host.twin.silicon.pi import SimulatedPi, Wiring
from meadow_host.twin.silicon.picc import Picc
from meadow_host.twin.silicon.threads import SimulatedBeside


class SiliconBoard:
    """A `meadow.boards.Board` on a simulated Pi. One may be open at a time, in one thread.

    ``clock`` is what the table gets; by default the Pi's own, which moves only with the work done
    and the sleeps asked for.
    """

    def __init__(
        self,
        wiring: TableWiring | None = None,
        *,
        pi: SimulatedPi | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Raises `BoardError` as on a table."""
        wiring = default_wiring() if wiring is None else wiring
        self.wiring = wiring
        self.pi = SimulatedPi(wired(wiring.pins)) if pi is None else pi
        self._tags: dict[str, Picc] = {}
        self._open = ExitStack()
        with ExitStack() as opening:
            opening.enter_context(installed(self.pi))
            beside = SimulatedBeside(self.pi.clock, self.pi.threads)
            self.table_board = PiBoard(wiring, clock or self.pi.clock, beside)
            self._open = opening.pop_all()

    @property
    def clock(self) -> Clock:
        return self.table_board.clock

    @property
    def readers(self) -> ChipReaders:
        return self.table_board.readers

    @property
    def strip(self) -> Strip:
        return self.table_board.strip

    @property
    def buzzer(self) -> Buzzer:
        return self.table_board.buzzer

    @property
    def meter(self) -> Meter:
        return self.table_board.meter

    def reports(self) -> tuple[ReaderReport, ...]:
        """How each reader is."""
        return self.table_board.reports()

    def close(self) -> None:
        self.table_board.close()
        self._open.close()

    # ------------------------------------------------------------------ what the world does

    def lay(self, place: str, uid: str, grip: Grip = FIRM) -> None:
        """Lay the tag with this UID on an antenna. Raises ValueError when it lies somewhere."""
        tag = self._tags.get(uid)
        if tag is None:
            number = bytes.fromhex(uid)
            tag = self._tags[uid] = Ntag(number) if len(number) == 7 else Picc(number)
        self.pi.lay(tag, place, grip=grip)

    def make_tag(self, tag: Picc) -> None:
        """From now on the tag with this UID is this one: of another kind, or with something in its
        memory. Without it a UID of 7 bytes is a blank NTAG213, any other a tag without memory.
        """
        self._tags[tag.uid.hex().upper()] = tag

    def lift(self, uid: str) -> None:
        """Take a tag away. Raises ValueError when it lies nowhere."""
        self.pi.lift(self._tags[uid])

    # -------------------------------------------------------------------- what people sense

    def frame(self) -> bytes:
        """What the strip shows: red, green, blue a pixel, white light spread over all three."""
        pixels = self.strip.pixels
        last = self.pi.strip.last
        if last is None:
            return bytes(3 * pixels)
        if self.wiring.pins.strip.order == "GRB":
            data = last.data[: 3 * pixels]
            return bytes(data[3 * i + j] for i in range(pixels) for j in (1, 0, 2))
        data = last.data[: 4 * pixels]
        return bytes(data[4 * i + j] + data[4 * i + 3] for i in range(pixels) for j in (1, 0, 2))

    def sounds(self) -> bool:
        """Whether the pin of an active buzzer is high."""
        return self.pi.pins[self.wiring.pins.buzzer.pin].high


class PacedClock:
    """The clock of a simulated Pi held to real time: it waits where it would run ahead.

    It belongs to the thread that makes it; others may read it.
    """

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self._owner = threading.get_ident()
        self._ahead_ns = clock.now_ns - time.monotonic_ns()

    def now_ms(self) -> int:
        if threading.get_ident() == self._owner:
            left_ns = self._clock.now_ns - self._ahead_ns - time.monotonic_ns()
            if left_ns > NS_PER_MS:
                time.sleep(left_ns / 1e9)
            elif left_ns < 0:
                self._clock.advance(-left_ns)
        return self._clock.now_ms()

    def sleep_ms(self, duration_ms: int) -> None:
        self._clock.sleep_ms(duration_ms)
        self.now_ms()


def wired(pins: Pins) -> dict[str, Wiring]:
    """The readers of a simulated Pi as a table's pins have them."""
    return {one.place: Wiring(one.bus, one.device, one.reset) for one in pins.readers}


def open_board(wiring: TableWiring) -> SiliconBoard:
    """A simulated table in real time (the entry point ``meadow.boards``). Raises `BoardError`."""
    pi = SimulatedPi(wired(wiring.pins))
    return SiliconBoard(wiring, pi=pi, clock=PacedClock(pi.clock))

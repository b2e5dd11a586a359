"""The board `faulty`: another board on which things go wrong, when told so or by chance.

Over silicon a fault is put where it arises: into the chip, the air, the bus. Over the virtual board
there are only those that a board reports. It must not know what becomes of a fault.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from enum import Enum
from random import Random
from typing import NamedTuple

from meadow.boards import Wiring
from meadow.clock import Clock
from meadow.lights.strip import Strip, StripError
from meadow.nfc.readers import ChipReaders
from meadow.nfc.sightings import Batch
from meadow.sounds.buzzer import Buzzer, BuzzerError

from meadow_host.twin.silicon.board import SiliconBoard
from meadow_host.twin.silicon.board import open_board as open_silicon
from meadow_host.twin.silicon.noise import FIRM, Grip, Noise, read_at
from meadow_host.twin.virtual import VirtualBoard, VirtualReaders


class Fault(Enum):
    """What can go wrong; those of readers at one place."""

    DEAF = "the receiver hears nothing, until the chip is reset"
    FLICKER = "tags answer seven times in ten"
    NOISE = "one bit in five hundred is wrong, and noise sounds like tags"
    CROSS_READ = "the next reader hears its tags too"
    BROWN_OUT = "the chip forgets all its settings, once"
    STUCK_SPI = "each SPI transfer fails"
    UNPLUGGED = "the reader is off its wires"
    STRIP = "the strip takes no frame"
    BUZZER = "the buzzer cannot be switched"


OF_OUTPUTS = (Fault.STRIP, Fault.BUZZER)
OF_VIRTUAL = (Fault.UNPLUGGED, *OF_OUTPUTS)
_NOISE = Noise(bit_errors=0.002, bursts_hz=50)
_CROSS_LOSS_DB = 10.0


class FaultyBoard:
    """A board round another one. Lay tags on it, not on the other, so that they get its faults."""

    def __init__(self, inner: SiliconBoard | VirtualBoard) -> None:
        self.inner = inner
        self._faults: set[tuple[Fault, str]] = set()
        self._laid: dict[str, tuple[str, Grip]] = {}
        """UID -> where it was laid, and how, whatever is wrong there."""
        self._readers = _FaultyReaders(inner.readers)
        self._strip = _FaultyStrip(inner.strip)
        self._buzzer = _FaultyBuzzer(inner.buzzer)

    @property
    def clock(self) -> Clock:
        return self.inner.clock

    @property
    def readers(self) -> _FaultyReaders:
        return self._readers

    @property
    def strip(self) -> Strip:
        return self._strip

    @property
    def buzzer(self) -> Buzzer:
        return self._buzzer

    def close(self) -> None:
        self.inner.close()

    # ------------------------------------------------------------------ what the world does

    def lay(self, place: str, uid: str, grip: Grip = FIRM) -> None:
        """Lay a tag on a place; on silicon with a grip."""
        if isinstance(self.inner, VirtualBoard):
            self.inner.readers.lay(place, uid)
            return
        self.inner.lay(place, uid, self._spoiled(place, grip))
        self._laid[uid] = (place, grip)

    def lift(self, place: str, uid: str) -> None:
        """Take it away."""
        if isinstance(self.inner, VirtualBoard):
            self.inner.readers.lift(place, uid)
        else:
            self.inner.lift(uid)
            del self._laid[uid]

    def _spoiled(self, place: str, grip: Grip) -> Grip:
        return read_at(0.7) if (Fault.FLICKER, place) in self._faults else grip

    def _lay_anew(self, board: SiliconBoard, place: str) -> None:
        """The tags there have another grip from now on, or other readers that hear them."""
        for uid, (lies, grip) in self._laid.items():
            if lies == place:
                board.lift(uid)
                board.lay(place, uid, self._spoiled(place, grip))

    # ----------------------------------------------------------------------- what goes wrong

    def begin(self, fault: Fault, place: str = "") -> None:
        """Let something go wrong from now on. Raises ValueError for what this board cannot have."""
        self._set(fault, place, True)

    def end(self, fault: Fault, place: str = "") -> None:
        """Let it be well again."""
        self._set(fault, place, False)

    def _set(self, fault: Fault, place: str, on: bool) -> None:
        if fault not in OF_OUTPUTS and place not in self.readers.places:
            raise ValueError(f"{fault.name} needs a place, not {place!r}")
        inner = self.inner
        if fault is Fault.STRIP:
            self._strip.trouble = "the strip takes no frame" if on else ""
        elif fault is Fault.BUZZER:
            self._buzzer.trouble = "the buzzer cannot be switched" if on else ""
        elif isinstance(inner, SiliconBoard):
            self._set_silicon(inner, fault, place, on)
        elif fault is Fault.UNPLUGGED:
            inner.readers.fail(place) if on else inner.readers.restore(place)
        else:
            raise ValueError(f"the virtual board cannot have {fault.name}")
        (self._faults.add if on else self._faults.discard)((fault, place))
        if fault in (Fault.FLICKER, Fault.CROSS_READ) and isinstance(inner, SiliconBoard):
            self._lay_anew(inner, place)

    def is_mended(self, fault: Fault, place: str) -> bool:
        """Whether a fault is over although nobody ended it: a reset lets a deaf chip hear."""
        inner = self.inner
        if fault is not Fault.DEAF or not isinstance(inner, SiliconBoard):
            return False
        return not inner.pi.readers[place].deaf

    def _set_silicon(self, board: SiliconBoard, fault: Fault, place: str, on: bool) -> None:
        pi = board.pi
        if fault is Fault.DEAF:
            pi.readers[place].deaf = on
        elif fault is Fault.NOISE:
            pi.make_noise(place, _NOISE if on else Noise())
        elif fault is Fault.CROSS_READ:
            places = self.readers.places
            other = places[(places.index(place) + 1) % len(places)]
            if on:
                pi.couple(other, hears=place, loss_db=_CROSS_LOSS_DB)
            else:
                pi.part(other, hears=place)
        elif fault is Fault.BROWN_OUT and on:
            pi.brown_out(place)
        elif fault is Fault.STUCK_SPI:
            pi.port(place).fault = OSError(errno.EIO, os.strerror(errno.EIO)) if on else None
        elif fault is Fault.UNPLUGGED:
            pi.unplug(place) if on else pi.plug(place)


class _FaultyReaders:
    """Readers that let chance have its turn at each poll."""

    def __init__(self, inner: ChipReaders | VirtualReaders) -> None:
        self.inner = inner  # so that `meadow.nfc.hearing.hearing_of` finds what they notice
        self.chance: Misfortune | None = None

    @property
    def places(self) -> tuple[str, ...]:
        return self.inner.places

    def poll(self) -> Batch:
        if self.chance is not None:
            self.chance.turn()
        return self.inner.poll()

    def wake_ms(self) -> int:
        return self.inner.wake_ms()

    def lying(self, place: str) -> tuple[str, ...]:
        return self.inner.lying(place)

    def read_name(self, place: str, uid: str) -> str | None:
        return self.inner.read_name(place, uid)

    def write_name(self, place: str, uid: str, name: str) -> None:
        self.inner.write_name(place, uid, name)


class _FaultyStrip:
    def __init__(self, inner: Strip) -> None:
        self._inner = inner
        self.trouble = ""

    @property
    def pixels(self) -> int:
        return self._inner.pixels

    def show(self, frame: bytes) -> None:
        if self.trouble:
            raise StripError(self.trouble)
        self._inner.show(frame)


class _FaultyBuzzer:
    def __init__(self, inner: Buzzer) -> None:
        self._inner = inner
        self.trouble = ""

    def set(self, on: bool) -> None:
        if self.trouble:
            raise BuzzerError(self.trouble)
        self._inner.set(on)


class _Ends(NamedTuple):
    at_ms: int
    fault: Fault
    place: str


class Misfortune:
    """Lets a fault begin every 5 to 20 seconds, and end after 1 to 8; the seed decides all."""

    def __init__(self, board: FaultyBoard, faults: Sequence[Fault], seed: int) -> None:
        self._board = board
        self._faults = tuple(faults)
        self._chance = Random(seed)
        self._next_ms = board.clock.now_ms() + self._chance.randint(5_000, 20_000)
        self._ends: list[_Ends] = []

    def turn(self) -> None:
        """Do what is due."""
        now_ms = self._board.clock.now_ms()
        for one in [one for one in self._ends if one.at_ms <= now_ms]:
            self._ends.remove(one)
            self._board.end(one.fault, one.place)
        if now_ms >= self._next_ms:
            fault, place = self._chance.choice(self._faults), self._place()
            self._next_ms = now_ms + self._chance.randint(5_000, 20_000)
            if all((one.fault, one.place) != (fault, place) for one in self._ends):
                self._board.begin(fault, place)
                self._ends.append(_Ends(now_ms + self._chance.randint(1_000, 8_000), fault, place))

    def _place(self) -> str:
        return self._chance.choice(self._board.readers.places)


def open_board(wiring: Wiring) -> FaultyBoard:
    """A simulated table in real time on which one thing after another goes wrong (the entry point
    ``meadow.boards``). Raises `BoardError`."""
    board = FaultyBoard(open_silicon(wiring))
    board.readers.chance = Misfortune(board, tuple(Fault), seed=0)
    return board

"""What goes wrong at a simulated table because somebody wants it to: readers, strip, buzzer, disk,
cable.

The faults arise where they would at a real table, so that it says what a real one would say. It
must not know who asks, nor what becomes of a fault.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Protocol

from meadow.journal.files import DiskFiles
from meadow.journal.printable import quoted

from meadow_host.twin.faulty import OF_OUTPUTS, OF_VIRTUAL, Fault, FaultyBoard
from meadow_host.twin.table.board import WorkedBoard
from meadow_host.twin.virtual import VirtualBoard

DISK, CABLE = "disk", "cable"


class Words(NamedTuple):
    """What a fault is called: to ask for it, and while it is on."""

    do: str
    now: str


WORDS: Mapping[Fault, Words] = MappingProxyType(
    {
        Fault.UNPLUGGED: Words("pull its wires", "off its wires"),
        Fault.DEAF: Words("deafen it", "deaf until it is reset"),
        Fault.NOISE: Words("make noise at it", "in noise"),
        Fault.FLICKER: Words("jam its tags", "with tags that are jammed"),
        Fault.CROSS_READ: Words("let the next reader hear its tags too", "heard next door"),
        Fault.STUCK_SPI: Words("let its bus hang", "on a bus that hangs"),
        Fault.BROWN_OUT: Words("let its supply dip once", "without supply"),
        Fault.STRIP: Words("break the strip", "the strip is broken"),
        Fault.BUZZER: Words("break the buzzer", "the buzzer is broken"),
    }
)
OF_ALL: Mapping[str, Words] = MappingProxyType(
    {
        DISK: Words("fill the disk", "the disk is full"),
        CABLE: Words("pull the cable", "the cable is pulled"),
    }
)


class FullableDisk(DiskFiles):
    """The real file system, until it is full: then nothing more can be written."""

    def __init__(self) -> None:
        self.is_full = False

    def create(self, path: Path) -> int:
        self._check()
        return super().create(path)

    def write(self, file: int, data: bytes, offset: int) -> int:
        self._check()
        return super().write(file, data, offset)

    def _check(self) -> None:
        if self.is_full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class Pullable(Protocol):
    """A cable to a laptop."""

    def pull(self) -> None: ...

    def plug(self) -> None: ...


class Broken(NamedTuple):
    """A fault that is on: its name and its place, "" where it has none."""

    fault: str
    place: str


class Troubles:
    """The faults of one simulated table, over all its lives."""

    def __init__(
        self,
        disk: FullableDisk,
        cable: Pullable | None,
        say: Callable[[str], None] = lambda line: None,
    ) -> None:
        """``say`` is told in a line what somebody breaks and mends."""
        self._disk, self._cable, self._say = disk, cable, say
        self._begun: set[Broken] = set()
        """Those that the board has by now: it takes them between two of its polls."""
        self._board: WorkedBoard | None = None
        self._places: tuple[str, ...] = ()
        self._faults: tuple[Fault, ...] = ()
        self.on: frozenset[Broken] = frozenset()

    def begin(self, board: WorkedBoard) -> None:
        """Another board, on which all is well. From the thread that opened it."""
        is_virtual = isinstance(board.inner.inner, VirtualBoard)
        self._board, self._places = board, board.readers.places
        self._faults = OF_VIRTUAL if is_virtual else tuple(WORDS)
        self.on = frozenset([one for one in self.on if one.fault in (DISK, CABLE)])
        self._begun = set()

    def look(self) -> bool:
        """Forget what is over although nobody ended it; gives whether more may come to be so."""
        board = self._board
        hears = Fault.DEAF.name.lower()
        for one in [one for one in self.on if one.fault == hears]:
            if (
                board is not None
                and one in self._begun
                and board.inner.is_mended(Fault.DEAF, one.place)
            ):
                self.on -= {one}
                self._begun.discard(one)
                self._say(f"the table has mended it: {hears} {one.place}")
        return any(one.fault == hears for one in self.on)

    def offered(self) -> list[dict[str, object]]:
        """All that can go wrong: ``fault``, ``words`` that ask for it, ``now`` what is so while it
        is on, ``places`` ([] where it has none), and ``once`` for what is over at once."""
        offered: list[dict[str, object]] = [
            {
                "fault": fault.name.lower(),
                "words": WORDS[fault].do,
                "now": WORDS[fault].now,
                "places": [] if fault in OF_OUTPUTS else list(self._places),
                "once": fault is Fault.BROWN_OUT,
            }
            for fault in self._faults
        ]
        for name, words in OF_ALL.items():
            if name != CABLE or self._cable is not None:
                of_all = {"words": words.do, "now": words.now, "places": [], "once": False}
                offered.append({"fault": name, **of_all})
        return offered

    def set(self, name: str, place: str, on: bool) -> str:
        """Let something go wrong, or be well again; gives why not, or ""."""
        known = {str(one["fault"]): one for one in self.offered()}
        if name not in known:
            return f"nothing is broken as {quoted(name)}: it is one of {', '.join(known)}"
        if known[name]["places"] and place not in self._places:
            return f"{name} needs the place of a reader: {', '.join(self._places)}"
        if place and not known[name]["places"]:
            return f"{name} has no place: it is one for all"
        if name == DISK:
            self._disk.is_full = on
        elif name == CABLE and self._cable is not None:
            self._cable.pull() if on else self._cable.plug()
        elif self._board is not None:
            self._set(Fault[name.upper()], Broken(name, place), on)
        broken = Broken(name, place)
        self._say(f"somebody {'breaks' if on else 'mends'} something: {name} {place}".rstrip())
        if on and not known[name]["once"]:
            self.on |= {broken}
        else:
            self.on -= {broken}
        return ""

    def _set(self, fault: Fault, broken: Broken, on: bool) -> None:
        """Have the board do it."""
        self._begun.discard(broken)

        def do(board: FaultyBoard) -> None:
            (board.begin if on else board.end)(fault, broken.place)
            if on:
                self._begun.add(broken)

        if self._board is not None:
            self._board.do(do)

"""What goes wrong at a simulated table because somebody wants it to: readers, strip, buzzer, disk,
cable.

The faults arise where they would at a real table, so that it says what a real one would say. It
must not know who asks, nor what becomes of a fault.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Protocol

from meadow.journal.files import DiskFiles

from meadow_host.twin.faulty import OF_OUTPUTS, OF_VIRTUAL, Fault
from meadow_host.twin.table.board import WorkedBoard
from meadow_host.twin.virtual import VirtualBoard

DISK, CABLE = "disk", "cable"
WORDS: Mapping[Fault, str] = MappingProxyType(
    {
        Fault.UNPLUGGED: "pull its wires",
        Fault.DEAF: "deafen it",
        Fault.NOISE: "make noise at it",
        Fault.FLICKER: "jam the tags that are laid on it from now on",
        Fault.CROSS_READ: "let the next reader hear its tags too",
        Fault.STUCK_SPI: "let its bus hang",
        Fault.BROWN_OUT: "let its supply dip once",
        Fault.STRIP: "break the strip",
        Fault.BUZZER: "break the buzzer",
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

    def __init__(self, disk: FullableDisk, cable: Pullable | None) -> None:
        self._disk, self._cable = disk, cable
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

    def offered(self) -> list[dict[str, object]]:
        """All that can go wrong: ``fault``, ``words``, ``places`` ([] where it has none), and
        ``once`` for what is over at once."""
        offered: list[dict[str, object]] = [
            {
                "fault": fault.name.lower(),
                "words": WORDS[fault],
                "places": [] if fault in OF_OUTPUTS else list(self._places),
                "once": fault is Fault.BROWN_OUT,
            }
            for fault in self._faults
        ]
        offered.append({"fault": DISK, "words": "fill the disk", "places": [], "once": False})
        if self._cable is not None:
            offered.append({"fault": CABLE, "words": "pull the cable", "places": [], "once": False})
        return offered

    def set(self, name: str, place: str, on: bool) -> str:
        """Let something go wrong, or be well again; gives why not, or ""."""
        known = {str(one["fault"]): one for one in self.offered()}
        if name not in known:
            return f"nothing is broken as {name!r}: it is one of {', '.join(known)}"
        if known[name]["places"] and place not in self._places:
            return f"{name} needs the place of a reader: {', '.join(self._places)}"
        if place and not known[name]["places"]:
            return f"{name} has no place: it is one for all"
        if name == DISK:
            self._disk.is_full = on
        elif name == CABLE and self._cable is not None:
            self._cable.pull() if on else self._cable.plug()
        elif self._board is not None:
            fault = Fault[name.upper()]
            self._board.do(lambda board: (board.begin if on else board.end)(fault, place))
        broken = Broken(name, place)
        if on and not known[name]["once"]:
            self.on |= {broken}
        else:
            self.on -= {broken}
        return ""

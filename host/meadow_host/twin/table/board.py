"""A twin's board on which another thread lays tags: each deed is done between two polls.

The simulated chips belong to the thread of the table's loop, and the meadow has one of its own. It
must not know what is laid, nor why.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from meadow.clock import Clock
from meadow.lights.strip import Strip
from meadow.nfc.sightings import Batch, Readers
from meadow.sounds.buzzer import Buzzer

from meadow_host.twin.faulty import FaultyBoard
from meadow_host.twin.silicon.noise import at_mm

Deed = Callable[[FaultyBoard], None]


class WorkedBoard:
    """A `meadow.boards.Board` round a faulty one. `do` may be called from any thread."""

    def __init__(self, inner: FaultyBoard) -> None:
        self.inner = inner
        self._deeds: deque[Deed] = deque()
        self._readers = _WorkedReaders(inner.readers, self._work)

    @property
    def clock(self) -> Clock:
        return self.inner.clock

    @property
    def readers(self) -> Readers:
        return self._readers

    @property
    def strip(self) -> Strip:
        return self.inner.strip

    @property
    def buzzer(self) -> Buzzer:
        return self.inner.buzzer

    def close(self) -> None:
        self.inner.close()

    def do(self, deed: Deed) -> None:
        """Have something done to the board before its readers are polled next."""
        self._deeds.append(deed)

    def _work(self) -> None:
        while self._deeds:
            self._deeds.popleft()(self.inner)


class _WorkedReaders:
    def __init__(self, inner: Readers, work: Callable[[], None]) -> None:
        self.inner = inner  # so that `meadow.nfc.tag_names.tag_names_of` finds the way to names
        self._work = work

    @property
    def places(self) -> tuple[str, ...]:
        return self.inner.places

    def poll(self) -> Batch:
        self._work()
        return self.inner.poll()

    def wake_ms(self) -> int:
        return self.inner.wake_ms()

    def lying(self, place: str) -> tuple[str, ...]:
        return self.inner.lying(place)


class Tags:
    """Which tags lie on which antennas, whatever board is over them at the moment."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._board: WorkedBoard | None = None
        self._lying: dict[str, tuple[str, float]] = {}

    def begin(self, board: WorkedBoard) -> None:
        """Another board: all that lies there lies on it."""
        with self._lock:
            self._board = board
            for uid, (reader, far_mm) in self._lying.items():
                _lay(board, reader, uid, far_mm)

    def lay(self, reader: str, uid: str, far_mm: float) -> None:
        """A tag comes to lie on an antenna."""
        with self._lock:
            self._lying[uid] = (reader, far_mm)
            if self._board is not None:
                _lay(self._board, reader, uid, far_mm)

    def lift(self, reader: str, uid: str) -> None:
        """It is taken away."""
        with self._lock:
            del self._lying[uid]
            if self._board is not None:
                self._board.do(lambda board: board.lift(reader, uid))


def _lay(board: WorkedBoard, reader: str, uid: str, far_mm: float) -> None:
    board.do(lambda inner: inner.lay(reader, uid, at_mm(far_mm)))

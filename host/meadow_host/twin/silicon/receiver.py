"""The receiver of a reader: answers of all tags in, byte by byte out, with their collisions.

Manchester coding shows a collision as a bit that is both 0 and 1. It must not know registers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from meadow_host.twin.silicon.air import bits_ns
from meadow_host.twin.silicon.clock import Event, VirtualClock
from meadow_host.twin.silicon.radio import Modulation

TIMER_STOPS_AT_BIT = 5
"""The start bit and four data bits (datasheet 9.3.3.11, TAuto)."""


class Piece(NamedTuple):
    """Bits between two byte limits as received, parity included.

    ``index`` numbers the data bits of the frame from 0; ``collided`` marks the bits that were both.
    """

    index: int
    bits: int
    count: int
    collided: int


class Sink(Protocol):
    """Who takes what the receiver finds."""

    def begun(self) -> None: ...

    def locked(self) -> None: ...

    def received(self, piece: Piece) -> None: ...

    def ended(self) -> None: ...


class Receiver:
    """Waits for an answer once armed, then gives its bytes as they end on the air."""

    def __init__(self, clock: VirtualClock, sink: Sink) -> None:
        self._clock = clock
        self._sink = sink
        self._modulations: list[Modulation] = []
        self._events: list[Event] = []
        self.armed = False
        self._grid_ns = 0
        self._position = 0
        self._index = 0
        self._first_bits = 8

    def arm(self, align: int) -> None:
        """Listen from now on; the first byte has its place for 8 - ``align`` bits."""
        self.disarm()
        self.armed = True
        self._first_bits = 8 - align

    def disarm(self) -> None:
        self.armed = False
        self._modulations = []
        for event in self._events:
            event.cancel()
        self._events = []

    def hear(self, modulation: Modulation) -> None:
        """A tag's start bit begins now."""
        if not self.armed:
            return
        self._modulations.append(modulation)
        if len(self._modulations) == 1:
            self._grid_ns = modulation.start_ns
            self._position = self._index = 0
            self._sink.begun()
            lock_ns = self._clock.now_ns + bits_ns(TIMER_STOPS_AT_BIT)
            self._events = [self._clock.at(lock_ns, self._sink.locked)]
            self._await_byte()

    def _await_byte(self) -> None:
        end = self._position + self._byte_bits() + 1
        self._next(end, self._byte)

    def _next(self, end: int, call: Callable[[], None]) -> None:
        self._events.append(self._clock.at(self._grid_ns + bits_ns(end), call))

    def _byte_bits(self) -> int:
        return self._first_bits if self._position == 0 else 8

    def _byte(self) -> None:
        wanted = self._byte_bits() + 1
        piece = self._piece(wanted)
        if piece.count:
            self._sink.received(piece)
        self._position += wanted
        self._index += wanted - 1
        if piece.count == wanted and self._piece(1).count:
            self._await_byte()
        else:
            self._next(self._position + 1, self._end)

    def _piece(self, wanted: int) -> Piece:
        ones = zeros = 0
        for modulation in self._modulations:
            offset = self._position - self._offset(modulation)
            bits, covered = modulation.bits, (1 << modulation.count) - 1
            if offset >= 0:
                bits, covered = bits >> offset, covered >> offset
            else:
                bits, covered = bits << -offset, covered << -offset
            covered &= (1 << wanted) - 1
            ones |= bits & covered
            zeros |= ~bits & covered
        seen = ones | zeros
        count = (~seen & seen + 1).bit_length() - 1
        mask = (1 << count) - 1
        return Piece(self._index, ones & mask, count, ones & zeros & mask)

    def _offset(self, modulation: Modulation) -> int:
        away_ns = modulation.start_ns - self._grid_ns
        return (away_ns * 13_560 + 64_000_000) // 128_000_000

    def _end(self) -> None:
        self.disarm()
        self._sink.ended()

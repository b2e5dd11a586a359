"""The receiver of a reader: answers of all tags in, byte by byte out, with their collisions.

Manchester coding shows a collision as a bit that is both 0 and 1. It must not know registers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from meadow_host.twin.silicon.air import bits_ns
from meadow_host.twin.silicon.clock import Event, VirtualClock
from meadow_host.twin.silicon.radio import Field, Modulation

TIMER_STOPS_AT_BIT = 5
"""The start bit and four data bits (TAuto in table 106)."""


class Piece(NamedTuple):
    """The bits of one byte as received.

    ``first``: number of its first data bit in the frame, from 0. ``bits``, ``size``: data bits;
    ``room``: how many the byte should have; ``parity``: the parity bit, None if none came;
    ``collided``: the data bits that were both.
    """

    first: int
    bits: int
    size: int
    room: int
    parity: int | None
    collided: int


class Sink(Protocol):
    """Who takes what the receiver finds."""

    def begun(self) -> None: ...

    def locked(self) -> None: ...

    def received(self, piece: Piece) -> None: ...

    def ended(self) -> None: ...


class Receiver:
    """Waits for an answer once armed, then gives its bytes as they end on the air."""

    def __init__(self, clock: VirtualClock, field: Field, sink: Sink) -> None:
        self._clock = clock
        self._field = field
        self._sink = sink
        self._modulations: list[Modulation] = []
        self._lock: Event | None = None
        self._next: Event | None = None
        self._armed = False
        self._open_ns = 0
        self._grid_ns = 0
        self._position = 0
        self._bits = 0
        self._first_room = 8
        self._parity = 1
        field.hear = self.hear

    def arm(self, align: int, wait_bits: int, parity: bool) -> None:
        """Listen, after ``wait_bits`` of deafness; the first byte has room for 8 - ``align``."""
        self.disarm()
        self._armed = True
        self._open_ns = self._clock.now_ns + bits_ns(wait_bits)
        self._first_room = 8 - align
        self._parity = 1 if parity else 0
        self._field.listening(True)

    def disarm(self) -> None:
        """Hear nothing any more."""
        if not self._armed:
            return
        self._armed = False
        self._modulations = []
        for event in (self._lock, self._next):
            if event is not None:
                event.cancel()
        self._field.listening(False)

    def hear(self, modulation: Modulation) -> None:
        """A start bit begins now."""
        if not self._armed or self._clock.now_ns < self._open_ns:
            return
        self._modulations.append(modulation)
        if len(self._modulations) == 1:
            self._grid_ns = modulation.start_ns
            self._position = self._bits = 0
            self._sink.begun()
            lock_ns = self._clock.now_ns + bits_ns(TIMER_STOPS_AT_BIT)
            self._lock = self._clock.at(lock_ns, self._locked)
            self._await_byte()

    def _locked(self) -> None:
        if self._modulated_bits() >= TIMER_STOPS_AT_BIT - 1:
            self._sink.locked()

    def _modulated_bits(self) -> int:
        return max(self._offset(one) + one.count for one in self._modulations)

    def _await_byte(self) -> None:
        self._at_bit(self._position + self._room() + self._parity, self._byte)

    def _at_bit(self, position: int, call: Callable[[], None]) -> None:
        self._next = self._clock.at(self._grid_ns + bits_ns(position), call)

    def _room(self) -> int:
        return self._first_room if self._position == 0 else 8

    def _byte(self) -> None:
        room = self._room()
        wanted = room + self._parity
        bits, count, collided = self._look(wanted)
        size = min(count, room)
        if size:
            mask = (1 << size) - 1
            parity = bits >> room & 1 if self._parity and count == wanted else None
            self._sink.received(Piece(self._bits, bits & mask, size, room, parity, collided & mask))
        self._bits += size
        self._position += wanted
        if count == wanted and self._look(1)[1]:
            self._await_byte()
        else:
            self._at_bit(self._position + 1, self._end)

    def _look(self, wanted: int) -> tuple[int, int, int]:
        """The next bits on the air: their values, how many without a gap, which are both."""
        ones = zeros = 0
        window = (1 << wanted) - 1
        for modulation in self._modulations:
            shift, bits, both = self._position, modulation.bits, modulation.both
            if modulation.start_ns != self._grid_ns:
                shift -= self._offset(modulation)
            covered = (1 << modulation.count) - 1
            if shift > 0:
                covered, bits, both = covered >> shift, bits >> shift, both >> shift
            elif shift < 0:
                covered, bits, both = covered << -shift, bits << -shift, both << -shift
            covered &= window
            ones |= (bits | both) & covered
            zeros |= (~bits | both) & covered
        seen = ones | zeros
        count = (~seen & seen + 1).bit_length() - 1
        mask = (1 << count) - 1
        return ones & mask, count, ones & zeros & mask

    def _offset(self, modulation: Modulation) -> int:
        away_ns = modulation.start_ns - self._grid_ns
        return (away_ns * 13_560 + 64_000_000) // 128_000_000

    def _end(self) -> None:
        self.disarm()
        self._sink.ended()

"""The transmitter of the MFRC522: bytes from the FIFO onto the air, one after the other.

Modified Miller coding at 106 kbit/s with start and end of communication and a parity bit after
each whole byte (ISO/IEC 14443-3, 6.2.3). It must not know commands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from meadow_host.twin.silicon.air import Heard, bits_ns, crc_a, odd_parity
from meadow_host.twin.silicon.clock import Event, VirtualClock
from meadow_host.twin.silicon.fifo import Fifo
from meadow_host.twin.silicon.radio import Field


class Sent(NamedTuple):
    """A frame that has just gone out, and the last bit that was sent."""

    frame: Heard
    last_bit: int


class Transmitter:
    """Sends what is in the FIFO until it is empty; what comes in meanwhile goes out too."""

    def __init__(
        self, clock: VirtualClock, field: Field, fifo: Fifo, done: Callable[[Sent], None]
    ) -> None:
        self._clock = clock
        self._field = field
        self._fifo = fifo
        self._done = done
        self._event: Event | None = None
        self._data = bytearray()
        self._start_ns = 0
        self._air_bits = 0
        self._last_bits = 0
        self._with_crc = False
        self._parity = True

    @property
    def busy(self) -> bool:
        return self._event is not None

    def start(self, last_bits: int, with_crc: bool, parity: bool) -> None:
        """Begin now. ``last_bits`` of the last byte are sent, all of them if 0 (9.3.1.14).

        Without parity bits no tag takes the frame for one.
        """
        self._parity = parity
        self._last_bits, self._with_crc = last_bits, with_crc
        self._data = bytearray()
        self._start_ns = self._clock.now_ns
        self._air_bits = 1
        self._field.begin()
        self._byte()

    def stop(self) -> None:
        """Break off; nobody hears a whole frame."""
        if self._event is not None:
            self._event.cancel()
            self._event = None
            self._field.break_off()

    @property
    def _byte_bits(self) -> int:
        return 9 if self._parity else 8

    def _byte(self) -> None:
        if len(self._fifo):
            self._data.append(self._fifo.pop())
            short = self._last_bits and not self._with_crc and not len(self._fifo)
            self._air_bits += self._last_bits if short else self._byte_bits
            self._wait(self._byte)
        elif self._with_crc:
            self._data += crc_a(bytes(self._data))
            self._air_bits += 2 * self._byte_bits
            self._wait(self._finish)
        else:
            self._finish()

    def _wait(self, then: Callable[[], None]) -> None:
        self._event = self._clock.at(self._start_ns + bits_ns(self._air_bits), then)

    def _finish(self) -> None:
        self._event = None
        short = 0 if self._with_crc else self._last_bits
        bits = len(self._data) * 8 - (8 - short if short else 0)
        last = self._data[-1]
        if short:
            self._data[-1] = last & (1 << short) - 1
            last_bit = last >> short - 1 & 1
        else:
            last_bit = odd_parity(last)
        self._done(Sent(Heard(bytes(self._data), bits, self._parity or bits < 8), last_bit))

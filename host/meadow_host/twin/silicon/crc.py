"""The CRC coprocessor of the MFRC522 (datasheet 10.3.1.4, CalcCRC; 9.3.2.2, presets).

It takes bytes from the FIFO while CalcCRC runs; it must not know commands.
"""

from __future__ import annotations

from meadow_host.twin.silicon.air import crc_step
from meadow_host.twin.silicon.clock import Event, VirtualClock
from meadow_host.twin.silicon.fifo import Fifo
from meadow_host.twin.silicon.flags import Flags
from meadow_host.twin.silicon.registers import (
    CRC_PRESETS,
    MODE_CRC_PRESET,
    MODE_MSB_FIRST,
    DivIrq,
    Reg,
)

BYTE_NS = 600
"""A bit in each period of the carrier; the datasheet names no figure."""


class CrcCoprocessor:
    """Works through the FIFO; ``ready`` is CRCReady in Status1Reg."""

    def __init__(self, clock: VirtualClock, registers: bytearray, flags: Flags, fifo: Fifo) -> None:
        self._clock = clock
        self._registers = registers
        self._flags = flags
        self._fifo = fifo
        self._event: Event | None = None
        self._crc = 0
        self._running = False
        self.ready = True

    def start(self) -> None:
        """Load the preset and take what is in the FIFO, then what comes."""
        self._crc = CRC_PRESETS[self._registers[Reg.MODE] & MODE_CRC_PRESET]
        self._running = True
        self.ready = False
        self.data_came()

    def stop(self) -> None:
        self._running = False
        if self._event is not None:
            self._event.cancel()
            self._event = None

    def data_came(self) -> None:
        """There may be bytes in the FIFO."""
        if self._running and self._event is None:
            self.ready = False
            self._event = self._clock.at(self._clock.now_ns + BYTE_NS, self._step)

    def _step(self) -> None:
        self._event = None
        if len(self._fifo):
            self._crc = crc_step(self._crc, self._fifo.pop())
        high, low = self._crc >> 8, self._crc & 0xFF
        if self._registers[Reg.MODE] & MODE_MSB_FIRST:
            high, low = _reversed(high), _reversed(low)
        self._registers[Reg.CRC_RESULT_H], self._registers[Reg.CRC_RESULT_L] = high, low
        if len(self._fifo):
            self.data_came()
        else:
            self.ready = True
            self._flags.raise_div(DivIrq.CRC)


def _reversed(byte: int) -> int:
    return int(f"{byte:08b}"[::-1], 2)

"""What the MFRC522 makes of received bits: bytes in the FIFO, collision position, errors.

Datasheet 9.3.1.7 (ErrorReg), 9.3.1.14 (RxAlign), 9.3.1.15 (CollReg). It must not know commands.
"""

from __future__ import annotations

from enum import Enum

from meadow_host.twin.silicon.air import crc_a, odd_parity
from meadow_host.twin.silicon.fifo import Fifo
from meadow_host.twin.silicon.flags import Flags
from meadow_host.twin.silicon.receiver import Piece
from meadow_host.twin.silicon.registers import (
    COLL_POS_NOT_VALID,
    COLL_VALUES_AFTER,
    MODE_CRC_EN,
    Error,
    Reg,
)

_LASTING_ERRORS = 0xFF & ~(Error.COLL | Error.CRC | Error.PARITY | Error.PROTOCOL)


class CollPos(Enum):
    """What CollReg's CollPos counts; sources disagree, so the model can be either."""

    FIFO = "from the first bit of the FIFO, RxAlign included"
    UID = "from the first bit of the UID, bits sent in the command included"


class Reception:
    """One received frame after another."""

    def __init__(self, registers: bytearray, flags: Flags, fifo: Fifo, coll_pos: CollPos) -> None:
        self._registers = registers
        self._flags = flags
        self._fifo = fifo
        self._coll_pos = coll_pos
        self._known_bits = 0
        self._masked = False
        self._held = bytearray()
        self._all = bytearray()
        self._pushed = 0
        self.align = 0
        self.bits = 0

    def begin(self, known_bits: int) -> None:
        """The receiver starts up: the flags of the last frame go, RxAlign counts from now.

        ``known_bits``: how many bits of a UID the command carried that is answered now.
        """
        self.align = self._registers[Reg.BIT_FRAMING] >> 4 & 0x07
        self.bits = 0
        self._known_bits = known_bits
        self._masked = False
        self._held = bytearray()
        self._all = bytearray()
        self._pushed = 0
        self._flags.error &= _LASTING_ERRORS
        self._set_coll(COLL_POS_NOT_VALID)

    def take(self, piece: Piece) -> None:
        """The next byte, or what came of it."""
        value = piece.bits
        if piece.collided:
            value = self._collided(piece)
        elif self._masked:
            value = 0
        elif piece.parity is not None and not (piece.first == 0 and self.align):
            self._check_parity(value, piece.parity)
        if piece.first == 0:
            value <<= self.align
        self.bits += piece.size
        self._store(value)

    def finish(self) -> None:
        """The frame is over."""
        control = self._registers[Reg.CONTROL] & 0x18
        self._registers[Reg.CONTROL] = control | (self.align + self.bits) % 8
        if self._with_crc:
            data = bytes(self._all)
            if len(data) < 2 or self.bits % 8 or crc_a(data[:-2]) != data[-2:]:
                self._flags.raise_error(Error.CRC)

    def discard(self) -> None:
        """What came was no frame: its bytes leave the FIFO again."""
        self._fifo.drop_last(self._pushed)

    def push(self, value: int) -> None:
        """A byte into the FIFO."""
        self._pushed += 1
        if not self._fifo.push(value):
            self._flags.raise_error(Error.BUFFER_OVFL)

    @property
    def _with_crc(self) -> bool:
        return bool(self._registers[Reg.RX_MODE] & MODE_CRC_EN)

    def _set_coll(self, value: int) -> None:
        self._registers[Reg.COLL] = self._registers[Reg.COLL] & COLL_VALUES_AFTER | value

    def _collided(self, piece: Piece) -> int:
        first = (piece.collided & -piece.collided).bit_length() - 1
        if not self._flags.error & Error.COLL:
            self._flags.raise_error(Error.COLL)
            self._note_position(piece.first + first)
        if self._registers[Reg.COLL] & COLL_VALUES_AFTER:
            return piece.bits
        value = 0 if self._masked else piece.bits & (1 << first) - 1
        self._masked = True
        return value

    def _note_position(self, index: int) -> None:
        base = self.align if self._coll_pos is CollPos.FIFO else self._known_bits
        position = base + index + 1
        if position <= 32:
            self._set_coll(position & 0x1F)

    def _check_parity(self, value: int, parity: int) -> None:
        if odd_parity(value) != parity:
            self._flags.raise_error(Error.PARITY)

    def _store(self, value: int) -> None:
        if not self._with_crc:
            self.push(value)
            return
        # The CRC bytes are for the chip alone: the last two bytes never reach the FIFO.
        self._all.append(value)
        self._held.append(value)
        if len(self._held) > 2:
            self.push(self._held.pop(0))

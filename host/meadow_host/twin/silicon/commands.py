"""The command state machine of the MFRC522 (datasheet section 10) between FIFO and field.

It sets flags and fills registers as the datasheet says; it must not know SPI.
"""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from meadow_host.twin.silicon.air import crc_a, crc_step, odd_parity
from meadow_host.twin.silicon.clock import Event, VirtualClock
from meadow_host.twin.silicon.fifo import Fifo
from meadow_host.twin.silicon.flags import Flags
from meadow_host.twin.silicon.radio import Field
from meadow_host.twin.silicon.receiver import Piece, Receiver
from meadow_host.twin.silicon.registers import (
    COLL_POS_NOT_VALID,
    COLL_VALUES_AFTER,
    COMMAND_RCV_OFF,
    CRC_PRESETS,
    MODE_CRC_EN,
    MODE_CRC_PRESET,
    MODE_MSB_FIRST,
    MODE_TX_WAIT_RF,
    RX_MULTIPLE,
    RX_NO_ERR,
    T_AUTO,
    TX_FORCE_100_ASK,
    ComIrq,
    Command,
    DivIrq,
    Error,
    Modem,
    Reg,
)
from meadow_host.twin.silicon.timer import Timer
from meadow_host.twin.silicon.transmitter import Sent, Transmitter


class CollPos(Enum):
    """What CollReg's CollPos counts; sources disagree, so the model can be either."""

    FIFO = "from the first bit of the FIFO, RxAlign included"
    UID = "from the first bit of the UID, known bits included"


class Chip(Protocol):
    """What the commands need of the chip around them."""

    registers: bytearray
    flags: Flags
    fifo: Fifo
    timer: Timer
    field: Field


class Commands:
    """What runs inside the chip. ``modem`` is the ModemState that Status2Reg shows."""

    def __init__(self, chip: Chip, clock: VirtualClock, coll_pos: CollPos) -> None:
        self._chip = chip
        self._clock = clock
        self._coll_pos = coll_pos
        self._transmitter = Transmitter(clock, chip.fifo, self._sent)
        self._receiver = Receiver(clock, self)
        chip.field.hear = self._receiver.hear
        self._crc = 0
        self._crc_event: Event | None = None
        self.crc_ready = True
        self.modem = Modem.IDLE
        self._waits_for_field = False
        self._known_bits = 0
        self._align = 0
        self._bits = 0
        self._masked = False
        self._held = bytearray()
        self._crc_checked = bytearray()

    # Commands ----------------------------------------------------------------------------

    @property
    def running(self) -> int:
        return self._chip.registers[Reg.COMMAND] & 0x0F

    def start(self, command: int) -> None:
        """Start a command, in place of the one that runs."""
        self.stop()
        self._set(command)
        if command == Command.IDLE:
            return
        self._chip.flags.clear_errors()
        if command == Command.CALC_CRC:
            self._start_crc()
        elif command == Command.TRANSMIT:
            self._transmit()
        elif command == Command.RECEIVE:
            self._listen()
        elif command == Command.TRANSCEIVE:
            self.modem = Modem.WAIT_FOR_START_SEND
        else:
            self._become_idle()

    def stop(self) -> None:
        """No command; nothing is sent or received any more."""
        self._transmitter.stop()
        self._receiver.disarm()
        if self._crc_event is not None:
            self._crc_event.cancel()
            self._crc_event = None
        self._waits_for_field = False
        self.modem = Modem.IDLE
        self._set(Command.IDLE)

    def _set(self, command: int) -> None:
        registers = self._chip.registers
        registers[Reg.COMMAND] = registers[Reg.COMMAND] & 0xF0 | command

    def _become_idle(self) -> None:
        """A command ends by itself, so IdleIRq is set (9.3.1.5)."""
        self.stop()
        self._chip.flags.com |= ComIrq.IDLE

    # The CRC coprocessor -----------------------------------------------------------------

    def _start_crc(self) -> None:
        self._crc = CRC_PRESETS[self._chip.registers[Reg.MODE] & MODE_CRC_PRESET]
        self.data_came()

    def data_came(self) -> None:
        """Bytes are in the FIFO; CalcCRC takes them, one a microsecond."""
        if self.running == Command.CALC_CRC and self._crc_event is None:
            self.crc_ready = False
            self._crc_event = self._clock.at(self._clock.now_ns + 1000, self._crc_byte)

    def _crc_byte(self) -> None:
        self._crc_event = None
        fifo, registers = self._chip.fifo, self._chip.registers
        if len(fifo):
            self._crc = crc_step(self._crc, fifo.pop())
        high, low = self._crc >> 8, self._crc & 0xFF
        if registers[Reg.MODE] & MODE_MSB_FIRST:
            high, low = _reversed(low), _reversed(high)
        registers[Reg.CRC_RESULT_H], registers[Reg.CRC_RESULT_L] = high, low
        if len(fifo):
            self.data_came()
        else:
            self.crc_ready = True
            self._chip.flags.div |= DivIrq.CRC

    # Sending -----------------------------------------------------------------------------

    def start_send(self) -> None:
        """StartSend was written; it is valid only with Transceive (9.3.1.14)."""
        if self.running == Command.TRANSCEIVE and not self._transmitter.busy:
            self._receiver.disarm()
            self._transmit()

    def field_switched(self) -> None:
        """The field came or went; a transmission may have waited for it (TxWaitRF, 9.3.2.2)."""
        if self._waits_for_field and self._chip.field.on:
            self._waits_for_field = False
            self._transmit()

    def _transmit(self) -> None:
        registers = self._chip.registers
        if not len(self._chip.fifo):
            return
        if registers[Reg.MODE] & MODE_TX_WAIT_RF and not self._chip.field.on:
            self._waits_for_field = True
            self.modem = Modem.TX_WAIT
            return
        self.modem = Modem.TRANSMITTING
        last_bits = registers[Reg.BIT_FRAMING] & 0x07
        self._transmitter.start(last_bits, bool(registers[Reg.TX_MODE] & MODE_CRC_EN))

    def _sent(self, sent: Sent) -> None:
        chip = self._chip
        chip.flags.com |= ComIrq.TX
        self._known_bits = max(0, sent.frame.bits - 16)
        if chip.registers[Reg.TX_ASK] & TX_FORCE_100_ASK:
            chip.field.send(sent.frame, sent.start_ns, sent.last_bit)
        if chip.registers[Reg.T_MODE] & T_AUTO:
            chip.timer.start()
        if self.running == Command.TRANSCEIVE:
            self._listen()
        else:
            self._become_idle()

    # Receiving ---------------------------------------------------------------------------

    @property
    def refuses_data(self) -> bool:
        """Whether the host may not write to the FIFO now (WrErr, 9.3.1.7)."""
        return self.modem in (Modem.WAIT_FOR_DATA, Modem.RECEIVING)

    def _listen(self) -> None:
        registers, flags = self._chip.registers, self._chip.flags
        self._align = registers[Reg.BIT_FRAMING] >> 4 & 0x07
        self._bits = 0
        self._masked = False
        self._held = bytearray()
        self._crc_checked = bytearray()
        flags.error &= ~(Error.COLL | Error.CRC | Error.PARITY | Error.PROTOCOL)
        registers[Reg.COLL] = registers[Reg.COLL] & COLL_VALUES_AFTER | COLL_POS_NOT_VALID
        self.modem = Modem.WAIT_FOR_DATA
        if not registers[Reg.COMMAND] & COMMAND_RCV_OFF:
            self._receiver.arm(self._align)

    def begun(self) -> None:
        self.modem = Modem.RECEIVING

    def locked(self) -> None:
        """The fifth bit is there: TAuto stops the timer (9.3.3.11)."""
        registers = self._chip.registers
        if registers[Reg.T_MODE] & T_AUTO and not registers[Reg.RX_MODE] & RX_MULTIPLE:
            self._chip.timer.stop()

    def received(self, piece: Piece) -> None:
        first = piece.index == 0
        room = 8 - self._align if first else 8
        count = min(piece.count, room)
        mask = (1 << count) - 1
        value = piece.bits & mask
        if piece.collided & mask:
            value = self._collided(piece, value, piece.collided & mask)
        elif self._masked:
            value = 0
        elif piece.count > room and not (first and self._align):
            self._check_parity(value, piece.bits >> room & 1)
        self._bits += count
        self._store(value << self._align if first else value, whole=count == room)

    def _collided(self, piece: Piece, value: int, collided: int) -> int:
        first = (collided & -collided).bit_length() - 1
        if not self._chip.flags.error & Error.COLL:
            self._chip.flags.raise_error(Error.COLL)
            self._note_position(piece.index + first)
        if self._chip.registers[Reg.COLL] & COLL_VALUES_AFTER:
            return value
        value = 0 if self._masked else value & (1 << first) - 1
        self._masked = True
        return value

    def _note_position(self, index: int) -> None:
        base = self._align if self._coll_pos is CollPos.FIFO else self._known_bits
        position = base + index + 1
        if position <= 32:
            registers = self._chip.registers
            registers[Reg.COLL] = registers[Reg.COLL] & COLL_VALUES_AFTER | position & 0x1F

    def _check_parity(self, value: int, parity: int) -> None:
        if odd_parity(value) != parity:
            self._chip.flags.raise_error(Error.PARITY)

    def _store(self, value: int, *, whole: bool) -> None:
        if not self._chip.registers[Reg.RX_MODE] & MODE_CRC_EN:
            self._push(value)
            return
        self._crc_checked.append(value)
        self._held.append(value)
        if len(self._held) > 2:
            self._push(self._held.pop(0))

    def _push(self, value: int) -> None:
        if not self._chip.fifo.push(value):
            self._chip.flags.raise_error(Error.BUFFER_OVFL)

    def ended(self) -> None:
        """The answer is over."""
        chip = self._chip
        mode = chip.registers[Reg.RX_MODE]
        if mode & RX_NO_ERR and self._bits < 4:
            self._listen()
            return
        control = chip.registers[Reg.CONTROL] & 0x18
        chip.registers[Reg.CONTROL] = control | (self._align + self._bits) % 8
        if mode & MODE_CRC_EN:
            self._check_crc()
        chip.flags.com |= ComIrq.RX
        if mode & RX_MULTIPLE:
            self._push(chip.flags.error)
            self._listen()
        elif self.running == Command.RECEIVE:
            self._become_idle()
        else:
            self.modem = Modem.WAIT_FOR_START_SEND

    def _check_crc(self) -> None:
        data = bytes(self._crc_checked)
        if len(data) < 2 or self._bits % 8 or crc_a(data[:-2]) != data[-2:]:
            self._chip.flags.raise_error(Error.CRC)


def _reversed(byte: int) -> int:
    return int(f"{byte:08b}"[::-1], 2)

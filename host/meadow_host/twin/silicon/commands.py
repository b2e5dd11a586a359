"""The command state machine of the MFRC522 (datasheet section 10) between FIFO and field.

It starts and ends what commands do and sets their flags; it must not know SPI.
"""

from __future__ import annotations

import random
from typing import Protocol

from meadow_host.twin.silicon.clock import VirtualClock
from meadow_host.twin.silicon.crc import CrcCoprocessor
from meadow_host.twin.silicon.fifo import Fifo
from meadow_host.twin.silicon.flags import Flags
from meadow_host.twin.silicon.radio import Field
from meadow_host.twin.silicon.receiver import Piece, Receiver
from meadow_host.twin.silicon.reception import CollPos, Reception
from meadow_host.twin.silicon.registers import (
    COMMAND_RCV_OFF,
    MF_PARITY_DISABLE,
    MODE_CRC_EN,
    MODE_TX_WAIT_RF,
    RX_MULTIPLE,
    RX_NO_ERR,
    RX_WAIT,
    T_AUTO,
    TX_FORCE_100_ASK,
    ComIrq,
    Command,
    Error,
    Modem,
    Reg,
)
from meadow_host.twin.silicon.timer import Timer
from meadow_host.twin.silicon.transmitter import Sent, Transmitter

INTERNAL_BUFFER = 25
AUTHENT_ARGUMENTS = 12
"""Command, block, six bytes of key, four of UID (10.3.1.9)."""


class Chip(Protocol):
    """What the commands need of the chip around them."""

    registers: bytearray
    flags: Flags
    fifo: Fifo
    timer: Timer
    field: Field
    deaf: bool


class Commands:
    """What runs inside the chip. ``modem`` is the ModemState that Status2Reg shows."""

    def __init__(self, chip: Chip, clock: VirtualClock, coll_pos: CollPos) -> None:
        self._chip = chip
        self._transmitter = Transmitter(clock, chip.field, chip.fifo, self._sent)
        self._receiver = Receiver(clock, chip.field, self)
        self._reception = Reception(chip.registers, chip.flags, chip.fifo, coll_pos)
        self._buffer = bytes(INTERNAL_BUFFER)
        self._known_bits = 0
        self._waits_for_field = False
        self.crc = CrcCoprocessor(clock, chip.registers, chip.flags, chip.fifo)
        self.modem = Modem.IDLE

    @property
    def running(self) -> int:
        return self._chip.registers[Reg.COMMAND] & 0x0F

    def start(self, command: int) -> None:
        """Start a command, in place of the one that runs (10.2)."""
        self.stop()
        self._set(command)
        if command == Command.IDLE:
            return
        self._chip.flags.clear_errors()
        if command == Command.CALC_CRC:
            self.crc.start()
        elif command == Command.TRANSMIT:
            self._transmit()
        elif command == Command.RECEIVE:
            self._listen(0)
        elif command == Command.TRANSCEIVE:
            self.modem = Modem.WAIT_FOR_START_SEND
        elif command == Command.GENERATE_RANDOM_ID:
            self._generate_random_id(self._chip.field.chance)
        elif command not in (Command.MEM, Command.MF_AUTHENT):
            self._become_idle()
        self.data_came()

    def stop(self) -> None:
        """No command; nothing is sent or received any more."""
        self._transmitter.stop()
        self._receiver.disarm()
        self.crc.stop()
        self._waits_for_field = False
        self.modem = Modem.IDLE
        self._set(Command.IDLE)

    def data_came(self) -> None:
        """There may be new bytes in the FIFO that a command waits for."""
        command = self.running
        if command == Command.CALC_CRC:
            self.crc.data_came()
        elif command == Command.TRANSMIT and not self._transmitter.busy:
            self._transmit()
        elif command == Command.MEM:
            self._mem()
        elif command == Command.MF_AUTHENT and not self._transmitter.busy:
            self._authenticate()

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

    @property
    def refuses_data(self) -> bool:
        """Whether the host may not write to the FIFO now (WrErr, 9.3.1.7)."""
        if self.running == Command.MF_AUTHENT:
            return self.modem is not Modem.IDLE
        return self.modem in (Modem.RX_WAIT, Modem.WAIT_FOR_DATA, Modem.RECEIVING)

    def _set(self, command: int) -> None:
        registers = self._chip.registers
        registers[Reg.COMMAND] = registers[Reg.COMMAND] & 0xF0 | command

    def _become_idle(self) -> None:
        """A command ends by itself, so IdleIRq is set (9.3.1.5)."""
        self.stop()
        self._chip.flags.raise_com(ComIrq.IDLE)

    # Small commands ----------------------------------------------------------------------

    def _mem(self) -> None:
        fifo = self._chip.fifo
        if not len(fifo):
            for byte in self._buffer:
                fifo.push(byte)
        elif len(fifo) >= INTERNAL_BUFFER:
            self._buffer = bytes(fifo.pop() for _ in range(INTERNAL_BUFFER))
        else:
            return
        self._become_idle()

    def _generate_random_id(self, chance: random.Random) -> None:
        self._buffer = chance.randbytes(10) + self._buffer[10:]
        self._become_idle()

    def _authenticate(self) -> None:
        """Only the first frame: no tag here knows the cipher, so none answers it rightly."""
        fifo = self._chip.fifo
        if len(fifo) < AUTHENT_ARGUMENTS or self.modem is not Modem.IDLE:
            return
        arguments = [fifo.pop() for _ in range(AUTHENT_ARGUMENTS)]
        for byte in arguments[:2]:
            fifo.push(byte)
        self.modem = Modem.TRANSMITTING
        self._transmitter.start(0, with_crc=True, parity=True)

    # Sending -----------------------------------------------------------------------------

    def _transmit(self) -> None:
        registers = self._chip.registers
        if not len(self._chip.fifo):
            return
        if registers[Reg.MODE] & MODE_TX_WAIT_RF and not self._chip.field.on:
            self._waits_for_field = True
            self.modem = Modem.TX_WAIT
            return
        self.modem = Modem.TRANSMITTING
        self._transmitter.start(
            registers[Reg.BIT_FRAMING] & 0x07,
            with_crc=bool(registers[Reg.TX_MODE] & MODE_CRC_EN),
            parity=not registers[Reg.MF_RX] & MF_PARITY_DISABLE,
        )

    def _sent(self, sent: Sent) -> None:
        chip = self._chip
        if self.running != Command.MF_AUTHENT:
            chip.flags.raise_com(ComIrq.TX)
        if chip.registers[Reg.TX_ASK] & TX_FORCE_100_ASK:
            chip.field.send(sent.frame, sent.last_bit)
        if chip.registers[Reg.T_MODE] & T_AUTO:
            chip.timer.start()
        if self.running == Command.TRANSMIT:
            self._become_idle()
        else:
            self._known_bits = max(0, sent.frame.bits - 16)
            self._listen(chip.registers[Reg.RX_SEL] & RX_WAIT)

    # Receiving ---------------------------------------------------------------------------

    def _listen(self, wait_bits: int) -> None:
        registers = self._chip.registers
        self._reception.begin(self._known_bits)
        self.modem = Modem.WAIT_FOR_DATA
        if not registers[Reg.COMMAND] & COMMAND_RCV_OFF and not self._chip.deaf:
            parity = not registers[Reg.MF_RX] & MF_PARITY_DISABLE
            self._receiver.arm(self._reception.align, wait_bits, parity)

    def begun(self) -> None:
        """The receiver found the start of a frame."""
        self.modem = Modem.RECEIVING

    def locked(self) -> None:
        """The fifth bit is there: TAuto stops the timer (table 106)."""
        registers = self._chip.registers
        if registers[Reg.T_MODE] & T_AUTO and not registers[Reg.RX_MODE] & RX_MULTIPLE:
            self._chip.timer.stop()

    def received(self, piece: Piece) -> None:
        """The receiver has a byte."""
        self._reception.take(piece)

    def ended(self) -> None:
        """The receiver found the end of the frame."""
        chip, mode = self._chip, self._chip.registers[Reg.RX_MODE]
        if mode & RX_NO_ERR and self._reception.bits < 4:
            self._reception.discard()
            self._listen(0)
            return
        self._reception.finish()
        if self.running == Command.MF_AUTHENT:
            chip.flags.raise_error(Error.PROTOCOL)
            self._become_idle()
            return
        chip.flags.raise_com(ComIrq.RX)
        if mode & RX_MULTIPLE:
            self._reception.push(chip.flags.error)
            self._listen(0)
        elif self.running == Command.RECEIVE:
            self._become_idle()
        else:
            self.modem = Modem.WAIT_FOR_START_SEND

"""An MFRC522 as its registers show it: reads and writes, one address at a time.

Datasheet rev. 3.9, section 9. What commands do is in commands.py; it must not know SPI or pins.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from meadow_host.twin.silicon.clock import VirtualClock
from meadow_host.twin.silicon.commands import Commands
from meadow_host.twin.silicon.fifo import SIZE, Fifo
from meadow_host.twin.silicon.flags import Flags
from meadow_host.twin.silicon.radio import Field
from meadow_host.twin.silicon.reception import CollPos
from meadow_host.twin.silicon.registers import (
    AFTER_RESET,
    COM_I_EN_IRQ_INV,
    COMMAND_POWER_DOWN,
    CONTROL_T_START_NOW,
    CONTROL_T_STOP_NOW,
    DEMOD_T_PRESCAL_EVEN,
    FIFO_FLUSH,
    FRAMING_START_SEND,
    RX_GAIN_DB,
    T_AUTO_RESTART,
    TX_RF_EN,
    WRITABLE,
    ComIrq,
    Command,
    Error,
    Reg,
)
from meadow_host.twin.silicon.timer import Timer

START_UP_NS = 37_760
"""1024 periods of the 27.12 MHz oscillator until the chip is ready (8.6.2)."""


class Mfrc522:
    """One reader chip, with its field.

    ``version``: 91h, 92h, or what clones say (88h, B2h). ``deaf``: set it, and the receiver hears
    nothing more until the chip is reset, as chips do that fail after hours.
    """

    def __init__(
        self,
        clock: VirtualClock,
        *,
        version: int = 0x92,
        coll_pos: CollPos = CollPos.FIFO,
        start_up_ns: int = START_UP_NS,
        chance: random.Random | None = None,
    ) -> None:
        self._clock = clock
        self._version = version
        self._start_up_ns = start_up_ns
        self._ready_ns = 0
        self._powered = True
        self.deaf = False
        self.field = Field(clock, random.Random(0) if chance is None else chance)
        self.registers = bytearray(64)
        self.flags = Flags()
        self._irq_pin: Callable[[bool], None] | None = None
        self.fifo = Fifo(self._fifo_changed)
        self.timer = Timer(clock, self._timer_expired)
        self.commands = Commands(self, clock, coll_pos)
        self._readers = self._make_readers()
        self._writers = self._make_writers()
        self.reset()

    # What the host sees ------------------------------------------------------------------

    def read(self, address: int) -> int:
        """Read the register at an address (0 to 63); reserved ones are 00h."""
        reader = self._readers[address]
        return self.registers[address] if reader is None else reader()

    def write(self, address: int, value: int) -> None:
        """Write a register; bits that cannot be written keep their value."""
        if self._clock.now_ns < self._ready_ns:
            return
        writer = self._writers[address]
        if writer is not None:
            writer(value)

    def reset(self) -> None:
        """All registers to their reset values; the chip is busy until it is ready again."""
        self.deaf = False
        self.registers[:] = bytes(64)
        for register, value in AFTER_RESET.items():
            self.registers[register] = value
        self.commands.stop()
        self.timer.stop()
        self._set_timer()
        self._set_rf_cfg(AFTER_RESET[Reg.RF_CFG])
        self.fifo.flush()
        self.flags.reset()
        self.field.switch(False)
        self._ready_ns = self._clock.now_ns + self._start_up_ns

    @property
    def powered(self) -> bool:
        """False while the reset pin holds it in hard power-down (8.6.1)."""
        return self._powered

    def reset_pin(self, high: bool) -> None:
        """NRSTPD: low is hard power-down, the rising edge a reset (8.6.1, 8.7)."""
        if high == self._powered:
            return
        self._powered = high
        self.reset()

    def on_irq_pin(self, level: Callable[[bool], None]) -> None:
        """Tell a level at pin IRQ whenever it may have changed (9.3.1.3, IRqInv)."""
        self._irq_pin = level
        self.flags.changed = self._interrupts_changed
        self._interrupts_changed()

    # Wiring of the registers -------------------------------------------------------------

    def _make_readers(self) -> list[Callable[[], int] | None]:
        special: dict[int, Callable[[], int]] = {
            Reg.COMMAND: self._read_command,
            Reg.COM_IRQ: lambda: self.flags.com,
            Reg.DIV_IRQ: lambda: self.flags.div,
            Reg.ERROR: lambda: self.flags.error,
            Reg.STATUS1: self._read_status1,
            Reg.STATUS2: self._read_status2,
            Reg.FIFO_DATA: self.fifo.pop,
            Reg.FIFO_LEVEL: lambda: len(self.fifo),
            Reg.T_COUNTER_H: lambda: self.timer.counter >> 8,
            Reg.T_COUNTER_L: lambda: self.timer.counter & 0xFF,
            Reg.VERSION: lambda: self._version,
        }
        return [special.get(address) for address in range(64)]

    def _make_writers(self) -> list[Callable[[int], None] | None]:
        special: dict[int, Callable[[int], None]] = {
            Reg.COMMAND: self._write_command,
            Reg.COM_IRQ: self.flags.write_com,
            Reg.DIV_IRQ: self.flags.write_div,
            Reg.FIFO_DATA: self._write_fifo,
            Reg.FIFO_LEVEL: self._write_fifo_level,
            Reg.STATUS2: self._write_status2,
            Reg.CONTROL: self._write_control,
            Reg.BIT_FRAMING: self._write_bit_framing,
            Reg.TX_CONTROL: self._write_tx_control,
            Reg.RF_CFG: self._write_rf_cfg,
        }
        writers: list[Callable[[int], None] | None] = []
        for address in range(64):
            plain = self._plain_writer(address) if address in WRITABLE else None
            writers.append(special.get(address, plain))
        return writers

    def _plain_writer(self, address: int) -> Callable[[int], None]:
        mask = WRITABLE[Reg(address)]
        sets_timer = Reg.T_MODE <= address <= Reg.T_RELOAD_L or address == Reg.DEMOD
        sets_interrupts = address in (Reg.COM_I_EN, Reg.DIV_I_EN)

        def write(value: int) -> None:
            self.registers[address] = self.registers[address] & ~mask | value & mask
            if sets_timer:
                self._set_timer()
            elif sets_interrupts:
                self._interrupts_changed()

        return write

    # Single registers --------------------------------------------------------------------

    def _read_command(self) -> int:
        starting = self._clock.now_ns < self._ready_ns
        return self.registers[Reg.COMMAND] | (COMMAND_POWER_DOWN if starting else 0)

    def _write_command(self, value: int) -> None:
        if value & 0x0F == Command.SOFT_RESET:
            self.reset()
            return
        kept = self.registers[Reg.COMMAND] & 0x0F
        if self.registers[Reg.COMMAND] & COMMAND_POWER_DOWN and not value & COMMAND_POWER_DOWN:
            self._ready_ns = self._clock.now_ns + self._start_up_ns
            self.field.switch(bool(self.registers[Reg.TX_CONTROL] & TX_RF_EN))
        self.registers[Reg.COMMAND] = value & 0x30 | kept
        if value & COMMAND_POWER_DOWN:
            self.commands.stop()
            self.field.switch(False)
        elif value & 0x0F != Command.NO_CMD_CHANGE:
            self.commands.start(value & 0x0F)

    def _read_status1(self) -> int:
        status = 0x20 if self.commands.crc.ready else 0
        if not self.registers[Reg.CRC_RESULT_H] and not self.registers[Reg.CRC_RESULT_L]:
            status |= 0x40
        if self._interrupt:
            status |= 0x10
        if self.timer.running:
            status |= 0x08
        return status | self._alerts()

    def _alerts(self) -> int:
        level, water = len(self.fifo), self.registers[Reg.WATER_LEVEL]
        return (0x02 if SIZE - level <= water else 0) | (0x01 if level <= water else 0)

    @property
    def _interrupt(self) -> bool:
        """Whether an enabled interrupt stands (9.3.1.8, IRq)."""
        com = self.flags.com & self.registers[Reg.COM_I_EN] & 0x7F
        return bool(com or self.flags.div & self.registers[Reg.DIV_I_EN] & 0x14)

    def _interrupts_changed(self) -> None:
        if self._irq_pin is not None:
            inverted = bool(self.registers[Reg.COM_I_EN] & COM_I_EN_IRQ_INV)
            self._irq_pin(self._interrupt != inverted)

    def _read_status2(self) -> int:
        return self.registers[Reg.STATUS2] & 0xC8 | self.commands.modem

    def _write_status2(self, value: int) -> None:
        crypto = self.registers[Reg.STATUS2] & value & 0x08
        self.registers[Reg.STATUS2] = value & 0xC0 | crypto

    def _write_fifo(self, value: int) -> None:
        if self.commands.refuses_data:
            self.flags.raise_error(Error.WR)
        elif not self.fifo.push(value):
            self.flags.raise_error(Error.BUFFER_OVFL)
        else:
            self.commands.data_came()

    def _write_fifo_level(self, value: int) -> None:
        if value & FIFO_FLUSH:
            self.fifo.flush()
            self.flags.error &= 0xFF & ~Error.BUFFER_OVFL

    def _write_control(self, value: int) -> None:
        if value & CONTROL_T_STOP_NOW:
            self.timer.stop()
        if value & CONTROL_T_START_NOW:
            self.timer.start()

    def _write_bit_framing(self, value: int) -> None:
        self.registers[Reg.BIT_FRAMING] = value & 0x77
        if value & FRAMING_START_SEND:
            self.commands.start_send()

    def _write_tx_control(self, value: int) -> None:
        self.registers[Reg.TX_CONTROL] = value & WRITABLE[Reg.TX_CONTROL]
        self.field.switch(bool(value & TX_RF_EN))
        self.commands.field_switched()

    def _write_rf_cfg(self, value: int) -> None:
        self._set_rf_cfg(self.registers[Reg.RF_CFG] & 0x8F | value & 0x70)

    def _set_rf_cfg(self, value: int) -> None:
        self.registers[Reg.RF_CFG] = value
        self.field.gain_db = RX_GAIN_DB[value >> 4 & 0x07]

    def _set_timer(self) -> None:
        registers, timer = self.registers, self.timer
        timer.prescaler = (registers[Reg.T_MODE] & 0x0F) << 8 | registers[Reg.T_PRESCALER]
        timer.reload = registers[Reg.T_RELOAD_H] << 8 | registers[Reg.T_RELOAD_L]
        timer.even = bool(registers[Reg.DEMOD] & DEMOD_T_PRESCAL_EVEN)
        timer.restarts = bool(registers[Reg.T_MODE] & T_AUTO_RESTART)

    def _timer_expired(self) -> None:
        self.flags.raise_com(ComIrq.TIMER)

    def _fifo_changed(self) -> None:
        flags, level, water = self.flags, len(self.fifo), self.registers[Reg.WATER_LEVEL]
        if level <= water and not flags.com & ComIrq.LO_ALERT:
            flags.raise_com(ComIrq.LO_ALERT)
        if SIZE - level <= water and not flags.com & ComIrq.HI_ALERT:
            flags.raise_com(ComIrq.HI_ALERT)

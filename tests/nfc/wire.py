"""The seam of the MFRC522 driver: a mocked SPI device and mocked pins, with all bytes noted."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from meadow.nfc.chip_settings import ChipSettings
from meadow.nfc.chips import Meter
from meadow.nfc.iso14443a import Ask, Reply
from pytest_mock import MockerFixture

COM_IRQ, ERROR, FIFO_DATA, FIFO_LEVEL, CONTROL, COLL = 0x04, 0x06, 0x09, 0x0A, 0x0C, 0x0E
VERSION, TX_CONTROL, RF_CFG = 0x37, 0x14, 0x26
RX, TX, TIMER = 0x20, 0x40, 0x01
BCM, BOARD = 11, 10


class Wire:
    """The far end of SPI: remembers what was sent, answers reads from ``registers``.

    ``after_next`` takes their place when they have been read once.
    """

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.registers = dict.fromkeys(range(64), 0)
        self.registers[VERSION] = 0x92
        self.fifo: list[int] = []
        self.remembers = True
        self.error: OSError | None = None
        self.after_next: dict[int, int] | None = None
        self.given: list[object] = []

    def xfer2(self, words: Sequence[int]) -> Sequence[int]:
        if self.error is not None:
            raise self.error
        self.given.append(words)
        self.sent.append(bytes(words))
        if not words[0] & 0x80:
            register = words[0] >> 1
            if self.remembers and 0x10 <= register < 0x30:
                self.registers[register] = words[-1]
            return (0,) * len(words)
        came = (0, *[self._read(word >> 1 & 0x3F) for word in words[:-1]])
        if self.after_next is not None:
            self.registers, self.after_next = self.after_next, None
        return came

    def _read(self, register: int) -> int:
        if register == FIFO_DATA:
            return self.fifo.pop(0) if self.fifo else 0
        return self.registers[register]

    def receive(self, data: str, irq: int = TX | RX, error: int = 0) -> None:
        """Let the chip have received bytes."""
        self.fifo = list(bytes.fromhex(data))
        self.registers.update({COM_IRQ: irq, ERROR: error, FIFO_LEVEL: len(self.fifo)})

    def take(self) -> list[str]:
        sent, self.sent = self.sent, []
        return [words.hex(" ").upper() for words in sent]


class Bench:
    """One driver on a wire, with the mocks behind it."""

    def __init__(self, mocker: MockerFixture) -> None:
        self.wire = Wire()
        self.meter = Meter()
        self.spidev = mocker.MagicMock()
        self.spidev.SpiDev.return_value.xfer2.side_effect = self.wire.xfer2
        self.gpio = mocker.MagicMock(BCM=BCM, OUT=0)
        self.gpio.getmode.return_value = BCM
        rpi = mocker.MagicMock(GPIO=self.gpio)
        ours = {"spidev": self.spidev, "RPi": rpi, "RPi.GPIO": self.gpio}
        mocker.patch.dict(sys.modules, ours)
        for name in ("mfrc522", "mfrc522.MFRC522", "mfrc522.SimpleMFRC522", "meadow.nfc.mfrc522"):
            sys.modules.pop(name, None)
        self.module = import_module("meadow.nfc.mfrc522")

    def chip(self, **changes: Any) -> Any:
        """A driver that is set up, its bytes so far forgotten."""
        chip = self.bare(**changes)
        chip.set_up()
        self.wire.take()
        return chip

    def bare(self, **changes: Any) -> Any:
        settings = ChipSettings(bus=1, device=2, reset_pin=25, **changes)
        return self.module.Chip(settings, self.meter)

    def late(self) -> None:
        """Let so much time pass on the bus that whatever is due is due."""
        self.meter.us += 2_000

    def exchange(self, chip: Any, ask: Ask, data: str, **how: int) -> Reply:
        chip.begin(ask)
        self.wire.receive(data, **how)
        self.late()
        reply = chip.poll()
        assert isinstance(reply, Reply)
        self.wire.take()
        return reply

    def run_out(self, chip: Any) -> object:
        """Poll until the time of an exchange is long over."""
        for _ in range(20):
            self.meter.us += 1_000
            reply: object = chip.poll()
            if reply is not None:
                return reply
        return None

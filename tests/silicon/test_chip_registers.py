"""FIFO, flags and plain registers of the MFRC522: datasheet rev. 3.9, sections 8.3, 8.4, 9.3."""

from __future__ import annotations

import pytest
from meadow_host.twin.silicon.pi import SimulatedPi, Wiring
from meadow_host.twin.silicon.registers import Command, Reg

from tests.silicon.raw import Raw


@pytest.fixture
def raw() -> Raw:
    return Raw(SimulatedPi())


@pytest.mark.parametrize(
    ("register", "value"),
    [
        (Reg.COMMAND, 0x20),
        (Reg.COM_I_EN, 0x80),
        (Reg.COM_IRQ, 0x14),
        (Reg.ERROR, 0x00),
        (Reg.STATUS1, 0x21),
        (Reg.STATUS2, 0x00),
        (Reg.FIFO_LEVEL, 0x00),
        (Reg.WATER_LEVEL, 0x08),
        (Reg.CONTROL, 0x10),
        (Reg.BIT_FRAMING, 0x00),
        (Reg.MODE, 0x3F),
        (Reg.TX_MODE, 0x00),
        (Reg.TX_CONTROL, 0x80),
        (Reg.RX_SEL, 0x84),
        (Reg.DEMOD, 0x4D),
        (Reg.CRC_RESULT_H, 0xFF),
        (Reg.RF_CFG, 0x48),
        (Reg.MOD_WIDTH, 0x26),
        (Reg.T_RELOAD_L, 0x00),
    ],
)
def test_registers_have_their_reset_values(raw: Raw, register: Reg, value: int) -> None:
    assert raw.read(register) == value


def test_collisions_are_not_masked_after_reset_and_none_is_noted(raw: Raw) -> None:
    # 9.3.1.15: 101x xxxxb.
    assert raw.read(Reg.COLL) & 0xE0 == 0xA0


def test_reserved_bits_and_registers_keep_their_value(raw: Raw) -> None:
    raw.write(Reg.RF_CFG, 0xFF)
    raw.write(Reg.MODE, 0x00)
    raw.write(0x10, 0x55)
    raw.write(Reg.VERSION, 0x55)

    assert raw.read_all(Reg.RF_CFG, Reg.MODE, 0x10, Reg.VERSION) == [0x78, 0x04, 0x00, 0x92]


# The FIFO, 8.3 -----------------------------------------------------------------------------


def test_the_fifo_holds_64_bytes_and_the_65th_is_an_overflow(raw: Raw) -> None:
    raw.write(Reg.FIFO_DATA, *range(65))

    assert raw.read_all(Reg.FIFO_LEVEL, Reg.ERROR) == [64, 0x10]
    assert raw.read_all(*[Reg.FIFO_DATA] * 64) == list(range(64))


def test_flushing_clears_the_fifo_and_the_overflow(raw: Raw) -> None:
    raw.write(Reg.FIFO_DATA, *range(65))

    raw.write(Reg.FIFO_LEVEL, 0x80)

    assert raw.read_all(Reg.FIFO_LEVEL, Reg.ERROR) == [0, 0]


@pytest.mark.parametrize(
    ("length", "alerts"), [(4, 0b01), (5, 0b00), (59, 0b00), (60, 0b10), (64, 0b10)]
)
def test_the_water_level_decides_the_alerts(raw: Raw, length: int, alerts: int) -> None:
    # 9.3.1.8, with its own examples of WaterLevel 4.
    raw.write(Reg.WATER_LEVEL, 4)
    raw.write(Reg.FIFO_DATA, *range(length))

    assert raw.read(Reg.STATUS1) & 0x03 == alerts


def test_an_alert_is_remembered_when_it_is_over(raw: Raw) -> None:
    raw.write(Reg.COM_IRQ, 0x7F)
    raw.write(Reg.FIFO_DATA, *range(60))
    raw.write(Reg.FIFO_LEVEL, 0x80)

    assert raw.read(Reg.STATUS1) & 0x02 == 0
    assert raw.read(Reg.COM_IRQ) & 0x08 == 0x08


# Flags, 9.3.1.5 and 9.3.1.6 ----------------------------------------------------------------


def test_set1_sets_the_marked_bits_and_without_it_they_are_cleared(raw: Raw) -> None:
    raw.write(Reg.COM_IRQ, 0x7F)
    assert raw.read(Reg.COM_IRQ) == 0x00

    raw.write(Reg.COM_IRQ, 0xE1)
    assert raw.read(Reg.COM_IRQ) == 0x61

    raw.write(Reg.COM_IRQ, 0x21)
    assert raw.read(Reg.COM_IRQ) == 0x40


def test_set2_does_the_same_for_the_two_flags_of_divirqreg(raw: Raw) -> None:
    raw.write(Reg.DIV_IRQ, 0xFF)
    assert raw.read(Reg.DIV_IRQ) == 0x14

    raw.write(Reg.DIV_IRQ, 0x04)
    assert raw.read(Reg.DIV_IRQ) == 0x10


def test_the_irq_bit_and_pin_follow_the_enabled_flags() -> None:
    raw = Raw(SimulatedPi({"north": Wiring(0, 0, irq_pin=24)}))
    edges = raw.pi.pins.record(24)
    raw.write(Reg.COM_IRQ, 0x7F)
    assert raw.pi.pins[24].high  # IRqInv is set after reset: idle is high.

    raw.write(Reg.COM_I_EN, 0x81)
    raw.write(Reg.COM_IRQ, 0x81)
    assert raw.read(Reg.STATUS1) & 0x10 == 0x10
    assert not raw.pi.pins[24].high

    raw.write(Reg.COM_IRQ, 0x01)
    assert raw.read(Reg.STATUS1) & 0x10 == 0
    assert [edge.high for edge in edges] == [False, True]


# Reset, 8.6, 8.7, 10.3.1.10 -----------------------------------------------------------------


def test_a_soft_reset_restores_registers_and_takes_its_time(raw: Raw) -> None:
    raw.field_on()
    raw.write(Reg.FIFO_DATA, 1, 2)

    raw.write(Reg.COMMAND, Command.SOFT_RESET)
    chip = raw.pi.readers["north"]
    assert chip.read(Reg.COMMAND) == 0x30
    raw.wait_us(38)

    assert raw.read_all(Reg.COMMAND, Reg.TX_CONTROL, Reg.FIFO_LEVEL) == [0x20, 0x80, 0]


def test_what_is_written_while_the_chip_starts_is_lost(raw: Raw) -> None:
    chip = raw.pi.readers["north"]
    chip.write(Reg.COMMAND, Command.SOFT_RESET)

    chip.write(Reg.TX_CONTROL, 0x83)

    assert chip.read(Reg.TX_CONTROL) == 0x80


def test_the_reset_pin_low_is_power_down_and_its_rising_edge_a_reset(raw: Raw) -> None:
    raw.field_on()

    raw.pi.pins.drive(25, high=False)
    assert raw.read(Reg.VERSION) == 0x00
    assert not raw.pi.readers["north"].field.on

    raw.pi.pins.drive(25, high=None)  # The resistor pulls it up.
    raw.wait_us(38)
    assert raw.read_all(Reg.VERSION, Reg.TX_CONTROL) == [0x92, 0x80]


def test_soft_power_down_switches_the_field_off_and_wakes_slowly(raw: Raw) -> None:
    raw.field_on()
    chip = raw.pi.readers["north"]

    chip.write(Reg.COMMAND, 0x10)
    assert not chip.field.on

    chip.write(Reg.COMMAND, 0x00)
    assert chip.field.on
    assert chip.read(Reg.COMMAND) & 0x10 == 0x10
    raw.wait_us(38)
    assert chip.read(Reg.COMMAND) & 0x10 == 0

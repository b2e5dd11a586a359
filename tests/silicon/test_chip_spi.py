"""SPI framing of the MFRC522: datasheet rev. 3.9, section 8.1.2."""

from __future__ import annotations

import pytest
from meadow_host.twin.silicon.pi import SimulatedPi
from meadow_host.twin.silicon.registers import Reg

from tests.silicon.raw import MHZ, Raw


@pytest.fixture
def raw() -> Raw:
    return Raw(SimulatedPi())


def test_the_first_byte_is_mode_and_address_and_the_value_comes_one_byte_later(raw: Raw) -> None:
    # Table 8: bit 7 reads, bits 6 to 1 are the address; VersionReg 37h -> EEh.
    assert raw.port.transfer([0xEE, 0x00], MHZ) == [0x00, 0x92]


def test_one_transfer_reads_many_registers(raw: Raw) -> None:
    # Table 6. VersionReg, TxControlReg, FIFOLevelReg: EEh, A8h, 94h.
    assert raw.port.transfer([0xEE, 0xA8, 0x94, 0x00], MHZ) == [0x00, 0x92, 0x80, 0x00]


def test_one_transfer_writes_many_bytes_to_one_address(raw: Raw) -> None:
    # Table 7. FIFODataReg 09h -> 12h.
    raw.port.transfer([0x12, 0x01, 0x02, 0x03], MHZ)

    assert raw.read(Reg.FIFO_LEVEL) == 3
    assert raw.read_all(*[Reg.FIFO_DATA] * 3) == [1, 2, 3]


def test_a_register_whose_value_is_not_clocked_out_is_not_read(raw: Raw) -> None:
    raw.write(Reg.FIFO_DATA, 7, 8)

    raw.port.transfer([0x92], MHZ)

    assert raw.read(Reg.FIFO_LEVEL) == 2


def test_a_transfer_takes_its_bits_and_an_overhead(raw: Raw) -> None:
    start_ns = raw.pi.clock.now_ns

    raw.port.transfer([0xEE, 0x00], MHZ)
    assert raw.pi.clock.now_ns - start_ns == 25_000 + 16_000

    raw.port.transfer([0xEE, 0x00], 4 * MHZ)
    assert raw.pi.clock.now_ns - start_ns == 41_000 + 25_000 + 4_000


def test_each_byte_is_written_when_it_has_been_clocked_in(raw: Raw) -> None:
    # A timer of one tick of one carrier period is through long before the next byte is in.
    raw.write(Reg.COM_IRQ, 0x7F)
    raw.port.transfer([Reg.CONTROL << 1, 0x40, 0x00], MHZ)

    assert raw.read(Reg.COM_IRQ) & 0x01 == 0x01


@pytest.mark.parametrize("version", [0x91, 0x92, 0x88, 0xB2])
def test_the_version_register_tells_chip_and_clone(version: int) -> None:
    assert Raw(SimulatedPi(version=version)).read(Reg.VERSION) == version


@pytest.mark.parametrize("idle", [0x00, 0xFF])
def test_an_absent_chip_reads_as_the_undriven_line(idle: int) -> None:
    raw = Raw(SimulatedPi())
    raw.pi.unplug("north", idle=idle)

    assert raw.read_all(Reg.VERSION, Reg.TX_CONTROL) == [idle, idle]


def test_a_chip_plugged_in_again_has_forgotten_its_registers() -> None:
    raw = Raw(SimulatedPi())
    raw.field_on()

    raw.pi.unplug("north")
    raw.pi.plug("north")
    raw.wait_us(100)

    assert raw.read_all(Reg.VERSION, Reg.TX_CONTROL) == [0x92, 0x80]


def test_a_chip_plugged_in_while_its_reset_is_held_low_stays_silent(raw: Raw) -> None:
    raw.pi.unplug("north")
    raw.pi.pins.drive(25, high=False)

    raw.pi.plug("north")
    assert raw.read(Reg.VERSION) == 0x00

    raw.pi.pins.drive(25, high=True)
    assert raw.read(Reg.VERSION) == 0x92


def test_a_dip_in_the_supply_loses_registers_but_not_the_chip(raw: Raw) -> None:
    # Phoniebox#912, rpi_ws281x#186: readers that lost their registers when the lights began.
    raw.field_on()

    raw.pi.brown_out("north")
    raw.wait_us(38)

    assert raw.read_all(Reg.VERSION, Reg.TX_CONTROL, Reg.TX_ASK) == [0x92, 0x80, 0x00]


@pytest.mark.parametrize(("speed_hz", "mode"), [(10_000_001, 0), (MHZ, 3)])
def test_a_clock_too_fast_or_of_another_mode_brings_nothing_of_sense(
    raw: Raw, speed_hz: int, mode: int
) -> None:
    assert raw.port.transfer([0xEE, 0x00], speed_hz, mode) == [0, 0]


def test_transfers_and_bytes_are_counted(raw: Raw) -> None:
    raw.read(Reg.VERSION)
    raw.write(Reg.FIFO_DATA, 1, 2, 3)

    assert (raw.port.transfers, raw.port.bytes) == (2, 6)
    assert raw.pi.transfers == 2


# The line MISO, shared ------------------------------------------------------------------------

SETTINGS = (Reg.MODE, Reg.T_PRESCALER, Reg.TX_CONTROL, Reg.VERSION)
AFTER_RESET = [0x3F, 0x00, 0x80, 0x92]


def test_a_reader_that_holds_the_line_makes_the_others_of_its_bus_read_zeros() -> None:
    # miguelbalboa/rfid#290: tied to ground while its chip select is high.
    pi = SimulatedPi()
    pi.hold_miso("east")

    read = {place: Raw(pi, place).read_all(*SETTINGS) for place in ("north", "east", "south")}

    assert read == {"north": [0, 0, 0, 0], "east": AFTER_RESET, "south": AFTER_RESET}


def test_what_is_written_past_a_held_line_arrives(raw: Raw) -> None:
    raw.pi.hold_miso("east")
    raw.write(Reg.T_PRESCALER, 0xA9)
    assert raw.read(Reg.T_PRESCALER) == 0

    raw.pi.hold_miso("east", 0)
    assert raw.read(Reg.T_PRESCALER) == 0xA9


def test_a_line_held_in_part_loses_ones_and_makes_up_none(raw: Raw) -> None:
    raw.pi.hold_miso("east", 0.5)
    read = {raw.read(Reg.VERSION) for _ in range(100)}

    # 92h has three ones: all eight ways to lose some come.
    assert read == {0x92, 0x90, 0x82, 0x12, 0x80, 0x10, 0x02, 0x00}


def test_two_that_hold_a_line_spoil_each_other_too() -> None:
    pi = SimulatedPi()
    pi.hold_miso("south")
    pi.hold_miso("deck")

    assert [Raw(pi, place).read(Reg.VERSION) for place in ("south", "west", "deck")] == [0, 0, 0]


def test_a_board_holds_the_line_until_it_is_unplugged_not_while_it_is_reset(raw: Raw) -> None:
    # 8.6.1: in hard power-down the output pins are frozen.
    raw.pi.hold_miso("east")
    raw.pi.readers["east"].reset_pin(False)
    assert raw.read(Reg.VERSION) == 0x00

    raw.pi.unplug("east")
    assert raw.read(Reg.VERSION) == 0x92


def test_a_held_line_reads_zeros_where_nothing_is_plugged_in(raw: Raw) -> None:
    raw.pi.unplug("north", idle=0xFF)
    raw.pi.hold_miso("east")

    assert raw.read(Reg.VERSION) == 0x00


# The core clock -------------------------------------------------------------------------------


def test_a_clock_that_drifts_makes_a_transfer_shorter_or_longer(raw: Raw) -> None:
    # raspberrypi/linux#2094: the divider was chosen for another core clock, 250 or 400 MHz.
    took_us = []
    for drift in (1.0, 1.6, 0.625):
        raw.port.drift = drift
        start_ns = raw.pi.clock.now_ns
        raw.port.transfer([0xEE, 0x00], MHZ)
        took_us.append((raw.pi.clock.now_ns - start_ns) / 1000)

    assert took_us == [25 + 16, 25 + 10, 25 + 25.6]


def test_a_clock_that_drifts_beyond_the_chips_limit_brings_nothing_of_sense(raw: Raw) -> None:
    raw.port.drift = 1.6

    assert raw.port.transfer([0xEE, 0x00], 6 * MHZ) == [0x00, 0x92]
    assert raw.port.transfer([0xEE, 0x00], 8 * MHZ) == [0x00, 0x00]

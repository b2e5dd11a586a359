"""Timer unit and CRC coprocessor of the MFRC522: datasheet rev. 3.9, sections 8.5 and 10.3.1.4."""

from __future__ import annotations

import pytest
from meadow_host.twin.silicon.air import crc_a
from meadow_host.twin.silicon.pi import SimulatedPi
from meadow_host.twin.silicon.registers import Command, Reg

from tests.silicon.raw import Raw, one_reader

STARTED = 0x08


@pytest.fixture
def raw() -> Raw:
    return Raw(SimulatedPi())


def set_timer(raw: Raw, *, mode: int = 0, prescaler: int, reload: int) -> None:
    raw.write(Reg.T_MODE, mode | prescaler >> 8)
    raw.write(Reg.T_PRESCALER, prescaler & 0xFF)
    raw.write(Reg.T_RELOAD_H, reload >> 8)
    raw.write(Reg.T_RELOAD_L, reload & 0xFF)
    raw.write(Reg.COM_IRQ, 0x7F)


def expiry_us(raw: Raw) -> float:
    """How long after TStartNow TimerIRq comes, looked at in microsecond steps past the SPI."""
    chip = raw.pi.readers["north"]
    chip.write(Reg.CONTROL, 0x40)
    start = raw.pi.clock.now_us
    while not chip.read(Reg.COM_IRQ) & 0x01:
        raw.wait_us(1)
        assert raw.pi.clock.now_us - start < 100_000
    return raw.pi.clock.now_us - start


@pytest.mark.parametrize(
    ("demod", "prescaler", "reload", "duration_us"),
    [
        (0x4D, 169, 39, 1000),  # (2 * 169 + 1) * 40 / 13.56 MHz
        (0x5D, 169, 39, 1003),  # TPrescalEven: (2 * 169 + 2) * 40 / 13.56 MHz
        (0x4D, 0xD3E, 30, 15503),  # what the common drivers set
        (0x4D, 0, 13559, 1000),
    ],
)
def test_a_countdown_lasts_prescaler_and_reload_plus_one_ticks(
    raw: Raw, demod: int, prescaler: int, reload: int, duration_us: int
) -> None:
    raw.write(Reg.DEMOD, demod)
    set_timer(raw, prescaler=prescaler, reload=reload)

    assert expiry_us(raw) == pytest.approx(duration_us, abs=1)


def test_the_counter_counts_down_and_trunning_tells_so(raw: Raw) -> None:
    set_timer(raw, prescaler=169, reload=1000)  # A tick is 25 us.
    chip = raw.pi.readers["north"]
    chip.write(Reg.CONTROL, 0x40)
    raw.wait_us(2510)

    assert raw.read(Reg.STATUS1) & STARTED == STARTED
    high, low = chip.read(Reg.T_COUNTER_H), chip.read(Reg.T_COUNTER_L)
    assert high << 8 | low == pytest.approx(900, abs=3)


def test_tstopnow_stops_the_timer_without_an_interrupt(raw: Raw) -> None:
    set_timer(raw, prescaler=169, reload=39)
    raw.write(Reg.CONTROL, 0x40)

    raw.write(Reg.CONTROL, 0x80)
    raw.wait_us(5000)

    assert raw.read(Reg.STATUS1) & STARTED == 0
    assert raw.read(Reg.COM_IRQ) & 0x01 == 0


def test_tautorestart_begins_again_from_the_reload_value(raw: Raw) -> None:
    set_timer(raw, mode=0x10, prescaler=169, reload=39)
    assert expiry_us(raw) == pytest.approx(1000, abs=1)

    raw.write(Reg.COM_IRQ, 0x01)
    assert raw.read(Reg.COM_IRQ) & 0x01 == 0
    raw.wait_us(1000)

    assert raw.read(Reg.COM_IRQ) & 0x01 == 1
    assert raw.read(Reg.STATUS1) & STARTED == STARTED


def test_a_new_reload_value_counts_from_the_next_start(raw: Raw) -> None:
    set_timer(raw, prescaler=169, reload=39)
    raw.write(Reg.CONTROL, 0x40)

    raw.write(Reg.T_RELOAD_L, 255)
    raw.wait_us(1000)

    assert raw.read(Reg.COM_IRQ) & 0x01 == 1


def test_tauto_starts_the_timer_at_the_end_of_a_transmission() -> None:
    raw = one_reader()
    set_timer(raw, mode=0x80, prescaler=169, reload=39)

    raw.send("26", last_bits=7)
    chip = raw.pi.readers["north"]
    # Start bit and seven bits: 8 * 128 / 13.56 MHz = 75.5 us; then a millisecond.
    raw.wait_us(75)
    assert chip.read(Reg.STATUS1) & STARTED == 0
    raw.wait_us(1)
    assert chip.read(Reg.STATUS1) & STARTED == STARTED
    raw.wait_us(999)
    assert chip.read(Reg.COM_IRQ) & 0x01 == 0
    raw.wait_us(1)
    assert chip.read(Reg.COM_IRQ) & 0x01 == 1


def test_a_timer_left_running_by_one_exchange_ends_the_next_one_early() -> None:
    # Trap 2 of the notes: after HLTA nobody answers, so TAuto's timer runs on.
    raw = one_reader()
    set_timer(raw, mode=0x80, prescaler=169, reload=39)
    raw.send("5000", last_bits=0)
    raw.wait_us(1000)

    raw.send("26", last_bits=7)
    raw.wait_us(70)

    assert raw.read(Reg.COM_IRQ) & 0x41 == 0x01 | 0x40


# CRC coprocessor -----------------------------------------------------------------------------


def crc_of(raw: Raw, mode: int, data: str) -> int:
    raw.write(Reg.COMMAND, Command.IDLE)
    raw.write(Reg.MODE, mode)
    raw.write(Reg.DIV_IRQ, 0x04)
    raw.write(Reg.FIFO_LEVEL, 0x80)
    raw.write(Reg.FIFO_DATA, *bytes.fromhex(data))
    raw.write(Reg.COMMAND, Command.CALC_CRC)
    raw.wait_us(100)
    assert raw.read(Reg.DIV_IRQ) & 0x04 == 0x04
    assert raw.read(Reg.STATUS1) & 0x20 == 0x20
    high, low = raw.read_all(Reg.CRC_RESULT_H, Reg.CRC_RESULT_L)
    return high << 8 | low


@pytest.mark.parametrize(("data", "crc"), [("0000", 0x1EA0), ("1234", 0xCF26)])
def test_preset_6363_gives_crc_a(raw: Raw, data: str, crc: int) -> None:
    # The examples of ISO/IEC 14443-3, annex B: A0 1E and 26 CF as sent.
    assert crc_of(raw, 0x3D, data) == crc


def test_the_other_presets_and_msb_first(raw: Raw) -> None:
    # CRC-16/MCRF4XX (FFFFh), CRC-16/KERMIT (0000h) of "123456789", then its bytes bit reversed.
    text = b"123456789".hex()
    assert crc_of(raw, 0x3F, text) == 0x6F91
    assert crc_of(raw, 0x3C, text) == 0x2189
    assert crc_of(raw, 0xBC, text) == 0x8491


def test_calccrc_goes_on_with_what_is_written_later(raw: Raw) -> None:
    assert crc_of(raw, 0x3D, "12") != 0xCF26

    raw.write(Reg.FIFO_DATA, 0x34)
    raw.wait_us(10)

    assert raw.read_all(Reg.CRC_RESULT_H, Reg.CRC_RESULT_L) == [0xCF, 0x26]
    assert raw.read(Reg.COMMAND) & 0x0F == Command.CALC_CRC


def test_crc_a_as_it_goes_over_the_air() -> None:
    # HLTA of ISO/IEC 14443-3, 6.4.3, is known everywhere as 50 00 57 CD.
    assert crc_a(b"\x50\x00").hex() == "57cd"

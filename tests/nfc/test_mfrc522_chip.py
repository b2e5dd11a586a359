"""The driver at its seam: which bytes go over SPI, and how what comes back is judged.

Numbers of traps are those of the hardware notes; the bytes are from the MFRC522 data sheet.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import pytest
from meadow.nfc.chip_settings import ChipSettings
from meadow.nfc.chips import ChipFault, Meter, Trouble
from meadow.nfc.iso14443a import HLTA, REQA, SILENCE, WUPA, Kind, Reply, ask_with_crc, selects
from pytest_mock import MockerFixture

COM_IRQ, ERROR, FIFO_DATA, FIFO_LEVEL, CONTROL, COLL = 0x04, 0x06, 0x09, 0x0A, 0x0C, 0x0E
VERSION, TX_CONTROL, RF_CFG = 0x37, 0x14, 0x26
RX, TX, TIMER = 0x20, 0x40, 0x01
BCM, BOARD = 11, 10


class Wire:
    """The far end of SPI: remembers what was sent, answers reads from ``registers``."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.registers = dict.fromkeys(range(64), 0)
        self.registers[VERSION] = 0x92
        self.fifo: list[int] = []
        self.remembers = True
        self.error: OSError | None = None
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
        return (0, *[self._read(word >> 1 & 0x3F) for word in words[:-1]])

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

    def exchange(self, chip: Any, ask: Any, data: str, **how: int) -> Reply:
        chip.begin(ask)
        self.wire.receive(data, **how)
        self.late()
        reply = chip.poll()
        assert isinstance(reply, Reply)
        self.wire.take()
        return reply


@pytest.fixture
def bench(mocker: MockerFixture) -> Bench:
    return Bench(mocker)


# ----------------------------------------------------------------------------- opening


def test_the_reset_pin_is_always_ours_to_say(bench: Bench) -> None:
    # Trap 4: else the vendor class takes BCM 15, which is the UART's.
    bench.bare()
    bench.gpio.setup.assert_called_once_with(25, bench.gpio.OUT)
    bench.gpio.output.assert_called_once_with(25, 1)
    bench.spidev.SpiDev.return_value.open.assert_called_once_with(1, 2)


def test_pins_numbered_by_the_boards_header_are_refused(bench: Bench) -> None:
    bench.gpio.getmode.return_value = BOARD
    chip = bench.bare()
    with pytest.raises(ChipFault) as fault:
        chip.set_up()
    assert fault.value.trouble is Trouble.PINS


def test_closing_switches_the_field_off_and_floats_no_pin(bench: Bench) -> None:
    # Trap 4: Close_MFRC522 calls GPIO.cleanup, which floats every reader's pins.
    chip = bench.chip()
    chip.close()
    assert bench.wire.take() == ["28 80"]
    bench.spidev.SpiDev.return_value.close.assert_called_once_with()
    bench.gpio.cleanup.assert_not_called()


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (FileNotFoundError(errno.ENOENT, "No such file or directory"), Trouble.NO_SPI),
        (PermissionError(errno.EACCES, "Permission denied"), Trouble.REFUSED),
        (OSError(errno.EIO, "Input/output error"), Trouble.SPI),
    ],
)
def test_a_device_that_cannot_be_opened_is_told_in_one_line_and_tried_again(
    bench: Bench, error: OSError, trouble: Trouble
) -> None:
    bench.spidev.SpiDev.return_value.open.side_effect = error
    chip = bench.bare()
    for use in (chip.set_up, chip.probe, lambda: chip.begin(REQA)):
        with pytest.raises(ChipFault) as fault:
            use()
        assert fault.value.trouble is trouble
        assert "\n" not in str(fault.value)
    bench.spidev.SpiDev.return_value.open.side_effect = None
    chip.probe()
    chip.set_up()


def test_pins_that_cannot_be_used_are_told(bench: Bench) -> None:
    bench.gpio.setup.side_effect = RuntimeError("No access to /dev/mem")
    with pytest.raises(ChipFault) as fault:
        bench.bare().set_up()
    assert fault.value.trouble is Trouble.PINS


def test_set_up_writes_the_field_last_and_reads_all_back_in_one_transfer(bench: Bench) -> None:
    bench.bare(gain_db=43).set_up()
    sent = bench.wire.take()
    assert sent[0] == "EE 00"  # VersionReg
    assert "2A 40" in sent  # 100% ASK
    assert "22 3D" in sent  # CRC preset 6363h
    assert "54 80" in sent  # the timer starts by itself
    assert "4C 68" in sent  # gain 43 dB
    assert sent[-2] == "28 83"  # antenna on
    assert sent[-1].startswith("EE ")
    assert len(sent) == 12


# --------------------------------------------------------------------------- exchanges


def test_a_frame_takes_five_transfers_that_burst_registers(bench: Bench) -> None:
    # Trap 3: transfers are the cost. The first after a set-up also stops timer and FIFO.
    chip = bench.chip()
    bench.exchange(chip, REQA, "", irq=TX | TIMER)
    chip.begin(REQA)
    assert bench.wire.take() == [
        "1A 07",  # BitFramingReg: 7 bits, StartSend cleared
        "02 00 0C",  # CommandReg: Idle, then Transceive
        "08 7F",  # ComIrqReg: all flags cleared
        "12 26",  # FIFODataReg
        "1A 07 87",  # BitFramingReg: StartSend
    ]


def test_after_a_sound_answer_the_next_frame_takes_three(bench: Bench) -> None:
    chip = bench.chip()
    bench.exchange(chip, WUPA, "4400")
    chip.begin(selects("DEADBEEF")[0])
    frame = " ".join(f"{byte:02X}" for byte in selects("DEADBEEF")[0].data)
    assert bench.wire.take() == ["08 7F", f"12 {frame}", "1A 00 80"]


def test_the_answer_is_read_with_its_flags_in_one_transfer(bench: Bench) -> None:
    chip = bench.chip()
    chip.begin(selects("DEADBEEF")[0])
    bench.wire.take()
    bench.wire.receive("08B6DD")
    bench.late()
    assert chip.poll() == Reply(Kind.CLEAN, bytes.fromhex("08B6DD"))
    assert bench.wire.take() == ["88 8C 94 92 92 92 00"]


def test_the_timer_is_set_for_each_exchange_that_needs_another_wait(bench: Bench) -> None:
    chip = bench.chip()
    bench.exchange(chip, REQA, "", irq=TX | TIMER)
    chip.begin(ask_with_crc((0x60,), 10, 5_000))
    sent = bench.wire.take()
    assert sent[2:4] == ["58 00", "5A C7"]  # 200 ticks of 25 us
    bench.wire.receive("", irq=TX | TIMER)
    bench.late()
    chip.poll()
    bench.wire.take()
    chip.begin(REQA)
    assert bench.wire.take()[2:4] == ["58 00", "5A 09"]  # 10 ticks


def test_halt_leaves_the_timer_running_so_the_next_exchange_stops_it(bench: Bench) -> None:
    # Trap 2: else its interrupt ends the next exchange before its time.
    chip = bench.chip()
    assert bench.exchange(chip, HLTA, "", irq=TX) == SILENCE
    chip.begin(REQA)
    sent = bench.wire.take()
    assert sent.index("18 80") < sent.index("08 7F")


def test_an_answer_of_a_byte_leaves_the_timer_running_too(bench: Bench) -> None:
    chip = bench.chip()
    bench.exchange(chip, REQA, "0A")
    chip.begin(REQA)
    assert "18 80" in bench.wire.take()


def test_words_are_tuples_for_the_bus_overwrites_lists(bench: Bench) -> None:
    # doceme/py-spidev#61
    chip = bench.chip()
    bench.exchange(chip, REQA, "4400")
    assert {type(words) for words in bench.wire.given} == {tuple}


def test_nothing_is_taken_from_the_fifo_before_the_answer_is_over(bench: Bench) -> None:
    chip = bench.chip()
    chip.begin(selects("DEADBEEF")[0])
    bench.wire.take()
    bench.wire.receive("08", irq=TX)
    assert chip.poll() is None
    assert bench.wire.take() == ["88 00"]
    bench.wire.receive("08B6DD")
    assert chip.poll() == Reply(Kind.CLEAN, bytes.fromhex("08B6DD"))


def test_an_answer_longer_than_expected_is_read_whole(bench: Bench) -> None:
    chip = bench.chip()
    reply = bench.exchange(chip, REQA, "0102030405060708")
    assert reply == Reply(Kind.CLEAN, bytes(range(1, 9)))


def test_the_bits_of_a_short_answer_are_counted(bench: Bench) -> None:
    chip = bench.chip()
    bench.wire.registers[CONTROL] = 0x14
    assert bench.exchange(chip, REQA, "0A") == Reply(Kind.CLEAN, b"\x0a", last_bits=4)


@pytest.mark.parametrize(("coll", "position"), [(0x01, 1), (0x1F, 31), (0x00, 32), (0x2A, 0)])
def test_a_collision_is_tags_and_its_position_is_read(
    bench: Bench, coll: int, position: int
) -> None:
    chip = bench.chip()
    bench.wire.registers[COLL] = coll
    reply = bench.exchange(chip, REQA, "0400", error=0x08)
    assert reply == Reply(Kind.COLLIDED, b"\x04\x00", 0, position)


def test_a_collision_counts_even_if_parity_failed_with_it(bench: Bench) -> None:
    chip = bench.chip()
    bench.wire.registers[COLL] = 0x03
    assert bench.exchange(chip, REQA, "0400", error=0x0A).kind is Kind.COLLIDED


@pytest.mark.parametrize("error", [0x01, 0x02, 0x04, 0x10, 0x80])
def test_every_other_error_flag_makes_the_answer_worthless(bench: Bench, error: int) -> None:
    chip = bench.chip()
    assert bench.exchange(chip, REQA, "4400", error=error).kind is Kind.GARBLED


def test_an_overheated_chip_is_a_fault(bench: Bench) -> None:
    chip = bench.chip()
    with pytest.raises(ChipFault) as fault:
        bench.exchange(chip, REQA, "4400", error=0x40)
    assert fault.value.trouble is Trouble.HOT


def test_only_the_timer_alone_is_silence(bench: Bench) -> None:
    chip = bench.chip()
    assert bench.exchange(chip, REQA, "", irq=TX | TIMER) == SILENCE
    assert bench.exchange(chip, REQA, "44", irq=TX | TIMER).kind is Kind.GARBLED
    assert bench.exchange(chip, REQA, "", irq=TX | TIMER, error=0x01).kind is Kind.GARBLED
    assert bench.exchange(chip, REQA, "4400", irq=TX | TIMER | RX).kind is Kind.CLEAN


def test_after_a_broken_answer_fifo_and_command_begin_anew(bench: Bench) -> None:
    chip = bench.chip()
    bench.exchange(chip, REQA, "44", irq=TX | TIMER)
    chip.begin(REQA)
    sent = bench.wire.take()
    assert "14 80" in sent
    assert "02 00 0C" in sent


# ------------------------------------------------------------------- chips that do not work


def run_out(bench: Bench, chip: Any) -> Callable[[], object]:
    """Poll until the time of an exchange is long over."""

    def run() -> object:
        for _ in range(20):
            bench.meter.us += 1_000
            reply: object = chip.poll()
            if reply is not None:
                return reply
        return None

    return run


def test_a_chip_that_reads_ones_is_missing(bench: Bench) -> None:
    # Trap 5: no exception comes. Set1 of ComIrqReg always reads 0, so FFh is no chip.
    chip = bench.chip()
    chip.begin(REQA)
    bench.wire.registers = dict.fromkeys(range(64), 0xFF)
    with pytest.raises(ChipFault) as fault:
        chip.poll()
    assert fault.value.trouble is Trouble.MISSING


def test_a_chip_that_reads_zeros_does_not_send(bench: Bench) -> None:
    chip = bench.chip()
    chip.begin(REQA)
    bench.wire.registers = dict.fromkeys(range(64), 0)
    with pytest.raises(ChipFault) as fault:
        run_out(bench, chip)()
    assert fault.value.trouble is Trouble.STUCK


@pytest.mark.parametrize(
    ("version", "trouble"),
    [(0x00, Trouble.MISSING), (0xFF, Trouble.MISSING), (0x15, Trouble.WRONG_CHIP)],
)
def test_the_version_tells_absent_and_unknown_chips(
    bench: Bench, version: int, trouble: Trouble
) -> None:
    chip = bench.chip()
    bench.wire.registers[VERSION] = version
    for use in (chip.check, chip.probe, chip.set_up):
        with pytest.raises(ChipFault, match=f"VersionReg reads {version:02X}h") as fault:
            use()
        assert fault.value.trouble is trouble
    assert chip.version == version


@pytest.mark.parametrize("version", [0x91, 0x92, 0x88, 0xB2, 0x12])
def test_the_chip_and_its_clones_are_taken(bench: Bench, version: int) -> None:
    bench.wire.registers[VERSION] = version
    assert bench.chip().version == version


@pytest.mark.parametrize("register", [TX_CONTROL, RF_CFG, 0x2A, 0x15, 0x11])
def test_a_setting_that_is_not_there_any_more_is_noticed(bench: Bench, register: int) -> None:
    # Trap 5: antenna bits and self-set registers are watched.
    chip = bench.chip()
    chip.check()
    bench.wire.registers[register] ^= 0x01
    with pytest.raises(ChipFault) as fault:
        chip.check()
    assert fault.value.trouble is Trouble.FORGOT


def test_a_chip_that_wants_a_command_for_every_frame_gets_it_from_then_on(bench: Bench) -> None:
    chip = bench.chip()
    bench.exchange(chip, REQA, "4400")
    chip.begin(selects("DEADBEEF")[0])
    bench.wire.receive("", irq=0)
    assert "02 00 0C" not in bench.wire.take()
    bench.meter.us += 10_000
    assert chip.poll() is None
    assert "02 00 0C" in bench.wire.take()
    bench.wire.receive("08B6DD")
    bench.late()
    assert chip.poll() == Reply(Kind.CLEAN, bytes.fromhex("08B6DD"))
    chip.begin(REQA)
    assert "02 00 0C" in bench.wire.take()


def test_an_answer_without_end_is_noise_and_a_fault_if_it_goes_on(bench: Bench) -> None:
    chip = bench.chip()
    for _ in range(8):
        chip.begin(REQA)
        bench.wire.receive("", irq=TX)
        reply = run_out(bench, chip)()
        assert isinstance(reply, Reply)
        assert reply.kind is Kind.GARBLED
    chip.begin(REQA)
    bench.wire.receive("", irq=TX)
    with pytest.raises(ChipFault) as fault:
        run_out(bench, chip)()
    assert fault.value.trouble is Trouble.HUNG


def test_a_bus_that_fails_is_told_by_what_linux_says(bench: Bench) -> None:
    chip = bench.chip()
    bench.wire.error = OSError(errno.EIO, "Input/output error")
    for use in (lambda: chip.begin(REQA), chip.check, chip.probe, chip.reset):
        with pytest.raises(ChipFault, match="Input/output error") as fault:
            use()
        assert fault.value.trouble is Trouble.SPI


def test_the_reset_pin_is_pulled_down_and_let_up(bench: Bench) -> None:
    chip = bench.chip()
    bench.gpio.output.reset_mock()
    chip.hold(True)
    chip.hold(False)
    assert [call.args for call in bench.gpio.output.call_args_list] == [(25, 0), (25, 1)]


def test_the_gain_can_be_changed_and_is_checked_from_then_on(bench: Bench) -> None:
    chip = bench.chip()
    chip.set_gain(48)
    assert bench.wire.take() == ["4C 78"]
    assert chip.gain_db == 48
    chip.check()


def test_transfers_and_their_time_are_counted(bench: Bench) -> None:
    chip = bench.chip()
    before_us, before = bench.meter.us, bench.meter.transfers
    chip.probe()
    assert bench.meter.transfers == before + 1
    assert bench.meter.us == pytest.approx(before_us + 25 + 16)

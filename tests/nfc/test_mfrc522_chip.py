"""The driver at its seam: how a chip is opened, set up and closed, and what can be wrong with it.

Numbers of traps are those of the hardware notes; the bytes are from the MFRC522 data sheet.
"""

from __future__ import annotations

import errno

import pytest
from meadow.nfc.chips import ChipFault, Trouble
from meadow.nfc.iso14443a import REQA, Kind, Reply, selects
from meadow.table.plain import LONGEST

from tests.nfc.wire import BOARD, RF_CFG, TX, TX_CONTROL, VERSION, Bench


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


@pytest.mark.parametrize(
    ("said", "trouble"),
    [
        ("No access to /dev/mem.  Try running as root!", Trouble.REFUSED),
        ("can not open gpiochip", Trouble.REFUSED),
        ("Cannot determine SOC peripheral base address", Trouble.PINS),
    ],
)
def test_pins_that_cannot_be_used_are_told(bench: Bench, said: str, trouble: Trouble) -> None:
    bench.gpio.setup.side_effect = RuntimeError(said)
    with pytest.raises(ChipFault) as fault:
        bench.bare().set_up()
    assert fault.value.trouble is trouble


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


def test_a_chip_that_reads_ones_is_missing(bench: Bench) -> None:
    # Trap 5: no exception comes. Set1 of ComIrqReg always reads 0, so FFh is no chip.
    chip = bench.chip()
    chip.begin(REQA)
    bench.wire.registers = dict.fromkeys(range(64), 0xFF)
    with pytest.raises(ChipFault) as fault:
        chip.poll()
    assert fault.value.trouble is Trouble.MISSING


@pytest.mark.parametrize(
    ("registers", "trouble"),
    [
        ({}, Trouble.STUCK),
        (dict.fromkeys(range(64), 0), Trouble.MISSING),
        ({TX_CONTROL: 0x80}, Trouble.FORGOT),
    ],
)
def test_a_chip_that_does_not_send_is_asked_why(
    bench: Bench, registers: dict[int, int], trouble: Trouble
) -> None:
    chip = bench.chip()
    chip.begin(REQA)
    bench.wire.registers.update(registers)
    with pytest.raises(ChipFault) as fault:
        bench.run_out(chip)
    assert fault.value.trouble is trouble


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


@pytest.mark.parametrize("registers", [{VERSION: 0x82}, {TX_CONTROL: 0x81}])
def test_what_reads_otherwise_the_second_time_was_spoiled_on_its_way(
    bench: Bench, registers: dict[int, int]
) -> None:
    chip = bench.chip()
    right = dict(bench.wire.registers)
    bench.wire.registers.update(registers)
    bench.wire.after_next = right
    with pytest.raises(ChipFault, match="changes from look to look") as fault:
        chip.check()
    assert fault.value.trouble is Trouble.BLURRED
    chip.check()


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
        reply = bench.run_out(chip)
        assert isinstance(reply, Reply)
        assert reply.kind is Kind.GARBLED
    chip.begin(REQA)
    bench.wire.receive("", irq=TX)
    with pytest.raises(ChipFault) as fault:
        bench.run_out(chip)
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


@pytest.mark.parametrize("trouble", Trouble)
def test_a_trouble_and_what_was_seen_fit_into_a_line_of_a_journal(trouble: Trouble) -> None:
    seen = "VersionReg reads 00h, then 92h, then FFh"
    assert len(f"{trouble} [{seen}]") <= LONGEST

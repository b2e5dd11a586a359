"""The driver at its seam: which bytes of an exchange go over SPI, and how the answer is judged.

Numbers of traps are those of the hardware notes; the bytes are from the MFRC522 data sheet.
"""

from __future__ import annotations

import pytest
from meadow.nfc.chips import ChipFault, Trouble
from meadow.nfc.iso14443a import HLTA, REQA, SILENCE, WUPA, Kind, Reply, ask_with_crc, selects

from tests.nfc.wire import COLL, CONTROL, RX, TIMER, TX, Bench


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

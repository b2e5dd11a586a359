"""Commands of the MFRC522: datasheet rev. 3.9, section 10, and the registers they go by."""

from __future__ import annotations

import pytest
from meadow_host.twin.silicon.picc import Picc
from meadow_host.twin.silicon.registers import Command, Reg

from tests.silicon.raw import Raw, one_reader

RX, TX, IDLE, ERR = 0x20, 0x40, 0x10, 0x02


@pytest.fixture
def raw() -> Raw:
    return one_reader()


def lay(raw: Raw, uid: str) -> Picc:
    tag = Picc(bytes.fromhex(uid))
    raw.pi.lay(tag, "north")
    raw.wait_us(2000)
    return tag


def test_transceive_sends_only_when_startsend_is_written(raw: Raw) -> None:
    # 9.3.1.14, 10.3.1.8
    lay(raw, "01020304")
    raw.write(Reg.COM_IRQ, 0x7F)
    raw.write(Reg.FIFO_DATA, 0x26)
    raw.write(Reg.COMMAND, Command.TRANSCEIVE)
    raw.write(Reg.BIT_FRAMING, 0x07)
    raw.wait_us(2000)
    assert raw.read_all(Reg.STATUS2, Reg.COM_IRQ, Reg.FIFO_LEVEL) == [0b001, 0x04, 1]

    raw.write(Reg.BIT_FRAMING, 0x87)
    raw.wait_us(2000)

    assert raw.read(Reg.COM_IRQ) & (TX | RX) == TX | RX
    assert raw.fifo() == "0400"
    assert raw.read(Reg.BIT_FRAMING) == 0x07  # StartSend reads as 0.


def test_startsend_means_nothing_without_transceive(raw: Raw) -> None:
    raw.write(Reg.COM_IRQ, 0x7F)
    raw.write(Reg.FIFO_DATA, 0x26)

    raw.write(Reg.BIT_FRAMING, 0x87)
    raw.wait_us(2000)

    assert raw.read_all(Reg.COM_IRQ, Reg.FIFO_LEVEL) == [0x04, 1]


def test_transceive_stays_until_another_command_is_written(raw: Raw) -> None:
    lay(raw, "01020304")
    assert raw.reqa() == "0400"

    assert raw.read(Reg.COMMAND) & 0x0F == Command.TRANSCEIVE
    assert raw.read(Reg.COM_IRQ) & IDLE == 0

    raw.write(Reg.FIFO_DATA, 0x93, 0x20)
    raw.write(Reg.BIT_FRAMING, 0x80)
    raw.wait_us(2000)
    assert raw.fifo() == "0102030404"


def test_the_host_starting_idle_sets_no_idleirq(raw: Raw) -> None:
    # 9.3.1.5
    raw.write(Reg.COMMAND, Command.TRANSCEIVE)
    raw.write(Reg.COM_IRQ, 0x7F)

    raw.write(Reg.COMMAND, Command.IDLE)

    assert raw.read(Reg.COM_IRQ) & IDLE == 0


@pytest.mark.parametrize("unknown", [0x5, 0x6, 0x9, 0xA, 0xB, 0xD])
def test_an_unknown_command_ends_at_once_with_idleirq(raw: Raw, unknown: int) -> None:
    raw.write(Reg.COM_IRQ, 0x7F)

    raw.write(Reg.COMMAND, unknown)

    assert raw.read(Reg.COMMAND) & 0x0F == Command.IDLE
    assert raw.read(Reg.COM_IRQ) & IDLE == IDLE


def test_nocmdchange_leaves_the_command_alone(raw: Raw) -> None:
    raw.write(Reg.COMMAND, Command.TRANSCEIVE)

    raw.write(Reg.COMMAND, 0x20 | Command.NO_CMD_CHANGE)

    assert raw.read(Reg.COMMAND) == 0x20 | Command.TRANSCEIVE


def test_transmit_sends_at_once_and_ends_by_itself(raw: Raw) -> None:
    # 10.3.1.5
    raw.write(Reg.COM_IRQ, 0x7F)
    raw.write(Reg.FIFO_DATA, 0x93, 0x20)
    raw.write(Reg.COMMAND, Command.TRANSMIT)
    raw.wait_us(2000)

    assert raw.read(Reg.COM_IRQ) & (TX | IDLE | RX) == TX | IDLE
    assert raw.read(Reg.COMMAND) & 0x0F == Command.IDLE


def test_receive_ends_by_itself_when_the_answer_is_over(raw: Raw) -> None:
    # 10.3.1.7: the answer to what Transmit has sent.
    lay(raw, "01020304")
    chip = raw.pi.readers["north"]
    chip.write(Reg.COM_IRQ, 0x7F)
    chip.write(Reg.BIT_FRAMING, 0x07)
    chip.write(Reg.FIFO_DATA, 0x26)
    chip.write(Reg.COMMAND, Command.TRANSMIT)
    raw.wait_us(80)
    chip.write(Reg.COMMAND, Command.RECEIVE)
    raw.wait_us(2000)

    assert raw.read(Reg.COM_IRQ) & (RX | IDLE) == RX | IDLE
    assert raw.fifo() == "0400"


def test_the_receiver_switched_off_hears_nothing(raw: Raw) -> None:
    # 9.3.1.2, RcvOff
    tag = lay(raw, "01020304")
    raw.send("26", last_bits=7)
    raw.write(Reg.COMMAND, 0x20 | Command.TRANSCEIVE)
    raw.write(Reg.FIFO_DATA, 0x26)
    raw.write(Reg.BIT_FRAMING, 0x87)
    raw.wait_us(2000)

    assert raw.read(Reg.COM_IRQ) & RX == 0
    assert tag.state.value == "READY"


def test_with_txwaitrf_a_transmission_waits_for_the_field(raw: Raw) -> None:
    # 9.3.2.2; the reset value has it.
    lay(raw, "01020304")
    raw.write(Reg.TX_CONTROL, 0x80)
    raw.send("26", last_bits=7)
    raw.wait_us(1000)
    assert raw.read_all(Reg.STATUS2, Reg.FIFO_LEVEL) == [0b010, 1]

    raw.write(Reg.TX_CONTROL, 0x83)
    raw.wait_us(200)

    assert raw.read(Reg.COM_IRQ) & TX == TX


def test_without_full_modulation_no_tag_hears(raw: Raw) -> None:
    # 9.3.2.6, Force100ASK: after reset CWGsP and ModGsP are the same, so nothing is modulated.
    lay(raw, "01020304")
    raw.write(Reg.TX_ASK, 0x00)

    assert raw.reqa() == ""


def test_a_transmission_takes_bytes_that_come_while_it_runs(raw: Raw) -> None:
    raw.send("93")
    raw.write(Reg.FIFO_DATA, 0x20)
    raw.wait_us(19 * 9.44 - 42)
    assert raw.read(Reg.COM_IRQ) & TX == TX


def test_writing_to_the_fifo_between_sending_and_answer_is_an_error(raw: Raw) -> None:
    # 9.3.1.7, WrErr
    raw.send("26", last_bits=7)
    raw.wait_us(100)

    raw.write(Reg.FIFO_DATA, 0x00)

    assert raw.read_all(Reg.ERROR, Reg.FIFO_LEVEL) == [0x80, 0]
    assert raw.read(Reg.COM_IRQ) & ERR == ERR


def test_a_command_clears_the_errors_of_the_last_one(raw: Raw) -> None:
    raw.send("26", last_bits=7)
    raw.wait_us(100)
    raw.write(Reg.FIFO_DATA, 0x00)

    raw.write(Reg.COMMAND, Command.TRANSCEIVE)

    assert raw.read(Reg.ERROR) == 0


def test_the_chip_adds_and_checks_the_crc_when_told_to(raw: Raw) -> None:
    # 9.3.2.3, 9.3.2.4: the CRC bytes do not reach the FIFO.
    lay(raw, "01020304")
    raw.reqa()
    raw.write(Reg.TX_MODE, 0x80)
    raw.write(Reg.RX_MODE, 0x80)

    assert raw.exchange("93700102030404") == "00"
    assert raw.read_all(Reg.ERROR, Reg.CONTROL) == [0x00, 0x10]


def test_an_answer_without_a_crc_fails_the_check(raw: Raw) -> None:
    lay(raw, "01020304")
    raw.write(Reg.RX_MODE, 0x80)

    raw.reqa()

    assert raw.read(Reg.ERROR) == 0x04


def test_rxwait_longer_than_the_tag_takes_misses_its_answer(raw: Raw) -> None:
    # 9.3.2.8: the tag answers 1206 carrier periods, 9.4 bits, after the last bit.
    lay(raw, "01020304")
    raw.write(Reg.RX_SEL, 0x80 | 9)
    assert raw.reqa() == "0400"
    raw.reqa()

    raw.write(Reg.RX_SEL, 0x80 | 10)
    assert raw.reqa() == ""


def test_without_parity_no_tag_takes_a_frame_of_bytes(raw: Raw) -> None:
    # 9.3.2.13, ParityDisable
    lay(raw, "01020304")
    raw.reqa()
    raw.write(Reg.MF_RX, 0x10)

    assert raw.exchange("9320") == ""


def test_mem_keeps_25_bytes_and_gives_them_back(raw: Raw) -> None:
    # 10.3.1.2
    raw.write(Reg.FIFO_DATA, *range(25))
    raw.write(Reg.COMMAND, Command.MEM)
    assert raw.read_all(Reg.FIFO_LEVEL, Reg.COMMAND) == [0, 0]

    raw.write(Reg.COMMAND, Command.SOFT_RESET)
    raw.wait_us(40)
    raw.write(Reg.COMMAND, Command.MEM)
    assert raw.fifo() == bytes(range(25)).hex()


def test_generaterandomid_changes_the_first_ten_of_them(raw: Raw) -> None:
    # 10.3.1.3
    raw.write(Reg.COMMAND, Command.GENERATE_RANDOM_ID)
    raw.write(Reg.COMMAND, Command.MEM)

    kept = bytes.fromhex(raw.fifo())
    assert kept[:10] != bytes(10)
    assert kept[10:] == bytes(15)


def test_mfauthent_waits_for_its_arguments_and_never_ends_without_an_answer(raw: Raw) -> None:
    # 10.3.1.9; no tag here knows the cipher.
    raw.write(Reg.COMMAND, Command.MF_AUTHENT)
    raw.write(Reg.FIFO_DATA, *range(11))
    assert raw.read(Reg.FIFO_LEVEL) == 11

    raw.write(Reg.FIFO_DATA, 11)
    raw.wait_us(10_000)

    assert raw.read_all(Reg.FIFO_LEVEL, Reg.COMMAND) == [0, Command.MF_AUTHENT]
    assert raw.read(Reg.STATUS2) & 0x08 == 0


def test_a_deaf_chip_sends_and_hears_nothing(raw: Raw) -> None:
    lay(raw, "01020304")
    raw.pi.readers["north"].deaf = True

    assert raw.reqa() == ""
    assert raw.read(Reg.COM_IRQ) & (TX | RX) == TX

"""What the MFRC522 makes of answers: times, collisions, alignment, parity, broken frames.

Datasheet rev. 3.9, sections 9.3.1.7, 9.3.1.14, 9.3.1.15; ISO/IEC 14443-3, 6.2 and 6.5.3.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from meadow_host.twin.silicon.air import AirBits
from meadow_host.twin.silicon.picc import Picc
from meadow_host.twin.silicon.radio import Modulation
from meadow_host.twin.silicon.reception import CollPos
from meadow_host.twin.silicon.registers import Reg

from tests.silicon.raw import Raw, one_reader

COLLISION = 0x08


def lay(raw: Raw, *uids: str) -> list[Picc]:
    laid = [Picc(bytes.fromhex(uid)) for uid in uids]
    for tag in laid:
        raw.pi.lay(tag, "north")
    raw.wait_us(2000)
    return laid


def hear(raw: Raw, bits: str, *, align: int = 0) -> None:
    """Let an answer of bits, first one first and parity included, follow a frame."""
    raw.send("26", last_bits=7, align=align)
    raw.wait_us(300)
    value = int(bits[::-1], 2) if bits else 0
    start_ns = raw.pi.clock.now_ns + 9440
    raw.pi.readers["north"].field.hear(Modulation(None, start_ns, AirBits(value, len(bits))))
    raw.wait_us(6000)


# Times -------------------------------------------------------------------------------------


def test_request_and_answer_take_their_time_on_the_air() -> None:
    # 8 bits out; 1206 periods from the end of the last bit; 1 + 18 bits back, and one of silence.
    raw = one_reader()
    lay(raw, "01020304")
    chip = raw.pi.readers["north"]
    raw.send("26", last_bits=7)
    start = raw.pi.clock.now_us

    seen: dict[int, float] = {}
    while raw.pi.clock.now_us < start + 400:
        raw.wait_us(0.1)
        for flag in (0x40, 0x20):
            if chip.read(Reg.COM_IRQ) & flag:
                seen.setdefault(flag, raw.pi.clock.now_us - start)

    assert seen[0x40] == pytest.approx(75.5, abs=0.15)
    assert seen[0x20] == pytest.approx(75.5 + 88.9 + 19 * 9.44 + 9.44, abs=0.2)


def test_bytes_are_in_the_fifo_as_they_arrive() -> None:
    raw = one_reader()
    lay(raw, "01020304")
    chip = raw.pi.readers["north"]
    raw.send("26", last_bits=7)

    raw.wait_us(75.5 + 88.9 + 9.5 * 9.44)
    assert (chip.read(Reg.FIFO_LEVEL), chip.read(Reg.STATUS2)) == (0, 0b110)
    raw.wait_us(9.44)
    assert chip.read(Reg.FIFO_LEVEL) == 1
    raw.wait_us(9 * 9.44)
    assert chip.read(Reg.FIFO_LEVEL) == 2


def test_tauto_stops_the_timer_at_the_fifth_bit() -> None:
    raw = one_reader()
    lay(raw, "01020304")
    for register, value in ((Reg.T_MODE, 0x80), (Reg.T_PRESCALER, 169), (Reg.T_RELOAD_L, 39)):
        raw.write(register, value)
    raw.send("26", last_bits=7)
    chip = raw.pi.readers["north"]

    raw.wait_us(75.5 + 88.9 + 4.9 * 9.44)
    assert chip.read(Reg.STATUS1) & 0x08 == 0x08
    raw.wait_us(0.2 * 9.44)
    assert chip.read(Reg.STATUS1) & 0x08 == 0
    raw.wait_us(5000)
    assert chip.read(Reg.COM_IRQ) & 0x01 == 0


# Collisions --------------------------------------------------------------------------------


def test_one_tag_collides_with_nobody() -> None:
    raw = one_reader()
    lay(raw, "01020304")

    assert raw.reqa() == "0400"
    assert raw.exchange("9320") == "0102030404"
    assert raw.read(Reg.ERROR) == 0
    assert raw.read(Reg.COLL) & 0x20 == 0x20


def test_two_kinds_of_tags_collide_in_their_atqa_and_that_means_tags_are_there() -> None:
    raw = one_reader()
    lay(raw, "01020304", "04112233445566")  # ATQA 0004h and 0044h: they differ in the 7th bit.

    raw.reqa()

    assert raw.read(Reg.ERROR) == COLLISION
    assert raw.read(Reg.COLL) & 0x3F == 7
    assert raw.read(Reg.COM_IRQ) & 0x22 == 0x22


def test_equal_atqas_do_not_collide() -> None:
    raw = one_reader()
    lay(raw, "01020304", "05020304")

    assert raw.reqa() == "0400"
    assert raw.read(Reg.ERROR) == 0


def test_the_first_differing_bit_is_the_collision_position() -> None:
    raw = one_reader()
    lay(raw, "01020304", "05020304")  # 01h and 05h differ in the third bit.
    raw.reqa()

    raw.exchange("9320")

    assert raw.read(Reg.ERROR) == COLLISION
    assert raw.read(Reg.COLL) & 0x3F == 3


def test_with_valuesaftercoll_0_all_bits_from_the_collision_on_are_cleared() -> None:
    raw = one_reader()
    lay(raw, "01020304", "05020304")
    raw.reqa()
    raw.write(Reg.COLL, 0x00)

    assert raw.exchange("9320") == "0100000000"
    assert raw.read(Reg.COLL) == 3


def test_with_valuesaftercoll_1_bits_are_kept_as_received() -> None:
    raw = one_reader()
    lay(raw, "01020304", "05020304")
    raw.reqa()
    raw.write(Reg.COLL, 0x80)

    assert raw.exchange("9320") == "0502030404"


def test_a_collision_in_the_32nd_bit_reads_as_0() -> None:
    raw = one_reader()
    lay(raw, "01020304", "01020384")
    raw.reqa()

    raw.exchange("9320")

    assert raw.read(Reg.COLL) & 0x3F == 0


@pytest.mark.parametrize(("reading", "position"), [(CollPos.FIFO, 8), (CollPos.UID, 16)])
def test_once_bits_are_known_the_two_readings_of_collpos_differ(
    reading: CollPos, position: int
) -> None:
    # UIDs 04 00 and 04 80 differ in the 16th bit. Eleven bits are known: 04h and three zeros.
    raw = one_reader(reading)
    lay(raw, "04000304", "04800304")
    raw.reqa()

    raw.exchange("93330400", last_bits=3, align=3)

    assert raw.read(Reg.ERROR) == COLLISION
    assert raw.read(Reg.COLL) & 0x3F == position


def test_the_first_answered_bit_goes_to_the_place_rxalign_names() -> None:
    # 93 23 and the bits 1, 0, 0 of 01h: the answer begins with its fourth bit.
    raw = one_reader()
    lay(raw, "89020304", "02020304")
    raw.reqa()

    assert raw.exchange("932301", last_bits=3, align=3) == "880203048c"
    assert raw.read(Reg.ERROR) == 0
    assert raw.read(Reg.CONTROL) & 0x07 == 0


def test_three_tags_collide_bit_by_bit() -> None:
    raw = one_reader()
    lay(raw, "01000000", "01000001", "03000000")
    raw.reqa()
    raw.exchange("9320")
    assert raw.read(Reg.COLL) & 0x3F == 2

    raw.reqa()  # READY tags fall back.
    raw.reqa()
    raw.write(Reg.COLL, 0x00)
    raw.exchange("932201", last_bits=2, align=2)
    assert raw.read(Reg.COLL) & 0x3F == 25


@settings(max_examples=40, deadline=None)
@given(st.sets(st.binary(min_size=4, max_size=4), min_size=2, max_size=6))
def test_any_set_of_uids_collides_where_they_first_differ(uids: set[bytes]) -> None:
    on_air = ["".join(f"{byte:08b}"[::-1] for byte in uid) for uid in uids]
    first = next(at for at, bits in enumerate(zip(*on_air, strict=True)) if len(set(bits)) > 1)
    raw = one_reader()
    lay(raw, *(uid.hex() for uid in uids))
    raw.reqa()
    raw.write(Reg.COLL, 0x00)

    answer = bytes.fromhex(raw.exchange("9320"))

    assert raw.read(Reg.ERROR) == COLLISION
    assert raw.read(Reg.COLL) == (first + 1) % 32
    received = "".join(f"{byte:08b}"[::-1] for byte in answer)
    assert received == on_air[0][:first] + "0" * (40 - first)


# Bits that do not fit ----------------------------------------------------------------------


def test_four_bits_are_a_whole_answer_without_parity() -> None:
    raw = one_reader()
    hear(raw, "0101")

    assert raw.fifo() == "0a"
    assert raw.read_all(Reg.ERROR, Reg.CONTROL) == [0, 0x14]


def test_a_wrong_parity_bit_is_an_error() -> None:
    raw = one_reader()
    hear(raw, "10000000" + "1")

    assert raw.fifo() == "01"
    assert raw.read(Reg.ERROR) == 0x02


def test_the_parity_after_an_aligned_first_byte_is_not_checked() -> None:
    raw = one_reader()
    hear(raw, "00000" + "0", align=3)
    assert raw.read(Reg.ERROR) == 0

    hear(raw, "00000" + "1", align=3)
    assert raw.read(Reg.ERROR) == 0


def test_a_broken_answer_tells_how_many_bits_of_its_last_byte_came() -> None:
    raw = one_reader()
    hear(raw, "10000000" + "0" + "110")

    assert raw.fifo() == "0103"
    assert raw.read(Reg.CONTROL) & 0x07 == 3
    assert raw.read(Reg.COM_IRQ) & 0x20 == 0x20


def test_less_than_four_bits_are_an_answer_unless_rxnoerr_is_set() -> None:
    # 9.3.2.4
    raw = one_reader()
    hear(raw, "101")
    assert raw.fifo() == "05"
    assert raw.read(Reg.COM_IRQ) & 0x20 == 0x20

    raw.write(Reg.RX_MODE, 0x08)
    hear(raw, "101")
    assert raw.fifo() == ""
    assert raw.read(Reg.COM_IRQ) & 0x20 == 0
    assert raw.read(Reg.STATUS2) & 0x07 == 0b101


def test_an_answer_longer_than_the_fifo_overflows_it() -> None:
    raw = one_reader()
    hear(raw, "000000001" * 65)

    assert raw.read_all(Reg.FIFO_LEVEL, Reg.ERROR) == [64, 0x10]


def test_with_parity_off_its_bits_are_data() -> None:
    raw = one_reader()
    raw.write(Reg.MF_RX, 0x10)

    hear(raw, "100000001" + "0000000")

    assert raw.fifo() == "0101"
    assert raw.read(Reg.CONTROL) & 0x07 == 0


# More than one, and at the wrong time ------------------------------------------------------


def test_with_rxmultiple_frames_follow_each_other_with_an_error_byte_each() -> None:
    # 9.3.2.4: a copy of ErrorReg at the end of each; the receiver stays open.
    raw = one_reader()
    raw.write(Reg.RX_MODE, 0x04)
    hear(raw, "10000000" + "1")
    field = raw.pi.readers["north"].field
    start_ns = raw.pi.clock.now_ns + 9440
    field.hear(Modulation(None, start_ns, AirBits(0b0_00000011 | 1 << 8, 9)))
    raw.wait_us(1000)

    assert raw.fifo() == "0102" + "0300"
    assert raw.read(Reg.STATUS2) & 0x07 == 0b101


def test_answers_that_begin_apart_overlap_where_they_lie() -> None:
    # The second begins four bits later: its zeros meet the first one's ones in bits 5 to 8.
    raw = one_reader()
    raw.send("26", last_bits=7)
    raw.wait_us(300)
    field, now_ns = raw.pi.readers["north"].field, raw.pi.clock.now_ns
    field.hear(Modulation(None, now_ns + 9440, AirBits(0x1FF, 9)))
    raw.wait_us(4 * 9.44)
    field.hear(Modulation(None, now_ns + 5 * 9440, AirBits(0x000, 9)))
    raw.wait_us(2000)

    assert raw.read(Reg.ERROR) == COLLISION
    assert raw.read(Reg.COLL) & 0x3F == 5


def test_an_answer_to_mfauthent_from_no_mifare_tag_is_a_protocol_error() -> None:
    # 9.3.1.7, ProtocolErr; RxIRq and TxIRq are blocked while it authenticates (10.3.1.9).
    raw = one_reader()
    raw.write(Reg.COM_IRQ, 0x7F)
    raw.write(Reg.FIFO_DATA, 0x60, 4, *[0xFF] * 6, 1, 2, 3, 4)
    raw.write(Reg.COMMAND, 0x0E)
    raw.wait_us(600)
    start_ns = raw.pi.clock.now_ns + 9440
    raw.pi.readers["north"].field.hear(Modulation(None, start_ns, AirBits(0x04, 4)))
    raw.wait_us(1000)

    assert raw.read_all(Reg.ERROR, Reg.COMMAND) == [0x01, 0x00]
    assert raw.read(Reg.COM_IRQ) & 0x70 == 0x10

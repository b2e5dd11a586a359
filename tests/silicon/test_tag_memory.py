"""Commands and memory of NTAG213/215/216 and MIFARE Classic 1K, from NXP's data sheets."""

from __future__ import annotations

import pytest
from meadow_host.twin.silicon.classic import Classic1K
from meadow_host.twin.silicon.ntag import NTAG213, NTAG215, NTAG216, Model, Ntag
from meadow_host.twin.silicon.picc import Picc
from meadow_host.twin.silicon.registers import Reg

from tests.silicon.raw import Raw, one_reader

UID = "04112233445566"


def selected(tag: Picc) -> Raw:
    """A reader, with the CRC left to the chip, that has selected the tag."""
    raw = one_reader()
    raw.pi.lay(tag, "north")
    raw.wait_us(2000)
    select(raw, tag)
    return raw


def select(raw: Raw, tag: Picc) -> None:
    raw.write(Reg.TX_MODE, 0x00)
    raw.write(Reg.RX_MODE, 0x00)
    assert raw.wupa()
    sak = ""
    for command in ("93", "95")[: 1 + (len(tag.uid) > 4)]:
        raw.write(Reg.TX_MODE, 0x00)
        raw.write(Reg.RX_MODE, 0x00)
        level = raw.exchange(command + "20")
        raw.write(Reg.TX_MODE, 0x80)
        raw.write(Reg.RX_MODE, 0x80)
        sak = raw.exchange(command + "70" + level)
    assert sak == f"{tag.sak:02x}"


def nibble(raw: Raw, frame: str) -> str:
    """The four bits that answer a frame, as one hex digit; empty for silence."""
    raw.write(Reg.RX_MODE, 0x00)
    answer = raw.exchange(frame)
    raw.write(Reg.RX_MODE, 0x80)
    return answer[1:] if raw.read(Reg.CONTROL) & 0x07 == 4 and answer else ""


def ntag(model: Model = NTAG213) -> Ntag:
    return Ntag(bytes.fromhex(UID), model)


@pytest.mark.parametrize(
    ("model", "version"),
    [
        (NTAG213, "0004040201000f03"),
        (NTAG215, "0004040201001103"),
        (NTAG216, "0004040201001303"),
    ],
)
def test_get_version_tells_the_model(model: Model, version: str) -> None:
    assert selected(ntag(model)).exchange("60") == version


def test_reading_gives_four_pages_with_the_uid_in_front() -> None:
    raw = selected(ntag())

    assert raw.exchange("3000") == "041122bf" + "33445566" + "44480000" + "e1101200"
    assert raw.exchange("3004")[:16] == "0103a00c340300fe"


def test_reading_near_the_end_goes_on_from_page_0() -> None:
    # NTAG213 has pages 0 to 44; the last two, password and PACK, read as zeros.
    assert selected(ntag()).exchange("302b") == "00000000" + "00000000" + "041122bf" + "33445566"


@pytest.mark.parametrize(("model", "beyond"), [(NTAG213, "2d"), (NTAG215, "87"), (NTAG216, "e7")])
def test_reading_beyond_the_end_is_refused_and_ends_the_selection(
    model: Model, beyond: str
) -> None:
    tag = ntag(model)
    raw = selected(tag)

    assert nibble(raw, "30" + beyond) == "0"
    assert tag.state.value == "IDLE"
    assert nibble(raw, "3000") == ""


def test_fast_read_gives_a_range_of_pages() -> None:
    raw = selected(ntag())

    assert raw.exchange("3a0002") == "041122bf" + "33445566" + "44480000"
    assert nibble(raw, "3a0201") == "0"


def test_writing_a_page_is_acknowledged_when_it_is_done_and_reads_back() -> None:
    raw = selected(ntag())
    start_us = raw.pi.clock.now_us
    raw.write(Reg.RX_MODE, 0x00)
    raw.send("a205cafe0102")
    while not raw.read(Reg.COM_IRQ) & 0x20:
        assert raw.pi.clock.now_us < start_us + 10_000

    assert raw.pi.clock.now_us - start_us > 4100
    assert raw.fifo() == "0a"
    raw.write(Reg.RX_MODE, 0x80)
    assert raw.exchange("3005")[:8] == "cafe0102"


@pytest.mark.parametrize("page", ["00", "01", "2d", "ff"])
def test_pages_of_the_uid_and_beyond_the_end_are_not_written(page: str) -> None:
    tag = ntag()
    before = bytes(tag.memory)

    assert nibble(selected(tag), f"a2{page}ffffffff") == "0"
    assert bytes(tag.memory) == before


def test_the_capability_container_and_lock_bits_can_only_be_set() -> None:
    tag = ntag()
    raw = selected(tag)

    assert nibble(raw, "a20300000001") == "a"
    assert nibble(raw, "a202ffff2000") == "a"
    assert raw.exchange("3002")[:16] == "44482000" + "e1101201"


def test_a_locked_page_is_not_written() -> None:
    # Lock byte 0 bit 5 locks page 5, lock byte 1 bit 0 page 8.
    tag = ntag()
    raw = selected(tag)
    assert nibble(raw, "a20200002001") == "a"

    assert nibble(raw, "a204ffffffff") == "a"
    for page in ("05", "08"):
        assert nibble(raw, f"a2{page}ffffffff") == "0"
        select(raw, tag)


def test_block_locking_freezes_lock_bits() -> None:
    # Lock byte 0 bit 1 (BL9-4) freezes the lock bits of pages 4 to 9.
    tag = ntag()
    raw = selected(tag)
    assert nibble(raw, "a20200000200") == "a"

    assert nibble(raw, "a2020000f0ff") == "a"

    assert raw.exchange("3002")[4:8] == "02fc"


def test_dynamic_lock_bits_lock_two_pages_each_on_an_ntag213() -> None:
    # Page 40: bit 1 locks pages 18 and 19; byte 2 bit 0 freezes the bits of pages 16 to 19.
    tag = ntag()
    raw = selected(tag)
    assert nibble(raw, "a22802000100") == "a"

    assert nibble(raw, "a211ffffffff") == "a"
    assert nibble(raw, "a212ffffffff") == "0"
    select(raw, tag)
    assert nibble(raw, "a228ff000000") == "a"
    assert raw.exchange("3028")[:8] == "fe0001bd"


def test_a_wrong_crc_is_answered_with_nak_1() -> None:
    raw = selected(ntag())
    raw.write(Reg.TX_MODE, 0x00)

    assert nibble(raw, "30000000") == "1"


def test_an_unknown_command_is_refused() -> None:
    assert nibble(selected(ntag()), "99") == "0"


def test_an_ntag_has_seven_bytes_of_uid() -> None:
    with pytest.raises(ValueError, match="NTAG213 has a UID of 7 bytes, not 4"):
        Ntag(bytes(4))


# MIFARE Classic ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("uid", "first"), [("01020304", "0102030404880400"), (UID, UID + "884400")]
)
def test_a_classic_is_selected_like_any_tag_and_keeps_its_uid_in_block_0(
    uid: str, first: str
) -> None:
    tag = Classic1K(bytes.fromhex(uid))
    selected(tag)

    assert (tag.sak, len(tag.memory)) == (0x08, 1024)
    assert tag.memory.hex().startswith(first)
    assert tag.memory[63 * 16 :].hex() == "ffffffffffffff078069ffffffffffff"


def test_a_classic_refuses_to_be_read_and_is_silent_to_authentication() -> None:
    # Documented limit: there is no cipher here.
    tag = Classic1K(bytes.fromhex("01020304"))
    raw = selected(tag)
    assert nibble(raw, "3004") == "4"
    assert tag.state.value == "IDLE"

    select(raw, tag)
    assert nibble(raw, "6004") == ""

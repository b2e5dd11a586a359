"""Frames, checksums and answers against the examples of ISO/IEC 14443-3 and the data sheets."""

from __future__ import annotations

import pytest
from meadow.nfc.iso14443a import (
    HLTA,
    REQA,
    WUPA,
    Ask,
    Glance,
    Kind,
    Reply,
    Sak,
    anticollision,
    ask_with_crc,
    bcc,
    crc_a,
    glance,
    levels_of,
    sak_of,
    select,
    selects,
    uid_of,
    without_crc,
)

from tests.nfc.air import Air, Tag, crc


def hexed(ask: Ask) -> str:
    return bytes(ask.data).hex(" ").upper()


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("00 00", "A0 1E"),  # annex B, first example
        ("12 34", "26 CF"),  # annex B, second example
        ("50 00", "57 CD"),  # HLTA
        ("30 04", "26 EE"),  # READ of page 4
        ("60", "F8 32"),  # GET_VERSION
        ("08", "B6 DD"),  # SAK of a MIFARE Classic 1K
        ("04", "DA 17"),  # SAK: UID not complete
        ("00", "FE 51"),  # SAK of an NTAG
    ],
)
def test_crc_a_is_that_of_the_standards_examples(data: str, expected: str) -> None:
    assert crc_a(bytes.fromhex(data)).hex(" ").upper() == expected
    assert crc(bytes.fromhex(data)).hex(" ").upper() == expected


def test_a_crc_is_taken_off_only_if_it_is_right() -> None:
    assert without_crc(bytes.fromhex("08B6DD")) == b"\x08"
    assert without_crc(bytes.fromhex("08B6DC")) is None
    assert without_crc(bytes.fromhex("6363")) is None
    assert without_crc(b"") is None


def test_the_bcc_is_the_exclusive_or_of_four_bytes() -> None:
    assert bcc(bytes.fromhex("8804A1B2")) == 0x9F
    assert bcc(bytes.fromhex("DEADBEEF")) == 0x22


def test_requests_are_seven_bits() -> None:
    assert (hexed(REQA), REQA.last_bits) == ("26", 7)
    assert (hexed(WUPA), WUPA.last_bits) == ("52", 7)


def test_halt_awaits_no_answer() -> None:
    assert (hexed(HLTA), HLTA.expect) == ("50 00 57 CD", 0)


def test_anticollision_says_how_many_bits_are_known() -> None:
    nothing = anticollision(0, 0, 0)
    assert (hexed(nothing), nothing.last_bits, nothing.align) == ("93 20", 0, 0)
    assert nothing.expect == 5
    bytes_and_bits = anticollision(1, 0x1D5A, 13)
    assert (hexed(bytes_and_bits), bytes_and_bits.last_bits) == ("95 35 5A 1D", 5)
    assert (bytes_and_bits.align, bytes_and_bits.expect) == (5, 4)
    whole_bytes = anticollision(2, 0xB2A104, 24)
    assert (hexed(whole_bytes), whole_bytes.last_bits, whole_bytes.expect) == (
        "97 50 04 A1 B2",
        0,
        2,
    )


def test_select_carries_level_bcc_and_crc() -> None:
    # The example of NXP's AN10927 for a single size UID.
    frame = select(0, bytes.fromhex("CDEA5C2A"))
    assert hexed(frame).startswith("93 70 CD EA 5C 2A 51 ")
    assert bytes(frame.data)[-2:] == crc(bytes(frame.data)[:-2])


@pytest.mark.parametrize(
    ("uid", "levels"),
    [
        ("DEADBEEF", ["DEADBEEF"]),
        ("8804A1B2", ["8804A1B2"]),
        ("04A1B2C3D4E580", ["8804A1B2", "C3D4E580"]),
        ("04A1B2C3D4E580112233", ["8804A1B2", "88C3D4E5", "80112233"]),
    ],
)
def test_a_uid_is_sent_in_one_to_three_cascade_levels(uid: str, levels: list[str]) -> None:
    assert [part.hex().upper() for part in levels_of(uid)] == levels
    assert uid_of(levels_of(uid)) == uid
    assert [frame.data[0] for frame in selects(uid)] == [0x93, 0x95, 0x97][: len(levels)]


@pytest.mark.parametrize("uid", ["", "04A1B2", "04A1B2C3D4", "04A1B2C3D4E58011"])
def test_a_uid_of_another_length_is_refused(uid: str) -> None:
    with pytest.raises(ValueError, match="4, 7 or 10 bytes"):
        levels_of(uid)


def test_the_sak_says_whether_the_uid_is_complete() -> None:
    assert sak_of(Reply(Kind.CLEAN, bytes.fromhex("08B6DD"))) == Sak(0x08, True)
    assert sak_of(Reply(Kind.CLEAN, bytes.fromhex("04DA17"))) == Sak(0x04, False)


@pytest.mark.parametrize(
    "reply",
    [
        Reply(Kind.SILENT),
        Reply(Kind.CLEAN, bytes.fromhex("08B6DC")),
        Reply(Kind.CLEAN, bytes.fromhex("08B6")),
        Reply(Kind.CLEAN, bytes.fromhex("08B6DD00")),
        Reply(Kind.CLEAN, bytes.fromhex("08B6DD"), last_bits=4),
        Reply(Kind.COLLIDED, bytes.fromhex("08B6DD"), position=3),
        Reply(Kind.GARBLED, bytes.fromhex("08B6DD")),
    ],
)
def test_anything_else_is_no_sak(reply: Reply) -> None:
    assert sak_of(reply) is None


@pytest.mark.parametrize("uid", ["DEADBEEF", "04A1B2C3D4E580", "04A1B2C3D4E580112233"])
def test_a_glance_sees_a_tag_at_rest_and_leaves_it_for_the_next(uid: str) -> None:
    tag = Tag(uid)
    tag.halted = True
    air = Air([tag, Tag("12345678")])
    for _ in range(3):
        assert air.converse(glance(selects(uid))) is Glance.SEEN
        air.answer(REQA)
        assert tag.level < 0
        assert tag.halted


def test_a_glance_tells_nobody_from_others() -> None:
    frames = selects("DEADBEEF")
    assert Air([]).converse(glance(frames)) is Glance.NOBODY
    assert Air([Tag("12345678")]).converse(glance(frames)) is Glance.SILENT


def test_a_longer_uid_that_begins_alike_is_not_the_tag_looked_for() -> None:
    assert Air([Tag("04A1B2C3D4E580")]).converse(glance(selects("8804A1B2"))) is Glance.UNSURE
    assert Air([Tag("8804A1B2")]).converse(glance(selects("04A1B2C3D4E580"))) is Glance.UNSURE


@pytest.mark.parametrize("stage", [0, 1, 2])
def test_a_broken_answer_in_a_glance_proves_nothing(stage: int) -> None:
    air = Air([Tag("04A1B2C3D4E580")])
    program = glance(selects("04A1B2C3D4E580"))
    ask = next(program)
    for _ in range(stage):
        ask = program.send(air.answer(ask))
    if stage == 0:
        ask = program.send(Reply(Kind.GARBLED))
        # Something answered to WUPA, so it goes on; then the tag is silent.
        with pytest.raises(StopIteration) as end:
            program.send(Reply(Kind.SILENT))
        assert end.value.value is Glance.SILENT
    else:
        with pytest.raises(StopIteration) as end:
            program.send(Reply(Kind.GARBLED))
        assert end.value.value is Glance.UNSURE


def test_what_is_due_when_follows_from_the_bits_on_the_air() -> None:
    # 9.44 us a bit: 9 bits of REQA, then 250 us of waiting; an ATQA takes about 362 in all.
    assert 340 < REQA.due_us < 400
    # Nine bytes out (783 us), 91 us, three bytes back.
    assert 1100 < selects("DEADBEEF")[0].due_us < 1220
    assert 340 < HLTA.due_us < 390
    assert ask_with_crc((0x30, 4), 18).due_us > 1900

"""The memory of Type 2 tags: asked by the data sheet's frames, with every answer judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from meadow.nfc.iso14443a import SILENCE, Ask, Kind, Program, Reply
from meadow.nfc.type2 import (
    NotWritten,
    TagGone,
    TagRefused,
    Version,
    get_version,
    read_pages,
    write_page,
)

from tests.nfc.air import T, crc

UID = "04A1B2C3D4E580"
GARBLED = Reply(Kind.GARBLED, b"\x13")
NAK = Reply(Kind.CLEAN, b"\x00", last_bits=4)
ACK = Reply(Kind.CLEAN, b"\x0a", last_bits=4)


def with_crc(data: str) -> Reply:
    body = bytes.fromhex(data)
    return Reply(Kind.CLEAN, body + crc(body))


REACHED = [SILENCE, Reply(Kind.CLEAN, b"\x44\x00"), with_crc("04"), with_crc("00")]
"""What comes back to a frame that lets it fall back, to WUPA and two SELECTs."""


def play(program: Program[T], replies: Sequence[Reply]) -> tuple[T, list[str]]:
    """The result, and what was sent; afterwards the air is silent."""
    sent: list[str] = []
    more: Iterator[Reply] = iter(replies)
    try:
        ask: Ask = next(program)
        while True:
            sent.append(bytes(ask.data).hex().upper())
            ask = program.send(next(more, SILENCE))
    except StopIteration as end:
        result: T = end.value
        return result, sent


def test_the_version_tells_the_kind_of_tag() -> None:
    version, sent = play(get_version(UID), [*REACHED, with_crc("0004040201000F03")])
    assert version == Version(bytes.fromhex("0004040201000F03"), 144)
    assert sent[:2] == ["5000", "52"]
    assert sent[4] == "60F832"


@pytest.mark.parametrize(("storage", "size"), [("11", 504), ("13", 888), ("0E", 0)])
def test_the_size_follows_from_the_version(storage: str, size: int) -> None:
    version, _ = play(get_version(UID), [*REACHED, with_crc(f"000404020100{storage}03")])
    assert version.user_bytes == size


def test_pages_are_read_four_at_a_time() -> None:
    first, second = "00112233445566778899AABBCCDDEEFF", "0F1E2D3C4B5A69788796A5B4C3D2E1F0"
    data, sent = play(read_pages(UID, 4, 5), [*REACHED, with_crc(first), with_crc(second)])
    assert data.hex().upper() == first + "0F1E2D3C"
    assert sent[4] == "300426EE"
    assert sent[5].startswith("3008")


def test_a_broken_answer_is_asked_for_again() -> None:
    good = with_crc("00" * 16)
    bad = Reply(Kind.CLEAN, good.data[:-1] + b"\x00")
    data, sent = play(read_pages(UID, 4, 4), [*REACHED, bad, *REACHED, GARBLED, *REACHED, good])
    assert data == bytes(16)
    assert len(sent) == 15


def test_a_tag_that_is_selected_is_asked_at_once_and_reached_anew_if_it_is_not() -> None:
    back = with_crc("CAFEBABE" + "00" * 12)
    _, sent = play(read_pages(UID, 6, 1, selected=True), [back])
    assert sent == ["300634CD"]
    _, sent = play(read_pages(UID, 6, 1, selected=True), [SILENCE, *REACHED, back])
    assert [frame[:2] for frame in sent] == ["30", "50", "52", "93", "95", "30"]
    paws = bytes.fromhex("CAFEBABE")
    _, sent = play(write_page(UID, 6, paws, selected=True), [ACK, back])
    assert [frame[:4] for frame in sent] == ["A206", "3006"]
    _, sent = play(write_page(UID, 6, paws, selected=True), [SILENCE, *REACHED, back])
    assert [frame[:2] for frame in sent] == ["A2", "50", "52", "93", "95", "30"]


def test_a_tag_that_is_not_there_is_told_in_one_line() -> None:
    with pytest.raises(TagGone, match=f"{UID} does not answer: lay it on the reader") as gone:
        play(read_pages(UID, 4, 4), [])
    assert "\n" not in str(gone.value)


def test_a_tag_that_leaves_before_its_answer_is_told() -> None:
    with pytest.raises(TagGone):
        play(read_pages(UID, 4, 4), REACHED)


def test_a_tag_that_refuses_is_told() -> None:
    with pytest.raises(TagRefused, match="refuses to read page 200"):
        play(read_pages(UID, 200, 4), [*REACHED, NAK])


def test_a_page_is_written_and_read_back() -> None:
    back = with_crc("CAFEBABE" + "00" * 12)
    _, sent = play(write_page(UID, 6, bytes.fromhex("CAFEBABE")), [*REACHED, ACK, back])
    assert sent[4].startswith("A206CAFEBABE")
    assert sent[5].startswith("3006")


def test_what_reads_back_otherwise_was_not_written() -> None:
    back = with_crc("00000000" + "00" * 12)
    with pytest.raises(NotWritten, match=f"page 6 of {UID}, but it reads 00000000"):
        play(write_page(UID, 6, bytes.fromhex("CAFEBABE")), [*REACHED, ACK, back])


def test_a_lost_acknowledgement_does_no_harm() -> None:
    back = with_crc("CAFEBABE" + "00" * 12)
    play(write_page(UID, 6, bytes.fromhex("CAFEBABE")), [*REACHED, SILENCE, *REACHED, back])


def test_a_write_that_is_refused_is_told() -> None:
    with pytest.raises(TagRefused, match="refuses to write page 6"):
        play(write_page(UID, 6, bytes(4)), [*REACHED, NAK])


@pytest.mark.parametrize("page", [-1, 0, 2, 3, 256])
def test_pages_with_uid_and_lock_bits_are_never_written(page: int) -> None:
    with pytest.raises(ValueError, match="not for the user's data"):
        play(write_page(UID, page, bytes(4)), [])


def test_other_sizes_and_pages_no_tag_has_are_refused() -> None:
    with pytest.raises(ValueError, match="4 bytes, not 3"):
        play(write_page(UID, 6, bytes(3)), [])
    with pytest.raises(ValueError, match="no pages 250 to 259"):
        play(read_pages(UID, 250, 10), [])
    with pytest.raises(ValueError, match="no pages"):
        play(read_pages(UID, 4, 0), [])

"""Frames of the cable: their bytes, any chunks, any garbage before them, and no end of noise."""

from __future__ import annotations

import tracemalloc
from random import Random

import pytest
from cobs import cobs
from hypothesis import given
from hypothesis import strategies as st
from meadow.link.frames import MOST_BYTES, Deframer, content_of, frame_of

CONTENTS = st.lists(st.binary(min_size=1, max_size=40), min_size=1, max_size=6)
GARBAGE = st.binary(max_size=60)

# 00, then COBS of the content and its CRC-32 (low byte first), then 00. The checksums come from a
# program that goes bit by bit, as the definition does, by which that of 123456789 is cbf43926.
BY_HAND = [
    (b"123456789", "00 0e 313233343536373839 2639f4cb 00"),
    (b"\x00", "00 01 05 8def02d2 00"),  # a zero is counted, not sent
    (b"\x00\x00", "00 01 01 05 ff12d941 00"),
    (b"a\x00b", "00 02 61 06 62 7178e815 00"),
    # 250 bytes and their CRC are 254 without a zero: a full count with nothing behind it.
    (b"a" * 250, "00 ff" + " 61" * 250 + "82db6780 00"),
    # One more, and the last byte of the CRC has a count of its own.
    (b"a" * 251, "00 ff" + " 61" * 251 + "943b81 02 eb 00"),
]


@pytest.mark.parametrize(("content", "written"), BY_HAND, ids=range(len(BY_HAND)))
def test_a_frame_is_these_bytes(content: bytes, written: str) -> None:
    frame = bytes.fromhex(written)
    assert frame_of(content) == frame
    assert Deframer().feed(frame) == [content]


def test_a_zero_byte_stands_only_before_and_behind_a_frame() -> None:
    for content in (bytes(MOST_BYTES), bytes([0, 1]) * 300, b"\xff" * 600):
        frame = frame_of(content)
        assert (frame[:1], frame[-1:], 0 in frame[1:-1]) == (b"\0", b"\0", False)


@given(st.lists(st.tuples(st.integers(0, 520), st.booleans()), min_size=1, max_size=5))
def test_ours_is_the_cobs_of_others(runs: list[tuple[int, bool]]) -> None:
    content = b"".join([b"\7" * length + b"\0" * zero for length, zero in runs]) or b"\7"
    coded = frame_of(content)[1:-1]
    assert coded == cobs.encode(cobs.decode(coded))
    assert cobs.decode(coded)[:-4] == content


@pytest.mark.parametrize("length", [0, MOST_BYTES + 1])
def test_no_frame_is_empty_or_longer_than_the_longest(length: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 8192 bytes, not {length}"):
        frame_of(bytes(length))


def test_the_longest_frame_is_read_whatever_it_holds() -> None:
    for content in (bytes(MOST_BYTES), b"\1" * MOST_BYTES, bytes([0, 255]) * (MOST_BYTES // 2)):
        assert Deframer().feed(frame_of(content)) == [content]


def test_a_longer_content_is_no_frame_even_if_its_checksum_is_right() -> None:
    too_long = b"\1\0" * (MOST_BYTES // 2) + b"\1"
    coded = cobs.encode(too_long + bytes.fromhex("9c2b7731"))
    assert len(coded) <= len(frame_of(b"\1" * MOST_BYTES))  # its length alone does not tell
    assert content_of(coded) is None


@pytest.mark.parametrize(
    "written",
    [
        "31",  # a count, and less than that behind it
        "05 8def02d2",  # a checksum of nothing
        "01 05 8def02d3",  # a wrong checksum
        "0e 313233343536373839 cbf43926",  # the checksum the wrong way round
        "ff 01",
        "01",
    ],
)
def test_what_is_no_frame_is_dropped_and_counted(written: str) -> None:
    frames = Deframer()
    assert frames.feed(b"\0" + bytes.fromhex(written) + b"\0") == []
    assert frames.dropped == 1
    assert frames.feed(frame_of(b"next")) == [b"next"]


def test_zero_bytes_between_frames_mean_nothing() -> None:
    frames = Deframer()
    assert frames.feed(bytes(9) + frame_of(b"a") + bytes(9) + frame_of(b"b")) == [b"a", b"b"]
    assert frames.dropped == 0


@given(CONTENTS, GARBAGE, st.data())
def test_chunks_make_no_difference(
    contents: list[bytes], garbage: bytes, data: st.DataObject
) -> None:
    stream = garbage + b"".join(map(frame_of, contents))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=20)))
    at_once, in_chunks = Deframer(), Deframer()
    whole = at_once.feed(stream)
    found = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        found += in_chunks.feed(stream[start:end])
    assert found == whole
    assert in_chunks.dropped == at_once.dropped


@given(CONTENTS)
def test_byte_by_byte_makes_no_difference(contents: list[bytes]) -> None:
    frames = Deframer()
    stream = b"".join(map(frame_of, contents))
    assert [one for byte in stream for one in frames.feed(bytes([byte]))] == contents


@given(CONTENTS, GARBAGE)
def test_garbage_before_a_frame_costs_none_of_ours(contents: list[bytes], garbage: bytes) -> None:
    frames = Deframer()
    frames.feed(garbage)
    found = [one for content in contents for one in frames.feed(frame_of(content))]
    # What stood in the garbage may end with the first zero; behind it every frame is whole.
    assert found[-len(contents) :] == contents
    assert len(found) <= len(contents) + 1


@given(CONTENTS, GARBAGE)
def test_garbage_costs_one_frame_of_a_sender_that_sets_no_zero_before(
    contents: list[bytes], garbage: bytes
) -> None:
    frames = Deframer()
    frames.feed(garbage)
    found = [one for content in contents for one in frames.feed(frame_of(content)[1:])]
    assert found[len(found) - len(contents) + 1 :] == contents[1:]


@given(CONTENTS, GARBAGE, st.data())
def test_garbage_within_a_stream_costs_the_frame_it_hits(
    contents: list[bytes], garbage: bytes, data: st.DataObject
) -> None:
    hit = data.draw(st.integers(0, len(contents) - 1))
    frame = frame_of(contents[hit])
    at = data.draw(st.integers(0, len(frame)))
    before = b"".join(map(frame_of, contents[:hit]))
    after = b"".join(map(frame_of, contents[hit + 1 :]))
    found = Deframer().feed(before + frame[:at] + garbage + frame[at:] + after)
    assert found[:hit] == contents[:hit]
    assert found[len(found) - len(contents) + hit + 1 :] == contents[hit + 1 :]


def test_endless_noise_fills_no_memory_and_hides_no_frame() -> None:
    dice, frames = Random(5), Deframer()
    noise = bytes(dice.choices(range(1, 256), k=65536))
    frames.feed(noise)
    tracemalloc.start()
    for _ in range(200):
        assert frames.feed(noise) == []
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 200_000  # 13 MB came; what is kept is a part of it and a copy
    assert frames.dropped == 0  # none of it has ended yet
    assert frames.feed(frame_of(b"at last")) == [b"at last"]
    assert frames.dropped == 1

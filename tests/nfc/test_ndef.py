"""A piece's name as an NDEF message: bytes written out by hand from the NFC Forum's layouts."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from meadow.nfc.ndef import NdefError, decode, encode, name_in, spot_of, tlv, with_name

RAKE = bytes.fromhex("D1 01 12 54 02 656E 6D6561646F773A 72616B652E726564")
"""MB ME SR well-known, type 1 byte, payload 18 bytes, "T", UTF-8 and 2 letters of language, "en",
"meadow:", "rake.red"."""
URI = bytes.fromhex("51 01 04 55 03 612E62")
"""ME SR well-known, "U", http://a.b"""
FOREIGN = bytes.fromhex("11 01 06 54 02 6465 486173")
"""A text in the middle, German: "Has"."""
NAMES = st.from_regex(r"[!-~]{1,100}", fullmatch=True)


def as_first(record: bytes) -> bytes:
    return bytes([record[0] & 0x3F | 0x80]) + record[1:]


def as_last(record: bytes) -> bytes:
    return bytes([record[0] & 0x3F | 0x40]) + record[1:]


def between(record: bytes) -> bytes:
    return bytes([record[0] & 0x3F]) + record[1:]


# ------------------------------------------------------------------------------ the bytes


def test_a_name_is_one_text_record_in_a_message_block_with_a_terminator() -> None:
    assert encode("rake.red") == bytes.fromhex("03 16") + RAKE + b"\xfe"


def test_the_longest_name_takes_117_bytes() -> None:
    area = encode("x" * 100)
    assert area[:10].hex(" ").upper() == "03 72 D1 01 6E 54 02 65 6E 6D"
    assert len(area) == 117
    assert decode(area) == "x" * 100


@pytest.mark.parametrize("name", ["", "x" * 101, "two words", "zwölf", "line\n", "tab\t"])
def test_what_cannot_be_a_name_is_not_written(name: str) -> None:
    with pytest.raises(ValueError, match="a name has 1 to 100"):
        encode(name)


def test_a_message_of_255_bytes_or_more_has_a_length_of_three_bytes() -> None:
    assert tlv(bytes(254))[:2].hex() == "03fe"
    assert tlv(bytes(255))[:4].hex() == "03ff00ff"
    assert tlv(bytes(0x0203))[:4].hex() == "03ff0203"
    with pytest.raises(ValueError, match="at most 65534 bytes, not 65535"):
        tlv(bytes(65535))


# ------------------------------------------------------------------------- the data area


@pytest.mark.parametrize(
    "before",
    [
        "",
        "00 00 00",
        "01 03 A0 0C 34",  # lock control, as an NTAG213 is delivered with
        "02 03 A0 10 44 00",  # memory control
        "FD 02 CA FE",  # somebody's own
        "01 03 A0 0C 34 02 03 A0 10 44 00 FD 00",
    ],
)
def test_other_blocks_before_the_message_are_skipped(before: str) -> None:
    skipped = bytes.fromhex(before)
    assert decode(skipped + encode("rake.red")) == "rake.red"
    spot = spot_of(skipped + encode("rake.red"), len(skipped) + 25)
    assert (spot.at, spot.first, spot.end) == (
        len(skipped),
        len(skipped) + 2,
        len(skipped) + 24,
    )


def test_a_message_with_a_length_of_three_bytes_is_read() -> None:
    assert decode(bytes.fromhex("03 FF 00 16") + RAKE) == "rake.red"


@pytest.mark.parametrize(
    "area",
    [
        "",
        "03 00 FE 00",  # as delivered
        "01 03 A0 0C 34 03 00 FE",
        "FE",
        "FE 03 04 D1 01 00 54",  # nothing counts after the terminator
        "00 00 00 00",
        "03 03 D0 00 00 FE",  # one record that is empty
    ],
)
def test_an_area_without_a_name_has_none(area: str) -> None:
    assert decode(bytes.fromhex(area)) is None


@pytest.mark.parametrize(
    "area",
    [
        "03",
        "03 05 D1 01",
        "03 FF",
        "03 FF 01",
        "03 FF 01 00 D1",
        "01 03 A0 0C 34 05 50",
    ],
)
def test_a_block_longer_than_the_memory_is_no_ndef(area: str) -> None:
    with pytest.raises(NdefError, match="one of its blocks is longer than the memory"):
        decode(bytes.fromhex(area))


def test_an_area_is_learned_no_further_than_needed() -> None:
    area = bytes.fromhex("01 03 A0 0C 34 00") + encode("rake.red") + bytes(100)
    known, asked = 0, []
    while (spot := spot_of(area[:known], len(area))).needs > known:
        known = spot.needs
        asked.append(known)
    # The lock control's length, the NULL, the message's type, its length, all of it.
    assert asked == [1, 2, 6, 7, 8, 30]
    assert area[spot.first : spot.end] == RAKE


@pytest.mark.parametrize(
    ("area", "at"),
    [
        ("01 03 A0 0C 34 03 00 FE", 5),
        ("01 03 A0 0C 34 00 00 FE 00", 5),
        ("00 00 00 00 00 00 00 00", 0),
        ("FE 00 00 00 00 00 00 00", 0),
        ("01 03 A0 0C 34 03 99 D1", 5),
        ("01 03 A0 0C 34 FD 01 CA FE", 8),
        ("00 00 01 05 CA FE CA FE CA FE 03", 0),
        ("07 02 CA FE 00 00 00 00", 0),
    ],
)
def test_a_message_is_put_where_one_is_or_after_what_must_stay(area: str, at: int) -> None:
    data = bytes.fromhex(area)
    assert spot_of(data, len(data)).at == at


# ------------------------------------------------------------------------------- records


def test_a_name_is_found_among_other_records() -> None:
    message = as_first(URI) + between(FOREIGN) + between(RAKE) + as_last(URI)
    assert name_in(message) == "rake.red"


def test_of_two_names_the_first_counts() -> None:
    other = with_name(b"", "rake.blue")
    assert name_in(as_first(other) + as_last(RAKE)) == "rake.blue"


def test_a_record_with_a_number_of_its_own_and_a_long_length_is_read() -> None:
    raw = bytes.fromhex("C9 01 00000012 02 54 4E31") + RAKE[4:]
    assert name_in(raw) == "rake.red"


@pytest.mark.parametrize(
    "payload",
    [
        "82 656E FEFF 006D006500610064006F0077003A0061",
        "82 656E FFFE 6D006500610064006F0077003A006100",
        "82 656E 006D006500610064006F0077003A0061",
        "00 6D6561646F773A61",
        "05 656E2D5553 6D6561646F773A61",
    ],
)
def test_a_text_in_utf_16_or_of_another_language_counts_too(payload: str) -> None:
    data = bytes.fromhex(payload)
    assert name_in(bytes([0xD1, 1, len(data), 0x54]) + data) == "a"


@pytest.mark.parametrize(
    "payload",
    [
        "",
        "02 656E 72616B652E726564",  # rake.red
        "02 656E 6D6561646F773A",  # meadow:
        "02 656E 4D6561646F773A61",  # Meadow:a
        "02 656E 206D6561646F773A61",  # a space before
        "02 656E 6D6561646F773A612062",  # meadow:a b
        "02 656E 6D6561646F773AFF",  # no UTF-8
        "82 656E 006D00",  # half a letter
        "3F 656E",  # a language longer than the record
        "02 656E 6D6561646F773A" + "78" * 101,  # too long
    ],
)
def test_a_text_that_is_no_name_of_ours_is_not_mistaken_for_one(payload: str) -> None:
    data = bytes.fromhex(payload)
    assert name_in(bytes([0xD1, 1, len(data), 0x54]) + data) is None


@pytest.mark.parametrize("first", ["D2", "D4", "D7"])
def test_the_same_bytes_of_another_kind_are_no_name(first: str) -> None:
    assert name_in(bytes.fromhex(first) + RAKE[1:]) is None


def test_a_name_in_chunks_is_none() -> None:
    first = bytes.fromhex("B1 01 0B 54 02 656E") + b"meadow:a"
    assert name_in(first + bytes.fromhex("56 00 01 62")) is None


@pytest.mark.parametrize(
    "message",
    [
        "D1",
        "D1 01 12",
        "D1 01 12 54",
        "C1 01 00 00",
        "D9 01 00",
        RAKE[:-1].hex(),
        (RAKE + b"\x00").hex(),
        (RAKE + RAKE).hex(),
        between(RAKE).hex(),
        as_first(RAKE).hex(),
        as_last(RAKE).hex(),
        "00",
    ],
)
def test_what_is_no_message_raises_one_kind_of_error(message: str) -> None:
    with pytest.raises(NdefError) as caught:
        name_in(bytes.fromhex(message))
    assert "\n" not in str(caught.value)


def test_with_a_wrong_length_a_message_bears_no_name() -> None:
    right = len(RAKE)
    for length in range(256):
        area = bytes([3, length]) + RAKE + b"\xfe" + bytes(300)
        try:
            name = decode(area)
        except NdefError:
            name = None
        assert name == ("rake.red" if length == right else None)


def test_the_beginning_of_a_long_message_may_do() -> None:
    message = with_name(as_first(URI) + as_last(b"\x12\x01\xc8T" + bytes(200)), "rake.red")
    assert name_in(message[:40], whole=False) == "rake.red"
    assert name_in(message[:20], whole=False) is None
    with pytest.raises(NdefError, match="does not end where it says"):
        name_in(RAKE, whole=False)


# ------------------------------------------------------------------------ beside others


def test_a_name_goes_before_all_else_and_takes_the_place_of_the_old_one() -> None:
    old = as_first(URI) + between(RAKE) + as_last(FOREIGN)
    assert with_name(old, "a") == (
        bytes.fromhex("91 01 0B 54 02 656E 6D6561646F773A 61") + between(URI) + as_last(FOREIGN)
    )


@pytest.mark.parametrize("old", [b"", b"\x00", RAKE, RAKE[:-1], b"\xff" * 40])
def test_a_name_or_what_is_no_message_is_replaced(old: bytes) -> None:
    assert with_name(old, "rake.red") == RAKE


# ----------------------------------------------------------------------------- by chance


@given(NAMES)
@example("meadow:")
def test_any_name_comes_back(name: str) -> None:
    assert decode(encode(name)) == name


@given(st.lists(st.binary(max_size=300), max_size=3), NAMES, NAMES)
def test_any_name_beside_other_records_comes_back_and_they_stay(
    payloads: list[bytes], name: str, later: str
) -> None:
    raws = [b"\x02\x01" + len(one).to_bytes(4, "big") + b"x" + one for one in payloads]
    other = as_first(b"".join(raws)) if raws else b""
    last = len(other) - len(raws[-1]) if raws else 0
    message = other[:last] + bytes([other[last] | 0x40]) + other[last + 1 :] if raws else b""
    named = with_name(with_name(message, name), later)
    assert decode(tlv(named)) == later
    assert all(raw[1:] in named for raw in raws)


@given(st.binary(max_size=200))
def test_arbitrary_bytes_raise_nothing_else(area: bytes) -> None:
    try:
        name = decode(area)
    except NdefError:
        return
    assert name is None or name.isascii()


@given(st.data())
def test_any_byte_changed_gives_a_name_or_none_or_this_error(data: st.DataObject) -> None:
    area = bytearray(bytes.fromhex("0103A00C34") + encode("token.heather.acorn"))
    at = data.draw(st.integers(0, len(area) - 1))
    area[at] = data.draw(st.integers(0, 255))
    try:
        decode(bytes(area))
    except NdefError:
        return
    # No change of what holds the name together can make another name of it.
    assert at >= 21 or decode(bytes(area)) in (None, "token.heather.acorn")

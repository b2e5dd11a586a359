"""Names on tags: what is read and written of a tag's memory, and what is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from meadow.nfc.naming import read_name, write_name
from meadow.nfc.tag_names import TagLocked
from meadow.nfc.type2 import NotType2, NotWritten, TagError, TagGone

from tests.nfc.tag_memory import UID, MemoryTag

LOCK_CONTROL = "0103A00C34"
"""With it an NTAG213 is delivered."""
RED = "0316 D101125402656E 6D6561646F773A 72616B652E726564 FE"
"""The name rake.red, as in test_ndef.py."""
LONG = "0364 D1016055" + bytes(range(96)).hex() + "FE"
"""Somebody's address of 96 bytes."""
TOKEN = "token.heather.acorn"


def named(tag: MemoryTag) -> str | None:
    """What the tag is read to be called; its notes start anew."""
    tag.lift_after = None
    name = tag.converse(read_name(UID))
    tag.reads.clear()
    tag.writes.clear()
    return name


def writing(tag: MemoryTag, name: str) -> str:
    """The line with which writing the name is refused."""
    before = bytes(tag.memory)
    with pytest.raises(TagError) as caught:
        tag.converse(write_name(UID, name))
    assert bytes(tag.memory) == before, "a refused tag stays as it is"
    assert "\n" not in str(caught.value)
    return f"{type(caught.value).__name__}: {caught.value}"


# -------------------------------------------------------------------------------- reading


@pytest.mark.parametrize("before", ["", LOCK_CONTROL, "000000"])
def test_a_name_is_read(before: str) -> None:
    assert MemoryTag(before + RED).converse(read_name(UID)) == "rake.red"


def test_a_blank_tag_costs_one_read_and_a_named_one_no_more_than_its_name_needs() -> None:
    blank = MemoryTag(LOCK_CONTROL + "0300FE")
    assert blank.converse(read_name(UID)) is None
    assert blank.reads == [3]
    red = MemoryTag(RED)
    assert red.converse(read_name(UID)) == "rake.red"
    assert red.reads == [3, 7]  # 4 bytes of capability container, 24 of the message
    token = MemoryTag(LOCK_CONTROL)
    token.converse(write_name(UID, TOKEN))
    token.reads.clear()
    assert token.converse(read_name(UID)) == TOKEN
    assert token.reads == [3, 7, 11]


@pytest.mark.parametrize(
    "area",
    ["", "FE", "0300FE", "03FFFFFF", "0399", "0304D101FF54", "0303D00000FE", "00" * 144],
)
def test_a_tag_without_a_name_has_none(area: str) -> None:
    assert MemoryTag(area).converse(read_name(UID)) is None


@pytest.mark.parametrize("page", ["00000000", "F110FFEE", "E1201200", "E1100000"])
def test_a_tag_that_is_not_made_for_ndef_has_no_name(page: str) -> None:
    tag = MemoryTag(RED)
    tag.memory[12:16] = bytes.fromhex(page)
    assert tag.converse(read_name(UID)) is None
    assert tag.reads == [3]
    line = f"NotType2: {UID} is not made for NDEF (its page 3 reads {page}): use an NTAG213,"
    assert writing(tag, "rake.red").startswith(line)


def test_a_tag_of_another_kind_says_so() -> None:
    tag = MemoryTag(RED)
    tag.sak = 0x08
    with pytest.raises(NotType2) as caught:
        tag.converse(read_name(UID))
    line = f"{UID} is no NFC Forum Type 2 tag (its SAK is 08h): use an NTAG213, 215 or 216"
    assert str(caught.value) == line
    assert writing(tag, "rake.red") == f"NotType2: {line}"
    assert tag.reads == []


def test_of_a_long_message_the_beginning_is_read() -> None:
    long_uri = bytes.fromhex("D101F05503") + b"x" * 239
    tag = MemoryTag("03F4" + long_uri.hex(), "NTAG216")
    assert tag.converse(read_name(UID)) is None
    assert len(tag.reads) <= 11
    tag.converse(write_name(UID, TOKEN))
    assert long_uri[1:] in tag.area
    tag.reads.clear()
    assert tag.converse(read_name(UID)) == TOKEN
    assert len(tag.reads) <= 11


def test_a_blank_that_ends_nowhere_is_not_read_to_its_end() -> None:
    tag = MemoryTag("", "NTAG216")
    tag.memory[16:24] = bytes(8)
    assert tag.converse(read_name(UID)) is None
    assert len(tag.reads) <= 11


# -------------------------------------------------------------------------------- writing


@pytest.mark.parametrize("kind", ["NTAG213", "NTAG215", "NTAG216"])
@pytest.mark.parametrize("area", ["0300FE", LOCK_CONTROL + "0300FE", "", "FE", "0399", RED])
def test_a_name_is_written_and_read_back(kind: str, area: str) -> None:
    tag = MemoryTag(area, kind)
    tag.converse(write_name(UID, TOKEN))
    assert named(tag) == TOKEN
    assert all(4 <= page < 16 for page, _ in tag.writes)


def test_the_memory_is_as_the_layout_wants_it() -> None:
    tag = MemoryTag(LOCK_CONTROL + "0300FE")
    tag.converse(write_name(UID, "rake.red"))
    wanted = bytes.fromhex(LOCK_CONTROL + RED)
    assert tag.area == wanted + bytes(len(tag.area) - len(wanted))


def test_the_length_is_taken_away_first_and_set_last() -> None:
    tag = MemoryTag(RED)
    tag.converse(write_name(UID, "rake.blue"))
    pages = [page for page, _ in tag.writes]
    assert (pages[0], pages[-1]) == (4, 4)
    assert 4 not in pages[1:-1]
    assert tag.writes[0][1].hex() == "0300d101"
    assert tag.writes[-1][1].hex() == "0317d101"


def test_only_pages_that_differ_are_written() -> None:
    tag = MemoryTag(RED)
    tag.converse(write_name(UID, "rake.rod"))
    assert [page for page, _ in tag.writes] == [4, 9, 4]


def test_a_tag_that_bears_the_name_already_is_left_alone_even_if_it_is_locked() -> None:
    tag = MemoryTag(RED)
    tag.lock(2, 0xFFFF)
    tag.converse(write_name(UID, "rake.red"))
    assert tag.writes == []


def test_what_else_is_on_the_tag_is_kept() -> None:
    tag = MemoryTag("0308 D1010455 03612E62 FE")
    tag.converse(write_name(UID, "a"))
    assert tag.area.startswith(
        bytes.fromhex("0317 91010B5402656E6D6561646F773A61 51010455 03612E62 FE")
    )
    tag.converse(write_name(UID, TOKEN))
    assert named(tag) == TOKEN
    assert bytes.fromhex("51010455 03612E62 FE") in tag.area


def test_a_page_that_was_spoiled_by_noise_is_written_again() -> None:
    tag = MemoryTag()
    tag.forgets = {6}
    tag.forgets_until = 2
    tag.converse(write_name(UID, "rake.red"))
    assert [page for page, _ in tag.writes].count(6) == 3
    assert named(tag) == "rake.red"


# -------------------------------------------------------------------- what is refused


def test_no_name_that_could_not_be_read_again_is_written() -> None:
    with pytest.raises(ValueError, match="a name has 1 to 100"):
        MemoryTag().converse(write_name(UID, "two words"))


@pytest.mark.parametrize("bits", [1 << 4, 1 << 6, 1 << 9])
def test_a_tag_with_static_locks_says_so(bits: int) -> None:
    tag = MemoryTag()
    tag.lock(2, bits)
    page = bits.bit_length() - 1
    assert writing(tag, "rake.red") == (
        f"TagLocked: {UID} is locked: page {page} can only be read; leave it as it is, or use "
        "another tag"
    )


def test_locks_of_pages_that_the_name_does_not_need_are_no_matter() -> None:
    tag = MemoryTag()
    tag.lock(2, 1 << 3 | 1 << 11 | 7)
    tag.lock(40, 0xFFFF)
    tag.converse(write_name(UID, "rake.red"))
    assert named(tag) == "rake.red"


@pytest.mark.parametrize(
    ("kind", "page", "bits", "locked"),
    [
        ("NTAG213", 40, 1 << 0, 16),
        ("NTAG213", 40, 1 << 8, 32),
        ("NTAG215", 130, 1 << 1, 32),
        ("NTAG216", 226, 1 << 0, 16),
    ],
)
def test_a_tag_with_dynamic_locks_says_so(kind: str, page: int, bits: int, locked: int) -> None:
    tag = MemoryTag(LONG, kind)
    tag.lock(page, bits)
    assert f"page {locked} can only be read" in writing(tag, TOKEN)


def test_a_tag_whose_container_forbids_writing_says_so() -> None:
    tag = MemoryTag()
    tag.memory[15] = 0x0F
    assert "is locked: its capability container forbids to write" in writing(tag, "rake.red")


def test_a_tag_that_refuses_a_page_says_so_and_bears_no_name() -> None:
    tag = MemoryTag(RED)
    tag.locked = {8}
    with pytest.raises(TagLocked, match="it refuses to let page 8 be written"):
        tag.converse(write_name(UID, "rook.red"))
    assert named(tag) is None


def test_a_tag_that_is_full_says_so() -> None:
    tag = MemoryTag("0382 D1017E55" + "55" * 126)
    assert writing(tag, "rake.red") == (
        f"TagTooSmall: {UID} is full: its name and what else is on it take 154 bytes of 144; erase "
        "it, or use a larger tag"
    )


def test_a_tag_that_says_to_be_larger_than_it_is_is_not_written_beyond_its_end() -> None:
    tag = MemoryTag("0382 D1017E55" + "55" * 126)
    tag.memory[14] = 0x3E
    assert "take 156 bytes of 144" in writing(tag, "rake.red")


def test_a_name_may_fill_the_memory_to_its_last_byte() -> None:
    fits = "0378 D1017455" + "55" * 116
    tag = MemoryTag(fits)
    tag.converse(write_name(UID, "rake.red"))
    assert (named(tag), tag.area[-1]) == ("rake.red", 0x55)
    assert writing(MemoryTag(fits), "rake.redd").startswith("TagTooSmall")


def test_a_tag_that_tells_no_version_is_written_all_the_same() -> None:
    tag = MemoryTag(LONG)
    tag.knows_version = False
    tag.converse(write_name(UID, TOKEN))
    assert named(tag) == TOKEN


def test_a_tag_that_acknowledges_and_keeps_nothing_says_so() -> None:
    tag = MemoryTag(RED)
    tag.forgets = {8}
    with pytest.raises(NotWritten, match=f"page 8 of {UID}, but it reads 72616b65"):
        tag.converse(write_name(UID, TOKEN))
    assert named(tag) is None


def test_a_tag_that_is_not_there_says_so() -> None:
    tag = MemoryTag()
    tag.lift_after = 0
    for program in (read_name(UID), write_name(UID, "rake.red")):
        with pytest.raises(TagGone, match=f"{UID} does not answer"):
            tag.converse(program)


# ----------------------------------------------------------------- lifted in the middle


def every_cut(make: Callable[[], MemoryTag], name: str) -> list[str | None]:
    """What the tag is called when it was lifted after each of its writes."""
    whole = make()
    whole.converse(write_name(UID, name))
    names = []
    for count in range(len(whole.writes) + 1):
        tag = make()
        tag.lift_after = count
        if count < len(whole.writes):
            with pytest.raises(TagGone):
                tag.converse(write_name(UID, name))
        names.append(named(tag if count < len(whole.writes) else whole))
    return names


AREAS = ["", "0300FE", LOCK_CONTROL + RED, "0000FE", "0000" + RED, "000000FE99" + "99" * 20]


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("name", ["rake.rod", "a", TOKEN])
def test_a_tag_lifted_half_way_bears_its_old_name_or_none(area: str, name: str) -> None:
    old = named(MemoryTag(area))
    names = every_cut(lambda: MemoryTag(area), name)
    assert names == [old] + [None] * (len(names) - 2) + [name]


@given(
    st.sampled_from(AREAS),
    st.sampled_from(["rake.rod", "a", TOKEN, "x" * 100]),
    st.integers(1, 40),
    # What looks like somebody's own block would be kept, and the tag be full.
    st.binary(min_size=4, max_size=4).filter(lambda torn: 0xFD not in torn),
)
def test_a_page_torn_in_the_middle_never_makes_another_name(
    area: str, name: str, cut: int, torn: bytes
) -> None:
    tag = MemoryTag(area)
    tag.lift_after, tag.torn = cut, torn
    try:
        tag.converse(write_name(UID, name))
    except TagError:
        assert named(tag) in (None, name)
    tag.lift_after = None
    tag.converse(write_name(UID, name))
    assert named(tag) == name

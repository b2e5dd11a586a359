"""Every inventory is complete: whatever the UIDs, and whatever collisions are counted from."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from meadow.nfc.anticollision import Found, Tree, collided_bit
from meadow.nfc.iso14443a import HLTA, REQA, WUPA, Ask, Kind, Program, Reply

from tests.nfc.air import Air, Reading, Tag


def search(tree: Tree) -> Program[list[Found]]:
    while (yield from tree.next_tag()) is not None:
        pass
    return tree.found


def found_by(air: Air, tree: Tree) -> list[str]:
    return [found.uid for found in air.converse(search(tree))]


@st.composite
def uid_sets(draw: st.DrawFn, most: int = 8) -> list[str]:
    """1 to 8 UIDs of 4, 7 and 10 bytes that tend to begin alike, also where levels meet."""
    seeds = draw(st.lists(st.binary(min_size=10, max_size=10), min_size=1, max_size=2))
    seeds = [b"\x88" + seed[:9] if draw(st.booleans()) else seed for seed in seeds]
    uids = set()
    for _ in range(draw(st.integers(1, most))):
        seed = draw(st.sampled_from(seeds))
        bit = draw(st.integers(0, 79))
        changed = int.from_bytes(seed, "little") ^ draw(st.sampled_from([0, 1, 3, 0x81])) << bit
        tail = draw(st.integers(0, 79))
        changed ^= draw(st.integers(0, 255)) << tail
        whole = (changed & (1 << 80) - 1).to_bytes(10, "little")
        uids.add(whole[: draw(st.sampled_from([4, 7, 10]))].hex().upper())
    return sorted(uids)


def told_apart_awake(uids: list[str]) -> bool:
    """Whether no whole UID is also the first levels of another; the standard forbids those, for
    they answer to the same SELECT. Such tags are told apart only by sending one to rest.
    """
    levels = [tuple(Tag(uid).levels) for uid in uids]
    return not any(
        short[-1] == long[len(short) - 1] and short[:-1] == long[: len(short) - 1]
        for short in levels
        for long in levels
        if len(short) < len(long)
    )


@settings(max_examples=250, deadline=None)
@given(uid_sets(), st.sampled_from(Reading), st.booleans())
def test_every_set_of_newcomers_is_found_whole(
    uids: list[str], reading: Reading, stays_ready: bool
) -> None:
    tags = [Tag(uid, stays_ready=stays_ready) for uid in uids]
    tree = Tree(REQA, most=16)
    assert sorted(found_by(Air(tags, reading), tree)) == uids
    assert tree.complete
    assert all(tag.halted for tag in tags)


@settings(max_examples=150, deadline=None)
@given(uid_sets(), st.sampled_from(Reading), st.booleans(), st.data())
def test_every_inventory_of_tags_at_rest_and_newcomers_is_whole(
    uids: list[str], reading: Reading, stays_ready: bool, data: st.DataObject
) -> None:
    assume(told_apart_awake(uids))
    tags = [Tag(uid, stays_ready=stays_ready) for uid in uids]
    for tag in tags:
        tag.halted = data.draw(st.booleans())
    assert sorted(found_by(Air(tags, reading), Tree(WUPA, most=16))) == uids


@settings(max_examples=60, deadline=None)
@given(uid_sets(most=4), uid_sets(most=4), st.sampled_from(Reading))
def test_newcomers_are_found_among_tags_at_rest(
    lying: list[str], new: list[str], reading: Reading
) -> None:
    new = [uid for uid in new if uid not in lying]
    at_rest = [Tag(uid) for uid in lying]
    for tag in at_rest:
        tag.halted = True
    air = Air([*at_rest, *[Tag(uid) for uid in new]], reading)
    assert sorted(found_by(air, Tree(REQA))) == sorted(new)


@pytest.mark.parametrize("reading", Reading)
def test_two_tags_that_differ_in_the_last_bit_of_ten_bytes_are_told_apart(
    reading: Reading,
) -> None:
    uids = ["04A1B2C3D4E58011223344"[:18] + "33", "04A1B2C3D4E58011223344"[:18] + "B3"]
    assert sorted(found_by(Air([Tag(uid) for uid in uids], reading), Tree())) == uids


def test_one_empty_field_costs_one_frame() -> None:
    air = Air([])
    tree = Tree()
    assert found_by(air, tree) == []
    assert air.asked == [REQA]
    assert tree.complete
    assert not tree.heard


def test_open_branches_are_remembered_from_tag_to_tag() -> None:
    # Four tags that differ in the first two bits: three collisions in all, so 3 + 4 frames of
    # anticollision; beginning anew at the root would take 3 + 2 + 1 collisions.
    air = Air([Tag(uid) for uid in ("00000000", "01000000", "02000000", "03000000")])
    assert sorted(found_by(air, Tree())) == ["00000000", "01000000", "02000000", "03000000"]
    anticollisions = [ask for ask in air.asked if len(ask.data) > 1 and ask.expect in (5, 4)]
    assert len(anticollisions) == 7
    assert air.asked.count(REQA) == 5
    assert air.asked.count(HLTA) == 4


def test_a_four_byte_uid_may_begin_with_the_cascade_tag() -> None:
    # DarkFlippers/unleashed-firmware#1075
    (found,) = Air([Tag("8804A1B2", sak=0x08)]).converse(search(Tree()))
    assert found == Found("8804A1B2", 0x08, 1)


def test_each_level_adds_a_proof() -> None:
    tags = [Tag("DEADBEEF"), Tag("04A1B2C3D4E580", 0), Tag("04A1B2C3D4E580112233", 0x20)]
    found = Air(tags).converse(search(Tree()))
    assert sorted(found) == [
        Found("04A1B2C3D4E580", 0x00, 2),
        Found("04A1B2C3D4E580112233", 0x20, 3),
        Found("DEADBEEF", 0x08, 1),
    ]


def test_a_short_uid_that_is_the_first_level_of_a_long_one_is_found_beside_it() -> None:
    tags = [Tag("8804A1B2"), Tag("04A1B2C3D4E580", 0)]
    assert sorted(found_by(Air(tags), Tree())) == ["04A1B2C3D4E580", "8804A1B2"]


def test_two_tags_with_one_uid_are_one() -> None:
    air = Air([Tag("04A1B2C3D4E580"), Tag("04A1B2C3D4E580")])
    assert found_by(air, Tree()) == ["04A1B2C3D4E580"]


@pytest.mark.parametrize(
    ("position", "known", "bit"),
    [
        (1, 0, 0),
        (32, 0, 31),
        (0, 0, 0),  # not known: split at the first unknown bit
        (0, 13, 13),
        (14, 13, 13),  # by the UID: bit 13; by the FIFO it would be 21
        (6, 13, 13),  # by the FIFO: byte 1, bit 5; by the UID it would be known already
        (22, 13, 21),  # by the UID: bit 21; by the FIFO it would be 29
        (30, 13, 29),
        (3, 13, 15),  # by the answer, for by the FIFO it would be known already
        (2, 30, 31),
        (32, 31, 31),
    ],
)
def test_the_smallest_bit_that_makes_sense_is_split(position: int, known: int, bit: int) -> None:
    assert collided_bit(position, known) == bit


def test_more_tags_than_the_limit_are_left_and_said_so() -> None:
    tags = [Tag(f"0000000{number}") for number in range(6)]
    tree = Tree(REQA, most=4)
    assert len(found_by(Air(tags), tree)) == 4
    assert tree.overfull
    assert not tree.complete


def test_as_many_as_the_limit_are_not_too_many() -> None:
    tree = Tree(REQA, most=4)
    assert len(found_by(Air([Tag(f"0000000{number}") for number in range(4)]), tree)) == 4
    assert not tree.overfull


def test_a_tag_that_does_not_go_to_rest_keeps_nobody_from_being_found() -> None:
    class Restless(Tag):
        def hear(self, data: bytes, last_bits: int) -> tuple[int, int] | None:
            answer = super().hear(data, last_bits)
            self.halted = False
            return answer

    air = Air([Restless("04A1B2C3D4E580"), Tag("12345678"), Tag("87654321")])
    assert sorted(found_by(air, Tree())) == ["04A1B2C3D4E580", "12345678", "87654321"]
    assert len(air.asked) < 40


def resumed(program: Program[list[Found]], ask: Ask) -> Program[list[Found]]:
    """A conversation that has been begun, from the frame it is at."""
    while True:
        reply = yield ask
        try:
            ask = program.send(reply)
        except StopIteration as end:
            found: list[Found] = end.value
            return found


@pytest.mark.parametrize("stage", range(1, 6))
def test_a_tag_that_leaves_in_the_middle_of_its_uid_is_no_tag(stage: int) -> None:
    air = Air([Tag("04A1B2C3D4E580")])
    program = search(tree := Tree())
    ask = next(program)
    for _ in range(stage):
        ask = program.send(air.answer(ask))
    air.tags = []
    found = air.converse(resumed(program, ask))
    # Once its last SELECT is answered it is known, whether it hears HLTA or not.
    assert len(found) == (1 if stage == 5 else 0)
    assert tree.heard


class _Liar(Tag):
    """A tag whose answers are wrong in one byte: of its BCC, or of a SAK's CRC."""

    def __init__(self, uid: str, bits: int, flip: int) -> None:
        super().__init__(uid)
        self._bits = bits
        self._flip = flip

    def hear(self, data: bytes, last_bits: int) -> tuple[int, int] | None:
        answer = super().hear(data, last_bits)
        if answer is not None and answer[1] == self._bits:
            return answer[0] ^ self._flip, answer[1]
        return answer


@pytest.mark.parametrize(("bits", "flip"), [(40, 1 << 33), (24, 1 << 20)])
def test_a_uid_that_fails_its_check_is_not_believed(bits: int, flip: int) -> None:
    air = Air([_Liar("DEADBEEF", bits, flip)])
    tree = Tree()
    assert found_by(air, tree) == []
    assert tree.heard
    assert not tree.complete
    assert len(air.asked) < 16


def test_others_are_found_beside_one_that_fails_its_check() -> None:
    air = Air([_Liar("DEADBEEF", 24, 1 << 20), Tag("12345678")])
    assert found_by(air, Tree()) == ["12345678"]


@pytest.mark.parametrize("kind", [Kind.GARBLED, Kind.COLLIDED])
def test_noise_without_end_is_given_up(kind: Kind) -> None:
    class Noise(Air):
        def answer(self, ask: Ask) -> Reply:
            self.asked.append(ask)
            return Reply(kind, bytes(5), 0, 0)

    air = Noise([])
    assert found_by(air, tree := Tree()) == []
    assert not tree.complete
    assert len(air.asked) < 130


@settings(max_examples=40, deadline=None)
@given(uid_sets(most=5), st.integers(0, 10**6))
def test_of_tags_that_are_read_badly_only_true_uids_are_found(uids: list[str], seed: int) -> None:
    air = Air([Tag(uid) for uid in uids], read=0.7, seed=seed)
    for _ in range(5):
        assert set(found_by(air, Tree())) <= set(uids)

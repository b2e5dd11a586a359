"""What the table is told of tags that come, lie, move and leave, over simulated chips."""

from __future__ import annotations

import random

import pytest
from meadow.nfc.anticollision import Found
from meadow.nfc.readers import ReaderSettings
from meadow.nfc.sightings import Arrived, Left, Sighting
from meadow.nfc.sweep import SweepSettings
from meadow.nfc.type2 import TagRefused, get_version, read_pages, write_page
from meadow_host.twin.silicon.air import AirBits, Heard, standard_bits
from meadow_host.twin.silicon.noise import FIRM, read_at
from meadow_host.twin.silicon.ntag import Ntag
from meadow_host.twin.silicon.picc import Answer, Picc
from meadow_host.twin.silicon.reception import CollPos

from tests.nfc.silicon_bench import ONE, SiliconBench, silicon, uids

A, B, C = "04A1B2C3D4E580", "04A1B2C3D4E581", "DEADBEEF"


def kinds(told: list[Sighting]) -> list[str]:
    return [type(one).__name__ for one in told]


def test_an_empty_table_tells_nothing() -> None:
    with silicon() as bench:
        assert bench.run(300) == []


@pytest.mark.parametrize("uid", [C, A, "04A1B2C3D4E580112233", "8804A1B2"])
def test_a_tag_of_any_length_arrives_once_with_its_whole_uid(uid: str) -> None:
    with silicon() as bench:
        bench.run(50)
        laid_ms = bench.pi.clock.now_ms()
        bench.lay("south", uid)
        (arrived,) = bench.run(200)
        assert isinstance(arrived, Arrived)
        assert (arrived.place, arrived.uid) == ("south", uid)
        assert laid_ms <= arrived.at_ms <= laid_ms + 15


def test_a_lifted_tag_is_gone_within_150_ms() -> None:
    with silicon() as bench:
        for turn in range(8):
            (tag,) = bench.lay("west", A)
            bench.run(100 + 7 * turn)
            lifted_ms = bench.pi.clock.now_ms()
            bench.pi.lift(tag)
            (left,) = bench.until(1)
            assert left == Left(left.at_ms, "west", A)
            assert bench.pi.clock.now_ms() - lifted_ms <= 150


def test_eight_tokens_and_a_rake_lifted_together_are_gone_within_150_ms() -> None:
    chance = random.Random(4)
    with silicon() as bench:
        tags = bench.lay("west", *uids(chance, 7, 7, 7, 7, 7, 7, 7, 7, 7))
        bench.run(400)
        assert len(bench.readers.lying("west")) == 9
        for tag in tags[:8]:
            bench.pi.lift(tag)
        lifted_ms = bench.pi.clock.now_ms()
        assert kinds(bench.until(8)) == ["Left"] * 8
        assert bench.pi.clock.now_ms() - lifted_ms <= 150
        assert bench.readers.lying("west") == (tags[8].uid.hex().upper(),)


@pytest.mark.parametrize("offset_us", range(0, 2000, 250))
def test_a_tag_that_dwells_60_ms_is_seen_once(offset_us: int) -> None:
    with silicon() as bench:
        bench.run(50)
        now_us = bench.pi.clock.now_us + offset_us
        tag = Picc(bytes.fromhex(A))
        bench.pi.lay(tag, "east", at_us=now_us)
        bench.pi.lift(tag, at_us=now_us + 60_000)
        assert kinds(bench.run(400)) == ["Arrived", "Left"]


@pytest.mark.parametrize("coll_pos", CollPos)
@pytest.mark.parametrize("stays", [True, False])
def test_eight_mixed_tags_laid_together_all_arrive(coll_pos: CollPos, stays: bool) -> None:
    chance = random.Random(7)
    laid = uids(chance, 4, 7, 10, 4, 7, 7, 10, 4)
    # The same beginnings, so that collisions come late.
    laid += [laid[1][:12] + "FF", laid[2][:18] + "0F"]
    with silicon(coll_pos=coll_pos) as bench:
        for uid in laid:
            tag = Picc(bytes.fromhex(uid), drops_unmatched=not stays)
            bench.pi.lay(tag, "deck")
        told = bench.run(300)
        assert kinds(told) == ["Arrived"] * 10
        assert sorted(bench.readers.lying("deck")) == sorted(laid)


def test_tags_on_several_readers_at_once_are_all_read() -> None:
    chance = random.Random(8)
    with silicon() as bench:
        for place in ("north", "east", "south", "west", "deck"):
            bench.lay(place, *uids(chance, 7, 4))
        assert len(bench.until(10, 120)) == 10
        assert bench.run(300) == []


def test_a_newcomer_among_eight_at_rest_arrives_alone() -> None:
    chance = random.Random(9)
    with silicon() as bench:
        bench.lay("north", *uids(chance, *[7] * 8))
        bench.until(8)
        bench.run(100)
        laid_ms = bench.pi.clock.now_ms()
        bench.lay("north", A)
        (arrived,) = bench.run(100)
        assert isinstance(arrived, Arrived)
        assert arrived.uid == A
        assert arrived.at_ms - laid_ms <= 20


def test_a_tag_carried_to_another_reader_is_told_there_and_gone_here() -> None:
    with silicon() as bench:
        (tag,) = bench.lay("north", A)
        bench.run(300)
        bench.pi.lift(tag)
        bench.run(30)
        bench.pi.lay(tag, "deck")
        assert sorted(kinds(bench.run(200))) == ["Arrived", "Left"]
        assert bench.readers.lying("deck") == (A,)
        assert bench.readers.lying("north") == ()


def test_two_tags_with_one_uid_on_one_reader_are_one() -> None:
    with silicon() as bench:
        first, second = bench.lay("deck", A, A)
        assert kinds(bench.run(200)) == ["Arrived"]
        bench.pi.lift(first)
        assert bench.run(300) == []
        bench.pi.lift(second)
        assert kinds(bench.run(300)) == ["Left"]


def test_two_tags_with_one_uid_on_two_readers_are_told_and_the_second_is_left() -> None:
    with silicon() as bench:
        bench.lay("deck", A)
        bench.run(100)
        bench.lay("north", A)
        assert bench.run(500) == []
        for place in ("deck", "north"):
            assert "answers on deck and on north" in bench.report(place).trouble
        assert bench.report("east").trouble == ""


def test_more_tags_than_the_limit_are_told_and_read_once_there_is_room() -> None:
    chance = random.Random(10)
    settings = ReaderSettings(sweep=SweepSettings(most_tags=5))
    with silicon(settings=settings) as bench:
        tags = bench.lay("deck", *uids(chance, *[7] * 7))
        assert kinds(bench.run(400)) == ["Arrived"] * 5
        assert "more tags lie here" in bench.report("deck").trouble
        lying = set(bench.readers.lying("deck"))
        known = [tag for tag in tags if tag.uid.hex().upper() in lying]
        for tag in known[:3]:
            bench.pi.lift(tag)
        assert sorted(kinds(bench.run(600))) == ["Arrived"] * 2 + ["Left"] * 3
        assert bench.report("deck").trouble == ""


@pytest.mark.parametrize("after_us", range(200, 6000, 400))
def test_a_tag_that_leaves_in_the_middle_of_its_uid_disturbs_nobody(after_us: int) -> None:
    with silicon() as bench:
        bench.lay("east", B)
        bench.run(100)
        now_us = bench.pi.clock.now_us
        tag = Picc(bytes.fromhex(A))
        bench.pi.lay(tag, "east", at_us=now_us)
        bench.pi.lift(tag, at_us=now_us + 1000 + after_us)
        told = bench.run(400)
        assert kinds(told) in ([], ["Arrived", "Left"])
        assert bench.readers.lying("east") == (B,)


class WrongBcc(Picc):
    """A tag that sends a wrong last bit of each cascade level, with its parity."""

    def hear(self, frame: Heard, start_ns: int) -> Answer | None:
        answer = super().hear(frame, start_ns)
        if answer is not None and answer.air.size == 45:
            return Answer(AirBits(answer.air.bits ^ 0b11 << 43, 45))
        return answer


class WrongCrc(Picc):
    """A tag whose SAKs fail their CRC."""

    @staticmethod
    def answer_with_crc(data: bytes, wait_ns: int = 0) -> Answer:
        return Answer(standard_bits(data + b"\x12\x34"), wait_ns)


@pytest.mark.parametrize("kind", [WrongBcc, WrongCrc])
def test_a_tag_whose_number_fails_its_check_is_told_and_the_others_are_read(
    kind: type[Picc],
) -> None:
    with silicon() as bench:
        tag = kind(bytes.fromhex(A))
        bench.pi.lay(tag, "east")
        bench.run(50)
        (other,) = bench.lay("east", C)
        bench.lay("west", B)
        assert kinds(bench.run(1200)) == ["Arrived", "Arrived"]
        assert bench.readers.lying("east") == (C,)
        assert "its number cannot be read" in bench.report("east").trouble
        bench.pi.lift(other)
        assert kinds(bench.run(300)) == ["Left"]
        bench.pi.lift(tag)
        bench.run(2100)
        assert bench.report("east").trouble == ""


@pytest.mark.parametrize("laid_at_us", range(0, 4000, 500))
def test_tags_that_hear_each_others_readers_are_not_lost_over_it(laid_at_us: int) -> None:
    # Trap 6, miguelbalboa/rfid#589: a neighbour's frames spoil reading and looks as long as the
    # sweep repeats itself.
    with silicon() as bench:
        bench.pi.couple("east", "north", 3.0, powers=True)
        bench.run(20)
        tag = Picc(bytes.fromhex(A))
        bench.pi.lay(tag, "north", at_us=bench.pi.clock.now_us + laid_at_us)
        told = bench.run(700)
        assert kinds(told) == ["Arrived"]
        assert told[0].at_ms <= 120


def test_with_one_field_at_a_time_neighbours_do_not_hear_each_other() -> None:
    settings = ReaderSettings(sweep=SweepSettings(one_field=True))
    chance = random.Random(11)
    with silicon(settings=settings) as bench:
        for place in ("north", "east", "south", "west"):
            bench.pi.couple(place, "deck", 1.0)
        tags = bench.lay("deck", *uids(chance, *[7] * 5)) + bench.lay("north", C)
        assert kinds(bench.run(800)) == ["Arrived"] * 6
        assert bench.readers.lying("north") == (C,)
        bench.pi.lift(tags[0])
        bench.pi.lift(tags[5])
        assert kinds(bench.run(800)) == ["Left"] * 2


def test_a_tag_at_rest_that_nobody_knows_is_found_by_the_roll_call() -> None:
    settings = ReaderSettings(sweep=SweepSettings(roll_call_s=3))
    with silicon(ONE, settings=settings) as bench:
        (_, unheard) = bench.lay("deck", A, B)
        bench.run(200)
        bench.regrip("deck", unheard, read_at(0.0))
        assert kinds(bench.run(200)) == ["Left"]
        # It is at rest and has kept its power, so no request for newcomers wakes it.
        bench.regrip("deck", unheard, FIRM)
        assert kinds(bench.run(1000)) == []
        assert kinds(bench.run(3000)) == ["Arrived"]
        assert bench.readers.lying("deck") == (A, B)
        assert bench.run(4000) == []


# ----------------------------------------------------------------------------- on request


def inventory(bench: SiliconBench, place: str) -> list[str]:
    return sorted(found.uid for found in bench.readers.inventory(place))


def test_an_inventory_finds_all_at_rest_or_not_and_disturbs_nothing() -> None:
    chance = random.Random(12)
    laid = uids(chance, 4, 7, 10, 7)
    with silicon() as bench:
        bench.lay("deck", *laid)
        bench.run(300)
        for _ in range(3):
            assert inventory(bench, "deck") == sorted(laid)
            assert bench.run(100) == []
        assert inventory(bench, "north") == []


def test_an_inventory_tells_sak_and_proofs() -> None:
    with silicon() as bench:
        bench.pi.lay(Ntag(bytes.fromhex(A)), "deck")
        bench.run(100)
        assert bench.readers.inventory("deck") == (Found(A, 0x00, 2),)


@pytest.mark.parametrize("one_field", [False, True])
def test_the_memory_of_a_tag_is_read_and_written_while_others_lie_there(one_field: bool) -> None:
    settings = ReaderSettings(sweep=SweepSettings(one_field=one_field))
    with silicon(settings=settings) as bench:
        tag = Ntag(bytes.fromhex(A))
        bench.pi.lay(tag, "deck")
        bench.lay("deck", B)
        bench.run(300)
        converse = bench.readers.converse
        assert converse("deck", get_version(A)).user_bytes == 144
        converse("deck", write_page(A, 8, b"PAWS"))
        assert tag.memory[32:36] == b"PAWS"
        assert converse("deck", read_pages(A, 8, 1)) == b"PAWS"
        assert bench.run(300) == []


def test_a_locked_page_is_not_said_to_be_written() -> None:
    with silicon(ONE) as bench:
        tag = Ntag(bytes.fromhex(A))
        tag.memory[10] = 0x80  # static lock bits: page 7
        bench.pi.lay(tag, "deck")
        bench.run(100)
        with pytest.raises(TagRefused, match="refuses to write page 7"):
            bench.readers.converse("deck", write_page(A, 7, b"PAWS"))


def test_memory_is_read_from_a_tag_that_is_read_badly() -> None:
    with silicon(ONE, seed=3) as bench:
        bench.pi.lay(Ntag(bytes.fromhex(A)), "deck", grip=read_at(0.9))
        bench.run(200)
        assert bench.readers.converse("deck", read_pages(A, 0, 1))[:3] == bytes.fromhex("04A1B2")

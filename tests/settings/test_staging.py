"""A flash on its way in: block by block, taken up again, and never counted wrong."""

from __future__ import annotations

import contextlib
import errno
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from meadow.settings.slots import SlotError, Slots

from tests.journal.disks import FaultyFiles
from tests.settings.frail_disk import FOLDER, FrailDisk, Killed, dying
from tests.settings.slot_scenes import LATER, NEW, sha256

PART = FOLDER / "staging.part"
DIGEST = sha256(NEW)


def coming(disk: FrailDisk, *sizes: int) -> Slots:
    """A flash of `NEW` of which blocks of these sizes came in."""
    slots = Slots(FOLDER, disk)
    assert slots.stage(DIGEST, len(NEW)) == 0
    done = 0
    for size in sizes:
        assert slots.put(done, NEW[done : done + size]) == done + size
        done += size
    return slots


def test_bytes_come_block_by_block_and_are_there_once_all_came() -> None:
    slots = coming(FrailDisk(), 100, 1, 99)
    with pytest.raises(SlotError, match=f"^only 200 of {len(NEW)} bytes are there; send the rest$"):
        slots.staged()
    assert slots.put(200, NEW[200:]) == len(NEW)
    assert slots.staged() == NEW


def test_on_a_real_disk_too(tmp_path: Path) -> None:
    slots = Slots(tmp_path / "config")
    slots.stage(DIGEST, len(NEW))
    slots.put(0, NEW[:100])
    slots = Slots(tmp_path / "config")
    assert slots.stage(DIGEST, len(NEW)) == 100
    slots.put(100, NEW[100:])
    assert slots.staged() == NEW
    slots.drop()
    assert list((tmp_path / "config").iterdir()) == []


def test_the_same_flash_goes_on_after_a_restart_and_a_start_of_the_table() -> None:
    disk = FrailDisk()
    coming(disk, 100, 50)
    slots = Slots(FOLDER, disk)
    slots.choose()
    assert slots.stage(DIGEST, len(NEW)) == 150
    slots.put(150, NEW[150:])
    assert slots.staged() == NEW


def test_begun_again_by_the_same_program_it_goes_on() -> None:
    slots = coming(FrailDisk(), 100)
    assert slots.stage(DIGEST, len(NEW)) == 100


@pytest.mark.parametrize(("digest", "size"), [(sha256(LATER), len(NEW)), (DIGEST, len(NEW) + 1)])
@pytest.mark.parametrize("is_restarted", [False, True])
def test_another_flash_begins_anew(digest: str, size: int, is_restarted: bool) -> None:
    disk = FrailDisk()
    slots = coming(disk, 100)
    slots = Slots(FOLDER, disk) if is_restarted else slots
    assert slots.stage(digest, size) == 0
    assert slots.put(0, b"other") == 5
    assert Slots(FOLDER, disk).stage(digest, size) == 5


def test_what_is_there_may_come_again_whole_or_in_part() -> None:
    disk = FrailDisk()
    slots = coming(disk, 100)
    assert slots.put(0, NEW[:100]) == 100
    assert slots.put(20, NEW[20:40]) == 100
    assert slots.put(90, NEW[90:130]) == 130
    assert slots.put(130, b"") == 130
    slots.put(130, NEW[130:])
    assert slots.staged() == NEW
    assert Slots(FOLDER, disk).stage(DIGEST, len(NEW)) == len(NEW)


def refused(slots: Slots, offset: int, data: bytes) -> str:
    with pytest.raises(SlotError) as error:
        slots.put(offset, data)
    return str(error.value)


def test_a_gap_too_much_and_other_bytes_than_before_are_refused_and_change_nothing() -> None:
    disk = FrailDisk()
    slots = coming(disk, 100)
    before = disk.contents()
    assert refused(slots, 101, b"x") == "bytes from 101 on leave a gap: send those from 100 on"
    assert refused(slots, -1, b"x") == "bytes from -1 on leave a gap: send those from 100 on"
    assert refused(slots, 100, bytes(251)) == "351 bytes are more than the 350 announced"
    other = "bytes from 90 on are others than before; flash from the start"
    assert refused(slots, 90, NEW[90:95] + b"!" + NEW[96:110]) == other
    assert disk.contents() == before
    assert slots.put(100, NEW[100:]) == len(NEW)


def test_nothing_comes_in_before_it_was_begun_or_after_it_was_dropped() -> None:
    disk = FrailDisk()
    slots = coming(disk, 100)
    slots.drop()
    slots.drop()
    assert disk.contents() == {}
    for one in (slots, Slots(FOLDER, disk)):
        assert refused(one, 0, NEW) == "no flash is in progress; begin it"
        with pytest.raises(SlotError, match="no flash is in progress"):
            one.staged()
    assert slots.stage(DIGEST, len(NEW)) == 0


@pytest.mark.parametrize("size", [0, -1, 8 * 1024 * 1024 + 1, 100_000_000])
def test_nothing_and_too_much_are_refused_before_a_byte_comes(size: int) -> None:
    disk = FrailDisk()
    with pytest.raises(SlotError, match="bytes cannot be flashed: it must be 1 to 8388608"):
        Slots(FOLDER, disk).stage(DIGEST, size)
    assert disk.contents() == {}


@pytest.mark.parametrize("digest", ["", "0" * 63, "0" * 63 + "g", "0" * 63 + "\n", "A" * 64])
def test_what_is_no_digest_is_refused(digest: str) -> None:
    with pytest.raises(SlotError, match=r"^a flash is known by a SHA-256 of 64 hexadecimal digits"):
        Slots(FOLDER, FrailDisk()).stage(digest, 10)


# ------------------------------------------------------------------ what a file may hold


def test_cut_anywhere_it_counts_whole_blocks_only_and_goes_on() -> None:
    disk = FrailDisk()
    coming(disk, 100, 100, 100)
    whole = disk.cached(PART)
    head = len(whole) - 3 * 108
    counted = set()
    for length in range(len(whole) + 1):
        disk.put(PART, whole[:length])
        slots = Slots(FOLDER, disk)
        have = slots.stage(DIGEST, len(NEW))
        assert have == max(0, length - head) // 108 * 100
        assert len(disk.cached(PART)) == head + have // 100 * 108
        counted.add(have)
        slots.put(have, NEW[have : have + 10])
        slots.put(have + 10, NEW[have + 10 :])
        assert slots.staged() == NEW
        assert Slots(FOLDER, disk).stage(DIGEST, len(NEW)) == len(NEW)
    assert counted == {0, 100, 200, 300}


@given(st.data())
def test_whatever_its_file_holds_what_is_counted_is_right(data: st.DataObject) -> None:
    disk = FrailDisk()
    coming(disk, 100, 100, 100)
    content = bytearray(disk.cached(PART))
    for place in data.draw(st.lists(st.integers(0, len(content) - 1), max_size=3)):
        content[place] ^= data.draw(st.integers(1, 255))
    tail = data.draw(st.one_of(st.binary(max_size=40), st.just(bytes(300))))
    disk.put(PART, bytes(content) + tail)
    slots = Slots(FOLDER, disk)
    have = slots.stage(DIGEST, len(NEW))
    assert len(disk.cached(PART)) <= len(content)
    assert slots.put(have, NEW[have:]) == len(NEW)
    assert slots.staged() == NEW
    assert Slots(FOLDER, disk).stage(DIGEST, len(NEW)) == len(NEW)


def test_more_than_was_announced_is_not_counted() -> None:
    disk = FrailDisk()
    slots = Slots(FOLDER, disk)
    slots.stage(DIGEST, 400)
    for offset in range(0, 400, 100):
        slots.put(offset, bytes(100))
    disk.put(PART, disk.cached(PART).replace(b" 400\n", b" 350\n"))
    assert Slots(FOLDER, disk).stage(DIGEST, 350) == 300


def test_what_is_counted_after_a_death_no_power_cut_takes_back() -> None:
    counted = set()
    for at_call in range(40):
        disk = FrailDisk()
        files = dying(disk, at_call)
        with contextlib.suppress(Killed):
            slots = Slots(FOLDER, files)
            slots.stage(DIGEST, len(NEW))
            slots.put(0, NEW[:150])
            slots.put(150, NEW[150:])
        disk = disk.rebooted()
        slots = Slots(FOLDER, disk)
        have = slots.stage(DIGEST, len(NEW))
        counted.add(have)
        for outcome in disk.outcomes():
            assert Slots(FOLDER, outcome).stage(DIGEST, len(NEW)) == have, at_call
        slots.put(have, NEW[have:])
        for outcome in disk.outcomes():
            assert Slots(FOLDER, outcome).stage(DIGEST, len(NEW)) == len(NEW), at_call
    assert counted == {0, 150, 350}


def test_a_block_that_could_not_be_written_is_not_counted_and_can_come_again() -> None:
    for code in (errno.ENOSPC, errno.EIO):
        for name in ("open", "write", "sync", "close"):
            disk = FrailDisk()
            coming(disk, 100)
            files = FaultyFiles(disk)
            slots = Slots(FOLDER, files)
            assert slots.stage(DIGEST, len(NEW)) == 100
            files.broken[name] = code
            assert "the flash stops: the disk" in refused(slots, 100, NEW[100:])
            files.broken.clear()
            assert slots.stage(DIGEST, len(NEW)) == 100
            assert slots.put(100, NEW[100:120]) == 120
            for outcome in disk.outcomes():
                assert Slots(FOLDER, outcome).stage(DIGEST, len(NEW)) == 120, (name, code)


def test_a_disk_that_fills_up_says_so_and_goes_on_when_it_has_room() -> None:
    disk = FrailDisk()
    slots = coming(disk, 100)
    before = disk.contents()
    disk.capacity = len(disk.cached(PART)) + 50
    assert "the flash stops: the disk is full; free some space on it" in refused(
        slots, 100, NEW[100:]
    )
    assert disk.contents() == before
    assert Slots(FOLDER, disk).stage(DIGEST, len(NEW)) == 100
    disk.capacity = 1_000_000
    assert slots.put(100, NEW[100:]) == len(NEW)
    assert slots.staged() == NEW

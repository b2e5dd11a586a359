"""Files of the slots that somebody or something broke: what is whole is found, and it is told."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from meadow.settings.slots import SlotError, Slots

from tests.journal.disks import FaultyFiles
from tests.settings.frail_disk import FOLDER, FrailDisk
from tests.settings.slot_scenes import LATER, NEW, OLD, UNHEALTHY, Life, flashed, sha256

A, B, STATE = FOLDER / "slot-a.bundle", FOLDER / "slot-b.bundle", FOLDER / "state.json"
KEPT = "kept once the table is healthy"


def table(*raws: bytes) -> FrailDisk:
    """A disk of a table that was flashed with these, one after another; all were kept."""
    disk = FrailDisk()
    life = Life(disk)
    for raw in raws:
        for step in flashed(raw, None):
            step.do(life)
    return disk


def marked(*raws: bytes) -> FrailDisk:
    """The same, but the last waits for its trial."""
    disk = table(*raws[:-1])
    slots = Slots(FOLDER, disk)
    slots.begin_trial(slots.write_inactive(raws[-1]))
    return disk


def damage(disk: FrailDisk, path: Path) -> None:
    content = disk.cached(path)
    disk.put(path, content[:-1] + bytes([content[-1] ^ 1]))


def start(disk: FrailDisk | FaultyFiles) -> tuple[bytes | None, bool, tuple[str, ...]]:
    """Bytes, whether on trial, and what is told at a start."""
    choice = Slots(FOLDER, disk).choose()
    return choice.raw, choice.on_trial, choice.told


# ------------------------------------------------------------------ slots


@pytest.mark.parametrize("how", ["a bit", "cut", "emptied", "zeros", "garbage"])
def test_a_damaged_slot_falls_back_on_what_was_kept_before(how: str) -> None:
    disk = table(OLD, NEW)
    content = disk.cached(B)
    broken = {
        "a bit": content[:100] + bytes([content[100] ^ 4]) + content[101:],
        "cut": content[:-1],
        "emptied": b"",
        "zeros": bytes(len(content)),
        "garbage": b"meadow-slot 1 2 " + b"\xff" * 300,
    }
    disk.put(B, broken[how])

    line = "slot b is damaged; going on with slot a, kept before"
    assert start(disk) == (OLD, False, (line,))
    assert start(disk) == (OLD, False, ())
    state = Slots(FOLDER, disk).state()
    assert (state.active, state.rolled_back) == ("a", "slot b is damaged")
    assert state.rolled_back_sha256 == sha256(NEW)


def test_a_lost_slot_falls_back_too_and_the_next_flash_replaces_it() -> None:
    disk = table(OLD, NEW)
    disk.remove(B)
    assert start(disk) == (OLD, False, ("slot b is missing; going on with slot a, kept before",))
    slots = Slots(FOLDER, disk)
    slots.begin_trial(slots.write_inactive(LATER))
    assert start(disk)[:2] == (LATER, True)
    assert Slots(FOLDER, disk).state().active == "b"


def test_a_whole_slot_that_is_not_what_was_noted_is_not_begun_on() -> None:
    disk = table(OLD, NEW)
    disk.put(B, disk.cached(A))
    line = "slot b holds something else than was noted; going on with slot a, kept before"
    assert start(disk) == (OLD, False, (line,))


def test_what_never_proved_healthy_is_on_trial_when_the_active_slot_is_damaged() -> None:
    disk = table(OLD)
    Slots(FOLDER, disk).write_inactive(NEW)
    damage(disk, A)
    assert start(disk) == (NEW, True, (f"slot a is damaged; slot b is on trial: {KEPT}",))
    assert start(disk) == (None, False, (f"slot b rolled back: {UNHEALTHY}",))


def test_with_both_slots_damaged_the_table_begins_on_the_factorys_settings_and_can_be_flashed() -> (
    None
):
    disk = table(OLD, NEW)
    damage(disk, A)
    damage(disk, B)
    line = "slot b is damaged; going on with the factory's settings: flash the table again"
    assert start(disk) == (None, False, (line,))
    assert not Slots(FOLDER, disk).state().named
    slots = Slots(FOLDER, disk)
    slots.begin_trial(slots.write_inactive(LATER))
    assert start(disk)[:2] == (LATER, True)


def test_a_damaged_trial_is_rolled_back_before_it_begins() -> None:
    disk = marked(OLD, NEW)
    damage(disk, B)
    assert start(disk) == (OLD, False, ("slot b is damaged; rolled back",))
    state = Slots(FOLDER, disk).state()
    assert (state.rolled_back, state.rolled_back_sha256) == ("slot b is damaged", sha256(NEW))


def test_a_failed_trial_whose_way_back_is_damaged_too_is_tried_once_more_and_then_no_more() -> None:
    disk = marked(OLD, NEW)
    assert start(disk)[:2] == (NEW, True)
    damage(disk, A)
    assert start(disk) == (
        NEW,
        True,
        (
            f"slot b rolled back: {UNHEALTHY}",
            f"slot a is damaged; slot b is on trial: {KEPT}",
        ),
    )
    assert start(disk)[:2] == (None, False)


def test_a_slot_of_a_hundred_megabytes_is_damaged() -> None:
    disk = table(OLD, NEW)
    disk.capacity = 200_000_000
    disk.put(B, disk.cached(B) + bytes(100_000_000))
    assert start(disk)[0] == OLD


# ------------------------------------------------------------------ state.json


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"\xff\x00",
        b"[" * 100_000,
        b'{"sha256":"00","state":{"active":"b"}}',
        bytes(500),
    ],
    ids=["empty", "no keys", "binary", "deep", "unsigned", "zeros"],
)
def test_of_two_slots_without_a_state_the_newer_is_tried_and_the_older_is_the_way_back(
    content: bytes,
) -> None:
    disk = table(OLD, NEW, LATER)  # so that slot a holds the newer one
    disk.put(STATE, content)
    line = f"state.json is damaged; slot a, the newer, is on trial: {KEPT}"
    assert start(disk) == (LATER, True, (line,))
    assert start(disk) == (NEW, False, (f"slot a rolled back: {UNHEALTHY}",))
    assert start(disk) == (NEW, False, ())


def test_after_a_trial_begun_without_a_state_all_is_as_before() -> None:
    disk = table(OLD, NEW)
    disk.remove(STATE)
    slots = Slots(FOLDER, disk)
    assert slots.choose()[:3] == (NEW, "b", True)
    slots.confirm()
    assert start(disk) == (NEW, False, ())
    slots.switch_back()
    assert start(disk)[:2] == (OLD, True)


def test_every_byte_of_the_state_is_guarded() -> None:
    whole = table(OLD, NEW)
    content = whole.cached(STATE)
    for place in range(len(content) - 1):  # the newline at its end says nothing
        disk = whole.rebooted()
        disk.put(STATE, content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        assert start(disk)[:2] == (NEW, True), place
    disk = whole.rebooted()
    disk.put(STATE, content)
    assert start(disk)[:2] == (NEW, False)


def test_one_whole_slot_without_a_state_is_what_the_table_begins_on() -> None:
    disk = table(OLD)
    disk.remove(STATE)
    assert start(disk) == (OLD, False, ("state.json is missing; going on with slot a",))
    assert start(disk) == (OLD, False, ())
    assert Slots(FOLDER, disk).state().named

    disk = table(OLD, NEW)
    disk.remove(STATE)
    damage(disk, B)
    assert start(disk) == (OLD, False, ("state.json is missing; going on with slot a",))


def test_with_nothing_whole_at_all_it_says_so_once_and_can_be_flashed() -> None:
    disk = table(OLD)
    damage(disk, A)
    disk.remove(STATE)
    line = (
        "state.json is missing; slot a is damaged; slot b is missing; "
        "going on with the factory's settings"
    )
    assert start(disk) == (None, False, (line,))
    assert start(disk) == (None, False, ())
    slots = Slots(FOLDER, disk)
    slots.begin_trial(slots.write_inactive(NEW))
    assert start(disk)[:2] == (NEW, True)


def test_nothing_is_written_before_a_start_has_found_out_which_slot_is_in_force() -> None:
    disk = table(OLD, NEW)
    disk.put(STATE, b"broken")
    slots = Slots(FOLDER, disk)
    for refused in (
        lambda: slots.write_inactive(LATER),
        lambda: slots.switch_back(),
        lambda: slots.roll_back("no"),
        lambda: slots.confirm(),
    ):
        with pytest.raises(SlotError, match=r"state\.json: is damaged; restart the table$"):
            refused()
    assert (slots.read("a"), slots.read("b")) == (OLD, NEW)


# ------------------------------------------------------------------ a disk that cannot be read


def test_a_file_that_cannot_be_read_once_is_read_again() -> None:
    for call in range(1, 13):
        files = FaultyFiles(table(OLD, NEW))
        files.at_call[call] = errno.EIO
        assert start(files) == (NEW, False, ()), call


def test_a_disk_that_cannot_be_read_begins_on_the_factorys_settings_and_changes_nothing() -> None:
    disk = table(OLD, NEW)
    files = FaultyFiles(disk)
    files.broken["read"] = errno.EIO
    before = disk.contents()
    raw, on_trial, told = start(files)
    assert (raw, on_trial) == (None, False)
    assert len(told) == 1
    assert told[0].startswith("state.json cannot be read: the disk has an error;")
    assert told[0].endswith("going on with the factory's settings")
    assert disk.contents() == before
    assert start(disk) == (NEW, False, ())


def test_after_a_start_that_could_read_nothing_nothing_is_written_over() -> None:
    disk = table(OLD, NEW)
    files = FaultyFiles(disk)
    slots = Slots(FOLDER, files)
    files.broken["read"] = errno.EIO
    slots.choose()
    with pytest.raises(SlotError, match=r"cannot be read: the disk has an error"):
        slots.write_inactive(LATER)
    files.broken.clear()
    slots.begin_trial(slots.write_inactive(LATER))  # now it is known which slot is in force
    assert start(disk)[:2] == (LATER, True)
    assert Slots(FOLDER, disk).read("b") == NEW


def test_on_a_read_only_disk_the_table_begins_on_what_was_kept() -> None:
    files = FaultyFiles(table(OLD, NEW))
    make_read_only(files)
    assert start(files) == (NEW, False, ())


def test_on_a_read_only_disk_a_trial_does_not_begin_and_waits() -> None:
    disk = marked(OLD, NEW)
    files = FaultyFiles(disk)
    make_read_only(files)
    raw, on_trial, told = start(files)
    assert (raw, on_trial) == (OLD, False)
    assert told == (
        "slot b not tried: that could not be noted",
        f"{STATE}: not written: the disk is read-only; a worn SD card turns so, put in another",
    )
    assert start(disk)[:2] == (NEW, True)


def test_a_trial_that_cannot_be_noted_as_failed_is_not_begun_again() -> None:
    disk = marked(OLD, NEW)
    assert start(disk)[1]
    files = FaultyFiles(disk)
    make_read_only(files)
    for _ in range(2):
        raw, on_trial, told = start(files)
        assert (raw, on_trial, told[0]) == (OLD, False, f"slot b rolled back: {UNHEALTHY}")


def make_read_only(files: FaultyFiles) -> None:
    for call in ("create", "open", "write", "truncate", "rename", "remove", "make_folder"):
        files.broken[call] = errno.EROFS


def test_what_a_card_wrote_wrong_never_takes_the_place_of_what_was_there() -> None:
    disk = table(OLD, NEW)
    files = FaultyFiles(disk)
    slots = Slots(FOLDER, files)
    files.on_call = lambda name: disk.lose_pages() if name == "sync" else None
    with pytest.raises(SlotError, match=r"slot-a\.bundle: not written: the disk has an error"):
        slots.write_inactive(LATER)
    files.on_call = lambda name: None
    assert Slots(FOLDER, disk).read("a") == OLD
    assert slots.write_inactive(LATER) == sha256(LATER)

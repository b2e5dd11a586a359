"""The slots of a table on a real folder: flash, trial, keep, roll back, go back."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from meadow.settings.slots import MOST_BYTES, Choice, SlotError, Slots

OLD, NEW, LATER = b"old settings", b"new settings\x00\xff", b"later settings" * 1000
UNHEALTHY = "the table did not report healthy after the restart"


def sha256(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


def flash(slots: Slots, raw: bytes, *ailing: str) -> None:
    slots.begin_trial(slots.write_inactive(raw), ailing)


def keep(folder: Path, *raws: bytes) -> Slots:
    """A table that was flashed with these, one after another, and is healthy on the last."""
    slots = Slots(folder)
    for raw in raws:
        flash(slots, raw)
        slots = Slots(folder)
        assert slots.choose().raw == raw
        slots.confirm()
    return slots


def restart(folder: Path) -> tuple[bytes | None, str, bool]:
    """What a start of the program begins on: bytes, slot and whether on trial."""
    choice = Slots(folder).choose()
    return choice.raw, choice.slot, choice.on_trial


def complaint(error: pytest.ExceptionInfo[SlotError]) -> str:
    assert "\n" not in str(error.value)
    return str(error.value)


# ------------------------------------------------------------------ the ordinary way


def test_a_table_that_was_never_flashed_begins_on_the_factorys_settings(tmp_path: Path) -> None:
    folder = tmp_path / "config"
    slots = Slots(folder)

    assert slots.choose() == Choice(None, "", False, ())
    assert not folder.exists()
    state = slots.state()
    assert (state.active, state.active_sha256, state.other_sha256) == ("", "", "")
    assert (state.on_trial, state.marked, state.named) == (False, False, False)


def test_writing_gives_the_sha256_of_what_was_read_back_and_changes_nothing_yet(
    tmp_path: Path,
) -> None:
    slots = keep(tmp_path, OLD)

    assert slots.write_inactive(NEW) == sha256(NEW)
    assert slots.read("b") == NEW
    assert restart(tmp_path) == (OLD, "a", False)
    assert Slots(tmp_path).state().other_sha256 == sha256(NEW)


def test_a_flash_is_tried_at_the_next_start_and_kept_when_the_table_is_healthy(
    tmp_path: Path,
) -> None:
    slots = keep(tmp_path, OLD)
    flash(slots, NEW, "north", "deck")
    assert slots.state().marked
    assert slots.state().marked_sha256 == sha256(NEW)
    assert slots.state().active == "a"

    slots = Slots(tmp_path)
    choice = slots.choose()
    assert choice == Choice(NEW, "b", True, ("slot b on trial: kept once the table is healthy",))
    state = slots.state()
    assert (state.active, state.active_sha256) == ("b", sha256(NEW))
    assert (state.previous, state.other_sha256) == ("a", sha256(OLD))
    assert (state.on_trial, state.marked, state.named) == (True, False, True)
    assert state.ailing == ("north", "deck")

    slots.confirm()
    state = slots.state()
    assert (state.active, state.previous, state.on_trial) == ("b", "a", False)
    assert state.ailing == ()
    assert restart(tmp_path) == (NEW, "b", False)


def test_each_flash_goes_to_the_slot_that_is_not_in_force(tmp_path: Path) -> None:
    keep(tmp_path, OLD, NEW, LATER)

    assert restart(tmp_path) == (LATER, "a", False)
    slots = Slots(tmp_path)
    assert (slots.read("a"), slots.read("b")) == (LATER, NEW)
    assert slots.read("") is None


def test_a_table_has_its_name_once_a_flash_was_kept(tmp_path: Path) -> None:
    slots = Slots(tmp_path)
    flash(slots, NEW)
    slots.choose()
    assert not slots.state().named
    slots.confirm()
    assert slots.state().named


def test_confirming_without_a_trial_does_nothing(tmp_path: Path) -> None:
    slots = keep(tmp_path, OLD)
    before = slots.state()
    slots.confirm()
    flash(slots, NEW)
    slots.confirm()  # marked, not begun: nothing ran on it yet
    assert slots.state().active_sha256 == before.active_sha256
    assert restart(tmp_path) == (NEW, "b", True)


# ------------------------------------------------------------------ trials that fail


def test_a_trial_that_was_never_confirmed_is_rolled_back_at_the_next_start(tmp_path: Path) -> None:
    flash(keep(tmp_path, OLD), NEW)
    assert restart(tmp_path) == (NEW, "b", True)

    slots = Slots(tmp_path)
    choice = slots.choose()
    assert choice == Choice(OLD, "a", False, (f"slot b rolled back: {UNHEALTHY}",))
    state = slots.state()
    assert (state.rolled_back, state.rolled_back_sha256) == (UNHEALTHY, sha256(NEW))
    assert Slots(tmp_path).choose() == Choice(OLD, "a", False, ())
    assert Slots(tmp_path).state().rolled_back == UNHEALTHY


def test_the_first_flash_rolls_back_to_the_factorys_settings(tmp_path: Path) -> None:
    flash(Slots(tmp_path), NEW)
    slots = Slots(tmp_path)
    assert slots.choose().on_trial
    slots.roll_back("reader north answered before\nand does not now")

    assert slots.choose() == Choice(None, "", False, ())
    state = Slots(tmp_path).state()
    assert state.rolled_back == "reader north answered before and does not now"
    assert not state.named


def test_a_flash_that_is_kept_ends_what_is_told_of_an_earlier_rollback(tmp_path: Path) -> None:
    slots = keep(tmp_path, OLD)
    flash(slots, NEW)
    slots.choose()
    slots.roll_back("it was dark")
    flash(slots, LATER)
    slots.choose()
    assert slots.state().rolled_back == "it was dark"
    slots.confirm()
    assert (slots.state().rolled_back, slots.state().rolled_back_sha256) == ("", "")


def test_a_marked_trial_can_be_called_off_before_it_begins(tmp_path: Path) -> None:
    slots = keep(tmp_path, OLD)
    flash(slots, NEW)
    slots.roll_back("called off")
    assert restart(tmp_path) == (OLD, "a", False)


def test_without_a_trial_there_is_nothing_to_roll_back(tmp_path: Path) -> None:
    with pytest.raises(SlotError) as error:
        keep(tmp_path, OLD).roll_back("no reason")
    assert complaint(error).startswith("nothing is on trial")


def test_nothing_is_flashed_or_switched_while_a_trial_runs(tmp_path: Path) -> None:
    flash(keep(tmp_path, OLD), NEW)
    slots = Slots(tmp_path)
    slots.choose()
    for refused in (
        lambda: slots.write_inactive(LATER),
        lambda: slots.begin_trial(sha256(OLD)),
        lambda: slots.switch_back(),
    ):
        with pytest.raises(SlotError) as error:
            refused()
        assert complaint(error) == "new settings are on trial just now; try again in some seconds"
    assert (slots.read("a"), slots.read("b")) == (OLD, NEW)


def test_only_what_was_written_can_be_tried(tmp_path: Path) -> None:
    slots = keep(tmp_path, OLD)
    with pytest.raises(SlotError) as error:
        slots.begin_trial("")
    assert complaint(error) == "slot b is missing; flash it again"
    slots.write_inactive(NEW)
    with pytest.raises(SlotError) as error:
        slots.begin_trial(sha256(LATER))
    assert complaint(error) == "slot b holds something else by now; flash it again"
    assert restart(tmp_path) == (OLD, "a", False)


def test_a_flash_over_one_that_waits_for_its_trial_is_tried_instead(tmp_path: Path) -> None:
    slots = keep(tmp_path, OLD)
    flash(slots, NEW)
    flash(slots, LATER)
    assert restart(tmp_path) == (LATER, "b", True)


@pytest.mark.parametrize("raw", [b"", bytes(MOST_BYTES + 1)], ids=["nothing", "too much"])
def test_nothing_and_too_much_are_refused(tmp_path: Path, raw: bytes) -> None:
    slots = keep(tmp_path, OLD)
    with pytest.raises(SlotError) as error:
        slots.write_inactive(raw)
    assert complaint(error) == f"{len(raw)} bytes cannot be kept: it must be 1 to 8388608"


# ------------------------------------------------------------------ the user goes back


def test_switching_back_tries_what_was_kept_before_and_again_what_came_after(
    tmp_path: Path,
) -> None:
    slots = keep(tmp_path, OLD, NEW)
    slots.switch_back(["west"])
    slots = Slots(tmp_path)
    assert slots.choose().raw == OLD
    assert slots.state().ailing == ("west",)
    slots.confirm()
    assert restart(tmp_path) == (OLD, "a", False)

    slots.switch_back()
    assert restart(tmp_path) == (NEW, "b", True)
    assert restart(tmp_path) == (OLD, "a", False)  # it was not confirmed


def test_after_the_first_flash_switching_back_goes_to_the_factorys_settings(
    tmp_path: Path,
) -> None:
    slots = keep(tmp_path, OLD)
    slots.switch_back()
    slots = Slots(tmp_path)
    assert slots.choose() == Choice(
        None, "", True, ("the factory's settings on trial: kept once the table is healthy",)
    )
    assert slots.state().named
    slots.confirm()
    assert not slots.state().named
    assert restart(tmp_path) == (None, "", False)

    flash(slots, NEW)  # goes beside what can still be gone back to
    assert restart(tmp_path) == (NEW, "b", True)
    slots = Slots(tmp_path)
    slots.choose()
    slots.switch_back()
    assert restart(tmp_path) == (OLD, "a", True)


def test_there_is_no_way_back_from_a_table_that_was_never_flashed(tmp_path: Path) -> None:
    with pytest.raises(SlotError) as error:
        Slots(tmp_path / "config").switch_back()
    assert complaint(error) == "there is nothing to go back to: no flash was ever kept"
    assert not (tmp_path / "config").exists()


def test_there_is_no_way_back_to_a_slot_that_was_written_over_or_is_damaged(
    tmp_path: Path,
) -> None:
    slots = keep(tmp_path, OLD, NEW)
    slots.write_inactive(LATER)
    with pytest.raises(SlotError) as error:
        slots.switch_back()
    assert complaint(error) == ("slot a holds something else by now; flash what you want instead")
    (tmp_path / "slot-a.bundle").write_bytes(b"scratched")
    with pytest.raises(SlotError) as error:
        slots.switch_back()
    assert complaint(error) == "slot a is damaged; flash what you want instead"
    assert restart(tmp_path) == (NEW, "b", False)


# ------------------------------------------------------------------ the folder


def test_the_folder_is_made_for_the_first_flash_and_holds_these_files(tmp_path: Path) -> None:
    folder = tmp_path / "config"
    keep(folder, OLD, NEW)
    assert sorted(path.name for path in folder.iterdir()) == [
        "slot-a.bundle",
        "slot-b.bundle",
        "state.json",
    ]
    head, _, raw = (folder / "slot-b.bundle").read_bytes().partition(b"\n")
    assert head == f"meadow-slot 1 2 {sha256(NEW)}".encode()
    assert raw == NEW


def test_a_folder_that_cannot_be_made_is_one_plain_line(tmp_path: Path) -> None:
    slots = Slots(tmp_path / "missing" / "config")
    with pytest.raises(SlotError) as error:
        slots.write_inactive(NEW)
    assert complaint(error).endswith(
        "state.json: not written: no such file or folder; plug the disk in, or make the folder"
    )
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(SlotError) as error:
        Slots(tmp_path / "file").write_inactive(NEW)
    assert complaint(error).endswith(
        "state.json: cannot be read: a part of its path is no folder; check the path; "
        "restart the table"
    )


def test_what_a_killed_program_left_half_written_is_cleared_at_the_start(tmp_path: Path) -> None:
    keep(tmp_path, OLD)
    for name in ("slot-a.bundle.tmp", "slot-b.bundle.tmp", "state.json.tmp", "notes.tmp"):
        (tmp_path / name).write_bytes(b"half")
    assert restart(tmp_path) == (OLD, "a", False)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "notes.tmp",  # not ours
        "slot-a.bundle",
        "state.json",
    ]

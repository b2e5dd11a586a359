"""What is said to be saved is on the disk, whatever the disk does."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterable
from pathlib import Path

import pytest
from meadow.journal.files import DiskFiles
from meadow.journal.read import split_lines
from meadow.journal.recover import whole_lines
from meadow.journal.save import Saver, next_path

from tests.journal.disks import PAGE, FaultyFiles, PowerCut, VolatileDisk
from tests.journal.samples import sample_lines

FOLDER = Path("games")
PATH = FOLDER / "000001-sample.jsonl"
RAWS = sample_lines()
WHOLE = b"".join(RAWS)
PARTS = (RAWS[1:4], RAWS[4:5], RAWS[5:])
CALLS_OF_A_GAME = 16
"""create, truncate, sync_folder; 4 x (write, sync, is_linked); close"""


def new_saver(files: FaultyFiles) -> Saver:
    return Saver(PATH, "sample", RAWS[0], files)


def attempt(saver: Saver) -> int:
    """One try; the errno it failed with, or 0."""
    try:
        saver.save()
    except OSError as error:
        return error.errno or -1
    return 0


def play(saver: Saver, disk: VolatileDisk, tries: int = 4) -> None:
    """Save a game as it comes, then try on until all is saved; no claim is ever false."""
    attempt(saver)
    assert_claim_is_true(saver, disk)
    for part in PARTS:
        saver.add(part)
        attempt(saver)
        assert_claim_is_true(saver, disk)
    for _ in range(tries):
        if saver.saved_lines == len(RAWS):
            break
        attempt(saver)
        assert_claim_is_true(saver, disk)
    with contextlib.suppress(OSError):  # all was fsynced before
        saver.close()


def assert_claim_is_true(saver: Saver, disk: VolatileDisk) -> None:
    """After a power cut now, all lines said to be saved would be there."""
    claimed = b"".join(RAWS[: saver.saved_lines])
    assert disk.durable(saver.path)[: len(claimed)] == claimed


def test_a_game_is_saved_with_these_calls() -> None:
    disk = VolatileDisk()
    files = FaultyFiles(disk)
    play(new_saver(files), disk)
    assert files.calls == [
        *("create", "truncate", "sync_folder"),
        *("write", "sync", "is_linked") * 4,
        "close",
    ]
    assert len(files.calls) == CALLS_OF_A_GAME
    assert disk.durable(PATH) == WHOLE


ERRORS = (errno.EIO, errno.ENOSPC, errno.EROFS, errno.EACCES, errno.ENOENT)


@pytest.mark.parametrize("code", ERRORS)
def test_an_error_at_any_one_call_costs_nothing(code: int) -> None:
    for call in range(CALLS_OF_A_GAME):
        disk = VolatileDisk()
        files = FaultyFiles(disk)
        files.at_call[call] = code
        saver = new_saver(files)
        play(saver, disk)
        assert saver.saved_lines == len(RAWS), call
        assert disk.durable(PATH) == WHOLE, call


@pytest.mark.parametrize("code", [errno.EIO, errno.ENOENT])
def test_errors_at_any_two_calls_cost_nothing(code: int) -> None:
    for first in range(CALLS_OF_A_GAME):
        for second in range(first + 1, first + 14):
            disk = VolatileDisk()
            files = FaultyFiles(disk)
            files.at_call.update({first: errno.EIO, second: code})
            saver = new_saver(files)
            play(saver, disk)
            assert saver.saved_lines == len(RAWS), (first, second)
            assert disk.durable(PATH) == WHOLE, (first, second)


def every_other(pages: Iterable[int]) -> set[int]:
    return {page for page in pages if page % 2}


@pytest.mark.parametrize("pages", [set(), set(range(99)), every_other(range(99)), {0, 1, 2}])
def test_a_power_cut_at_any_call_leaves_all_that_was_said_to_be_saved(pages: set[int]) -> None:
    for call in range(CALLS_OF_A_GAME - 1):
        disk = VolatileDisk()
        files = FaultyFiles(disk)
        files.at_call[call] = 0
        saver = new_saver(files)
        with pytest.raises(PowerCut):
            play(saver, disk)
        if disk.names(FOLDER):
            disk.settle(PATH, pages)  # the kernel may have written some pages on its own
        assert_claim_is_true(saver, disk)


def test_after_a_power_cut_recovery_finds_at_least_what_was_saved() -> None:
    for call in range(4, CALLS_OF_A_GAME - 1):
        for reached in range(len(WHOLE) // PAGE + 1):
            disk = VolatileDisk()
            files = FaultyFiles(disk)
            files.at_call[call] = 0
            saver = new_saver(files)
            with pytest.raises(PowerCut):
                play(saver, disk)
            disk.settle(PATH, set(range(reached)))
            after = disk.durable(PATH)
            if saver.saved_lines == 0 and not after.startswith(RAWS[0]):
                continue  # not even the header, and nothing was claimed
            kept = whole_lines(after, PATH)
            assert kept == RAWS[: len(kept)]
            assert len(kept) >= saver.saved_lines


def test_a_disk_that_fills_up_holds_whole_lines_only_and_takes_the_rest_when_it_has_room() -> None:
    for capacity in range(len(RAWS[0]), len(WHOLE)):
        disk = VolatileDisk(capacity)
        saver = new_saver(FaultyFiles(disk))
        assert attempt(saver) == 0
        for part in PARTS:
            saver.add(part)
            attempt(saver)
        assert attempt(saver) == errno.ENOSPC
        assert disk.cached(PATH) == b"".join(RAWS[: saver.saved_lines])
        assert_claim_is_true(saver, disk)
        disk.capacity = len(WHOLE)
        assert attempt(saver) == 0
        assert disk.durable(PATH) == WHOLE
        assert saver.saved_lines == len(RAWS)


def test_a_disk_full_from_the_start_claims_nothing_then_takes_everything() -> None:
    disk = VolatileDisk(capacity=100)
    saver = new_saver(FaultyFiles(disk))
    for part in PARTS:
        saver.add(part)
        assert attempt(saver) == errno.ENOSPC
        assert saver.saved_lines == 0
    disk.capacity = len(WHOLE)
    assert attempt(saver) == 0
    assert disk.durable(PATH) == WHOLE
    assert disk.names(FOLDER) == ["000001-sample.jsonl"]


def test_a_failed_fsync_is_never_believed_afterwards() -> None:
    # After a failed fsync the next one succeeds although the pages never reached the disk.
    disk = VolatileDisk()
    files = FaultyFiles(disk)
    saver = new_saver(files)
    saver.save()
    saver.add(RAWS[1:])
    files.broken["sync"] = errno.EIO
    assert attempt(saver) == errno.EIO
    assert saver.saved_lines == 1
    files.broken.clear()
    saver.save()
    assert disk.durable(PATH) == WHOLE


def test_when_tidying_fails_too_the_next_try_overwrites_the_same_place() -> None:
    disk = VolatileDisk(capacity=len(RAWS[0]) + 50)
    files = FaultyFiles(disk)
    saver = new_saver(files)
    saver.save()
    saver.add(RAWS[1:])
    files.broken["truncate"] = errno.EIO
    files.broken["close"] = errno.EIO
    assert attempt(saver) == errno.ENOSPC
    assert disk.cached(PATH) == WHOLE[: disk.capacity]  # half a line stands there
    files.broken.clear()
    disk.capacity = len(WHOLE)
    saver.save()
    assert disk.durable(PATH) == WHOLE


def test_another_disk_in_its_place_gets_the_whole_journal() -> None:
    disk = VolatileDisk()
    saver = new_saver(FaultyFiles(disk))
    saver.save()
    saver.add(RAWS[1:5])
    saver.save()
    disk.exchange()
    saver.add(RAWS[5:])
    assert attempt(saver) == errno.ENOENT
    assert saver.saved_lines == 0  # what was saved went with the disk
    saver.save()
    assert saver.saved_lines == len(RAWS)
    assert disk.durable(PATH) == WHOLE


def test_a_disk_exchanged_during_trouble_takes_the_claim_with_it() -> None:
    disk = VolatileDisk()
    files = FaultyFiles(disk)
    saver = new_saver(files)
    saver.add(RAWS[1:5])
    saver.save()
    files.broken["write"] = errno.EIO
    saver.add(RAWS[5:])
    assert attempt(saver) == errno.EIO
    assert saver.saved_lines == 5
    disk.exchange()
    assert attempt(saver) == errno.EIO
    assert saver.saved_lines == 0
    files.broken.clear()
    saver.save()
    assert disk.durable(PATH) == WHOLE


def test_only_what_is_missing_is_written() -> None:
    files = FaultyFiles(VolatileDisk())
    saver = new_saver(files)
    for part in PARTS:
        saver.save()
        saver.add(part)
    saver.save()
    starts = [0, len(RAWS[0]), len(b"".join(RAWS[:4])), len(b"".join(RAWS[:5]))]
    assert files.offsets == starts


def test_another_journal_of_the_same_name_is_never_written_over() -> None:
    disk = VolatileDisk()
    disk.put(PATH, b"somebody else's")
    saver = new_saver(FaultyFiles(disk))
    saver.add(RAWS[1:])
    saver.save()
    assert saver.path == FOLDER / "000002-sample.jsonl"
    assert disk.durable(PATH) == b"somebody else's"
    assert disk.durable(saver.path) == WHOLE


def test_an_empty_file_of_somebody_else_is_not_written_either() -> None:
    disk = VolatileDisk()
    disk.put(PATH, b"")
    saver = new_saver(FaultyFiles(disk))
    saver.save()
    assert saver.path == FOLDER / "000002-sample.jsonl"
    assert disk.durable(PATH) == b""


def test_another_disk_with_a_journal_of_the_same_name_gets_it_under_the_next_number() -> None:
    disk = VolatileDisk()
    saver = new_saver(FaultyFiles(disk))
    saver.save()
    disk.exchange()
    disk.put(PATH, RAWS[0].replace(b"blue-meadow", b"red--meadow"))
    saver.add(RAWS[1:])
    assert attempt(saver) == errno.ENOENT
    saver.save()
    assert saver.path == FOLDER / "000002-sample.jsonl"
    assert disk.durable(saver.path) == WHOLE
    assert b"red--meadow" in disk.durable(PATH)


def test_the_same_disk_plugged_in_again_goes_on_where_it_was() -> None:
    disk = VolatileDisk()
    files = FaultyFiles(disk)
    saver = new_saver(files)
    saver.add(RAWS[1:5])
    saver.save()
    saver.add(RAWS[5:])
    gone = {"write": errno.ENODEV, "truncate": errno.ENODEV, "create": errno.ENOENT}
    files.broken.update(gone)
    assert attempt(saver) == errno.ENODEV
    assert attempt(saver) == errno.ENOENT
    assert saver.saved_lines == 0  # the folder is not there, so nothing can be claimed
    files.broken.clear()
    files.calls.clear()
    saver.save()
    assert files.calls[:3] == ["create", "open", "size"]
    assert disk.durable(PATH) == WHOLE
    assert disk.names(FOLDER) == ["000001-sample.jsonl"]
    assert saver.saved_lines == len(RAWS)


def test_a_file_that_came_back_shorter_is_filled_up_again() -> None:
    disk = VolatileDisk()
    files = FaultyFiles(disk)
    saver = new_saver(files)
    saver.add(RAWS[1:5])
    saver.save()
    files.at_call[len(files.calls)] = errno.EIO
    saver.add(RAWS[5:6])
    assert attempt(saver) == errno.EIO
    disk.put(PATH, b"".join(RAWS[:3]) + RAWS[3][:10])
    files.broken["write"] = errno.EIO
    assert attempt(saver) == errno.EIO
    assert saver.saved_lines == 3
    files.broken.clear()
    saver.add(RAWS[6:])
    saver.save()
    assert disk.durable(PATH) == WHOLE


def test_a_journal_taken_up_again_is_fsynced_before_it_is_called_saved() -> None:
    disk = VolatileDisk()
    disk.put(PATH, b"".join(RAWS[:5]))
    saver = Saver(PATH, "sample", b"".join(RAWS[:5]), disk, good=sum(map(len, RAWS[:5])))
    assert (saver.lines, saver.saved_lines) == (5, 0)
    saver.add(RAWS[5:])
    saver.save()
    assert saver.saved_lines == len(RAWS)
    assert disk.durable(PATH) == WHOLE
    assert disk.names(FOLDER) == ["000001-sample.jsonl"]


def test_a_long_backlog_is_written_in_order() -> None:
    line = RAWS[1]
    disk = VolatileDisk(capacity=10_000_000)
    saver = Saver(PATH, "sample", RAWS[0], disk)
    saver.add([line] * 20_000)  # more than two chunks
    saver.save()
    assert saver.saved_lines == 20_001
    assert split_lines(disk.durable(PATH)) == [RAWS[0], *[line] * 20_000]


# ------------------------------------------------------------------------- names


def test_the_first_journal_is_number_one(tmp_path: Path) -> None:
    assert next_path(tmp_path, "sweepers") == tmp_path / "000001-sweepers.jsonl"


def test_a_new_journal_has_one_more_than_the_highest_number_of_any_game(tmp_path: Path) -> None:
    names = ["000002-sweepers.jsonl", "000010-sample.jsonl", "000011-sample.jsonl.torn"]
    for name in [*names, "notes.txt", "99-x.jsonl", "summary-000900.jsonl"]:
        (tmp_path / name).touch()
    assert next_path(tmp_path, "sweepers") == tmp_path / "000012-sweepers.jsonl"


def test_numbers_go_on_beyond_six_digits(tmp_path: Path) -> None:
    (tmp_path / "999999-sweepers.jsonl").touch()
    assert next_path(tmp_path, "sample") == tmp_path / "1000000-sample.jsonl"
    (tmp_path / "1000000-sample.jsonl").touch()
    assert next_path(tmp_path, "sample") == tmp_path / "1000001-sample.jsonl"


def test_a_folder_that_is_missing_gives_number_one_and_no_error(tmp_path: Path) -> None:
    assert next_path(tmp_path / "no", "sample") == tmp_path / "no" / "000001-sample.jsonl"


@pytest.mark.parametrize("number", ["9" * 18, "9" * 19, "9" * 200, "9" * 5000, "\u0663" * 6])
def test_what_somebody_else_numbered_beyond_all_bounds_does_not_count(number: str) -> None:
    files = VolatileDisk()
    files.create(FOLDER / "000007-sample.jsonl")
    files.create(FOLDER / f"{number}-x.jsonl")
    assert next_path(FOLDER, "sample", files) == FOLDER / "000008-sample.jsonl"


def test_a_pipe_of_the_same_name_is_left_alone_and_the_next_number_taken(tmp_path: Path) -> None:
    path = tmp_path / PATH.name
    os.mkfifo(path)
    saver = Saver(path, "sample", WHOLE, DiskFiles())
    saver.save()
    saver.close()
    assert (tmp_path / "000002-sample.jsonl").read_bytes() == WHOLE
    assert path.is_fifo()

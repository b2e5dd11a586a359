"""Whether the next game could be saved is tried beforehand, and leaves nothing behind."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from meadow.journal.files import DiskFiles
from meadow.journal.room import Room, free_bytes, look_at

from tests.journal.disks import FaultyFiles, QuickFiles


def plenty(folder: Path) -> int:
    return 1_000_000_000


def test_a_disk_that_takes_what_is_written_has_room_and_is_left_as_it_was(tmp_path: Path) -> None:
    assert look_at(tmp_path, DiskFiles(), plenty) == Room("", "")
    assert list(tmp_path.iterdir()) == []


def test_what_a_power_cut_left_of_a_trial_is_cleared_away(tmp_path: Path) -> None:
    (tmp_path / ".tried").write_bytes(b"meadow")
    assert look_at(tmp_path, QuickFiles(), plenty) == Room()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("call", ["create", "remove", "write", "sync", "close"])
def test_whatever_fails_is_one_line_that_says_what_to_do(tmp_path: Path, call: str) -> None:
    files = FaultyFiles(QuickFiles())
    files.broken[call] = errno.EROFS
    assert look_at(tmp_path, files, plenty) == Room(
        "the disk is read-only; a worn SD card turns so, put in another"
    )
    files.broken.clear()
    assert look_at(tmp_path, files, plenty) == Room()


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert look_at(tmp_path / "gone", DiskFiles()).why == (
        "no such file or folder; plug the disk in, or make the folder"
    )


@pytest.mark.parametrize(
    ("free", "room"),
    [
        (699, Room("the disk is full; free some space on it")),
        (
            7_400_000,
            Room(
                scarce="only 7 MB are free on the disk; free some space, or let the oldest games "
                "go (keep_games)"
            ),
        ),
        (20_000_000, Room()),
    ],
)
def test_little_room_is_told_before_it_is_used_up(tmp_path: Path, free: int, room: Room) -> None:
    assert look_at(tmp_path, QuickFiles(), lambda folder: free) == room


def test_the_room_that_is_left_is_that_of_the_disk(tmp_path: Path) -> None:
    assert free_bytes(tmp_path) > 0
    with pytest.raises(FileNotFoundError):
        free_bytes(tmp_path / "gone")

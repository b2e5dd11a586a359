"""The PIN is made once and kept where its owner alone can read it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from meadow.console.pin import kept_pin
from pytest_mock import MockerFixture


def test_the_first_start_makes_six_digits_and_the_next_finds_them(tmp_path: Path) -> None:
    made = kept_pin(tmp_path / "new" / "folder")
    assert (len(made.pin), made.pin.isdecimal(), made.trouble) == (6, True, "")
    assert made.path == tmp_path / "new" / "folder" / "console-pin"
    assert made.path.stat().st_mode & 0o777 == 0o600
    assert kept_pin(tmp_path / "new" / "folder") == made


def test_every_table_has_another(tmp_path: Path) -> None:
    assert len({kept_pin(tmp_path / str(number)).pin for number in range(20)}) > 15


def test_leading_noughts_are_kept(tmp_path: Path, mocker: MockerFixture) -> None:
    mocker.patch("meadow.console.pin.secrets.randbelow", return_value=42)
    assert kept_pin(tmp_path).pin == "000042"
    assert kept_pin(tmp_path).pin == "000042"


@pytest.mark.parametrize(
    "content", [b"", b"12345", b"1234567", b"abcdef", b"\xff" * 6, b"1" * 9999]
)
def test_a_file_that_holds_no_pin_is_replaced(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "console-pin"
    path.touch(0o600)
    path.write_bytes(content)
    made = kept_pin(tmp_path)
    assert made.trouble == ""
    assert path.read_text() == f"{made.pin}\n"
    assert [one.name for one in tmp_path.iterdir()] == ["console-pin"]


def test_a_pin_that_others_could_read_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "console-pin"
    path.write_text("123456\n")
    path.chmod(0o644)
    assert kept_pin(tmp_path).pin != "123456"
    assert path.stat().st_mode & 0o777 == 0o600


def test_what_a_power_cut_left_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / "console-pin.new").write_text("12")
    assert kept_pin(tmp_path).trouble == ""
    assert [one.name for one in tmp_path.iterdir()] == ["console-pin"]


def test_a_link_to_another_file_is_not_followed(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("654321\n")
    other.chmod(0o600)
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "console-pin").symlink_to(other)
    kept = kept_pin(folder)
    assert kept.pin != "654321"
    assert other.read_text() == "654321\n"


def test_a_pin_that_cannot_be_kept_holds_until_the_program_ends(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    mocker.patch("meadow.console.pin.os.write", side_effect=OSError(28, os.strerror(28)))
    kept = kept_pin(tmp_path)
    assert len(kept.pin) == 6
    assert kept.trouble == (
        f"{tmp_path}/console-pin: the PIN cannot be kept: the disk is full; free some space on it; "
        "it holds until this program ends"
    )


def test_a_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "the PIN cannot be kept" in kept_pin(tmp_path / "file").trouble


def test_a_pipe_is_not_waited_for_and_the_pin_takes_its_place(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "console-pin")
    kept = kept_pin(tmp_path)
    assert kept.trouble == ""
    assert (tmp_path / "console-pin").read_text() == f"{kept.pin}\n"

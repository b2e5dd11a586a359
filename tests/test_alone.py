"""What only one program may have: the second is refused, and nothing is left behind."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from meadow.alone import TakenError, alone_in, claim_devices
from pytest_mock import MockerFixture


@pytest.fixture(autouse=True)
def an_address_of_this_test(mocker: MockerFixture, tmp_path: Path) -> None:
    mocker.patch("meadow.alone._DEVICES", f"\0meadow-table-{tmp_path}"[:100])


def test_a_folder_is_one_programs_until_it_is_let_go(tmp_path: Path) -> None:
    with alone_in(tmp_path), pytest.raises(TakenError), alone_in(tmp_path):
        pytest.fail("two have it")
    with alone_in(tmp_path):
        assert list(tmp_path.iterdir()) == []


def test_another_folder_is_free(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with alone_in(tmp_path), alone_in(tmp_path / "other"):
        pass


def test_a_folder_that_is_not_there_is_nobodys(tmp_path: Path) -> None:
    with alone_in(tmp_path / "a"), alone_in(tmp_path / "a"):
        pass


def test_a_file_system_without_locks_refuses_nobody(tmp_path: Path, mocker: MockerFixture) -> None:
    mocker.patch("meadow.alone.fcntl.flock", side_effect=OSError(errno.ENOLCK, "No locks"))
    with alone_in(tmp_path), alone_in(tmp_path):
        pass


def test_the_devices_are_one_programs_until_it_is_let_go() -> None:
    with claim_devices(), pytest.raises(TakenError):
        claim_devices()
    claim_devices().close()

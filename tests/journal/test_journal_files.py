"""Files are opened at once or not at all: a pipe would wait for ever, a device may do something."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from meadow.journal.files import DiskFiles, NoFileError, explain, open_file
from meadow.journal.names import number_of, taken_number
from pytest_mock import MockerFixture

NAME = "000001-sample.jsonl"


@pytest.fixture(params=["a folder", "a pipe", "a device"])
def kind(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What lies there instead of a file; a socket stands for a device."""
    what = str(request.param)
    if what == "a folder":
        (tmp_path / NAME).mkdir()
    elif what == "a pipe":
        os.mkfifo(tmp_path / NAME)
    else:
        monkeypatch.chdir(tmp_path)  # the name of a socket may not be long
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(NAME)
    return what


@pytest.mark.parametrize("open_it", [open_file, DiskFiles().open, DiskFiles().open_to_read])
def test_what_is_no_file_is_told_for_what_it_is_and_not_opened(
    kind: str, tmp_path: Path, mocker: MockerFixture, open_it: Callable[[Path], int]
) -> None:
    opened = mocker.patch("meadow.journal.files.os.open")
    with pytest.raises(NoFileError) as told:
        open_it(tmp_path / NAME)
    assert explain(told.value) == f"it is {kind}; name a file"
    opened.assert_not_called()


def test_a_pipe_that_comes_between_is_closed_again_and_not_waited_for(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    pipe, file = tmp_path / NAME, tmp_path / "file"
    os.mkfifo(pipe)
    file.touch()
    mocker.patch("meadow.journal.files.os.stat", return_value=file.stat())
    closed = mocker.spy(os, "close")
    with pytest.raises(NoFileError):
        open_file(pipe)
    closed.assert_called_once()


def test_a_link_is_followed_only_where_that_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"abc")
    (tmp_path / NAME).symlink_to("file")
    file = open_file(tmp_path / NAME)
    assert os.read(file, 9) == b"abc"
    os.close(file)
    with pytest.raises(NoFileError) as told:
        open_file(tmp_path / NAME, os.O_RDONLY | os.O_NOFOLLOW)
    assert told.value.strerror == "a link"


@pytest.mark.parametrize(
    ("name", "number", "taken"),
    [
        (NAME, 1, 1),
        ("123456789012345678-sweet-takes.jsonl", 123456789012345678, 123456789012345678),
        (f"{NAME}.torn", None, 1),
        ("1-sample.jsonl", None, 0),
        ("\u0660\u0661\u0662\u0663\u0664\u0665-arab.jsonl", None, 0),
        ("9" * 5000 + "-a.jsonl", None, 0),
        ("000001-UP.jsonl", None, 1),
        ("000001-sample.jsonl\n", None, 1),
        ("", None, 0),
    ],
)
def test_a_journal_is_known_by_its_name(name: str, number: int | None, taken: int) -> None:
    assert (number_of(name), taken_number(name)) == (number, taken)

"""Old games make room: only finished ones, the oldest first, and a fault is one line."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from meadow.games.game import Said
from meadow.journal.lines import Kind, Source, encode_header
from meadow.journal.maker import LineMaker
from meadow.journal.read import read_journal
from meadow.journal.retention import clear_old

from tests.journal.disks import FaultyFiles, QuickFiles
from tests.journal.samples import SampleResult, sample_header, sample_lines


def _finished(folder: Path, number: int, rounds: int = 2) -> Path:
    path = folder / f"{number:06d}-sample.jsonl"
    path.write_bytes(b"".join(sample_lines(rounds)))
    return path


def _unfinished(folder: Path, number: int) -> Path:
    path = folder / f"{number:06d}-sample.jsonl"
    path.write_bytes(b"".join(sample_lines()[:-1]))
    return path


def _names(folder: Path) -> list[str]:
    return sorted(path.name.split("-")[0] for path in folder.iterdir())


def test_the_newest_games_stay_and_the_oldest_go(tmp_path: Path) -> None:
    for number in (1, 2, 3, 10, 999_999, 1_000_000):
        _finished(tmp_path, number)

    cleared = clear_old(tmp_path, 2)

    assert [path.name[:7] for path in cleared.removed] == [
        "000001-",
        "000002-",
        "000003-",
        "000010-",
    ]
    assert cleared.trouble == ""
    assert _names(tmp_path) == ["1000000", "999999"]


def test_zero_keeps_all(tmp_path: Path) -> None:
    _finished(tmp_path, 1)

    assert clear_old(tmp_path, 0) == ((), "")
    assert _names(tmp_path) == ["000001"]


def test_an_unfinished_game_is_never_touched_and_does_not_count(tmp_path: Path) -> None:
    for number in (1, 4):
        _unfinished(tmp_path, number)
    for number in (2, 3, 5):
        _finished(tmp_path, number)

    clear_old(tmp_path, 1)

    assert _names(tmp_path) == ["000001", "000004", "000005"]


def test_a_game_whose_end_was_taken_back_is_unfinished(tmp_path: Path) -> None:
    maker = LineMaker()
    raws = [
        encode_header(sample_header()),
        maker.end(1000, SampleResult(winners=("north",))),
        maker.line(2000, Kind.INPUT, Source.OPERATOR, Said(2000, "undo", ())),
        maker.end(2000, None),
    ]
    path = tmp_path / "000001-sample.jsonl"
    path.write_bytes(b"".join(raws))
    _finished(tmp_path, 2)
    assert not read_journal(path).finished

    assert clear_old(tmp_path, 1).removed == ()
    path.write_bytes(b"".join([*raws, maker.end(3000, SampleResult(winners=("south",)))]))
    assert clear_old(tmp_path, 1).removed == (path,)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"notes of somebody\n",
        b"".join(sample_lines())[:-3],
        b"".join(sample_lines())[:-30] + b"\0" * 30,
        b"".join(sample_lines()[:1]),
        b"".join(sample_lines()[1:]),
        b"".join(sample_lines()).replace(b"\n", b"\r\n"),
    ],
    ids=["empty", "notes", "torn", "damaged", "header", "headless", "crlf"],
)
def test_what_is_no_whole_journal_stays(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "000001-sample.jsonl").write_bytes(content)
    _finished(tmp_path, 2)

    assert clear_old(tmp_path, 1) == ((), "")


def test_other_files_stay(tmp_path: Path) -> None:
    names = ["000001-sample.jsonl.torn", "1-sample.jsonl", "sample.jsonl", "000001-sample.txt"]
    for name in names:
        (tmp_path / name).write_bytes(b"".join(sample_lines()))
    _finished(tmp_path, 2)

    assert clear_old(tmp_path, 1) == ((), "")


def test_the_end_of_a_long_game_is_found(tmp_path: Path) -> None:
    old = _finished(tmp_path, 1, rounds=1000)
    _finished(tmp_path, 2)
    assert old.stat().st_size > 300_000

    assert clear_old(tmp_path, 1).removed == (old,)


@pytest.mark.parametrize(
    ("call", "code", "trouble"),
    [
        ("names", errno.EACCES, "{folder}: old games are not cleared away: permission denied; give "
         "the user that runs this access to the folder"),
        ("open", errno.EIO, "{folder}/000003-sample.jsonl: old games are not cleared away: the "
         "disk has an error; the card or stick may be failing, put in another"),
        ("remove", errno.EROFS, "{folder}/000001-sample.jsonl: old games are not cleared away: the "
         "disk is read-only; a worn SD card turns so, put in another"),
    ],
)  # fmt: skip
def test_a_fault_of_the_disk_is_one_line_and_nothing_goes(
    tmp_path: Path, call: str, code: int, trouble: str
) -> None:
    for number in (1, 2, 3):
        _finished(tmp_path, number)
    files = FaultyFiles(QuickFiles())
    files.broken[call] = code

    assert clear_old(tmp_path, 1, files) == ((), trouble.format(folder=tmp_path))
    assert _names(tmp_path) == ["000001", "000002", "000003"]


def test_a_fault_half_way_tells_what_went_before_it(tmp_path: Path) -> None:
    for number in (1, 2, 3):
        _finished(tmp_path, number)
    files = FaultyFiles(QuickFiles())
    clear_old(tmp_path, 3, files)
    files.at_call[2 * len(files.calls) + 1] = errno.EIO  # the second removal

    cleared = clear_old(tmp_path, 1, files)

    assert [path.name for path in cleared.removed] == ["000001-sample.jsonl"]
    assert cleared.trouble.startswith(f"{tmp_path}/000002-sample.jsonl: old games are not cleared")
    assert _names(tmp_path) == ["000002", "000003"]


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    cleared = clear_old(tmp_path / "none", 1)

    assert cleared.removed == ()
    assert cleared.trouble.endswith("no such file or folder; plug the disk in, or make the folder")


def test_what_is_no_file_is_passed_over_and_the_old_games_go(tmp_path: Path) -> None:
    for number in (1, 2):
        _finished(tmp_path, number)
    (tmp_path / "000003-folder.jsonl").mkdir()
    os.mkfifo(tmp_path / "000004-pipe.jsonl")

    cleared = clear_old(tmp_path, 1)

    assert cleared == ((tmp_path / "000001-sample.jsonl",), "")
    assert _names(tmp_path) == ["000002", "000003", "000004"]

"""The journals of a table over the cable: only journals, only read, whatever the disk does."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest
from meadow.link.answers import AnyAnswer, BytesAre, Code, DigestIs, LogsAre
from meadow.link.calls import AnyCall, DigestLog, FileEntry, ListLogs, ReadLog
from meadow.link.device import Refusal
from meadow.link.logs import MOST_LISTED, Logs
from pytest_mock import MockerFixture

FIRST, SECOND = "000001-sweepers.jsonl", "000002-sweet-takes.jsonl"

NO_FILES = (("000006-link", "a link"), ("000007-pipe", "a pipe"), ("000008-folder", "a folder"))


def asked(folder: Path, call: AnyCall, mocker: MockerFixture) -> AnyAnswer:
    return Logs(lambda: folder).handlers()[type(call)](mocker.Mock(), call)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / FIRST).write_bytes(b"abc\n" * 3000)
    (tmp_path / SECOND).write_bytes(b"xyz\n")
    return tmp_path


def test_journals_are_listed_oldest_first_with_their_sizes(
    folder: Path, mocker: MockerFixture
) -> None:
    (folder / "1000000-sweepers.jsonl").touch()  # more than six digits come after
    (folder / f"{FIRST}.torn").write_bytes(b"half")
    (folder / f"{FIRST}.torn2").write_bytes(b"another")
    others = ("notes.txt", "state.json", "000003-UP.jsonl", ".000004-x.jsonl", f"{FIRST}.torn.part")
    for other in others:
        (folder / other).touch()
    (folder / "000005-folder.jsonl").mkdir()
    (folder / "٠٠٠٠٠٩-sweepers.jsonl").touch()
    os.symlink("/etc/passwd", folder / "000006-link.jsonl")
    assert asked(folder, ListLogs(), mocker) == LogsAre(
        (
            FileEntry(FIRST, 12_000),
            FileEntry(f"{FIRST}.torn", 4),
            FileEntry(f"{FIRST}.torn2", 7),
            FileEntry(SECOND, 4),
            FileEntry("1000000-sweepers.jsonl", 0),
        )
    )


def test_a_long_list_comes_in_parts_that_each_fit_into_a_frame(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    names = [f"{number:06d}-sweepers.jsonl" for number in range(1, 151)]
    for name in names:
        (tmp_path / name).touch()
    got: list[str] = []
    parts = 0
    while True:
        answer = asked(tmp_path, ListLogs(got[-1] if got else ""), mocker)
        assert isinstance(answer, LogsAre)
        assert len(answer.logs) <= MOST_LISTED
        got += [one.name for one in answer.logs]
        parts += 1
        if not answer.more:
            break
    assert (got, parts) == (names, 3)


def test_a_table_without_games_has_no_journals(tmp_path: Path, mocker: MockerFixture) -> None:
    assert asked(tmp_path / "games", ListLogs(), mocker) == LogsAre(())


def test_bytes_come_from_any_offset_and_none_past_the_end(
    folder: Path, mocker: MockerFixture
) -> None:
    assert asked(folder, ReadLog(FIRST, 11_998, 4096), mocker) == BytesAre(b"c\n", 12_000)
    assert asked(folder, ReadLog(FIRST, 12_000, 4096), mocker) == BytesAre(b"", 12_000)
    assert asked(folder, ReadLog(FIRST, 1 << 39, 4096), mocker) == BytesAre(b"", 12_000)


def test_a_journal_may_grow_while_it_is_fetched(folder: Path, mocker: MockerFixture) -> None:
    before = hashlib.sha256(b"xyz\n").hexdigest()
    with (folder / SECOND).open("ab") as file:
        file.write(b"more\n")
    assert asked(folder, ReadLog(SECOND, 4, 100), mocker) == BytesAre(b"more\n", 9)
    assert asked(folder, DigestLog(SECOND, 4), mocker) == DigestIs(before)


def test_a_digest_of_more_than_there_is_is_refused(folder: Path, mocker: MockerFixture) -> None:
    with pytest.raises(Refusal, match="has 4 bytes, fewer than 5") as refused:
        asked(folder, DigestLog(SECOND, 5), mocker)
    assert refused.value.code is Code.CHANGED


@pytest.mark.parametrize(
    "name",
    [
        "../000001-sweepers.jsonl",
        "/etc/passwd",
        "000001-sweepers.jsonl\0",
        "000001-sweepers.jsonl/",
        "000001-../x.jsonl",
        "000009-sweepers.jsonl",
        "state.json",
        "..",
    ],
)
def test_nothing_but_a_journal_can_be_fetched(
    folder: Path, mocker: MockerFixture, name: str
) -> None:
    for call in (ReadLog(name, 0), DigestLog(name, 0)):
        with pytest.raises(Refusal, match="there is no journal") as refused:
            asked(folder, call, mocker)
        assert refused.value.code is Code.MISSING


def test_a_link_a_pipe_or_a_folder_named_as_a_journal_is_refused(
    folder: Path, mocker: MockerFixture
) -> None:
    os.symlink("/etc/passwd", folder / "000006-link.jsonl")
    os.mkfifo(folder / "000007-pipe.jsonl")
    (folder / "000008-folder.jsonl").mkdir()
    for name, kind in NO_FILES:
        with pytest.raises(Refusal) as refused:
            asked(folder, ReadLog(f"{name}.jsonl", 0), mocker)
        assert refused.value.code is Code.MISSING
        assert str(refused.value) == f"{name}.jsonl on the table is no journal but {kind}"


def test_a_journal_that_is_cleared_away_while_it_is_listed_is_left_out(
    folder: Path, mocker: MockerFixture
) -> None:
    mocker.patch("meadow.link.logs.os.listdir", return_value=["000000-gone.jsonl", SECOND])
    assert asked(folder, ListLogs(), mocker) == LogsAre((FileEntry(SECOND, 4),))
    assert asked(folder, ListLogs("000000-gone.jsonl"), mocker) == LogsAre((FileEntry(SECOND, 4),))


def test_a_journal_that_shrinks_while_its_digest_is_made_is_refused(
    folder: Path, mocker: MockerFixture
) -> None:
    mocker.patch("meadow.link.logs.os.pread", side_effect=[b"ab", b""])
    with pytest.raises(Refusal, match="has 2 bytes, fewer than 4") as refused:
        asked(folder, DigestLog(SECOND, 4), mocker)
    assert refused.value.code is Code.CHANGED


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (PermissionError(13, "Permission denied"), "permission denied; give the user"),
        (OSError(5, "Input/output error"), "the disk has an error"),
        (OSError(107, "odd"), "odd; check the disk"),
    ],
)
def test_a_journal_that_cannot_be_read_is_one_line_and_no_file_stays_open(
    folder: Path, mocker: MockerFixture, error: OSError, said: str
) -> None:
    before = len(os.listdir("/proc/self/fd"))
    for failing in ("pread", "fstat", "open"):
        patched = mocker.patch(f"meadow.link.logs.os.{failing}", side_effect=error)
        for call in (ReadLog(FIRST, 0), DigestLog(FIRST, 3)):
            with pytest.raises(Refusal, match=said) as refused:
                asked(folder, call, mocker)
            assert refused.value.code is Code.DISK
            assert str(refused.value).startswith(f"on the table: {FIRST}: ")
        mocker.stop(patched)
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_disk_that_fails_is_one_line(folder: Path, mocker: MockerFixture) -> None:
    mocker.patch("meadow.link.logs.os.listdir", side_effect=OSError(5, "Input/output error"))
    with pytest.raises(Refusal, match=r"on the table: .*the disk has an error") as refused:
        asked(folder, ListLogs(), mocker)
    assert refused.value.code is Code.DISK

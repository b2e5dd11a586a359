"""Recovery cuts a torn end, says so, loses nothing, and survives a power cut itself."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from meadow.games.game import Sound
from meadow.journal.lines import JournalError, Kind, Source
from meadow.journal.maker import LineMaker
from meadow.journal.read import read_journal
from meadow.journal.recover import recover, whole_lines

from tests.journal.disks import FaultyFiles, PowerCut, QuickFiles
from tests.journal.samples import sample_lines


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "000001-sample.jsonl"


def torn_journal(path: Path) -> tuple[bytes, bytes]:
    """A journal whose last line is cut; gives what is whole and what is torn."""
    raws = sample_lines()
    kept, torn = b"".join(raws[:-1]), raws[-1][:40]
    path.write_bytes(kept + torn)
    return kept, torn


def test_a_journal_cut_at_every_byte_of_its_last_ten_lines_is_recovered(path: Path) -> None:
    raws = sample_lines()
    whole = b"".join(raws)
    first = len(raws) - 10
    for length in range(sum(map(len, raws[:first])), len(whole)):
        path.write_bytes(whole[:length])
        recovery = recover(path, files=QuickFiles())
        kept = [raw for n, raw in enumerate(raws, 1) if sum(map(len, raws[:n])) <= length]
        journal = read_journal(path)
        assert [journal.header_raw, *journal.raws] == kept
        assert not journal.finished
        cut = whole[len(b"".join(kept)) : length]
        assert (recovery.kept_lines, recovery.cut_bytes) == (len(kept), len(cut))
        assert recovery.cut_lines == (1 if cut else 0)
        side = path.with_name("000001-sample.jsonl.torn")
        assert (recovery.torn == side and side.read_bytes() == cut) if cut else not side.exists()
        side.unlink(missing_ok=True)


def test_any_flipped_bit_in_the_last_line_cuts_that_line_alone(path: Path) -> None:
    raws = sample_lines()
    kept = b"".join(raws[:-1])
    for index in range(len(raws[-1])):
        last = bytearray(raws[-1])
        last[index] ^= 1 << (index % 8)
        path.write_bytes(kept + last)
        recovery = recover(path, files=QuickFiles())
        assert path.read_bytes() == kept
        assert recovery.torn is not None
        assert recovery.torn.read_bytes() == bytes(last)
        recovery.torn.unlink()


def test_any_flipped_bit_in_an_earlier_line_is_an_error_that_names_it(path: Path) -> None:
    raws = sample_lines()
    for line in range(len(raws) - 9, len(raws) - 1):  # the last ten lines but the last
        for index in range(len(raws[line - 1])):
            flipped = bytearray(raws[line - 1])
            flipped[index] ^= 1 << (index % 8)
            whole = b"".join([*raws[: line - 1], bytes(flipped), *raws[line:]])
            with pytest.raises(JournalError) as caught:
                whole_lines(whole, path)
            assert caught.value.line_number == line


def test_it_says_what_it_cut_and_where_that_is_kept(path: Path) -> None:
    kept, torn = torn_journal(path)
    recovery = recover(path)
    assert str(recovery) == (
        f"{path}: cut 1 line (40 bytes) after line 18; kept them in 000001-sample.jsonl.torn"
    )
    assert (recovery.kept_bytes, recovery.cut_bytes) == (len(kept), len(torn))


def test_a_whole_journal_is_left_alone_and_needs_no_right_to_write(path: Path) -> None:
    path.write_bytes(b"".join(sample_lines()))
    files = FaultyFiles()
    assert str(recover(path, files=files)) == f"{path}: whole, nothing to recover"
    assert files.calls == []
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    "tail",
    [
        b"\0" * 5000,
        b"\0" * 100 + b"\n" + b"\0" * 100,
        b"\xff\xfe\n{}\n\n\nnot a line",
        b'{"seq":18,"at_ms":0}\n',
        b"\n",
    ],
    ids=["zeros", "zeros-and-newline", "garbage", "no-checksum", "empty-line"],
)
def test_whatever_garbage_stands_at_the_end_is_cut_and_kept(path: Path, tail: bytes) -> None:
    kept = b"".join(sample_lines()[:-1])
    path.write_bytes(kept + tail)
    recovery = recover(path)
    assert path.read_bytes() == kept
    assert recovery.torn is not None
    assert recovery.torn.read_bytes() == tail
    assert recovery.cut_lines == max(1, tail.count(b"\n") + (not tail.endswith(b"\n")))


def test_a_damaged_line_with_whole_lines_after_it_is_never_cut(path: Path) -> None:
    raws = sample_lines()
    raws[11] = raws[11][:20] + b"?" + raws[11][21:]
    content = b"".join(raws)
    path.write_bytes(content)
    with pytest.raises(JournalError) as caught:
        recover(path)
    assert str(caught.value) == (
        f"{path}:12: damaged (wrong checksum), yet 7 whole lines follow, so this is no torn end; "
        "use another copy, or cut from here by hand (docs/journal.md, Recovery)"
    )
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


def test_a_person_may_cut_from_a_line_on_and_all_of_it_is_kept_aside(path: Path) -> None:
    raws = sample_lines()
    raws[11] = raws[11][:20] + b"?" + raws[11][21:]
    path.write_bytes(b"".join(raws))
    recovery = recover(path, from_line=12)
    assert path.read_bytes() == b"".join(raws[:11])
    assert recovery.torn is not None
    assert recovery.torn.read_bytes() == b"".join(raws[11:])
    assert recovery.cut_lines == 8


def test_cutting_by_hand_never_keeps_a_damaged_line(path: Path) -> None:
    raws = sample_lines()
    raws[4] = raws[4][:20] + b"?" + raws[4][21:]
    path.write_bytes(b"".join(raws))
    assert recover(path, from_line=12).kept_lines == 4


def test_a_missing_line_is_no_torn_end(path: Path) -> None:
    raws = sample_lines()
    del raws[-3]
    path.write_bytes(b"".join(raws))
    with pytest.raises(JournalError, match=r"jsonl:17: has number 17, expected 16"):
        recover(path)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "empty: of this game nothing was saved"),
        (sample_lines()[0][:60], "the header is cut off: of this game nothing was saved"),
        (b"Dear diary\n", "not a journal"),
        (sample_lines()[0].replace(b"north", b"nerth"), "the header is damaged"),
        (b"".join(sample_lines()).replace(b"\n", b"\r\n"), "line ends were changed to CR LF"),
    ],
    ids=["empty", "header-cut", "diary", "header-damaged", "crlf"],
)
def test_what_is_no_journal_is_left_alone(path: Path, content: bytes, why: str) -> None:
    path.write_bytes(content)
    with pytest.raises(JournalError, match=why):
        recover(path)
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


def test_the_cut_bytes_are_safe_before_the_journal_is_shortened(path: Path) -> None:
    torn_journal(path)
    files = FaultyFiles()
    recover(path, files=files)
    assert files.calls == [
        *("names", "remove", "create", "write", "sync", "close", "rename", "sync_folder"),
        *("open", "size", "truncate", "sync", "close"),
    ]


@pytest.mark.parametrize("code", [0, errno.ENOSPC, errno.EROFS, errno.EIO, errno.EACCES])
def test_a_failure_at_any_moment_loses_nothing_and_recovery_can_be_done_again(
    path: Path, code: int
) -> None:
    for call in range(13):
        kept, torn = torn_journal(path)
        files = FaultyFiles(QuickFiles())
        files.at_call[call] = code
        with pytest.raises((JournalError, PowerCut)) as caught:
            recover(path, files=files)
        if isinstance(caught.value, JournalError):
            assert "recovery stopped, nothing is lost: " in str(caught.value)
        sides = [side for side in path.parent.iterdir() if side.name.endswith(".torn")]
        # Nothing is lost: either the journal has the bytes still or a side file has them.
        assert path.read_bytes() == kept + torn or sides[0].read_bytes() == torn
        recover(path, files=QuickFiles())
        assert path.read_bytes() == kept
        assert sorted(side.name for side in path.parent.iterdir()) == [
            "000001-sample.jsonl",
            "000001-sample.jsonl.torn",
        ]
        assert path.with_name("000001-sample.jsonl.torn").read_bytes() == torn
        for side in path.parent.iterdir():
            side.unlink()


def test_a_side_file_from_a_recovery_cut_short_is_made_safe_before_it_is_relied_on(
    path: Path,
) -> None:
    _, torn = torn_journal(path)
    path.with_name("000001-sample.jsonl.torn").write_bytes(torn)
    files = FaultyFiles()
    recover(path, files=files)
    assert files.calls == [
        *("names", "open", "size", "read", "sync", "close", "sync_folder"),
        *("open", "size", "truncate", "sync", "close"),
    ]


def test_a_second_torn_end_gets_a_side_file_of_its_own(path: Path) -> None:
    kept, first = torn_journal(path)
    recover(path)
    path.write_bytes(kept + b"another")
    recovery = recover(path)
    assert recovery.torn == path.with_name("000001-sample.jsonl.torn2")
    assert recovery.torn.read_bytes() == b"another"
    assert path.with_name("000001-sample.jsonl.torn").read_bytes() == first


def test_a_full_disk_leaves_the_journal_as_it_was(path: Path) -> None:
    kept, torn = torn_journal(path)
    files = FaultyFiles()
    files.broken["write"] = errno.ENOSPC
    with pytest.raises(JournalError) as caught:
        recover(path, files=files)
    assert str(caught.value) == (
        f"{path}: recovery stopped, nothing is lost: the disk is full; free some space on it, "
        "then recover it again"
    )
    assert path.read_bytes() == kept + torn


def test_a_journal_that_grows_meanwhile_is_left_to_its_writer(path: Path) -> None:
    kept, torn = torn_journal(path)

    def grow(name: str) -> None:
        if name == "rename":
            path.write_bytes(kept + torn + b"more")

    files = FaultyFiles()
    files.on_call = grow
    with pytest.raises(JournalError, match="it changed while it was being recovered"):
        recover(path, files=files)
    assert path.read_bytes() == kept + torn + b"more"


def test_a_recovered_game_can_be_taken_up_again(path: Path) -> None:
    torn_journal(path)
    recover(path)
    journal = read_journal(path)
    more = journal.line_maker().line(9500, Kind.OUTPUT, Source.TABLE, Sound("go"))
    path.write_bytes(path.read_bytes() + more)
    assert read_journal(path).lines[-1].seq == 18


def test_a_line_maker_of_a_new_game_would_not_fit_behind_it(path: Path) -> None:
    kept, _ = torn_journal(path)
    path.write_bytes(kept + LineMaker().line(0, Kind.OUTPUT, Source.TABLE, Sound("go")))
    with pytest.raises(JournalError, match=r"jsonl:19: has number 1, expected 18"):
        recover(path)


def test_a_pipe_named_as_the_side_file_is_no_hindrance(path: Path) -> None:
    kept, torn = torn_journal(path)
    os.mkfifo(path.with_name(f"{path.name}.torn"))
    assert recover(path, files=QuickFiles()).torn == path.with_name(f"{path.name}.torn2")
    assert path.read_bytes() == kept
    assert path.with_name(f"{path.name}.torn2").read_bytes() == torn

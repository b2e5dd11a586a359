"""The journal's writer thread: it never keeps the loop waiting and never claims too much."""

from __future__ import annotations

import errno
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from meadow.games.game import Sound
from meadow.journal.lines import Kind, Source
from meadow.journal.read import read_journal
from meadow.journal.write import HUNG_MS, JournalWriter, Status
from pytest_mock import MockerFixture

from tests.journal.disks import FaultyFiles
from tests.journal.samples import sample_header, sample_lines

RAWS = sample_lines()
WHOLE = b"".join(RAWS)


class Listener:
    """Keeps what the writer says."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.threads: set[str] = set()

    def __call__(self, trouble: str) -> None:
        self.heard.append(trouble)
        self.threads.add(threading.current_thread().name)


class QuickClock:
    """Real time, but waiting on close costs none; the future is where a test puts it."""

    def __init__(self) -> None:
        self.ahead_ms = 0

    def now_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000 + self.ahead_ms

    def sleep_ms(self, duration_ms: int) -> None:
        self.ahead_ms += duration_ms


def wait_for(condition: Callable[[], bool]) -> None:
    """Until it holds; a machine too busy for that in ten seconds fails the test."""
    until = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < until, "it never came to that"
        time.sleep(0.002)


def hang_until(answers: threading.Event) -> Callable[[str], None]:
    """A disk whose fsync comes back only then."""

    def hang(name: str) -> None:
        if name == "sync":
            answers.wait(10)

    return hang


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "000001-sample.jsonl"


@pytest.fixture
def files() -> Iterator[FaultyFiles]:
    files = FaultyFiles()
    yield files
    files.broken.clear()


def test_a_game_is_written_as_it_was_appended(path: Path) -> None:
    writer = JournalWriter(path, sample_header())
    for raw in RAWS[1:]:
        writer.append(raw)
    assert writer.close() == Status(saved_seq=18, pending=0, trouble="")
    assert path.read_bytes() == WHOLE
    assert read_journal(path).finished


def test_lines_are_saved_on_their_own_without_closing(path: Path) -> None:
    writer = JournalWriter(path, sample_header())
    wait_for(lambda: writer.status().saved_seq == 0)
    assert path.read_bytes() == RAWS[0]
    writer.append(RAWS[1])
    wait_for(lambda: writer.status() == (1, 0, ""))
    assert path.read_bytes() == RAWS[0] + RAWS[1]
    writer.close()


def test_a_hanging_disk_never_holds_up_the_loop_and_is_told(path: Path) -> None:
    answers = threading.Event()
    files, clock = FaultyFiles(), QuickClock()
    files.on_call = hang_until(answers)
    writer = JournalWriter(path, sample_header(), files=files, clock=clock)
    wait_for(lambda: "sync" in files.calls)
    for raw in RAWS[1:]:
        writer.append(raw)
    assert writer.status() == Status(saved_seq=-1, pending=19, trouble="")
    clock.ahead_ms += HUNG_MS
    assert writer.status().trouble == (
        f"{path}: not saved, the game goes on in memory: the disk does not answer; "
        "if that stays so put in another"
    )
    answers.set()
    assert writer.close() == Status(saved_seq=18, pending=0, trouble="")
    assert path.read_bytes() == WHOLE


def test_closing_does_not_wait_for_a_disk_that_never_answers(path: Path) -> None:
    answers = threading.Event()
    files = FaultyFiles()
    files.on_call = hang_until(answers)
    writer = JournalWriter(path, sample_header(), files=files)
    wait_for(lambda: "sync" in files.calls)
    assert writer.close(timeout_s=0.01).pending == 1
    answers.set()
    writer.close()


@pytest.mark.parametrize(
    ("call", "code", "why"),
    [
        ("write", errno.ENOSPC, "the disk is full; free some space on it"),
        ("create", errno.EROFS, "the disk is read-only; a worn SD card turns so, put in another"),
        (
            "sync",
            errno.EIO,
            "the disk has an error; the card or stick may be failing, put in another",
        ),
        (
            "create",
            errno.EACCES,
            "permission denied; give the user that runs this access to the folder",
        ),
        ("create", errno.ENOENT, "no such file or folder; plug the disk in, or make the folder"),
    ],
)
def test_trouble_is_told_once_and_all_is_written_when_it_is_over(
    path: Path, files: FaultyFiles, call: str, code: int, why: str
) -> None:
    listener = Listener()
    files.broken[call] = code
    writer = JournalWriter(path, sample_header(), listener, files=files)
    trouble = f"{path}: not saved, the game goes on in memory: {why}"
    wait_for(lambda: listener.heard == [trouble])
    for raw in RAWS[1:]:
        writer.append(raw)
    wait_for(lambda: files.calls.count(call) >= 2)  # it keeps trying, and says no more
    assert writer.status() == Status(saved_seq=-1, pending=19, trouble=trouble)
    assert listener.heard == [trouble]
    files.broken.clear()
    assert writer.close() == Status(saved_seq=18, pending=0, trouble="")
    assert path.read_bytes() == WHOLE
    assert listener.heard == [trouble, ""]
    assert listener.threads == {"journal"}


def test_the_writer_tries_on_by_itself_until_the_disk_is_back(
    path: Path, files: FaultyFiles
) -> None:
    listener = Listener()
    files.broken["write"] = errno.ENOSPC
    writer = JournalWriter(path, sample_header(), listener, files=files)
    wait_for(lambda: len(listener.heard) == 1)
    files.broken.clear()
    wait_for(lambda: listener.heard[1:] == [""])
    assert writer.status() == Status(saved_seq=0, pending=0, trouble="")
    assert path.read_bytes() == RAWS[0]
    writer.close()


def test_trouble_in_mid_game_claims_only_what_was_saved_before(
    path: Path, files: FaultyFiles
) -> None:
    listener = Listener()
    writer = JournalWriter(path, sample_header(), listener, files=files)
    writer.append(RAWS[1])
    wait_for(lambda: writer.status().saved_seq == 1)
    files.broken["write"] = errno.ENOSPC
    writer.append(RAWS[2])
    wait_for(lambda: len(listener.heard) == 1)
    assert writer.status()[:2] == (1, 1)
    assert path.read_bytes() == RAWS[0] + RAWS[1]
    files.broken.clear()
    assert writer.close() == Status(saved_seq=2, pending=0, trouble="")
    assert path.read_bytes() == b"".join(RAWS[:3])


def test_the_tries_stay_in_reach_however_long_the_trouble_lasts(
    path: Path, files: FaultyFiles, mocker: MockerFixture
) -> None:
    mocker.patch("meadow.journal.write.FIRST_RETRY_MS", 1)
    mocker.patch("meadow.journal.write.LAST_RETRY_MS", 4)
    files.broken["write"] = errno.ENOSPC
    writer = JournalWriter(path, sample_header(), files=files)
    wait_for(lambda: files.calls.count("write") > 20)
    writer.close(timeout_s=0)


def test_a_quiet_game_is_no_hanging_disk(path: Path) -> None:
    clock = QuickClock()
    writer = JournalWriter(path, sample_header(), clock=clock)
    wait_for(lambda: writer.status().pending == 0)
    clock.ahead_ms += 60_000
    wait_for(lambda: writer.status() == Status(saved_seq=0, pending=0, trouble=""))
    writer.close()


def test_another_trouble_is_told_as_well(path: Path, files: FaultyFiles) -> None:
    listener = Listener()
    files.broken["write"] = errno.ENOSPC
    writer = JournalWriter(path, sample_header(), listener, files=files, clock=QuickClock())
    wait_for(lambda: len(listener.heard) == 1)
    files.broken["write"] = errno.EIO
    wait_for(lambda: len(listener.heard) == 2)
    assert "the disk is full" in listener.heard[0]
    assert "the disk has an error" in listener.heard[1]
    writer.close(timeout_s=0.2)


def test_closing_on_a_broken_disk_gives_up_and_does_not_claim_to_have_saved(
    path: Path, files: FaultyFiles
) -> None:
    files.broken["write"] = errno.ENOSPC
    writer = JournalWriter(path, sample_header(), files=files, clock=QuickClock())
    writer.append(RAWS[1])
    status = writer.close(timeout_s=3)
    assert status == Status(
        saved_seq=-1,
        pending=2,
        trouble=f"{path}: not saved, the game goes on in memory: "
        "the disk is full; free some space on it",
    )
    # It tried on for the three seconds, every PASS_MS.
    assert files.calls.count("write") > 20
    assert path.read_bytes() == b""


def test_closing_writes_a_deleted_journal_anew(path: Path) -> None:
    listener = Listener()
    writer = JournalWriter(path, sample_header(), listener)
    for raw in RAWS[1:]:
        writer.append(raw)
    wait_for(lambda: writer.status().pending == 0)
    path.unlink()
    assert writer.close() == Status(saved_seq=18, pending=0, trouble="")
    assert path.read_bytes() == WHOLE
    assert ["no such file" in heard for heard in listener.heard] == [True, False]


def test_a_missing_folder_is_told_and_used_as_soon_as_it_is_there(tmp_path: Path) -> None:
    listener = Listener()
    path = tmp_path / "stick" / "000001-sample.jsonl"
    writer = JournalWriter(path, sample_header(), listener)
    wait_for(lambda: len(listener.heard) == 1)
    assert "no such file or folder" in listener.heard[0]
    path.parent.mkdir()
    assert writer.close().trouble == ""
    assert path.read_bytes() == RAWS[0]


def test_a_name_that_is_taken_gives_the_next_number(path: Path) -> None:
    path.write_bytes(b"an older game")
    writer = JournalWriter(path, sample_header())
    writer.close()
    assert writer.path == path.with_name("000002-sample.jsonl")
    assert writer.path.read_bytes() == RAWS[0]
    assert path.read_bytes() == b"an older game"


def test_a_closed_journal_takes_no_line_that_would_be_lost(path: Path) -> None:
    writer = JournalWriter(path, sample_header())
    writer.close()
    with pytest.raises(ValueError, match="the journal is closed"):
        writer.append(RAWS[1])
    assert writer.close() == Status(saved_seq=0, pending=0, trouble="")


def test_a_game_is_taken_up_again_behind_its_last_line(path: Path) -> None:
    path.write_bytes(b"".join(RAWS[:9]))
    journal = read_journal(path)
    writer = JournalWriter(path, journal.header, after=journal)
    for raw in RAWS[9:]:
        writer.append(raw)
    assert writer.close() == Status(saved_seq=18, pending=0, trouble="")
    assert path.read_bytes() == WHOLE
    assert (
        journal.line_maker()
        .line(0, Kind.OUTPUT, Source.TABLE, Sound("go"))
        .startswith(b'{"seq":9,')
    )


def test_a_writer_that_died_of_a_fault_in_the_program_says_so(
    path: Path, mocker: MockerFixture
) -> None:
    reported = mocker.patch("threading.excepthook")

    def listener(trouble: str) -> None:
        raise RuntimeError("a fault in the listener")

    files = FaultyFiles()
    files.broken["write"] = errno.EIO
    writer = JournalWriter(path, sample_header(), listener, files=files)
    wait_for(lambda: "its writer has stopped; restart the table" in writer.status().trouble)
    assert writer.status()[:2] == (-1, 1)
    wait_for(lambda: reported.called)

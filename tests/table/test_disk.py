"""A table with the real journal writer: disks that hang, fill up, and a torn journal."""

from __future__ import annotations

import errno
import threading
import time
from collections.abc import Callable
from pathlib import Path

from meadow.clock import ManualClock
from meadow.journal.files import Files
from meadow.journal.lines import Header
from meadow.journal.read import Journal, read_journal
from meadow.journal.recover import recover
from meadow.journal.write import JournalWriter
from meadow_host.twin.virtual import VirtualBoard

from tests.journal.disks import FaultyFiles, QuickFiles
from tests.table.sat import BLUE, Sat, begun, over


class Shelf:
    """Opens journals on a disk, in one file."""

    def __init__(self, path: Path, files: Files) -> None:
        self.path = path
        self.files = files

    def __call__(self, header: Header, after: Journal | None) -> JournalWriter:
        return JournalWriter(self.path, header, after=after, files=self.files)


def passes_until(sat: Sat, true: Callable[[], bool]) -> None:
    """Let the loop go on in real time until it is so."""
    give_up_s = time.monotonic() + 10
    while not true():
        assert time.monotonic() < give_up_s
        sat.wait(10)
        time.sleep(0.01)


def test_a_disk_that_hangs_never_holds_the_game_up(tmp_path: Path) -> None:
    files, freed = FaultyFiles(QuickFiles()), threading.Event()

    def hang(call: str) -> None:
        if call == "sync":
            freed.wait(30)

    files.on_call = hang
    sat = over(Sat(open_journal=Shelf(tmp_path / "game.jsonl", files)))
    status = sat.table.status()
    assert (status.phase.value, status.saved_seq) == ("over", -1)
    assert status.pending > 10
    freed.set()
    assert sat.table.close().pending == 0
    assert read_journal(tmp_path / "game.jsonl").finished


def test_a_full_disk_is_told_at_once_and_all_is_saved_when_there_is_room(tmp_path: Path) -> None:
    files = FaultyFiles(QuickFiles())
    files.broken["write"] = errno.ENOSPC
    sat = begun(Sat(open_journal=Shelf(tmp_path / "game.jsonl", files)))
    passes_until(sat, lambda: bool(sat.table.status().troubles))
    assert "not saved, the game goes on in memory" in sat.table.status().troubles[0]
    sat.wait(4000)
    sat.lay("east", BLUE)
    assert sat.phase == "over"
    files.broken.clear()
    passes_until(sat, lambda: sat.table.status().pending == 0)
    sat.wait(10)
    assert sat.table.status().troubles[-1] == "the journal is saved again, nothing is lost"
    sat.table.close()
    lines = [line for news in sat.news for line in news.lines]
    assert list(read_journal(tmp_path / "game.jsonl").raws) == lines


def test_a_torn_journal_is_recovered_taken_up_and_played_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    sat = begun(Sat(open_journal=Shelf(path, QuickFiles())))
    sat.wait(4000)
    sat.table.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-40])
    assert recover(path).cut_lines == 1
    journal = read_journal(path)
    board = VirtualBoard(ManualClock(5))
    other = Sat(open_journal=Shelf(path, QuickFiles()), board=board)
    other.table.resume(journal)
    other.wait(1000)
    other.say("start", wait_ms=2500)
    other.lay("east", BLUE)
    assert other.phase == "over"
    other.table.close()
    again = read_journal(path)
    assert again.finished
    # What the tear took is written anew, the same.
    assert path.read_bytes().startswith(whole)

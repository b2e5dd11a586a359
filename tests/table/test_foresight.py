"""A disk that is full is told in the lobby, before anybody plays."""

from __future__ import annotations

import errno
from pathlib import Path

from meadow.beside import Job
from meadow.daemon_room import Foresight
from meadow.journal.room import Room
from meadow.table.wrong import wrongs
from pytest_mock import MockerFixture

from tests.journal.disks import FaultyFiles, QuickFiles
from tests.table.sat import Sat, begun

FULL = "the disk is full; free some space on it"
HUNG = "the disk does not answer; if that stays so put in another"


class Later:
    """Does a job beside the loop when the test says so."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        self.done = 0

    def do(self, job: Job, after_ms: int = 0) -> None:
        self.jobs.append(job)

    def finish(self, timeout_ms: int) -> bool:
        return True

    def work(self) -> None:
        for job in self.jobs:
            job()
            self.done += 1
        self.jobs.clear()


class Lobby:
    """A table that waits for a game, and a disk that is tried beside it."""

    def __init__(self, folder: Path, sat: Sat | None = None) -> None:
        self.sat = sat or Sat()
        self.files = FaultyFiles(QuickFiles())
        self.beside = Later()
        self.foresight = Foresight(folder, self.files, self.beside)

    def wait(self, duration_ms: int, works: bool = True) -> None:
        """Pass by pass."""
        for _ in range(0, duration_ms, 100):
            assert not self.foresight.look(self.sat.table)
            if works:
                self.beside.work()
            self.sat.wait(100)

    @property
    def troubles(self) -> list[str]:
        return list(self.sat.table.status().troubles)


def test_it_is_tried_at_once_and_every_minute(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path)
    lobby.wait(60_000)
    assert lobby.beside.done == 1
    lobby.wait(60_000)
    assert lobby.beside.done == 2
    assert lobby.troubles == []


def test_a_full_disk_is_told_once_with_the_fault_cue_and_so_is_its_end(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path)
    lobby.wait(1000)
    lobby.files.broken["write"] = errno.ENOSPC
    lobby.wait(60_000)
    assert lobby.troubles == [f"the next game would not be saved: {FULL}"]
    assert lobby.sat.table.status().room == Room(FULL)
    assert [one.about for one in wrongs(lobby.sat.table.status(), ())] == ["saving"]
    assert lobby.sat.board.buzzer.switches
    lobby.files.broken.clear()
    lobby.wait(6000)  # it is tried every five seconds now
    assert lobby.troubles[1:] == ["the next game can be saved again"]
    assert wrongs(lobby.sat.table.status(), ()) == ()


def test_whoever_chooses_a_game_learns_at_once_that_the_disk_is_full(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path)
    lobby.wait(1000)
    lobby.files.broken["create"] = errno.EROFS
    lobby.sat.say("quick-rake")
    lobby.wait(300)
    assert lobby.troubles[0].startswith("the next game would not be saved: the disk is read-only")


def test_a_disk_that_hangs_is_told_though_its_trial_never_ends(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path)
    heard: list[list[str]] = []

    class Hanging(QuickFiles):
        """Takes six seconds to create a file; the table goes on meanwhile."""

        def create(self, path: Path) -> int:
            lobby.wait(4900, works=False)
            heard.append(lobby.troubles)
            lobby.wait(1100, works=False)
            heard.append(lobby.troubles)
            return super().create(path)

    lobby.foresight = Foresight(tmp_path, Hanging(), lobby.beside)
    lobby.wait(1000)
    assert heard == [[], [f"the next game would not be saved: {HUNG}"]]
    assert lobby.troubles[1:] == ["the next game can be saved again"]


def test_a_trial_that_waits_for_other_work_at_the_disk_is_no_disk_that_hangs(
    tmp_path: Path,
) -> None:
    lobby = Lobby(tmp_path)
    lobby.wait(20_000, works=False)  # old games are cleared away before it
    lobby.wait(1000)
    assert lobby.troubles == []


def test_a_disk_that_hangs_in_other_work_is_told_after_two_minutes(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path)
    lobby.wait(120_000, works=False)
    assert lobby.troubles == []
    lobby.wait(200, works=False)
    assert lobby.troubles == [f"the next game would not be saved: {HUNG}"]


def test_a_game_is_not_disturbed(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path, begun(Sat()))
    lobby.wait(70_000)
    assert lobby.beside.done == 0


def test_little_room_is_told_without_a_sound(mocker: MockerFixture) -> None:
    sat = Sat()
    sat.wait(100)
    sat.table.foresee(Room(scarce="only 7 MB are free; free some space"))
    sat.table.foresee(Room(scarce="only 6 MB are free; free some space"))
    sat.wait(500)
    assert sat.table.status().troubles == ("only 7 MB are free; free some space",)
    assert not sat.board.buzzer.switches

"""Journals of Sweet Takes: how many a second are replayed, one by one and thousands in parallel."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

import msgspec
from meadow.games.package import load_packages
from meadow.journal.read import parse_journal
from meadow_host.levels import Level
from meadow_host.replay import replay

from tests.bench import recorded
from tests.bench.laps import Pace, in_turn, runner
from tests.bench.measure import Figure, Timing, a_second, number

SEEDS = 50
MANY = 10_000
PROCESSES = 2
GAMES_A_SECOND = 300
LOOK_EVERY_S = 0.1
NOWHERE = Path("bench.jsonl")


class Many(msgspec.Struct, frozen=True):
    """What `meadow replay FOLDER` took: wall time, and the memory (resident, MB) of all its
    processes at a tenth and at the end of that time; 0 where the system does not tell it.
    """

    journals: int
    processes: int
    wall_s: float
    early_mb: float
    late_mb: float
    told: str


def journals() -> list[bytes]:
    """Games of four simulated guests, as files' contents."""
    return [data for seed in range(SEEDS) for data in recorded.journals(seed, ["sweet-takes"])]


def figures(files: list[bytes]) -> list[Figure]:
    """Decode, play, compare every line: one journal after the other on one core."""
    table, rules = in_turn(
        {
            "journals replayed: table level": runner(_replays(files, Level.TABLE)),
            "journals replayed: rules level": runner(_replays(files, Level.RULES)),
        }
    )
    return [_figure(table, GAMES_A_SECOND), _figure(rules)]


def _replays(files: list[bytes], level: Level) -> Callable[[], int]:
    """Replays the next journal; gives the number of its lines."""
    packages, following = load_packages(), cycle(files)

    def replay_next() -> int:
        journal = parse_journal(next(following), NOWHERE)
        found = replay(journal, level, packages=packages)
        if not found.identical:
            raise AssertionError(f"a replay differs: {found.difference}")
        return len(journal.lines)

    return replay_next


def _figure(pace: Pace, target: float = 0) -> Figure:
    timing = Timing(1e9 / pace.best, 1e9 / pace.median)
    beside = f"{number(pace.best_moves)} lines/s"
    return a_second(pace.name, "games", timing, target, beside)


def many(files: list[bytes], count: int = MANY) -> Many:
    """`meadow replay FOLDER` over so many journals; its progress bar shows on a terminal.

    They are links to few files, so all are read from memory: it is not the disk that is measured.
    """
    with TemporaryDirectory() as name:
        folder = Path(name)
        originals = [folder / f"seed-{number:03}.jsonl" for number in range(len(files))]
        for original, data in zip(originals, files, strict=True):
            original.write_bytes(data)
        for number in range(len(files), count):
            os.link(originals[number % len(files)], folder / f"copy-{number:05}.jsonl")
        return _watched(folder, max(count, len(files)))


def _watched(folder: Path, count: int) -> Many:
    command = [str(Path(sys.executable).with_name("meadow")), "replay", str(folder)]
    begun_s = time.perf_counter()
    seen: list[float] = []
    with TemporaryFile("w+") as out:
        replaying = subprocess.Popen([*command, "--jobs", str(PROCESSES)], stdout=out)
        while replaying.poll() is None:
            seen.append(memory_mb(replaying.pid))
            time.sleep(LOOK_EVERY_S)
        wall_s = time.perf_counter() - begun_s
        out.seek(0)
        told = (out.read().splitlines() or [""])[-1]
    if replaying.returncode or not told.startswith("replay: identical"):
        raise AssertionError(f"meadow replay gave {replaying.returncode}: {told}")
    tenth = max(1, len(seen) // 10)
    return Many(count, PROCESSES, wall_s, max(seen[:tenth]), max(seen[-tenth:]), told)


def memory_mb(pid: int) -> float:
    """The resident memory of a process and of those it started; 0 if nobody knows."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    except OSError:
        return 0
    own = pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    return own + sum(memory_mb(int(child)) for child in children)

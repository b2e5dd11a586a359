"""Finds journals in files and folders and replays them all, on several cores when it is worth it.

Knows no terminal.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from meadow.games.package import load_packages
from meadow.journal.files import explain
from meadow.journal.lines import JournalError

from meadow_host.processes import in_processes
from meadow_host.replay import Level, Replayed, replay_file
from meadow_host.replay_found import Tell

PATTERN = ".jsonl"
BYTES_A_CORE = 2_000_000
"""A core more pays from about here: starting one takes as long as replaying so much."""

LARGEST_CHUNK = 16
"""Journals that a process is given at a time, at most."""


class NoJournalsError(Exception):
    """Some of the names lead to no journal; ``messages`` has one plain line for each."""

    def __init__(self, messages: Sequence[str]) -> None:
        super().__init__("; ".join(messages))
        self.messages = tuple(messages)


@dataclass(frozen=True)
class Outcome:
    """What came of one journal: either what the replay found, or the error in one line.

    The view is kept where a moment was asked for, as there may be thousands of outcomes.
    ``error_line`` is the line of the file the error is on, 0 for the file as a whole.
    """

    path: Path
    seconds: float
    replayed: Replayed | None
    error: str = ""
    error_line: int = 0

    @property
    def identical(self) -> bool:
        return self.replayed is not None and self.replayed.identical


class Found(NamedTuple):
    """The journals, and the folders deeper inside that cannot be looked into, as outcomes."""

    journals: list[Path]
    shut: list[Outcome]


def find_journals(names: Iterable[Path | str]) -> Found:
    """The journals that these files and folders are or hold, each once, folders in order of name.

    Raises `NoJournalsError` for what is not there, cannot be looked into, or holds none.
    """
    found: dict[Path, None] = {}
    shut: dict[Path, Outcome] = {}
    messages: list[str] = []
    for path in map(Path, names):
        try:
            if stat.S_ISDIR(path.stat().st_mode):
                inside, errors = _in_folder(path)
                if not inside:
                    messages += [*map(_not_seen, errors)] or [
                        f"{path}: no journals (*{PATTERN}) in this folder"
                    ]
                found.update(dict.fromkeys(inside))
                for error in errors:
                    at = Path(error.filename)
                    shut[at] = Outcome(at, 0, None, _not_seen(error))
            else:
                found[path] = None
        except (FileNotFoundError, NotADirectoryError, ValueError):
            messages.append(f"{path}: there is no such file or folder; check the name")
        except OSError as error:
            messages.append(_not_seen(error))
    if messages:
        raise NoJournalsError(messages)
    return Found(list(found), list(shut.values()))


def _in_folder(folder: Path) -> tuple[list[Path], list[OSError]]:
    """The journals in it, however deep, and what went wrong with folders."""
    inside: list[Path] = []
    errors: list[OSError] = []
    for at, folders, files in os.walk(folder, onerror=errors.append):
        folders.sort()
        inside += [Path(at, name) for name in sorted(files) if name.endswith(PATTERN)]
    return inside, errors


def _not_seen(error: OSError) -> str:
    why = explain(error) if error.errno == errno.ELOOP else error.strerror
    return f"{error.filename}: cannot be looked into: {why}"


def replay_all(
    paths: Sequence[Path],
    level: Level = Level.TABLE,
    until_ms: int | None = None,
    jobs: int | None = None,
    tell: Callable[[int], None] | None = None,
    tell_lines: Tell | None = None,
) -> list[Outcome]:
    """Replay all; the outcomes come in the order of the paths.

    ``jobs`` processes, by default as many as pay; ``tell`` is called with how many journals are
    done, ``tell_lines`` with how many lines of one that is replayed in this process.
    """
    count = min(jobs or _worthwhile(paths), len(paths))
    if count > 1:
        work = partial(_chunk, level=level, until_ms=until_ms)
        return in_processes(paths, work, _ended, count, LARGEST_CHUNK, tell)
    outcomes: list[Outcome] = []
    for outcome in _outcomes(paths, level, until_ms, tell_lines):
        outcomes.append(outcome)
        if tell is not None:
            tell(len(outcomes))
    return outcomes


def _worthwhile(paths: Sequence[Path]) -> int:
    has_affinity = hasattr(os, "sched_getaffinity")
    cores = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1
    size = sum(path.stat().st_size for path in paths if path.is_file())
    return max(1, min(cores, size // BYTES_A_CORE))


def _ended(path: Path) -> Outcome:
    why = "the process that replayed it was ended from outside; try --jobs 1"
    return Outcome(path, 0, None, f"{path}: {why}")


def _chunk(paths: Sequence[Path], level: Level, until_ms: int | None) -> list[Outcome]:
    return list(_outcomes(paths, level, until_ms, None))


def _outcomes(
    paths: Sequence[Path], level: Level, until_ms: int | None, tell_lines: Tell | None
) -> Iterator[Outcome]:
    packages = load_packages()
    for path in paths:
        began = time.perf_counter()
        replayed, error = None, None
        try:
            replayed = replay_file(path, level, until_ms, packages, tell_lines)
            if until_ms is None:
                replayed = replace(replayed, view={})
        except JournalError as failed:
            error = failed
        seconds = time.perf_counter() - began
        if error is None:
            yield Outcome(path, seconds, replayed)
        else:
            yield Outcome(path, seconds, None, str(error), error.line_number)

"""Work on several processes: its order, what ends them, and Ctrl-C at any moment of it."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from multiprocessing import active_children
from pathlib import Path

import pytest
from meadow_host.processes import in_processes

from tests.host.calls import PROGRAM, environment, meadow

FATAL, WRONG = 13, 17
"""Tasks that end their process, and that fail."""
START_S = 60.0
LISTENING = f"""
import os, pathlib
from meadow_host.stopping import Interrupts
listen = Interrupts.listen
def marked(self):
    listen(self)
    pathlib.Path(os.environ["MARK"]).touch()
Interrupts.listen = marked
{PROGRAM[2]}
"""
"""The program, which leaves a mark once it hears Ctrl-C: before, Python itself is still starting,
and on a busy computer that takes its time."""


def doubled(tasks: Sequence[int]) -> list[int]:
    if FATAL in tasks:
        os.kill(os.getpid(), signal.SIGKILL)
    if WRONG in tasks:
        raise ValueError(f"{WRONG} is no number to double")
    return [2 * task for task in tasks]


def lost(task: int) -> int:
    return -task


def test_what_comes_of_it_keeps_the_order_and_is_told_as_it_comes() -> None:
    told: list[int] = []

    done = in_processes(range(1, 8), doubled, lost, 2, 3, told.append)

    assert done == [2, 4, 6, 8, 10, 12, 14]
    assert (told == sorted(told), told[-1]) == (True, 7)
    assert active_children() == []


def test_only_what_a_killed_process_was_at_is_lost() -> None:
    assert in_processes([11, 12, 13, 14], doubled, lost, 2, 1) == [22, 24, -13, 28]


def test_when_all_are_killed_the_rest_is_lost_too() -> None:
    done = in_processes([13, 13, 14, 15], doubled, lost, 2, 1)

    assert done == [-13, -13, -14, -15]


def test_what_the_work_raises_is_raised_with_where_it_was() -> None:
    with pytest.raises(ValueError, match="17 is no number to double") as raised:
        in_processes([16, 17, 18], doubled, lost, 2, 1)

    assert "in doubled" in "".join(raised.value.__notes__)
    assert active_children() == []


def test_an_interrupt_is_answered_once_when_all_processes_are_gone() -> None:
    def interrupt(done: int) -> None:
        told.append(done)
        for _ in range(3):
            signal.raise_signal(signal.SIGINT)

    told: list[int] = []
    before = signal.getsignal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        in_processes(range(20, 40), doubled, lost, 2, 1, interrupt)

    assert len(told) == 1
    assert active_children() == []
    assert signal.getsignal(signal.SIGINT) is before


def interrupted(words: Sequence[str], cwd: Path, after_s: float, times: int) -> tuple[int, str]:
    """The exit code and all that was said, when Ctrl-C comes to all processes of a terminal so
    long after it is heard."""
    mark = cwd / "listens"
    with subprocess.Popen(
        [PROGRAM[0], "-c", LISTENING, *words],
        cwd=cwd,
        env=environment(MARK=str(mark)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as running:
        try:
            until_s = time.monotonic() + START_S
            while not mark.exists():
                assert time.monotonic() < until_s, "it does not start"
                time.sleep(0.005)
            time.sleep(after_s)
            for _ in range(times):
                os.killpg(running.pid, signal.SIGINT)
                time.sleep(0.02)
            said, _ = running.communicate(timeout=START_S)
        finally:
            if running.poll() is None:
                os.killpg(running.pid, signal.SIGKILL)
    return running.returncode, said


@pytest.mark.parametrize("after_s", [0.0, 0.2, 0.4, 0.6, 0.8, 2.0])
def test_ctrl_c_ends_many_games_in_one_line_whenever_and_however_often(
    tmp_path: Path, after_s: float
) -> None:
    words = ["simulate", "--games", "5000", "--seed", "1", "--jobs", "2", "--into", "played"]

    code, said = interrupted(words, tmp_path, after_s, 3)

    assert (code, said.count("\n")) == (130, 1), said
    assert said.startswith("meadow: stopped")
    for journal in tmp_path.glob("played/*.jsonl"):
        if not journal.stat().st_size:  # of this game nothing was saved yet
            continue
        recovered = meadow("journal", "recover", journal)
        assert recovered.code == 0, recovered.err

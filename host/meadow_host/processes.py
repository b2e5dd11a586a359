"""Has much of the same work done on several cores; what comes of it keeps the order.

It must not know what the work is.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

TaskT = TypeVar("TaskT")
DoneT = TypeVar("DoneT")


def in_processes(
    tasks: Sequence[TaskT],
    work: Callable[[Sequence[TaskT]], list[DoneT]],
    ended: Callable[[TaskT], DoneT],
    count: int,
    most_at_once: int,
    tell: Callable[[int], None] | None = None,
) -> list[DoneT]:
    """What ``work`` makes of all tasks, in their order, one for each.

    It runs in ``count`` processes, that are given ``most_at_once`` tasks at a time, and so it must
    be a function of a module. ``ended`` says what became of a task whose process was ended from
    outside. ``tell`` is called with how many are done.
    """
    # Fresh processes: a fork would copy whatever threads hold at that moment.
    context = multiprocessing.get_context("spawn")
    size = max(1, min(most_at_once, len(tasks) // (4 * count)))
    chunks = [tasks[first : first + size] for first in range(0, len(tasks), size)]
    pool = ProcessPoolExecutor(count, context, initializer=_ignore_interrupts)
    done: dict[int, list[DoneT]] = {}
    try:
        started = {pool.submit(work, chunk): number for number, chunk in enumerate(chunks)}
        for future in as_completed(started):
            number = started[future]
            try:
                done[number] = future.result()
            except BrokenProcessPool:
                done[number] = [ended(task) for task in chunks[number]]
            if tell is not None:
                tell(sum(map(len, done.values())))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return [one for number in range(len(chunks)) for one in done[number]]


def _ignore_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal; only the first one shall answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

"""Has much of the same work done on several cores; what comes of it keeps the order.

It must not know what the work is.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Any, Generic, NamedTuple, TypeVar

from meadow_host.stopping import SIGNALS

TaskT = TypeVar("TaskT")
DoneT = TypeVar("DoneT")

Work = Callable[[Sequence[TaskT]], list[DoneT]]

_LOOK_S = 0.1
"""So soon it is noticed that all shall end."""


def in_processes(
    tasks: Sequence[TaskT],
    work: Work[TaskT, DoneT],
    ended: Callable[[TaskT], DoneT],
    count: int,
    most_at_once: int,
    tell: Callable[[int], None] | None = None,
) -> list[DoneT]:
    """What ``work`` makes of all tasks, in their order, one for each.

    It runs in ``count`` processes, that are given ``most_at_once`` tasks at a time, and so it must
    be a function of a module. ``ended`` says what became of a task whose process was ended from
    outside. ``tell`` is called with how many are done.

    To be called from the main thread. A signal that ends the program, as Ctrl-C, is answered once
    the processes are gone, which is at once: whatever they were at is broken off. Raises what
    ``work`` raises.
    """
    size = max(1, min(most_at_once, len(tasks) // (4 * count)))
    chunks = [tasks[first : first + size] for first in range(0, len(tasks), size)]
    with _signals_wait() as came:
        team = _Team(chunks, work, ended)
        try:
            while not came and len(team.workers) < min(count, len(chunks)):
                team.hire()
            while not came and team.workers:
                if team.look() and tell is not None:
                    tell(sum(map(len, team.done.values())))
        finally:
            team.dismiss()
    team.give_up()
    return [one for number in range(len(chunks)) for one in team.done[number]]


class _Worker(NamedTuple):
    """One process, this program's end of the pipe to it, and which chunk it is at."""

    process: BaseProcess
    pipe: Connection[Any, Any]
    at: int


class _Team(Generic[TaskT, DoneT]):
    """The processes, from `hire` to `dismiss`, and what they have ``done``: chunk by chunk."""

    def __init__(
        self,
        chunks: Sequence[Sequence[TaskT]],
        work: Work[TaskT, DoneT],
        ended: Callable[[TaskT], DoneT],
    ) -> None:
        self._chunks, self._work, self._ended = chunks, work, ended
        self._left = deque(range(len(chunks)))
        self.workers: list[_Worker] = []
        self.done: dict[int, list[DoneT]] = {}

    def hire(self) -> None:
        """Start one more."""
        # Fresh processes: a fork would copy whatever threads hold at that moment.
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=_serve, args=(there, self._work), daemon=True)
        with there, _children_hear_no_interrupt():
            process.start()
        self._give(_Worker(process, here, -1))

    def look(self) -> bool:
        """Take what has become ready, for a moment; gives whether there was anything."""
        ready = wait([worker.pipe for worker in self.workers], _LOOK_S)
        for worker in [one for one in self.workers if one.pipe in ready]:
            self.workers.remove(worker)
            try:
                done, error = worker.pipe.recv()
            except (EOFError, OSError):  # somebody ended it
                self._lose(worker)
                continue
            if error is not None:
                self.workers.append(worker)
                raise error
            self.done[worker.at] = done
            self._give(worker)
        return bool(ready)

    def dismiss(self) -> None:
        """End those that there still are."""
        for worker in self.workers:
            worker.process.kill()
        for worker in self.workers:
            worker.process.join()
            worker.pipe.close()

    def give_up(self) -> None:
        """What no process was left for."""
        for number in range(len(self._chunks)):
            if number not in self.done:
                self._give_up_one(number)

    def _give(self, worker: _Worker) -> None:
        """The next chunk, or the end."""
        if not self._left:
            worker.pipe.close()  # so it ends by itself
            worker.process.join()
            return
        worker = worker._replace(at=self._left.popleft())
        try:
            worker.pipe.send(self._chunks[worker.at])
        except OSError:
            self._lose(worker)
        else:
            self.workers.append(worker)

    def _lose(self, worker: _Worker) -> None:
        worker.pipe.close()
        worker.process.join()
        self._give_up_one(worker.at)

    def _give_up_one(self, number: int) -> None:
        self.done[number] = [self._ended(task) for task in self._chunks[number]]


def _serve(pipe: Connection[Any, Any], work: Work[TaskT, DoneT]) -> None:
    """In a process: chunk after chunk, until the program that gives them closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where there is nothing to block it by
    with contextlib.suppress(EOFError, OSError):
        while True:
            pipe.send(_done(work, pipe.recv()))


def _done(work: Work[TaskT, DoneT], chunk: Sequence[TaskT]) -> tuple[list[DoneT], Exception | None]:
    try:
        return work(chunk), None
    except Exception as error:  # noqa: BLE001 - whatever it is, it is raised where it is waited for
        error.add_note(traceback.format_exc())  # where it was does not come through a pipe
        return [], error


@contextlib.contextmanager
def _signals_wait() -> Iterator[list[int]]:
    """The signals that end the program are only collected here; the first one comes afterwards.

    An exception in the middle of starting or ending processes would leave some behind.
    """
    came: list[int] = []

    def heard(number: int, frame: FrameType | None) -> None:
        came.append(number)

    before = {number: signal.getsignal(number) for number in SIGNALS}
    answered = {number: one for number, one in before.items() if one not in (None, signal.SIG_IGN)}
    for number in answered:
        signal.signal(number, heard)
    try:
        yield came
    finally:
        for number, handler in answered.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])


@contextlib.contextmanager
def _children_hear_no_interrupt() -> Iterator[None]:
    """Ctrl-C reaches every process of a terminal, but only the first one shall answer, even while
    the others are still loading: they take over what is blocked in the thread that starts them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # or the first start would, and it unblocks the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

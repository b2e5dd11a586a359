"""Work that goes on beside the one loop, so that the loop never waits for it.

A job is handed over and done soon, one at a time. On a table that is a thread; a simulation, which
has one time for all, brings its own. It must not know what the jobs are.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from meadow.clock import Clock

Job = Callable[[], None]


class Beside(Protocol):
    """Does jobs beside the loop, one at a time. Jobs do not raise."""

    def do(self, job: Job, after_ms: int = 0) -> None:
        """Have a job done, at once or after a while. Never waits. From any thread."""
        ...

    def finish(self, timeout_ms: int) -> bool:
        """Take no more jobs, wait for those at hand for at most that time, and end.

        Jobs of later are forgotten. False when one is not over by then.
        """
        ...


class ThreadBeside:
    """`Beside` as a thread. A daemon: a device that never answers must not keep the program
    from ending."""

    def __init__(self, name: str, clock: Clock) -> None:
        self._clock = clock
        self._wake = threading.Condition()
        self._jobs: list[tuple[int, Job]] = []
        self._ending = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def do(self, job: Job, after_ms: int = 0) -> None:
        with self._wake:
            if not self._ending:
                self._jobs.append((self._clock.now_ms() + after_ms, job))
                self._wake.notify()

    def finish(self, timeout_ms: int) -> bool:
        with self._wake:
            self._ending = True
            self._jobs = [one for one in self._jobs if one[0] <= self._clock.now_ms()]
            self._wake.notify()
        self._thread.join(timeout_ms / 1000)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (job := self._next()) is not None:
            job()

    def _next(self) -> Job | None:
        """The next job when it is due; None at the end."""
        with self._wake:
            while True:
                now_ms = self._clock.now_ms()
                due = min(self._jobs, key=lambda one: one[0], default=None)
                if due is not None and due[0] <= now_ms:
                    self._jobs.remove(due)
                    return due[1]
                if due is None and self._ending:
                    return None
                self._wake.wait(None if due is None else (due[0] - now_ms) / 1000)

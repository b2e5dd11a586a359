"""Threads of the simulated Pi, in its one time: only one runs at once, the others stand still.

A thread here sleeps on the virtual clock: while it does, whatever else there is goes on, just as on
a Pi. So what a program gains by a thread, and what not, shows in virtual time, the same each run.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from meadow_host.twin.silicon.clock import NS_PER_MS, NS_PER_US, VirtualClock

WAKE_NS = 50 * NS_PER_US
"""From handing over to the thread's first step."""


class Threads:
    """Starts jobs in threads and lets them sleep."""

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self._here = threading.local()

    def start(self, job: Callable[[], None], after_ns: int = 0) -> None:
        """Have a job begun by a thread of its own at the next chance."""
        strand = _Strand(job, self._here)
        self._clock.at(self._clock.now_ns + after_ns + WAKE_NS, strand.go_on)

    def sleep(self, duration_ns: int) -> None:
        """Sleep, whoever calls: a thread of ours gives way, anyone else moves the clock."""
        strand: _Strand | None = getattr(self._here, "strand", None)
        if strand is None:
            self._clock.advance(duration_ns)
        else:
            self._clock.at(self._clock.now_ns + duration_ns, strand.go_on)
            strand.give_way()


class _Strand:
    """One thread and the baton that lets it or the rest of the world run."""

    def __init__(self, job: Callable[[], None], here: threading.local) -> None:
        self._job = job
        self._here = here
        self._mine, self._others = threading.Semaphore(0), threading.Semaphore(0)
        self._failure: BaseException | None = None
        self._thread: threading.Thread | None = None

    def go_on(self) -> None:
        """Run until it sleeps or ends; raises what the job raised."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()
        else:
            self._mine.release()
        self._others.acquire()
        if self._failure is not None:
            raise self._failure

    def give_way(self) -> None:
        """Called in the thread: stand still until `go_on`."""
        self._others.release()
        self._mine.acquire()

    def _run(self) -> None:
        self._here.strand = self
        try:
            self._job()
        except BaseException as failure:  # noqa: BLE001  it is raised by `go_on`
            self._failure = failure
        self._others.release()


class SimulatedBeside:
    """A `meadow.beside.Beside` made of such threads: one job at a time."""

    def __init__(self, clock: VirtualClock, threads: Threads) -> None:
        self._clock = clock
        self._threads = threads
        self._jobs: list[Callable[[], None]] = []
        self._busy = False
        self._ending = False

    def do(self, job: Callable[[], None], after_ms: int = 0) -> None:
        if self._ending:
            return
        if after_ms:
            self._clock.at(self._clock.now_ns + after_ms * NS_PER_MS, lambda: self.do(job))
            return
        self._jobs.append(job)
        if not self._busy:
            self._busy = True
            self._threads.start(self._work)

    def finish(self, timeout_ms: int) -> bool:
        until_ns = self._clock.now_ns + timeout_ms * NS_PER_MS
        self._ending = True
        while self._busy and self._clock.now_ns < until_ns:
            self._clock.advance(NS_PER_MS // 10)
        return not self._busy

    def _work(self) -> None:
        while self._jobs:
            self._jobs.pop(0)()
        self._busy = False

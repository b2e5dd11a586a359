"""Timing on a machine that others use too, and what the machine is.

The best of several runs is what the code costs; the median shows how noisy the machine was.
"""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

REPEATS = 9
RUN_S = 0.15
"""A run lasts at least about so long, so that the clock's grain does not matter."""
FIGURES_HEAD = f"{'':36}{'best':>12}{'median':>12}  {'unit':9} target"


class Timing(msgspec.Struct, frozen=True):
    """Nanoseconds for one of whatever was done: the best and the median run."""

    best_ns: float
    median_ns: float


class Figure(msgspec.Struct, frozen=True):
    """One reported speed.

    ``best`` and ``median`` in ``unit``; ``target`` what is promised (0: nothing), at least or
    at most according to ``more_is_better``; ``beside`` compares it with a peer of the same run.
    """

    name: str
    best: float
    median: float
    unit: str
    target: float = 0
    more_is_better: bool = True
    beside: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the best run keeps the promise; None if nothing is promised."""
        if not self.target:
            return None
        return self.best >= self.target if self.more_is_better else self.best <= self.target

    @property
    def told(self) -> str:
        """A line of the table that `FIGURES_HEAD` heads."""
        line = f"{self.name:36}{number(self.best):>12}{number(self.median):>12}  {self.unit:9}"
        return f"{line} {self._promise:20} {self.beside}".rstrip()

    @property
    def _promise(self) -> str:
        if self.met is None:
            return ""
        sign = ">=" if self.more_is_better else "<="
        return f"{sign} {self.target:,g} {'met' if self.met else 'NOT MET'}"


def number(value: float) -> str:
    """Three digits are enough, and no decimals from a thousand on."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def time_each(work: Callable[[], int]) -> Timing:
    """Time ``work``, which does something many times and gives how many."""
    work()  # warm: imports, caches, the first growth of memory
    clock = time.perf_counter_ns
    runs = []
    for _ in range(REPEATS):
        begun_ns, count = clock(), work()
        while clock() - begun_ns < RUN_S * 1e9:
            count += work()
        runs.append((clock() - begun_ns) / count)
    return Timing(min(runs), statistics.median(runs))


def a_second(name: str, what: str, timing: Timing, target: float = 0, beside: str = "") -> Figure:
    """A figure in things a second."""
    best, median = 1e9 / timing.best_ns, 1e9 / timing.median_ns
    return Figure(name, best, median, f"{what}/s", target, beside=beside)


def takes(name: str, timing: Timing, unit: str, target: float = 0, beside: str = "") -> Figure:
    """A figure in time for one: ``unit`` is ns, us or ms."""
    of_ns = {"ns": 1.0, "us": 1e3, "ms": 1e6}[unit]
    best, median = timing.best_ns / of_ns, timing.median_ns / of_ns
    return Figure(name, best, median, unit, target, more_is_better=False, beside=beside)


class Machine(msgspec.Struct, frozen=True):
    """What was measured on. ``load`` is the one-minute load average before the run."""

    cpu: str
    cores: int
    system: str
    python: str
    msgspec: str
    load: float


def this_machine() -> Machine:
    """The machine as it describes itself."""
    return Machine(
        cpu=_cpu(),
        cores=len(os.sched_getaffinity(0)),
        system=f"{platform.system()} {platform.machine()}",
        python=f"{platform.python_implementation()} {platform.python_version()}",
        msgspec=msgspec.__version__,
        load=round(os.getloadavg()[0], 1),
    )


def _cpu() -> str:
    """The CPU's model: x86 calls it so, a Raspberry Pi names its board."""
    for file, key in (("/proc/cpuinfo", "model name"), ("/proc/cpuinfo", "Model")):
        try:
            text = Path(file).read_text("utf-8", errors="replace")
        except OSError:
            break
        for line in text.splitlines():
            name, _, value = line.partition(":")
            if name.strip() == key and value.strip():
                return value.strip()
    return platform.processor() or "unknown CPU"

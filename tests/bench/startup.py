"""How long `meadow --help` takes, beside a Python that does nothing."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from tests.bench.measure import Figure, Timing, takes

HELP_MS = 200
TIMES = 11


def _run_ns(command: list[str]) -> int:
    begun_ns = time.perf_counter_ns()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter_ns() - begun_ns


def figures() -> list[Figure]:
    """In turn, so that both see the same noise."""
    asks = [str(Path(sys.executable).with_name("meadow")), "--help"]
    nothing = [sys.executable, "-c", "pass"]
    _run_ns(asks)
    helped, idle = [], []
    for _ in range(TIMES):
        helped.append(_run_ns(asks))
        idle.append(_run_ns(nothing))
    beside = f"{median(helped) / median(idle):.1f} x python -c pass ({median(idle) / 1e6:.0f} ms)"
    timing = Timing(min(helped), median(helped))
    return [takes("start-up: meadow --help", timing, "ms", HELP_MS, beside)]

"""What all tests share. At the end of a run whoever ran them is told what was skipped for want of
a browser, and where pictures of the pages are."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from hypothesis import settings

# No test measures time: on a busy computer an example takes as long as it takes. Nor does one fail
# by luck for a change that has nothing to do with it: `make soak` is who tries new examples, and
# many of them.
settings.register_profile("short", deadline=None, derandomize=True, max_examples=40)
settings.register_profile("long", deadline=None, max_examples=300)
settings.load_profile("long" if "MEADOW_SOAK" in os.environ else "short")

SCREENSHOTS = Path(__file__).resolve().parent.parent / ".cache" / "screenshots"
NO_CHROMIUM = "no chromium here"
_RECENT_S = 3600


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say it after all else."""
    skipped = [one for one in terminalreporter.getreports("skipped") if _lacks_chromium(one)]
    if skipped:
        files = sorted({one.nodeid.partition("::")[0] for one in skipped})
        terminalreporter.write_line(
            f"{len(skipped)} tests need a browser and were skipped: {', '.join(files)}; "
            "for these: sudo apt install chromium libatomic1"
        )
    newest_s = time.time() - _RECENT_S
    shots = [one for one in SCREENSHOTS.glob("*.png") if one.stat().st_mtime > newest_s]
    ran = {
        one.nodeid.split("/")[1]
        for one in terminalreporter.getreports("passed")
        if "/" in one.nodeid
    }
    if shots and "browser" in ran:
        terminalreporter.write_line(f"{len(shots)} pictures of the pages are in {SCREENSHOTS}")


def _lacks_chromium(report: pytest.TestReport) -> bool:
    return NO_CHROMIUM in str(report.longrepr)

"""Measures how soon a page that was never there before shows what it is for, in a real browser.

A run has a browser context of its own, so nothing is kept from the run before: no file, no compiled
script, no connection. Part of `make bench-console`; where there is no chromium it says so.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.bench.measure import Figure
from tests.browser.conftest import ARGUMENTS, PHONE, WALL, WINDOWED, Size
from tests.conftest import NO_CHROMIUM
from tests.host.running_table import Running

RUNS = 7
PROMISED_MS, PROMISED_KB = 1000.0, 150.0
LATE_S = 0.4
"""What is fetched so long after the first content still belongs to the first page."""


class First(NamedTuple):
    """A page, and what is there once it shows what it is for."""

    name: str
    path: str
    shows: str
    size: Size
    is_operator: bool = False


PAGES = (
    First("scoreboard", "static/board.html", "#banner .banner, #main .how", WALL),
    First("console", "static/console.html", "#main:not([hidden]) #choose button", PHONE, True),
    First("meadow", "meadow", "#table .piece, #guide button", PHONE),
)


class Load(NamedTuple):
    """One run: from the navigation until the content was painted, and how much was received."""

    ms: float
    kb: float


# All of these are there, and painted: the frame after the one that found them has begun.
_WATCH = """{
  const wanted = %r.split(", ");
  const look = () => (wanted.every((one) => document.querySelector(one))
    ? requestAnimationFrame(() => { globalThis.firstShownMs = performance.now(); })
    : requestAnimationFrame(look));
  look();
}"""


def first_pages() -> list[Figure]:
    """All figures; none, and a line that says why, where there is no browser as people have it."""
    if WINDOWED is None:
        why = f"first pages are not measured: {NO_CHROMIUM} (apt-get install chromium)\n"
        sys.stderr.write(why)
        return []
    figures = []
    with _table() as table, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=WINDOWED, args=list(ARGUMENTS))
        for page in PAGES:
            _load(browser, table, page, is_slow=False)  # warm: the table has read its files
            for is_slow in (False, True):
                loads = [_load(browser, table, page, is_slow=is_slow) for _ in range(RUNS)]
                figures += told(page.name, loads, is_slow=is_slow)
        browser.close()
    return figures


def told(name: str, loads: list[Load], *, is_slow: bool) -> list[Figure]:
    """What several runs say of a page: its time beside the promise, and once what it weighs."""
    times = [load.ms for load in loads]
    middle, worst = median(times), max(times)
    beside = f"{middle / PROMISED_MS:.2f} of it; worst {worst:.0f} ms, {worst / PROMISED_MS:.2f}"
    where = "slow phone" if is_slow else "here"
    promised = 0.0 if is_slow else PROMISED_MS  # the promise is about this machine
    figures = [
        Figure(
            f"first {name}, {where}", min(times), middle, "ms", promised, more_is_better=False,
            beside=beside,
        )
    ]  # fmt: skip
    if not is_slow:
        sizes = [load.kb for load in loads]
        beside = f"{max(sizes) / PROMISED_KB:.2f} of it"
        figures.append(
            Figure(
                f"first {name}, over the wire", min(sizes), median(sizes), "kB", PROMISED_KB,
                more_is_better=False, beside=beside,
            )
        )  # fmt: skip
    return figures


@contextmanager
def _table() -> Iterator[Running]:
    with tempfile.TemporaryDirectory() as folder:
        table = Running(Path(folder), "--bots", "none", "--board", "virtual")
        try:
            table.until_says("the table is ready")
            yield table
        finally:
            table.close()


def _load(browser: Browser, table: Running, page: First, *, is_slow: bool) -> Load:
    """Open a page in a context that knows nothing."""
    context = browser.new_context(viewport={"width": page.size.width, "height": page.size.height})
    try:
        if page.is_operator:
            answer = context.request.post(f"{table.address}login", data={"pin": table.pin})
            assert answer.ok, answer.text()
        context.add_init_script(_WATCH % page.shows)
        return _opened(context, f"{table.address}{page.path}", is_slow=is_slow)
    finally:
        context.close()


def _opened(context: BrowserContext, address: str, *, is_slow: bool) -> Load:
    window = context.new_page()
    tools = context.new_cdp_session(window)
    received: list[float] = []
    tools.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    tools.on("Network.webSocketFrameReceived", lambda event: received.append(_length(event)))
    tools.send("Network.enable")
    if is_slow:
        _slow_down(tools)
    window.goto(address, wait_until="commit")
    shown = window.wait_for_function("() => globalThis.firstShownMs", polling=10).json_value()
    assert isinstance(shown, (int, float))
    until_s = time.monotonic() + LATE_S
    while time.monotonic() < until_s:
        window.wait_for_timeout(50)
    return Load(float(shown), sum(received) / 1000)


def _length(event: Any) -> int:
    return len(event["response"]["payloadData"])


def _slow_down(tools: Any) -> None:
    """A phone of some years: a quarter of this machine's pace, 10 Mbit/s, 20 ms each way."""
    tools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    bytes_s = 10e6 / 8
    tools.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False, "latency": 40, "downloadThroughput": bytes_s,
            "uploadThroughput": bytes_s,
        },
    )  # fmt: skip

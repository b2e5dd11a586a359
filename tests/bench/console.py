"""Measures what the console costs: memory, the loop's passes, and how soon pages see what happens;
and how soon a page is there that was never there before (first_page.py).

Figures are reported, never asserted (`make bench-console`). Pages are made in this process and the
table runs in another; both want a core.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parent.parent.parent
MEADOWD = [sys.executable, "-c", "from meadow.start import main; main()", "--board", "virtual"]
CROWD = 200
PARTY = 14
"""Four players and ten spectators."""
LAPS, LAP_S = 3, 5.0
SETTLE_S = 1.5


def main(arguments: list[str]) -> int:
    """Measure everything; ``--json`` prints one JSON document instead of a table."""
    parser = argparse.ArgumentParser(prog="bench-console", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args(arguments)
    sys.path.insert(0, str(ROOT))
    from tests.bench.first_page import first_pages
    from tests.bench.measure import FIGURES_HEAD, this_machine

    machine = this_machine()
    figures = [*first_pages(), *_in_the_loop(), *_memory(), *asyncio.run(_with_pages())]
    if options.json:
        document = {"machine": machine, "figures": figures}
        print(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())
        return 0
    print(f"{machine.cpu}, {machine.cores} cores, {machine.system}, {machine.python},")
    print(f"load {machine.load} before the run\n")
    print(FIGURES_HEAD)
    for figure in figures:
        print(figure.told)
    return 0


# ---------------------------------------------------------------------------- in the loop


def _in_the_loop() -> list[Any]:
    """What making the states costs the table's own thread."""
    from meadow.console.publish import Publisher
    from meadow.console.states import Viewer, state_of
    from meadow.games.package import load_packages

    from tests.bench.measure import takes, time_each
    from tests.table.sat import Sat

    figures = []
    for game, seats in (("thats-my-stash", 4), ("sweet-takes", 5)):
        sat = Sat(load_packages())
        places = ("north", "east", "south", "west", "five")[:seats]
        for words in (game, *[f"seat {place}" for place in places], "start"):
            sat.say(*words.split())
        for viewer in Viewer:

            def work(viewer: Viewer = viewer, sat: Sat = sat) -> int:
                for _ in range(100):
                    state_of(sat.table, viewer, frozenset())
                return 100

            name = f"state of {game}, {viewer.value}"
            figures.append(takes(name, time_each(work), "us"))
    publisher = Publisher(lambda published: None)
    publisher.attach(sat.table)
    publisher.look(sat.table)

    def idle() -> int:
        for _ in range(1000):
            publisher.look(sat.table)
        return 1000

    return [*figures, takes("a pass that brought nothing", time_each(idle), "us")]


# --------------------------------------------------------------------------------- memory


def _memory() -> list[Any]:
    from tests.bench.measure import Figure

    without = _meadowd_mb()
    alone = _meadowd_mb("--console", "127.0.0.1:0")
    crowded = _meadowd_mb("--console", "127.0.0.1:0", pages=CROWD)
    added = alone - without
    return [
        Figure("memory without a console (PSS)", without, without, "MB"),
        Figure("added by the console", added, added, "MB", 35, more_is_better=False),
        Figure(
            f"added with {CROWD} pages", crowded - without, crowded - without, "MB", 35,
            more_is_better=False,
        ),
    ]  # fmt: skip


def _meadowd_mb(*options: str, pages: int = 0) -> float:
    """The memory of a meadowd that stands in the lobby."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [*MEADOWD, "--journals", folder, *options], stderr=subprocess.PIPE, text=True, cwd=ROOT
        )
        assert process.stderr is not None
        address = ""
        for line in process.stderr:
            address = next(iter(re.findall(r"http://\S+/", line)), address)
            if line.endswith("ready\n"):
                break
        try:
            if pages:
                return asyncio.run(_crowded_mb(process.pid, address, pages))
            time.sleep(SETTLE_S)
            return _pss_mb(process.pid)
        finally:
            process.terminate()
            process.communicate()


async def _crowded_mb(pid: int, address: str, count: int) -> float:
    async with Crowd(address, count):
        await asyncio.sleep(2 * SETTLE_S)
        return _pss_mb(pid)


def _pss_mb(pid: int) -> float:
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(re.findall(r"^Pss:\s+(\d+) kB", rollup, re.MULTILINE)[0]) / 1024


# ---------------------------------------------------------------------------------- pages


class Page(asyncio.Protocol):
    """A page's socket, as light as may be: phones have processors of their own."""

    def __init__(self, crowd: Crowd, wants: tuple[str, ...]) -> None:
        self._crowd = crowd
        hello = json.dumps({"is": "hello", "version": 1, "wants": wants}).encode()
        self._hello = bytes((0x81, 0x80 | len(hello))) + bytes(4) + hello  # masked with nought
        self._greeted = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(
            b"GET /socket HTTP/1.1\r\nHost: [::1]\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )

    def data_received(self, data: bytes) -> None:
        if not self._greeted:
            assert data.startswith(b"HTTP/1.1 101")
            self._greeted = True
            self._transport.write(self._hello)
        if b'{"is":"change"' in data:
            self._crowd.saw()

    def connection_lost(self, error: Exception | None) -> None:
        self._crowd.lost += not self._crowd.leaving

    def leave(self) -> None:
        self._transport.abort()


class Crowd:
    """Pages that follow a table."""

    def __init__(self, address: str, count: int, *wants: str) -> None:
        self._port = int(address.rstrip("/").rpartition(":")[2])
        self.count = count
        self._wants = wants
        self._pages: list[Page] = []
        self.seen_ms: list[float] = []
        """How long after a token fell each page saw it."""
        self.leaving = False
        self.lost = 0

    async def __aenter__(self) -> Crowd:
        loop = asyncio.get_running_loop()
        for _ in range(self.count):
            _, page = await loop.create_connection(
                lambda: Page(self, self._wants), "127.0.0.1", self._port
            )
            self._pages.append(page)
            await asyncio.sleep(0.005)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.leaving = True
        for page in self._pages:
            page.leave()

    def saw(self) -> None:
        """A page saw a change just now."""
        from tests.bench.console_table import EVERY_MS

        self.seen_ms.append(time.monotonic() * 1000 % EVERY_MS)


async def _with_pages() -> list[Any]:
    """Laps with no page, a few and many take turns, for the machine has other work too: the best
    and the median lap."""
    table = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.console_table", cwd=ROOT,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert table.stdin is not None
    assert table.stdout is not None
    address = (await table.stdout.readline()).decode().strip()
    crowds: list[Crowd] = []
    for number in range(LAPS):
        for count in (0, PARTY, CROWD):
            async with Crowd(address, count, "frames") as crowd:
                await asyncio.sleep(SETTLE_S)
                crowd.seen_ms.clear()
                table.stdin.write(f"mark {count} {number}\n".encode())
                await asyncio.sleep(LAP_S)
                table.stdin.write(b"mark pause\n")
                crowds.append(crowd)
    table.stdin.write(b"end\n")
    laps = json.loads(await table.stdout.readline())
    await table.wait()
    return [*_seen(crowds), *_moved(laps)]


def _seen(crowds: list[Crowd]) -> list[Any]:
    """How soon pages saw a token fall."""
    from tests.bench.measure import Figure

    figures = []
    for count, target in ((PARTY, 100), (CROWD, 0)):
        own = [crowd for crowd in crowds if crowd.count == count]
        for part, at in (("half", 49), ("95 %", 94)):
            times = [quantiles(crowd.seen_ms, n=100)[at] for crowd in own]
            figures.append(
                Figure(
                    f"token to {count} pages, {part} within",
                    min(times),
                    median(times),
                    "ms",
                    target,
                    more_is_better=False,
                )
            )
        lost = sum(crowd.lost for crowd in own)
        if lost:
            figures.append(Figure(f"of {count} pages let go", lost, lost, "pages"))
    return figures


def _moved(laps: dict[str, dict[str, float]]) -> list[Any]:
    """The 99th percentile of a pass, and of how late the loop wakes for one."""
    from tests.bench.measure import Figure

    figures, sums = [], {}
    for count in (0, PARTY, CROWD):
        own = [laps[f"{count} {number}"] for number in range(LAPS)]
        for kind, told in (("pass", "a pass"), ("late", "waking late")):
            times = [lap[f"{kind}_p99"] for lap in own]
            figures.append(Figure(f"{told}, 99 %, {count} pages", min(times), median(times), "ms"))
        sums[count] = [lap["pass_p99"] + lap["late_p99"] for lap in own]
    best = min(sums[CROWD]) - min(sums[0])
    middle = median(sums[CROWD]) - median(sums[0])
    name = f"both, moved by {CROWD} pages"
    return [*figures, Figure(name, best, middle, "ms", 5, more_is_better=False)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

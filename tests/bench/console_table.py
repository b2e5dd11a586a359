"""A table in play with its console, in a process of its own, that times its own loop.

Told by lines: ``mark NAME`` begins a new count under that name, ``end`` prints all as JSON. Each
multiple of `EVERY_MS` of the machine's monotonic clock a token is laid or lifted, so that whoever
sees it can tell how long that took.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from statistics import quantiles

from meadow.clock import MonotonicClock
from meadow.console.server import Console
from meadow.games.package import load_packages
from meadow.link.tap import TappedBoard
from meadow.pieces.kinds import TreatCard
from meadow.pieces.register import made_up_register
from meadow.pieces.sets import default_sets
from meadow.settings.schema import Settings
from meadow.table.table import Table
from meadow_host.twin.virtual import VirtualBoard

from tests.table.sat import WALL, MemoryJournal

EVERY_MS = 125
SIDES = ("north", "east", "south", "west")
NAP_MS = 10
PIN = "271828"


class Lap:
    """What was counted under one name, in milliseconds."""

    def __init__(self) -> None:
        self.passes: list[float] = []
        self.late: list[float] = []

    def figures(self) -> dict[str, float]:
        """Median, 99th percentile and longest of pass and wake."""
        named = {"pass": self.passes, "late": self.late}
        return {
            f"{name}_{part}": value
            for name, values in named.items()
            for part, value in zip(("p50", "p99", "max"), _parts(values), strict=True)
        }


def _parts(values: list[float]) -> tuple[float, float, float]:
    cuts = quantiles(values, n=100)
    return cuts[49], cuts[98], max(values)


class Playing:
    """The table and its loop."""

    def __init__(self) -> None:
        packages, register = load_packages(), made_up_register(default_sets())
        self.console = Console(PIN, lambda line: None)
        self.board = VirtualBoard(MonotonicClock())
        watched = TappedBoard(self.board, self.console.ears(self.board.clock))
        self.table = Table(
            watched, register, packages, Settings(), MemoryJournal, lambda: "p", lambda: WALL
        )
        self.register = register
        self.console.attach(self.table, Path(), packages)
        self.address = self.console.start("127.0.0.1", 0)
        self.lap = Lap()
        self.ending = False

    def run(self) -> None:
        """Passes as `Loop.run` makes them, each timed."""
        loop, clock = self.table.loop, self.board.clock
        while not self.ending:
            begun = time.perf_counter()
            loop.run_pass()
            self.console.look(self.table)
            self.lap.passes.append((time.perf_counter() - begun) * 1000)
            nap_ms = min(loop.next_wake_ms() - clock.now_ms(), NAP_MS)
            if nap_ms > 0:
                begun = time.perf_counter()
                clock.sleep_ms(nap_ms)
                self.lap.late.append((time.perf_counter() - begun) * 1000 - nap_ms)

    def begin(self) -> None:
        """A game of four, dealt, in play."""
        cards = [one.id for one in self.register.pieces if isinstance(one, TreatCard)]
        words = ["thats-my-stash", *[f"seat {side}" for side in SIDES], "start"]
        words += [*[f"deal {card}" for card in cards[:28]], "start"]
        for said in words:
            self.table.say(*said.split())
            time.sleep(0.1)
        time.sleep(3)
        assert self.table.view("public")["game"]["phase"] == "playing"

    def rake(self) -> None:
        """Tokens come and go, each at its moment."""
        for place, uid in cycle(self._tokens()):
            for do in (self.board.readers.lay, self.board.readers.lift):
                now_ms = time.monotonic() * 1000
                time.sleep((EVERY_MS - now_ms % EVERY_MS) / 1000)
                if self.ending:
                    return
                do(place, uid)

    def _tokens(self) -> Iterator[tuple[str, str]]:
        for side, item in zip(SIDES, ("acorn", "hazelnut", "pinecone", "mushroom"), strict=True):
            yield side, str(self.register.uid_of(f"token.poppy.{item}"))


def main() -> None:
    playing = Playing()
    loop = threading.Thread(target=playing.run)
    loop.start()
    playing.begin()
    raking = threading.Thread(target=playing.rake)
    raking.start()
    sys.stdout.write(f"{playing.address}\n")
    sys.stdout.flush()
    laps: dict[str, Lap] = {}
    for line in sys.stdin:
        word, _, name = line.strip().partition(" ")
        if word == "mark":
            playing.lap = laps[name] = Lap()  # the pause too: nobody reads that one
        else:
            break
    laps.pop("pause", None)
    playing.ending = True
    for thread in (loop, raking):
        thread.join()
    playing.console.close()
    sys.stdout.write(json.dumps({name: lap.figures() for name, lap in laps.items()}) + "\n")


if __name__ == "__main__":
    main()

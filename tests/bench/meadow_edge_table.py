"""The simulated table with its meadow, in a process of its own, that tells when tokens fall.

A game of four is begun in it. It says lines of JSON: ``{"address": ...}`` once it plays, then
``{"fell": SIDE, "at": SECONDS}`` by the machine's monotonic clock for each that falls into an empty
tray; and when it is told ``cpu``, how long each of its threads has worked.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from meadow.boards import Board
from meadow.console.listen import listen
from meadow.daemon import run as run_daemon
from meadow.daemon_files import Files
from meadow.daemon_options import Address, parser
from meadow.pieces.kinds import StashToken, TreatCard
from meadow_host.twin.meadow.tabletop import Event, Fell
from meadow_host.twin.meadow.world import World
from meadow_host.twin.table.around import MeadowAround
from meadow_host.twin.table.room import Room

QUIET_S = 0.9
"""So long a tray was empty before: its light stands still by then."""
SIDES = ("north", "east", "south", "west")


def tell(**what: Any) -> None:
    """One line for whoever measures."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


class Telling(MeadowAround):
    """A meadow that tells what falls, and when."""

    def open_board(self, name: str, files: Files) -> Board:
        board = super().open_board(name, files)
        world = self.room().world
        self.room().living.do(lambda: world.listen(Falls(world).hear))
        return board


class Falls:
    """Hears what falls at a meadow."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._busy_s = dict.fromkeys(SIDES, 0.0)

    def hear(self, event: Event) -> None:
        now = time.monotonic()
        place = event.side if isinstance(event, Fell) else event.reader
        if place not in SIDES:
            return
        is_empty = not self._world.at(f"tray.{place}") and now - self._busy_s[place] > QUIET_S
        self._busy_s[place] = now
        if isinstance(event, Fell) and is_empty:
            tell(fell=place, at=now)


def _begin(room: Room) -> None:
    """A game of four, dealt by the operator's words, tokens scattered."""
    pieces = room.world.lying.pieces.values()
    cards = [one.id for one in pieces if isinstance(one, TreatCard)]
    words = ["thats-my-stash", *[f"seat {side}" for side in SIDES], "start"]
    words += [*[f"deal {card}" for card in cards[:28]], "start"]
    for said in words:
        room.eyes.say(*said.split())
        time.sleep(0.06)
    tokens = [one.id for one in pieces if isinstance(one, StashToken)]
    room.living.do(lambda: room.world.scatter(tokens))
    time.sleep(3.5)


def _attend(around: Telling, address: str) -> None:
    while not _has_begun(around):
        time.sleep(0.1)
    _begin(around.room())
    tell(address=address, playing=around.room().eyes.game.get("phase"))
    for line in sys.stdin:
        if line.strip() == "cpu":
            tell(cpu=_cpu_s(), steps=around.room().world.steps)
    os.kill(os.getpid(), signal.SIGTERM)


def _has_begun(around: Telling) -> bool:
    try:
        return around.room().eyes.is_open
    except AssertionError:
        return False


def _cpu_s() -> dict[str, float]:
    """thread -> seconds of work so far."""
    return {
        thread.name: time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
        for thread in threading.enumerate()
        if thread.ident is not None
    }


def _log(line: str) -> None:
    sys.stderr.write(f"{line}\n")


def main() -> None:
    with listen("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    around = Telling(7, _log)
    with tempfile.TemporaryDirectory() as folder:
        options = parser().parse_args(["--board", "silicon", "--journals", folder, "--new"])
        options.console = Address("127.0.0.1", port)
        threading.Thread(target=_attend, args=(around, f"127.0.0.1:{port}"), daemon=True).start()
        run_daemon(options, _log, around)
        around.close()


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
    main()

"""Measures how soon a token that falls over an edge changes a page's light (`make bench-meadow`).

The table runs in a process of its own, on simulated chips in real time; four players rake by
pointer messages, ten spectators watch. Figures are reported, never asserted.
"""

from __future__ import annotations

import argparse
import base64
import json
import math
import random
import struct
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles
from typing import IO, Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parent.parent.parent
SIDES = ("north", "east", "south", "west")
FIRST_PIXEL = {"north": 3, "east": 15, "south": 33, "west": 45}
SPAN = 12
SPECTATORS = 10
LONGEST_S = 1.0
"""A light that has not changed by then will not."""
STEADY_S = 0.6
"""A light that blinks changes more often."""
RAKE_MM_S, MOVE_S = 320.0, 1 / 60
PROMISED_MS = 100.0
OUT = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


def span(rgb: bytes, side: str) -> bytes:
    """What the light of a side shows."""
    first = FIRST_PIXEL[side]
    return b"".join(
        rgb[3 * (pixel % 60) : 3 * (pixel % 60) + 3] for pixel in range(first, first + SPAN)
    )


class Lights:
    """When the light of each side changed after it had been steady, as one page saw it: an open
    card's light stands still until a token falls into the tray."""

    def __init__(self) -> None:
        self.changes: deque[tuple[str, float]] = deque()
        self._shows = dict.fromkeys(SIDES, b"")
        self._changed = dict.fromkeys(SIDES, 0.0)

    def take(self, told: str) -> None:
        now = time.monotonic()
        message = json.loads(told)
        if message["is"] != "frame":
            return
        rgb = base64.b64decode(message["rgb"])
        for side in SIDES:
            shows = span(rgb, side)
            if shows == self._shows[side]:
                continue
            if now - self._changed[side] > STEADY_S:
                self.changes.append((side, now))
            self._shows[side], self._changed[side] = shows, now


class Player:
    """Rakes tokens over one edge by pointer messages, and lays them back."""

    def __init__(self, address: str, side: str) -> None:
        self.side = side
        self.lights = Lights()
        self.handles: list[str] = []
        self.at: dict[str, list[Any]] = {}
        self.ending = False
        self._chance = random.Random(side)
        self._socket = connect(f"ws://{address}/meadow/socket", legacy=True)
        self._table = connect(f"ws://{address}/socket", legacy=True)
        key = f"{SIDES.index(side):08x}"
        self._say({"is": "hello", "version": 1, "key": key})
        self._say({"is": "sit", "seats": [side], "id": 1})
        hello = {"is": "hello", "version": 1, "page": "meadow", "wants": ["frames", "beeps"]}
        self._table.send(json.dumps(hello))
        for work in (self._hear, self._watch, self._rake):
            threading.Thread(target=work, daemon=True).start()

    def close(self) -> None:
        self.ending = True
        self._socket.close()
        self._table.close()

    def _say(self, message: Any) -> None:
        self._socket.send(json.dumps(message))

    def _watch(self) -> None:
        for told in _heard(self._table):
            self.lights.take(str(told))

    def _hear(self) -> None:
        for told in _heard(self._socket):
            if isinstance(told, bytes):
                for number, x, y, _ in struct.iter_unpack("<Hhhh", told):
                    self.at[self.handles[number]][1:] = x / 50, y / 50
                continue
            message = json.loads(told)
            self.handles = message.get("handles", self.handles)
            for name, piece in message.get("pieces", {}).items():
                self.at[name] = [piece["at"], piece["x"], piece["y"]]

    def _rake(self) -> None:
        time.sleep(1 + SIDES.index(self.side) * 0.4)
        while not self.ending:
            try:
                self._once()
            except ConnectionClosed:
                return

    def _once(self) -> None:
        out_x, out_y = OUT[self.side]
        tokens = [
            (250 - (x * out_x + y * out_y), x, y)
            for name, (place, x, y) in tuple(self.at.items())
            if name.startswith("token.") and place == "meadow"
        ]
        near = [one for one in tokens if abs(one[1] * out_y - one[2] * out_x) < 190]
        if near:
            _, x, y = min(near)
            self._pull(x - 28 * out_x, y - 28 * out_y)
        time.sleep(1.2)
        for name, (place, _, _) in tuple(self.at.items()):
            if place == f"tray.{self.side}" and name.startswith("token."):
                back = self._chance.uniform(-180, 180), self._chance.uniform(120, 210)
                x = back[0] * abs(out_y) + back[1] * out_x
                y = back[0] * abs(out_x) + back[1] * out_y
                self._say({"is": "lay", "piece": name, "to": "meadow", "x": x, "y": y, "id": 2})
        time.sleep(2.5 + 2 * self._chance.random())  # looking for the next one

    def _pull(self, x: float, y: float) -> None:
        """Set the rake down there and pull it over the edge, as fast as people do."""
        out_x, out_y = OUT[self.side]
        self._say({"is": "hand", "did": [[0, "rake", x, y]]})
        far = 262 - (x * out_x + y * out_y)
        for step in range(1, math.ceil(far / (RAKE_MM_S * MOVE_S))):
            time.sleep(MOVE_S)
            gone = step * RAKE_MM_S * MOVE_S
            self._say({"is": "hand", "did": [[0, "move", x + gone * out_x, y + gone * out_y]]})
        self._say({"is": "hand", "did": [[0, "up", x + far * out_x, y + far * out_y]]})


def _heard(socket: ClientConnection) -> Iterator[str | bytes]:
    try:
        yield from socket
    except ConnectionClosed:
        return


def spectate(address: str) -> None:
    """Look on, in a process of its own, until standard input ends."""
    for number in range(SPECTATORS):
        meadow = connect(f"ws://{address}/meadow/socket", legacy=True)
        meadow.send(json.dumps({"is": "hello", "version": 1, "key": f"{100 + number:08x}"}))
        table = connect(f"ws://{address}/socket", legacy=True)
        wants = {"is": "hello", "version": 1, "page": "meadow", "wants": ["frames", "beeps"]}
        table.send(json.dumps(wants))
        for socket in (meadow, table):
            threading.Thread(target=deque, args=(_heard(socket), 0), daemon=True).start()
    sys.stdin.read()


Table = subprocess.Popen[str]


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


class Measured:
    """The table's process, and how long each fall took to be seen, in milliseconds."""

    def __init__(self, seconds: float) -> None:
        self.took_ms: list[float] = []
        self.missed = 0
        self.cpu: dict[str, float] = {}
        self._fallen: deque[tuple[str, float]] = deque()
        self._told: deque[dict[str, Any]] = deque()
        command = [sys.executable, "-m", "tests.bench.meadow_edge_table"]
        with subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as table:
            threading.Thread(target=self._hear, args=(table,), daemon=True).start()
            address = self._wait("address")["address"]
            self._measure(table, str(address), seconds)
            _pipe(table.stdin).close()

    def _measure(self, table: Table, address: str, seconds: float) -> None:
        looking = [sys.executable, "-m", "tests.bench.meadow_edge", "--spectate", address]
        with subprocess.Popen(looking, cwd=ROOT, stdin=subprocess.PIPE, text=True) as spectators:
            players = [Player(address, side) for side in SIDES]
            time.sleep(3)
            before, begun = self._cpu(table), time.monotonic()
            self._fallen.clear()
            time.sleep(seconds)
            after, lasted = self._cpu(table), time.monotonic() - begun
            for name in after:
                self.cpu[name] = (after[name] - before.get(name, 0.0)) / lasted
            for player in players:
                self._compare(player)
                player.close()
            _pipe(spectators.stdin).close()

    def _compare(self, player: Player) -> None:
        """Each fall into an empty tray against what its player's page saw."""
        changes = [at for side, at in tuple(player.lights.changes) if side == player.side]
        for side, fell in tuple(self._fallen):
            if side != player.side:
                continue
            seen = [at for at in changes if fell <= at <= fell + LONGEST_S]
            if seen:
                self.took_ms.append((min(seen) - fell) * 1000)
            else:
                self.missed += 1

    def _cpu(self, table: Table) -> dict[str, float]:
        stdin = _pipe(table.stdin)
        stdin.write("cpu\n")
        stdin.flush()
        told = self._wait("cpu")
        used: dict[str, float] = told["cpu"]
        return used

    def _hear(self, table: Table) -> None:
        for line in _pipe(table.stdout):
            told = json.loads(line)
            if "fell" in told:
                self._fallen.append((told["fell"], told["at"]))
            else:
                self._told.append(told)

    def _wait(self, key: str) -> dict[str, Any]:
        end = time.monotonic() + 60
        while not (self._told and key in self._told[0]):
            assert time.monotonic() < end, f"the table did not say {key}"
            time.sleep(0.02)
        return self._told.popleft()


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench-meadow", description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--spectate", metavar="ADDRESS", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.spectate:
        spectate(options.spectate)
        return 0
    measured = Measured(options.seconds)
    cuts = quantiles(measured.took_ms, n=100)
    print(f"From the edge to the page's light, four players, {SPECTATORS} spectators:")
    print(
        f"  {len(measured.took_ms)} falls: median {cuts[49]:.0f} ms, 95th percentile "
        f"{cuts[94]:.0f} ms (at most {PROMISED_MS:.0f} promised), longest "
        f"{max(measured.took_ms):.0f} ms; {measured.missed} changed no light"
    )
    print("Of one core:")
    for name, share in sorted(measured.cpu.items(), key=lambda one: -one[1]):
        print(f"  {name:24}{share:7.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

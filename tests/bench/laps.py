"""Who plays how many games a second: everybody has a short lap in turn, again and again.

In turn, so that all see the same noise of the machine; by CPU time, so that what others do on it
counts little. The best lap is what the code costs, the median shows the noise. Knows no game.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec

LAPS = 15
LAP_S = 0.2


class Lap(NamedTuple):
    """What was played in so many seconds of CPU time."""

    games: int
    moves: int
    seconds: float


Runner = Callable[[float], Lap]
"""Plays for about so many seconds."""


class Pace(msgspec.Struct, frozen=True):
    """Games a second in the best and the median lap, and how many moves a game has on average."""

    name: str
    best: float
    median: float
    moves: float

    @property
    def best_moves(self) -> float:
        """Moves a second in the best lap."""
        return self.best * self.moves


def runner(playout: Callable[[], int]) -> Runner:
    """Runs ``playout``, which plays one game and gives its number of moves."""

    def run(seconds: float) -> Lap:
        clock = time.process_time
        begun_s = clock()
        games = moves = 0
        while not games or clock() - begun_s < seconds:
            moves += playout()
            games += 1
        return Lap(games, moves, clock() - begun_s)

    return run


def in_turn(runners: Mapping[str, Runner]) -> list[Pace]:
    """The pace of everybody, after one lap to warm up."""
    laps: dict[str, list[Lap]] = {name: [] for name in runners}
    for run in runners.values():
        run(LAP_S)
    for _ in range(LAPS):
        for name, run in runners.items():
            laps[name].append(run(LAP_S))
    return [_pace(name, run) for name, run in laps.items()]


def _pace(name: str, laps: list[Lap]) -> Pace:
    games_a_second = [lap.games / lap.seconds for lap in laps]
    games, moves = sum(lap.games for lap in laps), sum(lap.moves for lap in laps)
    return Pace(name, max(games_a_second), statistics.median(games_a_second), moves / games)

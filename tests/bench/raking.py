"""What the meadow costs: a second of its physics, and whole games that bots play at once."""

from __future__ import annotations

import math
import time
from statistics import median

from meadow.pieces.kinds import StashToken
from meadow.pieces.sets import default_sets, pieces_of
from meadow_host.simulation import Plan, simulate
from meadow_host.twin.meadow.ground import MEADOW
from meadow_host.twin.meadow.world import World

from tests.bench import measure
from tests.bench.measure import Figure, Timing, takes

THIRD_MS = 333
"""A third of a core, of each second."""
TIMES_AS_FAST = 50
STEPS = 60
RAKES = ("rake.red", "rake.blue", "rake.yellow", "rake.green")
GAMES = 2


def _raked_world() -> World:
    """All 42 tokens on the meadow, and four people with their rakes on it."""
    world = World(pieces_of(default_sets()), seed=1)
    world.scatter(
        [piece for piece, one in world.lying.pieces.items() if isinstance(one, StashToken)]
    )
    for number, rake in enumerate(RAKES):
        world.take(f"hand-{number}", rake)
    return world


def _rake_for_a_second(world: World, looks: bool) -> int:
    """A second in which all four rake in circles; what falls is put back. Gives nanoseconds."""
    begun_ns = time.process_time_ns()
    for step in range(STEPS):
        for number in range(len(RAKES)):
            turn = (world.now_ms / 400 + number * 1.7) % (2 * math.pi)
            x, y = 170 * math.cos(turn), 170 * math.sin(turn)
            world.pointer(f"hand-{number}", "move", x, y, angle=turn)
        world.advance_to(world.now_ms + (17 if step % 3 else 16))
        if looks:
            world.moving()
    spent_ns = time.process_time_ns() - begun_ns
    lying = set(world.at(MEADOW))
    world.scatter([token for token in map(str, world.lying.pieces) if _is_off(world, token, lying)])
    return spent_ns


def _is_off(world: World, piece: str, lying: set[str]) -> bool:
    return (
        world.lying.is_token(piece) and piece not in lying and world.where(piece).place != "falling"
    )


def _second(looks: bool) -> Timing:
    world = _raked_world()
    _rake_for_a_second(world, looks)
    runs = [_rake_for_a_second(world, looks) for _ in range(measure.REPEATS)]
    return Timing(min(runs), median(runs))


def _games(words: str) -> Figure:
    """How many times as fast as life bots play, on one core."""
    speeds = []
    for run in range(max(1, measure.REPEATS // 3)):
        games = simulate(
            Plan((words,), 4, "practised", None), range(GAMES * run, GAMES * (run + 1))
        )
        speeds.append(sum(one.table_ms for one in games) / 1000 / sum(one.cpu_s for one in games))
    name = f"meadow: games of {words}"
    return Figure(name, max(speeds), median(speeds), "x life", TIMES_AS_FAST)


def figures() -> list[Figure]:
    """A second of 60 steps with 42 tokens and four rakes, without and with looking at it; games."""
    return [
        takes("meadow: a second, 42 tokens, 4 rakes", _second(False), "ms", THIRD_MS),
        takes("meadow: the same, looked at 60 times", _second(True), "ms", THIRD_MS),
        _games("thats-my-stash"),
        _games("quick-paws"),
    ]

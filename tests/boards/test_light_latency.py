"""From a rake laid on an antenna to the light it brings, drivers, table, strip and all."""

from __future__ import annotations

from random import Random

from meadow.games.package import load_packages
from meadow.settings.schema import Settings
from meadow.table.table import Table
from meadow_host.twin.silicon.board import SiliconBoard

from tests.table.sat import REGISTER, WALL, MemoryJournal

SIDES = ("north", "east", "south", "west")


def latencies_ms(times: int) -> list[float]:
    """How long it took each time, laid at moments that fit no rhythm."""
    board, rng = SiliconBoard(), Random(1)
    table = Table(
        board,
        REGISTER,
        load_packages(),
        Settings(),
        MemoryJournal,
        ids=lambda: "p",
        wall_clock=lambda: WALL,
    )
    clock, loop, strip = board.pi.clock, table.loop, board.pi.strip
    uid = REGISTER.uid_of("rake.red") or ""
    loop.run_until(300)
    table.say("thats-my-stash")
    loop.run_until(600)
    taken = []
    for number in range(times):
        loop.run_until(clock.now_ms() + 150 + rng.randrange(70))
        side = SIDES[number % len(SIDES)]
        cue, laid_us = table.cues.get(side), clock.now_us
        board.lay(side, uid)
        while table.cues.get(side) == cue:
            loop.run_pass()
        frames = strip.count
        while strip.count == frames:
            loop.run_pass()
        taken.append((clock.now_us - laid_us) / 1000)
        loop.run_until(clock.now_ms() + 60)
        board.lift(uid)
    board.close()
    return taken


def test_a_rake_lights_its_side_within_40_ms() -> None:
    taken = latencies_ms(16)
    assert max(taken) <= 40
    assert sum(taken) / len(taken) <= 25

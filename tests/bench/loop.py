"""What one pass of the table's loop costs by itself, on the virtual board."""

from __future__ import annotations

import time
from statistics import median

from meadow.games.package import load_packages
from meadow_host.evening import Evening, guests_of, invitation

from tests.bench import measure, recorded
from tests.bench.measure import Figure, Timing, takes
from tests.table.sat import MemoryJournal

PASS_MS = 0.2
PASSES = 400
STEP_MS = 30
"""Between two passes: enough for an event to settle."""
DECOY = "token.poppy.acorn"
"""A token that no Treat card shows: it falls and is put back, and the game stays as it is."""


def _playing(frames_hz: int = recorded.FEW_HZ, seed: int = 1) -> Evening:
    """A table with four guests in the middle of a game."""
    journals: list[MemoryJournal] = []
    evening = recorded.evening(seed, journals, frames_hz)
    invited = invitation(
        ["thats-my-stash"],
        load_packages(),
        lambda package: guests_of(seed, evening.register, package),
    )
    for _ in evening.play(invited):
        if evening.view().get("game", {}).get("phase") == "playing":
            return evening
    raise AssertionError("the guests never began to play")


def _time_passes(evening: Evening, events: bool) -> Timing:
    """Time each pass; with events, a token falls or is lifted before every one of them."""
    loop, readers, clock = evening.table.loop, evening.board.readers, evening.clock
    uid = evening.register.uid_of(DECOY)
    if uid is None:
        raise AssertionError(f"the default set has no {DECOY}")
    runs = []
    for _ in range(measure.REPEATS):
        costs = []
        for number in range(PASSES):
            if events:
                (readers.lift if number % 2 else readers.lay)("north", uid)
            clock.sleep_ms(STEP_MS)
            begun_ns = time.perf_counter_ns()
            loop.run_pass()
            costs.append(time.perf_counter_ns() - begun_ns)
        runs.append(sum(costs) / PASSES)
    return Timing(min(runs), median(runs))


def figures() -> list[Figure]:
    """Passes with nothing to do, passes that each show a frame, or deliver a sighting."""
    idle = _time_passes(_playing(), events=False)
    lit = _time_passes(_playing(1000 // STEP_MS), events=False)
    busy = _time_passes(_playing(), events=True)
    return [
        takes("loop: a pass, nothing happened", idle, "ms", PASS_MS),
        takes("loop: a pass with a frame of light", lit, "ms", PASS_MS),
        takes("loop: a pass with a sighting", busy, "ms", PASS_MS),
    ]

"""Random games of Sweepers: mostly sensible, often not. Deep, because most steps lead on."""

from __future__ import annotations

from meadow.games.sweepers.setup import Mode
from meadow.games.sweepers.state import Phase

from tests.games.sweepers.nonsense import NONSENSE
from tests.games.sweepers.sensible import progress
from tests.games.sweepers.walks import Walk

WAITS_MS = {Mode.STASH: (0, 40, 200, 400, 1500, 2500), Mode.PAWS: (0, 0, 40, 200, 400, 1000)}


def wander(walk: Walk, most_steps: int) -> Walk:
    """Take steps until the game is over, the choices are used up or there were enough."""
    for _ in range(most_steps):
        if not walk.choices.left or walk.full.finished:
            break
        walk.wait(walk.choices.of(WAITS_MS[walk.setup.mode]))
        NONSENSE.get(walk.choices.below(64), progress)(walk)
    return walk


def dealt(walk: Walk) -> Walk:
    """In most walks the cards are dealt first, so that what comes after is not cut short."""
    if walk.choices.below(4):
        while walk.core.phase is Phase.DEALING:
            progress(walk)
    return walk

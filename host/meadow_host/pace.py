"""How fast a game passes for those who watch it: at a chosen speed, or so that it ends soon.

Knows no terminal and no game.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

FRAME_S = 1 / 20
"""How long a picture stands."""


class Pace:
    """Lets a game pass at a chosen speed, or so that it takes only some seconds.

    Without a ``speed`` games go at `EASY` times a factor for what is going on, and from
    `PATIENCE_S` on ever faster, so that every game ends soon.
    """

    EASY = 16.0
    PATIENCE_S = 9.0

    def __init__(
        self,
        speed: float | None,
        now_s: Callable[[], float] = time.monotonic,
        sleep_s: Callable[[float], None] = time.sleep,
    ) -> None:
        self._fixed = speed
        self._now_s = now_s
        self._sleep_s = sleep_s
        self.begin()

    def begin(self) -> None:
        """A new game begins."""
        self._due_s = self._began_s = self._now_s()
        self.speed = self._fixed or self.EASY

    @property
    def step_ms(self) -> int:
        """How much of the game passes between two pictures."""
        return max(1, round(1000 * FRAME_S * self.speed))

    def passed(self, duration_ms: int, factor: float = 1.0) -> None:
        """Wait until so much of the game's time may have passed.

        ``factor`` is how much faster than usual. A machine that is too slow never waits.
        """
        if self._fixed is None:
            waited_s = self._due_s - self._began_s
            hurry = math.exp(min(20.0, max(0.0, waited_s - self.PATIENCE_S)))
            self.speed = self.EASY * factor * hurry
        self._due_s += duration_ms / 1000 / self.speed
        left_s = self._due_s - self._now_s()
        if left_s > 0:
            self._sleep_s(left_s)
        elif left_s < -1:
            self._due_s -= left_s + 1  # it cannot be made up for, so do not race later

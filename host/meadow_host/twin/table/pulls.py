"""The ends of pulls: a finger is up, and its rake is not yet where it was pulled.

Hands pull a rake only so fast, and moves may come late and all at once: whoever pulled a token over
the edge means the whole of the pull. So the hand goes on, and lets go once the rake is there. It
must not know where what is let go then lies.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from meadow_host.twin.meadow.field import STEPS_HZ
from meadow_host.twin.meadow.ground import RAKE_WIDE_MM
from meadow_host.twin.meadow.world import World

MOST_MS = 300
"""So long a pull goes on at most: something may be in the way."""
MM_S = 700.0
"""So fast it goes on. How fast the finger was is not known any more if its moves came late, and
what is raked faster than 900 mm/s flies past the tray."""
SLOWS_MM_S2 = 8000.0
"""So it slows down before it is there: by half of what a hand can, or it would go past."""
NEAR_MM = 1.0
"""Nearer than that a rake is where it was pulled."""
STILL_MM = 2.0
"""It stays there if it came no farther in the last step: what is let go slides on."""


@dataclass
class _Pull:
    x: float
    y: float
    until_ms: int
    let_go: Callable[[], None]
    was_far_mm: float


class Pulls:
    """The pulls at one meadow that go on without a finger. In the meadow's thread."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._on: dict[str, _Pull] = {}
        """pointer -> where its rake goes on to."""

    def goes_on(self, pointer: str) -> bool:
        """Whether this pointer's finger is up, and its rake on the way."""
        return pointer in self._on

    def is_behind(self, pointer: str) -> bool:
        """Whether a pointer's rake is on the meadow, and not where it is pulled."""
        hold = self._world.hold(pointer)
        return hold is not None and hold.lowered and self._far(pointer, hold.x, hold.y) > NEAR_MM

    def finish(self, pointer: str, let_go: Callable[[], None]) -> None:
        """The finger is up: let go once the rake is there, or in `MOST_MS`."""
        hold = self._world.hold(pointer)
        if hold is None:
            let_go()
            return
        until_ms = self._world.now_ms + MOST_MS
        self._on[pointer] = _Pull(hold.x, hold.y, until_ms, let_go, math.inf)
        self._world.flex(f"pull.{pointer}", partial(self._pull, pointer))

    def end(self, pointer: str) -> None:
        """Let go at once, if that was still to come."""
        pull = self._on.pop(pointer, None)
        if pull is not None:
            self._world.flex(f"pull.{pointer}", None)
            pull.let_go()

    def end_of(self, piece: str) -> None:
        """Somebody is about to take this piece: let go of it, if that was still to come."""
        for pointer in tuple(self._on):
            hold = self._world.hold(pointer)
            if hold is not None and hold.piece == piece:
                self.end(pointer)

    def end_at(self, x: float, y: float) -> bool:
        """Somebody reaches for a rake there: let go of it. Gives whether there was one."""
        found = [pointer for pointer in self._on if self._far(pointer, x, y) <= RAKE_WIDE_MM / 2]
        for pointer in found:
            self.end(pointer)
        return bool(found)

    def _pull(self, pointer: str, now_ms: int) -> None:
        """Before each step: go on, or let go."""
        pull, hold = self._on[pointer], self._world.hold(pointer)
        if hold is None or not hold.lowered or now_ms >= pull.until_ms:
            self.end(pointer)
            return
        far_mm = self._far(pointer, pull.x, pull.y)
        came_mm, pull.was_far_mm = abs(pull.was_far_mm - far_mm), far_mm
        if far_mm <= NEAR_MM and came_mm <= STILL_MM:
            self.end(pointer)
            return
        mm_s = min(MM_S, math.sqrt(2 * SLOWS_MM_S2 * far_mm))
        part = min(1.0, mm_s / STEPS_HZ / max(far_mm, NEAR_MM))
        rake = self._world.where(hold.piece)
        x, y = rake.x + (pull.x - rake.x) * part, rake.y + (pull.y - rake.y) * part
        self._world.pointer(pointer, "move", x, y)

    def _far(self, pointer: str, x: float, y: float) -> float:
        """How far a point is from the rake that a pointer holds."""
        hold = self._world.hold(pointer)
        if hold is None:
            return math.inf
        rake = self._world.where(hold.piece)
        return math.hypot(rake.x - x, rake.y - y)

"""Tokens between an edge and where they come to rest: a tray's antenna, or the floor.

It knows geometry and time; that a token lies somewhere is noted by whoever lets it land.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from meadow_host.twin.meadow.field import Gone
from meadow_host.twin.meadow.ground import (
    CORNER_MM,
    FLOOR,
    HALF_MM,
    OUT,
    TOKEN_MM,
    Point,
    along_side,
    at_side,
    fallen_over,
    nearest_side,
)

FALL_MS = 28
"""From the edge to rest: so long a token dropped 10 cm is in the field of the antenna."""
OVER_MM_S = 900.0
"""What flies off faster than this misses the tray and lies on the floor before that side."""
_FUNNEL = 0.45
"""A tray slopes to its antenna: what fell far from the middle comes to rest nearer to it."""
_FROM_EDGE_MM, _TO_EDGE_MM = 24.0, 62.0


class Falling(NamedTuple):
    """A token that falls: to a side's tray or to the `FLOOR`, near a point, landing at a time."""

    due_ms: int
    token: str
    where: str
    to: Point


class Falls:
    """All that falls. All chance is ``rng``'s."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._falling: list[Falling] = []

    @property
    def next_ms(self) -> int | None:
        """When the next token lands."""
        return self._falling[0].due_ms if self._falling else None

    def fall(self, gone: Gone, now_ms: int) -> Falling:
        """A token is over an edge."""
        where = fallen_over(gone.x, gone.y)
        side = nearest_side(gone.x, gone.y)
        away = OUT[side]
        speed = gone.speed_x * away.x + gone.speed_y * away.y
        if where is None or where == FLOOR:
            where, to = FLOOR, self._below_corner(gone)
        elif speed > OVER_MM_S:
            where, to = FLOOR, at_side(side, along_side(side, gone.x, gone.y), 305)
        else:
            along = along_side(side, gone.x, gone.y) * _FUNNEL + self._rng.uniform(-8, 8)
            deep = self._rng.uniform(0.0, 0.3) + 0.7 * max(0.0, min(1.0, speed / OVER_MM_S))
            out = _FROM_EDGE_MM + deep * (_TO_EDGE_MM - _FROM_EDGE_MM)
            to = at_side(side, along, out)
        falling = Falling(now_ms + FALL_MS, gone.token, where, to)
        self._falling.append(falling)  # all fall for as long, so they land in order
        return falling

    def forget(self, token: str) -> None:
        """A token was taken out of the air."""
        self._falling = [falling for falling in self._falling if falling.token != token]

    def land(self) -> Falling:
        """The token that lands next. Raises IndexError if none falls."""
        return self._falling.pop(0)

    def _below_corner(self, gone: Gone) -> Point:
        """Just outside the corner that it is nearest to."""
        reach = HALF_MM + TOKEN_MM + self._rng.uniform(0, CORNER_MM / 2)
        return Point(reach if gone.x > 0 else -reach, reach if gone.y > 0 else -reach)

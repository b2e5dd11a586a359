"""Which way to rake a token: to which point of an edge, past which others. Pure geometry.

It sees positions on the meadow, as an eye does, and nothing of what the tokens are.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from meadow_host.twin.meadow.ground import (
    CORNER_MM,
    HALF_MM,
    RAKE_WIDE_MM,
    TOKEN_MM,
    Point,
    along_side,
    at_side,
)

BEHIND_MM = 25.0
"""From a token to the bar of the rake that is set down behind it."""
_WIDE_MM = TOKEN_MM + RAKE_WIDE_MM / 2 + 3
"""What is nearer than this to the middle of the way is pushed along or aside."""
_FAR_ALONG_MM = HALF_MM - CORNER_MM - 25
"""How far along an edge people still aim at it: beyond, tokens fall off the corner."""
_TRIED_MM = (0.0, 30.0, -30.0, 60.0, -60.0, 100.0, -100.0, 150.0, -150.0)


def exit_point(
    side: str, token: Point, others: Iterable[Point], ahead_mm: float, before: Point | None = None
) -> Point:
    """The point beyond an edge to which the way is clearest so far ahead; who is under way to one
    before does not change for little."""
    straight = along_side(side, token.x, token.y)
    meant = None if before is None else along_side(side, before.x, before.y)
    near = list(others)
    best, least = Point(0, 0), math.inf
    for offset in _TRIED_MM:
        to = beyond(side, straight + offset)
        along = along_side(side, to.x, to.y)
        cost = in_the_way(token, to, near, ahead_mm)
        cost += abs(along - straight) / 150 + (0 if meant is None else abs(along - meant) / 200)
        if cost < least:
            best, least = to, cost
    return best


def beyond(side: str, along: float) -> Point:
    """A point just beyond an edge, not so near to a corner that tokens would fall off it."""
    return at_side(side, max(-_FAR_ALONG_MM, min(_FAR_ALONG_MM, along)), 12)


def in_the_way(token: Point, to: Point, others: Iterable[Point], ahead_mm: float) -> float:
    """How much lies in the way from a token to a point, and where the rake is set down: about 1
    for each other token that would be pushed along."""
    far = math.hypot(to.x - token.x, to.y - token.y)
    if far < 1:
        return 0.0
    dx, dy = (to.x - token.x) / far, (to.y - token.y) / far
    cost = 0.0
    for other in others:
        x, y = other.x - token.x, other.y - token.y
        forward, aside = x * dx + y * dy, abs(x * dy - y * dx)
        if aside >= _WIDE_MM:
            continue
        if 0 < forward <= min(far, ahead_mm) + TOKEN_MM:
            cost += 1.0 if aside < TOKEN_MM * 1.6 else 0.5
        elif -BEHIND_MM - TOKEN_MM - 3 < forward <= 0:
            cost += 0.8  # the rake would be set down on it
    return cost


def rake_angle(heading: float) -> float:
    """How a rake is turned that pulls in a direction: its tines point that way."""
    return heading - math.pi / 2

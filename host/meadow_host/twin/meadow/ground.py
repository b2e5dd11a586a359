"""The table from above as plain geometry: the meadow, its edges, and the places round it.

Millimetres; the middle of the meadow is (0, 0), x grows to the east and y to the south, as pages
are drawn. Angles are radians, clockwise as seen from above. It knows no piece by its name, no
physics and no rule. docs/meadow.md says why the sizes are what they are.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

HALF_MM = 250.0
"""From the middle of the meadow to each edge."""
CORNER_MM = 40.0
"""What passes an edge nearer than this to a corner falls off the corner, which is nobody's."""
TABLE_MM = 560.0
"""From the middle to where the table ends."""
TOKEN_MM = 15.0
"""The radius of a token."""
CARD_WIDE_MM, CARD_HIGH_MM = 40.0, 60.0
RAKE_WIDE_MM = 54.0
TINE_MM = 16.0
"""How far the outer tines of a rake reach from its bar; the inner ones are shorter."""
NEAR_MM = 24.0
"""A token laid so near to the middle of a card covers it."""

SIDES = ("north", "east", "south", "west")
FIVE = "five"
MEADOW, FLOOR, DECK, PILE, ASIDE, BOX = "meadow", "floor", "deck", "pile", "aside", "box"
"""The places of which there is one: ``deck`` is the deck reader, ``box`` the box's lid."""


def tray_of(side: str) -> str:
    """The place where what falls over a side's edge comes to rest, on its antenna."""
    return f"tray.{side}"


def beside_of(side: str) -> str:
    """The place where a side's rake lies, and what is laid down for a moment."""
    return f"beside.{side}"


def cards_of(seat: str) -> str:
    """The place of a seat's cards, open and face down."""
    return f"cards.{seat}"


def hand_of(seat: str) -> str:
    """The cards a seat holds up: nobody else sees their faces."""
    return f"hand.{seat}"


def reader_of(place: str) -> str:
    """The reader under a place, as the table calls it; "" where there is none."""
    if place == DECK:
        return place
    kind, _, side = place.partition(".")
    return side if kind == "tray" else ""


class Point(NamedTuple):
    """A point of the table, in millimetres from the middle of the meadow."""

    x: float
    y: float


class Zone(NamedTuple):
    """A rectangle that is a place."""

    place: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> Point:
        return Point((self.left + self.right) / 2, (self.top + self.bottom) / 2)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom


OUT: Mapping[str, Point] = MappingProxyType(
    {"north": Point(0, -1), "east": Point(1, 0), "south": Point(0, 1), "west": Point(-1, 0)}
)
"""side -> away from the middle, over its edge."""
FACING: Mapping[str, float] = MappingProxyType(
    {
        "north": math.pi,
        "east": -math.pi / 2,
        "south": 0.0,
        "west": math.pi / 2,
        FIVE: math.pi * 3 / 4,
    }
)
"""seat -> the angle of a rake whose tines point to it, of a card that lies before it."""


def at_side(side: str, along: float, out: float) -> Point:
    """The point so far along a side (clockwise from its middle) and out beyond its edge."""
    away = OUT[side]
    reach = HALF_MM + out
    return Point(away.x * reach - away.y * along, away.y * reach + away.x * along)


def along_side(side: str, x: float, y: float) -> float:
    """How far along a side a point lies, clockwise from its middle."""
    away = OUT[side]
    return away.x * y - away.y * x


def out_of(side: str, x: float, y: float) -> float:
    """How far beyond a side's edge a point lies; negative on this side of it."""
    away = OUT[side]
    return away.x * x + away.y * y - HALF_MM


def nearest_side(x: float, y: float) -> str:
    """The side whose edge is nearest to a point; the first of two equally near ones."""
    return max(SIDES, key=lambda side: out_of(side, x, y))


def fallen_over(x: float, y: float) -> str | None:
    """Where a token whose middle is here has fallen: a side, `FLOOR` off a corner, None nowhere."""
    if abs(x) <= HALF_MM and abs(y) <= HALF_MM:
        return None
    side = nearest_side(x, y)
    return side if abs(along_side(side, x, y)) <= HALF_MM - CORNER_MM else FLOOR


def _zone(place: str, side: str, along: tuple[float, float], out: tuple[float, float]) -> Zone:
    one, other = at_side(side, along[0], out[0]), at_side(side, along[1], out[1])
    left, right = sorted((one.x, other.x))
    top, bottom = sorted((one.y, other.y))
    return Zone(place, left, top, right, bottom)


def _square(place: str, x: float, y: float, half: float) -> Zone:
    return Zone(place, x - half, y - half, x + half, y + half)


def _zones() -> dict[str, Zone]:
    zones = [_square(MEADOW, 0, 0, HALF_MM)]
    for side in SIDES:
        zones += [
            _zone(tray_of(side), side, (-120, 120), (8, 78)),
            _zone(beside_of(side), side, (124, 240), (8, 78)),
            _zone(cards_of(side), side, (-240, 240), (88, 204)),
            _zone(hand_of(side), side, (-240, 240), (214, 290)),
        ]
    zones += [
        _square(DECK, 340, 340, 48),  # as the strip has it: between east and south
        _square(PILE, 340, -340, 40),
        _square(ASIDE, 432, -432, 40),
        _square(BOX, -380, 380, 88),
        _square(cards_of(FIVE), -345, -345, 53),
        _square(hand_of(FIVE), -470, -470, 53),
    ]
    return {zone.place: zone for zone in zones}


ZONES: Mapping[str, Zone] = MappingProxyType(_zones())
"""place -> its rectangle. The floor has none: it is all the rest."""
PLACES = frozenset((*ZONES, FLOOR))
"""All names of places. A piece may be called the same, for sets of pieces choose their ids: who
lays something says by what they call whether it is a place or a card that they mean."""


def place_at(x: float, y: float) -> str:
    """The place that a point belongs to; the floor where there is none."""
    for zone in ZONES.values():
        if zone.holds(x, y):
            return zone.place
    return FLOOR


def on_table(x: float, y: float) -> bool:
    """Whether both are numbers and the point is within reach."""
    return math.isfinite(x) and math.isfinite(y) and max(abs(x), abs(y)) <= TABLE_MM


def seat_of(place: str) -> str:
    """The seat a place belongs to; "" for what is nobody's."""
    return place.partition(".")[2]

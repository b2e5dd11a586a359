"""How a piece comes to lie in a place: where in it, which face up, on which card, how far from an
antenna. Geometry and what the hand of any person could do; no rule of a game.
"""

from __future__ import annotations

import math

from meadow.journal.printable import quoted

from meadow_host.twin.meadow.ground import (
    BOX,
    DECK,
    FACING,
    FIVE,
    FLOOR,
    MEADOW,
    NEAR_MM,
    PLACES,
    SIDES,
    TOKEN_MM,
    ZONES,
    Point,
    at_side,
    hand_of,
    seat_of,
)
from meadow_host.twin.meadow.lying import FACE_DOWN_PLACES, Lie, Lying

DECK_ALONG_MM = -215.0
"""Where in a side's cards its face-down ones are stacked, clockwise from its middle."""
SLOTS_ALONG_MM = tuple([-165.0 + 46 * slot for slot in range(9)])
"""Where its open cards go."""
_HAND_ALONG_MM = tuple([-200.0 + 44 * slot for slot in range(10)])
_FAN_MM = tuple([44.0 - 11 * slot for slot in range(9)])
"""Of the middle of the fifth seat's hand, westwards and southwards: across its corner."""
_BESIDE_ALONG_MM = (212.0, 140.0, 172.0)
"""For the rake, and for tokens laid down for a moment."""

ANTENNA_MM = 4.0
"""From the antenna to a tag that lies over its middle: the tray's bottom."""
_SIDEWAYS = 0.17
"""So much weaker is a tag for each millimetre beside it: as if it lay so much higher."""
_THICK_MM = 2.0
"""Of a token, and near enough of a rake; cards are thinner."""


class RefusedError(Exception):
    """A hand cannot do that; the message is one plain line that says why and what to do. It names
    no card: whoever asks may not know its face."""


def lie_in(
    lying: Lying, piece: str, place: str, x: float | None, y: float | None, up: bool | None
) -> Lie:
    """How a piece would lie in a place, at a point of it or where people would lay it.

    ``up`` None leaves the face that is up. Raises `RefusedError` for what cannot lie there.
    """
    if place not in PLACES:
        raise RefusedError(
            f"there is no place {quoted(place)}: it is one of {', '.join(ZONES)}, floor"
        )
    is_card = lying.is_card(piece)
    if is_card and place in (MEADOW, FLOOR):
        raise RefusedError(f"cards do not belong on the {place}: lay them before a side")
    if place.startswith("hand.") and not is_card:
        raise RefusedError("only cards are held up: lay tokens and rakes down beside")
    at = _default(lying, piece, place, bool(up)) if x is None or y is None else Point(x, y)
    side = seat_of(place)
    angle = FACING.get(side, 0.0)
    if not is_card:
        return _on_card(lying, piece, Lie(place, at.x, at.y, angle))
    if place in FACE_DOWN_PLACES:
        face_up = False
    elif place.startswith("hand."):
        face_up = True
    else:
        face_up = lying.lie(piece).up if up is None else up
    return Lie(place, at.x, at.y, angle, face_up)


def _on_card(lying: Lying, piece: str, lie: Lie) -> Lie:
    """A token laid on an open card that has none covers it."""
    if not lying.is_token(piece) or not lie.place.startswith("cards."):
        return lie
    for card in reversed(lying.at(lie.place)):
        at = lying.lie(card)
        is_open = lying.is_card(card) and at.up and not lying.token_on(card)
        if is_open and math.hypot(lie.x - at.x, lie.y - at.y) <= NEAR_MM:
            return lie._replace(x=at.x, y=at.y, on=card)
    return lie


def on_card(lying: Lying, card: str) -> Lie:
    """How a token lies that covers a card. Raises `RefusedError` where it cannot."""
    at = lying.lie(card)
    if not lying.is_card(card):
        raise RefusedError(f"tokens are laid on cards, and {card} is none")
    if not at.up or not at.place.startswith("cards."):
        raise RefusedError("no token can be laid on this card: it does not lie open before a seat")
    if lying.token_on(card):
        raise RefusedError(f"{lying.token_on(card)} covers this card already: take that first")
    return Lie(at.place, at.x, at.y, on=card)


def _default(lying: Lying, piece: str, place: str, up: bool) -> Point:
    """Where people would lay it: the first free one of the usual spots."""
    side = seat_of(place)
    if place == hand_of(FIVE):
        middle = ZONES[place].middle
        return _free(lying, place, [Point(middle.x - at, middle.y + at) for at in _FAN_MM])
    if side not in SIDES:
        return _beside_others(lying, piece, place)
    if place.startswith("cards.") and lying.is_card(piece):
        if not up:
            return at_side(side, DECK_ALONG_MM, 146)
        return _free(lying, place, [at_side(side, along, 146) for along in SLOTS_ALONG_MM])
    if place.startswith("cards."):
        return at_side(side, 222, 146)
    if place.startswith("hand."):
        return _free(lying, place, [at_side(side, along, 252) for along in _HAND_ALONG_MM])
    if place.startswith("beside."):
        spots = _BESIDE_ALONG_MM[:1] if lying.is_rake(piece) else _BESIDE_ALONG_MM[1:]
        return _free(lying, place, [at_side(side, along, 43) for along in spots])
    return _beside_others(lying, piece, place)


def _beside_others(lying: Lying, piece: str, place: str) -> Point:
    """Near the middle of a place, beside what lies there while there is room."""
    if place == FLOOR:
        return Point(0.0, 480.0)
    zone = ZONES[place]
    middle = zone.middle
    if lying.is_card(piece) and place not in (DECK, BOX):
        return middle
    wide, high = zone.right - zone.left, zone.bottom - zone.top
    step = 2 * TOKEN_MM + 2
    spots = [
        Point(middle.x + column * step, middle.y + row * step)
        for row in (0, 1, -1)
        for column in (0, 1, -1, 2, -2, 3, -3)
        if abs(column) * step <= wide / 2 - TOKEN_MM and abs(row) * step <= high / 2 - TOKEN_MM
    ]
    spots.sort(key=lambda spot: abs(spot.x - middle.x) + abs(spot.y - middle.y))
    return _free(lying, place, spots)


def _free(lying: Lying, place: str, spots: list[Point]) -> Point:
    """The first spot on which nothing lies, else the last one."""
    taken = [lying.lie(piece) for piece in lying.at(place)]
    for spot in spots:
        if all(math.hypot(spot.x - lie.x, spot.y - lie.y) > TOKEN_MM for lie in taken):
            return spot
    return spots[-1]


def free_spot_near(lying: Lying, piece: str, lie: Lie) -> Point:
    """The spot nearest to where a piece would lie at which a token lies on nothing; where the place
    is full the point itself, on top of others."""
    zone = ZONES[lie.place]
    taken = [lying.lie(other) for other in lying.at(lie.place) if other != piece]
    left, right = zone.left + TOKEN_MM, zone.right - TOKEN_MM
    top, bottom = zone.top + TOKEN_MM, zone.bottom - TOKEN_MM
    x, y = max(left, min(right, lie.x)), max(top, min(bottom, lie.y))
    for ring in range(16):
        for number in range(max(1, 6 * ring)):
            angle = math.pi * number / max(1, 3 * ring)
            spot = Point(x + 8 * ring * math.cos(angle), y + 8 * ring * math.sin(angle))
            if (
                left <= spot.x <= right
                and top <= spot.y <= bottom
                and all(math.hypot(spot.x - at.x, spot.y - at.y) >= 2 * TOKEN_MM for at in taken)
            ):
                return spot
    return Point(x, y)


def antenna_mm(lying: Lying, piece: str) -> float:
    """How far the tag of a piece is from the antenna it lies over, as height over its middle: what
    lies beside it is read as if it lay higher, what lies on other pieces does.
    """
    lie = lying.lie(piece)
    middle = ZONES[lie.place].middle
    below = 0
    for other in lying.at(lie.place):
        if other == piece:
            break
        at = lying.lie(other)
        below += math.hypot(at.x - lie.x, at.y - lie.y) < 2 * TOKEN_MM - 1
    aside = math.hypot(lie.x - middle.x, lie.y - middle.y)
    return ANTENNA_MM + _SIDEWAYS * aside + _THICK_MM * below

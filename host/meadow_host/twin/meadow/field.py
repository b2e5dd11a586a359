"""The meadow as physics: tokens are discs that slide and push each other, rakes are driven combs.

Seen from above, so there is no gravity; what presses a token down is in its friction. Millimetres,
grams, seconds. It steps when told to, and is the same for the same calls on one machine. It must
not know places beyond the edges, hands, or what a piece means.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import pymunk
from pymunk.batch import BodyFields, Buffer, get_space_bodies

from meadow_host.twin.meadow.ground import RAKE_WIDE_MM, TINE_MM, TOKEN_MM, Point

STEPS_HZ = 60
_PARTS = 4
"""A step is computed in so many parts, so that nothing fast passes through anything thin, and two
rakes that meet do not press what is between them into each other."""

RAKE_MM_S = 1000.0
"""No hand rakes faster."""
RAKE_RAD_S = 10.0
RAKE_FORCE = 1e6
"""Of the hand on its rake, in g mm/s2: 1 newton, 170 times what holds a token back."""

TOKEN_G = 2.0
RAKE_G = 60.0
_GRAVITY = 9810.0
_ON_MEADOW = 0.3
"""Friction of cardboard on cardboard: what is pushed at 1 m/s slides on for 17 cm."""
_BETWEEN = 0.25
"""Friction between tokens, and of tokens on rakes."""
_BOUNCE = 0.15

_APART = 0.6
"""Of an overlap so much is left after 1/60 s."""
_SLEEPY_MM_S = 3.0
"""What is slower for 0.2 s falls asleep until it is touched."""
_STILL_MM_S = 0.5
_STILL_STEPS = 6
_THERE_MM, _THERE_RAD = 0.05, 0.001

_BAR_MM, _OUTER_MM, _INNER_MM = 3.0, 2.5, 2.5
"""Half the thickness of a rake's parts."""
_INNER_TINE_MM = 6.0


_Part = pymunk.Body | pymunk.Shape | pymunk.Constraint


class Gone(NamedTuple):
    """A token whose middle is over an edge; where it passed it and how fast, in mm/s."""

    token: str
    x: float
    y: float
    speed_x: float
    speed_y: float


class Posture(NamedTuple):
    """Where something is and how it is turned."""

    x: float
    y: float
    angle: float


class _Rake:
    """A rake that touches the meadow, and the hand that drives it, if any does."""

    def __init__(self, space: pymunk.Space, at: Posture) -> None:
        self._space = space
        wide = RAKE_WIDE_MM / 2 - _OUTER_MM
        self.body = pymunk.Body(RAKE_G, RAKE_G * (2 * wide) ** 2 / 12)
        self.body.position, self.body.angle = (at.x, at.y), at.angle
        self._hand = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        shapes = [pymunk.Segment(self.body, (-wide, 0), (wide, 0), _BAR_MM)]
        for x, tine, thick in (
            (-wide, TINE_MM, _OUTER_MM),
            (-wide / 3, _INNER_TINE_MM, _INNER_MM),
            (wide / 3, _INNER_TINE_MM, _INNER_MM),
            (wide, TINE_MM, _OUTER_MM),
        ):
            shapes.append(pymunk.Segment(self.body, (x, 0), (x, tine), thick))
        for shape in shapes:
            # Rakes pass over each other: hands know how to cross.
            shape.filter = pymunk.ShapeFilter(group=1)
            shape.friction, shape.elasticity = _BETWEEN, 0.0
        self._driving = _friction(self._hand, self.body, RAKE_FORCE, RAKE_FORCE * wide)
        lying = _friction(
            space.static_body,
            self.body,
            _ON_MEADOW * RAKE_G * _GRAVITY,
            _ON_MEADOW * RAKE_G * _GRAVITY * wide / 2,
        )
        self._parts: tuple[_Part, ...] = (self.body, *shapes, *lying)
        space.add(*self._parts)
        self.target: Posture | None = None

    def drive(self, target: Posture) -> None:
        if self.target is None:
            self._space.add(self._hand, *self._driving)
        self.target = target

    def let_lie(self) -> None:
        if self.target is not None:
            self._space.remove(self._hand, *self._driving)
        self.target = None

    def remove(self) -> None:
        self.let_lie()
        self._space.remove(*self._parts)

    def steer(self) -> None:
        """Give the hand the speed with which it will be where it wants to be, if it can."""
        if self.target is None:
            return
        x, y = self.body.position
        speed_x, speed_y = (self.target.x - x) * STEPS_HZ, (self.target.y - y) * STEPS_HZ
        speed = math.hypot(speed_x, speed_y)
        slower = min(1.0, RAKE_MM_S / speed) if speed else 1.0
        self._hand.velocity = (speed_x * slower, speed_y * slower)
        turn = _turned(self.target.angle - self.body.angle) * STEPS_HZ
        self._hand.angular_velocity = max(-RAKE_RAD_S, min(RAKE_RAD_S, turn))

    @property
    def is_there(self) -> bool:
        """Whether it needs no step: it lies still, or is where the hand wants it."""
        if self.target is None:
            return not _slides(self.body)
        x, y = self.body.position
        far = math.hypot(self.target.x - x, self.target.y - y)
        turn = abs(_turned(self.target.angle - self.body.angle))
        return far < _THERE_MM and turn < _THERE_RAD

    @property
    def posture(self) -> Posture:
        x, y = self.body.position
        return Posture(x, y, self.body.angle)


class Field:
    """The meadow, ``half_mm`` from its middle to each edge."""

    def __init__(self, half_mm: float) -> None:
        self._half = half_mm
        self._space = pymunk.Space()
        self._space.sleep_time_threshold = 0.2
        self._space.idle_speed_threshold = _SLEEPY_MM_S
        self._space.collision_slop = 0.1
        self._space.collision_bias = _APART**60
        self._tokens: dict[str, tuple[pymunk.Body, pymunk.Circle, tuple[pymunk.Constraint, ...]]]
        self._tokens = {}
        self._by_id: dict[int, str] = {}
        self._rakes: dict[str, _Rake] = {}
        self._buffer = Buffer()
        self._still = _STILL_STEPS
        self.steps = 0
        """How many steps were computed."""

    # ------------------------------------------------------------------------- tokens

    @property
    def tokens(self) -> Iterable[str]:
        """The tokens on it."""
        return self._tokens.keys()

    def lay(self, token: str, x: float, y: float, angle: float = 0.0) -> None:
        """Lay a token on the meadow, at rest. Raises ValueError if it lies there already."""
        if token in self._tokens:
            raise ValueError(f"{token} lies on the meadow already")
        body = pymunk.Body(TOKEN_G, TOKEN_G * TOKEN_MM**2 / 2)
        body.position, body.angle = (x, y), angle
        disc = pymunk.Circle(body, TOKEN_MM)
        disc.friction, disc.elasticity = _BETWEEN, _BOUNCE
        pressed = _ON_MEADOW * TOKEN_G * _GRAVITY
        # A disc that turns on the spot is held back at two thirds of its radius on average.
        drag = _friction(self._space.static_body, body, pressed, pressed * TOKEN_MM * 2 / 3)
        self._space.add(body, disc, *drag)
        self._tokens[token] = (body, disc, drag)
        self._by_id[body.id] = token
        self._still = 0

    def lift(self, token: str) -> Posture:
        """Take a token off the meadow; gives where it was. Raises KeyError if it is not there."""
        posture = self.token(token)
        body, disc, drag = self._tokens.pop(token)
        del self._by_id[body.id]
        self._space.remove(*drag, disc, body)
        self._still = 0
        return posture

    def token(self, token: str) -> Posture:
        """Where a token on the meadow is. Raises KeyError if it is not there."""
        body = self._tokens[token][0]
        return Posture(*body.position, body.angle)

    def free_spot(self, x: float, y: float, margin_mm: float = TOKEN_MM) -> Point:
        """The nearest point to this one where a token lies on no other, and so far from all edges;
        if the meadow is full, the point itself, within the edges."""
        most = self._half - margin_mm
        taken = [body.position for body, _, _ in self._tokens.values()]
        for ring in range(40):
            count = max(1, 6 * ring)
            for number in range(count):
                angle = 2 * math.pi * number / count
                spot = Point(x + 8 * ring * math.cos(angle), y + 8 * ring * math.sin(angle))
                if max(abs(spot.x), abs(spot.y)) <= most and all(
                    math.hypot(spot.x - at.x, spot.y - at.y) >= 2 * TOKEN_MM for at in taken
                ):
                    return spot
        return Point(max(-most, min(most, x)), max(-most, min(most, y)))

    # -------------------------------------------------------------------------- rakes

    def lower(self, rake: str, x: float, y: float, angle: float) -> None:
        """Set a rake down on the meadow; it lies there until it is driven or raised."""
        self._rakes[rake] = _Rake(self._space, Posture(x, y, angle))
        self._still = 0

    def drive(self, rake: str, x: float, y: float, angle: float) -> None:
        """Let a hand pull a rake that was lowered there, as fast and as hard as hands can."""
        self._rakes[rake].drive(Posture(x, y, angle))
        self._still = 0

    def let_lie(self, rake: str) -> None:
        """The hand lets go of a rake on the meadow."""
        self._rakes[rake].let_lie()
        self._still = 0

    def raise_rake(self, rake: str) -> Posture:
        """Take a rake off the meadow; gives where it was. Raises KeyError if it is not there."""
        lifted = self._rakes.pop(rake)
        posture = lifted.posture
        lifted.remove()
        self._still = 0
        return posture

    def rake(self, rake: str) -> Posture | None:
        """Where a rake touches the meadow; None if it does not."""
        return self._rakes[rake].posture if rake in self._rakes else None

    # --------------------------------------------------------------------------- time

    @property
    def moving(self) -> bool:
        """Whether the next step would change anything."""
        return self._still < _STILL_STEPS

    def step(self) -> list[Gone]:
        """One step of 1/60 s; gives the tokens that are over an edge, taken off, in the order in
        which they were laid there."""
        self.steps += 1
        for rake in self._rakes.values():
            rake.steer()
        for _ in range(_PARTS):
            self._space.step(1 / (STEPS_HZ * _PARTS))
        gone = [self._tip(token) for token in self._over()]
        self._still = self._still + 1 if self._is_still() else 0
        return gone

    def moved(self) -> list[str]:
        """The tokens that are in motion."""
        return [token for token, (body, _, _) in self._tokens.items() if _slides(body)]

    # ------------------------------------------------------------------------- inside

    def _over(self) -> list[str]:
        """The tokens beyond an edge. All positions in one call: one by one they take longer than
        the step itself."""
        self._buffer.clear()
        get_space_bodies(self._space, BodyFields.BODY_ID | BodyFields.POSITION, self._buffer)
        at = memoryview(self._buffer.float_buf()).cast("d").tolist()
        half = self._half
        if max(at, default=0.0) <= half and min(at, default=0.0) >= -half:
            return []
        ids = memoryview(self._buffer.int_buf()).cast("Q").tolist()
        over = {
            self._by_id[one]
            for number, one in enumerate(ids)
            if one in self._by_id and max(abs(at[2 * number]), abs(at[2 * number + 1])) > half
        }
        return [token for token in self._tokens if token in over]

    def _tip(self, token: str) -> Gone:
        speed = self._tokens[token][0].velocity
        at = self.lift(token)
        return Gone(token, at.x, at.y, speed.x, speed.y)

    def _is_still(self) -> bool:
        for rake in self._rakes.values():
            if not rake.is_there:
                return False
        return not any(_slides(body) for body, _, _ in self._tokens.values())


def _friction(
    ground: pymunk.Body, body: pymunk.Body, force: float, torque: float
) -> tuple[pymunk.Constraint, ...]:
    """Dry friction: it takes speed away relative to the other body, never more than its force."""
    slide = pymunk.PivotJoint(ground, body, (0, 0), (0, 0))
    turn = pymunk.GearJoint(ground, body, 0.0, 1.0)
    for joint, most in ((slide, force), (turn, torque)):
        joint.max_bias = 0
        joint.max_force = most
    return (slide, turn)


def _slides(body: pymunk.Body) -> bool:
    return not body.is_sleeping and body.velocity.length >= _STILL_MM_S


def _turned(angle: float) -> float:
    """An angle as the shortest turn, -pi to pi."""
    return math.remainder(angle, 2 * math.pi)

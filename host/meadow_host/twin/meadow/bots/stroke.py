"""One stroke of a bot's rake: set down behind a token, pulled until that falls, held back.

The hand has a speed, an aim and a delay; what comes along, slips away or falls elsewhere does so by
physics alone. It must not know why a token is raked, nor any card.
"""

from __future__ import annotations

import math
from enum import Enum
from random import Random

from meadow_host.twin.meadow.bots.pieces import MeadowPieces, hand_of_bot
from meadow_host.twin.meadow.bots.skills import Touch
from meadow_host.twin.meadow.bots.way import BEHIND_MM, beyond, exit_point, rake_angle
from meadow_host.twin.meadow.field import STEPS_HZ
from meadow_host.twin.meadow.ground import HALF_MM, MEADOW, Point, along_side, at_side, out_of
from meadow_host.twin.meadow.lying import Lie
from meadow_host.twin.players.skill import takes_ms

SLOW_NEAR_MM = 110.0
"""So near to the edge hands pull no faster than ``edge_mm_s``."""
SHORT_OF_MM = 70.0
"""A helper stops so far before the mate's edge."""
_LOST_MM = 48.0
"""A token so far from the bar has slipped away."""
_FASTER_MM_S, _SLOWER_MM_S = 50.0, 16.0
"""By how much a pull changes its speed from one step to the next: tokens keep up with that."""
_AHEAD_S = 1 / STEPS_HZ
"""The hand is ahead of the rake by what it moves in a step."""
_ASIDE_MM = 4.0
"""In a step a hand goes aside by so much at most."""
_GRACE_MS = 1200


class Stage(Enum):
    """How far a stroke is."""

    REACHING = "reaching"  # through the air
    SET = "set"  # down on the meadow
    PULLING = "pulling"
    NOTICING = "noticing"  # the token is gone, the hand does not know yet
    OVER = "over"


class Stroke:
    """A stroke of the player of a side at a token, towards an edge; ``over_edge`` or short of it.

    Whoever has it calls `act` at `next_ms`; while it pulls, the world steers it at each step.
    """

    def __init__(
        self,
        pieces: MeadowPieces,
        me: str,
        rake: str,
        token: str,
        side: str,
        touch: Touch,
        spread: float,
        rng: Random,
        now_ms: int,
        *,
        over_edge: bool = True,
    ) -> None:
        self.token, self.side, self.over_edge = token, side, over_edge
        self.stage = Stage.REACHING
        self.fell = False
        """Whether the token has left the meadow."""
        self._pieces, self._world = pieces, pieces.world
        self._me, self._rake, self._touch, self._rng = me, rake, touch, rng
        self._hand = hand_of_bot(me)
        self._plans = rng.random() < touch.plans
        self._speed = touch.pull_mm_s * math.exp(spread / 2 * rng.gauss(0, 1))
        self._slow = touch.edge_mm_s * self._speed / touch.pull_mm_s
        self._to = self._exit()
        self._heading = 0.0
        self._follows = 0.1 + 0.25 * touch.plans
        self._now_mm_s = 0.0
        self._look_ms = 0
        start = self._start()
        at = self._world.where(rake)
        away = math.hypot(start.x - at.x, start.y - at.y)
        self.next_ms = now_ms + takes_ms(rng, 1000 * away / touch.carry_mm_s + 80, spread / 2)
        self._world.glide(self._hand, start.x, start.y, self.next_ms)

    # --------------------------------------------------------------------------- moments

    def act(self, now_ms: int) -> None:
        """The next stage, when it is due."""
        if self.stage is Stage.REACHING:
            self._set_down(now_ms)
        elif self.stage is Stage.SET:
            self.stage = Stage.PULLING
            far = math.hypot(self._to.x - self._at().x, self._to.y - self._at().y)
            self.next_ms = now_ms + round(1000 * far / self._speed * 1.8) + _GRACE_MS
            self._look_ms = now_ms
            self._world.flex(self._hand, self._pull)
        else:
            self.end()

    def end(self) -> None:
        """Raise the rake; the stroke is over."""
        self._world.flex(self._hand, None)
        hold = self._world.hold(self._hand)
        if hold is not None and hold.lowered:
            lie = self._world.where(self._rake)
            x, y = _within(lie.x, lie.y)
            self._world.pointer(self._hand, "move", x, y, lifted=True)
        self.stage = Stage.OVER

    @property
    def rake_down(self) -> Point | None:
        """Where the rake touches the meadow, or just did; None while it is in the air."""
        if self.stage not in (Stage.SET, Stage.PULLING, Stage.NOTICING):
            return None
        return self._pieces.point(self._rake)

    def _set_down(self, now_ms: int) -> None:
        if not self._is_there() or self._world.hold(self._hand) is None:
            self.end()
            return
        start = self._start()
        angle = rake_angle(self._heading)
        self._world.pointer(self._hand, "move", start.x, start.y, angle=angle)
        self.stage = Stage.SET
        self.next_ms = now_ms + takes_ms(self._rng, self._touch.set_ms, 0.2)

    def _start(self) -> Point:
        """Where the rake is set down: behind the token, as well as the hand can aim."""
        at = self._at()
        self._heading = math.atan2(self._to.y - at.y, self._to.x - at.x)
        self._heading += self._rng.gauss(0, self._touch.sway)
        back, aside = BEHIND_MM + abs(self._miss()) / 2, self._miss()
        cos, sin = math.cos(self._heading), math.sin(self._heading)
        x, y = _within(at.x - back * cos - aside * sin, at.y - back * sin + aside * cos)
        return Point(x, y)

    def _miss(self) -> float:
        return self._rng.gauss(0, self._touch.aim_mm)

    # -------------------------------------------------------------------------- steering

    def _pull(self, now_ms: int) -> None:
        """Before each step: pull on, look ahead now and then, notice what became of it."""
        hold = self._world.hold(self._hand)
        if hold is None or not hold.lowered:
            self._finish_at(now_ms)  # the rake was pulled off the meadow, or taken away
            return
        rake = self._world.where(self._rake)
        if self.stage is Stage.PULLING:
            self._watch(now_ms, rake)
        speed = self._fast(rake)
        cos, sin = math.cos(self._heading), math.sin(self._heading)
        reach, aside = speed * _AHEAD_S, self._aside(rake)
        x = rake.x + reach * cos - aside * sin
        y = rake.y + reach * sin + aside * cos
        self._world.pointer(self._hand, "move", x, y, angle=rake_angle(self._heading))

    def _aside(self, rake: Lie) -> float:
        """By how much the hand goes aside, so as to stay behind the token."""
        if self.stage is not Stage.PULLING or not self._is_there():
            return 0.0
        at = self._at()
        cos, sin = math.cos(self._heading), math.sin(self._heading)
        off = (at.y - rake.y) * cos - (at.x - rake.x) * sin
        return max(-_ASIDE_MM, min(_ASIDE_MM, off * self._follows))

    def _watch(self, now_ms: int, rake: Lie) -> None:
        """The token: is it gone, has it slipped away, is there a better way?"""
        if not self._is_there():
            self.fell = True
            self._notice(now_ms)
            return
        at = self._at()
        is_near = not self.over_edge and out_of(self.side, at.x, at.y) >= -SHORT_OF_MM
        if is_near or math.hypot(at.x - rake.x, at.y - rake.y) > _LOST_MM:
            self._notice(now_ms)
        elif now_ms >= self._look_ms:
            self._look_ms = now_ms + self._touch.look_ms
            if self.over_edge:
                self._to = self._way(at, self._to)
            self._heading = math.atan2(self._to.y - at.y, self._to.x - at.x)
            self._heading += self._rng.gauss(0, self._touch.sway)

    def _notice(self, now_ms: int) -> None:
        self.stage = Stage.NOTICING
        self.next_ms = now_ms + takes_ms(self._rng, self._touch.notice_ms, 0.2)

    def _finish_at(self, now_ms: int) -> None:
        """The hand is free of the meadow; the stroke ends when it has noticed so much."""
        self.fell = self.fell or not self._is_there()
        self._world.flex(self._hand, None)
        self.stage = Stage.NOTICING
        self.next_ms = now_ms + takes_ms(self._rng, self._touch.notice_ms, 0.2)

    def _fast(self, rake: Lie) -> float:
        """How fast the hand pulls now, in mm/s: it sets off, and slows down near the edge, where
        fast pulls push others over; more so once the token is gone."""
        meant = self._speed
        if self.stage is Stage.NOTICING:
            meant = self._slow / 2
        elif -out_of(self.side, rake.x, rake.y) < SLOW_NEAR_MM:
            meant = min(meant, self._slow)
        most, least = self._now_mm_s + _FASTER_MM_S, self._now_mm_s - _SLOWER_MM_S
        self._now_mm_s = max(least, min(most, meant))
        return self._now_mm_s

    # ---------------------------------------------------------------------------- seeing

    def _way(self, at: Point, before: Point | None) -> Point:
        """Where to go with the token: straight to the edge, or the clearest way that is seen."""
        if self._plans:
            return exit_point(self.side, at, self._others(at), self._touch.ahead_mm, before)
        return before or beyond(self.side, along_side(self.side, at.x, at.y))

    def _exit(self) -> Point:
        to = self._way(self._at(), None)
        if self.over_edge:
            return to
        along = max(-150.0, min(150.0, along_side(self.side, to.x, to.y)))
        return at_side(self.side, along, -SHORT_OF_MM)

    def _is_there(self) -> bool:
        return self._world.lying.lie(self.token).place == MEADOW

    def _at(self) -> Point:
        return self._pieces.point(self.token)

    def _others(self, at: Point) -> list[Point]:
        """The other tokens that are near enough to matter."""
        reach = self._touch.ahead_mm + 60
        return [
            other
            for token in self._world.at(MEADOW)
            if token != self.token
            and self._pieces.is_token(token)
            and math.hypot((other := self._pieces.point(token)).x - at.x, other.y - at.y) < reach
        ]


def _within(x: float, y: float) -> tuple[float, float]:
    """A point from which a rake can still touch the meadow."""
    most = HALF_MM + 20
    return max(-most, min(most, x)), max(-most, min(most, y))

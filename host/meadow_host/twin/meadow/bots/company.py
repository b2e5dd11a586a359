"""The players of one game of Sweepers at a meadow, and whose rake did what.

Strokes are steered by the world at each of its steps; all else is a movement that is made when its
time has come.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from meadow.games.game import Seat
from meadow.pieces.kinds import StashToken, TreatCard

from meadow_host.twin.meadow.bots.body import MeadowBody
from meadow_host.twin.meadow.bots.pieces import MeadowPieces
from meadow_host.twin.meadow.bots.skills import Ability
from meadow_host.twin.meadow.tabletop import Event, Fell
from meadow_host.twin.meadow.world import World
from meadow_host.twin.players.circle import Circle
from meadow_host.twin.players.goals import FINISHED_ANYWAY, Do, Goal, Pace
from meadow_host.twin.players.hands import Eyes, Hands
from meadow_host.twin.players.memory import Memory
from meadow_host.twin.players.mind import Mind
from meadow_host.twin.players.sight import Sight

NEAR_RAKE_MM = 110.0
"""A token that falls within so much of a rake that is down fell by it."""


class MeadowPlayer:
    """One player: a mind, a body, and what is under way: a stroke, or a movement to come."""

    def __init__(self, mind: Mind, body: MeadowBody, pace: Pace) -> None:
        self._mind, self._pace = mind, pace
        self.body = body
        self._goal: Goal | None = None
        self._due_ms = 0
        self._react_ms = 0
        self._rests_ms = 0
        """Until then the player sees what came of the last movement."""
        self._has_acted = True
        self._stops_ms: int | None = None

    @property
    def memory(self) -> Memory:
        return self._mind.memory

    @property
    def goal(self) -> Goal | None:
        """What the player is doing, or about to do."""
        return self._goal if self.body.stroke is None else self.body.goal

    @property
    def next_ms(self) -> int | None:
        """When something comes of this player by itself."""
        stroke = self.body.stroke
        if stroke is not None:
            return stroke.next_ms if self._stops_ms is None else min(stroke.next_ms, self._stops_ms)
        times_ms = [self._due_ms] if self._goal is not None else []
        times_ms += [self._rests_ms] if self._has_acted else []
        wakes_ms = self.memory.wakes_ms
        times_ms += [] if wakes_ms is None else [wakes_ms]
        return min(times_ms, default=None)

    def look(self, view: Mapping[str, Any], now_ms: int, changed: bool) -> None:
        """See the table, if anything is new, and change one's mind if need be."""
        rested = self._has_acted and self._rests_ms <= now_ms
        if self.body.stroke is not None:
            if changed:
                self._look_up(view, now_ms)
            return
        if self._rests_ms > now_ms or not (changed or rested or self.memory.is_reminded(now_ms)):
            return
        self._has_acted = False
        self._want(self._mind.look(view, now_ms), now_ms)

    def _look_up(self, view: Mapping[str, Any], now_ms: int) -> None:
        """While raking: go on, unless play stands still or the card is covered meanwhile."""
        sight, goal = self._mind.sight, self.body.goal
        sight.look(view)
        goes_on = sight.phase == "playing" and not sight.paused and not sight.is_off
        if goal is not None and goal.do is Do.RAKE and sight.on_card(goal.at):
            goes_on = False
        if goes_on:
            self._stops_ms = None
        elif self._stops_ms is None:
            self._stops_ms = now_ms + self._pace.reaction_ms()

    def _want(self, goal: Goal | None, now_ms: int) -> None:
        before = self._goal
        if goal == before:
            return
        finishes = before is not None and before.do in FINISHED_ANYWAY
        if finishes and self._due_ms <= now_ms + self._react_ms:
            return  # too late to hold back
        same = goal is not None and before is not None and goal[:2] == before[:2]
        self._goal = goal
        if same and goal is not None and goal.do is Do.RAKE:
            return  # the same token, nearer or farther now: it need not be found again
        self._react_ms = self._pace.reaction_ms() if goal is not None else 0
        if goal is not None:
            self._due_ms = now_ms + self._delay_ms(goal)
            self.body.set_off(goal, self._due_ms)

    def _delay_ms(self, goal: Goal) -> int:
        sight = self._mind.sight
        if goal.do is Do.LIFT_RAKE:
            return self.memory.rake_lies_ms
        if goal.do is Do.RAKE:
            return self._pace.finding_ms(sight.is_team)
        return self._pace.delay_ms(goal, sight.is_team, False)

    def act(self, now_ms: int) -> bool:
        """Carry out what is due. Whether anything was."""
        if self.body.stroke is not None:
            return self._rake_on(now_ms)
        goal = self._goal
        if goal is None or self._due_ms > now_ms:
            return False
        self._goal = None
        self.body.now_ms = now_ms
        self.body.do(goal)
        self._has_acted, self._rests_ms, self._stops_ms = True, now_ms, None
        return True

    def _rake_on(self, now_ms: int) -> bool:
        stroke = self.body.stroke
        if stroke is None:
            return False
        if self._stops_ms is not None and self._stops_ms <= now_ms:
            self.body.break_off()
        elif stroke.next_ms <= now_ms:
            self.body.go_on(now_ms)
        else:
            return False
        if self.body.stroke is None:
            self._has_acted, self._stops_ms = True, None
            self._rests_ms = now_ms + self._pace.reaction_ms()
        return True


class MeadowPlayers(Circle[MeadowPlayer]):
    """All players of one game of Sweepers at one meadow that are bots."""

    def __init__(
        self,
        world: World,
        seats: Sequence[Seat],
        tokens: Sequence[StashToken],
        cards: Sequence[TreatCard],
        hands: Hands,
        eyes: Eyes,
        rng: Random,
        abilities: Mapping[str, Ability],
        *,
        team: bool = False,
        goes_on: Callable[[], str] | None = None,
    ) -> None:
        """Bots for the sides in ``abilities``; others of ``seats`` are people. ``goes_on`` gives
        whose it is to let play go on that stands still, where that is not as among bots. All that
        is random comes from ``rng``."""
        super().__init__(eyes, world)
        self.pieces = MeadowPieces(world, tokens, cards, seats, Random(rng.getrandbits(64)))
        opponents = 0 if team else len(seats) - 1
        for seat in seats:
            chance = Random(rng.getrandbits(64))
            ability = abilities.get(seat.side)
            if ability is None:
                continue
            memory = Memory(ability.mind, chance)
            sight = Sight(seat.side, self.pieces, eyes, goes_on)
            slow = ability.mind.other_hand if seat.hand == "other" else 1.0
            pace = Pace(ability.mind, chance, slow, opponents)
            body = MeadowBody(
                self.pieces, hands, sight, memory, pace, ability.touch, self._point_out
            )
            self._players[seat.side] = MeadowPlayer(Mind(memory, sight), body, pace)
        self._stop_listening = world.listen(self._hear)

    def leave(self) -> None:
        """The players get up and lay down what they hold. Once, at the end."""
        self._stop_listening()
        for player in self._players.values():
            player.body.get_up()

    def _hear(self, event: Event) -> None:
        """Whose rake was it? The nearest one that is down."""
        if not isinstance(event, Fell):
            return
        nearest, least = None, NEAR_RAKE_MM
        for player in self._players.values():
            stroke = player.body.stroke
            at = None if stroke is None else stroke.rake_down
            if at is not None and math.hypot(at.x - event.x, at.y - event.y) < least:
                nearest, least = player, math.hypot(at.x - event.x, at.y - event.y)
        if nearest is not None:
            nearest.body.caused(event)

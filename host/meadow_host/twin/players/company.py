"""The players of one game of Sweepers at the level of trays: a movement is made at once when its
time has come. All that is random is drawn from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from meadow.games.game import Seat
from meadow.pieces.kinds import StashToken, TreatCard

from meadow_host.twin.players.body import OPPOSITE, Body
from meadow_host.twin.players.circle import Circle
from meadow_host.twin.players.goals import FINISHED_ANYWAY, Do, Goal, Pace
from meadow_host.twin.players.hands import Eyes, Hands
from meadow_host.twin.players.memory import Memory
from meadow_host.twin.players.mind import Mind
from meadow_host.twin.players.sight import Sight
from meadow_host.twin.players.skill import Skill
from meadow_host.twin.players.world import MEADOW, World


class Player:
    """One player: a mind, a body, and the one movement that is under way."""

    def __init__(self, mind: Mind, body: Body, pace: Pace) -> None:
        self._mind = mind
        self._body = body
        self._pace = pace
        self._goal: Goal | None = None
        self._due_ms = 0
        self._react_ms = 0
        self._has_acted = True

    @property
    def memory(self) -> Memory:
        return self._mind.memory

    @property
    def goal(self) -> Goal | None:
        """What the player is about to do."""
        return self._goal

    @property
    def next_ms(self) -> int | None:
        """When something comes of this player by itself: a movement, or a stray remembered."""
        due_ms = self._due_ms if self._goal is not None else None
        wakes_ms = self.memory.wakes_ms
        if due_ms is None or wakes_ms is None:
            return due_ms if wakes_ms is None else wakes_ms
        return min(due_ms, wakes_ms)

    def look(self, view: Mapping[str, Any], now_ms: int, changed: bool) -> None:
        """See the table, unless there is nothing new and nobody is idle or reminded, and change
        one's mind if need be."""
        if not (changed or self._has_acted or self.memory.is_reminded(now_ms)):
            return
        self._has_acted = False
        goal = self._mind.look(view, now_ms)
        before = self._goal
        if goal == before:
            return
        if before is not None and before.do in FINISHED_ANYWAY:
            if self._due_ms <= now_ms + self._react_ms:
                return  # too late to hold back
            if goal is not None and goal[:2] == before[:2] and goal.do is Do.RAKE:
                # The same token, nearer or farther now: it need not be found again.
                self._goal = goal
                raking_ms = self._pace.raking_ms(goal, *self._circumstances(goal))
                self._due_ms = min(self._due_ms, now_ms + self._react_ms + raking_ms)
                return
        self._goal = goal
        self._react_ms = self._pace.reaction_ms() if goal is not None else 0
        if goal is not None:
            self._due_ms = now_ms + self._delay_ms(goal)

    def act(self, now_ms: int) -> bool:
        """Carry out the movement if it is due. Whether it was."""
        goal = self._goal
        if goal is None or self._due_ms > now_ms:
            return False
        self._goal, self._has_acted = None, True
        self._body.do(goal)
        return True

    def _delay_ms(self, goal: Goal) -> int:
        if goal.do is Do.LIFT_RAKE:
            return self.memory.rake_lies_ms
        return self._pace.delay_ms(goal, *self._circumstances(goal))

    def _circumstances(self, goal: Goal) -> tuple[bool, bool]:
        """Whether the sand runs, and whether the token lies at the opposite edge."""
        sight = self._mind.sight
        far = goal.do is Do.RAKE and sight.spot(goal.what) == MEADOW
        return sight.is_team, far and sight.is_near(goal.what, OPPOSITE[sight.me])


class Players(Circle[Player]):
    """All players of one game of Sweepers at one table.

    They also cope with an operator who pauses or takes back; not with taking back way B's
    cards after the first ones are turned up.
    """

    def __init__(
        self,
        seats: Sequence[Seat],
        tokens: Iterable[StashToken],
        cards: Iterable[TreatCard],
        hands: Hands,
        eyes: Eyes,
        rng: Random,
        skills: Skill | Mapping[str, Skill] | None = None,
        team: bool = False,
    ) -> None:
        """``skills`` is one for all or one a side; ``team`` whether nobody rakes against others.

        All that is random comes from ``rng``, which is drawn from here alone.
        """
        self.world = World(tokens, cards, seats, Random(rng.getrandbits(64)))
        super().__init__(eyes, self.world)
        opponents = 0 if team else len(seats) - 1
        for seat in seats:
            skill = skills.get(seat.side) if isinstance(skills, Mapping) else skills
            memory = Memory(skill or Skill(), Random(rng.getrandbits(64)))
            sight = Sight(seat.side, self.world, eyes)
            slow = memory.skill.other_hand if seat.hand == "other" else 1.0
            pace = Pace(memory.skill, memory.rng, slow, opponents)
            body = Body(self.world, hands, sight, memory, pace, self._point_out)
            self._players[seat.side] = Player(Mind(memory, sight), body, pace)

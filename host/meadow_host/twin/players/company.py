"""The players of one game: who moves next and when. The only queue, and the only randomness.

`Players` is driven by whoever has the table: `act` at `next_ms`, and after every change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from meadow.games.game import Seat
from meadow.pieces.kinds import StashToken, TreatCard

from meadow_host.twin.players.body import OPPOSITE, Body
from meadow_host.twin.players.goals import FINISHED_ANYWAY, Do, Goal, Pace
from meadow_host.twin.players.hands import Eyes, Hands
from meadow_host.twin.players.memory import Memory
from meadow_host.twin.players.mind import Mind
from meadow_host.twin.players.sight import Sight
from meadow_host.twin.players.skill import Skill
from meadow_host.twin.players.world import MEADOW, World


class PlayerStats(msgspec.Struct, frozen=True):
    """What one player did: ``deeds`` name -> how often, as in `Deed`; none is left out."""

    side: str
    deeds: Mapping[str, int]


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

    def has_to_think(self, now_ms: int) -> bool:
        """Whether the player has to look even if nothing changed: idle by now, or reminded."""
        wakes_ms = self.memory.wakes_ms
        return self._has_acted or (wakes_ms is not None and wakes_ms <= now_ms)

    def look(self, view: Mapping[str, Any], now_ms: int) -> None:
        """See the table, and change one's mind if need be."""
        self._has_acted = False
        self._mind.sight.look(view)
        memory = self.memory
        for token in [t for t, until_ms in memory.ignored_until_ms.items() if until_ms <= now_ms]:
            del memory.ignored_until_ms[token]
        goal = self._mind.wants(now_ms)
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


class Players:
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
        self._eyes = eyes
        self.world = World(tokens, cards, seats, Random(rng.getrandbits(64)))
        self._players: dict[str, Player] = {}
        opponents = 0 if team else len(seats) - 1
        for seat in seats:
            skill = skills.get(seat.side) if isinstance(skills, Mapping) else skills
            memory = Memory(skill or Skill(), Random(rng.getrandbits(64)))
            sight = Sight(seat.side, self.world, eyes)
            slow = memory.skill.other_hand if seat.hand == "other" else 1.0
            pace = Pace(memory.skill, memory.rng, slow, opponents)
            body = Body(self.world, hands, sight, memory, pace, self._point_out)
            self._players[seat.side] = Player(Mind(memory, sight), body, pace)
        self._seen: Mapping[str, Any] | None = None
        self._seen_changes = -1
        self.watch: Callable[[], None] | None = None
        """Called after every movement, for tests."""

    def next_ms(self) -> int | None:
        """When `act` has something to do even if nothing changes at the table."""
        times_ms = [player.next_ms for player in self._players.values()]
        return min([time_ms for time_ms in times_ms if time_ms is not None], default=None)

    def act(self, now_ms: int) -> None:
        """Look at the table, then carry out all movements that are due, looking after each."""
        self._look(now_ms)
        acted = True
        while acted:
            acted = False
            for player in self._players.values():
                if player.act(now_ms):
                    acted = True
                    if self.watch is not None:
                        self.watch()
                    self._look(now_ms)

    @property
    def stats(self) -> tuple[PlayerStats, ...]:
        """What each player did so far."""
        return tuple(
            [
                PlayerStats(
                    side, {deed.value: count for deed, count in player.memory.deeds.items()}
                )
                for side, player in self._players.items()
            ]
        )

    @property
    def goals(self) -> Mapping[str, Goal | None]:
        """side -> what its player is about to do."""
        return {side: player.goal for side, player in self._players.items()}

    def _look(self, now_ms: int) -> None:
        """Everybody looks, unless there is nothing new to be seen and nobody remembers anything."""
        view = self._eyes.view()
        changed = self._seen is not view or self._seen_changes != self.world.changes
        for player in self._players.values():
            if changed or player.has_to_think(now_ms):
                player.look(view, now_ms)
        self._seen, self._seen_changes = view, self.world.changes

    def _point_out(self, side: str, token: str) -> None:
        self._players[side].memory.doubted.add(token)

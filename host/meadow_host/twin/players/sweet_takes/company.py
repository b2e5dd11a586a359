"""The players of one game of Sweet Takes: when who moves.

Driven by whoever has the table: `act` at `next_ms`, and after every change. One movement is under
way at a time, as at a table where everybody waits for the one on turn. What is to be done is in
`tasks`, how it is done in `movements`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from meadow.games.game import Seat
from meadow.pieces.kinds import CommandCard, SuitCard, TurnTracker

from meadow_host.twin.players.hands import Eyes, Hands
from meadow_host.twin.players.skill import takes_ms
from meadow_host.twin.players.sweet_takes.choosing import Chooser
from meadow_host.twin.players.sweet_takes.keeping import Game, Sets
from meadow_host.twin.players.sweet_takes.movements import Movements
from meadow_host.twin.players.sweet_takes.reach import Reach
from meadow_host.twin.players.sweet_takes.skill import CardSkill, Mistake
from meadow_host.twin.players.sweet_takes.tasks import Do, Task, next_task
from meadow_host.twin.players.sweet_takes.world import CardWorld

LOOK_MS = 200
"""So long after a movement nobody looks what the table made of it: it has to see it first."""


class CardPlayers:
    """All players of one game of Sweet Takes at one table; they also cope with undo."""

    def __init__(
        self,
        seats: Sequence[Seat],
        cards: Iterable[SuitCard],
        commands: Iterable[CommandCard],
        tracker: TurnTracker | None,
        hands: Hands,
        eyes: Eyes,
        rng: Random,
        choosers: Mapping[str, Chooser] | None = None,
        skills: CardSkill | Mapping[str, CardSkill] | None = None,
    ) -> None:
        """``choosers`` by seat; who is not named plays as ``skills`` say, one for all or one a
        seat. The randomness is ``rng``'s."""
        places = [seat.side for seat in seats]
        self._eyes, self._rng = eyes, rng
        self._skills = skills if isinstance(skills, Mapping) else {}
        self._usual = skills if isinstance(skills, CardSkill) else CardSkill()
        self._host = places[0]
        self._reach = Reach(hands)
        self._sets = Sets(cards, places, Random(rng.getrandbits(64)))
        self._movements = Movements(
            places,
            {card.word: card.id for card in commands},
            tracker.id if tracker else "",
            self._reach,
            rng,
            choosers or {},
            self._skill_of,
        )
        self._seen: Game = {}
        self._world: CardWorld | None = None
        self._task: Task | None = None
        self._due_ms: int | None = None
        self._looks_ms = 0

    @property
    def world(self) -> CardWorld:
        """The cards of the set that is played, as the players hold them; once they have looked."""
        assert self._world is not None, "nobody has looked at the table yet"
        return self._world

    @property
    def mistakes(self) -> Mapping[Mistake, int]:
        """How often each mistake was made."""
        return self._movements.mistakes

    def next_ms(self) -> int | None:
        """When `act` has something to do even if nothing changes at the table."""
        return self._due_ms

    def act(self, now_ms: int) -> None:
        """Look at the table; begin a movement, or end the one that is due."""
        if now_ms < self._looks_ms:
            self._due_ms = self._looks_ms
            return
        view = self._eyes.view()
        if "game" in view and view["game"] is not self._seen:
            self._seen = view["game"]
            self._world = self._sets.keep_up(self._seen)
        wanted = next_task(view, self._reach.lying)
        if wanted is None or wanted != self._task:
            # Something else has come up: hands stop and turn to that.
            self._task, self._due_ms = wanted, None
        if wanted is None:
            return
        if self._due_ms is None:
            self._due_ms = now_ms + self._takes_ms(wanted)
        elif self._due_ms <= now_ms:
            self._task, self._looks_ms = None, now_ms + LOOK_MS
            self._due_ms = self._looks_ms
            self._movements.make(wanted, self._seen, self.world)

    def _skill_of(self, seat: str) -> CardSkill:
        """What is nobody's turn is done by who sits first."""
        return self._skills.get(seat or self._host, self._usual)

    def _takes_ms(self, task: Task) -> int:
        skill = self._skill_of(task.seat if task.do is Do.PLAY else "")
        median_ms = {
            Do.LIFT: skill.lift_ms,
            Do.CARRY: skill.lift_ms,
            Do.COLLECT: skill.collect_ms,
            Do.DEAL: skill.scan_ms,
        }.get(task.do, skill.think_ms)
        return takes_ms(self._rng, median_ms, skill.spread)

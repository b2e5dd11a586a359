"""A game played on a bare session in virtual time: for property tests, soak and statistics.

No readers, no lights, no journal: the players' hands give inputs, alarms ring at their moments.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec
from meadow.games.game import Finished, Input, Output
from meadow.games.session import SessionState
from meadow.games.sweepers.core import Sweepers
from meadow.games.sweepers.facts import SweepersResult
from meadow.games.sweepers.setup import Mode, Setup
from meadow.games.sweepers.state import State

from meadow_host.twin.players.bare_table import AnyBareTable, go_on
from meadow_host.twin.players.circle import PlayerStats
from meadow_host.twin.players.company import Players
from meadow_host.twin.players.skill import Skill

LONGEST_MS = 45 * 60_000


class Stalemate(Exception):
    """A game came to no end; the message says where everybody stood."""


class Played(msgspec.Struct, frozen=True):
    """One played session.

    ``steps`` are the inputs in order, each with what it gave; ``state`` the last state;
    ``players`` what each player did; ``ended_ms`` when it was over, in game milliseconds.
    """

    setup: Setup
    seed: int
    steps: tuple[tuple[Input, tuple[Output, ...]], ...]
    state: SessionState[State]
    players: tuple[PlayerStats, ...]
    ended_ms: int

    @property
    def inputs(self) -> list[Input]:
        return [happened for happened, _ in self.steps]

    @property
    def outputs(self) -> list[Output]:
        return [output for _, outputs in self.steps for output in outputs]

    @property
    def result(self) -> SweepersResult:
        """How the game ended. Raises `Stalemate` if it did not."""
        for output in reversed(self.outputs):
            if isinstance(output, Finished) and isinstance(output.result, SweepersResult):
                return output.result
        raise Stalemate("this session has no result")


class BareTable(AnyBareTable[State]):
    """A session of Sweepers as a table."""

    def __init__(self, setup: Setup) -> None:
        """Raises `SetupError` when it cannot be played so."""
        super().__init__(Sweepers(), setup)


def play_session(
    setup: Setup, seed: int, skill: Skill | Mapping[str, Skill] | None = None
) -> Played:
    """Play a game to its end: the same set-up, seed and skill give the same session.

    Raises `SetupError`, or `Stalemate` when nobody can go on or it lasts longer than 45 minutes.
    """
    table = BareTable(setup)
    players = company_at(table, setup, seed, skill)
    while not table.state.finished:
        step_on(table, players)
        if table.now_ms > LONGEST_MS:
            raise Stalemate(_where_it_stands(table, players, "it lasts too long"))
    stats, state = players.stats, table.state
    return Played(setup, seed, tuple(table.steps), state, stats, table.now_ms)


def company_at(
    table: BareTable, setup: Setup, seed: int, skill: Skill | Mapping[str, Skill] | None = None
) -> Players:
    """The players of a set-up, sitting at a bare table and looking at it."""
    players = Players(
        setup.seats,
        setup.tokens,
        setup.cards,
        table,
        table,
        Random(seed),
        skill,
        team=setup.mode is Mode.PAWS,
    )
    players.act(table.now_ms)
    return players


def step_on(table: BareTable, players: Players) -> None:
    """Go to the next moment at which something happens; at equal times alarms go first.

    Raises `Stalemate` when nothing will ever happen.
    """
    if not go_on(table, players):
        raise Stalemate(_where_it_stands(table, players, "nobody does anything"))


def _where_it_stands(table: BareTable, players: Players, why: str) -> str:
    goals = {side: tuple(goal) if goal else None for side, goal in players.goals.items()}
    game = table.view()["game"]
    return f"{why}: {table.now_ms} ms, phase {game['phase']}, goals {goals}, view {game}"

"""How many inputs a second the rules take: the bare core, and the session round it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from meadow.games.game import Cue, Game, Input, Move, Placed, Step
from meadow.games.session import Session
from meadow.games.sweepers.core import Sweepers

from tests.bench import recorded
from tests.bench.measure import Figure, a_second, takes, time_each

INPUTS_A_SECOND = 100_000


class Idle:
    """A core that does nothing: what the loop round a core costs by itself."""

    name: ClassVar[str] = "idle"
    rules_version: ClassVar[int] = 1
    overrules: ClassVar[frozenset[str]] = frozenset()

    def begin(self, setup: Any) -> Step[None]:
        return Step(None, ())

    def advance(self, state: None, happened: Input) -> Step[None]:
        return Step(state, ())

    def lights(self, state: None) -> Mapping[str, Cue]:
        return {}

    def alarms(self, state: None) -> Mapping[str, int]:
        return {}

    def view(self, state: None, audience: str) -> Mapping[str, Any]:
        return {}

    def legal(self, state: None) -> tuple[Move, ...]:
        return ()

    def cards(self, state: None) -> tuple[str, ...]:
        return ()

    def buttons(self, state: None) -> tuple[str, ...]:
        return ()


def _play_core(core: Game[Any], games: list[recorded.Game]) -> int:
    count = 0
    for setup, inputs in games:
        state, _ = core.begin(setup)
        for happened in inputs:
            state, _ = core.advance(state, happened)
        count += len(inputs)
    return count


def _play_session(core: Game[Any], games: list[recorded.Game]) -> int:
    session = Session(core)
    count = 0
    for setup, inputs in games:
        state, _ = session.begin(setup)
        for happened in inputs:
            state, _ = session.advance(state, happened)
        count += len(inputs)
    return count


def _make_structs() -> int:
    for at_ms in range(1000):
        Placed(at_ms, "north", "token")
    return 1000


def figures(games: list[recorded.Game]) -> list[Figure]:
    """Rules and session level, each beside the same loop round a core that does nothing."""
    unit = time_each(_make_structs)
    found = [takes("make one msgspec struct (the unit)", unit, "ns")]
    for name, play in (("rules: core alone", _play_core), ("rules: session", _play_session)):
        real = time_each(partial(play, Sweepers(), games))
        idle = time_each(partial(play, Idle(), games))
        beside = (
            f"{real.best_ns / unit.best_ns:.0f} structs; "
            f"{real.best_ns / idle.best_ns:.1f} x with an idle core"
        )
        found.append(a_second(name, "inputs", real, INPUTS_A_SECOND, beside))
    return found

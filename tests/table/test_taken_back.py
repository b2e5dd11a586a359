"""What an undo is said to take back is what the session took back, whatever went before.

A journal of format 1 says only to which moment a game went, so `meadow.telling.taken_back` follows
the session by its lines. Here random games hold the two together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
import pytest
from meadow.games.game import (
    PUBLIC,
    Fact,
    Input,
    Output,
    Paused,
    ReaderBack,
    ReaderFailed,
    Resumed,
    Undone,
)
from meadow.games.session import SessionState
from meadow.games.session_state import Memory
from meadow.journal.lines import Kind, Source, decode_line
from meadow.journal.maker import LineMaker
from meadow.telling.taken_back import TakenBack
from meadow.telling.telling import Entry

from tests.games.sweepers import wander as sweepers
from tests.games.sweepers.any_setup import KINDS, any_setup
from tests.games.sweepers.walks import Walk as SweepersWalk
from tests.games.sweet_takes import walks as sweet_takes
from tests.games.walks import AnyWalk, Choices

W = TypeVar("W", bound=AnyWalk[Any])

SEEDS = range(12)
CHUNKS, STEPS = 60, 4

_OF_THE_SESSION = (Paused, Resumed, Undone)


class Both:
    """Watches a walk; keeps what each memory of the session holds, and what is said at undo."""

    def __init__(self) -> None:
        self._maker = LineMaker()
        self._taken_back = TakenBack()
        self._facts: dict[int, tuple[Memory, list[str]]] = {}
        self.compared: list[tuple[str, str]] = []
        """(what the session took back, what was said)"""

    def __call__(
        self,
        before: SessionState[Any],
        happened: Input,
        outputs: tuple[Output, ...],
        after: SessionState[Any],
    ) -> None:
        bodies: list[tuple[Kind, msgspec.Struct]] = [(Kind.INPUT, happened)]
        bodies += [(Kind.OUTPUT, output) for output in outputs]
        group = [self._entry(happened.at_ms, kind, body) for kind, body in bodies]
        # Each is told by its line's number, so that no two are alike.
        told = [f"line {line.seq}" for line, _ in group]
        said = self._taken_back.take(group, told)
        facts = [text for text, output in zip(told[1:], outputs, strict=True) if _is_told(output)]
        if any(isinstance(output, Undone) for output in outputs):
            assert before.past is not None
            self.compared.append((_in_short(self._facts[id(before.past)][1]), said))
        elif after.past is not None and id(after.past) not in self._facts:
            self._facts[id(after.past)] = (after.past, facts)

    def _entry(self, at_ms: int, kind: Kind, body: msgspec.Struct) -> Entry:
        line = decode_line(self._maker.line(at_ms, kind, Source.OPERATOR, body))
        return Entry(line, msgspec.json.decode(line.body, type=dict[str, Any]))


def _is_told(output: Output) -> bool:
    if not isinstance(output, Fact) or isinstance(output, _OF_THE_SESSION):
        return False
    return bool(getattr(output, "audience", PUBLIC) == PUBLIC)


def _in_short(facts: list[str]) -> str:
    """As people are told it: two, and how many more."""
    more = f"; and {len(facts) - 2} more" if len(facts) > 2 else ""
    return "; ".join(facts[:2]) + more


def wandered(
    walk: W, dealt: Callable[[W], W], wander: Callable[[W, int], W]
) -> list[tuple[str, str]]:
    """A walk with undos, pauses and failing readers in between."""
    walk.watcher = both = Both()
    dealt(walk)
    for _ in range(CHUNKS):
        wander(walk, STEPS)
        match walk.choices.below(5):
            case 0:
                walk.say("pause")
            case 1:
                walk.send(ReaderFailed(walk.now_ms, "east"))
                walk.wait(200)
                walk.send(ReaderBack(walk.now_ms, "east"))
        for _ in range(walk.choices.below(4)):
            walk.say("undo")
            walk.wait(100)
        if walk.choices.below(3):  # else pieces are moved in the pause
            walk.say("start")
            walk.wait(3500)
    return both.compared


def of_sweepers(seed: int) -> list[tuple[str, str]]:
    choices = Choices.seeded(seed, 3000)
    setup = any_setup(KINDS[seed % len(KINDS)], seed)
    return wandered(SweepersWalk(setup, choices), sweepers.dealt, sweepers.wander)


def of_sweet_takes(seed: int) -> list[tuple[str, str]]:
    choices = Choices.seeded(seed, 3000)
    setup = sweet_takes.any_setup(sweet_takes.KINDS[seed % len(sweet_takes.KINDS)], seed)
    walk = sweet_takes.Walk(setup, choices)
    return wandered(walk, sweet_takes.dealt, sweet_takes.wander)


@pytest.mark.parametrize("walked", [of_sweepers, of_sweet_takes])
def test_what_is_said_to_be_taken_back_is_what_the_session_took_back(
    walked: Callable[[int], list[tuple[str, str]]],
) -> None:
    compared = [one for seed in SEEDS for one in walked(seed)]
    assert [(took, said) for took, said in compared if said != took] == []
    assert len([took for took, _ in compared if took]) > 100

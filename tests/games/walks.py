"""A game of any kind on its way, at the level of the session, and the choices that lead it.

Every decision is taken from a stream of choices, so a walk is repeatable and can be shrunk.
Where it goes is decided by each game's own modules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Generic, TypeVar

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import Phase as Phases
from meadow.games.game import (
    Alarm,
    Game,
    Input,
    Output,
    Placed,
    Removed,
    Said,
)
from meadow.games.session import Session, SessionState

S = TypeVar("S")
T = TypeVar("T")

# A slice tells a failure as it was found, at once; the soak shrinks it, which takes minutes.
SLICE = settings(
    max_examples=50,
    deadline=None,
    derandomize=True,
    phases=(Phases.explicit, Phases.generate),
    suppress_health_check=list(HealthCheck),
)
SOAK = settings(max_examples=2000, deadline=None, suppress_health_check=list(HealthCheck))

_encode = msgspec.json.encode


class Choices:
    """A stream of decisions: the given bytes, and after them always the first choice.

    ``left`` tells how many bytes were not used yet.
    """

    def __init__(self, stream: bytes) -> None:
        self._stream = stream
        self._used = 0

    @classmethod
    def seeded(cls, seed: int, size: int) -> Choices:
        return cls(Random(seed).randbytes(size))

    @property
    def left(self) -> int:
        return len(self._stream) - self._used

    def below(self, count: int) -> int:
        """A number from 0 to ``count`` - 1."""
        if not self.left:
            return 0
        self._used += 1
        return self._stream[self._used - 1] * count >> 8

    def of(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]


Watcher = Callable[[SessionState[S], Input, tuple[Output, ...], SessionState[S]], None]


class AnyWalk(Generic[S]):
    """One game on its way. ``watcher`` sees every input with the states before and after it."""

    def __init__(self, game: Game[S], setup: Any, choices: Choices) -> None:
        self.setup = setup
        self.choices = choices
        self.session = Session(game)
        self.full: SessionState[S]
        self.full, first = self.session.begin(setup)
        self.now_ms = 0
        self.inputs: list[Input] = []
        self.outputs: list[tuple[Output, ...]] = [first]
        self.watcher: Watcher[S] | None = None

    @property
    def core(self) -> S:
        return self.full.core

    # ------------------------------------------------------------------ inputs

    def send(self, happened: Input) -> tuple[Output, ...]:
        before = self.full
        self.full, outputs = self.session.advance(before, happened)
        self.inputs.append(happened)
        self.outputs.append(outputs)
        if self.watcher is not None:
            self.watcher(before, happened, outputs, self.full)
        return outputs

    def wait(self, duration_ms: int) -> None:
        """Let time pass; alarms ring at their moments, as the table does it."""
        until_ms = self.now_ms + duration_ms
        while True:
            due = min(((at, name) for name, at in self.alarms.items()), default=None)
            if due is None or due[0] > until_ms:
                break
            self.now_ms = max(self.now_ms, due[0])
            self.send(Alarm(self.now_ms, due[1]))
            again_ms = self.alarms.get(due[1], due[0] + 1)
            assert again_ms > due[0], f"{due[1]} rang at {due[0]} and asks for {again_ms}"
        self.now_ms = until_ms

    @property
    def alarms(self) -> Mapping[str, int]:
        return self.session.alarms(self.full)

    def place(self, place: str, piece: str) -> None:
        self.send(Placed(self.now_ms, place, piece))

    def lift(self, place: str, piece: str) -> None:
        self.send(Removed(self.now_ms, place, piece))

    def say(self, word: str, *args: str) -> None:
        self.send(Said(self.now_ms, word, args))

    def touch(self, place: str, piece: str, for_ms: int = 0) -> None:
        """Lay a piece and lift it again."""
        self.place(place, piece)
        self.wait(for_ms)
        self.lift(place, piece)

    def lying(self) -> list[tuple[str, str]]:
        """(place, piece) of all that lies on readers."""
        return [(place, piece) for place, pieces in self.full.lying for piece in pieces]


# ------------------------------------------------------------------- of any walk


def legal_inputs(walk: AnyWalk[S]) -> set[Input]:
    """One input for every legal move and each of its pieces."""
    legal: set[Input] = set()
    for move in walk.session.legal(walk.full):
        if move.do == "place":
            legal |= {Placed(walk.now_ms, move.at, piece) for piece in move.pieces}
        else:
            legal |= {Said(walk.now_ms, move.at, (arg,)) for arg in move.pieces}
            if not move.pieces:
                legal.add(Said(walk.now_ms, move.at))
    return legal


def assert_replays(walk: AnyWalk[S]) -> None:
    """The recorded inputs, written and read, give the same outputs and state, byte for byte."""
    session: Session[S] = Session(walk.session.game)
    state, first = session.begin(msgspec.json.decode(_encode(walk.setup), type=type(walk.setup)))
    outputs: list[tuple[Output, ...]] = [first]
    for happened in walk.inputs:
        again = msgspec.json.decode(_encode(happened), type=type(happened))
        state, said = session.advance(state, again)
        outputs.append(said)
    assert _encode(outputs) == _encode(walk.outputs)
    assert _encode(state) == _encode(walk.full)


def words_in(value: Any) -> Iterator[str]:
    """All strings in plain values."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from words_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from words_in(part)

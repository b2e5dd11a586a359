"""A game of Sweepers on its way, at the level of the session, and the choices that lead it.

Every decision is taken from a stream of choices, so a walk is repeatable and can be shrunk.
Where it goes is decided in `sensible` and `nonsense`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TypeVar

from meadow.games.game import (
    Alarm,
    Input,
    Output,
    Placed,
    Removed,
    Said,
)
from meadow.games.session import Session, SessionState
from meadow.games.sweepers.core import Sweepers
from meadow.games.sweepers.setup import Setup
from meadow.games.sweepers.state import State

T = TypeVar("T")


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


Watcher = Callable[[SessionState[State], Input, tuple[Output, ...], SessionState[State]], None]


class Walk:
    """One game on its way. ``watcher`` sees every input with the states before and after it."""

    def __init__(self, setup: Setup, choices: Choices) -> None:
        self.setup = setup
        self.choices = choices
        self.session = Session(Sweepers())
        self.full: SessionState[State]
        self.full, first = self.session.begin(setup)
        self.now_ms = 0
        self.inputs: list[Input] = []
        self.outputs: list[tuple[Output, ...]] = [first]
        self.watcher: Watcher | None = None

    @property
    def core(self) -> State:
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

"""A session round a small game, for tests of what holds for every game."""

from __future__ import annotations

from typing import Any

from meadow.games.game import (
    Alarm,
    Fact,
    Input,
    Output,
    Placed,
    Refused,
    Removed,
    Said,
)
from meadow.games.session import Session

from tests.games.tally import Tally, TallyGame


class Sitting:
    """A session whose state is kept, so that a test reads as what happens at a table."""

    def __init__(self, bell_ms: int = 100_000) -> None:
        self.session: Session[Tally] = Session(TallyGame())
        self.state, self.outputs = self.session.begin(bell_ms)

    def give(self, happened: Input) -> tuple[Output, ...]:
        self.state, self.outputs = self.session.advance(self.state, happened)
        return self.outputs

    def lay(self, at_ms: int, piece: str, place: str = "north") -> tuple[Output, ...]:
        return self.give(Placed(at_ms, place, piece))

    def lift(self, at_ms: int, piece: str, place: str = "north") -> tuple[Output, ...]:
        return self.give(Removed(at_ms, place, piece))

    def say(self, at_ms: int, word: str, *args: str) -> tuple[Output, ...]:
        return self.give(Said(at_ms, word, args))

    def count_to_three(self, at_ms: int) -> tuple[Output, ...]:
        """Lay the red rake on the deck reader and let three beeps go by; lift it at once."""
        self.lay(at_ms, "rake-red", "deck")
        self.lift(at_ms, "rake-red", "deck")
        self.give(Alarm(at_ms + 1000, "session.count"))
        return self.give(Alarm(at_ms + 2000, "session.count"))

    @property
    def counted(self) -> tuple[str, ...]:
        return self.state.core.counted

    @property
    def view(self) -> Any:
        return self.session.view(self.state, "public")


def facts(outputs: tuple[Output, ...]) -> list[Output]:
    return [output for output in outputs if isinstance(output, Fact)]


def why(outputs: tuple[Output, ...]) -> str:
    (refused,) = outputs
    assert isinstance(refused, Refused)
    return refused.why

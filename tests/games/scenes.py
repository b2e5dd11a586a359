"""A game on its session, for tests of any game: hands move pieces, time passes, outputs are kept.

A scene has its own clock (``wait``) and rings the alarms that come due. It knows no game; each
game's scene adds what its players do.
"""

from __future__ import annotations

from typing import Any, Generic, Self, TypeVar

from meadow.games.game import (
    Alarm,
    Fact,
    Finished,
    Game,
    Input,
    Lying,
    Output,
    Placed,
    ReaderBack,
    ReaderFailed,
    Refused,
    Removed,
    Result,
    Said,
    Sound,
)
from meadow.games.session import Session, SessionState

S = TypeVar("S")
F = TypeVar("F", bound=Fact)


class AnyScene(Generic[S]):
    """One game; every hand movement takes no time unless the test waits."""

    def __init__(self, game: Game[S], setup: Any) -> None:
        self.session = Session(game)
        self.setup = setup
        self.now_ms = 0
        self.inputs: list[Input] = []
        self.full: SessionState[S]
        self.full, self.last = self.session.begin(setup)
        self.outputs: list[Output] = list(self.last)

    # ------------------------------------------------------------------ looking

    @property
    def state(self) -> S:
        return self.full.core

    def cues(self) -> dict[str, str]:
        """place -> name of its cue."""
        return {place: cue.name for place, cue in self.session.lights(self.full).items()}

    def view(self, audience: str = "public") -> Any:
        """What an audience may know of the game."""
        return self.session.view(self.full, audience)["game"]

    @property
    def paused(self) -> str:
        """Why the game is paused, or ""."""
        return self.full.pause.why if self.full.pause else ""

    def facts(self, kind: type[F]) -> list[F]:
        """All facts of a kind since the game began."""
        return [output for output in self.outputs if isinstance(output, kind)]

    def said_now(self, kind: type[F]) -> list[F]:
        """The facts of a kind that the last movement gave."""
        return [output for output in self.last if isinstance(output, kind)]

    @property
    def refused(self) -> Refused | None:
        """The refusal of the last movement."""
        return next((output for output in self.last if isinstance(output, Refused)), None)

    @property
    def refusal(self) -> str:
        """Why the last movement was refused, or ""."""
        return self.refused.why if self.refused else ""

    def heard(self) -> tuple[Output, ...]:
        """All that the last movement gave, in order."""
        return self.last

    def sounds_now(self) -> list[str]:
        return [output.cue for output in self.last if isinstance(output, Sound)]

    @property
    def any_result(self) -> Result | None:
        """The last result that there was."""
        results = [output.result for output in self.outputs if isinstance(output, Finished)]
        return results[-1] if results else None

    # ------------------------------------------------------------------- moving

    def send(self, happened: Input) -> Self:
        """Give the session an input and keep what it says."""
        self.inputs.append(happened)
        self.full, self.last = self.session.advance(self.full, happened)
        self.outputs.extend(self.last)
        return self

    def wait(self, duration_ms: int) -> Self:
        """Let time pass; alarms ring at their moments."""
        until_ms = self.now_ms + duration_ms
        heard: list[Output] = []
        while True:
            alarms = self.session.alarms(self.full)
            due = min(((at, name) for name, at in alarms.items()), default=None)
            if due is None or due[0] > until_ms:
                break
            self.now_ms = max(self.now_ms, due[0])
            self.send(Alarm(self.now_ms, due[1]))
            heard.extend(self.last)
        self.now_ms = until_ms
        self.last = tuple(heard)
        return self

    def place(self, place: str, piece: str) -> Self:
        return self.send(Placed(self.now_ms, place, piece))

    def lift(self, place: str, piece: str) -> Self:
        return self.send(Removed(self.now_ms, place, piece))

    def touch(self, place: str, piece: str, for_ms: int = 0) -> Self:
        """Lay a piece and lift it again; ``last`` is all that both gave."""
        self.place(place, piece)
        kept = self.last
        if for_ms:
            self.wait(for_ms)
            kept = (*kept, *self.last)
        self.lift(place, piece)
        self.last = (*kept, *self.last)
        return self

    def lying(self, place: str, *pieces: str) -> Self:
        return self.send(Lying(self.now_ms, place, pieces))

    def say(self, word: str, *args: str) -> Self:
        return self.send(Said(self.now_ms, word, args))

    def fail(self, place: str) -> Self:
        return self.send(ReaderFailed(self.now_ms, place))

    def mend(self, place: str) -> Self:
        return self.send(ReaderBack(self.now_ms, place))

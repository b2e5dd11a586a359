"""A session as a table: hands and eyes for players, alarms at their moments, in virtual time.

No readers, no lights, no journal. Knows no particular game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar

from meadow.games.game import PUBLIC, Alarm, Game, Input, Output, Placed, Removed, Said
from meadow.games.session import Session, SessionState

S = TypeVar("S")


class AnyBareTable(Generic[S]):
    """One game on its session: the `Hands` and `Eyes` of its players, at ``now_ms``."""

    def __init__(self, game: Game[S], setup: Any) -> None:
        """Raises `SetupError` when it cannot be played so."""
        self.session: Session[S] = Session(game)
        begun = self.session.begin(setup)
        self.state: SessionState[S] = begun.state
        self.begun: tuple[Output, ...] = begun.outputs
        """What the game gave as it began."""
        self.steps: list[tuple[Input, tuple[Output, ...]]] = []
        self.now_ms = 0
        self._view: Mapping[str, Any] | None = None
        self._cues: Mapping[str, str] | None = None

    def give(self, happened: Input) -> None:
        """Let the session have an input."""
        self.state, outputs = self.session.advance(self.state, happened)
        self.steps.append((happened, outputs))
        self._view = self._cues = None

    # -------------------------------------------------------------- hands and eyes

    def place(self, place: str, piece_id: str) -> None:
        self.give(Placed(self.now_ms, place, piece_id))

    def lift(self, place: str, piece_id: str) -> None:
        self.give(Removed(self.now_ms, place, piece_id))

    def say(self, word: str, *args: str) -> None:
        self.give(Said(self.now_ms, word, args))

    def view(self) -> Mapping[str, Any]:
        if self._view is None:
            self._view = self.session.view(self.state, PUBLIC)
        return self._view

    def cues(self) -> Mapping[str, str]:
        if self._cues is None:
            lights = self.session.lights(self.state)
            self._cues = {place: cue.name for place, cue in lights.items()}
        return self._cues

    # ------------------------------------------------------------------------ time

    def next_alarm(self) -> tuple[int, str] | None:
        """When the next alarm rings, and its name."""
        alarms = self.session.alarms(self.state)
        return min([(due_ms, name) for name, due_ms in alarms.items()], default=None)


class Sitting(Protocol):
    """Players at a table."""

    def act(self, now_ms: int) -> None: ...

    def next_ms(self) -> int | None: ...


def go_on(table: AnyBareTable[Any], players: Sitting) -> bool:
    """Go to the next moment at which something happens; at equal times alarms go first.

    Gives False when nothing will ever happen.
    """
    alarm, due_ms = table.next_alarm(), players.next_ms()
    if alarm is not None and (due_ms is None or alarm[0] <= due_ms):
        table.now_ms = max(table.now_ms, alarm[0])
        table.give(Alarm(table.now_ms, alarm[1]))
    elif due_ms is not None:
        table.now_ms = max(table.now_ms, due_ms)
    else:
        return False
    if not table.state.finished:
        players.act(table.now_ms)
    return True

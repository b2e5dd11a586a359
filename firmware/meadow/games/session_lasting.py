"""What lasts of one game in progress: its lights, alarms, views and legal moves, pause included.

All are pure functions of the session's state, so undo, resume and replay need nothing special.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from meadow.games.game import Cue, Game, Move
from meadow.games.session_state import SessionState, later, standing

S = TypeVar("S")

DECK = "deck"
COUNT_STEPS = 3
COUNT_ALARM = "session.count"

HOLDS_IN_A_PAUSE = frozenset({"off", "end"})
"""Words that hold in a pause whatever the game, besides its overrules."""


class Lasting(Generic[S]):
    """The lasting part of a session round one core."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game

    def lights(self, state: SessionState[S]) -> Mapping[str, Cue]:
        """place -> cue; while paused, timers stand still and the deck shows the pause."""
        cues = self.game.lights(state.core)
        pause = state.pause
        if pause is None:
            if not state.offset_ms:
                return cues
            return {place: later(cue, state.offset_ms) for place, cue in cues.items()}
        shown = {place: standing(cue, pause.core_ms) for place, cue in cues.items()}
        shown[DECK] = Cue("count", pause.count, COUNT_STEPS) if pause.count else Cue("paused")
        for place in state.broken:
            shown[place] = Cue("fault")
        return shown

    def alarms(self, state: SessionState[S]) -> Mapping[str, int]:
        """alarm name -> when it is due, in session milliseconds."""
        pause = state.pause
        if pause is not None:
            return {COUNT_ALARM: pause.count_ms} if pause.count else {}
        alarms = self.game.alarms(state.core)
        if not state.offset_ms or not alarms:
            return alarms
        return {name: due_ms + state.offset_ms for name, due_ms in alarms.items()}

    def view(self, state: SessionState[S], audience: str) -> Mapping[str, Any]:
        """What an audience may know, the pause included."""
        pause = state.pause
        return {
            "game": self.game.view(state.core, audience),
            "paused": pause.why if pause else "",
            "counting": pause.count if pause else 0,
            "broken": list(state.broken),
            "can_undo": state.past is not None,
        }

    def legal(self, state: SessionState[S]) -> tuple[Move, ...]:
        """What would be accepted now."""
        undo = (Move("say", "undo"),) if state.past is not None else ()
        if state.pause is None:
            pause = () if state.finished else (Move("say", "pause"),)
            return (*self.game.legal(state.core), *pause, *undo)
        held = self._held(state)
        if state.broken:
            switch = Move("say", "off", state.broken)
            return (switch, *[move for move in held if move.at != "off"], *undo)
        rakes = Move("place", DECK, self.game.buttons(state.core))
        return (rakes, Move("say", "start"), *held, *undo)

    def _held(self, state: SessionState[S]) -> tuple[Move, ...]:
        """What of the core's moves holds in a pause as well (T14)."""
        words = HOLDS_IN_A_PAUSE | self.game.overrules
        moves = self.game.legal(state.core)
        return tuple([move for move in moves if move.do == "say" and move.at in words])

"""The rules core of Sweepers: which phase's rule an input meets. Pure and total.

The rules are in the phases' modules; this one is only the table of transitions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, ClassVar, NamedTuple

from meadow.games.game import (
    PAUSE,
    RESUME,
    Alarm,
    Cue,
    Input,
    Lying,
    Move,
    Placed,
    ReaderBack,
    ReaderFailed,
    Removed,
    Said,
    Step,
)
from meadow.games.sweepers import (
    checking,
    counting,
    live,
    overrule,
    referee_check,
    rounds,
    speech,
    stopping,
    tray,
    views,
)
from meadow.games.sweepers.lights import lights_of
from meadow.games.sweepers.moves import legal_moves
from meadow.games.sweepers.setup import DECK, SIDES, Referee, Setup, check_setup
from meadow.games.sweepers.state import Phase, Side, State, Stepped, refused, replace

PLACES = frozenset((*SIDES, DECK))


class TokenRules(NamedTuple):
    """What a phase does with a token that arrives at or leaves a reader."""

    placed: Callable[[State, Placed], Stepped]
    removed: Callable[[State, Removed], Stepped]


_NOTED = TokenRules(tray.note_placed, tray.note_removed)
_STOPPED = TokenRules(stopping.token_placed, stopping.token_removed)
_CHECK = TokenRules(referee_check.token_placed, referee_check.token_removed)
_LAYING = TokenRules(checking.token_placed, checking.token_removed)

_TOKENS: Mapping[Phase, TokenRules] = {
    Phase.DEALING: _NOTED,
    Phase.TAKING: _NOTED,
    Phase.READY: _NOTED,
    Phase.COUNTING: _STOPPED,
    Phase.CLAIMED: _CHECK,
    Phase.STOPPED: _STOPPED,
    Phase.INVENTORY: _LAYING,
    Phase.CHECKING: _LAYING,
    Phase.DRAWING: _NOTED,
    Phase.BETWEEN: _NOTED,
    Phase.OVER: _NOTED,
}

_PLAYING: Mapping[Referee, TokenRules] = {
    Referee.LIVE: TokenRules(live.token_placed, live.token_removed),
    Referee.CHECK: _CHECK,
}


def _token_rules(state: State) -> TokenRules:
    if state.phase is Phase.PLAYING:
        return _PLAYING[state.setup.referee]
    return _TOKENS[state.phase]


def _placed(state: State, placed: Placed) -> Stepped:
    index = state.setup.index
    piece = placed.piece
    if piece in index.token_design:
        if placed.place not in PLACES:
            return refused(state, f"there is no place {placed.place!r}")
        return _token_rules(state).placed(state, placed)
    if piece in index.rake_of:
        return speech.rake_placed(state, placed)
    if piece in index.card_design:
        return speech.card_placed(state, placed)
    why = f"{piece} is no piece of this game: take it away"
    return refused(state, why, placed.place, "T6")


def _removed(state: State, removed: Removed) -> Stepped:
    index = state.setup.index
    if removed.piece in index.token_design:
        return _token_rules(state).removed(state, removed)
    number = index.rake_of.get(removed.piece)
    if number is not None and removed.place == index.sides[number]:
        return speech.rake_removed(state, number, removed.at_ms)
    return Step(state, ())


def _lying(state: State, lying: Lying) -> Stepped:
    if lying.place not in PLACES:
        return refused(state, f"there is no place {lying.place!r}")
    step = tray.adopt(state, lying)
    if step.state.phase in (Phase.CHECKING, Phase.INVENTORY):
        return Step(checking.tray_changed(step.state), step.outputs)
    return step


def _said(state: State, said: Said) -> Stepped:
    if said.word == PAUSE:
        return Step(replace(state, standing=True), ())
    if said.word == RESUME:
        return counting.resume(replace(state, standing=False), said.at_ms)
    return speech.said(state, said)


def _alarm(state: State, alarm: Alarm) -> Stepped:
    due_ms = alarms_of(state).get(alarm.name)
    if due_ms is None or alarm.at_ms < due_ms:
        return refused(state, f"no alarm {alarm.name!r} is due")
    name, _, side = alarm.name.partition(".")
    if name == "claim":
        return referee_check.claim_is_heard(state, state.setup.index.side_of[side], alarm.at_ms)
    return _ALARMS[name](state, alarm.at_ms)


def _tie(state: State, at_ms: int) -> Stepped:
    if state.phase is Phase.CLAIMED:
        return referee_check.begin_check(state, at_ms)
    return live.tie_is_over(state, at_ms)


_ALARMS: Mapping[str, Callable[[State, int], Stepped]] = {
    "sand": rounds.sand_is_through,
    "tick": rounds.tick,
    "count": counting.count_step,
    "tie": _tie,
}


_SHOUTING = frozenset((Phase.PLAYING, Phase.STOPPED, Phase.COUNTING))


def alarms_of(state: State) -> dict[str, int]:
    """Alarm name -> when it is due, as a function of the state (T7, T16, W7, W10)."""
    alarms = rounds.sand_alarms(state)
    if state.phase is Phase.COUNTING:
        alarms["count"] = state.count_ms
    if state.setup.referee is Referee.CHECK and state.phase in (Phase.PLAYING, Phase.CLAIMED):
        alarms.update(referee_check.claim_alarms(state))
    if state.phase is Phase.CLAIMED:
        alarms["tie"] = referee_check.tie_due_ms(state)
    elif state.phase in _SHOUTING and state.first_claim_ms >= 0:
        alarms["tie"] = state.first_claim_ms + state.setup.tie_window_ms + 1
    return alarms


def _nothing(state: State, happened: Input) -> Stepped:
    return Step(state, ())


class Sweepers:
    """The rules core of both modes of Sweepers."""

    name: ClassVar[str] = "sweepers"
    rules_version: ClassVar[int] = 1
    overrules: ClassVar[frozenset[str]] = frozenset({"match", "stray", "award", "ask"})

    def begin(self, setup: Setup) -> Stepped:
        """The first state: dealing. Raises `SetupError` when it cannot be played so."""
        check_setup(setup)
        return Step(State(setup=setup, sides=tuple([Side() for _ in setup.seats])), ())

    def advance(self, state: State, happened: Input) -> Stepped:
        """The state after an input; an illegal one gives `Refused` and the same state."""
        if isinstance(happened, Placed):
            return _placed(state, happened)
        if isinstance(happened, Removed):
            return _removed(state, happened)
        if isinstance(happened, Alarm):
            return _alarm(state, happened)
        if isinstance(happened, Said):
            return _said(state, happened)
        if isinstance(happened, Lying):
            return _lying(state, happened)
        if isinstance(happened, ReaderFailed):
            return overrule.reader_failed(state, happened)
        if isinstance(happened, ReaderBack):
            return overrule.reader_back(state, happened)
        return _nothing(state, happened)

    def lights(self, state: State) -> Mapping[str, Cue]:
        return lights_of(state)

    def alarms(self, state: State) -> Mapping[str, int]:
        return alarms_of(state)

    def view(self, state: State, audience: str) -> Mapping[str, Any]:
        return views.view(state, audience)

    def legal(self, state: State) -> tuple[Move, ...]:
        return legal_moves(state)

    def cards(self, state: State) -> Collection[str]:
        return state.setup.index.card_design

    def buttons(self, state: State) -> tuple[str, ...]:
        return state.setup.index.rakes

"""Ready, "on three" (T7), the flip of the sand timer (W3), and what "three" does."""

from __future__ import annotations

from meadow.games.game import Output, Sound, Step
from meadow.games.sweepers import checking, live, referee_check
from meadow.games.sweepers.facts import CardOpened, PlayBegan, PlayResumed, TimerFlipped
from meadow.games.sweepers.setup import Mode, Referee
from meadow.games.sweepers.state import (
    LAST_SECONDS,
    Phase,
    State,
    Stepped,
    may_flip,
    playing_sides,
    refused,
    replace,
)

STEPS = 3
STEP_MS = 1000


def on_three(state: State, at_ms: int) -> Stepped:
    """Begin the countdown: the first of three beeps sounds now."""
    state = replace(state, phase=Phase.COUNTING, count=1, count_ms=at_ms + STEP_MS)
    return Step(state, (Sound("count"),))


def count_step(state: State, at_ms: int) -> Stepped:
    """The second or the third beep; on the third, play."""
    if state.count + 1 < STEPS:
        state = replace(state, count=state.count + 1, count_ms=at_ms + STEP_MS)
        return Step(state, (Sound("count"),))
    return three(replace(state, count=0, count_ms=0), at_ms)


def flip(state: State, side: str, at_ms: int) -> Stepped:
    """Quick Paws: the oldest flips the timer; time starts now (R60, W3)."""
    if side not in may_flip(state):
        oldest = " or ".join(may_flip(state))
        why = f"the oldest player flips the timer: {oldest}"
        return refused(state, why, side, "W3")
    step = three(state, at_ms)
    return Step(step.state, (TimerFlipped(side=side), *step.outputs))


def three(state: State, at_ms: int) -> Stepped:
    """Play begins or goes on: first cards are revealed, what waits in trays is judged."""
    first = state.began_ms < 0
    state = replace(state, phase=Phase.PLAYING, caller=-1, penalised=())
    outputs: tuple[Output, ...] = (Sound("go"),)
    if first:
        state = replace(state, began_ms=at_ms, ticks=LAST_SECONDS)
        outputs = (PlayBegan(round=state.round), *outputs)
    else:
        outputs = (PlayResumed(), *outputs)
    if state.setup.referee is Referee.CHECK:
        return _three_in_check(state, outputs, first)
    step = _reveal_first(state) if first else _go_on(state, at_ms)
    return Step(step.state, (*outputs, *step.outputs))


def resume(state: State, at_ms: int) -> Stepped:
    """The session goes on after a pause (T14): judge what was adopted."""
    if state.phase in (Phase.CHECKING, Phase.INVENTORY):
        return checking.lay_waiting(state, at_ms)
    if state.phase is not Phase.PLAYING:
        return Step(state, ())
    if state.setup.referee is Referee.CHECK:
        return _go_on_in_check(state)
    return _go_on(state, at_ms)


def _three_in_check(state: State, outputs: tuple[Output, ...], first: bool) -> Stepped:
    if state.setup.mode is Mode.PAWS and first:
        state, more = _reveal_tops(state)
        outputs = (*outputs, *more)
    if state.setup.mode is Mode.STASH:
        state = referee_check.reveal_tops(state)
    state, more = _go_on_in_check(state)
    return Step(state, (*outputs, *more))


def _go_on_in_check(state: State) -> Stepped:
    """What waits in the trays is noted; a side switched off meanwhile holds nobody back."""
    state, outputs = referee_check.note_waiting(state)
    if state.setup.mode is Mode.STASH:
        return Step(state, outputs)
    state, more = referee_check.team_settle(state)
    return Step(state, (*outputs, *more))


def _reveal_tops(state: State) -> Stepped:
    outputs: tuple[Output, ...] = ()
    for number in playing_sides(state):
        state, more = live.open_next(state, number)
        outputs = (*outputs, *[fact for fact in more if isinstance(fact, CardOpened)])
    return Step(state, outputs)


def _reveal_first(state: State) -> Stepped:
    """All first cards are revealed, and what lies in the trays already is judged by them."""
    state, outputs = _reveal_tops(state)
    state, more = live.judge_waiting(state)
    return Step(state, (*outputs, *more))


def _go_on(state: State, at_ms: int) -> Stepped:
    """Cards covered while play stood still open their successors; then the rest is judged.

    Tokens that have come off their cards meanwhile are seen first: nobody wins by those.
    """
    state, outputs = live.waiting_come_off(state)
    for number in playing_sides(state):
        if state.phase is not Phase.PLAYING:
            break
        state, more = live.settle(state, number, at_ms)
        outputs = (*outputs, *more)
    if state.phase is not Phase.PLAYING:
        return Step(state, outputs)
    state, more = live.judge_waiting(state)
    return Step(state, (*outputs, *more))

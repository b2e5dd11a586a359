"""The rounds of way D (R78, W11) and the sand of Quick Paws."""

from __future__ import annotations

from meadow.games.game import Sound, Step
from meadow.games.sweepers import live, referee_check
from meadow.games.sweepers.ending import end_round
from meadow.games.sweepers.facts import RoundOpened, RoundVoid, TimeRanOut
from meadow.games.sweepers.setup import Mode, Referee
from meadow.games.sweepers.state import (
    CLAIM_LIES_MS,
    SAND_MS,
    Phase,
    Side,
    State,
    Stepped,
    Verdict,
    playing_sides,
    replace,
)

_SAND_PHASES = frozenset((Phase.PLAYING, Phase.STOPPED, Phase.COUNTING))


def next_round(state: State) -> Stepped:
    """Way D: forget all, deal one card more each (T6). What lies in trays still lies there."""
    sides = tuple([_fresh(side) for side in state.sides])
    fresh = State(
        setup=state.setup,
        sides=sides,
        round=state.round + 1,
        rounds_won=state.rounds_won,
        elsewhere=state.elsewhere,
        waiting=tuple([token for _, token in state.elsewhere]),
        void=bool(state.down),
        any_void=state.any_void or bool(state.down),
        standing=state.standing,
        down=state.down,
    )
    # A round that begins with a dead reader is void from the first card (T15).
    voids = tuple([RoundVoid(place=place) for place in state.down[:1]])
    # A fact, so that undo straight after it takes back this alone and not the round before.
    return Step(fresh, (RoundOpened(round=fresh.round), *voids, Sound("ready")))


def _fresh(side: Side) -> Side:
    tray = tuple([replace(lay, verdict=Verdict.UNJUDGED, card="") for lay in side.tray])
    return Side(tray=tray, off=side.off)


def sand_alarms(state: State) -> dict[str, int]:
    """When the sand is through, and the next beep of the last ten seconds."""
    if state.setup.mode is not Mode.PAWS or state.began_ms < 0 or state.phase not in _SAND_PHASES:
        return {}
    limit_ms = state.began_ms + SAND_MS
    if state.sand_out:
        return {"sand": limit_ms + CLAIM_LIES_MS}
    alarms = {"sand": limit_ms}
    if state.ticks:
        alarms["tick"] = limit_ms - state.ticks * 1000
    return alarms


def tick(state: State, at_ms: int) -> Stepped:
    """One of the last ten seconds."""
    return Step(replace(state, ticks=state.ticks - 1), (Sound("tick"),))


def sand_is_through(state: State, at_ms: int) -> Stepped:
    """At exactly 90 000 ms after the flip time is out (W7)."""
    if state.setup.referee is Referee.CHECK:
        return referee_check.time_is_out(state)
    limit_ms = state.began_ms + SAND_MS
    if live.complete_at_limit(state):
        names = tuple([state.setup.seats[n].side for n in playing_sides(state)])
        return end_round(state, won=True, outcome="won", winners=names, at_ms=limit_ms)
    lost = end_round(state, won=False, outcome="lost-time", winners=(), at_ms=limit_ms)
    return Step(lost.state, (TimeRanOut(), *lost.outputs))

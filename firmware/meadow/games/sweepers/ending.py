"""How a round and a game end: facts, results, and the campaign of way D (W11)."""

from __future__ import annotations

from meadow.games.game import Finished, Output, Sound, Step
from meadow.games.sweepers.facts import RoundEnded, SideResult, SweepersResult
from meadow.games.sweepers.setup import Mode, last_round
from meadow.games.sweepers.state import (
    SAND_MS,
    Phase,
    Side,
    State,
    Stepped,
    Verdict,
    replace,
)


def end_round(
    state: State, *, won: bool, outcome: str, winners: tuple[str, ...], at_ms: int
) -> Stepped:
    """The round is over at the game time ``at_ms``; way D may go on with one card more."""
    time_ms = max(0, at_ms - state.began_ms) if state.began_ms >= 0 else 0
    if state.setup.mode is Mode.PAWS:
        time_ms = min(time_ms, SAND_MS)
    if state.setup.mode is Mode.STASH:
        return _finish(state, outcome, winners, time_ms, ())
    ended = RoundEnded(round=state.round, won=won, time_ms=time_ms, void=state.void)
    state = replace(state, rounds_won=state.rounds_won + won)
    if won and state.round < last_round(state.setup):
        state = replace(
            state, phase=Phase.BETWEEN, winners=winners, first_claim_ms=-1, time_ms=time_ms
        )
        return Step(state, (ended, Sound("won")))
    return _finish(state, outcome, winners if won else (), time_ms, (ended,))


def end_game(state: State, at_ms: int) -> Stepped:
    """The operator ends the game; nobody has won, the rounds won stay won."""
    time_ms = max(0, at_ms - state.began_ms) if state.began_ms >= 0 else 0
    return _finish(state, "ended", (), time_ms, ())


def _finish(
    state: State,
    outcome: str,
    winners: tuple[str, ...],
    time_ms: int,
    facts: tuple[Output, ...],
) -> Stepped:
    state = replace(state, phase=Phase.OVER, winners=winners, outcome=outcome, time_ms=time_ms)
    sides = [
        SideResult(seat.side, _covered(side, outcome), side.size)
        for seat, side in zip(state.setup.seats, state.sides, strict=True)
    ]
    result = SweepersResult(
        mode=state.setup.mode,
        referee=state.setup.referee,
        ways=state.setup.ways,
        outcome=outcome,
        winners=winners,
        time_ms=time_ms,
        rounds_won=state.rounds_won,
        void=state.any_void,
        sides=tuple(sides),
    )
    sound = {"ended": "end", "lost-time": "lost", "lost-mismatch": "lost"}.get(outcome, "won")
    return Step(state, (*facts, Sound(sound), Finished(result)))


def _covered(side: Side, outcome: str) -> int:
    """The cards covered. A match that rests as the sand runs out counts if all is won (W7)."""
    resting = [lay for lay in side.tray if lay.verdict is Verdict.MATCH]
    return len(side.done) + (len(resting) if outcome == "won" else 0)

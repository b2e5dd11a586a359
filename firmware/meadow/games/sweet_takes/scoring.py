"""Scores, ties and the end of a set and of a game (R84, R116 to R126)."""

from __future__ import annotations

from collections.abc import Sequence

from meadow.games.game import Finished, Sound, Step
from meadow.games.sweet_takes.facts import GameEnded, SetEnded, SweetTakesResult
from meadow.games.sweet_takes.state import Phase, Score, State, Stepped, replace


def scores_of(state: State) -> tuple[Score, ...]:
    """The scoring piles of the set being played, by seat (R117, R118)."""
    index = state.setup.index
    scores = []
    for seat, up, down in zip(index.seats, state.face_up, state.face_down, strict=True):
        face_down = down.bit_count()
        scores.append(Score(seat, index.points(up) + face_down, up.bit_count(), face_down))
    return tuple(scores)


def totals_of(sets: Sequence[Sequence[Score]]) -> tuple[Score, ...]:
    """The sums over several sets, by seat (R123)."""
    if len(sets) == 1:
        return tuple(sets[0])
    return tuple([_sum_of(scores) for scores in zip(*sets, strict=True)])


def _sum_of(scores: Sequence[Score]) -> Score:
    return Score(
        scores[0].seat,
        sum(score.points for score in scores),
        sum(score.face_up for score in scores),
        sum(score.face_down for score in scores),
    )


def decide(sets: Sequence[Sequence[Score]]) -> tuple[tuple[str, ...], str]:
    """The winners, and what decided: points (R119, R123), last-set (R124), cards (R120, R125,
    S7, S18) or, where nothing does, shared (R126, S6).
    """
    totals, last = totals_of(sets), {score.seat: score for score in sets[-1]}
    best = _best([score.seat for score in totals], {s.seat: s.points for s in totals})
    if len(best) == 1:
        return best, "points"
    if len(sets) > 1:
        best = _best(best, {seat: score.points for seat, score in last.items()})
        if len(best) == 1:
            return best, "last-set"
    best = _best(best, {seat: score.cards for seat, score in last.items()})
    return best, "cards" if len(best) == 1 else "shared"


def _best(seats: Sequence[str], counts: dict[str, int]) -> tuple[str, ...]:
    most = max(counts[seat] for seat in seats)
    return tuple([seat for seat in seats if counts[seat] == most])


def end_set(state: State) -> Stepped:
    """Twelve rounds are over (R116): the next set is to come, or somebody has won."""
    scores = scores_of(state)
    sets = (*state.sets_done, scores)
    ended = SetEnded(set=len(sets), scores=scores)
    state = replace(state, phase=Phase.BETWEEN, sets_done=sets)
    if len(sets) < state.setup.sets:
        return Step(state, (ended, Sound("set-end")))
    winners, decided_by = decide(sets)
    outcome = "won" if len(winners) == 1 else "shared"
    step = finish(state, winners, outcome, decided_by)
    return Step(step.state, (ended, *step.outputs))


def finish(state: State, winners: tuple[str, ...], outcome: str, decided_by: str = "") -> Stepped:
    """The game is over. A set that is broken off counts as far as it was played."""
    sets = state.sets_done
    if state.phase is Phase.PLAYING or not sets:
        sets = (*sets, scores_of(state))
    state = replace(state, phase=Phase.OVER, winners=winners, outcome=outcome, sets_done=sets)
    result = SweetTakesResult(
        outcome=outcome,
        winners=winners,
        decided_by=decided_by,
        totals=totals_of(sets),
        sets=sets,
        breaches=len(state.breaches),
    )
    ended = GameEnded(winners=winners, decided_by=decided_by)
    sound = "won" if winners else "ended"
    return Step(state, (ended, Sound(sound), Finished(result)))

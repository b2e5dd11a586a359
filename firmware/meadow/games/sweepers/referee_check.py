"""Playing with referee `check`: the table stays neutral and listens for claims (T9, W23).

A claim is a rake that lies 300 ms in its own tray, dated to its arrival (T16).
"""

from __future__ import annotations

from meadow.games.game import Output, Placed, Removed, Sound, Step
from meadow.games.sweepers import checking
from meadow.games.sweepers.ending import end_round
from meadow.games.sweepers.facts import (
    CardCovered,
    CardOpened,
    EarlyShout,
    Signalled,
    Stashed,
    TeamRevealed,
    TimeRanOut,
    TokenStrayed,
)
from meadow.games.sweepers.setup import Mode
from meadow.games.sweepers.state import (
    CLAIM_LIES_MS,
    SAND_MS,
    Phase,
    Side,
    State,
    Stepped,
    Verdict,
    playing_sides,
    refused,
    replace,
    with_side,
)
from meadow.games.sweepers.tray import judge_elsewhere, put_token, take_token


def token_placed(state: State, placed: Placed) -> Stepped:
    """A token fell into a tray: it is noted as seen there, nothing is said about it."""
    state = put_token(state, placed.place, placed.piece, Verdict.NEUTRAL)
    number = state.setup.index.side_of.get(placed.place)
    if number is None or state.sides[number].off:
        strayed = TokenStrayed(place=placed.place, token=placed.piece)  # T12
        return Step(state, (strayed, Sound("stray")))
    return Step(state, ())


def token_removed(state: State, removed: Removed) -> Stepped:
    return Step(take_token(state, removed.place, removed.piece), ())


def _saw(state: State, number: int, tokens: tuple[str, ...]) -> State:
    side = state.sides[number]
    fresh = tuple([token for token in tokens if token not in side.seen])
    return with_side(state, number, replace(side, seen=(*side.seen, *fresh))) if fresh else state


def note_waiting(state: State) -> Stepped:
    """At "three" the tokens that arrived while stopped count as seen (T16)."""
    state, outputs = judge_elsewhere(state)
    for number in playing_sides(state):
        side = state.sides[number]
        waiting = tuple([lay.token for lay in side.tray if lay.verdict is Verdict.UNJUDGED])
        tray = tuple([replace(lay, verdict=Verdict.NEUTRAL) for lay in side.tray])
        state = with_side(state, number, replace(side, tray=tray))
        state = _saw(state, number, waiting)
    return Step(state, outputs)


def reveal_tops(state: State) -> State:
    """At "three" each player turns up the top card if none is open (R19, R54)."""
    for number in playing_sides(state):
        side = state.sides[number]
        if side.deck and side.revealed <= len(side.done):
            state = with_side(state, number, replace(side, revealed=len(side.done) + 1))
    return state


# ------------------------------------------------------------------------- claims


def rake_laid(state: State, number: int, at_ms: int) -> Stepped:
    """The own rake in the own tray: a claim if it stays; dated to now."""
    side = state.sides[number]
    name = state.setup.seats[number].side
    if state.sand_out:
        return refused(state, "the time is out", name, "W7")
    if state.setup.mode is Mode.PAWS and not side.open:
        return refused(state, "no open card to cover: help the others", name, "W23")
    return Step(with_side(state, number, replace(side, rake_ms=at_ms)), ())


def rake_lifted(state: State, number: int) -> Stepped:
    state = with_side(state, number, replace(state.sides[number], rake_ms=-1))
    return Step(state, ())


def claim_alarms(state: State) -> dict[str, int]:
    """When each rake that lies in its own tray has lain there long enough (T16)."""
    due = {}
    for seat, side in zip(state.setup.seats, state.sides, strict=True):
        if side.rake_ms >= 0 and not side.off:
            due[f"claim.{seat.side}"] = side.rake_ms + CLAIM_LIES_MS
    return due


def claim_is_heard(state: State, number: int, at_ms: int) -> Stepped:
    """A rake has lain 300 ms: the claim counts from its arrival."""
    said_ms = state.sides[number].rake_ms
    state = with_side(state, number, replace(state.sides[number], rake_ms=-1))
    return claim(state, number, said_ms, at_ms)


def claim(state: State, number: int, said_ms: int, at_ms: int) -> Stepped:
    """ "Stashed!", or in Quick Paws "my card is covered"; too few tokens seen is early (W8)."""
    side = state.sides[number]
    name = state.setup.seats[number].side
    needed = side.size if state.setup.mode is Mode.STASH else len(side.done) + len(side.open)
    proven = {token for _, token in side.done if token}
    seen = len(proven | set(side.seen))
    if seen < needed:
        step = Step(state, (EarlyShout(side=name, seen=seen, needed=needed), Sound("early")))
        return step if state.phase is not Phase.CLAIMED else _and_conclude(step, at_ms)
    if state.setup.mode is Mode.PAWS:
        return _signal(state, number, said_ms)
    state = with_side(state, number, replace(side, claim_ms=said_ms))
    if state.phase is Phase.PLAYING:
        state = replace(state, phase=Phase.CLAIMED, first_claim_ms=said_ms)
    elif said_ms < state.first_claim_ms:
        # A rake that lay before an operator's word is heard after it, but it was first.
        state = replace(state, first_claim_ms=said_ms)
    outputs = (Stashed(side=name, claimed_ms=said_ms), Sound("claim"))
    return _and_conclude(Step(state, outputs), at_ms)


def tie_rake_laid(state: State, number: int, at_ms: int) -> Stepped:
    """A rake after the first claim: it still counts within the tie window (W10)."""
    name = state.setup.seats[number].side
    late = at_ms > state.first_claim_ms + state.setup.tie_window_ms
    if late or state.sides[number].claim_ms >= 0:
        return refused(state, "Stashed! is called already: wait for the check", name, "W10")
    return rake_laid(state, number, at_ms)


def tie_rake_lifted(state: State, number: int, at_ms: int) -> Stepped:
    return _and_conclude(rake_lifted(state, number), at_ms)


def tie_due_ms(state: State) -> int:
    """When no more claims can count as simultaneous with the first (W10)."""
    limit_ms = state.first_claim_ms + state.setup.tie_window_ms
    due_ms = limit_ms + 1
    for side in state.sides:
        if 0 <= side.rake_ms <= limit_ms and not side.off:
            due_ms = max(due_ms, side.rake_ms + CLAIM_LIES_MS + 1)
    return due_ms


def _and_conclude(step: Stepped, at_ms: int) -> Stepped:
    state = step.state
    if tie_due_ms(state) > at_ms:
        return step
    begun = begin_check(state, at_ms)
    return Step(begun.state, (*step.outputs, *begun.outputs))


def begin_check(state: State, at_ms: int) -> Stepped:
    """Everybody lays the rake down; the claimants are checked in seat order (R46, R47)."""
    limit_ms = state.first_claim_ms + state.setup.tie_window_ms
    claimants = [n for n in playing_sides(state) if 0 <= state.sides[n].claim_ms <= limit_ms]
    return checking.begin(state, tuple(claimants))


# --------------------------------------------------------------------- Quick Paws


def _signal(state: State, number: int, said_ms: int) -> Stepped:
    """A player's open card is covered; when all are, the team reveals (W23, R62)."""
    side = state.sides[number]
    name = state.setup.seats[number].side
    card = side.open[0]
    side = replace(side, open=(), done=(*side.done, (card, "")), claim_ms=said_ms)
    state = with_side(state, number, side)
    outputs = (
        CardCovered(side=name, card=card, token=""),
        Signalled(side=name, signalled_ms=said_ms),
        Sound("covered"),
    )
    state, more = team_settle(state)
    return Step(state, (*outputs, *more))


def team_settle(state: State) -> Stepped:
    """Reveal the next cards, or begin the check once the last card is covered (W23, W24)."""
    playing = playing_sides(state)
    if state.standing or any(state.sides[n].open for n in playing):
        return Step(state, ())
    revealing = [n for n in playing if state.sides[n].deck]
    if not revealing:
        last_ms = max(state.sides[n].claim_ms for n in playing)
        return checking.begin(replace(state, finish_ms=last_ms), playing)
    outputs: tuple[Output, ...] = (TeamRevealed(),)
    for number in revealing:
        side = state.sides[number]
        card = side.deck[-1]
        name = state.setup.seats[number].side
        state = with_side(state, number, replace(side, deck=side.deck[:-1], open=(card,)))
        outputs = (*outputs, CardOpened(side=name, card=card))
    return Step(state, (*outputs, Sound("open")))


def time_is_out(state: State) -> Stepped:
    """The sand is through: lost, unless the last signals were given in time (W7, W23)."""
    limit_ms = state.began_ms + SAND_MS
    if not state.sand_out and _last_signals_lie(state, limit_ms):
        # They are dated to the rake's arrival, so they may still be confirmed.
        return Step(replace(state, sand_out=True), ())
    lost = end_round(state, won=False, outcome="lost-time", winners=(), at_ms=limit_ms)
    return Step(lost.state, (TimeRanOut(), *lost.outputs))


def _last_signals_lie(state: State, limit_ms: int) -> bool:
    def in_time(side: Side) -> bool:
        return not side.deck and (not side.open or 0 <= side.rake_ms < limit_ms)

    return state.phase is Phase.PLAYING and all(
        in_time(state.sides[number]) for number in playing_sides(state)
    )

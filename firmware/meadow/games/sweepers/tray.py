"""What lies in the trays, while nobody judges it: tracking and adoption (T14)."""

from __future__ import annotations

from meadow.games.game import Lying, Output, Placed, Removed, Sound, Step
from meadow.games.sweepers.facts import TokenStrayed
from meadow.games.sweepers.setup import Referee
from meadow.games.sweepers.state import (
    Lay,
    State,
    Stepped,
    Verdict,
    replace,
    with_side,
)


def put_token(state: State, place: str, token: str, verdict: Verdict) -> State:
    """The state with a token in a tray, or elsewhere when nobody plays there (T12)."""
    number = state.setup.index.side_of.get(place)
    if number is None or state.sides[number].off:
        waits = verdict is Verdict.UNJUDGED
        waiting = (*state.waiting, token) if waits else state.waiting
        return replace(state, elsewhere=(*state.elsewhere, (place, token)), waiting=waiting)
    side = state.sides[number]
    side = replace(side, tray=(*side.tray, Lay(token, verdict)))
    if state.setup.referee is Referee.CHECK and state.began_ms >= 0 and token not in side.seen:
        side = replace(side, seen=(*side.seen, token))  # T9
    return with_side(state, number, side)


def take_token(state: State, place: str, token: str) -> State:
    """The state with a token gone from a place."""
    number = state.setup.index.side_of.get(place)
    if (place, token) in state.elsewhere:
        left = tuple([entry for entry in state.elsewhere if entry != (place, token)])
        waiting = tuple([other for other in state.waiting if other != token])
        return replace(state, elsewhere=left, waiting=waiting)
    if number is None:
        return state
    side = state.sides[number]
    tray = tuple([lay for lay in side.tray if lay.token != token])
    return with_side(state, number, replace(side, tray=tray))


def note_placed(state: State, placed: Placed) -> Stepped:
    """A token arrives while the table does not judge: it will be judged at "three" (T16)."""
    return Step(put_token(state, placed.place, placed.piece, Verdict.UNJUDGED), ())


def note_removed(state: State, removed: Removed) -> Stepped:
    """A token leaves while the table does not judge."""
    return Step(take_token(state, removed.place, removed.piece), ())


def adopt(state: State, lying: Lying) -> Stepped:
    """What lies on a place is taken as it is, unjudged; a rake there has said all it says."""
    index = state.setup.index
    tokens = [piece for piece in lying.pieces if piece in index.token_design]
    number = index.side_of.get(lying.place)
    if number is None or state.sides[number].off:
        others = [entry for entry in state.elsewhere if entry[0] != lying.place]
        here = [(lying.place, token) for token in tokens]
        elsewhere = (*others, *here)
        still = {token for _, token in others}
        waiting = (*[token for token in state.waiting if token in still], *tokens)
        return Step(replace(state, elsewhere=elsewhere, waiting=waiting), ())
    side = state.sides[number]
    tray = tuple([Lay(token, Verdict.UNJUDGED) for token in tokens])
    # What held a card back (T10) is judged anew with the rest.
    return Step(with_side(state, number, replace(side, tray=tray, rake_ms=-1)), ())


def judge_elsewhere(state: State) -> Stepped:
    """At "three" what waits where nobody plays is a stray (T12)."""
    if not state.waiting:
        return Step(state, ())
    outputs: tuple[Output, ...] = ()
    for place, token in state.elsewhere:
        if token in state.waiting:
            outputs = (*outputs, TokenStrayed(place=place, token=token), Sound("stray"))
    return Step(replace(state, waiting=()), outputs)

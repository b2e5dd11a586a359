"""What each place shows, as a function of the state: place -> cue. How a cue looks is data."""

from __future__ import annotations

from meadow.games.game import Cue, Seat
from meadow.games.sweepers import stopping
from meadow.games.sweepers.checking import EMPTY_FIRST
from meadow.games.sweepers.dealing import next_to_deal
from meadow.games.sweepers.setup import DECK, Mode, Referee
from meadow.games.sweepers.state import SAND_MS, Phase, Side, State, Verdict, may_flip

MEADOW = "meadow"
_LOOK_TRAY = Cue("look-tray")
_LOOK_STASH = Cue("look-stash")
_SAND_RUNS = frozenset((Phase.PLAYING, Phase.STOPPED, Phase.COUNTING))


def lights_of(state: State) -> dict[str, Cue]:
    """place -> cue for every place that shows something."""
    cues = dict(_PHASE_LIGHTS[state.phase](state))
    for seat, side in zip(state.setup.seats, state.sides, strict=True):
        if side.off:
            cues[seat.side] = Cue("off")
    for place, _ in state.elsewhere:
        # Stop! may be looking for just this token, and that says more (T13).
        if state.phase not in (Phase.OVER, Phase.BETWEEN) and cues.get(place) != _LOOK_TRAY:
            cues[place] = Cue("stray")
    sand = state.setup.mode is Mode.PAWS and state.began_ms >= 0
    if sand and MEADOW not in cues and state.phase in _SAND_RUNS:
        cues[MEADOW] = Cue("timer", ends_ms=state.began_ms + SAND_MS, span_ms=SAND_MS)
    return cues


def _every_side(state: State, name: str) -> dict[str, Cue]:
    return {seat.side: Cue(name) for seat in state.setup.seats}


def _dealing(state: State) -> dict[str, Cue]:
    side = state.setup.seats[next_to_deal(state)].side
    return {side: Cue("deal"), DECK: Cue("scan")}


def _taking(state: State) -> dict[str, Cue]:
    pair = state.setup.index.pairs[state.taken]
    return {pair.younger: Cue("give"), pair.older: Cue("deal"), DECK: Cue("scan")}


def _ready(state: State) -> dict[str, Cue]:
    if state.setup.mode is Mode.PAWS:
        return {**_every_side(state, "ready"), **{side: Cue("flip") for side in may_flip(state)}}
    return {**_every_side(state, "ready"), DECK: Cue("rake-here")}


def _counting(state: State) -> dict[str, Cue]:
    step = Cue("count", state.count, 3)
    return {seat.side: step for seat in state.setup.seats}


def _playing(state: State) -> dict[str, Cue]:
    if state.setup.referee is Referee.CHECK:
        return {seat.side: _neutral_cue(side) for seat, side in _seats(state)}
    return {seat.side: _side_cue(side) for seat, side in _seats(state)}


def _seats(state: State) -> list[tuple[Seat, Side]]:
    return list(zip(state.setup.seats, state.sides, strict=True))


def _side_cue(side: Side) -> Cue:
    """Live: the most urgent of what the table thinks of a side, with its progress."""
    covered, cards = len(side.done), side.size
    if side.claim_ms >= 0:
        return Cue("claim", covered, cards)
    if side.has_stray:
        return Cue("stray", covered, cards)
    if any(lay.verdict is Verdict.MATCH for lay in side.tray):
        return Cue("match", covered, cards)
    return Cue("open" if side.open else "wait", covered, cards)


def _neutral_cue(side: Side) -> Cue:
    """Check: only what a player has said, never what lies in the tray (T9)."""
    if side.claim_ms >= 0 and not side.open:
        return Cue("wait", len(side.done), side.size)
    return Cue("open", len(side.done), side.size)


def _claimed(state: State) -> dict[str, Cue]:
    return {
        seat.side: Cue("claim" if side.claim_ms >= 0 else "stop") for seat, side in _seats(state)
    }


def _stopped(state: State) -> dict[str, Cue]:
    cues = {**_every_side(state, "stop"), DECK: Cue("rake-here")}
    for found in stopping.missing(state):
        if found.kind == "meadow":
            cues[MEADOW] = Cue("not-seen")
        else:
            cues[found.place] = _LOOK_TRAY if found.kind == "tray" else _LOOK_STASH
    return cues


def _laying(state: State) -> dict[str, Cue]:
    cues = _every_side(state, "stop")
    laying = state.laying
    if laying is None:
        return cues
    for number in laying.queue[1:]:
        cues[state.setup.seats[number].side] = Cue("next")
    name = state.setup.seats[laying.queue[0]].side
    if laying.emptying:
        cues[name] = Cue("empty-tray" if laying.emptying == EMPTY_FIRST else "one-by-one")
    elif laying.group:
        cues[name] = Cue("fits" if laying.fits else "wrong")
    else:
        cues[name] = Cue("lay")
    return cues


def _drawing(state: State) -> dict[str, Cue]:
    cues = _every_side(state, "stop")
    cues[state.setup.seats[state.draws[0][0]].side] = Cue("deal")
    return {**cues, DECK: Cue("scan")}


def _between(state: State) -> dict[str, Cue]:
    return {**_every_side(state, "won"), DECK: Cue("start-here")}


def _over(state: State) -> dict[str, Cue]:
    won = {side: Cue("won") for side in state.winners}
    others = "lost" if state.outcome.startswith("lost") else "ended"
    return {**_every_side(state, others), **won}


_PHASE_LIGHTS = {
    Phase.DEALING: _dealing,
    Phase.TAKING: _taking,
    Phase.READY: _ready,
    Phase.COUNTING: _counting,
    Phase.PLAYING: _playing,
    Phase.CLAIMED: _claimed,
    Phase.STOPPED: _stopped,
    Phase.INVENTORY: _laying,
    Phase.CHECKING: _laying,
    Phase.DRAWING: _drawing,
    Phase.BETWEEN: _between,
    Phase.OVER: _over,
}

"""What each place shows, as a function of the state: place -> cue. How a cue looks is data."""

from __future__ import annotations

from meadow.games.game import Cue
from meadow.games.sweet_takes import dealing
from meadow.games.sweet_takes.collecting import collected
from meadow.games.sweet_takes.setup import DECK, HAND_SIZE, ROUNDS, STASH_SIZE
from meadow.games.sweet_takes.state import Phase, State, seat_name


def lights_of(state: State) -> dict[str, Cue]:
    """place -> cue for every place that shows something."""
    cues = dict(_PHASE_LIGHTS[state.phase](state))
    for place in state.off:
        cues.setdefault(place, Cue("off"))
    return cues


def _every_seat(state: State, cue: Cue) -> dict[str, Cue]:
    return dict.fromkeys(state.setup.index.seats, cue)


def _dealing(state: State) -> dict[str, Cue]:
    seat, pile = dealing.next_to_deal(state)
    in_hand, in_stash = state.left(seat)
    if pile == dealing.HAND:
        cue = Cue("deal", in_hand, HAND_SIZE)
    else:
        cue = Cue("deal-stash", in_stash, STASH_SIZE)
    return {seat_name(state, seat): cue, DECK: Cue("scan")}


def _leading(state: State) -> dict[str, Cue]:
    return {**_every_seat(state, Cue("who-leads")), DECK: Cue("tracker-here")}


def _playing(state: State) -> dict[str, Cue]:
    if not state.plays and state.trick is not None:
        cues = _winners(state)
    else:
        cues = {seat_name(state, state.leader): Cue("tracker"), **_turn(state)}
    return {**cues, DECK: _deck(state)}


def _turn(state: State) -> dict[str, Cue]:
    in_hand, _ = state.left(state.on_turn)
    name = "turn" if in_hand else "turn-stash"
    if state.stash_said:
        name = "stash-next"
    return {seat_name(state, state.on_turn): Cue(name, state.round, ROUNDS)}


def _winners(state: State) -> dict[str, Cue]:
    """Until the next card: who collects, in which order, and who of them leads (R109 to R113)."""
    trick = state.trick
    assert trick is not None
    winners = [turn for turn, _, _ in collected(state, trick)]
    cues = {}
    for order, turn in enumerate(winners, 1):
        seat = (trick.leader + turn) % len(state.hands_dealt)
        name = "lead-next" if seat == state.leader else "collect"
        cues[seat_name(state, seat)] = Cue(name, order, len(winners))
    if state.stash_said:
        cues.update(_turn(state))
    return cues


def _deck(state: State) -> Cue:
    index = state.setup.index
    suits = [index.suits[suit] for suit in dict.fromkeys(index.suit_of[c] for c in state.plays)]
    if not suits:
        return Cue("free-lead")
    under = f"second.{suits[1]}" if len(suits) > 1 else ""
    return Cue(f"lead.{suits[0]}", under=under)


def _between(state: State) -> dict[str, Cue]:
    return {**_every_seat(state, Cue("set-over")), DECK: Cue("start-here")}


def _over(state: State) -> dict[str, Cue]:
    return {**_every_seat(state, Cue("ended")), **{seat: Cue("won") for seat in state.winners}}


_PHASE_LIGHTS = {
    Phase.DEALING: _dealing,
    Phase.LEADING: _leading,
    Phase.PLAYING: _playing,
    Phase.BETWEEN: _between,
    Phase.OVER: _over,
}

"""What the state would accept now: for the console's buttons, playthroughs and players."""

from __future__ import annotations

from meadow.games.game import Move
from meadow.games.sweepers import drawing
from meadow.games.sweepers.setup import DECK, Mode, Referee
from meadow.games.sweepers.state import Phase, State, may_flip, playing_sides, where_dealt


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every accepted kind of input but tokens, which may fall at any time."""
    if state.phase is Phase.OVER:
        return ()
    moves = _PHASE_MOVES.get(state.phase, _none)(state)
    return (*moves, *_always(state))


def _none(state: State) -> tuple[Move, ...]:
    return ()


def _always(state: State) -> tuple[Move, ...]:
    sides = tuple([state.setup.seats[number].side for number in playing_sides(state)])
    award = () if state.phase is Phase.BETWEEN else (Move("say", "award", state.setup.index.sides),)
    return (*award, Move("say", "off", sides), Move("say", "end"))


def _dealing(state: State) -> tuple[Move, ...]:
    cards = tuple([c.id for c in state.setup.cards if not where_dealt(state, c.id)])
    return (Move("place", DECK, cards), Move("say", "deal", cards))


def _taking(state: State) -> tuple[Move, ...]:
    pair = state.setup.index.pairs[state.taken]
    top = state.sides[state.setup.index.side_of[pair.younger]].deck[-1:]
    return (Move("place", DECK, top), Move("say", "deal", top))


def _drawing(state: State) -> tuple[Move, ...]:
    cards = drawing.drawable(state)
    return (Move("place", DECK, cards), Move("say", "deal", cards))


def _ready(state: State) -> tuple[Move, ...]:
    index = state.setup.index
    if state.setup.mode is Mode.STASH:
        return (Move("place", DECK, index.rakes), Move("say", "start"))
    own = [
        Move("place", seat.side, (seat.rake,))
        for seat in state.setup.seats
        if seat.rake and seat.side in may_flip(state)
    ]
    return (*own, Move("say", "flip", may_flip(state)))


def _rakes_on_deck(state: State) -> tuple[Move, ...]:
    return (Move("place", DECK, state.setup.index.rakes),)


def _playing(state: State) -> tuple[Move, ...]:
    sides = state.setup.index.sides
    moves: tuple[Move, ...] = ()
    if state.first_claim_ms < 0 and all(side.rake_ms < 0 for side in state.sides):
        moves = (*_rakes_on_deck(state), Move("say", "stop", sides))
    if state.setup.referee is Referee.LIVE:
        return moves
    claimants = [state.setup.seats[number] for number in _may_claim(state)]
    if not claimants:
        return moves
    own = [Move("place", seat.side, (seat.rake,)) for seat in claimants if seat.rake]
    return (*moves, *own, Move("say", "stashed", tuple([seat.side for seat in claimants])))


def _may_claim(state: State) -> tuple[int, ...]:
    """All may shout "Stashed!"; only an open card can be said to be covered (W23)."""
    if state.sand_out:
        return ()
    if state.setup.mode is Mode.STASH:
        return playing_sides(state)
    return tuple([number for number in playing_sides(state) if state.sides[number].open])


def _counting(state: State) -> tuple[Move, ...]:
    return (*_rakes_on_deck(state), Move("say", "stop", state.setup.index.sides))


def _stopped(state: State) -> tuple[Move, ...]:
    sides = state.setup.index.sides
    return (*_rakes_on_deck(state), Move("say", "start"), Move("say", "ask", sides))


def _laying(state: State) -> tuple[Move, ...]:
    if state.laying is None:
        return ()
    seat = state.setup.seats[state.laying.queue[0]]
    if state.laying.emptying:
        return ()
    rake = (Move("place", seat.side, (seat.rake,)),) if seat.rake else ()
    return (*rake, Move("say", "done", (seat.side,)))


def _between(state: State) -> tuple[Move, ...]:
    return (Move("say", "start"),)


_PHASE_MOVES = {
    Phase.DEALING: _dealing,
    Phase.TAKING: _taking,
    Phase.READY: _ready,
    Phase.COUNTING: _counting,
    Phase.PLAYING: _playing,
    Phase.STOPPED: _stopped,
    Phase.INVENTORY: _laying,
    Phase.CHECKING: _laying,
    Phase.DRAWING: _drawing,
    Phase.BETWEEN: _between,
}

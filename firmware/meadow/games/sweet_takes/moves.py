"""What the state would accept now: for the console's buttons, playthroughs and players."""

from __future__ import annotations

from meadow.games.game import Move
from meadow.games.sweet_takes import playing
from meadow.games.sweet_takes.setup import DECK, SEATS
from meadow.games.sweet_takes.speech import READERS
from meadow.games.sweet_takes.state import Phase, State


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every accepted kind of input. It names hidden cards: not for people."""
    if state.phase is Phase.OVER:
        return ()
    on = tuple([place for place in READERS if place not in state.off])
    off = (Move("say", "off", on),) if on else ()
    award = Move("say", "award", state.setup.index.seats)
    return (*_PHASE_MOVES[state.phase](state), award, *off, Move("say", "end"))


def _dealing(state: State) -> tuple[Move, ...]:
    index = state.setup.index
    cards = index.mask(state.suits)
    for held in (*state.hands, *state.stashes):
        cards &= ~held
    undealt = index.ids(cards)
    return (Move("place", DECK, undealt), Move("say", "deal", undealt), *_leading(state))


def _leading(state: State) -> tuple[Move, ...]:
    """Round 1's leader may be named, and named anew, until the round begins."""
    if state.sets_done:
        return ()
    seats, tracker = state.setup.index.seats, state.setup.tracker
    moves = [Move("say", "leader", seats)]
    if tracker:
        trays = [DECK if seat == SEATS[-1] else seat for seat in seats]
        moves += [Move("place", tray, (tracker,)) for tray in trays]
    return tuple(moves)


def _playing(state: State) -> tuple[Move, ...]:
    if state.scanned:
        cards = state.setup.index.ids(playing.playable(state))
        return (Move("place", DECK, cards), Move("say", "play", cards))
    return _playing_unscanned(state)


def _playing_unscanned(state: State) -> tuple[Move, ...]:
    index = state.setup.index
    seat = state.on_turn
    cards = index.ids(index.mask(state.suits) & ~state.played)
    in_hand, in_stash = state.left(seat)
    moves: list[Move] = []
    if in_stash if state.stash_said else in_hand:
        moves += [Move("place", DECK, cards), Move("say", "play", cards)]
    if in_stash and index.seats[seat] in READERS:
        moves.append(Move("place", index.seats[seat], cards))
    if in_stash and not state.stash_said:
        moves.append(Move("say", "stash"))
    return tuple(moves)


def _between(state: State) -> tuple[Move, ...]:
    index = state.setup.index
    unused = [suit for number, suit in enumerate(index.suits) if number not in state.suits]
    return (Move("say", "start"), *([Move("say", "swap", tuple(unused))] if unused else []))


_PHASE_MOVES = {
    Phase.DEALING: _dealing,
    Phase.LEADING: _leading,
    Phase.PLAYING: _playing,
    Phase.BETWEEN: _between,
}

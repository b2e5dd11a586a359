"""What the state would accept now: for the console's buttons, playthroughs and players."""

from __future__ import annotations

from meadow.games.game import Move
from meadow.games.sweet_takes import dealing, playing
from meadow.games.sweet_takes.setup import DECK, SEATS
from meadow.games.sweet_takes.speech import READERS
from meadow.games.sweet_takes.state import Phase, State


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every accepted kind of input. It names hidden cards: not for people.

    It knows no time: for a moment after a card, one of the same hand is two at once instead (S15).
    """
    if state.phase is Phase.OVER:
        return ()
    on = tuple([place for place in READERS if place not in state.off])
    off = (Move("say", "off", on),) if on else ()
    award = Move("say", "award", state.setup.index.seats)
    return (*_PHASE_MOVES[state.phase](state), award, *off, Move("say", "end"))


def laid_again(state: State) -> tuple[str, ...]:
    """The cards that may still be dealt or played, and the turn tracker while it names who leads:
    what has to be laid again if it came in a pause (T14).
    """
    if state.phase is Phase.DEALING:
        return (*_undealt(state), *_tracker(state))
    if state.phase is Phase.LEADING:
        return _tracker(state)
    if state.phase is Phase.PLAYING:
        index = state.setup.index
        return index.ids(index.mask(state.suits) & ~state.played)
    return ()


def _tracker(state: State) -> tuple[str, ...]:
    tracker = state.setup.tracker
    return (tracker,) if tracker and not state.sets_done else ()


def _undealt(state: State) -> tuple[str, ...]:
    index = state.setup.index
    return index.ids(index.mask(state.suits) & ~dealing.dealt(state))


def _dealing(state: State) -> tuple[Move, ...]:
    undealt = _undealt(state)
    return (Move("place", DECK, undealt), Move("say", "deal", undealt), *_leading(state))


def _leading(state: State) -> tuple[Move, ...]:
    """Round 1's leader may be named, and named anew, until the round begins."""
    if state.sets_done:
        return ()
    tracker = _tracker(state)
    named = state.setup.index.seats
    seats = tuple([seat for number, seat in enumerate(named) if number != state.leader])
    trays = [DECK if seat == SEATS[-1] else seat for seat in seats] if tracker else []
    return (Move("say", "leader", seats), *[Move("place", tray, tracker) for tray in trays])


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
    """A swap names the suit that goes out before the one that comes in, which is listed."""
    index = state.setup.index
    unused = [suit for number, suit in enumerate(index.suits) if number not in state.suits]
    return (Move("say", "start"), *([Move("say", "swap", tuple(unused))] if unused else []))


_PHASE_MOVES = {
    Phase.DEALING: _dealing,
    Phase.LEADING: _leading,
    Phase.PLAYING: _playing,
    Phase.BETWEEN: _between,
}

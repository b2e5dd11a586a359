"""Breaches of following in an unscanned game, found when the hidden card is played (S21).

A hand never grows, so whoever plays a card of a suit from the hand had it all along.
"""

from __future__ import annotations

from meadow.games.game import Output, Sound
from meadow.games.sweet_takes.facts import BreachFound
from meadow.games.sweet_takes.state import Breach, State, Void, replace


def judge(state: State, seat: int, card: int) -> tuple[tuple[Void, ...], tuple[Breach, ...]]:
    """What a card from the hand says: new voids of this seat, breaches that it shows."""
    index = state.setup.index
    suit = index.suit_of[card]
    known = {(breach.set, breach.seat, breach.round) for breach in state.breaches}
    breaches = [
        Breach(state.set_number, seat, void.round, card)
        for void in state.voids
        if void.seat == seat
        and void.suit == suit
        and (state.set_number, seat, void.round) not in known  # one play is one breach
    ]
    denied = [Void(seat, state.round, other) for other in _not_followed(state, suit)]
    return (*state.voids, *denied), (*state.breaches, *breaches)


def _not_followed(state: State, suit: int) -> list[int]:
    """The suits that bound this play and that the seat then has not (R99, R105, S3)."""
    suit_of = state.setup.index.suit_of
    binding = list(dict.fromkeys(suit_of[played] for played in state.plays))
    binding = binding[: state.setup.follow_depth]
    return binding[: binding.index(suit)] if suit in binding else binding


def told(state: State, before: tuple[Breach, ...]) -> tuple[Output, ...]:
    """The facts of the breaches that were found since ``before``."""
    index = state.setup.index
    facts = [
        BreachFound(
            set=breach.set,
            seat=index.seats[breach.seat],
            round=breach.round,
            suit=index.suits[index.suit_of[breach.card]],
            card=index.cards[breach.card].id,
        )
        for breach in state.breaches[len(before) :]
    ]
    return (*facts, Sound("breach")) if facts else ()


def taken_back(state: State, seat: int, card: int) -> State:
    """As if this card had not been played in this round."""
    shown = (state.set_number, seat, card)
    voids = [void for void in state.voids if (void.seat, void.round) != (seat, state.round)]
    breaches = [one for one in state.breaches if (one.set, one.seat, one.card) != shown]
    return replace(state, voids=tuple(voids), breaches=tuple(breaches))

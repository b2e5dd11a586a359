"""Dealing over the deck reader (T6), and way B's taking of cards (R76, W9)."""

from __future__ import annotations

from meadow.games.game import Sound, Step
from meadow.games.sweepers.facts import CardDealt, CardTaken
from meadow.games.sweepers.setup import DealOrder, Pair, deal_size
from meadow.games.sweepers.state import (
    Phase,
    State,
    Stepped,
    playing_sides,
    refused,
    replace,
    where_dealt,
    with_side,
)


def next_to_deal(state: State) -> int:
    """The number of the side that gets the next card: clockwise, or deck by deck (T6)."""
    sides = state.sides
    playing = playing_sides(state)
    if state.setup.deal_order is DealOrder.BLOCKS:
        size = deal_size(state.setup, state.round)
        return next(number for number in playing if len(sides[number].deck) < size)
    return min(playing, key=lambda number: (len(sides[number].deck), number))


def deal_card(state: State, card: str, at_ms: int) -> Stepped:
    """A card passes the deck reader and goes face down to the side that is lit (R11, R12)."""
    owner = where_dealt(state, card)
    if owner:
        return refused(state, f"this card is in {owner}'s deck already", "deck", "T6")
    number = next_to_deal(state)
    side = state.sides[number]
    name = state.setup.seats[number].side
    state = with_side(state, number, replace(side, deck=(*side.deck, card)))
    dealt = CardDealt(side=name, count=len(side.deck) + 1)
    step = go_on(state)
    return Step(step.state, (dealt, Sound("deal"), *step.outputs))


def go_on(state: State) -> Stepped:
    """Once all sides in play have their decks: way B's next pair, or ready (W9).

    A pair of which one is switched off is passed over (T15).
    """
    sides, index = state.sides, state.setup.index
    size = deal_size(state.setup, state.round)
    if state.phase is Phase.DEALING and any(
        len(sides[number].deck) < size for number in playing_sides(state)
    ):
        return Step(state, ())
    pairs = index.pairs if state.setup.has_way("B") else ()
    taken = state.taken
    while taken < len(pairs) and _lacks_one(state, pairs[taken]):
        taken += 1
    taking = taken < len(pairs)
    state = replace(state, taken=taken, phase=Phase.TAKING if taking else Phase.READY)
    return Step(state, (Sound("take" if taking else "ready"),))


def _lacks_one(state: State, pair: Pair) -> bool:
    side_of = state.setup.index.side_of
    return any(state.sides[side_of[name]].off for name in (pair.older, pair.younger))


def take_card(state: State, card: str, at_ms: int) -> Stepped:
    """Way B: only the younger's top card is accepted; it goes onto the older's deck."""
    index = state.setup.index
    pair = index.pairs[state.taken]
    older, younger = index.side_of[pair.older], index.side_of[pair.younger]
    giving = state.sides[younger]
    if not giving.deck or giving.deck[-1] != card:
        why = f"way B: scan the top card of {pair.younger}'s deck, for {pair.older}"
        return refused(state, why, "deck", "T6")
    state = with_side(state, younger, replace(giving, deck=giving.deck[:-1]))
    taking = state.sides[older]
    state = with_side(state, older, replace(taking, deck=(*taking.deck, card)))
    step = go_on(replace(state, taken=state.taken + 1))
    fact = CardTaken(older=pair.older, younger=pair.younger)
    return Step(step.state, (fact, *step.outputs))

"""Dealing over the deck reader (T6), and way B's taking of cards (R76, W9)."""

from __future__ import annotations

from meadow.games.game import Output, Sound, Step
from meadow.games.sweepers.facts import CardDealt, CardTaken
from meadow.games.sweepers.setup import DealOrder, deal_size
from meadow.games.sweepers.state import (
    Phase,
    State,
    Stepped,
    refused,
    replace,
    where_dealt,
    with_side,
)


def next_to_deal(state: State) -> int:
    """The number of the side that gets the next card: clockwise, or deck by deck (T6)."""
    dealt = sum(len(side.deck) for side in state.sides)
    if state.setup.deal_order is DealOrder.BLOCKS:
        return dealt // deal_size(state.setup, state.round)
    return dealt % len(state.sides)


def deal_card(state: State, card: str, at_ms: int) -> Stepped:
    """A card passes the deck reader and goes face down to the side that is lit (R11, R12)."""
    owner = where_dealt(state, card)
    if owner:
        return refused(state, f"this card is in {owner}'s deck already", "deck", "T6")
    number = next_to_deal(state)
    side = state.sides[number]
    name = state.setup.seats[number].side
    state = with_side(state, number, replace(side, deck=(*side.deck, card)))
    outputs: tuple[Output, ...] = (CardDealt(side=name, count=len(side.deck) + 1), Sound("deal"))
    size = deal_size(state.setup, state.round)
    if all(len(side.deck) == size for side in state.sides):
        taking = state.setup.has_way("B") and bool(state.setup.index.pairs)
        state = replace(state, phase=Phase.TAKING if taking else Phase.READY)
        outputs = (*outputs, Sound("take" if taking else "ready"))
    return Step(state, outputs)


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
    taken = state.taken + 1
    done = taken == len(index.pairs)
    state = replace(state, taken=taken, phase=Phase.READY if done else Phase.TAKING)
    sound = Sound("ready" if done else "take")
    return Step(state, (CardTaken(older=pair.older, younger=pair.younger), sound))

"""Penalties: mismatched cards are set aside and as many are drawn (R50 to R54, W19, W2)."""

from __future__ import annotations

from meadow.games.game import Output, Sound, Step
from meadow.games.sweepers.facts import CardDrawn, Penalised
from meadow.games.sweepers.state import (
    Phase,
    SideVerdict,
    State,
    Stepped,
    refused,
    replace,
    where_dealt,
    with_side,
)


def penalise(state: State, verdicts: tuple[SideVerdict, ...]) -> Stepped:
    """Set the cards aside; the penalised draw in seat order, then play goes on at "three"."""
    outputs: tuple[Output, ...] = ()
    draws: list[tuple[int, int]] = []
    for verdict in verdicts:
        side = state.sides[verdict.side]
        cleared = replace(side, deck=(), claim_ms=-1, seen=(), revealed=len(side.done))
        state = with_side(state, verdict.side, cleared)
        state = replace(state, aside=(*state.aside, *verdict.cards))
        if not side.off and verdict.cards:
            draws.append((verdict.side, len(verdict.cards)))
            name = state.setup.seats[verdict.side].side
            outputs = (*outputs, Penalised(side=name, draws=len(verdict.cards)))
    sides = tuple([replace(side, claim_ms=-1) for side in state.sides])
    owed = tuple(sorted(draws))
    state = replace(state, sides=sides, draws=owed, penalised=owed, first_claim_ms=-1)
    if not draws:
        return Step(replace(state, phase=Phase.STOPPED), outputs)
    return Step(replace(state, phase=Phase.DRAWING), (*outputs, Sound("penalty")))


def undealt(state: State) -> tuple[str, ...]:
    """The draw pile: the cards that are with nobody and not set aside."""
    return tuple(
        [
            card.id
            for card in state.setup.cards
            if card.id not in state.aside and not where_dealt(state, card.id)
        ]
    )


def drawable(state: State) -> tuple[str, ...]:
    """The cards a penalty draw accepts: the draw pile, then those set aside (T6, W2)."""
    return undealt(state) or state.aside


def draw_card(state: State, card: str, at_ms: int) -> Stepped:
    """A drawn card goes face down to the penalised side; the first drawn is on top (W19)."""
    if card not in drawable(state):
        owner = where_dealt(state, card)
        why = f"this card is in {owner}'s deck" if owner else "draw from the draw pile first"
        return refused(state, why, "deck", "W2")
    (number, left), rest = state.draws[0], state.draws[1:]
    side = state.sides[number]
    name = state.setup.seats[number].side
    state = with_side(state, number, replace(side, deck=(card, *side.deck)))
    aside = tuple([had for had in state.aside if had != card])
    draws = ((number, left - 1), *rest) if left > 1 else rest
    state = replace(state, aside=aside, draws=draws)
    if not draws:
        state = replace(state, phase=Phase.STOPPED)
    sound = Sound("deal" if draws else "ready")
    return Step(state, (CardDrawn(side=name, left=left - 1), sound))

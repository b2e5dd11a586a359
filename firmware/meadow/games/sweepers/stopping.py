"""Stop! (R37 to R41, T13): play stands still, the missing token is looked for."""

from __future__ import annotations

from typing import NamedTuple

from meadow.games.game import Placed, Removed, Sound, Step
from meadow.games.sweepers import checking, live
from meadow.games.sweepers.facts import InventoryTaken, StopCalled
from meadow.games.sweepers.setup import Mode, Referee
from meadow.games.sweepers.state import (
    Laying,
    Phase,
    State,
    Stepped,
    Verdict,
    refused,
    replace,
    with_side,
)
from meadow.games.sweepers.tray import note_placed, note_removed


def stop(state: State, caller: int, at_ms: int) -> Stepped:
    """Stop! while playing or counting down; ``caller`` is -1 when not known. It is free (W6)."""
    if state.began_ms < 0:
        # Nobody has begun yet: this only takes back the countdown.
        return Step(replace(state, phase=Phase.READY, count=0, count_ms=0), (Sound("stop"),))
    if state.first_claim_ms >= 0:
        return refused(state, "Stashed! is called: nothing to stop", "deck", "W10")
    if any(side.rake_ms >= 0 for side in state.sides):
        # It counts from its arrival, so it was said before this Stop! (T16).
        return refused(state, "a rake claims in its own tray: it is heard first", "deck", "T16")
    was = state.phase
    name = state.setup.seats[caller].side if caller >= 0 else ""
    state = replace(state, phase=Phase.STOPPED, caller=caller, count=0, count_ms=0)
    called = (StopCalled(side=name), Sound("stop"))
    takes_inventory = (
        state.setup.referee is Referee.CHECK
        and state.setup.mode is Mode.STASH
        and was is Phase.PLAYING
    )
    if not takes_inventory:
        return Step(state, called)
    begun = _begin_inventory(state)
    return Step(begun.state, (*called, *begun.outputs))


def _begin_inventory(state: State) -> Stepped:
    """Each side in turn, clockwise from the caller, lays its tokens (T13)."""
    count = len(state.sides)
    first = max(0, state.caller)
    order = [(first + step) % count for step in range(count)]
    queue = tuple([number for number in order if not state.sides[number].off])
    state = replace(state, phase=Phase.INVENTORY, laying=Laying(queue=queue))
    return checking.start_side(state)


def end_inventory_side(state: State, at_ms: int) -> Stepped:
    """The side's rake ends its inventory; what matches none of its cards goes back."""
    laying = checking.laying_of(state)
    number = laying.queue[0]
    name = state.setup.seats[number].side
    if laying.emptying:
        return checking.rake_ends(state)  # says what to do
    back = checking.unfit_tokens(state, number, laying)
    side = state.sides[number]
    known = tuple([token for token in laying.laid if token not in back])
    side = replace(
        side,
        known=known,
        seen=tuple([token for token in dict.fromkeys((*side.seen, *known)) if token not in back]),
        revealed=min(side.size, max(len(laying.laid) + 1, side.revealed)),
    )
    state = with_side(state, number, side)
    taken = InventoryTaken(side=name, tokens=laying.laid, back=back)
    step = next_inventory(state)
    return Step(step.state, (taken, Sound("mistake" if back else "right"), *step.outputs))


def next_inventory(state: State) -> Stepped:
    """The next side lays its tokens; after the last, play stands still until "three"."""
    laying = checking.laying_of(state)
    queue = laying.queue[1:]
    if not queue:
        return Step(replace(state, phase=Phase.STOPPED, laying=None), ())
    return checking.start_side(replace(state, laying=replace(laying, queue=queue)))


# --------------------------------------------------------------------- while stopped


def token_placed(state: State, placed: Placed) -> Stepped:
    """Tokens that arrive while stopped are judged at "three" (T16)."""
    return note_placed(state, placed)


def token_removed(state: State, removed: Removed) -> Stepped:
    """A match that is picked up while stopped is laid on its card; it opens none yet."""
    if state.setup.referee is Referee.CHECK:
        return note_removed(state, removed)
    state, _, outputs = live.lift(state, removed)
    number = state.setup.index.side_of.get(removed.place)
    if number is None or _reveals_more(state, number):
        return Step(state, outputs)
    # The last card is covered: that is not put off until "three" (T8, R70).
    state, more = live.settle(state, number, removed.at_ms)
    return Step(state, (*outputs, *more))


def _reveals_more(state: State, number: int) -> bool:
    """Whether covering the open cards opens others, for which all wait until "three"."""
    if state.setup.mode is Mode.STASH:
        return bool(state.sides[number].deck)
    return any(side.deck for side in state.sides if not side.off)


class Whereabouts(NamedTuple):
    """Where a token of a missing design was last known: ``kind`` tray, stash or meadow."""

    card: str
    kind: str
    place: str


def missing(state: State) -> tuple[Whereabouts, ...]:
    """For each uncovered open card of the caller, where its tokens were last known (T13)."""
    if state.caller < 0:
        return ()
    found: list[Whereabouts] = []
    for card in _uncovered(state, state.caller):
        known = _known_places(state, card)
        found.extend(known or (Whereabouts(card, "meadow", "meadow"),))
    return tuple(found)


def _uncovered(state: State, number: int) -> tuple[str, ...]:
    side = state.sides[number]
    if state.setup.referee is Referee.LIVE or state.setup.mode is Mode.PAWS:
        resting = {lay.card for lay in side.tray if lay.verdict is Verdict.MATCH}
        return tuple([card for card in side.open if card not in resting])
    index = state.setup.index
    left = [index.token_design[token] for token in side.known]
    cards: list[str] = []
    for card in side.cards[: side.revealed]:
        design = index.card_design[card]
        if design in left:
            left.remove(design)
        else:
            cards.append(card)
    return tuple(cards)


def _known_places(state: State, card: str) -> tuple[Whereabouts, ...]:
    index = state.setup.index
    design = index.card_design[card]
    lying = {lay.token for side in state.sides for lay in side.tray}
    lying.update(token for _, token in state.elsewhere)
    found: list[Whereabouts] = []
    for seat, side in zip(state.setup.seats, state.sides, strict=True):
        if any(index.token_design[lay.token] == design for lay in side.tray):
            found.append(Whereabouts(card, "tray", seat.side))
        stashed = {token for _, token in side.done if token} | set(side.known)
        if any(index.token_design[token] == design for token in sorted(stashed - lying)):
            found.append(Whereabouts(card, "stash", seat.side))
    for place, token in state.elsewhere:
        if index.token_design[token] == design:
            found.append(Whereabouts(card, "tray", place))
    return tuple(found)

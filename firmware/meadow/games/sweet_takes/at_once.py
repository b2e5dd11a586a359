"""Two cards that one hand laid at once: neither counts, as nobody can say which was meant (S15).

The table cannot ask; it takes the one it counted back and waits for one card alone. Must not
know which cards follow.
"""

from __future__ import annotations

from meadow.games.game import Sound, Step
from meadow.games.sweet_takes import hindsight
from meadow.games.sweet_takes.collecting import reopened
from meadow.games.sweet_takes.facts import PlayWithdrawn
from meadow.games.sweet_takes.setup import DECK
from meadow.games.sweet_takes.state import (
    AT_ONCE_MS,
    State,
    Stepped,
    refused,
    replace,
    with_item,
)

_AT_ONCE = "two cards came at once: take both away and lay one alone"


def laid_at_once(state: State, card: int, at_ms: int, place: str) -> Stepped | None:
    """What comes of a card before ``guard_ms``; None if it is not of the hand that laid last."""
    if not _of_the_same_hand(state, card, place):
        return None
    if state.withdrawn:
        return refused(state, _AT_ONCE, place, "S15")
    return _withdrawn(state, at_ms)


def _of_the_same_hand(state: State, card: int, place: str) -> bool:
    """Scanned: it is that seat's card. Unscanned: it came to the same place (S21)."""
    if not state.played and not state.withdrawn:
        return False  # no card has been laid yet
    seat = state.on_turn if state.withdrawn else last_play(state)[0]
    if state.scanned:
        return bool((state.hands[seat] | state.stashes[seat]) >> card & 1)
    tray = state.setup.index.seats[seat]
    if state.withdrawn:
        return place in (DECK, tray)
    return place == (tray if state.on_tray else DECK)


def after_pause(state: State) -> State:
    """What was laid before a pause is not at once with what comes after it."""
    return replace(state, guard_ms=0)


def last_play(state: State) -> tuple[int, int]:
    """The seat that played last, and its card; somebody has played in this set."""
    if state.plays:
        return (state.on_turn - 1) % len(state.hands_dealt), state.plays[-1]
    trick = state.trick
    assert trick is not None
    return (trick.leader + len(trick.plays) - 1) % len(state.hands_dealt), trick.plays[-1]


def _withdrawn(state: State, at_ms: int) -> Stepped:
    """As before the last play."""
    seat, card = last_play(state)
    if not state.plays:
        state = reopened(state)
    *plays, _ = state.plays
    bit, turn = 1 << card, 1 << len(plays)
    blind = bool(state.blind & turn)
    fact = PlayWithdrawn(seat=state.setup.index.seats[seat], round=state.round)
    state = replace(
        state,
        plays=tuple(plays),
        blind=state.blind & ~turn,
        played=state.played & ~bit,
        guard_ms=at_ms + AT_ONCE_MS,
        withdrawn=True,
        stash_said=state.was_said,
        on_tray=False,
        was_said=False,
    )
    if not state.scanned:
        state = _counted_back(state, seat, card, blind)
    return Step(state, (fact, Sound("withdrawn")))


def _counted_back(state: State, seat: int, card: int, blind: bool) -> State:
    """Unscanned: the seat has one card more, and what the card said is unsaid."""
    name = "stash_left" if blind else "hand_left"
    left = getattr(state, name)
    state = replace(state, **{name: with_item(left, seat, left[seat] + 1)})
    return state if blind else hindsight.taken_back(state, seat, card)

"""The end of a round: who collects which cards, and who leads next (R107 to R113)."""

from __future__ import annotations

from meadow.games.game import Output, Sound, Step
from meadow.games.sweet_takes import scoring
from meadow.games.sweet_takes.facts import CardsCollected, RoundPlayed
from meadow.games.sweet_takes.setup import ROUNDS
from meadow.games.sweet_takes.state import State, Stepped, Trick, replace

_TRICK = Sound("trick")


def collected(state: State, trick: Trick) -> list[tuple[int, int, int]]:
    """(turn of the winner, highest card, all cards) by suit, in the order of collecting.

    The starting suit comes first, then the secondary suit, then the others (R109 to R111); all
    are in the order of their first appearance (S1, S4).
    """
    suit_mask_of = state.setup.index.suit_mask_of
    plays = trick.plays
    played = 0
    for card in plays:
        played |= 1 << card
    piles = []
    done = 0
    for card in plays:
        mask = suit_mask_of[card]
        if done & mask:
            continue
        done |= mask
        cards = played & mask
        highest = cards.bit_length() - 1
        piles.append((plays.index(highest), highest, cards))
    return piles


def end_round(state: State) -> Stepped:
    """All have played: the cards go to the scoring piles, and the next round or the end comes."""
    index = state.setup.index
    players, seats = index.players, index.seats
    trick = Trick(state.leader, state.plays, state.blind)
    up, down = list(state.face_up), list(state.face_down)
    facts: list[Output] = []
    winners: list[str] = []  # once each, as nobody has more than one card in a round
    last_turn = 0
    for order, (turn, highest, cards) in enumerate(collected(state, trick), 1):
        if turn > last_turn:
            last_turn = turn
        seat = (trick.leader + turn) % players
        name, card = seats[seat], index.cards[highest]
        winners.append(name)
        others = cards ^ (1 << highest)
        up[seat] |= 1 << highest
        down[seat] |= others
        facts.append(
            CardsCollected(
                seat=name,
                suit=card.suit,
                face_up=card.id,
                face_down=index.ids(others) if others else (),
                order=order,
            )
        )
    leader = (trick.leader + last_turn) % players  # R112, R113, S5
    facts.append(RoundPlayed(round=state.round, winners=tuple(winners), leader=seats[leader]))
    is_last = state.round == ROUNDS
    state = replace(
        state,
        face_up=tuple(up),
        face_down=tuple(down),
        trick=trick,
        leader=leader,
        plays=(),
        blind=0,
        round=state.round if is_last else state.round + 1,
    )
    if not is_last:
        return Step(state, (*facts, _TRICK))
    step = scoring.end_set(state)
    return Step(step.state, (*facts, *step.outputs))


def reopened(state: State) -> State:
    """The state as if the round before had not ended: its last card can be taken back."""
    trick = state.trick
    assert trick is not None
    up, down = list(state.face_up), list(state.face_down)
    for turn, _, cards in collected(state, trick):
        seat = (trick.leader + turn) % state.setup.index.players
        up[seat] &= ~cards
        down[seat] &= ~cards
    return replace(
        state,
        face_up=tuple(up),
        face_down=tuple(down),
        trick=None,
        leader=trick.leader,
        plays=trick.plays,
        blind=trick.blind,
        round=state.round - 1,
    )

"""What an audience may know of the state, as plain values.

A hand is for its own seat alone (R88), and a stash for nobody, the referee included (R90).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from meadow.games.game import seat_audience
from meadow.games.sweet_takes import dealing, playing, scoring
from meadow.games.sweet_takes.setup import Index
from meadow.games.sweet_takes.state import Phase, State, Trick


def view(state: State, audience: str) -> Mapping[str, Any]:
    """Public to all; a seat also sees its own hand, and on its turn what of it it may play."""
    setup, index = state.setup, state.setup.index
    scores = scoring.scores_of(state)
    totals = scoring.totals_of((*_before(state), scores))
    seen: dict[str, Any] = {
        "game": "sweet-takes",
        "phase": state.phase.value,
        "deal": setup.deal.value,
        "set": state.set_number,
        "sets": setup.sets,
        "round": state.round,
        "suits": [index.suits[suit] for suit in state.suits],
        "leader": index.seats[state.leader] if state.leader >= 0 else "",
        "on_turn": index.seats[state.on_turn] if state.phase is Phase.PLAYING else "",
        "stash_said": state.stash_said,
        "starting_suit": "",
        "secondary_suit": "",
        "plays": _plays(index, Trick(state.leader, state.plays, state.blind)),
        "last_round": _plays(index, state.trick) if state.trick else [],
        "winners": list(state.winners),
        "outcome": state.outcome,
        "off": list(state.off),
        "sets_done": [[msgspec.to_builtins(score) for score in one] for one in state.sets_done],
        "seats": [
            _seat(state, number, score.points, total.points)
            for number, (score, total) in enumerate(zip(scores, totals, strict=True))
        ],
        "breaches": [
            {
                "set": breach.set,
                "seat": index.seats[breach.seat],
                "round": breach.round,
                "card": index.cards[breach.card].id,
            }
            for breach in state.breaches
        ],
    }
    suits = list(dict.fromkeys(index.suit_of[card] for card in state.plays))
    for key, suit in zip(("starting_suit", "secondary_suit"), suits, strict=False):
        seen[key] = index.suits[suit]
    if state.phase is Phase.DEALING:
        seat, pile = dealing.next_to_deal(state)
        seen["deal_to"], seen["deal_pile"] = index.seats[seat], pile
    own = [n for n, seat in enumerate(index.seats) if audience == seat_audience(seat)]
    for number in own:
        seen.update(_own(state, number))
    return seen


def _before(state: State) -> tuple[tuple[Any, ...], ...]:
    """The sets that are over and whose piles do not lie there any more."""
    lies_there = state.phase in (Phase.BETWEEN, Phase.OVER) and state.round > 0
    return state.sets_done[:-1] if lies_there else state.sets_done


def _seat(state: State, number: int, points: int, total: int) -> dict[str, Any]:
    index = state.setup.index
    in_hand, in_stash = state.left(number)
    return {
        "seat": index.seats[number],
        "hand": in_hand,
        "stash": in_stash,
        "face_up": list(index.ids(state.face_up[number])),
        "face_down": state.face_down[number].bit_count(),
        "points": points,
        "total": total,
    }


def _own(state: State, number: int) -> dict[str, Any]:
    index = state.setup.index
    hand = state.hands[number]
    may = 0
    if state.phase is Phase.PLAYING and state.on_turn == number:
        depth = state.setup.follow_depth
        may = playing.may_follow(index, state.plays, hand, depth)
    return {"hand": list(index.ids(hand)), "may_play": list(index.ids(may))}


def _plays(index: Index, trick: Trick) -> list[dict[str, Any]]:
    return [
        {
            "seat": index.seats[(trick.leader + turn) % index.players],
            "card": index.cards[card].id,
            "source": "stash" if trick.blind >> turn & 1 else "hand",
        }
        for turn, card in enumerate(trick.plays)
    ]

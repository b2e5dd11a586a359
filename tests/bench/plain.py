"""Sweet Takes for four as a plain script has it: lists of cards, changed as the game goes on.

The floor that our core is measured against. It knows no table: no input can be wrong, nothing is
told, nothing can be undone, and it must not know the project's code.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

PLAYERS, SUITS, VALUES, ROUNDS = 4, 5, 10, 12
HAND, STASH = 9, 3

Card = tuple[int, int]
"""Suit and value."""
DECK = [(suit, value) for suit in range(SUITS) for value in range(1, VALUES + 1)]


class Played(NamedTuple):
    """A game that was played: the deck as dealt (all hands, then all stashes), the cards of each
    round in turn order, the points and the winners by seat.
    """

    deck: list[Card]
    rounds: list[list[Card]]
    points: list[int]
    winners: list[int]


def playout(rng: Random) -> Played:
    """One game; every card is drawn at random from those that may be played."""
    random = rng.random
    deck = DECK[:]
    rng.shuffle(deck)
    hands = [deck[HAND * seat : HAND * (seat + 1)] for seat in range(PLAYERS)]
    rest = deck[HAND * PLAYERS :]
    stashes = [rest[STASH * seat : STASH * (seat + 1)] for seat in range(PLAYERS)]
    points, taken = [0] * PLAYERS, [0] * PLAYERS
    rounds: list[list[Card]] = []
    leader = 0
    for _ in range(ROUNDS):
        plays: list[Card] = []
        suits: list[int] = []  # of this round, in the order of their appearance
        for turn in range(PLAYERS):
            seat = (leader + turn) % PLAYERS
            hand, stash = hands[seat], stashes[seat]
            may = hand
            for suit in suits[:2]:
                following = [card for card in hand if card[0] == suit]
                if following:
                    may = following
                    break
            may = may + stash
            card = may[int(random() * len(may))]
            if card in hand:
                hand.remove(card)
            else:
                stash.remove(card)
            if card[0] not in suits:
                suits.append(card[0])
            plays.append(card)
        last_turn = 0
        for suit in suits:
            cards = [card for card in plays if card[0] == suit]
            highest = max(cards)
            turn = plays.index(highest)
            seat = (leader + turn) % PLAYERS
            points[seat] += 11 - highest[1] + len(cards) - 1
            taken[seat] += len(cards)
            last_turn = max(last_turn, turn)
        leader = (leader + last_turn) % PLAYERS
        rounds.append(plays)
    scores = list(zip(points, taken, strict=True))
    best = max(scores)
    return Played(deck, rounds, points, [seat for seat in range(PLAYERS) if scores[seat] == best])

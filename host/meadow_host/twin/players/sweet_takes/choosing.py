"""Which card a player of Sweet Takes plays: pure functions of what that player sees.

They know the own hand, how many cards the own stash holds (never which, R90) and what lies in
the middle. They must not know the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import NamedTuple

from meadow.pieces.kinds import SuitCard


class Sight(NamedTuple):
    """What one player sees on their turn: ``plays`` lie in the middle, the first one led.

    ``others`` is how many will still play after this player in this round.
    """

    hand: tuple[SuitCard, ...]
    stash: int
    plays: tuple[SuitCard, ...]
    others: int


Chooser = Callable[[Sight, Random], SuitCard | None]
"""Chooses a card of the hand; None is a card of the stash, unseen."""

_STASH_AT_RANDOM = 0.25
_POOR_CATCH = 2.0


def followers(sight: Sight, depth: int = 2) -> tuple[SuitCard, ...]:
    """The cards of the hand that may be played (R99, R105, S3)."""
    suits = list(dict.fromkeys(card.suit for card in sight.plays))
    for suit in suits[:depth]:
        having = tuple([card for card in sight.hand if card.suit == suit])
        if having:
            return having
    return sight.hand


def at_random(sight: Sight, rng: Random) -> SuitCard | None:
    """Any card that may be played, hand or stash."""
    if not sight.hand or (sight.stash and rng.random() < _STASH_AT_RANDOM):
        return None
    return rng.choice(followers(sight))


def sensible(sight: Sight, rng: Random) -> SuitCard | None:
    """Takes what is worth taking as cheaply as it can, dumps low where it cannot, and saves the
    hand with a card of the stash where every card of it would be a poor one.
    """
    if not sight.hand:
        return None
    choices = followers(sight)
    if not sight.plays:
        return _lead(choices, sight)
    taking = [card for card in choices if _takes(card, sight.plays)]
    if taking and _catch(sight.plays, taking[0].suit) > 0:
        # The last to play needs no more than enough; before others only a high card holds.
        by_value = sorted(taking, key=lambda card: card.value)
        return by_value[0] if not sight.others else by_value[-1]
    if sight.stash and _given_away(choices) > _POOR_CATCH and rng.random() < 0.7:
        return None
    return min(choices, key=lambda card: (card.points, card.value))


def chosen_with(sense: float, sight: Sight, rng: Random) -> SuitCard | None:
    """A card as `sensible` chooses it, by this chance from 0 to 1, else one `at_random`."""
    has_sense = sense >= 1 or rng.random() < sense
    return sensible(sight, rng) if has_sense else at_random(sight, rng)


def _lead(choices: Iterable[SuitCard], sight: Sight) -> SuitCard:
    """The highest card of the longest suit: it draws the others' cards of that suit."""
    suits = [card.suit for card in sight.hand]
    return max(choices, key=lambda card: (card.value >= 8, suits.count(card.suit), card.value))


def _takes(card: SuitCard, plays: Iterable[SuitCard]) -> bool:
    """Whether it would be the highest of its suit."""
    return all(card.value > other.value for other in plays if other.suit == card.suit)


def _catch(plays: Iterable[SuitCard], suit: str) -> int:
    """How many cards lie there to be taken with this suit."""
    return sum(card.suit == suit for card in plays)


def _given_away(choices: Iterable[SuitCard]) -> float:
    """The least that a card loses by lying face up in another's pile."""
    return min(card.points for card in choices)

"""The set-up of a game of Sweet Takes: who sits where, with which cards, by which ways.

Data and its checks; knows nothing of how the game is played.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import StrEnum
from functools import cached_property

import msgspec

from meadow.games.game import Seat, SetupError
from meadow.pieces.kinds import SuitCard

SEATS = ("north", "east", "south", "west", "five")
"""Clockwise; the fifth seat is the corner between west and north (S20). The left neighbour of a
player who faces the table sits clockwise of them (R97)."""
DECK = "deck"

HAND_SIZE = 9  # R87
STASH_SIZE = 3  # R89
ROUNDS = HAND_SIZE + STASH_SIZE  # R81
FEWEST, MOST = 2, len(SEATS)  # S20


class Deal(StrEnum):
    """How the table learns who has which card (S21)."""

    SCANNED = "scanned"
    UNSCANNED = "unscanned"


class DealOrder(StrEnum):
    """How cards go round (T6)."""

    CLOCKWISE = "clockwise"
    BLOCKS = "blocks"


class Setup(msgspec.Struct, frozen=True, dict=True):
    """All a game of Sweet Takes depends on.

    ``seats`` are in clockwise order from north; ``cards`` are all of the box, also of suits not
    in use; ``suits`` those of the first set. ``leader`` is the seat that leads round 1 (S9), ""
    to be asked for once the cards are dealt. ``follow_depth`` is S3's.
    """

    seats: tuple[Seat, ...]
    cards: tuple[SuitCard, ...]
    suits: tuple[str, ...]
    tracker: str = ""
    leader: str = ""
    sets: int = 1
    deal: Deal = Deal.SCANNED
    deal_order: DealOrder = DealOrder.CLOCKWISE
    follow_depth: int = 2

    @cached_property
    def index(self) -> Index:
        """Look-up tables made from the set-up, once."""
        return Index(self)


class Index:
    """Look-ups of one set-up.

    Cards are small numbers here, in order of suit and then of value, and a set of cards is the
    integer whose bit n stands for card n: so "has this suit" is one ``&``, and the highest card
    of a suit is the highest bit.
    """

    def __init__(self, setup: Setup) -> None:
        self.suits = suits_of(setup.cards)
        order = {suit: number for number, suit in enumerate(self.suits)}
        cards = sorted(setup.cards, key=lambda card: (order[card.suit], card.value))
        self.cards = tuple(cards)
        self.id_of = tuple([card.id for card in cards])
        self.points_of = tuple([card.points for card in cards])
        self.number_of = {card.id: number for number, card in enumerate(cards)}
        self.suit_of = tuple([order[card.suit] for card in cards])
        self.mask_of = tuple(
            [
                sum(1 << number for number, card in enumerate(cards) if card.suit == suit)
                for suit in self.suits
            ]
        )
        """The cards of each suit."""
        self.suit_mask_of = tuple([self.mask_of[suit] for suit in self.suit_of])
        """The cards of each card's suit."""
        self.seats = tuple([seat.side for seat in setup.seats])
        self.number_of_seat = {side: number for number, side in enumerate(self.seats)}
        self.rakes = tuple([seat.rake for seat in setup.seats if seat.rake])
        self.players = len(setup.seats)

    def mask(self, suits: Iterable[int]) -> int:
        """All cards of these suits."""
        return sum(self.mask_of[suit] for suit in suits)

    def ids(self, cards: int) -> tuple[str, ...]:
        """The ids of a set of cards, in order."""
        found = []
        while cards:  # as `numbers` does, on the path of every round
            lowest = cards & -cards
            found.append(self.id_of[lowest.bit_length() - 1])
            cards ^= lowest
        return tuple(found)

    def points(self, cards: int) -> int:
        """What these cards count face up (R117)."""
        return sum([self.points_of[number] for number in numbers(cards)])


def numbers(cards: int) -> list[int]:
    """The numbers of the cards in a set, rising."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(lowest.bit_length() - 1)
        cards ^= lowest
    return found


def suits_of(cards: Iterable[SuitCard]) -> tuple[str, ...]:
    """The suits of these cards, in the order of their first card."""
    return tuple(dict.fromkeys(card.suit for card in cards))


def suits_needed(players: int) -> int:
    """How many suits are in use: 3 for two players up to 6 for five (R85)."""
    return players + 1


def check_setup(setup: Setup) -> None:
    """Raises `SetupError` with the first reason why this cannot be played."""
    _check_seats(setup)
    if setup.sets not in (1, 3):
        raise SetupError(f"a game is 1 set or 3 sets, not {setup.sets} (R121)")
    if not 1 <= setup.follow_depth <= MOST:
        raise SetupError(f"follow_depth is 1 to {MOST}, not {setup.follow_depth} (S3)")
    ids = [card.id for card in setup.cards]
    if len(set(ids)) < len(ids):
        raise SetupError("two cards of the set have the same id")
    designs = {(card.suit, card.value) for card in setup.cards}
    if len(designs) < len(ids):
        raise SetupError("two cards have the same suit and value: each is there once (R79)")
    why_not = suits_trouble(setup.suits, setup.cards, len(setup.seats))
    if why_not:
        raise SetupError(why_not)


def _check_seats(setup: Setup) -> None:
    sides = [seat.side for seat in setup.seats]
    if not FEWEST <= len(sides) <= MOST:
        raise SetupError(
            f"Sweet Takes is for {FEWEST} to {MOST} players, {len(sides)} joined (S20)"
        )
    for side in sides:
        if side not in SEATS:
            raise SetupError(f"nobody can sit at {side!r}: seats are {', '.join(SEATS)} (S20)")
    if sides != [side for side in SEATS if side in sides]:
        raise SetupError("seats must be listed once each, clockwise from north")
    rakes = [seat.rake for seat in setup.seats if seat.rake]
    if len(set(rakes)) < len(rakes):
        raise SetupError("one rake is bound to two seats (T5)")
    if setup.leader and setup.leader not in sides:
        raise SetupError(
            f"{setup.leader} is to lead but has not joined: join there, or name another (S9)"
        )


def suits_trouble(suits: Collection[str], cards: Iterable[SuitCard], players: int) -> str:
    """Why these suits cannot be played with by so many players, "" if they can."""
    listed = list(suits)
    box = tuple(cards)
    need = suits_needed(players)
    for suit in listed:
        if suit not in suits_of(box):
            return (
                f"there is no suit {suit!r}: suits are {', '.join(suits_of(box)) or 'none'} (R79)"
            )
        if listed.count(suit) > 1:
            return f"the suit {suit} is listed twice"
    if len(listed) != need:
        return f"{players} players use {need} suits, {len(listed)} are chosen (R85)"
    have = sum(card.suit in listed for card in box)
    dealt = players * ROUNDS
    if have < dealt:
        return (
            f"{players} players need {dealt} cards, but only {have} of these suits have a tag: "
            "enrol the others (R92)"
        )
    return ""

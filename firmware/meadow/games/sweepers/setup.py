"""The set-up of a game of Sweepers: who sits where, with which pieces, by which ways.

Data and its checks; knows nothing of how the game is played.
"""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from functools import cached_property

import msgspec

from meadow.games.game import Seat, SetupError
from meadow.pieces.kinds import Design, StashToken, TreatCard

SIDES = ("north", "east", "south", "west")
DECK = "deck"


class Mode(StrEnum):
    """The two modes of the rulebook."""

    STASH = "thats-my-stash"
    PAWS = "quick-paws"


class Referee(StrEnum):
    """Who judges tokens: the table as they fall (T8), or a check after the shout (T9)."""

    LIVE = "live"
    CHECK = "check"


class DealOrder(StrEnum):
    """How cards go round (T6)."""

    CLOCKWISE = "clockwise"
    BLOCKS = "blocks"


class Pair(msgspec.Struct, frozen=True):
    """Way B: the older takes the top card of the younger's deck (W9). Sides."""

    older: str
    younger: str


class Setup(msgspec.Struct, frozen=True, dict=True):
    """All a game of Sweepers depends on. ``pairs`` is None for W9's default pairs.

    ``seats`` are in clockwise order from north; ``tie_window_ms`` is W10's.
    """

    mode: Mode
    seats: tuple[Seat, ...]
    tokens: tuple[StashToken, ...]
    cards: tuple[TreatCard, ...]
    referee: Referee = Referee.LIVE
    ways: tuple[str, ...] = ()
    pairs: tuple[Pair, ...] | None = None
    deal_order: DealOrder = DealOrder.CLOCKWISE
    tie_window_ms: int = 250

    @cached_property
    def index(self) -> Index:
        """Look-up tables made from the set-up, once."""
        return Index(self)

    def has_way(self, way: str) -> bool:
        return way in self.ways


class Index:
    """Look-ups of one set-up: designs are small numbers here, so that comparing is cheap."""

    def __init__(self, setup: Setup) -> None:
        numbers: dict[Design, int] = {}
        designs = [token.design for token in setup.tokens] + [card.design for card in setup.cards]
        for design in designs:
            numbers.setdefault(design, len(numbers))
        self.token_design = {token.id: numbers[token.design] for token in setup.tokens}
        self.card_design = {card.id: numbers[card.design] for card in setup.cards}
        self.side_of = {seat.side: number for number, seat in enumerate(setup.seats)}
        self.sides = tuple(seat.side for seat in setup.seats)
        self.rake_of = {seat.rake: number for number, seat in enumerate(setup.seats) if seat.rake}
        self.rakes = tuple(seat.rake for seat in setup.seats if seat.rake)
        self.pairs = setup.pairs if setup.pairs is not None else default_pairs(setup.seats)
        self.flippers = flippers(setup.seats)


def default_pairs(seats: tuple[Seat, ...]) -> tuple[Pair, ...]:
    """W9: oldest takes from youngest, and so on inward; equal ages and the middle take none."""
    ranked = sorted((seat for seat in seats if seat.age_rank), key=lambda seat: seat.age_rank)
    pairs = []
    while len(ranked) >= 2:
        older, younger = ranked.pop(0), ranked.pop()
        if older.age_rank < younger.age_rank:
            pairs.append(Pair(older.side, younger.side))
    return tuple(pairs)


def flippers(seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """W3: the sides that may flip the timer: the oldest, or anyone at equal or unknown ages."""
    oldest = min((seat.age_rank for seat in seats if seat.age_rank), default=0)
    sides = tuple(seat.side for seat in seats if oldest and seat.age_rank == oldest)
    return sides if len(sides) == 1 else tuple(seat.side for seat in seats)


def deal_size(setup: Setup, round_number: int) -> int:
    """Cards dealt to each: 7 (R11), 6 by way A (R75), 6 and one more each round by D (R78)."""
    if setup.has_way("D"):
        return 5 + round_number
    return 6 if setup.has_way("A") else 7


def last_round(setup: Setup) -> int:
    """The round of way D after which the cards no longer suffice (W11)."""
    return len(setup.cards) // len(setup.seats) - 5 if setup.has_way("D") else 1


def check_setup(setup: Setup) -> None:
    """Raises `SetupError` with the first reason why this cannot be played."""
    _check_seats(setup)
    _check_ways(setup)
    _check_pairs(setup)
    _check_pieces(setup)


def _check_seats(setup: Setup) -> None:
    sides = [seat.side for seat in setup.seats]
    fewest = 2 if setup.mode is Mode.STASH else 1
    if not fewest <= len(sides) <= len(SIDES):
        name = "That's My Stash!" if setup.mode is Mode.STASH else "Quick Paws"
        raise SetupError(f"{name} is for {fewest} to 4 players, {len(sides)} joined (W1)")
    for side in sides:
        if side not in SIDES:
            raise SetupError(f"nobody can sit at {side!r}: sides are {', '.join(SIDES)} (R9)")
        if sides.count(side) > 1:
            raise SetupError(f"two players on the {side} side: each needs one of their own (R9)")
    if sides != [side for side in SIDES if side in sides]:
        raise SetupError("seats must be listed clockwise from north")
    rakes = [seat.rake for seat in setup.seats if seat.rake]
    if len(set(rakes)) < len(rakes):
        raise SetupError("one rake is bound to two sides (R15)")
    if any(seat.age_rank < 0 for seat in setup.seats):
        raise SetupError("an age rank is 1 for the oldest, 2, 3 ..., or 0 for not given")


def _check_ways(setup: Setup) -> None:
    for way in setup.ways:
        if way not in ("A", "B", "C", "D"):
            raise SetupError(f"there is no way {way!r}: ways are A, B, C and D")
    if list(setup.ways) != sorted(set(setup.ways)):
        raise SetupError("ways must be listed once each, in order")
    if setup.has_way("D"):
        if setup.mode is not Mode.PAWS:
            raise SetupError("way D is rounds of Quick Paws: choose Quick Paws for it (R78)")
        for other in ("A", "B"):
            if setup.has_way(other):
                raise SetupError(f"ways {other} and D exclude each other (T4)")
    if not 0 <= setup.tie_window_ms <= 2000:
        raise SetupError("tie_window_ms must be 0 to 2000")


def _check_pairs(setup: Setup) -> None:
    if not setup.has_way("B"):
        if setup.pairs:
            raise SetupError("pairs are for way B: choose way B or give no pairs (W9)")
        return
    seats = {seat.side: seat for seat in setup.seats}
    if setup.pairs is None and not any(seat.age_rank for seat in setup.seats):
        raise SetupError("way B needs to know who is older: give age ranks or pairs (W9)")
    takers: list[str] = []
    for pair in setup.pairs or ():
        if pair.older not in seats or pair.younger not in seats:
            raise SetupError(f"way B: nobody plays at {pair.older} or {pair.younger} (W9)")
        old_rank, young_rank = seats[pair.older].age_rank, seats[pair.younger].age_rank
        if pair.older == pair.younger or (old_rank and young_rank and old_rank >= young_rank):
            raise SetupError(f"way B: {pair.older} is not older than {pair.younger} (W9)")
        takers.append(pair.older)
    if len(set(takers)) < len(takers):
        raise SetupError("way B: each older player takes one card only (R76)")


def _check_pieces(setup: Setup) -> None:
    ids = [piece.id for piece in (*setup.tokens, *setup.cards)]
    if len(set(ids)) < len(ids):
        raise SetupError("two pieces of the set have the same id")
    size, players = deal_size(setup, 1), len(setup.seats)
    if players * size > len(setup.cards):
        raise SetupError(
            f"the set has {_counted(len(setup.cards), 'Treat card')}; "
            f"{_counted(players, 'player')} need{'s' if players == 1 else ''} {players * size}: "
            "play with fewer players or a larger set"
        )
    tokens = Counter(token.design for token in setup.tokens)
    for design, count in Counter(card.design for card in setup.cards).items():
        if tokens[design] < count:
            raise SetupError(
                f"the set has {count} Treat card(s) of {design.item} on {design.background} "
                f"but {tokens[design]} Stash token(s): add tokens or leave the card out"
            )


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"

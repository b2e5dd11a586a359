"""Random games of Sweet Takes: mostly sensible, often not. Every decision is a walk's choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from random import Random

from meadow.games.game import Lying, Move, ReaderBack
from meadow.games.session import pieces_on
from meadow.games.sweet_takes.core import SweetTakes
from meadow.games.sweet_takes.setup import DECK, Deal, DealOrder, Setup
from meadow.games.sweet_takes.state import Phase, State

from tests.games.sweet_takes.nonsense import NONSENSE
from tests.games.sweet_takes.scene import FIVE, SUITS, TRACKER, cards, setup
from tests.games.walks import AnyWalk, Choices

KINDS = tuple([(players, deal) for players in (2, 3, 4, 5) for deal in Deal])
"""So many players, scanned or not."""
WAITS_MS = (1000, 400, 300, 2000, 1000, 1000, 299, 0)


def any_setup(kind: tuple[int, Deal], seed: int) -> Setup:
    """A set-up of this kind; all else is drawn from the seed."""
    players, deal = kind
    chance = Random(f"{players} {deal} {seed}")
    seats = chance.choice(list(combinations(FIVE, players)))
    points = {value: chance.randint(0, 99) for value in range(1, 11)}
    highest = {2: 8, 3: 9, 4: 10, 5: 10}[players] if chance.random() < 0.3 else 10
    return setup(
        seats,
        cards=tuple([card for card in cards(points) if card.value <= highest]),
        suits=tuple(chance.sample(list(SUITS.values()), players + 1)),
        leader=chance.choice((*seats, "")),
        tracker=chance.choice((TRACKER, TRACKER, "")),
        sets=chance.choice((1, 3)),
        deal=deal,
        deal_order=chance.choice(list(DealOrder)),
        follow_depth=chance.randint(1, 5),
    )


class Walk(AnyWalk[State]):
    """One game of Sweet Takes on its way."""

    setup: Setup

    def __init__(self, setup: Setup, choices: Choices) -> None:
        super().__init__(SweetTakes(), setup, choices)


def wander(walk: Walk, most_steps: int) -> Walk:
    """Take steps until the game is over, the choices are used up or there were enough."""
    for _ in range(most_steps):
        if not walk.choices.left or walk.full.finished:
            break
        walk.wait(walk.choices.of(WAITS_MS))
        NONSENSE.get(walk.choices.below(64), progress)(walk)
    return walk


def dealt(walk: Walk) -> Walk:
    """In most walks the cards are dealt first, so that what comes after is not cut short."""
    if walk.choices.below(4):
        while walk.core.phase is Phase.DEALING:
            progress(walk)
    return walk


# --------------------------------------------------------- what people would do next


def progress(walk: Walk) -> None:
    """What people would do next to play the game."""
    if walk.full.pause is not None:
        _end_pause(walk)
        return
    _PROGRESS[walk.core.phase](walk)


def _end_pause(walk: Walk) -> None:
    if walk.full.broken:
        place = walk.choices.of(walk.full.broken)
        walk.send(ReaderBack(walk.now_ms, place))
        walk.send(Lying(walk.now_ms, place, pieces_on(walk.full.lying, place)))
    else:
        walk.say("start")
        walk.wait(2000)


def _moves(walk: Walk) -> list[Move]:
    return [m for m in walk.session.game.legal(walk.core) if m.at not in ("award", "off", "end")]


def _deal(walk: Walk) -> None:
    """The next card of a shuffled pile passes the deck reader."""
    index = walk.setup.index
    held = sum((*walk.core.hands, *walk.core.stashes))
    pile = index.ids(index.mask(walk.core.suits) & ~held)
    walk.touch(DECK, walk.choices.of(pile))


def _lead(walk: Walk) -> None:
    move = walk.choices.of(_moves(walk))
    if move.do == "place":
        walk.touch(move.at, walk.choices.of(move.pieces))
    else:
        walk.say(move.at, walk.choices.of(move.pieces))


def _play(walk: Walk) -> None:
    """The seat on turn plays; seldom the card is named, or stays on the reader."""
    moves = _moves(walk)
    move = walk.choices.of([moves[0], *moves])
    if move.do == "say":
        walk.say(move.at, *([walk.choices.of(move.pieces)] if move.pieces else []))
        return
    card = walk.choices.of(move.pieces)
    for where, piece in walk.lying():
        if piece == card:
            walk.lift(where, card)
    walk.place(move.at, card)
    if walk.choices.below(4):
        walk.lift(move.at, card)


def _next_set(walk: Walk) -> None:
    unused = [suit for suit in SUITS.values() if suit not in walk.setup.suits]
    if unused and walk.choices.below(3) == 2:
        walk.say("swap", walk.choices.of(walk.setup.suits), walk.choices.of(unused))
    walk.say("start")


def _take_back(walk: Walk) -> None:
    walk.say("undo")


_PROGRESS: Mapping[Phase, Callable[[Walk], None]] = {
    Phase.DEALING: _deal,
    Phase.LEADING: _lead,
    Phase.PLAYING: _play,
    Phase.BETWEEN: _next_set,
    Phase.OVER: _take_back,
}

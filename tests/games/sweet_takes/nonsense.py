"""What people, operators and broken readers may do besides: stray, wrong and impossible inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meadow.games.game import Alarm
from meadow.games.sweet_takes.setup import DECK, SEATS
from meadow.games.sweet_takes.speech import READERS

from tests.games import oddities
from tests.games.walks import AnyWalk

WORDS = (
    *("deal", "play", "leader", "stash", "start", "swap", "suits", "award", "off", "end"),
    *("undo", "pause", "resume", "stop", "sing"),
)
_ENDING = ("end", "award", "off")
"""Words that leave little of a game; said more seldom than others."""
_SUITS = ("purple-rings", "pink-buttons", "yellow-bears", "green-bursts", "blue-worms")

Walk = AnyWalk[Any]


def _some_card(walk: Walk) -> None:
    walk.place(walk.choices.of(READERS), walk.choices.of(walk.setup.cards).id)


def _cards_at_once(walk: Walk) -> None:
    """Two or three cards that are held, within less than 300 ms."""
    index = walk.setup.index
    held = [pile for pile in (*walk.core.hands, *walk.core.stashes) if pile]
    ids = index.ids(walk.choices.of(held)) if held else [card.id for card in walk.setup.cards]
    for _ in range(walk.choices.below(2) + 2):
        walk.place(walk.choices.of((DECK, DECK, *READERS)), walk.choices.of(ids))
        walk.wait(walk.choices.of((0, 50, 99)))


def _some_rake(walk: Walk) -> None:
    if rakes := walk.setup.index.rakes:
        walk.touch(walk.choices.of(READERS), walk.choices.of(rakes))


def _tracker(walk: Walk) -> None:
    if walk.setup.tracker:
        walk.touch(walk.choices.of(READERS), walk.setup.tracker)


def _some_word(walk: Walk) -> None:
    words = [word for word in WORDS if word not in _ENDING or not walk.choices.below(3)]
    args = (*SEATS, DECK, walk.choices.of(walk.setup.cards).id, *_SUITS, "nobody\n")
    count = walk.choices.of((0, 1, 1, 2))
    word = walk.choices.of(words)
    # A reason to pause is shown to all: an operator may name a hidden card, walks do not.
    walk.say(word, *[walk.choices.of(args) for _ in range(count if word != "pause" else 0)])


def _some_legal(walk: Walk) -> None:
    moves = [m for m in walk.session.legal(walk.full) if m.at not in _ENDING]
    if not moves:
        return
    move = walk.choices.of(moves)
    if move.do == "say":
        walk.say(move.at, *([walk.choices.of(move.pieces)] if move.pieces else []))
    elif move.pieces:
        walk.place(move.at, walk.choices.of(move.pieces))


def _swap(walk: Walk) -> None:
    walk.say("swap", walk.choices.of(_SUITS), walk.choices.of(_SUITS))


def _award(walk: Walk) -> None:
    if not walk.choices.below(6):
        walk.say("award", walk.choices.of(SEATS))


def _aliens(walk: Walk) -> None:
    oddities.alien(walk, walk.choices.of(walk.setup.cards).id)


def _adopt(walk: Walk) -> None:
    found = [walk.choices.of(walk.setup.cards).id for _ in range(walk.choices.below(4))]
    oddities.adopt(walk, found)


def _false_alarm(walk: Walk) -> None:
    walk.send(Alarm(walk.now_ms, walk.choices.of(("session.count", "x"))))


_RARE = (
    _some_card,
    _some_card,
    _cards_at_once,
    _cards_at_once,
    oddities.some_lift,
    _some_rake,
    _tracker,
    _some_word,
    _some_legal,
    _swap,
    _award,
    _aliens,
    oddities.fail,
    oddities.back,
    _adopt,
    oddities.undo,
    oddities.undo,
    oddities.pause,
    _false_alarm,
    oddities.back_in_time,
)
NONSENSE: Mapping[int, Callable[[Walk], None]] = {
    63 - number: movement for number, movement in enumerate(_RARE)
}

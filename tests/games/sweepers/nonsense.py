"""What people, operators and broken readers may do besides: stray, wrong and impossible inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from meadow.games.game import Alarm
from meadow.games.sweepers.setup import DECK, SIDES
from meadow.games.sweepers.speech import WORDS

from tests.games import oddities
from tests.games.oddities import PLACES
from tests.games.sweepers.walks import Walk

LONG_MS = 40_000
_ENDING = ("end", "award", "off")
"""Words that leave little of a game; said more seldom than others."""


def _some_token(walk: Walk) -> None:
    walk.place(walk.choices.of(PLACES), walk.choices.of(walk.setup.tokens).id)


def _some_rake(walk: Walk) -> None:
    walk.place(walk.choices.of(PLACES), walk.choices.of(walk.setup.index.rakes))


def _some_card(walk: Walk) -> None:
    walk.place(walk.choices.of(PLACES), walk.choices.of(walk.setup.cards).id)


def _some_legal(walk: Walk) -> None:
    moves = [m for m in walk.session.legal(walk.full) if m.at not in _ENDING]
    if not moves:
        return
    move = walk.choices.of(moves)
    if move.do == "say":
        walk.say(move.at, *([walk.choices.of(move.pieces)] if move.pieces else []))
    elif move.pieces:
        walk.place(move.at, walk.choices.of(move.pieces))


def _some_word(walk: Walk) -> None:
    words = [word for word in WORDS if word not in _ENDING or not walk.choices.below(3)]
    args = (*SIDES, DECK, walk.choices.of(walk.setup.cards).id, "nobody")
    word = walk.choices.of((*words, "undo", "resume", "sing"))
    walk.say(word, *[walk.choices.of(args)][: walk.choices.below(2)])


def _overrule(walk: Walk) -> None:
    tokens, cards = walk.setup.tokens, walk.setup.cards
    opened = [card for side in walk.core.sides for card in side.open]
    if walk.choices.below(2):
        walk.say("stray", walk.choices.of(tokens).id)
    else:
        card = walk.choices.of(opened) if opened else walk.choices.of(cards).id
        walk.say("match", walk.choices.of(tokens).id, card)


def _aliens(walk: Walk) -> None:
    oddities.alien(walk, walk.choices.of(walk.setup.tokens).id)


def _adopt(walk: Walk) -> None:
    tokens = [walk.choices.of(walk.setup.tokens).id for _ in range(walk.choices.below(4))]
    oddities.adopt(walk, tokens)


def _stop(walk: Walk) -> None:
    walk.touch(DECK, walk.choices.of(walk.setup.index.rakes))


def _early_claim(walk: Walk) -> None:
    side = walk.choices.of(walk.setup.seats).side
    walk.touch(side, f"rake.{side}", walk.choices.of((300, 100)))


def _claim_together(walk: Walk) -> None:
    for seat in walk.setup.seats:
        walk.place(seat.side, f"rake.{seat.side}")
        walk.wait(walk.choices.of((100, 250, 0)))
    walk.wait(300)
    for seat in walk.setup.seats:
        walk.lift(seat.side, f"rake.{seat.side}")


def _false_alarm(walk: Walk) -> None:
    walk.send(Alarm(walk.now_ms, walk.choices.of(("sand", "tie", "count", "claim.north", "x"))))


def _long_wait(walk: Walk) -> None:
    if not walk.choices.below(3):
        walk.wait(LONG_MS)


def _switch_off(walk: Walk) -> None:
    if not walk.choices.below(3):
        walk.say("off", walk.choices.of(walk.setup.seats).side)


_RARE = (
    _some_token,
    _some_token,
    oddities.some_lift,
    _some_rake,
    _some_card,
    _some_legal,
    _some_word,
    _overrule,
    _aliens,
    oddities.fail,
    oddities.back,
    _adopt,
    oddities.undo,
    oddities.pause,
    _stop,
    _early_claim,
    _claim_together,
    _false_alarm,
    oddities.back_in_time,
    _long_wait,
    _switch_off,
)
NONSENSE: Mapping[int, Callable[[Walk], None]] = {
    63 - number: movement for number, movement in enumerate(_RARE)
}

"""What people would do next in a game of Sweepers, decided by a walk's choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from meadow.games.game import Lying, ReaderBack
from meadow.games.session import pieces_on
from meadow.games.sweepers.setup import DECK, Mode, Referee
from meadow.games.sweepers.state import Phase, Verdict, playing_sides

from tests.games.sweepers.walks import Walk


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


def _scan(walk: Walk) -> None:
    """The next card passes the deck reader."""
    cards = next(m.pieces for m in walk.session.legal(walk.full) if m.do == "place")
    walk.touch(DECK, walk.choices.of(cards))


def _ready(walk: Walk) -> None:
    if walk.setup.mode is Mode.PAWS:
        side = walk.choices.of(walk.setup.index.flippers)
        walk.touch(side, f"rake.{side}")
    else:
        _on_three(walk)


def _on_three(walk: Walk) -> None:
    walk.touch(DECK, walk.choices.of(walk.setup.index.rakes))


def _next_alarm(walk: Walk) -> None:
    due_ms = min(walk.alarms.values(), default=walk.now_ms)
    walk.wait(max(0, due_ms - walk.now_ms))


def _play(walk: Walk) -> None:
    if walk.setup.referee is Referee.CHECK:
        _play_checked(walk)
    else:
        _play_live(walk)


def _play_live(walk: Walk) -> None:
    """Lift what lies in one's tray, else rake off what one needs."""
    number = _busy_side(walk)
    if number is None:
        _next_alarm(walk)
        return
    side, name = walk.core.sides[number], walk.setup.seats[number].side
    if side.tray:
        strays = [lay for lay in side.tray if lay.verdict is not Verdict.MATCH]
        walk.lift(name, (strays or list(side.tray))[0].token)
    else:
        _rake_off(walk, name, walk.choices.of(side.open))


def _busy_side(walk: Walk) -> int | None:
    """One of the sides that have something to do."""
    core = walk.core
    waits_for_nobody = core.setup.mode is Mode.STASH and core.setup.referee is Referee.CHECK
    busy = [
        number
        for number in playing_sides(core)
        if waits_for_nobody or core.sides[number].tray or core.sides[number].open
    ]
    return walk.choices.of(busy) if busy else None


def _rake_off(walk: Walk, place: str, card: str) -> None:
    """The token a card needs falls; seldom another one."""
    index = walk.setup.index
    design = index.card_design[card]
    stashed = {token for side in walk.core.sides for _, token in side.done}
    fitting = [t for t, d in index.token_design.items() if d == design and t not in stashed]
    seldom = 64 if walk.setup.mode is Mode.PAWS else 12  # one mistake loses a round of paws
    if walk.choices.below(seldom) == seldom - 1 or not fitting:
        fitting = list(index.token_design)
    token = walk.choices.of(fitting)
    for where, piece in walk.lying():
        if piece == token:
            walk.lift(where, token)
    walk.place(place, token)


def _play_checked(walk: Walk) -> None:
    """Rake off the next token, lay it on a card; claim when there seem to be enough."""
    number = _busy_side(walk)
    if number is None:
        _next_alarm(walk)
        return
    side, name = walk.core.sides[number], walk.setup.seats[number].side
    if side.tray:
        walk.lift(name, side.tray[0].token)
        return
    proven = {token for _, token in side.done if token}
    seen = len(proven | set(side.seen))
    paws = walk.setup.mode is Mode.PAWS
    if seen >= (len(side.done) + len(side.open) if paws else side.size):
        walk.touch(name, f"rake.{name}", 300)
    else:
        _rake_off(walk, name, side.open[0] if paws else side.cards[seen % side.size])


def _lay_for_check(walk: Walk) -> None:
    laying = walk.core.laying
    assert laying is not None
    number = laying.queue[0]
    side, name = walk.core.sides[number], walk.setup.seats[number].side
    if laying.emptying and side.tray:
        walk.lift(name, side.tray[0].token)
        return
    left = [token for token in (*side.known, *side.seen) if token not in laying.laid]
    if left and len(laying.laid) < side.size:
        walk.wait(walk.choices.of((400, 100)))
        walk.place(name, left[0])
    else:
        walk.touch(name, f"rake.{name}")


def _start(walk: Walk) -> None:
    walk.say("start")


def _take_back(walk: Walk) -> None:
    walk.say("undo")


_PROGRESS: Mapping[Phase, Callable[[Walk], None]] = {
    Phase.DEALING: _scan,
    Phase.TAKING: _scan,
    Phase.READY: _ready,
    Phase.COUNTING: _next_alarm,
    Phase.PLAYING: _play,
    Phase.CLAIMED: _next_alarm,
    Phase.STOPPED: _on_three,
    Phase.INVENTORY: _lay_for_check,
    Phase.CHECKING: _lay_for_check,
    Phase.DRAWING: _scan,
    Phase.BETWEEN: _start,
    Phase.OVER: _take_back,
}

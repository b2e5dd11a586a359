"""Random games of Sweepers at the level of the session: mostly sensible, often not.

Every decision is taken from a stream of choices, so a walk is repeatable and can be shrunk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TypeVar

from meadow.games.game import (
    Alarm,
    Input,
    Lying,
    Output,
    Placed,
    ReaderBack,
    ReaderFailed,
    Removed,
    Said,
)
from meadow.games.session import Session, SessionState, pieces_on
from meadow.games.sweepers.core import Sweepers
from meadow.games.sweepers.setup import DECK, SIDES, Mode, Referee, Setup
from meadow.games.sweepers.speech import WORDS
from meadow.games.sweepers.state import Phase, State, Verdict, playing_sides

T = TypeVar("T")

PLACES = (*SIDES, DECK)
WAITS_MS = {Mode.STASH: (0, 40, 200, 400, 1500, 2500), Mode.PAWS: (0, 0, 40, 200, 400, 1000)}
LONG_MS = 40_000
_ENDING = ("end", "award", "off")
"""Words that leave little of a game; said more seldom than others."""


class Choices:
    """A stream of decisions: the given bytes, and after them always the first choice.

    ``left`` tells how many bytes were not used yet.
    """

    def __init__(self, stream: bytes) -> None:
        self._stream = stream
        self._used = 0

    @classmethod
    def seeded(cls, seed: int, size: int) -> Choices:
        return cls(Random(seed).randbytes(size))

    @property
    def left(self) -> int:
        return len(self._stream) - self._used

    def below(self, count: int) -> int:
        """A number from 0 to ``count`` - 1."""
        if not self.left:
            return 0
        self._used += 1
        return self._stream[self._used - 1] * count >> 8

    def of(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]


Watcher = Callable[[SessionState[State], Input, tuple[Output, ...], SessionState[State]], None]


class Walk:
    """One game on its way. ``watcher`` sees every input with the states before and after it."""

    def __init__(self, setup: Setup, choices: Choices) -> None:
        self.setup = setup
        self.choices = choices
        self.session = Session(Sweepers())
        self.full: SessionState[State]
        self.full, first = self.session.begin(setup)
        self.now_ms = 0
        self.inputs: list[Input] = []
        self.outputs: list[tuple[Output, ...]] = [first]
        self.watcher: Watcher | None = None

    @property
    def core(self) -> State:
        return self.full.core

    def go(self, most_steps: int) -> Walk:
        """Take steps until the game is over, the choices are used up or there were enough."""
        for _ in range(most_steps):
            if not self.choices.left or self.full.finished:
                break
            self.step()
        return self

    def step(self) -> None:
        """One movement: sensible ones are the most likely."""
        self.wait(self.choices.of(WAITS_MS[self.setup.mode]))
        kind = self.choices.below(64)
        nonsense = _NONSENSE.get(kind)
        if nonsense is None:
            self.progress()
        else:
            nonsense(self)

    # ------------------------------------------------------------------ inputs

    def send(self, happened: Input) -> tuple[Output, ...]:
        before = self.full
        self.full, outputs = self.session.advance(before, happened)
        self.inputs.append(happened)
        self.outputs.append(outputs)
        if self.watcher is not None:
            self.watcher(before, happened, outputs, self.full)
        return outputs

    def wait(self, duration_ms: int) -> None:
        """Let time pass; alarms ring at their moments, as the table does it."""
        until_ms = self.now_ms + duration_ms
        while True:
            due = min(((at, name) for name, at in self.alarms.items()), default=None)
            if due is None or due[0] > until_ms:
                break
            self.now_ms = max(self.now_ms, due[0])
            self.send(Alarm(self.now_ms, due[1]))
            again_ms = self.alarms.get(due[1], due[0] + 1)
            assert again_ms > due[0], f"{due[1]} rang at {due[0]} and asks for {again_ms}"
        self.now_ms = until_ms

    @property
    def alarms(self) -> Mapping[str, int]:
        return self.session.alarms(self.full)

    def place(self, place: str, piece: str) -> None:
        self.send(Placed(self.now_ms, place, piece))

    def lift(self, place: str, piece: str) -> None:
        self.send(Removed(self.now_ms, place, piece))

    def say(self, word: str, *args: str) -> None:
        self.send(Said(self.now_ms, word, args))

    def touch(self, place: str, piece: str, for_ms: int = 0) -> None:
        """Lay a piece and lift it again."""
        self.place(place, piece)
        self.wait(for_ms)
        self.lift(place, piece)

    def lying(self) -> list[tuple[str, str]]:
        """(place, piece) of all that lies on readers."""
        return [(place, piece) for place, pieces in self.full.lying for piece in pieces]

    # ---------------------------------------------------------------- sensible

    def progress(self) -> None:
        """What people would do next to play the game."""
        if self.full.pause is not None:
            self._end_pause()
            return
        _PROGRESS[self.core.phase](self)

    def _end_pause(self) -> None:
        if self.full.broken:
            place = self.choices.of(self.full.broken)
            self.send(ReaderBack(self.now_ms, place))
            self.send(Lying(self.now_ms, place, pieces_on(self.full.lying, place)))
        else:
            self.say("start")
            self.wait(2000)

    def _scan(self) -> None:
        """The next card passes the deck reader."""
        cards = next(m.pieces for m in self.session.legal(self.full) if m.do == "place")
        self.touch(DECK, self.choices.of(cards))

    def _ready(self) -> None:
        if self.setup.mode is Mode.PAWS:
            side = self.choices.of(self.setup.index.flippers)
            self.touch(side, f"rake.{side}")
        else:
            self._on_three()

    def _on_three(self) -> None:
        self.touch(DECK, self.choices.of(self.setup.index.rakes))

    def _next_alarm(self) -> None:
        due_ms = min(self.alarms.values(), default=self.now_ms)
        self.wait(max(0, due_ms - self.now_ms))

    def _play(self) -> None:
        if self.setup.referee is Referee.CHECK:
            self._play_checked()
        else:
            self._play_live()

    def _play_live(self) -> None:
        """Lift what lies in one's tray, else rake off what one needs."""
        number = self._busy_side()
        if number is None:
            self._next_alarm()
            return
        side, name = self.core.sides[number], self.setup.seats[number].side
        if side.tray:
            strays = [lay for lay in side.tray if lay.verdict is not Verdict.MATCH]
            self.lift(name, (strays or list(side.tray))[0].token)
        else:
            self._rake_off(name, self.choices.of(side.open))

    def _busy_side(self) -> int | None:
        """One of the sides that have something to do."""
        core = self.core
        waits_for_nobody = core.setup.mode is Mode.STASH and core.setup.referee is Referee.CHECK
        busy = [
            number
            for number in playing_sides(core)
            if waits_for_nobody or core.sides[number].tray or core.sides[number].open
        ]
        return self.choices.of(busy) if busy else None

    def _rake_off(self, place: str, card: str) -> None:
        """The token a card needs falls; seldom another one."""
        index = self.setup.index
        design = index.card_design[card]
        stashed = {token for side in self.core.sides for _, token in side.done}
        fitting = [t for t, d in index.token_design.items() if d == design and t not in stashed]
        if self.choices.below(12) == 11 or not fitting:
            fitting = list(index.token_design)
        token = self.choices.of(fitting)
        for where, piece in self.lying():
            if piece == token:
                self.lift(where, token)
        self.place(place, token)

    def _play_checked(self) -> None:
        """Rake off the next token, lay it on a card; claim when there seem to be enough."""
        number = self._busy_side()
        if number is None:
            self._next_alarm()
            return
        side, name = self.core.sides[number], self.setup.seats[number].side
        if side.tray:
            self.lift(name, side.tray[0].token)
            return
        proven = {token for _, token in side.done if token}
        seen = len(proven | set(side.seen))
        paws = self.setup.mode is Mode.PAWS
        if seen >= (len(side.done) + len(side.open) if paws else side.size):
            self.touch(name, f"rake.{name}", 300)
        else:
            self._rake_off(name, side.open[0] if paws else side.cards[seen % side.size])

    def _lay_for_check(self) -> None:
        laying = self.core.laying
        assert laying is not None
        number = laying.queue[0]
        side, name = self.core.sides[number], self.setup.seats[number].side
        if laying.emptying and side.tray:
            self.lift(name, side.tray[0].token)
            return
        left = [token for token in (*side.known, *side.seen) if token not in laying.laid]
        if left and len(laying.laid) < side.size:
            self.wait(self.choices.of((400, 100)))
            self.place(name, left[0])
        else:
            self.touch(name, f"rake.{name}")

    def _start(self) -> None:
        self.say("start")

    # ------------------------------------------------------------------ nonsense

    def _some_token(self) -> None:
        self.place(self.choices.of(PLACES), self.choices.of(self.setup.tokens).id)

    def _some_lift(self) -> None:
        if lying := self.lying():
            self.lift(*self.choices.of(lying))

    def _some_rake(self) -> None:
        self.place(self.choices.of(PLACES), self.choices.of(self.setup.index.rakes))

    def _some_card(self) -> None:
        self.place(self.choices.of(PLACES), self.choices.of(self.setup.cards).id)

    def _some_legal(self) -> None:
        moves = [m for m in self.session.legal(self.full) if m.at not in _ENDING]
        if not moves:
            return
        move = self.choices.of(moves)
        if move.do == "say":
            self.say(move.at, *([self.choices.of(move.pieces)] if move.pieces else []))
        elif move.pieces:
            self.place(move.at, self.choices.of(move.pieces))

    def _some_word(self) -> None:
        words = [word for word in WORDS if word not in _ENDING or not self.choices.below(4)]
        args = (*SIDES, DECK, self.choices.of(self.setup.cards).id, "nobody")
        word = self.choices.of((*words, "undo", "resume", "sing"))
        self.say(word, *[self.choices.of(args)][: self.choices.below(2)])

    def _overrule(self) -> None:
        tokens, cards = self.setup.tokens, self.setup.cards
        opened = [card for side in self.core.sides for card in side.open]
        if self.choices.below(2):
            self.say("stray", self.choices.of(tokens).id)
        else:
            card = self.choices.of(opened) if opened else self.choices.of(cards).id
            self.say("match", self.choices.of(tokens).id, card)

    def _aliens(self) -> None:
        if self.choices.below(2):
            self.place(self.choices.of((*PLACES, "attic")), "candy.1")
        else:
            self.place("attic", self.choices.of(self.setup.tokens).id)

    def _fail(self) -> None:
        self.send(ReaderFailed(self.now_ms, self.choices.of(PLACES)))

    def _back(self) -> None:
        place = self.choices.of(PLACES)
        self.send(ReaderBack(self.now_ms, place))
        pieces = pieces_on(self.full.lying, place)
        kept = tuple([piece for piece in pieces if self.choices.below(2)])
        self.send(Lying(self.now_ms, place, kept))

    def _adopt(self) -> None:
        tokens = [self.choices.of(self.setup.tokens).id for _ in range(self.choices.below(4))]
        self.send(Lying(self.now_ms, self.choices.of(PLACES), tuple(dict.fromkeys(tokens))))

    def _undo(self) -> None:
        self.say("undo")

    def _pause(self) -> None:
        self.say("pause")

    def _stop(self) -> None:
        self.touch(DECK, self.choices.of(self.setup.index.rakes))

    def _early_claim(self) -> None:
        side = self.choices.of(self.setup.seats).side
        self.touch(side, f"rake.{side}", self.choices.of((300, 100)))

    def _claim_together(self) -> None:
        for seat in self.setup.seats:
            self.place(seat.side, f"rake.{seat.side}")
            self.wait(self.choices.of((100, 250, 0)))
        self.wait(300)
        for seat in self.setup.seats:
            self.lift(seat.side, f"rake.{seat.side}")

    def _false_alarm(self) -> None:
        self.send(Alarm(self.now_ms, self.choices.of(("sand", "tie", "count", "claim.north", "x"))))

    def _back_in_time(self) -> None:
        if self.now_ms:
            self.send(Said(self.now_ms - 1, "start"))

    def _long_wait(self) -> None:
        if not self.choices.below(3):
            self.wait(LONG_MS)

    def _switch_off(self) -> None:
        if not self.choices.below(3):
            self.say("off", self.choices.of(self.setup.seats).side)


_PROGRESS: Mapping[Phase, Callable[[Walk], None]] = {
    Phase.DEALING: Walk._scan,
    Phase.TAKING: Walk._scan,
    Phase.READY: Walk._ready,
    Phase.COUNTING: Walk._next_alarm,
    Phase.PLAYING: Walk._play,
    Phase.CLAIMED: Walk._next_alarm,
    Phase.STOPPED: Walk._on_three,
    Phase.INVENTORY: Walk._lay_for_check,
    Phase.CHECKING: Walk._lay_for_check,
    Phase.DRAWING: Walk._scan,
    Phase.BETWEEN: Walk._start,
    Phase.OVER: Walk._undo,
}

_RARE = (
    Walk._some_token,
    Walk._some_token,
    Walk._some_lift,
    Walk._some_rake,
    Walk._some_card,
    Walk._some_legal,
    Walk._some_word,
    Walk._overrule,
    Walk._aliens,
    Walk._fail,
    Walk._back,
    Walk._adopt,
    Walk._undo,
    Walk._pause,
    Walk._stop,
    Walk._early_claim,
    Walk._claim_together,
    Walk._false_alarm,
    Walk._back_in_time,
    Walk._long_wait,
    Walk._switch_off,
)
_NONSENSE: Mapping[int, Callable[[Walk], None]] = {
    63 - number: movement for number, movement in enumerate(_RARE)
}

"""A game of Sweepers on the bare rules core: the players' hands for tests, in one line each.

A scene has its own clock (``wait``), rings the alarms that come due, and keeps all outputs.
Cards are named by their design number: card 0 of a side is the first it reveals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from meadow.games.game import (
    Alarm,
    Fact,
    Finished,
    Input,
    Lying,
    Output,
    Placed,
    ReaderBack,
    ReaderFailed,
    Refused,
    Removed,
    Said,
    Seat,
    Sound,
)
from meadow.games.session import Session, SessionState
from meadow.games.sweepers.core import Sweepers
from meadow.games.sweepers.facts import SweepersResult
from meadow.games.sweepers.setup import Mode, Pair, Referee, Setup
from meadow.games.sweepers.state import Side, State
from meadow.pieces.kinds import StashToken, TreatCard

F = TypeVar("F", bound=Fact)

SIDES = ("north", "east", "south", "west")
BACKGROUNDS = ("moss", "sand", "clay", "snow", "dusk", "rose", "plum")
ITEMS = ("acorn", "berry", "chestnut", "mushroom", "nut", "seed")


def token_id(design: int, copy: int = 1) -> str:
    """The token of a design number (0 to 41): moss acorn is 0, moss berry 1, ..."""
    name = f"token.{BACKGROUNDS[design // 6]}.{ITEMS[design % 6]}"
    return name if copy == 1 else f"{name}.{copy}"


def card_id(design: int) -> str:
    """The Treat card of a design number (0 to 35)."""
    return f"treat.{BACKGROUNDS[design // 6]}.{ITEMS[design % 6]}"


def tokens(copies: Sequence[int] = ()) -> tuple[StashToken, ...]:
    """The 42 tokens; designs in ``copies`` have a second one."""
    ones = [StashToken(token_id(d), BACKGROUNDS[d // 6], ITEMS[d % 6]) for d in range(42)]
    twos = [StashToken(token_id(d, 2), BACKGROUNDS[d // 6], ITEMS[d % 6]) for d in copies]
    return tuple(ones + twos)


def cards(count: int = 36) -> tuple[TreatCard, ...]:
    return tuple(TreatCard(card_id(d), BACKGROUNDS[d // 6], ITEMS[d % 6]) for d in range(count))


def setup(
    sides: Sequence[str] = SIDES,
    mode: Mode = Mode.STASH,
    referee: Referee = Referee.LIVE,
    ways: Sequence[str] = (),
    ages: Sequence[int] = (),
    **more: Any,
) -> Setup:
    """A set-up with a rake for each side; ``ages`` are age ranks in the order of ``sides``."""
    seats = tuple(
        Seat(side, rake=f"rake.{side}", age_rank=ages[i] if ages else 0)
        for i, side in enumerate(sides)
    )
    settled: dict[str, Any] = {"tokens": tokens(), "cards": cards(), **more}
    return Setup(mode=mode, seats=seats, referee=referee, ways=tuple(ways), **settled)


class Scene:
    """One game; every hand movement takes no time unless the test waits."""

    def __init__(self, game_setup: Setup) -> None:
        self.session = Session(Sweepers())
        self.setup = game_setup
        self.now_ms = 0
        self.outputs: list[Output] = []
        self.last: tuple[Output, ...] = ()
        self.inputs: list[Input] = []
        step = self.session.begin(game_setup)
        self.full: SessionState[State] = step.state

    # ------------------------------------------------------------------ looking

    @property
    def state(self) -> State:
        return self.full.core

    @property
    def phase(self) -> str:
        return self.state.phase.value

    def side(self, name: str) -> Side:
        return self.state.sides[self.setup.index.side_of[name]]

    def cues(self) -> dict[str, str]:
        """place -> name of its cue."""
        return {place: cue.name for place, cue in self.session.lights(self.full).items()}

    def facts(self, kind: type[F]) -> list[F]:
        """All facts of a kind since the game began."""
        return [output for output in self.outputs if isinstance(output, kind)]

    def said_now(self, kind: type[F]) -> list[F]:
        """The facts of a kind that the last movement gave."""
        return [output for output in self.last if isinstance(output, kind)]

    @property
    def refusal(self) -> str:
        """Why the last movement was refused, or ""."""
        return next((o.why for o in self.last if isinstance(o, Refused)), "")

    def heard(self) -> tuple[Output, ...]:
        """All that the last movement gave, in order."""
        return self.last

    def sounds_now(self) -> list[str]:
        return [output.cue for output in self.last if isinstance(output, Sound)]

    @property
    def result(self) -> SweepersResult | None:
        for output in reversed(self.outputs):
            if isinstance(output, Finished) and isinstance(output.result, SweepersResult):
                return output.result
        return None

    # ------------------------------------------------------------------- moving

    def send(self, happened: Input) -> Scene:
        """Give the session an input and keep what it says."""
        self.inputs.append(happened)
        self.full, self.last = self.session.advance(self.full, happened)
        self.outputs.extend(self.last)
        return self

    def wait(self, duration_ms: int) -> Scene:
        """Let time pass; alarms ring at their moments."""
        until_ms = self.now_ms + duration_ms
        heard: list[Output] = []
        while True:
            alarms = self.session.alarms(self.full)
            due = min(((at, name) for name, at in alarms.items()), default=None)
            if due is None or due[0] > until_ms:
                break
            self.now_ms = max(self.now_ms, due[0])
            self.send(Alarm(self.now_ms, due[1]))
            heard.extend(self.last)
        self.now_ms = until_ms
        self.last = tuple(heard)
        return self

    def place(self, place: str, piece: str) -> Scene:
        return self.send(Placed(self.now_ms, place, piece))

    def lift(self, place: str, piece: str) -> Scene:
        return self.send(Removed(self.now_ms, place, piece))

    def lying(self, place: str, *pieces: str) -> Scene:
        return self.send(Lying(self.now_ms, place, pieces))

    def say(self, word: str, *args: str) -> Scene:
        return self.send(Said(self.now_ms, word, args))

    def fail(self, place: str) -> Scene:
        return self.send(ReaderFailed(self.now_ms, place))

    def mend(self, place: str) -> Scene:
        return self.send(ReaderBack(self.now_ms, place))

    def lay(self, side: str, design: int, copy: int = 1) -> Scene:
        """A token of a design falls or is laid into a side's tray."""
        return self.place(side, token_id(design, copy))

    def pick(self, side: str, design: int, copy: int = 1) -> Scene:
        """That token is lifted from the tray."""
        return self.lift(side, token_id(design, copy))

    def cover(self, side: str, design: int) -> Scene:
        """Rake a token off and lay it on its card."""
        self.lay(side, design)
        self.pick(side, design)
        return self

    def rake(self, side: str, place: str = "") -> Scene:
        """A side's rake touches a place (its own tray by default) for a moment."""
        rake = f"rake.{side}"
        self.place(place or side, rake)
        kept = self.last
        self.lift(place or side, rake)
        self.last = (*kept, *self.last)
        return self

    def claim(self, side: str) -> Scene:
        """A rake lies in its own tray long enough to be heard (T16)."""
        self.place(side, f"rake.{side}")
        self.wait(300)
        kept = self.last
        self.lift(side, f"rake.{side}")
        self.last = (*kept, *self.last)
        return self

    # ---------------------------------------------------------------- whole steps

    def scan(self, design: int) -> Scene:
        """A Treat card passes over the deck reader."""
        self.place("deck", card_id(design))
        kept = self.last
        self.lift("deck", card_id(design))
        self.last = (*kept, *self.last)
        return self

    def deal(self, *decks: Sequence[int]) -> Scene:
        """Deal so that each side's deck reveals these designs in order, clockwise from north."""
        size = len(decks[0])
        for turn in range(size):
            for deck in decks:
                self.scan(deck[size - 1 - turn])
        return self

    def deal_in_order(self) -> Scene:
        """North reveals designs 0 to 6, the next side 7 to 13, and so on."""
        size = 6 if "A" in self.setup.ways else 7
        if "D" in self.setup.ways:
            size = 5 + self.state.round
        count = len(self.setup.seats)
        return self.deal(*[range(size * n, size * (n + 1)) for n in range(count)])

    def three(self) -> Scene:
        """A rake on the deck reader, and three beeps."""
        self.rake(self.setup.seats[0].side, "deck")
        return self.wait(2000)

    def flip(self) -> Scene:
        """Quick Paws: one who may flips the timer."""
        return self.rake(self.setup.index.flippers[0])

    def begin(self) -> Scene:
        """Dealt in order and playing."""
        self.deal_in_order()
        return self.flip() if self.setup.mode is Mode.PAWS else self.three()


def stash(*sides: str, **more: Any) -> Scene:
    """ "That's My Stash!", playing; north has designs 0 to 6, the next side 7 to 13, ..."""
    return Scene(setup(sides or SIDES, **more)).begin()


def paws(*sides: str, **more: Any) -> Scene:
    """Quick Paws, playing, the timer just flipped."""
    return Scene(setup(sides or SIDES, mode=Mode.PAWS, **more)).begin()


def twins(mode: Mode = Mode.STASH) -> Scene:
    """North and south, playing, both with a moss acorn card first; two tokens match these."""
    twin = TreatCard("treat.moss.acorn.2", "moss", "acorn")
    more = (*cards(), twin)
    scene = Scene(setup(("north", "south"), mode, cards=more, tokens=tokens(copies=[0])))
    for design in range(6, 0, -1):
        scene.scan(design).scan(design + 7)
    scene.scan(0).place("deck", twin.id).lift("deck", twin.id)
    return scene.flip() if mode is Mode.PAWS else scene.three()


__all__ = [
    "Pair",
    "Scene",
    "card_id",
    "cards",
    "paws",
    "setup",
    "stash",
    "token_id",
    "tokens",
    "twins",
]

"""A game of Sweepers on the bare rules core: the players' hands for tests, in one line each.

A scene has its own clock (``wait``), rings the alarms that come due, and keeps all outputs.
Cards are named by their design number: card 0 of a side is the first it reveals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meadow.games.game import Seat
from meadow.games.sweepers.core import Sweepers
from meadow.games.sweepers.facts import SweepersResult
from meadow.games.sweepers.setup import Mode, Pair, Referee, Setup
from meadow.games.sweepers.state import Side, State
from meadow.pieces.kinds import StashToken, TreatCard

from tests.games.scenes import AnyScene

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


class Scene(AnyScene[State]):
    """One game; every hand movement takes no time unless the test waits."""

    setup: Setup

    def __init__(self, game_setup: Setup) -> None:
        super().__init__(Sweepers(), game_setup)

    # ------------------------------------------------------------------ looking

    @property
    def phase(self) -> str:
        return self.state.phase.value

    def side(self, name: str) -> Side:
        return self.state.sides[self.setup.index.side_of[name]]

    @property
    def result(self) -> SweepersResult | None:
        result = self.any_result
        return result if isinstance(result, SweepersResult) else None

    # ------------------------------------------------------------------- moving

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
        return self.touch(place or side, f"rake.{side}")

    def claim(self, side: str) -> Scene:
        """A rake lies in its own tray long enough to be heard (T16)."""
        return self.touch(side, f"rake.{side}", 300)

    # ---------------------------------------------------------------- whole steps

    def scan(self, design: int) -> Scene:
        """A Treat card passes over the deck reader."""
        return self.touch("deck", card_id(design))

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

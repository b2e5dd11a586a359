"""The hands of Puff, Speedy and Chip: scenes of Sweepers in the rulebook's words, recorded.

A movement takes the time it takes people. Cards are named by design numbers as in
tests/games/sweepers/scene.py: dealt in order, the first side reveals 0, 1, 2, ...
"""

from __future__ import annotations

from typing import Any

from meadow.games.game import Input
from meadow.games.session import Session
from meadow.games.sweepers.setup import Mode, Referee, Setup
from meadow.games.sweepers.state import State, replace

from tests.games.sweepers.scene import Scene, setup
from tests.playthroughs.readable import Leaves, leaves
from tests.playthroughs.recorder import Known, Recorder

CHIP, SPEEDY, PUFF = "north", "east", "south"
STASH, PAWS = Mode.STASH, Mode.PAWS
LIVE, CHECK = Referee.LIVE, Referee.CHECK

FALL_MS, PICK_MS, LAY_MS = 1500, 700, 600


def phase_of(core: State) -> str:
    return core.phase.value


class Play(Scene):
    """One game, recorded. Make it with `play`."""

    def __init__(self, title: str, game_setup: Setup) -> None:
        super().__init__(game_setup)
        session: Session[State] = self.session
        known = Known(self._leaves, phase_of)
        self.recorder = Recorder(title, session, self.full, self.outputs, known)

    def _leaves(self, core: State) -> Leaves:
        return leaves(core, {"sides": core.setup.index.sides}, ("setup",))

    def send(self, happened: Input) -> Play:
        super().send(happened)
        self.recorder.add(happened, self.last, self.full)
        return self

    def note(self, text: str) -> None:
        """A remark in the recording; the place for what a table cannot see."""
        self.recorder.note(text)

    # ------------------------------------------------------------------ one hand

    def falls(self, side: str, *designs: int, copy: int = 1) -> None:
        """Tokens are raked off and fall into a side's tray."""
        for design in designs:
            self.wait(FALL_MS)
            self.lay(side, design, copy)

    def picks_up(self, side: str, *designs: int, copy: int = 1) -> None:
        """A hand lifts tokens from a tray, to the meadow or onto a card."""
        for design in designs:
            self.wait(PICK_MS)
            self.pick(side, design, copy)

    def covers(self, side: str, *designs: int) -> None:
        """Raked off and laid on its card, one after the other."""
        for design in designs:
            self.falls(side, design)
            self.picks_up(side, design)

    def shows(self, side: str, *designs: int) -> None:
        """Lays its tokens to be looked at, ends with the rake, takes them back (T9, T13)."""
        for design in designs:
            self.wait(LAY_MS)
            self.lay(side, design)
        self.wait(LAY_MS)
        self.rake(side)
        for design in designs:
            self.wait(LAY_MS)
            self.pick(side, design)

    def claims(self, side: str) -> None:
        """The rake goes into the own tray and stays: "Stashed!" or "covered" (T16)."""
        self.wait(PICK_MS)
        self.claim(side)

    # ---------------------------------------------------------------- all together

    def dealt(self) -> None:
        """The cards are dealt in order, recorded in brief."""
        with self.recorder.brief("The deal"):
            self.deal_in_order()

    @property
    def sand_ends_ms(self) -> int:
        """When the sand of Quick Paws is through."""
        return self.session.alarms(self.full)["sand"]

    def on_three(self, side: str = "") -> None:
        """A rake on the deck reader, and three beeps."""
        self.wait(1000)
        self.rake(side or self.setup.seats[0].side, "deck")
        self.wait(2000)

    def flips(self, side: str) -> None:
        """The oldest flips the sand timer."""
        self.wait(1000)
        self.rake(side)


def play(
    title: str,
    *sides: str,
    mode: Mode = STASH,
    referee: Referee = LIVE,
    ages: tuple[int, ...] = (),
    **more: Any,
) -> Play:
    """A game of these players (clockwise), dealt next. ``title`` heads the recording."""
    return Play(title, setup(sides, mode, referee, more.pop("ways", ()), ages, **more))


def other_hands(*sides: str, ways: tuple[str, ...] = ("C",), **more: Any) -> Setup:
    """A set-up of way C: all hold the rake in the hand they do not prefer."""
    made = setup(sides, ways=ways, **more)
    seats = tuple([replace(seat, hand="other") for seat in made.seats])
    return replace(made, seats=seats)

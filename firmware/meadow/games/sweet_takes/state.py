"""The state of a game of Sweet Takes and the few ways to look into it and change it.

Immutable and serialisable; knows no phase's rules. Cards are numbers and sets of cards are bit
sets, as in `Index`; seats are numbers in the order of the set-up.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from meadow.games.game import Refused, Step
from meadow.games.sweet_takes.setup import Setup

AT_ONCE_MS = 300
"""Two cards that come within this time were laid by one hand."""

replace = msgspec.structs.replace


class Phase(StrEnum):
    """Where the game stands; each has a module with its rules."""

    DEALING = "dealing"
    LEADING = "leading"  # the cards are dealt, and nobody has been named to lead (S9)
    PLAYING = "playing"
    BETWEEN = "between"  # a set is over: suits may be swapped, Start opens the next (R122)
    OVER = "over"


class Trick(msgspec.Struct, frozen=True, array_like=True):
    """A round that was played: ``plays`` in turn order from ``leader``; bit n of ``blind`` says
    that play n came from the stash.
    """

    leader: int
    plays: tuple[int, ...]
    blind: int


class Score(msgspec.Struct, frozen=True):
    """A seat's scoring pile: face-up cards and their points, face-down cards at one each."""

    seat: str
    points: int
    face_up: int
    face_down: int

    @property
    def cards(self) -> int:
        """All cards of the pile (S18)."""
        return self.face_up + self.face_down


class Void(msgspec.Struct, frozen=True, array_like=True):
    """Unscanned: by the card played in ``round``, ``seat`` says to have none of ``suit`` (S21)."""

    seat: int
    round: int
    suit: int


class State(msgspec.Struct, frozen=True):
    """One moment of a game.

    The fields that a play changes come first:
    ``hands``, ``stashes`` what each seat holds (scanned; nothing when unscanned);
    ``played`` all cards played in this set; ``plays``, ``blind`` the round so far, as in
    `Trick`; ``played_ms`` when the last of them was; ``leader`` leads this round;
    ``face_up``, ``face_down`` the scoring piles; ``trick`` the round before.
    Unscanned: ``hand_left``, ``stash_left`` cards by seat; ``voids`` what could turn out to be a
    breach; ``stash_said`` that the next card of the seat on turn is from its stash.
    ``sets_done`` are the scores of the sets that are over.
    """

    setup: Setup
    phase: Phase
    suits: tuple[int, ...]
    hands: tuple[int, ...]
    stashes: tuple[int, ...]
    played: int = 0
    plays: tuple[int, ...] = ()
    blind: int = 0
    played_ms: int = -AT_ONCE_MS
    leader: int = -1
    round: int = 0
    face_up: tuple[int, ...] = ()
    face_down: tuple[int, ...] = ()
    trick: Trick | None = None
    hand_left: tuple[int, ...] = ()
    stash_left: tuple[int, ...] = ()
    voids: tuple[Void, ...] = ()
    breaches: tuple[Void, ...] = ()
    stash_said: bool = False
    sets_done: tuple[tuple[Score, ...], ...] = ()
    off: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    outcome: str = ""

    @property
    def on_turn(self) -> int:
        """The number of the seat that plays next."""
        return (self.leader + len(self.plays)) % len(self.hands)


Stepped = Step[State]


def refused(state: State, why: str, place: str = "", ruling: str = "") -> Stepped:
    """An illegal input: the state stays as it is."""
    return Step(state, (Refused(why=why, place=place, ruling=ruling),))


def with_item(items: tuple[int, ...], index: int, item: int) -> tuple[int, ...]:
    """The same tuple with one item replaced."""
    return (*items[:index], item, *items[index + 1 :])


def seat_name(state: State, number: int) -> str:
    """The name of a seat."""
    return state.setup.seats[number].side

"""The state of a game of Sweet Takes and the few ways to look into it and change it.

Immutable and serialisable; knows no phase's rules. Cards are numbers and sets of cards are bit
sets, as in `Index`; seats are numbers in the order of the set-up.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from meadow.games.game import Refused, Step
from meadow.games.sweet_takes.setup import HAND_SIZE, STASH_SIZE, Deal, Setup

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
    """Unscanned: by its card in ``round``, ``seat`` says that it has none of ``suit`` in its hand
    (S21).
    """

    seat: int
    round: int
    suit: int


class Breach(msgspec.Struct, frozen=True, array_like=True):
    """Unscanned: ``card``, played later, shows that a seat did not follow as it must (S21)."""

    set: int
    seat: int
    round: int
    card: int


class State(msgspec.Struct, frozen=True):
    """One moment of a game.

    Cards: ``suits`` are in use in this set; ``hands_dealt``, ``stashes_dealt`` what each seat got
    in this set (scanned; empty sets when unscanned), ``hand_left``, ``stash_left`` how many it
    has left (unscanned).
    The round: ``leader`` leads it; ``plays`` are its cards in turn order, and bit n of ``blind``
    says that play n came from the stash; ``trick`` is the round before, ``played`` are all cards
    played in this set. Until ``guard_ms`` another card of the same hand makes it two at once;
    ``withdrawn`` says that it was so.
    ``face_up``, ``face_down`` are the scoring piles, ``sets_done`` the scores of sets that are
    over. Unscanned: ``voids`` may turn out to be ``breaches``; ``stash_said``: the next card of
    the seat on turn is from its stash. Of the last card: ``on_tray``: it was read on its seat's
    tray; ``was_said``: Stash had been said before it.
    """

    setup: Setup
    phase: Phase
    suits: tuple[int, ...]
    hands_dealt: tuple[int, ...]
    stashes_dealt: tuple[int, ...]
    face_up: tuple[int, ...]
    face_down: tuple[int, ...]
    hand_left: tuple[int, ...] = ()
    stash_left: tuple[int, ...] = ()
    leader: int = -1
    round: int = 0
    plays: tuple[int, ...] = ()
    blind: int = 0
    played: int = 0
    trick: Trick | None = None
    guard_ms: int = 0
    withdrawn: bool = False
    voids: tuple[Void, ...] = ()
    breaches: tuple[Breach, ...] = ()
    stash_said: bool = False
    on_tray: bool = False
    was_said: bool = False
    sets_done: tuple[tuple[Score, ...], ...] = ()
    off: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    outcome: str = ""

    @property
    def on_turn(self) -> int:
        """The number of the seat that plays next."""
        return (self.leader + len(self.plays)) % len(self.hands_dealt)

    @property
    def hands(self) -> tuple[int, ...]:
        """What each seat holds in its hand; empty sets when unscanned."""
        return tuple([hand & ~self.played for hand in self.hands_dealt])

    @property
    def stashes(self) -> tuple[int, ...]:
        """What each seat has in its stash; empty sets when unscanned."""
        return tuple([stash & ~self.played for stash in self.stashes_dealt])

    @property
    def set_number(self) -> int:
        """The set being played, the first is 1; between sets the one that is over."""
        return len(self.sets_done) + (self.phase in (Phase.DEALING, Phase.LEADING, Phase.PLAYING))

    @property
    def scanned(self) -> bool:
        """Whether the table knows who has which card (S21)."""
        return self.setup.deal is Deal.SCANNED

    def left(self, seat: int) -> tuple[int, int]:
        """How many cards a seat has in its hand and in its stash."""
        if self.hand_left:
            return self.hand_left[seat], self.stash_left[seat]
        hand, stash, left = self.hands_dealt[seat], self.stashes_dealt[seat], ~self.played
        return (hand & left).bit_count(), (stash & left).bit_count()


Stepped = Step[State]


def refused(state: State, why: str, place: str = "", ruling: str = "") -> Stepped:
    """An illegal input: the state stays as it is."""
    return Step(state, (Refused(why=why, place=place, ruling=ruling),))


def with_item(items: tuple[int, ...], index: int, item: int) -> tuple[int, ...]:
    """The same tuple with one item replaced."""
    changed = list(items)
    changed[index] = item
    return tuple(changed)


def new_set(state: State) -> State:
    """The state before the cards of a set are dealt: all piles empty, the leader kept (S8)."""
    setup = state.setup
    nothing = (0,) * len(setup.seats)
    unscanned = setup.deal is Deal.UNSCANNED
    return replace(
        state,
        phase=Phase.DEALING,
        hands_dealt=nothing,
        stashes_dealt=nothing,
        face_up=nothing,
        face_down=nothing,
        hand_left=(HAND_SIZE,) * len(nothing) if unscanned else (),
        stash_left=(STASH_SIZE,) * len(nothing) if unscanned else (),
        round=0,
        plays=(),
        blind=0,
        played=0,
        trick=None,
        guard_ms=0,
        withdrawn=False,
        voids=(),
        stash_said=False,
        on_tray=False,
        was_said=False,
    )


def seat_name(state: State, number: int) -> str:
    """The name of a seat."""
    return state.setup.seats[number].side

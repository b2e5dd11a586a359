"""The state of a game of Sweepers and the few ways to look into it and change it.

Immutable and serialisable; knows no phase's rules.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from meadow.games.game import Refused, Step
from meadow.games.sweepers.setup import Setup, flippers

SAND_MS = 90_000  # R4, R57
LAST_SECONDS = 10
"""The seconds of sand that are counted aloud."""
CLAIM_LIES_MS = 300  # T16
GROUP_MS = 300
"""Tokens laid within this time of each other are one group: a hand that empties itself."""

replace = msgspec.structs.replace


class Phase(StrEnum):
    """Where the game stands; each has a module with its rules."""

    DEALING = "dealing"
    TAKING = "taking"
    READY = "ready"
    COUNTING = "counting"
    PLAYING = "playing"
    CLAIMED = "claimed"
    STOPPED = "stopped"
    INVENTORY = "inventory"
    CHECKING = "checking"
    DRAWING = "drawing"
    BETWEEN = "between"
    OVER = "over"


class Verdict(StrEnum):
    """What the table thinks of a token that lies in a tray."""

    MATCH = "match"
    STRAY = "stray"
    UNJUDGED = "unjudged"
    NEUTRAL = "neutral"


class Lay(msgspec.Struct, frozen=True):
    """A token that lies in a tray; ``card`` is the one it matches."""

    token: str
    verdict: Verdict
    card: str = ""


class Side(msgspec.Struct, frozen=True):
    """One player's cards and tray.

    ``deck`` lies face down, the last is on top; ``open`` is face up and not covered;
    ``done`` holds (card, token) covered (live), signalled (Quick Paws check, token "") or
    proven by a check; ``held`` is T10: covered while a stray lay in the tray.
    For referee check: ``seen`` are the tokens seen in the tray since the last check,
    ``revealed`` how many cards (done first, then the deck from the top) are known to be face
    up, ``known`` the tokens known to lie on the cards, ``rake_ms`` since when the own rake
    lies unheard in the own tray, ``claim_ms`` the moment of a claim or signal.
    """

    deck: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    done: tuple[tuple[str, str], ...] = ()
    tray: tuple[Lay, ...] = ()
    held: bool = False
    seen: tuple[str, ...] = ()
    revealed: int = 0
    known: tuple[str, ...] = ()
    rake_ms: int = -1
    claim_ms: int = -1
    off: bool = False

    @property
    def size(self) -> int:
        """All cards of the side: its "all 7" (W8)."""
        return len(self.deck) + len(self.open) + len(self.done)

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards in the order of revealing."""
        return (*[card for card, _ in self.done], *self.open, *reversed(self.deck))

    @property
    def has_stray(self) -> bool:
        return any(lay.verdict is Verdict.STRAY for lay in self.tray)


class SideVerdict(msgspec.Struct, frozen=True):
    """The outcome of one side's check: pairs (card, token), cards left, tokens that fit none."""

    side: int
    pairs: tuple[tuple[str, str], ...]
    cards: tuple[str, ...]
    tokens: tuple[str, ...]


class Laying(msgspec.Struct, frozen=True):
    """A side after the other lays its tokens: a check (T9) or an inventory (T13).

    ``queue`` are the sides still to come, the first one being at it; ``laid`` its tokens so
    far; ``group`` those laid together just now, the last at ``last_ms``; ``emptying`` says
    why the tray must be emptied first ("" if it need not); ``forced`` and ``barred`` are
    the operator's overrules.
    """

    queue: tuple[int, ...]
    emptying: str = ""
    laid: tuple[str, ...] = ()
    group: tuple[str, ...] = ()
    last_ms: int = 0
    fits: bool = True
    forced: tuple[tuple[str, str], ...] = ()
    barred: tuple[str, ...] = ()
    verdicts: tuple[SideVerdict, ...] = ()


class State(msgspec.Struct, frozen=True):
    """The whole game.

    ``elsewhere`` are tokens (place, token) on sides nobody plays and on the deck reader,
    ``waiting`` those of them that are judged at the next "three";
    ``aside`` Treat cards out of play by a penalty; ``draws`` (side, cards still to draw);
    ``penalised`` (side, mistakes) of the check that made play stand still;
    ``caller`` who called Stop! or whom the operator asks for (-1: not known); ``standing``
    while the session has paused the game: nobody sees a new card then; ``down`` the places
    whose readers do not answer; ``time_ms`` how long the round that is over took (W26), -1
    while it is not.
    """

    setup: Setup
    sides: tuple[Side, ...]
    phase: Phase = Phase.DEALING
    round: int = 1
    rounds_won: int = 0
    elsewhere: tuple[tuple[str, str], ...] = ()
    waiting: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    taken: int = 0
    count: int = 0
    count_ms: int = 0
    began_ms: int = -1
    ticks: int = 0
    sand_out: bool = False
    first_claim_ms: int = -1
    finish_ms: int = -1
    laying: Laying | None = None
    draws: tuple[tuple[int, int], ...] = ()
    penalised: tuple[tuple[int, int], ...] = ()
    caller: int = -1
    void: bool = False
    any_void: bool = False
    standing: bool = False
    down: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    outcome: str = ""
    time_ms: int = -1


Stepped = Step[State]


def refused(state: State, why: str, place: str = "", ruling: str = "") -> Stepped:
    """The same state and one plain line why."""
    return Step(state, (Refused(why=why, place=place, ruling=ruling),))


def with_side(state: State, number: int, side: Side) -> State:
    """The state with one side replaced."""
    sides = list(state.sides)
    sides[number] = side
    return replace(state, sides=tuple(sides))


def playing_sides(state: State) -> tuple[int, ...]:
    """The numbers of the sides in play, clockwise."""
    return tuple([number for number, side in enumerate(state.sides) if not side.off])


def may_flip(state: State) -> tuple[str, ...]:
    """The sides that may flip the timer: the oldest of those in play, or anyone (W3)."""
    playing = playing_sides(state)
    if len(playing) == len(state.sides):
        return state.setup.index.flippers
    return flippers(tuple([state.setup.seats[number] for number in playing]))


def drop_claim(state: State, number: int) -> State:
    """The state without a side's claim: the first of those left is the first (W10)."""
    state = with_side(state, number, replace(state.sides[number], claim_ms=-1))
    if state.first_claim_ms < 0:
        return state
    left = [side.claim_ms for side in state.sides if side.claim_ms >= 0]
    return replace(state, first_claim_ms=min(left, default=-1))


def where_dealt(state: State, card: str) -> str:
    """The side that has a card, or ""."""
    for number, side in enumerate(state.sides):
        if card in side.deck or card in side.open or card in [had for had, _ in side.done]:
            return state.setup.seats[number].side
    return ""


def stash_of(state: State, token: str) -> tuple[int, str] | None:
    """The side and card on which a token is stashed, if it is."""
    for number, side in enumerate(state.sides):
        for card, stashed in side.done:
            if stashed == token:
                return number, card
    return None

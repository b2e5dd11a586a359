"""The contract of a game core: what goes in, what comes out, what a game must offer.

A core is pure and total: no clock, no randomness, no I/O. It gets typed inputs, gives a new
state and one-off outputs; everything that lasts (lights, alarms, views, legal moves) is a
function of the state, so undo, resume and replay need nothing special.

This module must not know any game, any device, or the table that feeds it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

import msgspec

PUBLIC = "public"
REFEREE = "referee"

PAUSE = "pause"
"""The word by which the session tells a core that the game stands still (T14)."""
RESUME = "resume"
"""The word by which it tells a core that the game goes on: judge what was adopted (T14)."""


def seat_audience(seat: str) -> str:
    """The audience name of one seat: what only the player sitting there may see."""
    return f"seat:{seat}"


# --------------------------------------------------------------------------- inputs


class Input(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """Something that happened, ``at_ms`` milliseconds after the game began."""

    at_ms: int


class Placed(Input, frozen=True, tag="placed"):
    """A piece came to lie on a reader; dated to its first sighting."""

    place: str
    piece: str


class Removed(Input, frozen=True, tag="removed"):
    """A piece was lifted from a reader; dated to the confirmation."""

    place: str
    piece: str


class Lying(Input, frozen=True, tag="lying"):
    """All that lies on one reader, adopted without being judged and without speaking (T14)."""

    place: str
    pieces: tuple[str, ...]


class Said(Input, frozen=True, tag="said"):
    """A word of the operator or of a command card, with its arguments (sides, piece ids)."""

    word: str
    args: tuple[str, ...] = ()


class ReaderFailed(Input, frozen=True, tag="reader-failed"):
    """The reader of this place stopped answering (T15)."""

    place: str


class ReaderBack(Input, frozen=True, tag="reader-back"):
    """The reader of this place answers again; what lies there follows as `Lying`."""

    place: str


class Alarm(Input, frozen=True, tag="alarm"):
    """An alarm the state asked for has come due."""

    name: str


AnyInput = Placed | Removed | Lying | Said | ReaderFailed | ReaderBack | Alarm

# -------------------------------------------------------------------------- outputs


class Output(msgspec.Struct, frozen=True, tag_field="type"):
    """Base of the one-off outputs of a step."""


class Sound(Output, frozen=True, tag="sound"):
    """A sound to make once; the sounds room knows the beeps of each cue."""

    cue: str


class Refused(Output, frozen=True, tag="refused"):
    """The input was illegal and the state is unchanged. ``why`` is one plain line."""

    why: str
    place: str = ""
    ruling: str = ""


class Result(msgspec.Struct, frozen=True, tag_field="game"):
    """Base of a game's result; each game adds its own fields."""


class Finished(Output, frozen=True, tag="finished"):
    """The game is over."""

    result: Result


class Fact(Output, frozen=True, tag_field="type", kw_only=True):
    """What happened, in the game's terms. Tags of all facts begin with ``fact.``."""

    audience: str = PUBLIC


class Paused(Fact, frozen=True, tag="fact.paused"):
    """The session stopped the game's clock: undo, reader (T15), restart or operator."""

    why: str


class Resumed(Fact, frozen=True, tag="fact.resumed"):
    """The session's clock runs again, on three; it stood still for ``paused_ms``."""

    paused_ms: int


class Undone(Fact, frozen=True, tag="fact.undone"):
    """The game went back to just before the input that happened at game time ``to_ms``."""

    to_ms: int


# ------------------------------------------------------------------- what lasts


class Cue(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one place shows for as long as the state lasts.

    ``name``   which animation;
    ``value``, ``of``   progress (cards covered of all, step of a countdown), 0 if unused;
    ``ends_ms``, ``span_ms``   a draining timer: when it ends and how long it is in all;
    ``left_ms``   set instead of ``ends_ms`` while the clock stands still;
    ``under``   the name of a second animation, seen on the pixels that the first leaves free;
                it has the same numbers and times.
    """

    name: str
    value: int = 0
    of: int = 0
    ends_ms: int = -1
    span_ms: int = 0
    left_ms: int = -1
    under: str = ""


class Move(msgspec.Struct, frozen=True, omit_defaults=True):
    """One kind of input that the state would accept now.

    ``do`` is "place", "lift" or "say"; ``at`` a place (or the word for "say");
    ``pieces`` the pieces (or arguments) that fit.
    """

    do: str
    at: str
    pieces: tuple[str, ...] = ()


S = TypeVar("S")


class Step(NamedTuple, Generic[S]):
    """A new state and the one-off outputs of reaching it."""

    state: S
    outputs: tuple[Output, ...]


class SetupError(Exception):
    """A game cannot begin this way; the message is one plain line for the user."""


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player of one game. No person: a participant id is random for that game.

    ``age_rank`` 1 is the oldest, equal ranks are equal ages, 0 is not given.
    ``hand`` is "", "dominant" or "other" (way C).
    """

    side: str
    rake: str = ""
    participant: str = ""
    age_rank: int = 0
    hand: str = ""


class Game(Protocol[S]):
    """What the session, the table and the replay need of a game core."""

    name: ClassVar[str]
    rules_version: ClassVar[int]
    overrules: ClassVar[frozenset[str]]
    """The words by which the operator decides: they hold in a pause too (T14)."""

    def begin(self, setup: Any) -> Step[S]:
        """The first state of a game. Raises `SetupError` when it cannot be played."""
        ...

    def advance(self, state: S, happened: Input) -> Step[S]:
        """The state after an input. Never raises for an illegal input: gives `Refused`."""
        ...

    def lights(self, state: S) -> Mapping[str, Cue]:
        """place -> cue, for every place that shows something."""
        ...

    def alarms(self, state: S) -> Mapping[str, int]:
        """alarm name -> when it is due, in game milliseconds."""
        ...

    def view(self, state: S, audience: str) -> Mapping[str, Any]:
        """What an audience may know, as plain JSON-able values: hidden cards stay hidden."""
        ...

    def legal(self, state: S) -> tuple[Move, ...]:
        """The inputs the state would accept now. For the referee: it may name hidden cards."""
        ...

    def cards(self, state: S) -> Collection[str]:
        """The pieces that must be laid again after a pause, as they speak when laid (T14)."""
        ...

    def buttons(self, state: S) -> tuple[str, ...]:
        """The pieces that speak for a player: the rakes in play (T3)."""
        ...

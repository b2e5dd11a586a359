"""What is true of one game in progress: the core's state, what lies where, pause and memory.

Pure data and the functions that read it; the rules of undo and pause are in `session`.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from meadow.games.game import Cue

S = TypeVar("S")

LyingByPlace = tuple[tuple[str, tuple[str, ...]], ...]


class Pause(msgspec.Struct, frozen=True):
    """The game's clock stands still at ``core_ms``; ``count`` beeps of three were given."""

    why: str
    core_ms: int
    since_ms: int
    count: int = 0
    count_ms: int = 0


class Memory(msgspec.Struct, frozen=True):
    """What undo goes back to: all as it was before an input that gave a fact.

    A linked list, newest first. ``failures`` had happened by then.
    """

    core: Any
    core_ms: int
    finished: bool
    off: tuple[str, ...]
    failures: int
    older: Memory | None


class SessionState(msgspec.Struct, Generic[S], frozen=True):
    """All of one game in progress.

    ``lying`` is what lies on the readers, ``failed`` the reader of each failure so far and
    ``down`` those that do not answer now: these are facts of the world, so undo leaves them alone.
    ``off`` is what the operator switched off: a decision, so undo takes it back.
    """

    core: S
    at_ms: int = 0
    offset_ms: int = 0
    lying: LyingByPlace = ()
    past: Memory | None = None
    pause: Pause | None = None
    finished: bool = False
    failed: tuple[str, ...] = ()
    down: tuple[str, ...] = ()
    off: tuple[str, ...] = ()

    @property
    def broken(self) -> tuple[str, ...]:
        """The readers that play has to wait for (T15)."""
        return tuple([place for place in self.down if place not in self.off])


def pieces_on(lying: LyingByPlace, place: str) -> tuple[str, ...]:
    """The pieces that lie on one place, in order of arrival."""
    for name, pieces in lying:
        if name == place:
            return pieces
    return ()


def with_pieces(lying: LyingByPlace, place: str, pieces: tuple[str, ...]) -> LyingByPlace:
    """The same, but for what lies on one place."""
    for index, (name, _) in enumerate(lying):
        if name == place:
            return (*lying[:index], (place, pieces), *lying[index + 1 :])
    return (*lying, (place, pieces))


def without(lying: LyingByPlace, place: str, piece: str) -> LyingByPlace:
    """The same, but for one piece that lay there and was lifted."""
    for index, (name, pieces) in enumerate(lying):
        if name == place:
            at = pieces.index(piece)
            left = (place, pieces[:at] + pieces[at + 1 :])
            return (*lying[:index], left, *lying[index + 1 :])
    return lying


def place_of(lying: LyingByPlace, piece: str) -> str | None:
    """Where a piece lies."""
    for name, pieces in lying:
        if piece in pieces:
            return name
    return None


def later(cue: Cue, offset_ms: int) -> Cue:
    """A core's cue in the session's time."""
    if cue.ends_ms < 0:
        return cue
    return msgspec.structs.replace(cue, ends_ms=cue.ends_ms + offset_ms)


def standing(cue: Cue, core_ms: int) -> Cue:
    """A core's cue while its clock stands still: a timer shows what is left."""
    if cue.ends_ms < 0:
        return cue
    return msgspec.structs.replace(cue, ends_ms=-1, left_ms=max(0, cue.ends_ms - core_ms))

"""The enrolment of boxes of tagged pieces, as a pure state machine: asks for a piece, takes tags.

It is told which tags come and go, and words of whoever lays them; it gives outcomes, and the
register as it is by now. It must not know the cable, files or a terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec
from meadow.pieces.kinds import AnyPiece
from meadow.pieces.register import Register

from meadow_host.cable.enrol_outcomes import (
    Again,
    Ask,
    Bound,
    NotTaken,
    Outcome,
    Reason,
    Skipped,
    TakenBack,
)
from meadow_host.cable.enrol_pieces import Where, alike

APART_MS = 400
"""Tags that come to one place within so long of each other were laid together: nobody lays two
pieces one after the other so fast."""
IN_ORDER_APART_MS = 100
"""The same where the user vouches for the order. An inventory of seven tags takes 56 ms, so tags
that come at the same time are reported within less."""
FLICKER_MS = 250
"""A tag that is back within so long was not lifted: its reader only just heard it."""


class _State(msgspec.Struct, frozen=True):
    """What undo restores. ``uids`` piece id -> UID; ``todo`` what is still to be asked for; ``at``
    the number of the piece asked for, or beyond the last one."""

    uids: Mapping[str, str]
    todo: frozenset[str]
    at: int


class _Burst(NamedTuple):
    """Tags that come close together to one place, and how it was before the first of them."""

    place: str
    last_ms: int
    uids: tuple[str, ...]
    pieces: tuple[str, ...]
    before: int
    """How long the history was."""
    state: _State


class Enrolment:
    """One enrolment. Feed it in the order of what happens.

    ``pieces`` are asked for in their order, those without a tag; ``anew``: those with one, too.
    The register is of all pieces of the table, so that a tag is never bound twice.
    """

    def __init__(
        self,
        register: Register,
        pieces: Sequence[AnyPiece],
        where: Where,
        *,
        in_order: bool = False,
        anew: bool = False,
    ) -> None:
        self.pieces = tuple(pieces)
        self._all = register.pieces
        self._by_id = {piece.id: piece for piece in self._all}
        self._apart_ms = IN_ORDER_APART_MS if in_order else APART_MS
        self._turns = _turns(self.pieces)
        self._where = where
        uids = {piece_id: uid for uid, piece_id in register.entries}
        todo = frozenset(piece.id for piece in self.pieces if anew or piece.id not in uids)
        self._state = self._onward(_State(uids, todo, -1))
        self._history: list[_State] = []
        self._lying: dict[str, set[str]] = {}
        self._gone_ms: dict[tuple[str, str], int] = {}
        self._burst: _Burst | None = None
        self._last_uid = ""
        self._movable = ""

    # ------------------------------------------------------------------------ as it is

    @property
    def asked(self) -> Ask | None:
        """What is asked for now; None when all is done."""
        at = self._state.at
        if at >= len(self.pieces):
            return None
        piece = self.pieces[at]
        left = 0
        for other in self.pieces[at:]:
            if alike(other) != alike(piece) or other.id not in {piece.id, *self._state.todo}:
                break
            left += 1
        return Ask(
            piece=piece,
            place=self._where.of(piece, self._turns[at]),
            number=at + 1,
            of=len(self.pieces),
            alike=left,
            uid=self._state.uids.get(piece.id, ""),
        )

    @property
    def register(self) -> Register:
        """Which tag sits in which piece by now."""
        return Register(self._all, [(uid, piece) for piece, uid in self._state.uids.items()])

    def tagged(self, pieces: Iterable[AnyPiece]) -> int:
        """How many of these pieces have a tag."""
        return sum(piece.id in self._state.uids for piece in pieces)

    @property
    def left(self) -> tuple[str, ...]:
        """The pieces of this enrolment that have no tag, in order."""
        return tuple([p.id for p in self.pieces if p.id not in self._state.uids])

    def lying(self, place: str) -> tuple[str, ...]:
        """The tags there, sorted."""
        return tuple(sorted(self._lying.get(place, ())))

    # ----------------------------------------------------------------- what happens

    def lies(self, lying: Mapping[str, Iterable[str]]) -> None:
        """These tags, and no others, lie on these places: none of them is taken until it is laid
        anew. For the beginning, and for a reader that is back."""
        for place, uids in lying.items():
            self._lying[place] = set(uids)
        self._burst = None

    def at_places(self, where: Where) -> None:
        """From now on other readers answer."""
        self._where = where
        self._burst = None

    def left_place(self, uid: str, place: str, at_ms: int) -> None:
        """A tag was lifted."""
        self._lying.get(place, set()).discard(uid)
        self._gone_ms[uid, place] = at_ms

    def arrived(self, uid: str, place: str, at_ms: int) -> tuple[Outcome, ...]:
        """A tag came to lie on a place, first seen at that moment."""
        lying = self._lying.setdefault(place, set())
        if uid in lying:
            return ()
        lying.add(uid)
        flickers = at_ms - self._gone_ms.get((uid, place), -FLICKER_MS) < FLICKER_MS
        owner = self._owner(uid)
        asked = self.asked
        if owner and (asked is None or owner.id != asked.piece.id):
            if flickers or uid == self._last_uid:
                return (Again(owner, place, uid),)
            self._movable = uid
            return (NotTaken(Reason.HAS_A_PIECE, place, (uid,), owner),)
        if flickers:
            return (NotTaken(Reason.FLICKERS, place, (uid,)),)
        burst = self._burst_with(place, at_ms)
        if burst is not None and not self._all_alike(burst, asked, place):
            return (self._together(burst, uid, at_ms),)
        if asked is None:
            return (NotTaken(Reason.NOTHING_ASKED, place, (uid,)),)
        if place != asked.place:
            return (NotTaken(Reason.ELSEWHERE, place, (uid,), should_be=asked.place),)
        if burst is None:
            burst = _Burst(place, at_ms, (), (), len(self._history), self._state)
        bound = self._bind(uid, asked)
        uids, pieces = (*burst.uids, uid), (*burst.pieces, asked.piece.id)
        last_ms = max(burst.last_ms, at_ms)
        self._burst = burst._replace(last_ms=last_ms, uids=uids, pieces=pieces)
        return (bound,)

    # ------------------------------------------------------------------------ words

    def undo(self) -> Outcome:
        """Take back the last binding, move or skip; again and again."""
        self._burst = None
        if not self._history:
            return NotTaken(Reason.NOTHING_TO_UNDO)
        before, self._state = self._state, self._history.pop()
        self._last_uid = self._movable = ""
        given = [one for one, uid in before.uids.items() if self._state.uids.get(one) != uid]
        return TakenBack(tuple([self._by_id[one] for one in given]))

    def skip(self) -> Outcome:
        """Go on without this piece; what tag it has, if any, it keeps."""
        self._burst = None
        asked = self.asked
        if asked is None:
            return NotTaken(Reason.NOTHING_ASKED)
        self._remember()
        todo = self._state.todo - {asked.piece.id}
        self._state = self._onward(msgspec.structs.replace(self._state, todo=todo))
        return Skipped(asked.piece)

    def back(self) -> Outcome | None:
        """Ask for the piece before this one again, whether it has a tag or not."""
        self._burst = None
        if self._state.at == 0:
            return NotTaken(Reason.NOTHING_BEFORE)
        self._state = msgspec.structs.replace(self._state, at=self._state.at - 1)
        return None

    def move(self) -> Outcome:
        """Give the piece asked for the tag that was refused last because another piece has it."""
        self._burst = None
        asked, uid = self.asked, self._movable
        if asked is None:
            return NotTaken(Reason.NOTHING_ASKED)
        if not any(uid in there for there in self._lying.values()):
            return NotTaken(Reason.NOTHING_TO_MOVE)
        return self._bind(uid, asked)

    # ----------------------------------------------------------------------- inside

    def _bind(self, uid: str, asked: Ask) -> Bound:
        self._remember()
        owner = self._owner(uid)
        piece_id = asked.piece.id
        uids = {piece: other for piece, other in self._state.uids.items() if other != uid}
        uids[piece_id] = uid
        todo = self._state.todo - {piece_id}
        moved = owner if owner is not None and owner.id != piece_id else None
        if moved is not None and moved in self.pieces:
            todo |= {moved.id}
        self._state = self._onward(_State(uids, todo, self._state.at))
        self._last_uid, self._movable = uid, ""
        return Bound(asked.piece, asked.place, uid, moved)

    def _together(self, burst: _Burst, uid: str, at_ms: int) -> NotTaken:
        """Nobody knows which of them is which: none is taken, also not those taken already."""
        pieces = tuple([self._by_id[piece] for piece in burst.pieces])
        self._state = burst.state
        del self._history[burst.before :]
        self._last_uid = ""
        uids = (*burst.uids, uid)
        self._burst = burst._replace(last_ms=max(burst.last_ms, at_ms), uids=uids, pieces=())
        return NotTaken(Reason.TOGETHER, burst.place, uids, taken_back=pieces)

    def _burst_with(self, place: str, at_ms: int) -> _Burst | None:
        """The tags with which one that comes now was laid."""
        burst = self._burst
        if burst is None or burst.place != place or at_ms - burst.last_ms >= self._apart_ms:
            return None
        return burst

    def _all_alike(self, burst: _Burst, asked: Ask | None, place: str) -> bool:
        """Whether it does not matter which of them is which."""
        if asked is None or asked.place != place or len(burst.pieces) < len(burst.uids):
            return False
        return all(alike(self._by_id[one]) == alike(asked.piece) for one in burst.pieces)

    def _owner(self, uid: str) -> AnyPiece | None:
        uids = self._state.uids
        return next((self._by_id[piece] for piece, other in uids.items() if other == uid), None)

    def _remember(self) -> None:
        self._history.append(self._state)

    def _onward(self, state: _State) -> _State:
        """The same, asking for the next piece that is to be asked for, from the first on again
        after the last."""
        count = len(self.pieces)
        for step in range(1, count + 1):
            at = (state.at + step) % count
            if self.pieces[at].id in state.todo:
                return msgspec.structs.replace(state, at=at)
        return msgspec.structs.replace(state, at=count)


def _turns(pieces: Sequence[AnyPiece]) -> tuple[int, ...]:
    """How many kinds of pieces there are before each."""
    turns: list[int] = []
    for number, piece in enumerate(pieces):
        is_new = number > 0 and alike(pieces[number - 1]) != alike(piece)
        turns.append((turns[-1] if turns else 0) + is_new)
    return tuple(turns)

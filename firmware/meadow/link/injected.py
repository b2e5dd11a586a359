"""Readers that report what a laptop injects, merged with what they truly notice (service mode).

Tags lie there truly, by injection, or both, and a reader can fail either way; told is what comes
of it together. It must not know pieces, games or who injects.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from typing import NamedTuple

from meadow.boards import Board
from meadow.clock import Clock
from meadow.lights.strip import Strip
from meadow.nfc.sightings import Arrived, Back, Batch, Failed, Left, Readers, Sighting
from meadow.pieces.register import plain_uid
from meadow.sounds.buzzer import Buzzer

MOST_AHEAD_MS = 60_000
"""So far ahead something may be planned."""
MOST_PLANNED = 2000
WHY = "no answer, by injection"


class InjectError(Exception):
    """This cannot be injected; one plain line, and nothing was changed."""


class _Planned(NamedTuple):
    """What shall be reported at its time; ``number`` keeps those of one moment in order."""

    at_ms: int
    number: int
    sighting: Sighting


class _Place:
    """What is known of one place: truly, by injection, and by injection once all is due."""

    def __init__(self) -> None:
        self.truly: tuple[str, ...] = ()
        self.injected: tuple[str, ...] = ()
        self.why_truly = ""
        self.why_injected = ""
        self.planned: frozenset[str] = frozenset()
        self.fails_by_plan = False
        self.plan_ends_ms = 0

    @property
    def is_untouched(self) -> bool:
        """Whether all that is told of it is true."""
        return not (self.injected or self.why_injected)

    @property
    def why(self) -> str:
        """Why it does not answer, "" if it does."""
        return self.why_truly or self.why_injected

    @property
    def lying(self) -> tuple[str, ...]:
        """All that lies there, what truly does first."""
        return (*self.truly, *[uid for uid in self.injected if uid not in self.truly])

    def noticed(self, sighting: Sighting) -> None:
        """The reader truly noticed this."""
        if isinstance(sighting, Arrived):
            self.truly = _with(self.truly, sighting.uid)
        elif isinstance(sighting, Left):
            self.truly = _without(self.truly, sighting.uid)
        elif isinstance(sighting, Failed):
            self.why_truly = sighting.why or "no answer"
        elif isinstance(sighting, Back):
            self.why_truly, self.truly = "", sighting.uids

    def took(self, sighting: Sighting) -> None:
        """This was injected."""
        if isinstance(sighting, Arrived):
            self.injected = _with(self.injected, sighting.uid)
        elif isinstance(sighting, Left):
            self.injected = _without(self.injected, sighting.uid)
        elif isinstance(sighting, Failed):
            self.why_injected = sighting.why
        elif isinstance(sighting, Back):
            self.why_injected = ""

    def plan(self, sighting: Sighting) -> None:
        """This will have been injected. Raises `InjectError` when it cannot be."""
        place, planned = sighting.place, self.planned
        if isinstance(sighting, Arrived):
            if sighting.uid in planned or sighting.uid in self.truly:
                raise InjectError(f"{sighting.uid} lies on {place} already")
            planned = planned | {sighting.uid}
        elif isinstance(sighting, Left):
            if sighting.uid not in planned:
                by_hand = sighting.uid in self.truly
                what = "truly lies there: lift it by hand" if by_hand else "does not lie there"
                raise InjectError(f"{sighting.uid} on {place} {what}")
            planned = planned - {sighting.uid}
        else:
            fails = isinstance(sighting, Failed)
            if self.fails_by_plan == fails:
                how = "has failed by injection already" if fails else "has not failed by injection"
                raise InjectError(f"the reader of {place} {how}")
            self.fails_by_plan = fails
        self.planned, self.plan_ends_ms = planned, sighting.at_ms

    def forget_plan(self) -> None:
        """What was planned and is not due will not be."""
        self.planned, self.fails_by_plan = frozenset(self.injected), bool(self.why_injected)
        self.plan_ends_ms = 0


class InjectedReaders:
    """`Readers` round others. Only the thread that polls may call it."""

    def __init__(self, inner: Readers, clock: Clock) -> None:
        self.inner = inner
        self._clock = clock
        self._places = {place: _Place() for place in inner.places}
        self._plan: list[_Planned] = []
        self._number = 0
        self._settled_ms = -1

    @property
    def places(self) -> tuple[str, ...]:
        return self.inner.places

    def poll(self) -> Batch:
        """All that was truly noticed and all that is due, in the order of their dates.

        What is injected is dated after all that was settled before, so the promise holds.
        """
        noticed, settled_ms = self.inner.poll()
        until_ms = max(self._clock.now_ms(), settled_ms)
        due: list[Sighting] = []
        while self._plan and self._plan[0].at_ms <= until_ms:
            due.append(heapq.heappop(self._plan).sighting)
        self._settled_ms = max(self._settled_ms, settled_ms)
        if not due:
            return Batch(tuple(self._told(noticed, ())), settled_ms)
        return Batch(tuple(self._told(noticed, due)), settled_ms)

    def wake_ms(self) -> int:
        wake_ms = self.inner.wake_ms()
        return min(wake_ms, self._plan[0].at_ms) if self._plan else wake_ms

    def lying(self, place: str) -> tuple[str, ...]:
        there = self._places[place]
        if there.is_untouched:
            return self.inner.lying(place)
        return () if there.why else there.lying

    # ----------------------------------------------------------------------- injecting

    def inject(self, kind: str, place: str, uid: str = "", at_ms: int = 0) -> None:
        """Let something be reported: arrived, left, failed or back, at ``at_ms``, 0 for at once.

        ``clear`` forgets what is planned for the place, takes away all that was injected there and
        lets it answer. Raises `InjectError`.
        """
        there = self._places.get(place)
        if there is None:
            raise InjectError(f"there is no reader {place!r}: name {', '.join(self._places)}")
        if kind == "clear":
            self._clear(place, there)
            return
        moment_ms = self._moment(there, at_ms)
        sighting = _sighting(kind, place, uid, moment_ms)
        if len(self._plan) >= MOST_PLANNED:
            raise InjectError(f"{MOST_PLANNED} sightings are planned already: wait for some")
        there.plan(sighting)
        self._push(sighting)

    def _moment(self, there: _Place, at_ms: int) -> int:
        """The date of what is injected now."""
        now_ms = self._clock.now_ms()
        if not at_ms:
            at_ms = max(now_ms, self._settled_ms + 1)
        elif at_ms <= self._settled_ms:
            raise InjectError(f"{at_ms} ms is past: the table's clock is at {now_ms} ms")
        elif at_ms > now_ms + MOST_AHEAD_MS:
            raise InjectError(f"{at_ms} ms is more than {MOST_AHEAD_MS} ms ahead of {now_ms} ms")
        if at_ms < there.plan_ends_ms:
            raise InjectError(f"something is planned there for {there.plan_ends_ms} ms: it is next")
        return at_ms

    def _clear(self, place: str, there: _Place) -> None:
        self._plan = [one for one in self._plan if one.sighting.place != place]
        heapq.heapify(self._plan)
        there.forget_plan()
        at_ms = self._moment(there, 0)
        gone: list[Sighting] = [Left(at_ms, place, uid) for uid in there.injected]
        for sighting in [*gone, *([Back(at_ms, place, ())] if there.why_injected else [])]:
            there.plan(sighting)
            self._push(sighting)

    def _push(self, sighting: Sighting) -> None:
        self._number += 1
        heapq.heappush(self._plan, _Planned(sighting.at_ms, self._number, sighting))

    # ------------------------------------------------------------------------- merging

    def _told(self, noticed: Iterable[Sighting], due: Iterable[Sighting]) -> list[Sighting]:
        both = [(one, False) for one in noticed] + [(one, True) for one in due]
        both.sort(key=lambda pair: pair[0].at_ms)
        told: list[Sighting] = []
        for sighting, is_injected in both:
            there = self._places.get(sighting.place)
            if there is None or (not is_injected and there.is_untouched):
                told.append(sighting)
                if there is not None:
                    there.noticed(sighting)
                continue
            why, lying = there.why, there.lying
            (there.took if is_injected else there.noticed)(sighting)
            told += _difference(sighting, there, why, lying)
        return told


def _difference(
    sighting: Sighting, there: _Place, why: str, lying: tuple[str, ...]
) -> list[Sighting]:
    """What is to be told of a place that was so before and is ``there`` now."""
    at_ms, place, now = sighting.at_ms, sighting.place, there.lying
    if there.why:
        return [] if why else [Failed(at_ms, place, there.why)]
    if why:
        return [Back(at_ms, place, now)]
    left: list[Sighting] = [Left(at_ms, place, uid) for uid in lying if uid not in now]
    return [*left, *[Arrived(at_ms, place, uid) for uid in now if uid not in lying]]


def _sighting(kind: str, place: str, uid: str, at_ms: int) -> Sighting:
    if kind == "failed":
        return Failed(at_ms, place, WHY)
    if kind == "back":
        return Back(at_ms, place, ())
    if kind not in ("arrived", "left"):
        raise InjectError(f"nothing is injected as {kind!r}: arrived, left, failed, back or clear")
    plain = plain_uid(uid)
    if plain is None:
        raise InjectError(f"{uid!r} is no UID: 4, 7 or 10 bytes in hexadecimal")
    return Arrived(at_ms, place, plain) if kind == "arrived" else Left(at_ms, place, plain)


def _with(uids: tuple[str, ...], uid: str) -> tuple[str, ...]:
    return uids if uid in uids else (*uids, uid)


def _without(uids: tuple[str, ...], uid: str) -> tuple[str, ...]:
    return tuple([one for one in uids if one != uid])


class InjectedBoard:
    """A `meadow.boards.Board` round another, with such readers."""

    def __init__(self, inner: Board) -> None:
        self._inner = inner
        self._readers = InjectedReaders(inner.readers, inner.clock)

    @property
    def clock(self) -> Clock:
        return self._inner.clock

    @property
    def readers(self) -> InjectedReaders:
        return self._readers

    @property
    def strip(self) -> Strip:
        return self._inner.strip

    @property
    def buzzer(self) -> Buzzer:
        return self._inner.buzzer

    def close(self) -> None:
        self._inner.close()

"""Enrolling at a table: one place is lit, and what comes and goes is kept from the lobby meanwhile.

Knows the lobby's cues by name and the table's phase. Who points, and when it ends, is the business
of whoever has the cable.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

from meadow.games.cues import Flash
from meadow.games.game import Cue, Output, Refused, Sound
from meadow.table.status import Phase

_CUES: Mapping[str, Cue] = MappingProxyType(
    {"ask": Cue("ask"), "good": Cue("good"), "bad": Cue("refused")}
)
_SOUNDS: Mapping[str, str] = MappingProxyType({"good": "good", "bad": "refused"})
_NOT_NOW: Mapping[Phase, str] = MappingProxyType(
    {
        Phase.PLAYING: "a game is being played: enrol once it is over",
        Phase.OVER: "the last game is not cleared away yet: say lobby first, then enrol",
    }
)


class PointError(Exception):
    """There is no such place or cue; the message is one plain line."""


class PlayingError(PointError):
    """Not while a game is on the table; likewise."""


class Once(NamedTuple):
    """What is seen and heard once."""

    outputs: tuple[Output, ...] = ()
    flashes: tuple[Flash, ...] = ()


class Pointing:
    """The place that is pointed at, "" for none."""

    def __init__(self) -> None:
        self.place = ""
        self._cue = ""

    @property
    def lasting(self) -> Mapping[str, Cue]:
        """What shows for as long as it lasts: that place alone; empty when there is none."""
        return {self.place: _CUES[self._cue]} if self.place else {}

    def point(self, place: str, cue: str, phase: Phase, places: Collection[str]) -> Once:
        """Point at a place, or at none; an answer is flashed too, so that it is seen while the
        next question is asked already. Raises `PointError`, nothing changed."""
        if not place:
            self.place = ""
            return Once()
        if phase in _NOT_NOW:
            raise PlayingError(_NOT_NOW[phase])
        if place not in places:
            raise PointError(f"there is no reader {place!r}: this table has {', '.join(places)}")
        if cue not in _CUES:
            raise PointError(f"there is no cue {cue!r}: ask, good or bad")
        self.place, self._cue = place, cue
        if cue not in _SOUNDS:
            return Once()
        return Once((Sound(_SOUNDS[cue]),), (Flash(place, _CUES[cue].name),))

    def refusal(self) -> Refused:
        """What a word is answered meanwhile."""
        return Refused(why="tags are being enrolled: end that on the laptop, then say it again")

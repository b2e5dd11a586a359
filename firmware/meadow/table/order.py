"""Holds happenings back until nothing earlier can come, and gives them in the order of time.

Pure. It knows no game and no device, and the clock only as numbers.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from meadow.games.game import Output
from meadow.journal.lines import Source
from meadow.nfc.sightings import Sighting

Answer = Callable[[tuple[Output, ...]], None]
"""Is told, in the loop's thread, what came of a word. It must be quick and not raise."""


class Spoken(msgspec.Struct, frozen=True):
    """A word said to the table, with its arguments, where it came from, who waits for what comes
    of it, and in which situation of the table it is meant (`Table.situation`), "" for any."""

    at_ms: int
    word: str
    args: tuple[str, ...] = ()
    source: Source = Source.OPERATOR
    answer: Answer | None = None
    when: str = ""


Happening = Sighting | Spoken


class _Held(NamedTuple):
    at_ms: int
    rank: int
    number: int
    what: Happening


class Order:
    """Happenings on their way to the table.

    The order is: time; then sightings by place (clockwise, the deck last) and words after them;
    then arrival. So it does not depend on how the polls fell.
    """

    def __init__(self, places: Sequence[str]) -> None:
        self._ranks: Mapping[str, int] = {place: rank for rank, place in enumerate(places)}
        self._held: list[_Held] = []
        self._number = 0
        self.late = 0
        """How many came too late to be delivered in their order."""

    def hold(self, happenings: Iterable[Happening]) -> None:
        """Take in what was noticed or said, in order of arrival."""
        for what in happenings:
            self._number += 1
            rank = len(self._ranks)
            if isinstance(what, Sighting):
                rank = self._ranks.get(what.place, rank)
            heapq.heappush(self._held, _Held(what.at_ms, rank, self._number, what))

    def release(self, settled_ms: int, delivered_ms: int) -> list[Happening]:
        """All up to ``settled_ms``, in order.

        What is dated before ``delivered_ms`` (the last moment at which anything was delivered)
        comes too late: it is counted and dated to that moment.
        """
        released: list[Happening] = []
        held = self._held
        while held and held[0].at_ms <= settled_ms:
            what = heapq.heappop(held).what
            if what.at_ms < delivered_ms:
                self.late += 1
                what = msgspec.structs.replace(what, at_ms=delivered_ms)
            released.append(what)
        return released

    @property
    def next_ms(self) -> int | None:
        """The date of the earliest that is held back."""
        return self._held[0].at_ms if self._held else None

"""One person at the meadow, who looks through a page of their own: the seats, and the fingers.

It must not know the meadow, nor who else is there: `people` has all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Dropped(NamedTuple):
    """What a pointer held: the piece, for whom, and the seat whose rake it brought or ""."""

    piece: str
    who: str
    stroke: str


class Person:
    """Whoever looks through one page."""

    def __init__(
        self,
        number: int,
        key: str,
        told: Callable[[tuple[str, ...]], None] = lambda seats: None,
        hears: Callable[[str], None] = lambda why: None,
    ) -> None:
        """``key`` is the same after a reload of the page; ``told`` is told each change of seats,
        ``hears`` what the table refused this person."""
        self.key = key
        self._told = told
        self.hears = hears
        self.name = f"page-{number}"
        self.seats: tuple[str, ...] = ()
        self.heard_ms = 0
        self.pointers: set[str] = set()
        """Those that hold something."""
        self.strokes: dict[str, str] = {}
        """pointer -> the seat whose rake it brought."""
        self.dropped: dict[str, Dropped] = {}
        """pointer -> what it held when it fell silent, until it comes down anew."""

    def sits(self, seats: tuple[str, ...]) -> None:
        """These are the seats from now on."""
        if seats != self.seats:
            self.seats = seats
            self._told(seats)

    def pointer(self, number: int) -> str:
        """What one of the fingers is called at the meadow."""
        return f"{self.name}.{number}"

"""Laying a piece on a reader for a moment, as one shows a card or speaks with a rake (T16).

It must not know why, nor who may.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from meadow_host.twin.meadow.ground import BOX, DECK, MEADOW, SIDES, beside_of, tray_of
from meadow_host.twin.meadow.lying import Lie
from meadow_host.twin.meadow.places import lie_in
from meadow_host.twin.table.living import Living

SHOWN_MS = 650
"""So long it lies there: readers need a tenth of it, and a rake that claims has to lie for 300 ms
(T16)."""


class Showing:
    """Shows pieces at one meadow."""

    def __init__(self, living: Living, rake_of: Callable[[str], str]) -> None:
        """``rake_of`` gives the rake that a seat has joined with, "" for none."""
        self._living = living
        self._world = living.world
        self._rake_of = rake_of

    def show(self, piece: str, reader: str, who: str) -> str:
        """Lay a piece, by its id or handle, on a reader for a moment; then it lies where it was.
        Gives why not, or ""."""
        if reader != DECK and reader not in SIDES:
            return f"there is no reader {reader!r}: it is {DECK}, or a side"
        world, place = self._world, DECK if reader == DECK else tray_of(reader)
        found = world.handles.piece(piece) or piece
        if found not in world.lying:
            return f"there is no piece {piece!r} here"
        before = world.lying.lie(found)
        pointer = f"show.{found}"
        why = world.take(pointer, found, who=who) or world.put(pointer, place)
        if why:
            world.pointer(pointer, "cancel", 0, 0)
        else:
            self._living.later(SHOWN_MS, partial(self._back, found, place, before))
        return why

    def _back(self, piece: str, place: str, before: Lie) -> None:
        """Back to where it was, a rake beside its side; unless somebody has taken it meanwhile."""
        world = self._world
        if world.lying.lie(piece).place != place:
            return
        side = next((seat for seat in SIDES if self._rake_of(seat) == piece), "")
        if side and before.place in (MEADOW, BOX):
            before = lie_in(world.lying, piece, beside_of(side), None, None, None)
        world.move(piece, before)

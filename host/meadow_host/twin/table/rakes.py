"""Whose rake is whose at a meadow, people's and bots' alike: no two seats ever mean the same one.

It knows who has joined with which, and who was given which. It must not know what a rake says.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from meadow.pieces.kinds import Rake

from meadow_host.twin.meadow.ground import BOX, MEADOW, beside_of, tray_of
from meadow_host.twin.meadow.lying import held_by
from meadow_host.twin.meadow.world import World
from meadow_host.twin.table.eyes import SharedEyes

COLOURS: Mapping[str, str] = MappingProxyType(
    {"north": "red", "east": "blue", "south": "yellow", "west": "green"}
)
"""The colours that pages give the sides: a rake of the same is the one people expect."""
NONE = "there is no rake left for {}: let somebody leave, or take one who plays no more"


class Rakes:
    """The rakes of one meadow."""

    def __init__(self, world: World, eyes: SharedEyes) -> None:
        self._world, self._eyes = world, eyes
        self._given: dict[str, str] = {}
        """seat -> the rake it used last."""

    def joined(self, seat: str) -> str:
        """The rake that a seat has joined with, "" for none."""
        return self._eyes.rake_of(seat)

    def of(self, seat: str) -> str:
        """The rake of a seat, which it has from now on: that it joined with, else the one it used
        last, one that lies there, one out of the box or left on the meadow; "" if there is none."""
        rake = self.joined(seat) or self._free_for(seat)
        if rake:
            self._given[seat] = rake
        return rake

    def _free_for(self, seat: str) -> str:
        others = {one.get("rake", "") for one in self._eyes.lobby["seats"]}
        others |= {rake for other, rake in self._given.items() if other != seat}
        given = self._given.get(seat, "")
        places = (beside_of(seat), tray_of(seat), held_by(seat), BOX, MEADOW)
        lying = [piece for place in places for piece in self._world.at(place)]
        rakes = [given] if given else []
        rakes += [piece for piece in lying if self._world.lying.is_rake(piece)]
        free = [rake for rake in rakes if rake not in others]
        boxed = [rake for rake in free if self._world.lying.lie(rake).place == BOX]
        if boxed and free[0] == boxed[0] and free[0] != given:
            return min(boxed, key=lambda rake: self._rank(rake, seat))
        return next(iter(free), "")

    def _rank(self, rake: str, seat: str) -> int:
        """0 for a rake in the seat's colour, 1 for one that is no other's, 2 for another's."""
        piece = self._world.lying.pieces[rake]
        colour = piece.colour if isinstance(piece, Rake) else ""
        if COLOURS.get(seat) == colour:
            return 0
        return 2 if colour in COLOURS.values() else 1

"""Whose rake is whose at a meadow, people's and bots' alike: no two seats ever mean the same one.

It knows who has joined with which, and who was given which. It must not know what a rake says.
"""

from __future__ import annotations

from meadow_host.twin.meadow.ground import BOX, MEADOW, beside_of, tray_of
from meadow_host.twin.meadow.lying import held_by
from meadow_host.twin.meadow.world import World
from meadow_host.twin.table.eyes import SharedEyes

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
        return next((rake for rake in rakes if rake not in others), "")

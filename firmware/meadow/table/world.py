"""What the readers have said so far: which tags lie where, and which readers do not answer.

It follows the sightings as they are delivered, so it is of the same moment as the game. Knows
no pieces.
"""

from __future__ import annotations

from collections.abc import Sequence

from meadow.nfc.sightings import Arrived, Back, Failed, Left, Sighting


class World:
    """Follows the sightings of some places."""

    def __init__(self, places: Sequence[str]) -> None:
        self._lying: dict[str, tuple[str, ...]] = dict.fromkeys(places, ())
        self._failed: dict[str, str] = {}
        self._read_ms: dict[str, int] = {}

    @property
    def places(self) -> tuple[str, ...]:
        """All places, in the order of the readers."""
        return tuple(self._lying)

    @property
    def failed(self) -> dict[str, str]:
        """place -> why, for the readers that do not answer."""
        return dict(self._failed)

    @property
    def read_ms(self) -> dict[str, int]:
        """place -> when a tag came or went there last; not for those where none ever did."""
        return dict(self._read_ms)

    def lying(self, place: str) -> tuple[str, ...]:
        """The UIDs on a place, in order of arrival; for a failed reader the last known."""
        return self._lying.get(place, ())

    def saw(self, sighting: Sighting) -> None:
        """Take in a sighting."""
        place, there = sighting.place, self.lying(sighting.place)
        if isinstance(sighting, Arrived | Left) or (isinstance(sighting, Back) and sighting.uids):
            self._read_ms[place] = sighting.at_ms
        if isinstance(sighting, Arrived):
            if sighting.uid not in there:
                self._lying[place] = (*there, sighting.uid)
        elif isinstance(sighting, Left):
            self._lying[place] = tuple([uid for uid in there if uid != sighting.uid])
        elif isinstance(sighting, Failed):
            self._failed[place] = sighting.why
        elif isinstance(sighting, Back):
            self._failed.pop(place, None)
            self._lying[place] = sighting.uids

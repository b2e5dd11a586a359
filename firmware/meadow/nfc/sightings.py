"""What the presence filter reports: tags that arrived and left, readers that fail and return.

Knows tag UIDs and places, nothing of pieces or games.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import msgspec


class Sighting(msgspec.Struct, frozen=True, tag_field="type"):
    """Base: something the reader of ``place`` noticed at ``at_ms`` (the clock's milliseconds)."""

    at_ms: int
    place: str


class Arrived(Sighting, frozen=True, tag="arrived"):
    """A tag came to rest; dated to its first sighting. ``uid`` is upper-case hexadecimal."""

    uid: str


class Left(Sighting, frozen=True, tag="left"):
    """A tag is gone; dated to the confirmation."""

    uid: str


class Failed(Sighting, frozen=True, tag="failed"):
    """The reader stopped answering."""

    why: str


class Back(Sighting, frozen=True, tag="back"):
    """The reader answers again; ``uids`` is all that lies there now."""

    uids: tuple[str, ...]


class Batch(NamedTuple):
    """What a poll gives.

    ``settled_ms``: no later poll reports anything at or before this moment, so the loop may
    deliver everything up to it. It trails the clock by at most `SETTLE_BOUND_MS`.
    """

    sightings: tuple[Sighting, ...]
    settled_ms: int


SETTLE_BOUND_MS = 60


class Readers(Protocol):
    """All readers of a table behind their presence filter."""

    @property
    def places(self) -> tuple[str, ...]:
        """The places that have a reader, in clockwise order, the deck reader last."""
        ...

    def poll(self) -> Batch:
        """What was noticed since the last poll. Never blocks longer than a sweep."""
        ...

    def wake_ms(self) -> int:
        """The moment from which a poll may bring something new.

        Chips have to be asked all the time, so theirs is the present moment; fakes know.
        """
        ...

    def lying(self, place: str) -> tuple[str, ...]:
        """The UIDs that lie on a place now, in order of arrival."""
        ...

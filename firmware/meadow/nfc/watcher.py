"""Between the reading of readers and the one who makes sense of it: what is asked and told.

A protocol and a plain enumeration; it must not know chips or what a tag's coming means.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple, Protocol

from meadow.nfc.anticollision import Found, Tree
from meadow.nfc.chips import ChipFault
from meadow.nfc.iso14443a import Glance


class Need(IntEnum):
    """How much it matters to look for a tag now."""

    ROUTINE = 0  # it lies still
    DOUBT = 1  # it was silent, or is wanted elsewhere
    SOLO = 2  # it is all but given up: look once more while no other reader speaks
    PROOF = 3  # it is not believed yet


class Wanted(NamedTuple):
    """A tag to look for, and why."""

    uid: str
    need: Need


class Watcher(Protocol):
    """Who wants to know which tags there are."""

    def found(self, place: str, found: Found) -> None:
        """A tag that was not at rest gave its whole UID."""
        ...

    def wanted(self, place: str, need: Need) -> Wanted | None:
        """The tag to look for now, if it matters that much at least."""
        ...

    def glanced(self, place: str, uid: str, outcome: Glance, proofs: int, solo: bool) -> None:
        """The look for it came to this; ``solo``: no other reader spoke meanwhile."""
        ...

    def looked(self, place: str, tree: Tree, cold: bool) -> None:
        """A pass over the newcomers of a reader is done. ``cold``: its field was off before, so
        whatever lies there was a newcomer.
        """
        ...

    def roll_call(self, place: str) -> bool:
        """Whether to ask for all that is there, also at rest, besides."""
        ...

    def faulty(self, place: str, fault: ChipFault) -> None:
        """The reader does not do its work."""
        ...

"""Between the reading of readers and the one who makes sense of it: what is asked and told.

A protocol and a plain enumeration; it must not know chips or what a tag's coming means.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Protocol

from meadow.nfc.anticollision import Found, Tree
from meadow.nfc.chips import ChipFault
from meadow.nfc.iso14443a import Glance


class Need(IntEnum):
    """How much it matters to look for a tag now."""

    ROUTINE = 0  # it lies still
    DOUBT = 1  # it was silent, or is wanted elsewhere
    PROOF = 2  # it is not believed yet


class Watcher(Protocol):
    """Who wants to know which tags there are."""

    def found(self, place: str, found: Found) -> None:
        """A tag that was not at rest gave its whole UID."""
        ...

    def wanted(self, place: str, need: Need) -> str | None:
        """The tag to look for now, if it matters that much at least."""
        ...

    def glanced(self, place: str, uid: str, outcome: Glance, proofs: int) -> None:
        """The look for it came to this."""
        ...

    def looked(self, place: str, tree: Tree) -> None:
        """A pass over the newcomers of a reader is done."""
        ...

    def room(self, place: str) -> int:
        """How many tags more may lie there."""
        ...

    def faulty(self, place: str, fault: ChipFault) -> None:
        """The reader does not do its work."""
        ...

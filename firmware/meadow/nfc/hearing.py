"""What readers that answer can tell of how well they hear, as a capability that readers may have.

A protocol only; it must not know chips, nor who asks. A reader that hears nothing at all looks like
an empty one: of that nobody can tell anything but when it was read last.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from meadow.nfc.sightings import Readers
from meadow.nfc.tag_names import Wrapped


@runtime_checkable
class Hearing(Protocol):
    """Readers that notice what is odd. Both give one plain line a place, "" for nothing; no line
    names a tag. Quick, and they never raise."""

    def oddities(self) -> Mapping[str, str]:
        """place -> what is odd there now, and what to do."""
        ...

    def mended(self) -> Mapping[str, str]:
        """place -> why its reader had to be reset in the last minute; it reads again."""
        ...


def hearing_of(readers: Readers) -> Hearing | None:
    """The readers' way to tell it, or that of those inside; None where there is none."""
    while not isinstance(readers, Hearing):
        if not isinstance(readers, Wrapped):
            return None
        readers = readers.inner
    return readers

"""Makes what comes from outside fit for a journal: text that UTF-8 can hold, of a bounded length.

A word may be typed by anyone and a driver's complaint may hold any bytes; neither may stop the
table. Knows no game and no device.
"""

from __future__ import annotations

import msgspec

from meadow.nfc.sightings import Arrived, Failed, Left, Sighting

LONGEST = 200
"""Characters; no word, piece id or complaint that means anything is longer."""


def plain(text: str) -> str:
    """The text, cut where it is too long, with ``?`` for what no journal can hold."""
    if len(text) <= LONGEST and text.isascii():
        return text
    return text[:LONGEST].encode("utf-8", "replace").decode()


def plain_sighting(sighting: Sighting) -> Sighting:
    """The sighting with plain text in it."""
    if isinstance(sighting, Arrived | Left):
        if sighting.uid.isascii():
            return sighting
        return msgspec.structs.replace(sighting, uid=plain(sighting.uid))
    if isinstance(sighting, Failed):
        return msgspec.structs.replace(sighting, why=plain(sighting.why))
    return sighting

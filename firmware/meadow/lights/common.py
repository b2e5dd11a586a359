"""The looks of the cues that every game shares: lobby, countdown, pause, fault, refusal, undo.

Data only. What a game adds is in its own package. The meanings, for people, are in
docs/lights-and-sounds.md.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from meadow.games.cues import Extent, Motion, Style

_GREEN = (0, 220, 60)
_RED = (255, 20, 0)
_AMBER = (255, 150, 0)
_WHITE = (255, 255, 255)
_BLUE = (40, 120, 255)

COMMON_STYLES: Mapping[str, Style] = MappingProxyType(
    {
        # The lobby.
        "idle": Style((60, 160, 90), Motion.CHASE, Extent.ALL, 0),
        "choose": Style(_WHITE, Motion.INWARD, Extent.ALL, 10),
        "free": Style(_BLUE, Motion.BREATHE, Extent.ENDS, 10),
        "joined": Style(_GREEN, Motion.STEADY, Extent.ENDS, 10),
        "join": Style(_GREEN, Motion.BOUNCE, Extent.MIDDLE, 60, lasts_ms=1600),
        # Enrolling: the question in the middle, so that it is seen beside the last answer.
        "ask": Style(_WHITE, Motion.ALTERNATE, Extent.MIDDLE, 30),
        "good": Style(_GREEN, Motion.FILL, Extent.ENDS, 60, lasts_ms=1000),
        # Any game in progress.
        "count": Style(_WHITE, Motion.STEPS, Extent.ALL, 50),
        "go": Style(_GREEN, Motion.STEADY, Extent.ALL, 60, lasts_ms=600),
        "beat": Style(_WHITE, Motion.STEADY, Extent.MIDDLE, 60, lasts_ms=250),
        "halt": Style(_RED, Motion.BLINK, Extent.ENDS, 60, lasts_ms=1800),
        "paused": Style(_AMBER, Motion.BREATHE, Extent.MIDDLE, 50, lasts_ms=2000),
        "undo": Style(_BLUE, Motion.BOUNCE, Extent.ALL, 60, lasts_ms=1600),
        "refused": Style(_RED, Motion.BLINK, Extent.ALL, 70, lasts_ms=1080),
        "fault": Style(_RED, Motion.BOUNCE, Extent.ENDS, 90, lasts_ms=3200),
        "back": Style(_GREEN, Motion.OUTWARD, Extent.MIDDLE, 60, lasts_ms=2000),
    }
)

COMMON_PLACES: Mapping[str, Collection[str]] = MappingProxyType(
    {
        "idle": ("meadow",),
        "choose": ("deck",),
        "free": ("seat", "corner"),
        "joined": ("seat", "corner"),
        "join": ("seat", "corner", "meadow"),
        "ask": ("seat", "deck"),
        "good": ("seat", "deck", "meadow"),
        "go": ("meadow",),
        "beat": ("meadow",),
        "halt": ("meadow",),
        "paused": ("deck", "meadow"),
        "undo": ("meadow",),
        # The others (count, refused, fault, back) may be shown anywhere.
    }
)
"""On which kinds of places each is shown, for `styles.lookalikes`."""

UNKNOWN_STYLE = Style((120, 120, 120), Motion.BREATHE, Extent.EDGES, 20)
"""What a cue without a style looks like: grey, at the edges, in nobody's way."""

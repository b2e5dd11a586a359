"""How the cues of Sweepers look and its sounds sound: data for the lights and the buzzer."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from meadow.games.cues import Beep, Extent, Flash, Motion, Style
from meadow.games.game import Fact
from meadow.games.sweepers.facts import (
    CardCovered,
    CardReopened,
    CheckEnded,
    EarlyShout,
    Penalised,
)

_GREEN = (0, 220, 60)
_GOLD = (255, 180, 0)
_RED = (255, 20, 0)
_ORANGE = (255, 90, 0)
_BLUE = (40, 120, 255)
_WARM = (255, 200, 120)
_DIM = (60, 60, 60)

STYLES: Mapping[str, Style] = MappingProxyType(
    {
        # Setting up.
        "deal": Style(_BLUE, Motion.INWARD, Extent.ALL, 30),
        "give": Style(_BLUE, Motion.INWARD, Extent.ENDS, 30),
        "scan": Style(_BLUE, Motion.CHASE, Extent.ALL, 30),
        "ready": Style(_WARM, Motion.SPARKLE, Extent.ENDS, 20),
        "flip": Style(_GOLD, Motion.BOUNCE, Extent.ALL, 30),
        "rake-here": Style(_WARM, Motion.BREATHE, Extent.ENDS, 20),
        "start-here": Style(_WARM, Motion.BREATHE, Extent.ALL, 20),
        # Playing.
        "timer": Style(_GOLD, Motion.DRAIN, Extent.ALL, 5),
        "open": Style(_WARM, Motion.FILL, Extent.MIDDLE, 20),
        "wait": Style(_BLUE, Motion.BREATHE, Extent.MIDDLE, 20),
        "match": Style(_GREEN, Motion.OUTWARD, Extent.ALL, 40),
        "stray": Style(_RED, Motion.BLINK, Extent.ENDS, 45),
        "covered": Style(_GREEN, Motion.CHASE, Extent.ENDS, 55, lasts_ms=900),
        "reopened": Style(_ORANGE, Motion.DRAIN, Extent.MIDDLE, 55, lasts_ms=1600),
        "claim": Style(_GOLD, Motion.CHASE, Extent.ALL, 50),
        "early": Style(_ORANGE, Motion.SPARKLE, Extent.EDGES, 55, lasts_ms=1200),
        # Stop!
        "stop": Style(_RED, Motion.STEADY, Extent.ALL, 15),
        "not-seen": Style(_BLUE, Motion.BREATHE, Extent.ALL, 35),
        "look-tray": Style(_BLUE, Motion.BLINK, Extent.MIDDLE, 40),
        "look-stash": Style(_BLUE, Motion.SPARKLE, Extent.MIDDLE, 40),
        # Checking.
        "next": Style(_GOLD, Motion.BREATHE, Extent.EDGES, 30),
        "empty-tray": Style(_ORANGE, Motion.OUTWARD, Extent.ENDS, 40),
        "one-by-one": Style(_ORANGE, Motion.CHASE, Extent.MIDDLE, 40),
        "lay": Style(_GOLD, Motion.STEADY, Extent.MIDDLE, 30),
        "fits": Style(_GREEN, Motion.INWARD, Extent.MIDDLE, 40),
        "wrong": Style(_RED, Motion.BLINK, Extent.EDGES, 40),
        "right": Style(_GREEN, Motion.FILL, Extent.ALL, 55, lasts_ms=1000),
        "penalty": Style(_RED, Motion.DRAIN, Extent.ALL, 55, lasts_ms=2000),
        # The end.
        "won": Style(_GREEN, Motion.SPARKLE, Extent.ALL, 50),
        "lost": Style(_RED, Motion.BREATHE, Extent.ALL, 50),
        "ended": Style(_DIM, Motion.CHASE, Extent.EDGES, 20),
        "off": Style(_DIM, Motion.STEADY, Extent.EDGES, 60),
    }
)

_SEAT, _DECK, _MEADOW = ("seat",), ("deck",), ("meadow",)

CUE_PLACES: Mapping[str, Collection[str]] = MappingProxyType(
    {
        **dict.fromkeys(STYLES, _SEAT),
        **dict.fromkeys(("scan", "rake-here", "start-here"), _DECK),
        **dict.fromkeys(("timer", "not-seen"), _MEADOW),
        "stray": (*_SEAT, *_DECK),
    }
)
"""On which kinds of places each is shown, for `lookalikes` (meadow.lights.styles)."""

BEEPS: Mapping[str, Beep] = MappingProxyType(
    {
        "deal": Beep((30,), "beat"),
        "take": Beep((60, 60, 60, 60, 60, 60, 60), "beat"),
        "ready": Beep((60, 60, 60, 60, 120), "beat", 1),
        "open": Beep((40,), "beat"),
        "match": Beep((50, 40, 160), "beat", 1),
        "stray": Beep((250,), "beat", 1),
        "covered": Beep((50,), "beat"),
        "claim": Beep((100, 50, 100, 50, 300), "beat", 3),
        "early": Beep((60, 60, 250, 80, 250), "beat", 2),
        "tick": Beep((40,), "beat", 2),
        "check": Beep((200, 60, 60, 60, 60), "beat", 1),
        "again": Beep((200, 80, 200, 80, 60), "beat", 1),
        "wrong": Beep((400, 60, 60), "beat", 2),
        "right": Beep((60, 40, 60, 40, 60, 40, 250), "beat", 2),
        "mistake": Beep((400, 100, 400, 100, 60), "beat", 2),
        "penalty": Beep((500, 100, 200), "halt", 3),
        "won": Beep((100, 60, 100, 60, 100, 60, 500), "go", 4),
        "lost": Beep((500, 100, 700), "halt", 4),
        "end": Beep((250, 100, 250, 100, 250), "halt", 4),
    }
)


def flashes_of(fact: Fact) -> tuple[Flash, ...]:
    """What the lights show once when this happened."""
    if isinstance(fact, CardCovered):
        return (Flash(fact.side, "covered"),)
    if isinstance(fact, CardReopened):
        return (Flash(fact.side, "reopened"),)
    if isinstance(fact, EarlyShout):
        return (Flash(fact.side, "early"),)
    if isinstance(fact, CheckEnded):
        return (Flash(fact.side, "right" if not fact.mistakes else "wrong"),)
    if isinstance(fact, Penalised):
        return (Flash(fact.side, "penalty"),)
    return ()

"""How the cues of Sweet Takes look and its sounds sound: data for the lights and the buzzer.

On the deck each suit has a motion of its own, so that it is known without its colour: the starting
suit on the first half of the pixels, the secondary suit on the other half.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from meadow.games.cues import Beep, Extent, Flash, Motion, Style
from meadow.games.game import Fact
from meadow.games.sweet_takes.facts import (
    BreachFound,
    CardPlayed,
    CardsCollected,
    GameEnded,
    LeaderNamed,
    PlayWithdrawn,
    SetBegan,
)
from meadow.games.sweet_takes.setup import DECK

_MEADOW = "meadow"

_GREEN = (0, 220, 60)
_GOLD = (255, 180, 0)
_RED = (255, 20, 0)
_ORANGE = (255, 90, 0)
_BLUE = (40, 120, 255)
_WARM = (255, 200, 120)
_SOFT = (90, 65, 25)
_DIM = (60, 60, 60)

SUITS: Mapping[str, tuple[tuple[int, int, int], Motion]] = MappingProxyType(
    {
        "purple-rings": ((180, 60, 255), Motion.ALTERNATE),  # a ring, and the hole in it
        "pink-buttons": ((255, 50, 130), Motion.STEADY),  # sewn on
        "yellow-bears": ((255, 190, 0), Motion.BREATHE),  # asleep
        "white-swirls": ((255, 255, 255), Motion.CHASE),  # round and round
        "green-bursts": (_GREEN, Motion.OUTWARD),
        "blue-worms": ((20, 100, 255), Motion.FILL),  # stretching
    }
)
"""suit -> its colour in the rulebook, and how it moves."""

STYLES: Mapping[str, Style] = MappingProxyType(
    {
        # Dealing, and who leads.
        "deal": Style(_BLUE, Motion.INWARD, Extent.ALL, 30),
        "deal-stash": Style(_BLUE, Motion.CHASE, Extent.ALL, 30),
        "scan": Style(_BLUE, Motion.CHASE, Extent.ALL, 30),
        "who-leads": Style(_GOLD, Motion.BOUNCE, Extent.ALL, 30),
        "tracker-here": Style(_WARM, Motion.BREATHE, Extent.ENDS, 20),
        "leads": Style(_GOLD, Motion.OUTWARD, Extent.ENDS, 59, lasts_ms=2000),
        "set-begins": Style(_WARM, Motion.INWARD, Extent.ALL, 58, lasts_ms=2000),
        # Playing.
        "turn": Style(_WARM, Motion.BREATHE, Extent.ALL, 30),
        "turn-stash": Style(_WARM, Motion.BREATHE, Extent.MIDDLE, 30),
        "stash-next": Style(_WARM, Motion.ALTERNATE, Extent.ALL, 30),
        "tracker": Style(_SOFT, Motion.STEADY, Extent.MIDDLE, 20),
        "free-lead": Style(_WARM, Motion.INWARD, Extent.ENDS, 20),
        **{
            f"lead.{suit}": Style(colour, motion, Extent.FIRST_HALF, 30)
            for suit, (colour, motion) in SUITS.items()
        },
        **{
            f"second.{suit}": Style(colour, motion, Extent.LAST_HALF, 30)
            for suit, (colour, motion) in SUITS.items()
        },
        "played": Style(_GREEN, Motion.OUTWARD, Extent.ALL, 55, lasts_ms=1000),
        "withdrawn": Style(_ORANGE, Motion.OUTWARD, Extent.ALL, 55, lasts_ms=2000),
        "breach": Style(_RED, Motion.DRAIN, Extent.ALL, 57, lasts_ms=2000),
        # The end of a round, of a set, of the game.
        "collected": Style(_GOLD, Motion.FILL, Extent.ALL, 56, lasts_ms=1000),
        "collect": Style(_GOLD, Motion.TALLY, Extent.ALL, 30),
        "lead-next": Style(_GOLD, Motion.SWELL, Extent.ALL, 30),
        "set-over": Style(_WARM, Motion.SPARKLE, Extent.ENDS, 20),
        "start-here": Style(_WARM, Motion.BREATHE, Extent.ALL, 20),
        # Under the winners, who sparkle all the while.
        "victory": Style(_GOLD, Motion.OUTWARD, Extent.ALL, 45, lasts_ms=3000),
        "won": Style(_GREEN, Motion.SPARKLE, Extent.ALL, 50),
        "ended": Style(_DIM, Motion.CHASE, Extent.EDGES, 20),
        "off": Style(_DIM, Motion.STEADY, Extent.EDGES, 60),
    }
)

CUE_PLACES: Mapping[str, Collection[str]] = MappingProxyType(
    {
        **dict.fromkeys(STYLES, ("seat", "corner")),
        **dict.fromkeys(
            (
                *("scan", "tracker-here", "free-lead", "withdrawn", "start-here"),
                *(f"{role}.{suit}" for role in ("lead", "second") for suit in SUITS),
            ),
            ("deck",),
        ),
        **dict.fromkeys(("set-begins", "victory"), (_MEADOW,)),
        "off": ("seat", "deck"),
    }
)
"""On which kinds of places each is shown, for `lookalikes` (meadow.lights.styles); the fifth seat
is a corner."""

BEEPS: Mapping[str, Beep] = MappingProxyType(
    {
        "deal": Beep((30,), "beat"),
        "leader": Beep((60, 60, 200), "beat", 1),
        "begin": Beep((60, 60, 60, 60, 200), "set-begins", 2),
        "played": Beep((50,), "beat"),
        "trick": Beep((200, 80, 200, 80, 60), "beat", 1),
        "withdrawn": Beep((250, 80, 60, 60, 60), "beat", 2),
        "stash": Beep((250,), "beat", 1),
        "breach": Beep((400, 60, 60), "beat", 3),
        "set-end": Beep((60, 60, 60, 60, 60, 60, 250), "beat", 3),
        "won": Beep((100, 60, 100, 60, 100, 60, 500), "victory", 4),
        "ended": Beep((250, 100, 250, 100, 250), "halt", 4),
    }
)


def flashes_of(fact: Fact) -> tuple[Flash, ...]:
    """What the lights show once when this happened."""
    if isinstance(fact, CardPlayed):
        return (Flash(fact.seat, "played"),)
    if isinstance(fact, CardsCollected):
        return (Flash(fact.seat, "collected"),)
    if isinstance(fact, PlayWithdrawn):
        return (Flash(DECK, "withdrawn"),)
    if isinstance(fact, BreachFound):
        return (Flash(fact.seat, "breach"),)
    if isinstance(fact, LeaderNamed):
        return (Flash(fact.seat, "leads"),)
    if isinstance(fact, SetBegan):
        return (Flash(_MEADOW, "set-begins"),)
    if isinstance(fact, GameEnded) and fact.winners:
        return (Flash(_MEADOW, "victory"),)
    return ()

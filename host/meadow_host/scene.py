"""One moment of a table as the live view shows it, in plain values and words.

Made of what anyone may know (the public view), of the frame the strip shows and of facts told in
words. Knows no terminal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from meadow.games.game import Cue
from meadow.lights.power import GAMMA
from meadow.telling.chronicle import Event
from meadow.telling.times import time_text

Colour = tuple[int, int, int]
"""Red, green, blue as on a screen, 0 to 255."""


@dataclass(frozen=True)
class SideShown:
    """One side: who sits there and how far they are.

    ``counted`` whether the table can know how many are covered before any is proven;
    ``open`` designs face up and not covered; ``tray`` (design, verdict) of tokens lying there;
    ``lines`` what else is to be known, ``notes`` what matters now; ``cue`` what its lights say.
    """

    name: str
    rake: str = ""
    plays: bool = False
    covered: int = 0
    cards: int = 0
    counted: bool = True
    open: tuple[str, ...] = ()
    tray: tuple[tuple[str, str], ...] = ()
    lines: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    cue: str = ""


@dataclass(frozen=True)
class Timer:
    """How much of a sand timer is left, and how much it holds."""

    left_ms: int
    span_ms: int


@dataclass(frozen=True)
class Scene:
    """One moment.

    ``title`` what is played; ``clock`` the time since the game began and the pace; ``centre``
    lines for the middle of the meadow, the first the most important; ``sand`` the timer,
    None without one; ``pixels`` what the strip shows, clockwise from the
    north-west corner; ``journal`` where and how far it is saved; ``trouble`` whether it is not.
    """

    title: str
    clock: str
    centre: tuple[str, ...]
    sides: Mapping[str, SideShown]
    pixels: tuple[Colour, ...]
    events: Sequence[Event] = ()
    sand: Timer | None = None
    deck_cue: str = ""
    journal: str = ""
    trouble: bool = False
    sound: str = ""


class Watchable(Protocol):
    """What can be looked at while it goes on."""

    @property
    def phase(self) -> str:
        """The phase of the game, "" without one."""
        ...

    @property
    def at_ms(self) -> int:
        """The time since the game began, 0 without one."""
        ...

    def scene(self, pace: float) -> Scene:
        """This moment; ``pace`` is how many times as fast as life it passes."""
        ...


PACES: Mapping[str, float] = MappingProxyType(
    {
        "": 4.0,
        "dealing": 4.0,
        "taking": 2.0,
        "drawing": 2.0,
        "claimed": 0.5,
        "checking": 0.5,
        "over": 1.0,
    }
)
"""How much faster than usual a phase may pass: faster where little is to be seen.

Tidying up after a game takes some 20 seconds of its time, so about one of the viewer's.
"""


def screen_colours(frame: bytes, full: int) -> tuple[Colour, ...]:
    """What a strip's frame looks like, for a screen; ``full`` the brightest a channel gets.

    An LED's light grows evenly with its number, a screen's does not: this takes the gamma
    correction of `meadow.lights.power` back, and the brightness, to which eyes adapt.
    """
    levels = [
        round(255 * (min(level, full) / full) ** (1 / GAMMA)) if full else 0 for level in range(256)
    ]
    shown = [levels[value] for value in frame]
    return tuple(zip(shown[0::3], shown[1::3], shown[2::3], strict=True))


def timer_of(cues: Mapping[str, Cue], at_ms: int) -> Timer | None:
    """The timer the lights show, at this moment of the game; None without one."""
    for cue in cues.values():
        if cue.span_ms:
            left_ms = cue.left_ms if cue.left_ms >= 0 else cue.ends_ms - at_ms
            return Timer(max(0, min(cue.span_ms, left_ms)), cue.span_ms)
    return None


def clock_text(at_ms: int, pace: float) -> str:
    """The time since the game began, in tenths, and the pace if it is not that of life."""
    text = time_text(max(0, at_ms))[:-2]
    if pace == 1:
        return text
    return f"{text}  {pace:.0f}x" if pace >= 10 else f"{text}  {pace:.1f}x"


def cue_text(cue: Cue | None) -> str:
    """The name of what a place shows, and of what it shows besides; "" for nothing."""
    if cue is None:
        return ""
    return f"{cue.name}, {cue.under}" if cue.under else cue.name

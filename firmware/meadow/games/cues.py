"""How a cue looks and a sound sounds, as data: a game brings these, the outputs render them.

Knows no pixels and no buzzer; the lights and sounds rooms turn styles into frames and beeps.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Motion(StrEnum):
    """How a cue moves, so that no cue is told by colour alone."""

    STEADY = "steady"
    BREATHE = "breathe"  # slow swell, about once in two seconds
    BLINK = "blink"  # on and off, about three times in two seconds
    CHASE = "chase"  # a dot running clockwise
    BOUNCE = "bounce"  # a dot running to and fro
    OUTWARD = "outward"  # from the middle to the ends, again and again
    INWARD = "inward"  # from the ends to the middle
    SPARKLE = "sparkle"  # every third pixel, shifting
    ALTERNATE = "alternate"  # every other pixel, then the ones between, once a second
    FILL = "fill"  # value of `of`, from the left
    STEPS = "steps"  # `value` blocks of `of`, a countdown
    TALLY = "tally"  # `value` marks to be counted, from the left, still
    SWELL = "swell"  # the same marks, swelling and sinking, and the free pixels faintly with them
    DRAIN = "drain"  # the time left of a timer


class Extent(StrEnum):
    """Which pixels of a place's span a cue covers; the rest lets lower cues through."""

    ALL = "all"
    MIDDLE = "middle"  # the middle third
    ENDS = "ends"  # the outer sixth on each end
    EDGES = "edges"  # the first and the last pixel
    FIRST_HALF = "first-half"  # clockwise, with the pixel in the middle if there is one
    LAST_HALF = "last-half"  # the other pixels


class Style(msgspec.Struct, frozen=True):
    """The look of one cue. Higher ``priority`` lies on top.

    ``colour`` red, green, blue from 0 to 255; ``lasts_ms`` how long a flash stays (a cue of
    the state stays for as long as the state has it).
    """

    colour: tuple[int, int, int]
    motion: Motion
    extent: Extent
    priority: int
    lasts_ms: int = 800


class Beep(msgspec.Struct, frozen=True):
    """A sound of an on/off buzzer: milliseconds on, off, on, ... beginning with on.

    ``light`` names the cue flashed round the meadow in quiet mode, so that the lights say the
    same; higher ``priority`` interrupts a lower one that still sounds.
    """

    pattern_ms: tuple[int, ...]
    light: str
    priority: int = 0


class Flash(msgspec.Struct, frozen=True):
    """A cue shown once on a place, for its style's ``lasts_ms``."""

    place: str
    cue: str

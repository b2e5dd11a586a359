"""Frames as text, so that a test shows what a person sees.

A row is clockwise. ``#`` bright, ``+`` half, ``-`` faint, ``.`` dark, a blank lets through.
"""

from __future__ import annotations

from meadow.games.cues import Extent, Motion, Style
from meadow.games.game import Cue
from meadow.lights.animations import Shape, paint

WHITE = (255, 255, 255)
SIDE = Shape(12)
DECK = Shape(6)
RING = Shape(60, 4)

_PALETTE = {
    "R": (255, 0, 0),
    "G": (0, 255, 0),
    "B": (0, 0, 255),
    "Y": (255, 255, 0),
    "W": (255, 255, 255),
}


def _mark(level: float) -> str:
    if level == 0:
        return "."
    if level < 0.35:
        return "-"
    return "+" if level < 0.8 else "#"


def row(
    motion: Motion,
    now_ms: int = 0,
    shape: Shape = SIDE,
    extent: Extent = Extent.ALL,
    cue: Cue | None = None,
) -> str:
    """One place at a moment, clockwise."""
    style = Style(WHITE, motion, extent, 1)
    colours = paint(style, cue or Cue("x"), shape, now_ms)
    return "".join(" " if colour is None else _mark(max(colour) / 255) for colour in colours)


def letters(frame: bytes) -> str:
    """A whole frame, clockwise from pixel 0: R, G, B, Y, W; small when dim, ``.`` when dark."""
    text = ""
    for at in range(0, len(frame), 3):
        pixel = frame[at : at + 3]
        bright = max(pixel)
        if not bright:
            text += "."
            continue
        distance = {
            letter: sum(abs(a * 255 // bright - b) for a, b in zip(pixel, colour, strict=True))
            for letter, colour in _PALETTE.items()
        }
        letter = min(distance, key=lambda one: distance[one])
        text += letter if bright >= 128 else letter.lower()
    return text


def square(frame: bytes) -> str:
    """A frame of 60 pixels as the meadow seen from above, north at the top."""
    ring = letters(frame)
    top, right, bottom, left = ring[:15], ring[15:30], ring[30:45][::-1], ring[45:60][::-1]
    middle = [f"{a}{' ' * 15}{b}" for a, b in zip(left, right, strict=True)]
    return "\n".join([f" {top}", *middle, f" {bottom}"])

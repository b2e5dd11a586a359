"""Brightness and the current limit: from the colours people mean to what the LEDs may get.

Colours are meant as on a screen, so they are gamma-corrected: an LED's light grows evenly with
its number while the eye's answer does not, and without correction a half-lit pixel looks nearly
full and every mixed colour pale. Brightness scales the light itself, after the correction, so it
changes no hue and 0.5 is half the current.

Knows no cue and no place. Sources: a WS2812B draws up to 20 mA for each of its three colours
and about 1 mA for its own chip, so 60 pixels at full white draw 3.66 A; the strip stands on a
shared supply that may give much less.
"""

from __future__ import annotations

import math

CHANNEL_MA = 20
IDLE_MA = 1
GAMMA = 2.2

DIMMEST = 0.05
"""No strip is set darker: its cues would be seen by nobody, while the table says they are shown."""


def estimate_ma(frame: bytes) -> float:
    """What a frame draws, in mA, as estimated: 20 mA a full channel and 1 mA idle a pixel."""
    return len(frame) // 3 * IDLE_MA + sum(frame) * CHANNEL_MA / 255


def limited(frame: bytes, max_current_ma: int) -> bytes:
    """The frame, scaled down as a whole where it would draw more than ``max_current_ma``.

    Never draws more, as estimated, unless even a dark strip does: then it is dark.
    """
    # In whole numbers, so that no rounding can pass the limit.
    budget = max(0, max_current_ma - len(frame) // 3 * IDLE_MA) * 255
    wanted = sum(frame) * CHANNEL_MA
    if wanted <= budget:
        return frame
    return frame.translate(bytes(level * budget // wanted for level in range(256)))


def least_ma(pixels: int) -> int:
    """So much a strip must be allowed to draw, in mA: one side of four in white at the dimmest. A
    whole ring in white, which few cues are, is then a fourth as bright."""
    return pixels * IDLE_MA + math.ceil(pixels / 4 * 3 * CHANNEL_MA * DIMMEST)


class Power:
    """Brightness and current limit of one strip."""

    def __init__(self, brightness: float, max_current_ma: int, pixels: int) -> None:
        """Raises ValueError, one plain line, when a number is out of bounds."""
        if not DIMMEST <= brightness <= 1:
            raise ValueError(f"brightness is {brightness}: it is between {DIMMEST} and 1")
        if max_current_ma < (needed_ma := least_ma(pixels)):
            raise ValueError(
                f"max_current_ma is {max_current_ma}: {pixels} pixels that are to be seen draw "
                f"{needed_ma} mA"
            )
        self.full = round(255 * brightness)
        """The brightest a channel gets."""
        self.max_current_ma = max_current_ma
        self._levels = bytes(_level(value, brightness) for value in range(256))

    def apply(self, frame: bytes) -> bytes:
        """What the strip is to show for a frame of colours; draws at most the limit."""
        return limited(frame.translate(self._levels), self.max_current_ma)

    def allows(self, frame: bytes) -> bool:
        """Whether a frame for the strip stays within the limit."""
        return estimate_ma(frame) <= self.max_current_ma


def _level(value: int, brightness: float) -> int:
    """One channel: gamma, then brightness. What is lit at all stays lit at low brightness."""
    level = round(math.pow(value / 255, GAMMA) * 255 * brightness)
    return max(1, level) if value else 0

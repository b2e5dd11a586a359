"""What a failed test says of its table: steps, last outputs, last light, in words. No pytest."""

from __future__ import annotations

import colorsys
from collections import Counter
from collections.abc import Mapping, Sequence

from meadow.lights.power import GAMMA

from meadow_host.hil.heard import Frame, Shown
from meadow_host.hil.table import TableUnderTest

LAST_OUTPUTS = 20
LAST_FRAMES = 5

_HUES = (
    (15, "red"),
    (40, "orange"),
    (70, "yellow"),
    (160, "green"),
    (195, "turquoise"),
    (260, "blue"),
    (320, "violet"),
    (360, "red"),
)
"""Up to so many degrees on the circle of colours."""
_PALE = 0.35


def lines_of(table: TableUnderTest) -> list[str]:
    """All of it, as lines for people."""
    heard, spans = table.heard, table.rig.spans
    lines = [f"table {table.rig.name}"]
    if table.steps:
        lines.append("steps")
    for step in table.steps:
        took = f"{step.took_ms / 1000:.2f} s" if step.took_ms >= 0 else "not finished"
        lines.append(f"  {'  ' * step.depth}{step.name}: {took}")
    lines.append(f"the last of {len(heard.outputs)} facts and outputs")
    lines += [f"  {one}" for one in heard.outputs[-LAST_OUTPUTS:]]
    lines.append(f"the last of {len(heard.shown)} light frames")
    lines += [
        f"  {shown.at_ms} ms  {frame_words(shown.frame, spans)}" for shown in _last(heard.shown)
    ]
    if heard.missed:
        lines.append(f"{heard.missed} messages of the table were missed: the line is too slow")
    return lines


def _last(shown: Sequence[Shown]) -> Sequence[Shown]:
    """The last different ones."""
    different = [one for at, one in enumerate(shown) if not at or shown[at - 1].rgb != one.rgb]
    return different[-LAST_FRAMES:]


def frame_words(frame: Frame, spans: Mapping[str, Sequence[int]]) -> str:
    """What each place shows, dark places left out: "north 12 green, deck 3 white 3 dark"."""
    told = []
    for place, pixels in spans.items():
        colours = Counter(colour_word(*frame[pixel]) for pixel in pixels if pixel < len(frame))
        if set(colours) - {"dark"}:
            told.append(
                f"{place} " + " ".join(f"{count} {name}" for name, count in colours.items())
            )
    return ", ".join(told) or "all dark"


def colour_word(red: int, green: int, blue: int) -> str:
    """What people call a pixel's colour; how bright it is does not matter."""
    brightest = max(red, green, blue)
    if not brightest:
        return "dark"
    # A pixel's numbers are what LEDs need; eyes see them brighter.
    seen = [(value / brightest) ** (1 / GAMMA) for value in (red, green, blue)]
    hue, saturation, _ = colorsys.rgb_to_hsv(*seen)
    if saturation < _PALE:
        return "white"
    return next(name for most, name in _HUES if hue * 360 <= most)

"""How each motion moves: a style, a cue and a moment give the colours of one place's pixels.

Pure functions of time, one a motion. Knows no strip, no other place and no layers. By itself no
motion makes a pixel flash more than twice a second; what several together do, the limiter bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from meadow.games.cues import Extent, Motion, Style
from meadow.games.game import Cue

Colour = tuple[int, int, int]
Level = float | None
"""How bright a pixel is, from 0 to 1; ``None`` lets the cue below through."""

BREATHE_MS = 2000
# Not quite one and a half flashes a second: a cue that blinks for long must not use up those of the
# whole ring (limiter.py), or what changes beside it is held back.
BLINK_MS = 720
LAP_MS = 1200  # the shortest lap of a chase
BOUNCE_MS = 1600
WAVE_MS = 1000  # one wave outward or inward; one filling or draining that means no number
SPARKLE_MS = 300
ALTERNATE_MS = 500  # each half of it
MARK = 3  # the pixels of a mark of a tally, its gap included; fewer where there is no room
LAST_MS = 10_000  # the end of a timer pulses with the seconds
FAINT = 0.25  # what of a progress is not yet reached
DIM = 0.15
BESIDE = 0.4  # of what swells beside the marks of a tally
RING_ARCS = 4  # the four sides of the meadow


class Shape(NamedTuple):
    """A place's pixels: how many, and on how many sides of the meadow they lie.

    The ring has four arcs, so that what goes outward does so before every player.
    """

    pixels: int
    arcs: int = 1


def covered(extent: Extent, count: int) -> tuple[int, ...]:
    """Which of ``count`` pixels in a row an extent covers, in order; at least one."""
    if extent is Extent.ALL:
        return tuple(range(count))
    if extent is Extent.FIRST_HALF:
        return tuple(range((count + 1) // 2))
    if extent is Extent.LAST_HALF:
        return tuple(range(min((count + 1) // 2, count - 1), count))
    if extent is Extent.MIDDLE:
        # The third, or one more so that it lies in the middle exactly.
        width = count // 3
        width = max(width + (count - width) % 2, 2 - count % 2)
        first = (count - width) // 2
        return tuple(range(first, first + width))
    # An edge is one pixel, an end a sixth: but two where there is room, so that they differ.
    depth = 1 if extent is Extent.EDGES else min(max(2, count // 6), max(1, count // 2))
    return tuple(i for i in range(count) if i < depth or i >= count - depth)


# ------------------------------------------------------------ motions over a row of pixels
# Each takes the number of pixels, the cue and the moment, and gives a level for each pixel.


def _steady(count: int, cue: Cue, now_ms: int) -> list[Level]:
    return [1.0] * count


def _breath(now_ms: int) -> float:
    """From 1 to 0 and back, gently."""
    half = BREATHE_MS // 2
    x = abs(now_ms % BREATHE_MS - half) / half
    return x * x * (3 - 2 * x)


def _breathe(count: int, cue: Cue, now_ms: int) -> list[Level]:
    return [DIM + (1 - DIM) * _breath(now_ms)] * count


def _blink(count: int, cue: Cue, now_ms: int) -> list[Level]:
    return [1.0 if now_ms % BLINK_MS < BLINK_MS // 2 else 0.0] * count


def _chase(count: int, cue: Cue, now_ms: int) -> list[Level]:
    lap_ms = max(LAP_MS, 50 * count)
    head = now_ms % lap_ms * count // lap_ms
    tail = max(1, count // 6)
    levels: list[Level] = [0.0] * count
    for behind in range(tail):
        levels[(head - behind) % count] = 1 - behind / tail
    return levels


def _bounce(count: int, cue: Cue, now_ms: int) -> list[Level]:
    width = max(1, count // 6)
    steps = max(1, 2 * (count - width))
    period_ms = max(BOUNCE_MS, 40 * steps)
    step = now_ms % period_ms * steps // period_ms
    first = min(step, steps - step)
    return [1.0 if first <= i < first + width else 0.0 for i in range(count)]


def _wave(count: int, now_ms: int) -> int:
    """How many pixels of half a row a wave has reached: 1, 2, ... all, none."""
    steps = (count + 1) // 2 + 1
    return (now_ms % WAVE_MS * steps // WAVE_MS + 1) % steps


def _outward(count: int, cue: Cue, now_ms: int) -> list[Level]:
    reached = _wave(count, now_ms)
    left, right = (count - 1) // 2, count // 2
    return [1.0 if left - reached < i < right + reached else 0.0 for i in range(count)]


def _inward(count: int, cue: Cue, now_ms: int) -> list[Level]:
    reached = _wave(count, now_ms)
    return [1.0 if min(i, count - 1 - i) < reached else 0.0 for i in range(count)]


def _sparkle(count: int, cue: Cue, now_ms: int) -> list[Level]:
    shift = now_ms // SPARKLE_MS % 3
    return [1.0 if i % 3 == shift else 0.0 for i in range(count)]


def _alternate(count: int, cue: Cue, now_ms: int) -> list[Level]:
    shift = now_ms // ALTERNATE_MS % 2
    return [1.0 if i % 2 == shift else 0.0 for i in range(count)]


def _fill(count: int, cue: Cue, now_ms: int) -> list[Level]:
    """The progress of the cue; without one (a flash) it fills up, again and again."""
    if cue.of > 0:
        full = min(max(cue.value, 0), cue.of) * count / cue.of
    else:
        full = 1 + now_ms % WAVE_MS * count * 4 // (WAVE_MS * 3)
    return [max(FAINT, min(1.0, full - i)) for i in range(count)]


def _steps(count: int, cue: Cue, now_ms: int) -> list[Level]:
    value, of = (cue.value, cue.of) if cue.of > 0 else (3, 3)
    gaps = count // of >= 3

    def level(i: int) -> Level:
        block = i * of // count
        is_gap = gaps and (i + 1) * of // count > block
        return 1.0 if block < value and not is_gap else 0.0

    return [level(i) for i in range(count)]


def _marked(count: int, cue: Cue, mark: float, free: float) -> list[Level]:
    """Levels of ``value`` marks between dark gaps, and of what is free after them.

    A gap comes first, so that no mark is taken for one of the place beside it. Room is kept for
    ``of`` marks, so all marks of one count are of one size; where there is none for gaps the
    marks touch, and only their length tells how many.
    """
    value, of = (cue.value, cue.of) if cue.of > 0 else (3, 3)
    pitch = max(1, min(MARK, count // of))
    lit = max(1, pitch - 1)
    gap: list[Level] = [0.0] * (pitch - lit)
    margin = gap or [0.0] * min(1, count - min(of, count))
    levels = [*margin, *([mark] * lit + gap) * min(max(value, 0), of)]
    return [*levels, *[free] * count][:count]


def _tally(count: int, cue: Cue, now_ms: int) -> list[Level]:
    return _marked(count, cue, 1.0, 0.0)


def _swell(count: int, cue: Cue, now_ms: int) -> list[Level]:
    breath = _breath(now_ms)
    return _marked(count, cue, 0.5 + breath / 2, BESIDE * breath)


def _drain(count: int, cue: Cue, now_ms: int) -> list[Level]:
    """The part of the time that is left; it goes clockwise, as the hand of a clock.

    Without a time (a flash) it drains again and again.
    """
    pulse = 1.0
    if cue.span_ms <= 0:
        left = 1 - now_ms % WAVE_MS / WAVE_MS
    else:
        runs = cue.left_ms < 0
        left_ms = cue.ends_ms - now_ms if runs else cue.left_ms
        left = min(max(left_ms / cue.span_ms, 0.0), 1.0)
        if runs and left_ms < LAST_MS and left_ms % 1000 < 500:
            pulse = 0.5
    gone = count - left * count
    shares = [min(1.0, i + 1 - gone) for i in range(count)]
    return [share * pulse if share > 0 else None for share in shares]


Paint = Callable[[int, Cue, int], list[Level]]

MOTIONS: Mapping[Motion, Paint] = MappingProxyType(
    {
        Motion.STEADY: _steady,
        Motion.BREATHE: _breathe,
        Motion.BLINK: _blink,
        Motion.CHASE: _chase,
        Motion.BOUNCE: _bounce,
        Motion.OUTWARD: _outward,
        Motion.INWARD: _inward,
        Motion.SPARKLE: _sparkle,
        Motion.ALTERNATE: _alternate,
        Motion.FILL: _fill,
        Motion.STEPS: _steps,
        Motion.TALLY: _tally,
        Motion.SWELL: _swell,
        Motion.DRAIN: _drain,
    }
)
FROM_LEFT = frozenset({Motion.FILL, Motion.STEPS, Motion.TALLY, Motion.SWELL})
"""Read from the left by the player who sits there, whose left is the clockwise end."""
EACH_SIDE = FROM_LEFT | {Motion.BOUNCE, Motion.OUTWARD, Motion.INWARD}
"""On the ring these run on each side by itself, so that every player sees the whole of them."""


def _rows(style: Style, shape: Shape) -> Sequence[Sequence[int]]:
    """The pixels a style covers, as the rows its motion runs over."""
    rows: list[list[int]] = []
    for arc in range(shape.arcs):
        first = arc * shape.pixels // shape.arcs
        count = (arc + 1) * shape.pixels // shape.arcs - first
        rows.append([first + i for i in covered(style.extent, count)])
    return rows if style.motion in EACH_SIDE else [[i for row in rows for i in row]]


def paint(style: Style, cue: Cue, shape: Shape, now_ms: int) -> list[Colour | None]:
    """The colours of a place's pixels, clockwise; ``None`` lets the cue below through.

    ``now_ms`` is on the same scale as the cue's ``ends_ms``; for a flash, milliseconds since it
    began. What a style covers it covers wholly: where it is dark, it is dark.
    """
    motion = MOTIONS[style.motion]
    red, green, blue = style.colour
    colours: list[Colour | None] = [None] * shape.pixels
    for row in _rows(style, shape):
        levels = motion(len(row), cue, now_ms)
        if style.motion in FROM_LEFT:
            levels.reverse()
        for i, level in zip(row, levels, strict=True):
            if level is not None:
                shade = (red * level + 0.5, green * level + 0.5, blue * level + 0.5)
                colours[i] = (int(shade[0]), int(shade[1]), int(shade[2]))
    return colours

"""At most three flashes in any second, whatever is shown: the last word before the strip.

WCAG 2.3.1: a general flash is a pair of opposing changes of relative luminance by 10 % of the
maximum or more; a red flash is a pair of opposing changes of saturated red, measured as
(R - G - B) x 320 changing by more than 20. Here stricter: every such change counts, also between
two bright colours; changes of blue count as those of luminance do; each pixel, each span and the
whole ring (by their means) keep the limit; and 10 % is of the brightest this strip is set to.

The limiter holds what may not change yet at what it shows already. To show the last frame again
is always allowed, so there is always an answer, and after a second of holding everything is free.
Knows no cue; frames are what the LEDs get (linear light).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

WINDOW_MS = 1000
MAX_CHANGES = 5
# Three flashes are six changes. Who measures with another threshold or another second may find
# one that was complete just before: so five by our measure are six at most by any.
_RED_WEIGHT, _GREEN_WEIGHT, _BLUE_WEIGHT = 54, 183, 19  # of relative luminance, in 256ths
_PERCENT = 9  # counts from here on: a margin for weights in whole numbers
_SATURATED = 409  # a 16th of saturated red counts as much as a 10th of the others: 256 x 16 / 10

Light = tuple[int, int, int]
"""Luminance, saturated red and blue of a pixel or summed over a region, in 256ths of a level."""


def light_of(red: int, green: int, blue: int) -> Light:
    """The three quantities that may not flash, of one pixel."""
    luminance = _RED_WEIGHT * red + _GREEN_WEIGHT * green + _BLUE_WEIGHT * blue
    return luminance, _SATURATED * max(0, red - green - blue), 256 * blue


class Swing:
    """Counts the opposing changes of one quantity that begins dark."""

    __slots__ = ("_extreme", "_rising", "_step", "_times")

    def __init__(self, step: int) -> None:
        """``step`` is the smallest change that counts."""
        self._step = step
        self._rising = False
        self._extreme = 0
        self._times: deque[int] = deque(maxlen=MAX_CHANGES)

    def _turns(self, value: int) -> bool:
        moved = self._extreme - value if self._rising else value - self._extreme
        return moved >= self._step

    def set_step(self, step: int) -> None:
        """From now on this is the smallest change that counts; those counted stay counted."""
        self._step = step

    def allows(self, value: int, now_ms: int) -> bool:
        """Whether the quantity may take this value now."""
        times = self._times
        return len(times) < MAX_CHANGES or now_ms - times[0] > WINDOW_MS or not self._turns(value)

    def take(self, value: int, now_ms: int) -> None:
        """The quantity has this value from now on."""
        if self._turns(value):
            self._rising = not self._rising
            self._times.append(now_ms)
            self._extreme = value
        elif self._rising:
            self._extreme = max(self._extreme, value)
        else:
            self._extreme = min(self._extreme, value)


class _Watch:
    """The three quantities of one pixel or one region."""

    __slots__ = ("pixels", "swings")

    def __init__(self, pixels: tuple[int, ...], full: int) -> None:
        self.pixels = pixels
        step = self._step(full)
        self.swings = (Swing(step), Swing(step), Swing(step))

    def _step(self, full: int) -> int:
        return max(1, full * 256 * _PERCENT // 100 * len(self.pixels))

    def set_full(self, full: int) -> None:
        for swing in self.swings:
            swing.set_step(self._step(full))

    def allows(self, light: Light, now_ms: int) -> bool:
        one, two, three = self.swings
        return (
            one.allows(light[0], now_ms)
            and two.allows(light[1], now_ms)
            and three.allows(light[2], now_ms)
        )

    def take(self, light: Light, now_ms: int) -> None:
        for swing, value in zip(self.swings, light, strict=True):
            swing.take(value, now_ms)


class FlashLimiter:
    """Lets frames through as far as no pixel, no region and not the whole flashes too often."""

    def __init__(
        self,
        pixels: int,
        regions: Iterable[tuple[int, ...]],
        full: int = 255,
        allows: Callable[[bytes], bool] = lambda frame: True,
    ) -> None:
        """``regions`` are sets of pixel numbers watched by their mean, besides the whole strip.

        ``full`` is the brightest a channel gets. ``allows`` says whether a frame that is partly
        held may be shown at all (the current limit).
        """
        self._pixels = [_Watch((i,), full) for i in range(pixels)]
        everything = tuple(range(pixels))
        distinct = dict.fromkeys((*regions, everything))
        self._regions = [_Watch(region, full) for region in distinct]
        self._allows = allows
        self._shown = bytes(3 * pixels)
        self._lights: list[Light] = [(0, 0, 0)] * pixels

    def set_full(self, full: int) -> None:
        """From now on ``full`` is the brightest a channel gets; what was shown is not forgotten."""
        for watch in (*self._pixels, *self._regions):
            watch.set_full(full)

    def limit(self, frame: bytes, now_ms: int) -> bytes:
        """What to show instead of ``frame`` now; times must not run backwards."""
        shown = self._shown
        if frame == shown:
            return frame
        out = bytearray(frame)
        lights = list(self._lights)
        changed: set[int] = set()
        for i, watch in enumerate(self._pixels):
            at = 3 * i
            if out[at : at + 3] == shown[at : at + 3]:
                continue
            light = light_of(out[at], out[at + 1], out[at + 2])
            if watch.allows(light, now_ms):
                lights[i] = light
                changed.add(i)
            else:
                out[at : at + 3] = shown[at : at + 3]
        sums = self._hold_regions(out, lights, changed, now_ms)
        if len(changed) < len(self._pixels) and not self._allows(bytes(out)):
            return shown
        for i in changed:
            self._pixels[i].take(lights[i], now_ms)
        for region, total in zip(self._regions, sums, strict=True):
            region.take(total, now_ms)
        self._lights = lights
        self._shown = bytes(out)
        return self._shown

    def _hold_regions(
        self, out: bytearray, lights: list[Light], changed: set[int], now_ms: int
    ) -> list[Light]:
        """Hold each region whose mean may not change so; gives the sums that remain.

        Holding one moves the means of those that overlap it, so look again until all may.
        """
        while True:
            sums = [_total(lights, region.pixels) for region in self._regions]
            refused = [
                region
                for region, total in zip(self._regions, sums, strict=True)
                if not region.allows(total, now_ms)
            ]
            if not refused:
                return sums
            for i in refused[0].pixels:
                lights[i] = self._lights[i]
                out[3 * i : 3 * i + 3] = self._shown[3 * i : 3 * i + 3]
                changed.discard(i)


def _total(lights: list[Light], pixels: tuple[int, ...]) -> Light:
    luminance = red = blue = 0
    for i in pixels:
        light = lights[i]
        luminance += light[0]
        red += light[1]
        blue += light[2]
    return luminance, red, blue

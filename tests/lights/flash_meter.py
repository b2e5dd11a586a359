"""Measures flashes in a film of frames, by WCAG 2.3.1, independently of the limiter.

A flash is a pair of opposing changes, each of 10 % of the maximum relative luminance (general)
or by more than 20 of (R - G - B) x 320 (red). Stricter than WCAG: also between bright colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meadow.lights.spans import DEFAULT_SPANS, Span, span_pixels

Film = Sequence[tuple[int, bytes]]
"""(at_ms, frame) in order of time."""


def _changes(film: Sequence[tuple[int, float]], step: float) -> list[int]:
    """When each opposing change of at least ``step`` was complete."""
    times: list[int] = []
    low = high = film[0][1]
    rising: bool | None = None
    for at_ms, value in film:
        low, high = min(low, value), max(high, value)
        if rising is not True and value - low >= step:
            rising, high = True, value
            times.append(at_ms)
        elif rising is not False and high - value >= step:
            rising, low = False, value
            times.append(at_ms)
    return times


def _most_in_a_second(times: Sequence[int]) -> int:
    return max((sum(t <= u < t + 1000 for u in times) for t in times), default=0)


def worst(film: Film, spans: Sequence[Span] = DEFAULT_SPANS) -> float:
    """The most flashes in any second, of any pixel, any span's mean and the whole ring's mean."""
    pixels = len(film[0][1]) // 3
    regions: Iterable[tuple[int, ...]] = (
        *((i,) for i in range(pixels)),
        *(span_pixels(span) for span in spans),
        tuple(range(pixels)),
    )
    most = 0
    for region in regions:
        bright: list[tuple[int, float]] = []
        red: list[tuple[int, float]] = []
        for at_ms, frame in film:
            luminance = saturated = 0.0
            for i in region:
                r, g, b = frame[3 * i : 3 * i + 3]
                luminance += 0.2126 * r + 0.7152 * g + 0.0722 * b
                saturated += max(0, r - g - b)
            bright.append((at_ms, luminance / len(region) / 255))
            red.append((at_ms, saturated / len(region) / 255 * 320))
        most = max(most, _most_in_a_second(_changes(bright, 0.1)))
        most = max(most, _most_in_a_second(_changes(red, 20.001)))
    return most / 2

"""Which pixels belong to which place round the meadow. Data only; knows no cue and no strip.

The strip runs clockwise, seen from above, and pixel 0 is the north-west corner. Seats, the deck
reader and their spans are data: another table gives another list.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

MEADOW = "meadow"
"""The place that is the whole ring."""

PIXELS = 60


class Span(msgspec.Struct, frozen=True):
    """The pixels of one place: ``count`` of them, clockwise from ``first``, wrapping."""

    place: str
    first: int
    count: int


DEFAULT_SPANS = (
    Span("north", 3, 12),
    Span("east", 15, 12),
    Span("deck", 27, 6),  # the corner between east and south: the deck reader lies beside it
    Span("south", 33, 12),
    Span("west", 45, 12),
    Span("five", 57, 6),  # the corner between west and north (S20)
)
"""60 pixels: every pixel belongs to exactly one place."""


def span_pixels(span: Span, pixels: int = PIXELS) -> tuple[int, ...]:
    """The pixel numbers of a span, clockwise."""
    return tuple((span.first + step) % pixels for step in range(span.count))


def span_troubles(spans: Iterable[Span], pixels: int = PIXELS) -> tuple[str, ...]:
    """What is wrong with these spans on a strip of so many pixels; one plain line each.

    Spans may overlap. A span named ``meadow`` may say where the ring begins (its north-west
    corner); it must then cover the whole strip.
    """
    troubles: list[str] = []
    seen: set[str] = set()
    for span in spans:
        if not span.place:
            troubles.append("a span names no place")
        if span.place in seen:
            troubles.append(f"{span.place} has two spans: give it one")
        seen.add(span.place)
        if not 0 <= span.first < pixels:
            troubles.append(f"{span.place} begins at pixel {span.first}: 0 to {pixels - 1} exist")
        if not 1 <= span.count <= pixels:
            troubles.append(f"{span.place} has {span.count} pixels: 1 to {pixels} are possible")
        elif span.place == MEADOW and span.count != pixels:
            troubles.append(f"{MEADOW} is the whole ring: it has {pixels} pixels, not {span.count}")
    return tuple(troubles)


def ring(spans: Iterable[Span], pixels: int = PIXELS) -> Span:
    """The span of the whole meadow: as the spans say, else from pixel 0."""
    for span in spans:
        if span.place == MEADOW:
            return span
    return Span(MEADOW, 0, pixels)

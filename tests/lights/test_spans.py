"""The pixels of each place round the meadow."""

from __future__ import annotations

import pytest
from meadow.lights.spans import DEFAULT_SPANS, MEADOW, Span, ring, span_pixels, span_troubles


def test_every_pixel_belongs_to_exactly_one_place() -> None:
    pixels = [pixel for span in DEFAULT_SPANS for pixel in span_pixels(span)]
    assert sorted(pixels) == list(range(60))


def test_the_places_follow_each_other_clockwise_from_the_north() -> None:
    places = [span.place for span in DEFAULT_SPANS]
    assert places == ["north", "east", "deck", "south", "west", "five"]


def test_the_fifth_seat_is_the_corner_between_west_and_north() -> None:
    five = next(span for span in DEFAULT_SPANS if span.place == "five")
    assert span_pixels(five) == (57, 58, 59, 0, 1, 2)


def test_the_default_spans_are_in_order() -> None:
    assert span_troubles(DEFAULT_SPANS) == ()


@pytest.mark.parametrize(
    ("spans", "trouble"),
    [
        ([Span("", 0, 5)], "a span names no place"),
        ([Span("east", 60, 5)], "east begins at pixel 60: 0 to 59 exist"),
        ([Span("east", -1, 5)], "east begins at pixel -1: 0 to 59 exist"),
        ([Span("east", 0, 0)], "east has 0 pixels: 1 to 60 are possible"),
        ([Span("east", 0, 61)], "east has 61 pixels: 1 to 60 are possible"),
        ([Span("east", 0, 5), Span("east", 5, 5)], "east has two spans: give it one"),
        ([Span("meadow", 0, 5)], "meadow is the whole ring: it has 60 pixels, not 5"),
    ],
)
def test_a_wrong_span_is_named_with_what_is_possible(spans: list[Span], trouble: str) -> None:
    assert span_troubles(spans) == (trouble,)


def test_overlapping_spans_are_allowed() -> None:
    assert span_troubles([Span("north", 0, 20), Span("five", 55, 10)]) == ()


def test_the_ring_begins_at_pixel_0_unless_the_spans_say_where() -> None:
    assert ring(DEFAULT_SPANS) == Span(MEADOW, 0, 60)
    assert ring([Span("east", 0, 5), Span(MEADOW, 7, 60)]) == Span(MEADOW, 7, 60)

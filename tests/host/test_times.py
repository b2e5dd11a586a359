"""Times as people read and write them."""

from __future__ import annotations

import pytest
from meadow.telling.times import parse_time, time_text


@pytest.mark.parametrize(
    ("at_ms", "text"),
    [
        (0, "0:00.000"),
        (7, "0:00.007"),
        (61_250, "1:01.250"),
        (3_599_999, "59:59.999"),
        (3_600_000, "1:00:00.000"),
        (-1500, "-0:01.500"),
    ],
)
def test_times_are_told_in_minutes_and_thousandths(at_ms: int, text: str) -> None:
    assert time_text(at_ms) == text


@pytest.mark.parametrize(
    ("text", "at_ms"),
    [
        ("0", 0),
        ("90000", 90_000),
        ("90000ms", 90_000),
        ("90s", 90_000),
        ("1.5s", 1500),
        ("1.005s", 1005),
        ("2m", 120_000),
        ("1.5m", 90_000),
        ("1h", 3_600_000),
        ("1:30", 90_000),
        ("1:30.5", 90_500),
        ("90:00", 5_400_000),
        ("1:02:03.004", 3_723_004),
        (" 1:30 ", 90_000),
    ],
)
def test_a_time_may_be_written_in_several_ways(text: str, at_ms: int) -> None:
    assert parse_time(text) == at_ms


@pytest.mark.parametrize(
    "text", ["", "soon", "1:60", "1:60:00", "-5s", "1.5", "1:3:4:5", "s", "1e3", "٣s٣", "9" * 40]
)
def test_what_is_no_time_is_refused_with_examples(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no time: write milliseconds \(90000\), 90s, 1.5m"):
        parse_time(text)

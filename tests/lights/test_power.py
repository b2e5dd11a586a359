"""Brightness, gamma and the current limit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from meadow.lights.power import Power, estimate_ma, least_ma, limited

DARK, WHITE = bytes(180), bytes([255]) * 180


def test_sixty_pixels_at_full_white_are_estimated_at_3660_ma() -> None:
    assert estimate_ma(WHITE) == 3660  # 60 x (3 x 20 + 1)


def test_sixty_dark_pixels_draw_60_ma() -> None:
    assert estimate_ma(DARK) == 60


def test_a_frame_within_the_limit_is_left_as_it_is() -> None:
    frame = bytes([255, 0, 0] * 60)  # 1200 + 60 mA
    assert limited(frame, 1260) == frame


def test_a_frame_over_the_limit_is_scaled_as_a_whole() -> None:
    frame = bytes([200, 100, 0] * 60)  # 1411.8 mA of light
    # 705 mA for the light: a bit less than half, so 99 and 49.
    assert limited(frame, 765) == bytes([99, 49, 0] * 60)


def test_nothing_is_lit_when_even_dark_pixels_draw_the_limit() -> None:
    assert limited(WHITE, 60) == DARK
    assert limited(WHITE, 10) == DARK


@given(
    st.binary(min_size=3, max_size=180).map(lambda b: b[: len(b) // 3 * 3]), st.integers(0, 4000)
)
def test_no_frame_is_estimated_above_the_limit(frame: bytes, max_current_ma: int) -> None:
    shown = limited(frame, max_current_ma)
    idle_ma = len(frame) // 3
    assert estimate_ma(shown) <= max(max_current_ma, idle_ma)
    assert all(after <= before for after, before in zip(shown, frame, strict=True))


@given(
    st.binary(min_size=180, max_size=180),
    st.floats(0.05, 1, allow_nan=False),
    st.integers(240, 4000),
)
def test_brightness_and_gamma_keep_the_limit_too(
    frame: bytes, brightness: float, max_current_ma: int
) -> None:
    power = Power(brightness, max_current_ma, 60)
    shown = power.apply(frame)
    assert power.allows(shown)
    assert estimate_ma(shown) <= max_current_ma


def test_half_as_bright_to_the_eye_is_a_fifth_of_the_light() -> None:
    assert Power(1, 4000, 1).apply(bytes([255, 128, 0])) == bytes([255, 56, 0])


def test_brightness_scales_the_light_itself() -> None:
    assert Power(0.5, 4000, 1).apply(bytes([255, 128, 0])) == bytes([128, 28, 0])
    assert Power(0.5, 4000, 1).full == 128


def test_what_is_lit_stays_lit_at_the_lowest_brightness() -> None:
    assert Power(0.05, 4000, 1).apply(bytes([255, 20, 0])) == bytes([13, 1, 0])


def test_a_side_in_white_is_seen_at_the_least_brightness_and_the_least_current() -> None:
    # 60 x 1 mA and 15 x 3 x 20 x 0.05 mA; 13 of 255 in each colour.
    assert least_ma(60) == 105
    side = WHITE[:45] + bytes(135)
    for brightness in (0.05, 1):
        lit = Power(brightness, 105, 60).apply(side)
        assert set(lit[:45]) <= {12, 13}
        assert set(lit[45:]) == {0}
    assert set(Power(1, 105, 60).apply(WHITE)) == {3}


@pytest.mark.parametrize(
    ("brightness", "max_current_ma", "trouble"),
    [
        (-0.1, 1000, "brightness is -0.1: it is between 0.05 and 1"),
        (0, 1000, "brightness is 0: it is between 0.05 and 1"),
        (0.049, 1000, "brightness is 0.049: it is between 0.05 and 1"),
        (1.5, 1000, "brightness is 1.5: it is between 0.05 and 1"),
        (0.5, 104, "max_current_ma is 104: 60 pixels that are to be seen draw 105 mA"),
    ],
)
def test_numbers_out_of_bounds_are_refused(
    brightness: float, max_current_ma: int, trouble: str
) -> None:
    with pytest.raises(ValueError, match=trouble):
        Power(brightness, max_current_ma, 60)

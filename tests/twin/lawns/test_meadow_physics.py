"""Tokens and rakes as bodies: nothing overlaps much, gets lost, or passes through a rake."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

import pytest
from meadow_host.twin.meadow.field import RAKE_MM_S, Field, Posture
from meadow_host.twin.meadow.ground import HALF_MM

from tests.twin.lawns.lawn import ACORN, NUT, TOKENS, full_field, nearest, rest, storm

WIDE_MM = 30.0
"""A token from edge to edge."""


@pytest.mark.parametrize("seed", range(4))
def test_tokens_never_overlap_much_however_wildly_rakes_are_pulled(seed: int) -> None:
    field = full_field(seed)
    worst = [WIDE_MM]

    storm(field, seed, 300, lambda: worst.append(nearest(field, field.tokens)))

    assert min(worst) > 0.7 * WIDE_MM
    rest(field, 120)
    assert nearest(field, field.tokens) > 0.97 * WIDE_MM


@pytest.mark.parametrize("seed", range(4))
def test_no_token_leaves_the_meadow_without_being_noticed(seed: int) -> None:
    field = full_field(seed)

    gone = storm(field, seed, 300)

    assert len(gone) > 5
    assert sorted([*gone, *field.tokens]) == sorted(TOKENS)
    for token in field.tokens:
        at = field.token(token)
        assert max(abs(at.x), abs(at.y)) <= HALF_MM


@pytest.mark.parametrize("seed", range(4))
def test_nothing_passes_through_the_bar_of_a_rake(seed: int) -> None:
    field = full_field(seed)
    storm(field, seed, 300, _sides_kept(field))


def _sides_kept(field: Field) -> Callable[[], None]:
    """Fails when a token is on one side of a bar, and on the other a step later."""
    before: dict[tuple[str, str], tuple[float, float]] = {}

    def look() -> None:
        for rake in ("red", "blue", "yellow", "green"):
            bar = field.rake(rake)
            assert bar is not None
            cos, sin = math.cos(bar.angle), math.sin(bar.angle)
            for token in field.tokens:
                at = field.token(token)
                x, y = at.x - bar.x, at.y - bar.y
                along, across = x * cos + y * sin, y * cos - x * sin
                was = before.get((rake, token), (999.0, 0.0))
                if abs(along) < 20 and abs(was[0]) < 20:
                    assert was[1] * across > 0, (rake, token, was, along, across)
                before[rake, token] = (along, across)

    return look


def test_what_is_pushed_slides_on_and_comes_to_rest() -> None:
    field = Field(HALF_MM)
    field.lay(ACORN, 0, 0)
    field.lower("red", 0, -30, 0)
    for step in range(1, 16):
        field.drive("red", 0, -30 + 8 * step, 0)
        field.step()
    field.raise_rake("red")
    before = field.token(ACORN).y
    field.step()
    now = field.token(ACORN).y
    mm_s = 60 * (now - before)
    assert mm_s > 250

    steps = rest(field, 60)

    # A friction of 0.3 takes 2943 mm/s of speed a second: it slides v^2 / 2a, for v / a.
    assert field.token(ACORN).y - now == pytest.approx(mm_s**2 / 5886, abs=3)
    assert steps == pytest.approx(60 * mm_s / 2943 + 6, abs=2)


def test_a_token_that_slides_into_another_pushes_it_on() -> None:
    field = Field(HALF_MM)
    field.lay(ACORN, 0, 0)
    field.lay(NUT, 0, 45)
    field.lower("red", 0, -30, 0)
    for step in range(1, 16):
        field.drive("red", 0, -30 + 6 * step, 0)
        field.step()

    assert field.token(NUT).y > 90
    assert abs(field.token(NUT).x) < 5


def test_no_hand_pulls_a_rake_faster_than_hands_can() -> None:
    field = Field(HALF_MM)
    field.lower("red", -240, -240, 0)
    before = Posture(-240, -240, 0)
    for _ in range(30):
        field.drive("red", 240, 240, 3)
        field.step()
        now = field.rake("red")
        assert now is not None
        assert math.hypot(now.x - before.x, now.y - before.y) <= RAKE_MM_S / 60 + 0.5
        before = now


def test_a_rake_is_not_stopped_by_a_heap_of_tokens() -> None:
    field = Field(HALF_MM)
    for number, token in enumerate(TOKENS[:20]):
        field.lay(token, -60 + 31 * (number % 5), 31 * (number // 5))
    field.lower("red", 0, -40, 0)
    for step in range(1, 61):
        field.drive("red", 0, -40 + 3 * step, 0)
        field.step()

    now = field.rake("red")

    assert now is not None
    assert now.y == pytest.approx(140, abs=4)


@pytest.mark.parametrize("offset", range(-24, 25, 6))
def test_a_rake_set_down_on_a_token_moves_it_aside_without_throwing_it(offset: float) -> None:
    field = Field(HALF_MM)
    field.lay(ACORN, 0, 0)

    field.lower("red", offset, -10, 0)
    field.drive("red", offset, -10, 0)
    rest(field, 120)

    at = field.token(ACORN)
    assert math.hypot(at.x, at.y) < 45


def test_what_two_rakes_press_together_stays_between_them_or_slips_out_aside() -> None:
    field = Field(HALF_MM)
    field.lay(ACORN, 0, 0)
    field.lower("red", 0, -60, 0)
    field.lower("blue", 0, 60, math.pi)
    for _ in range(60):
        field.drive("red", 0, 60, 0)
        field.drive("blue", 0, -60, math.pi)
        field.step()
        at, red, blue = field.token(ACORN), field.rake("red"), field.rake("blue")
        assert red is not None
        assert blue is not None
        assert red.y < at.y < blue.y or abs(at.x - red.x) > 27


def test_all_that_lies_still_needs_no_more_steps() -> None:
    field = full_field(1)

    assert rest(field, 60) < 20
    assert not field.moving


def test_a_touch_wakes_what_sleeps() -> None:
    field = Field(HALF_MM)
    field.lay(ACORN, 0, 0)
    rest(field, 60)
    for _ in range(60):
        field.step()
    assert list(field.moved()) == []

    field.lower("red", 0, -40, 0)
    for step in range(1, 31):
        field.drive("red", 0, -40 + 2 * step, 0)
        field.step()

    assert field.token(ACORN).y > 20


@pytest.mark.parametrize("seed", range(3))
def test_the_same_pulls_give_the_same_meadow_to_the_last_bit(seed: int) -> None:
    one, other = full_field(seed), full_field(seed)

    gone = storm(one, seed, 200)
    storm(Field(HALF_MM), seed, 50)  # what else is simulated changes nothing
    gone_too = storm(other, seed, 200)

    assert gone == gone_too
    assert [one.token(token) for token in one.tokens] == [
        other.token(token) for token in other.tokens
    ]


def test_a_free_spot_is_free_and_within_the_edges() -> None:
    field, rng = full_field(3), Random(5)
    for _ in range(100):
        spot = field.free_spot(rng.uniform(-300, 300), rng.uniform(-300, 300))
        assert max(abs(spot.x), abs(spot.y)) <= HALF_MM - 15
        for token in field.tokens:
            at = field.token(token)
            assert math.hypot(at.x - spot.x, at.y - spot.y) >= WIDE_MM


def test_a_full_meadow_still_takes_a_token_somewhere() -> None:
    field = Field(60.0)
    for number in range(12):
        field.lay(f"token.{number}", *field.free_spot(0, 0))

    spot = field.free_spot(500, -500)

    assert (spot.x, spot.y) == (45.0, -45.0)


def test_the_same_token_is_not_laid_twice() -> None:
    field = Field(HALF_MM)
    field.lay(ACORN, 0, 0)

    with pytest.raises(ValueError, match=r"token\.\S+ lies on the meadow already"):
        field.lay(ACORN, 50, 50)

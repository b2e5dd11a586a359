"""Mistakes arise at about the rates of the skill, each per occasion, over many games."""

from __future__ import annotations

import math
from random import Random
from statistics import median

import msgspec
import pytest
from meadow_host.twin.players import MISTAKES, Deed, Skill, flawless, play_session
from meadow_host.twin.players.skill import takes_ms

from tests.twin.parlour import CHECK, LIVE, PAWS, STASH, deeds_of, setup

SKILL = Skill(
    wrong_token=0.1,
    extra=0.12,
    astray=0.08,
    corner=0.06,
    forget=0.25,
    knock_off=0.08,
    slip=0.15,
    lay_together=0.3,
    lay_extra=0.1,
    lift_early=0.1,
    deal_twice=0.05,
    deal_wrong=0.04,
    help_knock=0.2,
    shout_early=0.05,
    needless_stop=0.02,
)


@pytest.fixture(scope="module")
def deeds() -> dict[str, int]:
    """All that was done in 24 games of each kind."""
    kinds = [(STASH, LIVE), (STASH, CHECK), (PAWS, LIVE), (PAWS, CHECK)]
    games = [play_session(setup(*kind), seed, SKILL) for kind in kinds for seed in range(30)]
    return dict(deeds_of(games))


@pytest.mark.parametrize(
    ("mistake", "occasion", "rate"),
    [
        (Deed.WRONG, Deed.RAKED, 0.1),
        (Deed.EXTRA, Deed.RAKED, 0.12),
        (Deed.ASTRAY, Deed.RAKED, 0.08),
        (Deed.CORNER, Deed.RAKED, 0.06),
        (Deed.FORGOTTEN, Deed.STRAYS, 0.25),
        (Deed.SLIPS, Deed.CLAIMS, 0.15),
        (Deed.LIFTED_EARLY, Deed.LAID, 0.1),
        (Deed.DEALT_TWICE, Deed.SCANNED, 0.05),
        (Deed.DEALT_WRONG, Deed.SCANNED, 0.04),
        (Deed.HELPED_BADLY, Deed.HELPED, 0.2),
    ],
)
def test_a_mistake_happens_at_about_its_rate(
    deeds: dict[str, int], mistake: Deed, occasion: Deed, rate: float
) -> None:
    """Within four standard deviations, and a little for occasions that do not allow it."""
    count = deeds[occasion]
    tolerance = 4 * math.sqrt(rate * (1 - rate) / count) + 0.1 * rate
    assert count > 150
    assert abs(deeds[mistake] / count - rate) < tolerance


@pytest.mark.parametrize(
    "mistake",
    [
        Deed.COVERED_WRONG,
        Deed.KNOCKED_OFF,
        Deed.SHOUTS,
        Deed.NEEDLESS_STOPS,
        Deed.LAID_TOGETHER,
        Deed.LAID_EXTRA,
        Deed.SET_ASIDE,
    ],
)
def test_the_rarer_mistakes_happen_too(deeds: dict[str, int], mistake: Deed) -> None:
    assert deeds[mistake] > 0


def test_stop_is_also_called_with_reason(deeds: dict[str, int]) -> None:
    """A token that somebody wrongly has is missed by whoever needs it (R37)."""
    assert deeds[Deed.STOPS] > deeds[Deed.NEEDLESS_STOPS]


def test_the_flawless_player_has_no_rate_of_mistakes_left() -> None:
    careful = flawless(SKILL)

    assert [name for name in MISTAKES if getattr(careful, name) != 0.0] == []
    assert careful.search_ms == SKILL.search_ms
    assert careful.lay_together == 0.3


def test_every_rate_is_a_mistake_but_for_the_habit_of_laying_all_at_once() -> None:
    fields = msgspec.structs.fields(Skill)
    rates = {field.name for field in fields if isinstance(field.default, float)}
    factors = {"spread", "hurry", "crowd", "far", "near", "other_hand"}

    assert rates - factors - {"lay_together"} == set(MISTAKES)


def test_movements_spread_round_their_median_and_are_never_too_short_for_a_human() -> None:
    rng = Random(1)
    times_ms = [takes_ms(rng, 1000, 0.4) for _ in range(2000)]

    assert 960 < median(times_ms) < 1040
    assert min(times_ms) >= 120
    assert 2000 < max(times_ms) < 6000
    assert min(takes_ms(rng, 130, 0.4) for _ in range(100)) == 120

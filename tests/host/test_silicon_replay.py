"""Games played again on simulated silicon: the same facts, and differences told."""

from __future__ import annotations

import pytest
from meadow_host.silicon_replay import Told, compare
from meadow_host.twin.silicon.deeds import Deed, Do, with_lifts_early


def test_facts_may_be_dated_50_ms_otherwise_and_swap_within_that() -> None:
    expected = [Told(1000, "a", 4), Told(1020, "b", 6), Told(9000, "c", 8)]
    got = [Told(1010, "b", 0), Told(1050, "a", 0), Told(8950, "c", 0)]
    assert compare(expected, got) is None


@pytest.mark.parametrize(
    ("got", "different"),
    [
        ([Told(1051, "a", 0)], (Told(1000, "a", 4), Told(1051, "a", 0))),
        ([Told(1000, "x", 0)], (Told(1000, "a", 4), Told(1000, "x", 0))),
        ([], (Told(1000, "a", 4), None)),
        ([Told(1000, "a", 0), Told(1001, "a", 0)], (None, Told(1001, "a", 0))),
    ],
)
def test_a_fact_that_differs_fails_or_is_too_much_is_found(
    got: list[Told], different: tuple[Told | None, Told | None]
) -> None:
    assert compare([Told(1000, "a", 4)], got) == different


def test_a_tag_is_lifted_98_ms_before_it_is_told_as_gone() -> None:
    deeds = [Deed(1000, Do.LAY, "north", "A"), Deed(3000, Do.LIFT, "north", "A")]
    assert with_lifts_early(deeds) == [deeds[0], Deed(2902, Do.LIFT, "north", "A")]


def test_a_tag_that_is_told_elsewhere_first_is_lifted_before_it_is_laid_there() -> None:
    deeds = [
        Deed(1000, Do.LAY, "north", "A"),
        Deed(3000, Do.LAY, "deck", "A"),
        Deed(3080, Do.LIFT, "north", "A"),
    ]
    assert with_lifts_early(deeds) == [
        Deed(1000, Do.LAY, "north", "A"),
        Deed(2999, Do.LIFT, "north", "A"),
        Deed(3000, Do.LAY, "deck", "A"),
    ]

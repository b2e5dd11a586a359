"""The gain that is advised reaches the tag where it lies, and no further than it must."""

from __future__ import annotations

import pytest
from meadow.nfc.calibration import advise, measure
from meadow.nfc.iso14443a import Program

from tests.nfc.air import Air, Tag


@pytest.mark.parametrize(
    ("shares", "gain_db"),
    [
        ({18: 0.0, 23: 0.4, 33: 1.0, 38: 1.0, 43: 1.0, 48: 1.0}, 38),
        ({18: 1.0, 23: 1.0, 33: 1.0, 38: 1.0, 43: 1.0, 48: 1.0}, 23),
        ({18: 0.0, 23: 0.0, 33: 0.0, 38: 0.0, 43: 0.9, 48: 1.0}, 48),
        ({18: 0.0, 23: 0.5, 33: 1.0, 38: 0.9, 43: 1.0, 48: 0.8}, 43),
        ({18: 0.0, 23: 0.0, 33: 0.0, 38: 0.0, 43: 0.0, 48: 0.9}, None),
    ],
)
def test_one_step_above_the_lowest_that_never_misses_is_advised(
    shares: dict[int, float], gain_db: int | None
) -> None:
    assert advise(shares) == gain_db


def test_the_share_of_looks_is_measured_at_every_gain() -> None:
    reads = {18: 0.0, 23: 0.0, 33: 0.0, 38: 1.0, 43: 1.0, 48: 1.0}
    air = Air([Tag("04A1B2C3D4E580"), Tag("DEADBEEF")])

    def set_gain(gain_db: int) -> None:
        air.read = reads[gain_db]

    def converse(program: Program[float]) -> float:
        return air.converse(program)

    assert measure(set_gain, converse, "04A1B2C3D4E580") == reads

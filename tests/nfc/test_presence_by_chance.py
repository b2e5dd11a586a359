"""The presence filter against a tag that answers by chance: what it holds, and where it errs.

Seeds are fixed, as chance may not fail a test; the seed in which the filter errs is kept.
"""

from __future__ import annotations

import random

import pytest
from meadow.nfc.iso14443a import Glance
from meadow.nfc.presence import Presence, PresenceSettings
from meadow.nfc.sightings import Arrived, Left, Sighting
from meadow.nfc.watcher import Need

TAG = "04A1B2C3D4E580"
SOAK_SEEDS = 1500
"""Of twenty seconds each: 8.3 hours."""


def told_of(seed: int, read_tenths: int) -> list[Sighting]:
    """What is told of a still tag in 20 s. A look takes three answers, each given by chance."""
    chance = random.Random(seed)
    presence = Presence(("north",), PresenceSettings())
    presence.found("north", TAG, 2, 100)
    told: list[Sighting] = []
    now_us = 100_000
    while now_us < 20_000_000:
        now_us += 2_500
        now_ms = now_us // 1000
        if presence.wanted("north", Need.ROUTINE, now_ms) is None:
            continue
        heard = [chance.random() * 10 < read_tenths for _ in range(3)]
        outcome = Glance.SEEN if all(heard) else Glance.SILENT if heard[0] else Glance.NOBODY
        presence.glanced("north", TAG, outcome, 2, True, now_ms)
        told += presence.take(now_ms).sightings
    return told


@pytest.mark.parametrize("read_tenths", [7, 8, 9, 10])
@pytest.mark.parametrize("seed", range(30))
def test_a_still_tag_read_seven_times_of_ten_neither_leaves_nor_arrives_again(
    seed: int, read_tenths: int
) -> None:
    assert told_of(seed, read_tenths) == [Arrived(100, "north", TAG)]


def test_a_run_of_bad_luck_can_still_take_a_tag_for_gone() -> None:
    # A random search found this seed: the filter is rarely wrong, not never (docs/readers.md).
    assert told_of(318643, 7) == [Arrived(100, "north", TAG), Left(9732, "north", TAG)]


@pytest.mark.soak
def test_in_eight_hours_at_seven_of_ten_no_still_tag_leaves() -> None:
    wrong = [seed for seed in range(SOAK_SEEDS) if len(told_of(seed, 7)) > 1]
    assert wrong == []

"""Readers whose frames reach a neighbour's tag must not keep it silent for ever (trap 6)."""

from __future__ import annotations

from random import Random

import pytest
from meadow.nfc.sightings import Arrived
from meadow_host.twin.silicon.picc import Picc

from tests.nfc.silicon_bench import silicon, uids

REACHES_DB = 40.0
"""So much weaker a neighbour's field is: its frames are understood, its tags are not heard."""


@pytest.mark.parametrize("neighbours", [("north",), ("north", "east", "west", "deck")])
def test_a_tag_that_hears_neighbours_is_seen_all_the_same(neighbours: tuple[str, ...]) -> None:
    chance = Random(5)
    with silicon(seed=4) as bench:
        for neighbour in neighbours:
            bench.pi.couple(neighbour, hears="south", loss_db=REACHES_DB)
        for uid in uids(chance, *[7] * 12):
            tag = Picc(bytes.fromhex(uid), power_up_us=1000)
            bench.pi.lay(tag, "south", at_us=bench.pi.clock.now_us + chance.uniform(0, 3000))
            told = bench.until(1, at_most_ms=1500)
            assert [(type(one), one.place) for one in told] == [(Arrived, "south")]
            bench.pi.lift(tag)
            bench.run(500)

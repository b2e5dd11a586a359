"""Readers whose frames reach a neighbour's tag must not keep it silent for ever (trap 6)."""

from __future__ import annotations

from random import Random

import pytest
from meadow.nfc.readers import ReaderSettings
from meadow.nfc.sightings import Arrived
from meadow.nfc.sweep import SweepSettings
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


def test_a_tag_that_a_neighbour_put_to_rest_is_found_by_the_roll_call_of_its_own_reader() -> None:
    settings = ReaderSettings(sweep=SweepSettings(roll_call_s=1))
    for wait_ms in range(200, 230, 10):
        with silicon(settings=settings) as bench:
            bench.pi.couple("deck", hears="west", loss_db=10)
            bench.lay("deck", "04A1B2C3D4E581")
            bench.run(wait_ms)
            bench.lay("west", "04A1B2C3D4E580")
            (arrived,) = bench.run(4000)
            assert arrived.place in ("west", "deck")
            assert "04A1B2C3D4E580 answers on" in bench.report("west").trouble

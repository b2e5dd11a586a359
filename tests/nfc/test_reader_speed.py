"""The speed that the table needs, in the virtual time of SPI at 1 MHz and 25 us a transfer."""

from __future__ import annotations

import random
from statistics import mean

import pytest
from meadow.nfc.anticollision import Found
from meadow.nfc.readers import ReaderSettings
from meadow.nfc.sweep import SweepSettings
from meadow_host.twin.silicon.picc import Picc
from meadow_host.twin.silicon.reception import CollPos

from tests.nfc.silicon_bench import SiliconBench, silicon, uids


def slices(bench: SiliconBench, count: int) -> list[tuple[float, int]]:
    """Microseconds and transfers of so many polls."""
    made = []
    for _ in range(count):
        before_us, before = bench.pi.clock.now_us, bench.pi.transfers
        bench.poll()
        made.append((bench.pi.clock.now_us - before_us, bench.pi.transfers - before))
    return made


def test_five_empty_readers_are_swept_in_1_8_ms_and_40_transfers() -> None:
    with silicon() as bench:
        bench.run(20)
        # Long enough for each reader's settings to be read back several times.
        for took_us, transfers in slices(bench, 1000):
            assert took_us <= 1800
            assert transfers <= 40


def test_a_7_byte_uid_is_read_within_9_ms_on_average_and_11_at_worst(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chance = random.Random(1)
    took_us = []
    with silicon() as bench:
        found, moments = bench.readers.found, dict[str, float]()

        def note(place: str, tag: Found) -> None:
            moments.setdefault(tag.uid, bench.pi.clock.now_us)
            found(place, tag)

        monkeypatch.setattr(bench.readers, "found", note)
        bench.run(20)
        for uid in uids(chance, *[7] * 40):
            place = chance.choice(tuple(bench.pi.wiring))
            laid_us = bench.pi.clock.now_us + chance.uniform(0, 2000)
            tag = Picc(bytes.fromhex(uid), power_up_us=1000)
            bench.pi.lay(tag, place, at_us=laid_us)
            bench.until(1)
            assert bench.readers.lying(place) == (uid,)
            took_us.append(moments[uid] - laid_us)
            bench.pi.lift(tag)
            bench.run(130)
    assert mean(took_us) <= 9_000
    assert max(took_us) <= 11_000


@pytest.mark.parametrize("coll_pos", CollPos)
@pytest.mark.parametrize(
    ("sizes", "at_most_us"),
    [((7,) * 7, 58_000), ((4, 4, 4, 4, 7, 7, 7, 7), 55_000)],
)
def test_an_inventory_is_done_in_time(
    sizes: tuple[int, ...], at_most_us: int, coll_pos: CollPos
) -> None:
    chance = random.Random(2)
    with silicon(coll_pos=coll_pos) as bench:
        bench.run(20)
        laid = uids(chance, *sizes)
        bench.lay("deck", *laid)
        bench.pi.clock.sleep_ms(5)
        before_us = bench.pi.clock.now_us
        found = bench.readers.inventory("deck")
        assert bench.pi.clock.now_us - before_us <= at_most_us
        assert sorted(one.uid for one in found) == sorted(laid)


def test_a_sweep_over_eleven_lying_tags_with_looks_takes_at_most_5_5_ms() -> None:
    chance = random.Random(3)
    # One slice is one whole sweep: every reader asks for newcomers, and looks are taken.
    settings = ReaderSettings(sweep=SweepSettings(slice_transfers=1000))
    with silicon(settings=settings) as bench:
        for place in ("north", "east", "south", "west"):
            bench.lay(place, *uids(chance, 7))
        bench.lay("deck", *uids(chance, *[7] * 7))
        bench.run(400)
        assert sum(len(bench.readers.lying(place)) for place in bench.pi.wiring) == 11
        took = slices(bench, 300)
        assert max(took_us for took_us, _ in took) <= 5_500
        assert mean(transfers for _, transfers in took) > 50


def test_a_newcomer_is_read_in_time_beside_eleven_lying_tags() -> None:
    chance = random.Random(4)
    took_us = []
    with silicon() as bench:
        for place in ("north", "east", "south", "west"):
            bench.lay(place, *uids(chance, 7))
        bench.lay("deck", *uids(chance, *[7] * 7))
        bench.run(400)
        for uid in uids(chance, *[7] * 12):
            place = chance.choice(tuple(bench.pi.wiring))
            tag = Picc(bytes.fromhex(uid))
            laid_us = bench.pi.clock.now_us + chance.uniform(0, 2000)
            bench.pi.lay(tag, place, at_us=laid_us)
            while uid not in bench.readers.lying(place):
                bench.poll()
            took_us.append(bench.pi.clock.now_us - laid_us)
            bench.pi.lift(tag)
            bench.run(170)
    assert mean(took_us) <= 14_000
    assert max(took_us) <= 20_000

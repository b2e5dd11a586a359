"""Long and noisy: a still piece is one still piece, and noise is never a piece.

`make test` runs a slice of each, `make soak` the whole.
"""

from __future__ import annotations

import random

import pytest
from meadow.nfc.sightings import Arrived, Left
from meadow_host.twin.silicon.noise import Noise, read_at
from meadow_host.twin.silicon.picc import Picc

from tests.nfc.silicon_bench import ONE, SiliconBench, silicon, uids

A, B = "04A1B2C3D4E580", "DEADBEEF"
SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000
WHOLE = pytest.mark.soak


@pytest.mark.parametrize(
    ("uid", "duration_ms"),
    [
        (A, 10 * SECOND),
        (B, 5 * SECOND),
        pytest.param(A, 10 * MINUTE, marks=WHOLE),
        pytest.param(B, 10 * MINUTE, marks=WHOLE),
    ],
)
def test_a_still_tag_read_at_70_percent_is_one_arrival_and_no_departure(
    uid: str, duration_ms: int
) -> None:
    # Of its answers 70 % come through; a look at a UID of seven bytes takes three in a row.
    # Phoniebox#556, ESPuino#448
    with silicon(ONE, seed=11) as bench:
        tag = Picc(bytes.fromhex(uid))
        bench.pi.lay(tag, "deck", grip=read_at(0.7))
        (arrived,) = bench.run(duration_ms)
        assert isinstance(arrived, Arrived)
        bench.pi.lift(tag)
        lifted_ms = bench.pi.clock.now_ms()
        (left,) = bench.until(1)
        assert isinstance(left, Left)
        assert left.at_ms - lifted_ms <= 150


@pytest.mark.parametrize("duration_ms", [3 * SECOND, pytest.param(5 * MINUTE, marks=WHOLE)])
def test_eight_tags_read_badly_in_one_tray_stay_eight(duration_ms: int) -> None:
    chance = random.Random(4)
    with silicon(ONE, seed=5) as bench:
        for uid in uids(chance, 7, 7, 7, 7, 7, 7, 4, 4):
            bench.pi.lay(Picc(bytes.fromhex(uid)), "deck", grip=read_at(0.7))
        told = bench.run(duration_ms)
        assert [type(one) for one in told] == [Arrived] * 8


def endure(bench: SiliconBench, duration_ms: int, rest_ms: int) -> list[object]:
    """Poll for a while, with a rest between."""
    until_ms = bench.pi.clock.now_ms() + duration_ms
    told: list[object] = []
    while bench.pi.clock.now_ms() < until_ms:
        told += bench.poll()
        bench.pi.clock.sleep_ms(rest_ms)
    return told


@pytest.mark.parametrize(("bursts_hz", "bit_errors"), [(100.0, 0.0), (2000.0, 0.0), (500.0, 0.01)])
@pytest.mark.parametrize(
    ("duration_ms", "rest_ms"),
    [(3 * SECOND, 0), pytest.param(2 * HOUR, 10, marks=WHOLE)],
)
def test_noise_makes_up_no_tag(
    duration_ms: int, rest_ms: int, bursts_hz: float, bit_errors: float
) -> None:
    with silicon(ONE, seed=6) as bench:
        bench.pi.make_noise("deck", Noise(bursts_hz=bursts_hz, bit_errors=bit_errors))
        assert endure(bench, duration_ms, rest_ms) == []
        assert bench.report("deck").hard_resets == 0


@pytest.mark.parametrize("duration_ms", [3 * SECOND, pytest.param(10 * MINUTE, marks=WHOLE)])
def test_of_a_tag_in_noise_no_other_uid_is_ever_told(duration_ms: int) -> None:
    with silicon(ONE, seed=7) as bench:
        bench.pi.make_noise("deck", Noise(bursts_hz=500, bit_errors=0.005))
        bench.lay("deck", A, B)
        told = bench.run(duration_ms)
        assert {one.uid for one in told if isinstance(one, Arrived | Left)} == {A, B}
        assert len(told) == 2


@pytest.mark.parametrize("duration_ms", [5 * MINUTE, pytest.param(24 * HOUR, marks=WHOLE)])
def test_a_tag_that_lies_still_for_a_day_is_one_arrival(duration_ms: int) -> None:
    # Others lose a still tag every other time: miguelbalboa/rfid#437, ondryaso/pi-rc522#55.
    # Between polls a second is jumped: nothing can change meanwhile, for tags and chips keep
    # their states while nobody speaks. So each look stands for some fifty.
    with silicon(ONE) as bench:
        bench.lay("deck", A)
        assert [type(one) for one in bench.run(1000)] == [Arrived]
        assert endure(bench, duration_ms, 1000) == []
        assert bench.readers.lying("deck") == (A,)

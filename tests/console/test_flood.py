"""A burst is let through, and then so much a second, for each address by itself."""

from __future__ import annotations

from meadow.clock import ManualClock
from meadow.console.flood import MOST_ADDRESSES, Bucket, Buckets


def test_a_burst_is_let_through_and_then_so_many_a_second() -> None:
    clock = ManualClock()
    bucket = Bucket(clock, burst=5, per_s=2)
    assert [bucket.takes() for _ in range(7)] == [True] * 5 + [False] * 2
    clock.sleep_ms(500)
    assert [bucket.takes() for _ in range(2)] == [True, False]
    clock.sleep_ms(3_600_000)
    assert [bucket.takes() for _ in range(7)] == [True] * 5 + [False] * 2


def test_what_is_too_much_takes_nothing() -> None:
    bucket = Bucket(ManualClock(), burst=100, per_s=1)
    assert [bucket.takes(60), bucket.takes(60), bucket.takes(40)] == [True, False, True]


def test_each_address_has_its_own_measure() -> None:
    buckets = Buckets(ManualClock(), burst=1, per_s=1)
    assert [buckets.takes(one) for one in ("a", "a", "b", "b")] == [True, False, True, False]


def test_addresses_without_end_are_not_all_remembered() -> None:
    buckets = Buckets(ManualClock(), burst=1, per_s=1)
    for number in range(MOST_ADDRESSES + 1):
        assert buckets.takes(f"address {number}")
    assert [buckets.takes("address 1"), buckets.takes("address 0")] == [False, True]

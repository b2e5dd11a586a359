"""A burst is let through, and then so much a second, for each address by itself."""

from __future__ import annotations

from meadow.clock import ManualClock
from meadow.console.flood import MOST_ADDRESSES, Bucket, Buckets, Flood


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


def test_who_does_not_stop_is_at_the_end_however_long_it_takes() -> None:
    clock = ManualClock()
    flood = Flood(Bucket(clock, burst=2, per_s=1), most_refused=3)
    assert [flood.takes() for _ in range(4)] == [True, True, False, False]
    clock.sleep_ms(2000)
    assert not flood.is_over
    assert [flood.takes() for _ in range(3)] == [True, True, False]
    assert flood.is_over


def test_where_it_is_forgiven_each_message_that_is_heard_makes_up_for_one_that_was_not() -> None:
    clock = ManualClock()
    flood = Flood(Bucket(clock, burst=2, per_s=1), most_refused=3, forgives=True)
    assert [flood.takes() for _ in range(4)] == [True, True, False, False]
    clock.sleep_ms(2000)
    assert [flood.takes() for _ in range(3)] == [True, True, False]
    assert not flood.is_over
    assert [flood.takes() for _ in range(2)] == [False, False]
    assert flood.is_over


def test_each_address_has_its_own_measure() -> None:
    buckets = Buckets(ManualClock(), burst=1, per_s=1)
    assert [buckets.takes(one) for one in ("a", "a", "b", "b")] == [True, False, True, False]


def test_addresses_without_end_are_not_all_remembered() -> None:
    buckets = Buckets(ManualClock(), burst=1, per_s=1)
    for number in range(MOST_ADDRESSES + 1):
        assert buckets.takes(f"address {number}")
    assert [buckets.takes("address 1"), buckets.takes("address 0")] == [False, True]

"""How long one has to wait after wrong PINs."""

from __future__ import annotations

import pytest
from meadow.clock import ManualClock
from meadow.console.tries import MOST_ADDRESSES, Tries


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def tries(clock: ManualClock) -> Tries:
    return Tries(clock)


def test_four_mistakes_cost_nothing_and_the_fifth_half_a_minute(tries: Tries) -> None:
    waits = []
    for _ in range(5):
        tries.was_wrong("a")
        waits.append(tries.wait_ms("a"))
    assert waits == [0, 0, 0, 0, 30_000]


def test_each_further_mistake_doubles_the_wait_up_to_a_quarter_of_an_hour(
    tries: Tries, clock: ManualClock
) -> None:
    for _ in range(4):
        tries.was_wrong("a")
    waits = []
    for _ in range(8):
        tries.was_wrong("a")
        waits.append(tries.wait_ms("a") // 1000)
        clock.sleep_ms(tries.wait_ms("a"))
        assert tries.wait_ms("a") == 0
    assert waits == [30, 60, 120, 240, 480, 900, 900, 900]


def test_one_address_does_not_make_another_wait(tries: Tries) -> None:
    for _ in range(9):
        tries.was_wrong("a")
    assert tries.wait_ms("b") == 0


def test_many_addresses_together_make_all_wait_a_little(tries: Tries, clock: ManualClock) -> None:
    for number in range(30):
        assert tries.wait_ms("x") == 0
        tries.was_wrong(f"address {number}")
    assert tries.wait_ms("x") == 10_000
    clock.sleep_ms(10_000)
    assert tries.wait_ms("x") == 0


def test_the_right_pin_makes_the_mistakes_of_its_address_forgotten(tries: Tries) -> None:
    for _ in range(5):
        tries.was_wrong("a")
    tries.was_right("a")
    assert tries.wait_ms("a") == 0
    assert tries.was_wrong("a") == 1


def test_after_an_hour_all_is_as_at_first(tries: Tries, clock: ManualClock) -> None:
    for number in range(40):
        tries.was_wrong(f"address {number % 2}")
    clock.sleep_ms(3_600_001)
    assert tries.was_wrong("address 0") == 1
    assert tries.wait_ms("address 0") == 0


def test_a_million_guesses_take_months_from_wherever_they_come(
    tries: Tries, clock: ManualClock
) -> None:
    for number in range(1000):
        clock.sleep_ms(tries.wait_ms(f"address {number}"))
        tries.was_wrong(f"address {number}")
    assert clock.now_ms() == (1000 - 30) * 10_000  # a million: 115 days


def test_addresses_without_end_are_not_all_remembered(tries: Tries) -> None:
    for number in range(MOST_ADDRESSES + 1):
        tries.was_wrong(f"address {number}")
    assert tries.was_wrong("address 1") == 2
    assert tries.was_wrong("address 0") == 1

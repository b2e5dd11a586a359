"""Where places are few: what counts as one address, and who makes room."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from meadow.clock import ManualClock
from meadow.console.gate import LASTS_MS, Gate
from meadow.console.places import home_of, is_near, leaver, sharing


class One(NamedTuple):
    home: str
    number: int = 1
    is_kept: bool = False


@pytest.mark.parametrize(
    ("address", "home"),
    [
        ("10.0.0.7", "10.0.0.7"),
        ("::ffff:10.0.0.7", "10.0.0.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("somewhere", "somewhere"),
    ],
)
def test_an_ipv6_network_counts_as_one_address(address: str, home: str) -> None:
    assert home_of(address) == home


def test_the_table_s_own_computer_is_near() -> None:
    near = ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"]
    assert [is_near(one) for one in (*near, "10.0.0.7", "fe80::1", "")] == [True] * 4 + [False] * 3


def test_the_newest_of_whoever_has_most_goes() -> None:
    held = [One("a"), One("b"), One("a", 2), One("a", 3), One("b", 2)]
    assert leaver(held, "c") == One("a", 3)
    assert leaver(held, "b") is None  # it would have more than the other then
    assert leaver(held, "a") is None
    assert leaver([One("a"), One("b")], "c") is None
    assert leaver(list[One](), "c") is None


def test_the_oldest_of_those_for_whom_places_are_kept_share_none_of_the_others() -> None:
    own = [One("own", number, is_kept=True) for number in range(3)]
    held = [own[0], One("a"), own[1], own[2], One("b")]
    assert sharing(held, 0) == held
    assert sharing(held, 2) == [One("a"), own[2], One("b")]
    assert sharing(held, 4) == [One("a"), One("b")]


def test_places_are_kept_where_an_operator_is_and_at_the_table_s_own_computer() -> None:
    clock = ManualClock(0)
    gate = Gate("271828", clock, lambda line: None)
    assert gate.keeps_place_for("127.0.0.1")
    assert not gate.keeps_place_for("10.0.0.7")
    gate.log_in("000000", "10.0.0.7")
    assert not gate.keeps_place_for("10.0.0.7")
    token = gate.log_in("271828", "10.0.0.7").token
    assert gate.keeps_place_for("10.0.0.7")
    assert not gate.keeps_place_for("10.0.0.8")
    gate.log_out(token, "10.0.0.7")
    assert not gate.keeps_place_for("10.0.0.7")
    gate.log_in("271828", "10.0.0.7")
    clock.sleep_ms(LASTS_MS)
    assert not gate.keeps_place_for("10.0.0.7")

"""Operators come in by the PIN, and are known again until their session ends."""

from __future__ import annotations

import pytest
from meadow.clock import ManualClock
from meadow.console.gate import LASTS_MS, MOST_SESSIONS, Gate, is_foreign
from starlette.requests import HTTPConnection

PIN = "031415"


class Door:
    """A gate, its clock and its log."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.said: list[str] = []
        self.gate = Gate(PIN, self.clock, self.said.append)

    def token(self) -> str:
        return self.gate.log_in(PIN, "10.0.0.7").token


@pytest.fixture
def door() -> Door:
    return Door()


def test_the_right_pin_gives_a_session_and_each_login_another(door: Door) -> None:
    one, two = door.token(), door.token()
    assert len(one) == 43  # 256 random bits
    assert one != two
    assert door.gate.knows(one)
    assert door.gate.knows(two)
    assert door.said == ["console: an operator logs in from 10.0.0.7"] * 2


@pytest.mark.parametrize("pin", ["", "31415", "031416", "0314150", "０３１４１５", "\ud800"])
def test_any_other_pin_gives_none(door: Door, pin: str) -> None:
    login = door.gate.log_in(pin, "10.0.0.7")
    assert (login.token, login.message) == ("", "wrong PIN: 4 more tries without a wait")
    assert door.said == ["console: a wrong PIN from 10.0.0.7, the 1st in a row"]


def test_while_an_address_waits_even_the_right_pin_is_not_looked_at(door: Door) -> None:
    messages = [door.gate.log_in("0", "10.0.0.7").message for _ in range(5)]
    assert messages[3:] == [
        "wrong PIN: 1 more try without a wait",
        "wrong PIN: wait 30 seconds",
    ]
    door.clock.sleep_ms(10_001)
    login = door.gate.log_in(PIN, "10.0.0.7")
    assert login == ("", "too many wrong PINs: try again in 20 seconds", 19_999)
    door.clock.sleep_ms(19_999)
    assert door.token()


def test_no_line_of_the_log_holds_a_pin(door: Door) -> None:
    door.token()
    door.gate.log_in("123456", "10.0.0.7")
    assert not any(PIN in line or "123456" in line for line in door.said)


@pytest.mark.parametrize("forged", ["", "x", "A" * 43, "A" * 100_000])
def test_a_forged_cookie_is_no_session(door: Door, forged: str) -> None:
    door.token()
    assert not door.gate.knows(forged)


def test_a_session_ends_by_itself(door: Door) -> None:
    token = door.token()
    door.clock.sleep_ms(LASTS_MS - 1)
    assert door.gate.knows(token)
    door.clock.sleep_ms(1)
    assert not door.gate.knows(token)


def test_a_session_ends_by_logging_out(door: Door) -> None:
    token, other = door.token(), door.token()
    door.gate.log_out(token, "10.0.0.7")
    door.gate.log_out(token, "10.0.0.7")
    assert not door.gate.knows(token)
    assert door.gate.knows(other)
    assert door.said[2:] == ["console: an operator logs out from 10.0.0.7"]


def test_of_too_many_sessions_the_oldest_ends(door: Door) -> None:
    tokens = [door.token() for _ in range(MOST_SESSIONS + 1)]
    assert [door.gate.knows(token) for token in tokens] == [False] + [True] * MOST_SESSIONS


def test_what_others_can_make_happen_is_logged_now_and_then(door: Door) -> None:
    for _ in range(100):
        door.gate.refused("somebody tries")
    door.clock.sleep_ms(10_000)
    door.gate.refused("somebody tries")
    assert door.said == [
        "console: refused: somebody tries",
        "console: refused: somebody tries (and 99 more since)",
    ]


@pytest.mark.parametrize(
    ("origin", "host", "foreign"),
    [
        (None, "table:8080", False),
        ("http://table:8080", "table:8080", False),
        ("http://TABLE:8080", "table:8080", False),
        ("http://table", "table", False),
        ("http://table", "table:80", False),
        ("https://table", "table:443", False),
        ("http://[fd00::7]:8080", "[fd00::7]:8080", False),
        ("http://[fd00::7]", "[fd00::7]:80", False),
        ("http://table:8081", "table:8080", True),
        ("http://table.evil", "table", True),
        ("http://evil", "table:8080", True),
        ("https://table", "table", False),
        ("null", "table:8080", True),
        ("", "", True),
        ("http://", "", True),
    ],
)
def test_a_page_of_another_place_is_known_by_its_origin(
    origin: str | None, host: str, foreign: bool
) -> None:
    headers = [(b"host", host.encode())]
    headers += [] if origin is None else [(b"origin", origin.encode())]
    assert is_foreign(HTTPConnection({"type": "http", "headers": headers})) == foreign

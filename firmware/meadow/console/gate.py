"""Who is the operator: whoever said the PIN, known again by a random cookie until it expires.

Sessions are in memory alone: after a new start of the program the PIN is asked for once more. It
knows requests by their headers, and neither table nor pages.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from starlette.requests import HTTPConnection

from meadow.clock import Clock
from meadow.console.places import home_of, is_near
from meadow.console.seldom import Seldom
from meadow.console.tries import FREE, Tries

COOKIE = "meadow_operator"
LASTS_MS = 12 * 3_600_000
"""So long after its beginning a session ends."""
MOST_SESSIONS = 32
"""Beyond this the oldest ends."""

_PORTS = {"http": "80", "https": "443"}


class Login(NamedTuple):
    """What came of a try: the new session's token or "", a line, how long to wait."""

    token: str
    message: str
    wait_ms: int = 0


class _Session(NamedTuple):
    ends_ms: int
    home: str


class Gate:
    """Lets operators in and knows them again."""

    def __init__(self, pin: str, clock: Clock, log: Callable[[str], None]) -> None:
        """``log`` is told of each login in a line; the PIN is in none."""
        self._pin = pin.encode()
        self._clock = clock
        self._log = log
        self._tries = Tries(clock)
        self._sessions: OrderedDict[str, _Session] = OrderedDict()
        self._seldom = Seldom(clock, log)

    def log_in(self, pin: str, address: str) -> Login:
        """Try a PIN. While the address has to wait, even the right one is not looked at."""
        wait_ms = self._tries.wait_ms(address)
        if wait_ms > 0:
            wait_s = -(-wait_ms // 1000)
            return Login("", f"too many wrong PINs: try again in {wait_s} seconds", wait_ms)
        if not secrets.compare_digest(pin.encode("utf-8", "replace"), self._pin):
            return self._wrong(address)
        self._tries.was_right(address)
        token = secrets.token_urlsafe(32)
        ends_ms = self._clock.now_ms() + LASTS_MS
        self._sessions[token] = _Session(ends_ms, home_of(address))
        if len(self._sessions) > MOST_SESSIONS:
            self._sessions.popitem(last=False)
        self._log(f"console: an operator logs in from {address}")
        return Login(token, "")

    def log_out(self, token: str, address: str) -> None:
        """End a session."""
        if self._sessions.pop(token, None) is not None:
            self._log(f"console: an operator logs out from {address}")

    def knows(self, token: str) -> bool:
        """Whether this is the token of a session that has not ended."""
        session = self._sessions.get(token)
        if session is None:
            return False
        if self._clock.now_ms() < session.ends_ms:
            return True
        del self._sessions[token]
        return False

    def keeps_place_for(self, address: str) -> bool:
        """Whether places are kept for this address, however many come: it is the table's own
        computer, or an operator is there."""
        now_ms, home = self._clock.now_ms(), home_of(address)
        return is_near(address) or any(
            one.home == home and now_ms < one.ends_ms for one in self._sessions.values()
        )

    def refused(self, what: str) -> None:
        """Somebody tried what is not allowed."""
        self._seldom.say(f"console: refused: {what}")

    def _wrong(self, address: str) -> Login:
        count = self._tries.was_wrong(address)
        self._log(f"console: a wrong PIN from {address}, the {_nth(count)} in a row")
        wait_ms = self._tries.wait_ms(address)
        if wait_ms > 0:
            return Login("", f"wrong PIN: wait {-(-wait_ms // 1000)} seconds", wait_ms)
        left = FREE - count
        tries = "try" if left == 1 else "tries"
        return Login("", f"wrong PIN: {left} more {tries} without a wait")


def token_of(connection: HTTPConnection) -> str:
    """The token in its cookie, "" for none."""
    return connection.cookies.get(COOKIE, "")


def address_of(connection: HTTPConnection) -> str:
    """Where it comes from."""
    return connection.client.host if connection.client else ""


def is_foreign(connection: HTTPConnection) -> bool:
    """Whether a page of another place sent it: a browser says in Origin where its page is from.

    Programs that are no browsers need not say it.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return False
    scheme, _, place = origin.partition("://")
    host = connection.headers.get("host", "")
    return not place or _with_port(place, scheme) != _with_port(host, scheme)


def _with_port(place: str, scheme: str) -> str:
    """host:port in small letters, the port said even where it is the scheme's own."""
    host = place.lower()
    has_port = ":" in host.rpartition("]")[2]
    return host if has_port else f"{host}:{_PORTS.get(scheme, '')}"


def _nth(number: int) -> str:
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"

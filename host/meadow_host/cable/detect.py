"""Finds the tables that are plugged in, and connects to the one that is meant.

Says hello to each port behind which a table may be, all at once and with little patience. Knows no
terminal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple

from meadow.link.answers import Welcome
from meadow.link.port import BAUD

from meadow_host.cable.client import TRIES, WAIT_S, Client
from meadow_host.cable.errors import CableError, LineError, WrongPortError
from meadow_host.cable.ports import Candidate, Likely, candidates, open_port, slow_s

HELLO_S = 0.5
"""A table answers within a tenth of this; what answers later is asked with `--port`."""
HELLO_TRIES = 2

NOBODY = (
    "no table was found: plug the cable in, see that the table is on and meadowd runs with --link"
)


class Found(NamedTuple):
    """A table, where it is connected, and what kind of port that is."""

    port: str
    what: str
    welcome: Welcome


class Silent(NamedTuple):
    """A port without a table that can be used, and why in one plain line."""

    port: str
    what: str
    why: str


class Detected(NamedTuple):
    """All that was asked."""

    tables: Sequence[Found]
    others: Sequence[Silent]


def detect(
    program: str, baud: int = BAUD, *, ports: Sequence[str] = (), usual: str = ""
) -> Detected:
    """Ask these ports, or all behind which a table may be and the ``usual`` one, wherever that
    is. ``program`` says to people who asks."""
    if ports:
        return _asked([Candidate(port, "named", Likely.YES) for port in ports], program, baud)
    known = candidates()
    if usual and usual not in [one.name for one in known if one.likely is not Likely.NO]:
        known = [one for one in known if one.name != usual]
        known.insert(0, Candidate(usual, "MEADOW_PORT", Likely.YES))
    return _asked(known, program, baud)


def find_table(program: str, baud: int = BAUD) -> str:
    """The port of the one table that is plugged in; ports where it is less likely are asked only
    if no other has one. Raises `LineError` for none, `WrongPortError` for several."""
    known = candidates()
    for likely in (Likely.YES, Likely.PERHAPS):
        found = _asked([one for one in known if one.likely is likely], program, baud).tables
        if len({one.welcome.boot for one in found}) == 1:
            return found[0].port
        if found:
            which = ", ".join([f"{_id(one.welcome)} on {one.port}" for one in found])
            raise WrongPortError(f"{len(found)} tables answer: {which}; name one with --port")
    raise LineError(f"{NOBODY}; meadow detect shows what each port says")


@contextmanager
def connected(port: str | None, baud: int, program: str) -> Iterator[Client]:
    """A client of the table on this port, or of the one that is plugged in, for as long as this
    lasts; it has said hello. The port is released whatever happens.

    Raises `LineError` (one plain line that says what to do), `WrongPortError` and `RefusedError`.
    """
    client = connect(find_table(program, baud) if port is None else port, baud, program)
    try:
        yield client
    finally:
        client.close()


def connect(
    port: str, baud: int, program: str, wait_s: float = WAIT_S, tries: int = TRIES
) -> Client:
    """A client of the table on this port, which has said hello; whoever asks closes it. Raises
    `LineError` and `RefusedError`, the port released."""
    transport = open_port(port, baud)
    client = Client(transport, program, slow_s=slow_s(baud))
    try:
        client.hello(wait_s, tries)
    except BaseException:  # Ctrl-C too
        transport.close()
        raise
    return client


class Reconnecting:
    """Connects to the table on a port, or to the one that is plugged in, again and again."""

    def __init__(self, port: str | None, baud: int, program: str) -> None:
        self._named = port
        self._last = port
        self._baud = baud
        self._program = program
        self._before = False

    def connect(self) -> Client:
        """A client that has said hello; whoever asks closes it. After the first time it is less
        patient, and looks for the table elsewhere if it was not named. Raises as `connected`."""
        if self._last is None:
            self._last = find_table(self._program, self._baud)
        patience = (HELLO_S, HELLO_TRIES) if self._before else (WAIT_S, TRIES)
        try:
            client = connect(self._last, self._baud, self._program, *patience)
        except LineError:
            if self._before:
                self._last = self._named
            raise
        self._before = True
        return client


def _asked(ports: Sequence[Candidate], program: str, baud: int) -> Detected:
    if not ports:
        return Detected((), ())
    with ThreadPoolExecutor(max_workers=min(32, len(ports))) as threads:
        said = list(threads.map(lambda one: _said(one, program, baud), ports))
    return Detected(
        tuple([one for one in said if isinstance(one, Found)]),
        tuple([one for one in said if isinstance(one, Silent)]),
    )


def _said(port: Candidate, program: str, baud: int) -> Found | Silent:
    if port.likely is Likely.NO:
        return Silent(port.name, port.what, "not asked: it can be no table")
    try:
        client = connect(port.name, baud, program, HELLO_S, HELLO_TRIES)
        client.close()
        return Found(port.name, port.what, client.welcome)
    except CableError as error:
        return Silent(port.name, port.what, str(error).removeprefix(f"{port.name}: "))


def _id(welcome: Welcome) -> str:
    return welcome.table or "a table without a name"

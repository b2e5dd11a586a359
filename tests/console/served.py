"""A table in real time with its console on a free port, and pages that talk to it."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from meadow.clock import MonotonicClock
from meadow.console.changes import patched
from meadow.console.replaying import MADE_S
from meadow.console.server import Console
from meadow.games.package import Package, load_packages
from meadow.journal.lines import Header
from meadow.journal.read import Journal
from meadow.link.tap import TappedBoard
from meadow.settings.schema import Settings
from meadow.table.table import Table
from meadow_host.twin.virtual import VirtualBoard
from starlette.routing import BaseRoute
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.table.sat import REGISTER, WALL, MemoryJournal

PIN = "271828"
WAIT_S = 15.0
"""A busy computer takes its time; a test that succeeds never waits so long."""
ANSWER_S = MADE_S + 5
"""So long the table itself may take for an answer: a recording is made when all else has rest."""

Json = dict[str, Any]


class Served:
    """A table, its console, and the thread of its loop."""

    def __init__(
        self,
        packages: Mapping[str, Package],
        folder: Path,
        more: list[BaseRoute],
        ended_for_all: bool,
    ) -> None:
        self.said: list[str] = []
        self.console = Console(PIN, self.said.append, more, ended_for_all=ended_for_all)
        self.journals: list[MemoryJournal] = []
        self._folder = folder
        self.begin(packages)
        self.address = self.console.start("127.0.0.1", 0)
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def begin(self, packages: Mapping[str, Package], names: Sequence[str] = ()) -> None:
        """A table begins; `end` ends it, and the console goes on."""
        self.packages = packages
        self.board = VirtualBoard(MonotonicClock())
        tapped = TappedBoard(self.board, self.console.ears(self.board.clock))
        self.table = Table(
            tapped,
            REGISTER,
            packages,
            Settings(),
            self._open_journal,
            ids=lambda: "p",
            wall_clock=lambda: WALL,
        )
        self.console.attach(self.table, self._folder, packages, names)
        self._ending = False
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def end(self) -> None:
        self._ending = True
        self._thread.join(WAIT_S)
        self.console.detach()

    def _open_journal(self, header: Header, after: Journal | None) -> MemoryJournal:
        self.journals.append(MemoryJournal(header, after))
        return self.journals[-1]

    def _run(self) -> None:
        self.table.loop.run(lambda: self.console.look(self.table) or self._ending)

    def lay(self, place: str, piece: str) -> None:
        """A piece comes to lie there."""
        self.board.readers.lay(place, REGISTER.uid_of(piece) or piece)

    def lift(self, place: str, piece: str) -> None:
        self.board.readers.lift(place, REGISTER.uid_of(piece) or piece)

    def close(self) -> None:
        self.end()
        self.console.close()

    # ----------------------------------------------------------------------- HTTP

    def request(
        self, method: str, path: str, body: bytes = b"", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers (small letters) and body of an answer."""
        asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_S)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            asking.request(method, path, body or None, named)
            answer = asking.getresponse()
            got = {name.lower(): value for name, value in answer.getheaders()}
            return answer.status, got, answer.read()
        finally:
            asking.close()

    def post(self, path: str, value: Any, **headers: str) -> tuple[int, dict[str, str], Json]:
        """The same with JSON both ways, as a page of ours sends it."""
        headers = {"content_type": "application/json", "origin": self.address[:-1], **headers}
        status, got, body = self.request("POST", path, json.dumps(value).encode(), **headers)
        return status, got, json.loads(body)

    def log_in(self, pin: str = PIN) -> str:
        """The cookie of a new session, as a browser sends it back."""
        status, headers, _ = self.post("/login", {"pin": pin})
        assert status == 200
        return headers["set-cookie"].partition(";")[0]

    @contextmanager
    def page(self, cookie: str = "", *wants: str, hello: bool = True) -> Iterator[Tab]:
        """A page in a browser; it has said hello, with a cookie as an operator's."""
        headers = {"Cookie": cookie} if cookie else {}
        with connect(
            f"ws://127.0.0.1:{self.port}/socket",
            origin=Origin(self.address[:-1]),
            additional_headers=headers,
            open_timeout=WAIT_S,
            close_timeout=1,
        ) as socket:
            tab = Tab(socket)
            if hello:
                viewer = "operator" if cookie else "spectator"
                tab.say(
                    {"is": "hello", "version": 1, "page": "t", "wants": wants, "viewer": viewer}
                )
            yield tab


class Tab:
    """One page: what it was told, and the state it made of that."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.told: list[Json] = []
        self.state: Json = {}
        self.number = -1
        self._id = 0

    def say(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def hear(self, wait_s: float = WAIT_S) -> Json:
        """The next message. Raises TimeoutError, or what the socket raises at its end."""
        message: Json = json.loads(self.socket.recv(wait_s))
        self.told.append(message)
        if message["is"] == "snapshot":
            self.state, self.number = message["state"], message["number"]
        elif message["is"] == "change":
            assert message["number"] == self.number + 1
            self.state, self.number = patched(self.state, message["patch"]), message["number"]
        return message

    def until(self, told: Callable[[Json], bool], wait_s: float = WAIT_S) -> Json:
        """The next message of which this is true."""
        end_s = time.monotonic() + wait_s
        while not told(message := self.hear(end_s - time.monotonic())):
            pass
        return message

    def until_is(self, kind: str) -> Json:
        return self.until(lambda message: bool(message["is"] == kind))

    def sees(self, seen: Callable[[Json], bool]) -> None:
        """Wait until the state is so."""
        while not (self.state and seen(self.state)):
            self.hear()

    def ask(self, message: Json) -> Json:
        """The answer to a message."""
        self._id += 1
        self.say({**message, "id": self._id})
        return self.until(lambda told: told["is"] == "answer" and told["id"] == self._id)

    def act(self, word: str, *args: str) -> Json:
        return self.ask({"is": "act", "word": word, "args": args})


@contextmanager
def served(
    folder: Path,
    packages: Mapping[str, Package] | None = None,
    more: list[BaseRoute] | None = None,
    ended_for_all: bool = False,
) -> Iterator[Served]:
    """A table with its console, until the end of the block."""
    table = Served(packages or load_packages(), folder, more or [], ended_for_all)
    try:
        yield table
    finally:
        table.close()

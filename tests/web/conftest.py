"""A meadow whose pages are sockets: what a page is told, and what it says there."""

from __future__ import annotations

import json
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from meadow.games.package import load_packages
from meadow_host.twin.meadow.lying import Lie
from meadow_host.twin.table.room import Room
from meadow_host.twin.table.troubles import FullableDisk, Troubles
from meadow_host.web.routes import MeadowRoutes
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.console.served import Served, served
from tests.table.sat import REGISTER

WAIT_S = 15.0
"""A busy computer takes its time; a test that succeeds never waits so long."""
KEY = "00112233aabbccdd"
MOVED = "this meadow was opened in another tab or window: go on there, or reload this page"


class Look:
    """One page: what it was told, and where it saw the pieces."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.layout: dict[str, Any] = {}
        self.room: dict[str, Any] = {}
        self.pieces: dict[str, dict[str, Any]] = {}
        self._id = 0

    def say(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def hear(self, wait_s: float = WAIT_S) -> Any:
        told = self.socket.recv(wait_s)
        if isinstance(told, bytes):
            for number, x, y, turn in struct.iter_unpack("<Hhhh", told):
                piece = self.pieces[self.layout["handles"][number]]
                piece.update(x=x / 50, y=y / 50, turn=turn / 10_000)
            return {"is": "moved"}
        message = json.loads(told)
        if message["is"] == "layout":
            self.layout = message
        elif message["is"] == "room":
            self.room = message
        elif message["is"] == "pieces":
            self.pieces.update(message["pieces"])
        return message

    def until(self, so: Callable[[], object]) -> None:
        end_s = time.monotonic() + WAIT_S
        while not so():
            self.hear(end_s - time.monotonic())

    def ask(self, **message: Any) -> str:
        """Say something; gives "" or why it was not done."""
        self._id += 1
        self.say({**message, "id": self._id})
        while (told := self.hear()).get("id") != self._id:
            pass
        return str(told["message"])

    def hand(self, *did: Any) -> None:
        self.say({"is": "hand", "did": did})


class Meadow:
    """A table with its console, and a meadow beside it in real time."""

    def __init__(self, table: Served, room: Room) -> None:
        self.table, self.room = table, room
        self._keys = iter(range(1, 1000))

    @contextmanager
    def page(
        self,
        key: str = "",
        hello: Any = None,
        origin: str = "",
        opened: int | None = None,
        local: str = "127.0.0.1",
    ) -> Iterator[Look]:
        """A page, from this address of the computer."""
        with connect(
            f"ws://127.0.0.1:{self.table.port}/meadow/socket",
            origin=Origin(origin or self.table.address[:-1]),
            open_timeout=WAIT_S,
            close_timeout=1,
            source_address=(local, 0),
        ) as socket:
            look = Look(socket)
            key = key or f"{next(self._keys):08x}"
            since = {} if opened is None else {"opened": opened}
            look.say(hello or {"is": "hello", "version": 1, "key": key, **since})
            yield look

    def lies(self, piece: str, lie: Lie) -> None:
        self.room.living.do(lambda: self.room.world.move(piece, lie))


@pytest.fixture
def meadow(tmp_path: Path) -> Iterator[Meadow]:
    said: list[str] = []
    room = Room(REGISTER.pieces, load_packages(), 1, Troubles(FullableDisk(), None), said.append)
    web = MeadowRoutes(lambda: room)
    web.show(room, {"faults": [], "skills": []})
    room.start()
    try:
        with served(tmp_path, more=web.routes()) as table:
            yield Meadow(table, room)
    finally:
        room.close()
    assert said == []

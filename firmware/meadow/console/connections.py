"""All connections of the server: so many at most, of nobody all of them, none idle for long, and
any can be cut.

Beneath pages and routes. A hostile phone must not use up the files that the table may have open:
then journals could not be written.
"""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Callable, Iterable
from typing import Any, cast

from starlette.datastructures import Address
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from meadow.clock import MonotonicClock
from meadow.console.flood import Bucket
from meadow.console.places import home_of, leaver, sharing

MOST = 600
MOST_OF_ONE = 300
"""Of one address: behind a router a whole room may have one."""
KEPT = 32
"""So many are kept for where operators are, and for the table's own computer."""
KEPT_FILES = 200
"""So many of the files that this program may have open are not for connections."""
BURST_BYTES, BYTES_PER_S = 256 * 1024, 32 * 1024
"""What a page may send at once, and for long. Pages say little."""
REQUEST_S = 10.0
"""A connection says what it wants within so long."""
_OF_BODIES = (b"content-length", b"transfer-encoding")


def most_connections() -> int:
    """How many connections the server may have."""
    most_files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(16, min(MOST, most_files - KEPT_FILES))


class Counted(H11Protocol):
    """A connection before it may become a socket. ``connections`` are all of the server, sockets
    too: uvicorn keeps them."""

    came_s = 0.0
    home = ""
    """Where it comes from; worked out once, for it is asked for at each new connection."""
    is_kept = False
    """Whether places are kept for that."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self.came_s = self.loop.time()
        address = _client(self)[0]
        self.home, self.is_kept = home_of(address), self.keeps_place_for(address)
        if not self._finds_room():
            self.transport.abort()
            return
        self.loop.call_later(REQUEST_S, self._watch, None)

    def keeps_place_for(self, address: str) -> bool:
        """Whether places are kept for it."""
        return False

    def _finds_room(self) -> bool:
        """Whether it may stay. If there is no room, the newest connection of whoever has most of
        those that all share is cut off instead."""
        most = most_connections()
        kept = min(KEPT, most // 8)
        all_of_them: Iterable[Any] = self.connections
        held = [one for one in all_of_them if one is not self and not one.transport.is_closing()]
        held.sort(key=lambda one: float(one.came_s))
        share = sharing(held, kept)
        if self.is_kept:
            if len(held) - len(share) < kept:
                return True
        elif sum(one.home == self.home for one in share) >= min(MOST_OF_ONE, most // 2):
            return False
        if len(share) < most - kept:
            return True
        away = leaver(share, self.home)
        if away is None:
            return False
        away.transport.abort()
        return True

    def _should_upgrade(self) -> bool:
        """Only a GET without a body becomes a socket; all else is answered as what it is."""
        is_plain = self.scope["method"] == "GET" and self.scope["http_version"] == "1.1"
        has_body = any(name in _OF_BODIES for name, _ in self.headers)
        return is_plain and not has_body and super()._should_upgrade()

    def _watch(self, before: Any) -> None:
        """Cut it off when it has asked for nothing since the last look."""
        if self not in self.connections:
            return  # it is closed, or a socket
        cycle = self.cycle
        if cycle is before and (cycle is None or cycle.response_complete):
            self.transport.abort()
            return
        self.loop.call_later(REQUEST_S, self._watch, cycle)


class Measured(WebSocketsSansIOProtocol):
    """A page's socket, that may send so much and no more: whatever it is, none of it is small
    enough to be read without end."""

    came_s = 0.0
    home = ""
    is_kept = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.came_s = self.loop.time()
        before = self.transport.get_protocol()  # uvicorn puts this one in its place afterwards
        if isinstance(before, Counted):
            self.home, self.is_kept = before.home, before.is_kept
        self._bytes = Bucket(MonotonicClock(), BURST_BYTES, BYTES_PER_S)

    def data_received(self, data: bytes) -> None:
        if self._bytes.takes(len(data)):
            super().data_received(data)
            return
        if self.close_sent:
            self.transport.abort()
        else:  # as uvicorn does it when a page answers no ping
            self.conn.fail(1008, "too much at once")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.queue.put_nowait({"type": "websocket.disconnect", "code": 1008})
            self.transport.close()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            # A refusal is an answer, too; uvicorn would call it a fault that there was none.
            self.handshake_complete = True


def counted(keeps_place_for: Callable[[str], bool]) -> type[Counted]:
    """Connections of a server that keeps places for some addresses."""

    class Kept(Counted):
        def keeps_place_for(self, address: str) -> bool:
            return keeps_place_for(address)

    return Kept


def cut(connections: Iterable[Any], client: Address | None) -> None:
    """End a connection at once, whatever was still to be sent."""
    for one in tuple(connections):
        if client is not None and _client(one) == (client.host, client.port):
            one.transport.abort()


def _client(connection: Any) -> tuple[str, int]:
    return connection.client or ("", 0)

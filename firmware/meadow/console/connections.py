"""All connections of the server: so many at most, none idle for long, and any can be cut.

Beneath pages and routes. A hostile phone must not use up the files that the table may have open:
then journals could not be written.
"""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Iterable
from typing import Any, cast

from starlette.datastructures import Address
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from meadow.clock import MonotonicClock
from meadow.console.flood import Bucket

MOST = 600
MOST_OF_ONE = 400
"""Of one address: behind a router a whole room may have one."""
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

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        host = self.client[0] if self.client else ""
        of_host = sum(_client(one)[0] == host for one in self.connections)
        if len(self.connections) > most_connections() or of_host > MOST_OF_ONE:
            self.transport.abort()
            return
        self.loop.call_later(REQUEST_S, self._watch, None)

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

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
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


def cut(connections: Iterable[Any], client: Address | None) -> None:
    """End a connection at once, whatever was still to be sent."""
    for one in tuple(connections):
        if client is not None and _client(one) == (client.host, client.port):
            one.transport.abort()


def _client(connection: Any) -> tuple[str, int]:
    return connection.client or ("", 0)

"""What every answer says to browsers: run nothing but our own files, and be shown nowhere else; and
whom the table does not answer at all.

Pure ASGI, so that it costs next to nothing. Knows no page.
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from meadow.clock import Clock
from meadow.console.answering import FAULT, answer
from meadow.console.flood import Buckets
from meadow.console.hosts import Hosts

BURST, PER_S = 1500, 50
"""Requests of one address: behind a router a whole room may have one, and a page is many files."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
)


_CLOSE = {"connection": "close"}


class Guard:
    """Middleware that gives every answer these headers, forbids to keep what says nothing else,
    lets no address ask without end, and turns away who asks for another host."""

    def __init__(
        self, app: ASGIApp, clock: Clock, hosts: Hosts, refused: Callable[[str], None]
    ) -> None:
        """``refused`` is told in a line who is not answered."""
        self._app = app
        self._requests = Buckets(clock, BURST, PER_S)
        self._hosts, self._refused = hosts, refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._turned_away(scope) or self._app
        if scope["type"] == "http":
            await self._answer(app, scope, receive, send)
        else:
            await app(scope, receive, send)

    def _turned_away(self, scope: Scope) -> ASGIApp | None:
        """The answer for who is not let in, None for all others."""
        client = scope.get("client")
        address = client[0] if client else ""
        if not self._requests.takes(address):
            why = "too many requests come from there: wait a little"
            return _refusal(answer(429, why, {**_CLOSE, "retry-after": "5"}))
        host = Headers(scope=scope).get("host", "")
        if host and not self._hosts.knows(host):
            self._refused(f"{address} asks for another host than this table")
            return _refusal(PlainTextResponse(self._hosts.refusal(host), 403, _CLOSE))
        return None

    async def _answer(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def guarded(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS:
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            await app(scope, receive, guarded)
        except Exception:
            if not has_begun:
                await answer(500, FAULT, _CLOSE)(scope, receive, guarded)
            raise


def _refusal(response: Response) -> ASGIApp:
    """An application that gives this answer, to who wants a socket as well."""

    async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await response(scope, receive, send)
        else:
            await WebSocket(scope, receive, send).send_denial_response(response)

    return refuse

"""What every answer says to browsers: run nothing but our own files, and be shown nowhere else.

Pure ASGI, so that it costs next to nothing. Knows no page.
"""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from meadow.clock import Clock
from meadow.console.flood import Buckets

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


class Guard:
    """Middleware that gives every answer these headers, forbids to keep what says nothing else, and
    lets no address ask without end."""

    def __init__(self, app: ASGIApp, clock: Clock) -> None:
        self._app = app
        self._requests = Buckets(clock, BURST, PER_S)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if not self._requests.takes(client[0] if client else ""):
            await self._refuse(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        why = "Too many requests come from there: wait a little."
        refusal = PlainTextResponse(why, 429, {"connection": "close", "retry-after": "5"})
        if scope["type"] == "http":
            await refusal(scope, receive, send)
        else:
            await WebSocket(scope, receive, send).send_denial_response(refusal)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS:
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await self._app(scope, receive, guarded)

"""What requests are answered: small JSON objects, also where there is nothing to be had."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

_WHY = {404: "there is nothing here", 405: "that cannot be done here"}
FAULT = "a fault of the console: this was not done, and the table plays on"


def answer(
    status: int, message: str, headers: Mapping[str, str] | None = None, **more: Any
) -> Response:
    """A small JSON object: ok, message, and what else there is to say."""
    content = msgspec.json.encode({"ok": status < 300, "message": message, **more})
    return Response(content, status, headers, media_type="application/json")


async def refused(request: Request, error: Exception) -> Response:
    """The answer to what no route takes."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = error.headers if isinstance(error, HTTPException) else None
    return answer(status, _WHY.get(status, FAULT), headers)


def nowhere(requests: ASGIApp) -> ASGIApp:
    """An application for what no route takes: it tells who wants a socket that there is none, as
    ``requests`` does with all others."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(answer(404, _WHY[404]))
        else:
            await requests(scope, receive, send)

    return app

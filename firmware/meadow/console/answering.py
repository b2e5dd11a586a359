"""What requests are answered: small JSON objects. Where there is nothing to be had, people get a
page that leads on; they are known by their browser, which asks for one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

_WHY = {404: "there is nothing here", 405: "that cannot be done here"}
_PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Meadow Table</title>
    <link rel="icon" href="/static/icon.svg">
    <link rel="stylesheet" href="/static/base.css">
    <link rel="stylesheet" href="/static/start.css">
  </head>
  <body>
    <main>
      <h1>Meadow Table</h1>
      <p>{why}</p>
      <ul><li><a href="/">All pages<span>what this table has to show</span></a></li></ul>
    </main>
  </body>
</html>
"""
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
    return not_here(request, status, _WHY.get(status, FAULT), headers)


def not_here(
    request: Request, status: int, why: str, headers: Mapping[str, str] | None = None
) -> Response:
    """The answer to who asks for what is not to be had: a page for people, else as `answer`.
    ``why`` is a line of ours."""
    headers = {**(headers or {}), "vary": "accept"}
    if "text/html" not in request.headers.get("accept", ""):
        return answer(status, why, headers)
    return HTMLResponse(_PAGE.format(why=f"{why[:1].upper()}{why[1:]}."), status, headers)


def nowhere(requests: ASGIApp) -> ASGIApp:
    """An application for what no route takes: it tells who wants a socket that there is none, as
    ``requests`` does with all others."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(answer(404, _WHY[404]))
        else:
            await requests(scope, receive, send)

    return app

"""What pages ask for outside their socket: login, logout, journals. Small JSON, both ways."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import BinaryIO

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from meadow.console import journals
from meadow.console.answering import answer
from meadow.console.gate import COOKIE, LASTS_MS, Gate, address_of, is_foreign, token_of
from meadow.console.hosts import Hosts
from meadow.console.pages import FOREIGN
from meadow.console.shelf import Shelf
from meadow.games.package import Package
from meadow.journal.files import explain
from meadow.table.status import Phase

MOST_BODY_BYTES = 1024
BODY_S = 5.0
BLOCK_BYTES = 64 * 1024

_PLAYED = "this game is being played: ask the operator"
_NOT_CLEARED = (
    "this game may be taken up again by an undo until the table is cleared: ask the operator"
)


class Source:
    """What the table that runs now has for pages besides its state. Set by the loop's thread."""

    def __init__(self) -> None:
        self.hosts = Hosts()
        self.folder: Path | None = None
        """That of its journals."""
        self.packages: Mapping[str, Package] = {}
        self.phase = Phase.LOBBY
        self.saves: Callable[[], Path | None] = lambda: None
        """Gives the journal of the game that began last."""

    def kept(self, name: str) -> str:
        """Why this journal is shown to operators alone, whatever it holds; "" if nothing is known
        against it. An undo takes back the end of a game that is not cleared away (T14)."""
        path = self.saves()
        if self.phase is Phase.LOBBY or path is None or path.name != name:
            return ""
        return _PLAYED if self.phase is Phase.PLAYING else _NOT_CLEARED


class _Pin(msgspec.Struct, frozen=True):
    pin: str


class Web:
    """The routes beside the socket."""

    def __init__(self, gate: Gate, source: Source, shelf: Shelf) -> None:
        self._gate = gate
        self._source = source
        self._shelf = shelf

    def routes(self) -> list[Route]:
        return [
            Route("/login", self._login, methods=["POST"]),
            Route("/logout", self._logout, methods=["POST"]),
            Route("/games", self._games),
            Route("/journals", self._journals),
            Route("/journals/{name}", self._journal),
        ]

    # ------------------------------------------------------------------ in and out

    async def _login(self, request: Request) -> Response:
        if (refusal := self._refusal(request)) is not None:
            return refusal
        try:
            pin = msgspec.json.decode(await _body(request), type=_Pin).pin
        except (msgspec.MsgspecError, RecursionError, ValueError, TimeoutError, ClientDisconnect):
            return answer(400, 'a login is a JSON object: {"pin": "the six digits"}')
        login = self._gate.log_in(pin, address_of(request))
        if not login.token:
            status = 429 if login.wait_ms else 403
            return answer(status, login.message, wait_s=-(-login.wait_ms // 1000))
        response = answer(200, "")
        response.set_cookie(
            COOKIE, login.token, max_age=LASTS_MS // 1000, httponly=True, samesite="strict"
        )
        return response

    async def _logout(self, request: Request) -> Response:
        if (refusal := self._refusal(request)) is not None:
            return refusal
        self._gate.log_out(token_of(request), address_of(request))
        response = answer(200, "")
        response.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return response

    def _refusal(self, request: Request) -> Response | None:
        """Why a request that changes something is not even looked at."""
        if is_foreign(request):
            self._gate.refused(f"{address_of(request)} sends a page of another place")
            return answer(403, FOREIGN)
        if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
            return answer(415, "the table takes application/json only")
        return None

    # ----------------------------------------------------------- games and journals

    async def _games(self, request: Request) -> Response:
        """Which games there are, and the words by which one chooses."""
        games = [
            {
                "name": package.name,
                "title": package.title,
                "opens": sorted(package.opening_words),
                "words": dict(package.words),
                "seats": list(package.seat_places),
            }
            for package in self._source.packages.values()
        ]
        return answer(200, "", games=games)

    async def _journals(self, request: Request) -> Response:
        if not self._gate.knows(token_of(request)):
            return self._forbidden(request)
        return await shelf_of(request, self._shelf)

    async def _journal(self, request: Request) -> Response:
        folder, name = self._source.folder, request.path_params["name"]
        if not self._gate.knows(token_of(request)):
            return self._forbidden(request)
        try:
            found = await asyncio.to_thread(journals.opened, folder, name) if folder else None
        except OSError as error:
            return answer(503, f"the journal cannot be read: {explain(error)}")
        if found is None:
            return answer(404, "there is no such journal")
        file, size = found
        headers = {
            "content-disposition": f'attachment; filename="{name}"',
            "content-length": str(size),
        }
        return StreamingResponse(_streamed(file, size), 200, headers, "application/x-ndjson")

    def _forbidden(self, request: Request) -> Response:
        self._gate.refused(f"{address_of(request)} is no operator and asks for journals")
        return answer(401, "only an operator may have the journals: log in with the PIN first")


async def shelf_of(request: Request, shelf: Shelf) -> Response:
    """A page of the shelf: the newest journals, or those older than ``before`` of the query."""
    try:
        before = request.query_params.get("before", "")
        found, has_older = await asyncio.to_thread(shelf.page, before)
    except OSError as error:
        return answer(503, f"the journals cannot be read: {explain(error)}")
    return answer(200, "", journals=[one._asdict() for one in found], older=has_older)


async def _body(request: Request) -> bytes:
    """The body. Raises ValueError when it is too much, TimeoutError when it does not come."""
    body = b""
    async with asyncio.timeout(BODY_S):
        async for part in request.stream():
            body += part
            if len(body) > MOST_BODY_BYTES:
                raise ValueError("too much")
    return body


async def _streamed(file: BinaryIO, size: int) -> AsyncIterator[bytes]:
    """The bytes of a file, read beside the loop. What it lost meanwhile is made up for by line
    ends, since so many bytes were announced."""
    left = size
    with file:  # closed also when whoever asked goes away
        while left and (block := await asyncio.to_thread(file.read, min(left, BLOCK_BYTES))):
            left -= len(block)
            yield block
    while left:
        left -= (more := min(left, BLOCK_BYTES))
        yield b"\n" * more

"""The routes by which a page gets a game as a recording, to look at it once more.

Recordings are made by a process of their own (`meadow.console.retold`), one at a time: the table
notices nothing. Who may have them is said by whoever mounts the routes.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from meadow.console import journals
from meadow.console.answering import answer
from meadow.console.gate import is_foreign
from meadow.console.pages import FOREIGN
from meadow.console.shelf import Shelf
from meadow.console.web import shelf_of
from meadow.journal.files import explain

MOST_BYTES = 16 * 1024 * 1024
"""Of a journal: hours of play."""
BODY_S, MADE_S = 30.0, 90.0
MOST_WAITING = 3

_FORBIDDEN = "only an operator may look at games: log in with the PIN first"
_BUSY = "other games are being made ready: try again in a moment"
_TOO_LARGE = f"larger than {MOST_BYTES // 1024 // 1024} MB: meadow replay takes it on a laptop"
_FAILED = "this journal cannot be shown; meadow replay on a laptop says why"
_UNFIT = re.compile(r"[^A-Za-z0-9._ -]")


class Replays:
    """Serves recordings."""

    def __init__(self, allows: Callable[[Request], bool], shelf: Shelf) -> None:
        """``allows`` tells who may have them."""
        self._allows = allows
        self._shelf = shelf
        self._making = asyncio.Lock()
        self._waiting = 0

    def routes(self) -> list[Route]:
        return [
            Route("/replays", self._list),
            Route("/replays", self._posted, methods=["POST"]),
            Route("/replays/{name}", self._named),
        ]

    async def _list(self, request: Request) -> Response:
        """The journals of the table, as `/journals` lists them."""
        if not self._allows(request):
            return answer(401, _FORBIDDEN)
        return await shelf_of(request, self._shelf)

    async def _named(self, request: Request) -> Response:
        """A journal of the table."""
        if not self._allows(request):
            return answer(401, _FORBIDDEN)
        folder, name = self._shelf.folder(), request.path_params["name"]
        try:
            found = await asyncio.to_thread(journals.opened, folder, name) if folder else None
            if found is None:
                return answer(404, "there is no such journal")
            file, size = found
            with file:
                if size > MOST_BYTES:
                    return answer(413, f"{name} is {_TOO_LARGE}")
                data = await asyncio.to_thread(file.read, size)
        except OSError as error:
            return answer(503, f"the journal cannot be read: {explain(error)}")
        return await self._recording(name, data)

    async def _posted(self, request: Request) -> Response:
        """A journal that the page brings; its name is in the query."""
        if is_foreign(request):
            return answer(403, FOREIGN)
        if not self._allows(request):
            return answer(401, _FORBIDDEN)
        if request.headers.get("content-type") != "application/x-ndjson":
            return answer(415, "a journal is sent as application/x-ndjson")
        data = bytearray()
        try:
            async with asyncio.timeout(BODY_S):
                async for part in request.stream():
                    data += part
                    if len(data) > MOST_BYTES:
                        return answer(413, f"this file is {_TOO_LARGE}")
        except (TimeoutError, ClientDisconnect):
            return answer(408, "the file did not come through: try again")
        name = _UNFIT.sub("_", request.query_params.get("name", ""))[:80].strip(". ")
        return await self._recording(name or "the file", bytes(data))

    async def _recording(self, name: str, data: bytes) -> Response:
        if self._waiting >= MOST_WAITING:
            return answer(503, _BUSY)
        self._waiting += 1
        try:
            async with self._making:
                code, content = await _made(name, data)
        except (OSError, TimeoutError):
            code, content = 1, b""
        finally:
            self._waiting -= 1
        if code != 0:
            return answer(422, content.decode("utf-8", "replace") or _FAILED)
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(content, 200, headers, "application/json")


async def _made(name: str, data: bytes) -> tuple[int, bytes]:
    """The exit code and the output of the program. Raises OSError and TimeoutError."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-m", "meadow.console.retold", name,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        async with asyncio.timeout(MADE_S):
            content, _ = await process.communicate(data)
    finally:
        if process.returncode is None:  # it takes too long, or whoever asked went away
            process.kill()
            await process.wait()
    return process.returncode or 0, content

"""The routes by which a page gets a game as a recording, to look at it once more.

Recordings are made by a process of their own (`meadow.console.retold`), one at a time: the table
notices nothing. They show every hidden card, so a game that goes on, or may go on, is for operators
alone wherever this is mounted.
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
from meadow.console.retold import NOT_ENDED, Asked
from meadow.console.shelf import Shelf
from meadow.console.web import shelf_of
from meadow.journal.files import explain

MOST_BYTES = 16 * 1024 * 1024
"""Of a journal: hours of play."""
BODY_S, MADE_S = 30.0, 90.0
MOST_WAITING = 3

_FORBIDDEN = "only an operator may look at games: log in with the PIN first"
_OPEN = "this game has no end and may be taken up again: ask the operator"
_BUSY = "other games are being made ready: try again in a moment"
_TOO_LARGE = f"larger than {MOST_BYTES // 1024 // 1024} MB: meadow replay takes it on a laptop"
_FAILED = "this journal cannot be shown; meadow replay on a laptop says why"
_UNFIT = re.compile(r"[^A-Za-z0-9._ -]")


class Replays:
    """Serves recordings."""

    def __init__(
        self,
        knows: Callable[[Request], bool],
        shelf: Shelf,
        kept: Callable[[str], str],
        ended_for_all: bool,
    ) -> None:
        """``knows`` tells who is an operator; ``kept`` why a journal is for them alone at this
        moment, or ""; ``ended_for_all`` whether all others may have games that have ended."""
        self._knows = knows
        self._shelf = shelf
        self._kept = kept
        self._ended_for_all = ended_for_all
        self._making = asyncio.Lock()
        self._waiting = 0

    def routes(self) -> list[Route]:
        return [
            Route("/replays", self._list),
            Route("/replays", self._posted, methods=["POST"]),
            Route("/replays/{name}", self._named),
        ]

    def _allows(self, request: Request) -> bool:
        return self._ended_for_all or self._knows(request)

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
        if self._knows(request):
            return await self._recording(name, data)
        # Of a file that was just read: only later may another game begin, or this one's end be
        # saved.
        if why := self._kept(name):
            return answer(401, why)
        return await self._recording(name, data, Asked.ENDED)

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

    async def _recording(self, name: str, data: bytes, asked: Asked = Asked.ANY) -> Response:
        if self._waiting >= MOST_WAITING:
            return answer(503, _BUSY)
        self._waiting += 1
        try:
            async with self._making:
                code, content = await _made(name, data, asked)
        except (OSError, TimeoutError):
            code, content = 1, b""
        finally:
            self._waiting -= 1
        if code == NOT_ENDED:
            return answer(401, _OPEN)
        if code != 0:
            return answer(422, content.decode("utf-8", "replace") or _FAILED)
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(content, 200, headers, "application/json")


async def _made(name: str, data: bytes, asked: Asked) -> tuple[int, bytes]:
    """The exit code and the output of the program. Raises OSError and TimeoutError."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-m", "meadow.console.retold", name, asked.value,
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

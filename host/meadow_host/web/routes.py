"""The routes that a simulated table brings into its console: the meadow's page and its socket.

Between the meadow's thread and the server's; what pages say and see is in the modules beside it.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Mapping
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

from meadow.clock import Clock, MonotonicClock
from meadow.console.files import StaticFiles
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from meadow_host.twin.table.room import Room
from meadow_host.twin.table.scene import Scene
from meadow_host.web.shown import Shown
from meadow_host.web.socket import Doors, Sockets

STATIC = Path(str(resources.files("meadow_host.web"))) / "static"


class MeadowRoutes:
    """The meadow in browsers."""

    def __init__(self, room: Callable[[], Room], clock: Clock | None = None) -> None:
        """``room`` gives the room of the table that runs now."""
        self._shown = Shown()
        self._sockets = Sockets(Doors(room, self._shown, clock or MonotonicClock()))
        self._files = StaticFiles(STATIC)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._early: list[Callable[[], None]] = []
        self._lock = threading.Lock()

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/meadow", self._page),
            Route("/meadow/static/{path:path}", self._files.serve),
            WebSocketRoute("/meadow/socket", self._socket),
        ]

    # -------------------------------------------------------------- in the meadow's thread

    def show(self, room: Room, layout: Mapping[str, Any]) -> None:
        """Show this room from now on. Before it is started; ``layout`` is what never changes."""
        begun = False

        def scene(what: Scene) -> None:
            nonlocal begun
            begin = partial(self._shown.begin, {**room.world.layout(), **layout}, what)
            self._post(partial(self._shown.take, what) if begun else begin)
            begun = True

        room.watch(scene, lambda state: self._post(partial(self._shown.take_room, state)))

    def _post(self, deed: Callable[[], None]) -> None:
        with self._lock:
            if self._loop is None:
                self._early.append(deed)
                return
        with contextlib.suppress(RuntimeError):  # the server has ended
            self._loop.call_soon_threadsafe(deed)

    # -------------------------------------------------------------- in the server's thread

    async def _page(self, request: Request) -> Response:
        return self._files.file(request, "meadow.html")

    async def _socket(self, socket: WebSocket) -> None:
        self._arrive()
        await self._sockets.serve(socket)

    def _arrive(self) -> None:
        """The first page: from now on this thread is shown what changes."""
        with self._lock:
            if self._loop is asyncio.get_running_loop():
                return
            self._loop = asyncio.get_running_loop()
            early, self._early = self._early, []
        for deed in early:
            deed()

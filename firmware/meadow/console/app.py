"""The web application: its pages' files, their sockets, and what they ask for besides.

It wires; what each part does is in its own module. Host programs bring further routes, as a
simulated table its meadow.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from meadow.console.answering import answer, nowhere, refused
from meadow.console.files import StaticFiles
from meadow.console.gate import token_of
from meadow.console.guard import Guard
from meadow.console.pages import Doors, Sockets
from meadow.console.replaying import Replays
from meadow.console.shelf import Shelf
from meadow.console.web import Source, Web

STATIC = Path(str(resources.files("meadow.console"))) / "static"


def make_app(
    doors: Doors, source: Source, more: Sequence[BaseRoute] = (), ended_for_all: bool = False
) -> Starlette:
    """The application; ``more`` are routes that others bring; ``ended_for_all`` says whether
    everybody may look at games that have ended once more."""
    static = StaticFiles(STATIC)
    shelf = Shelf(lambda: source.folder, lambda: source.packages)

    async def home(request: Request) -> Response:
        return static.file(request, "index.html")

    async def pages(request: Request) -> Response:
        """Which pages others have brought: the start page leads there."""
        return answer(200, "", pages=own)

    own = [one.path for one in more if isinstance(one, Route) and one.path.count("/") == 1]
    routes: list[BaseRoute] = [
        Route("/", home),
        Route("/pages", pages),
        Route("/static/{path:path}", static.serve),
        WebSocketRoute("/socket", Sockets(doors).serve),
        *Web(doors.gate, source, shelf).routes(),
        *Replays(
            lambda request: doors.gate.knows(token_of(request)), shelf, source.kept, ended_for_all
        ).routes(),
        *more,
    ]
    guard = Middleware(Guard, clock=doors.clock, hosts=source.hosts, refused=doors.gate.refused)
    app = Starlette(routes=routes, middleware=[guard], exception_handlers={HTTPException: refused})
    app.router.default = nowhere(app.router.default)
    app.router.redirect_slashes = False  # it would lead to whatever the request calls its host
    return app

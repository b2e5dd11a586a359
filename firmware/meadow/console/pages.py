"""One page's socket, from its hello to its end.

A page says hello, gets the state and what changes, and may ask and act. Whatever it says that
makes no sense is answered in one line, and floods end it; the table notices nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from starlette.datastructures import Address
from starlette.websockets import WebSocket, WebSocketDisconnect

from meadow.clock import Clock
from meadow.console.flood import Bucket, Flood
from meadow.console.gate import Gate, address_of, token_of
from meadow.console.hub import MOST_WATCHING, Hub, Page, Stream
from meadow.console.language import Json, answer_to, text_of
from meadow.console.line import FULL_CLOSE, Line, let_in, until_one_ends
from meadow.console.operating import Answered, Operating
from meadow.console.places import home_of
from meadow.console.states import Viewer
from meadow.console.story import Story
from meadow.console.talk import TALK, Act, Adjust, Hello, Message, NamePlayers, Want

CLOSE_S = 1.0

SESSION_CLOSE, SLOW_CLOSE = 4001, 1013

BURST, PER_S = 40, 10
"""So many messages at once, and so many a second, are answered; what is more is refused."""
MOST_REFUSED = 80
"""So many refused messages end the page."""

FOREIGN = "the table talks to its own pages only: this one is of another place"
_FULL = "too many pages are open: close one, then reload this"
_OVER = "this login is over, after 12 hours or a logout elsewhere: say the PIN again"
_SLOW = "this page did not keep up"
_FORBIDDEN = "only an operator may do that: log in with the PIN first"


class Doors(NamedTuple):
    """All that a page's socket needs. ``cut`` ends a connection that takes no more data; ``frame``
    is the message of what the strip shows now, {} before the first."""

    hub: Hub
    gate: Gate
    operating: Operating
    story: Story
    clock: Clock
    cut: Callable[[Address | None], None]
    frame: Callable[[], Json]


class Sockets:
    """Serves the pages' sockets."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors

    async def serve(self, socket: WebSocket) -> None:
        """One page, from its connection to its end."""
        if not await let_in(socket, _Visit(self._doors, socket).run, FOREIGN):
            self._doors.gate.refused(f"{address_of(socket)} sends a page of another place")


class _Visit:
    """A page while it is connected."""

    def __init__(self, doors: Doors, socket: WebSocket) -> None:
        self._doors = doors
        self._socket = socket
        self._token = token_of(socket)
        self._address = address_of(socket)
        flood = Flood(Bucket(doors.clock, BURST, PER_S), MOST_REFUSED)
        self._line = Line(socket, TALK, flood)
        self._cutting: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        """Raises `WebSocketDisconnect` when the page goes."""
        hello = await self._line.hello()
        if hello is None:
            return
        hub = self._doors.hub
        viewer = hello.viewer if self._doors.gate.knows(self._token) else Viewer.SPECTATOR
        home, is_kept = home_of(self._address), self._doors.gate.keeps_place_for(self._address)
        if not hub.makes_room(viewer, home, is_kept):
            await self._socket.close(FULL_CLOSE, _FULL)
            return
        page = Page(viewer, self._let_go, home, is_kept)
        hear, refuse = partial(self._hear, page), partial(self._refuse, page)
        try:
            hub.join(page)
            self._wants(page, hello.wants, 0)
            await until_one_ends(self._send(page), self._line.listen(hear, refuse))
        finally:
            hub.leave(page)
            if self._cutting is not None:
                self._cutting.cancel()

    # ----------------------------------------------------------------------- talking

    async def _hear(self, page: Page, said: Message) -> None:
        """Do what a page says, and answer it."""
        if isinstance(said, Hello):
            self._answer(page, 0, Answered(False, "hello was said already"))
        elif isinstance(said, Want):
            self._wants(page, said.wants, said.id)
        else:
            self._answer(page, said.id, await self._operate(said))

    async def _operate(self, said: Act | Adjust | NamePlayers) -> Answered:
        if not self._doors.gate.knows(self._token):
            self._doors.gate.refused(f"{self._address} is no operator and asks for what they may")
            return Answered(False, _FORBIDDEN)
        operating = self._doors.operating
        if isinstance(said, Act):
            return await operating.say(said, self._address)
        if isinstance(said, Adjust):
            return await operating.adjust(said, self._address)
        return operating.name(said, self._address)

    def _wants(self, page: Page, wants: tuple[str, ...], id_: int) -> None:
        streams = {stream for stream in Stream if stream in wants}
        answer = Answered(True)
        for stream in (Stream.FRAMES, Stream.BEEPS):
            others = self._doors.hub.watching(stream) - (stream in page.streams)
            if stream in streams and others >= MOST_WATCHING:
                streams.discard(stream)
                answer = Answered(False, f"too many pages are sent {stream.value} already")
        new = streams - page.streams
        self._doors.hub.stream(page, frozenset(streams))
        if Stream.PIECES in new:
            page.put(text_of(self._doors.story.pieces()))
        if Stream.HISTORY in new:
            page.put(text_of(self._doors.story.history()))
        if Stream.FRAMES in new and (frame := self._doors.frame()):
            page.put_latest(text_of(frame))
        if id_ or not answer.ok:
            self._answer(page, id_, answer)

    def _refuse(self, page: Page, id_: int, why: str) -> None:
        self._answer(page, id_, Answered(False, why))

    def _answer(self, page: Page, id_: int, answer: Answered) -> None:
        page.put(text_of(answer_to(id_, *answer)))

    # ----------------------------------------------------------------------- sending

    def _let_go(self) -> None:
        """The page gets the end: it is told why, and if even that does not reach it, cut off."""
        cut, client = self._doors.cut, self._socket.client
        self._cutting = asyncio.get_running_loop().call_later(CLOSE_S, cut, client)

    async def _send(self, page: Page) -> None:
        """Send what waits, until the page is let go, or its session ends."""
        try:
            while (text := await page.queue.get()) is not None:
                text = text or page.take_latest()
                if page.viewer is Viewer.OPERATOR and not self._doors.gate.knows(self._token):
                    await self._socket.close(SESSION_CLOSE, _OVER)
                    return
                await self._socket.send_text(text)
            why = (FULL_CLOSE, _FULL) if page.is_sent_away else (SLOW_CLOSE, _SLOW)
            await self._socket.close(*why)
        except (WebSocketDisconnect, RuntimeError):
            return  # it went, or its end is said already

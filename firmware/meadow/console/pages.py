"""One page's socket, from its hello to its end.

A page says hello, gets the state and what changes, and may ask and act. Whatever it says that
makes no sense is answered in one line, and floods end it; the table notices nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from starlette.datastructures import Address
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from meadow.clock import Clock
from meadow.console.flood import Bucket
from meadow.console.gate import Gate, address_of, is_foreign, token_of
from meadow.console.hub import MOST_WATCHING, Hub, Json, Page, Stream, text_of
from meadow.console.operating import Answered, Operating
from meadow.console.states import Viewer
from meadow.console.story import Story
from meadow.console.talk import (
    VERSION,
    Act,
    Adjust,
    Hello,
    Message,
    TalkError,
    Want,
    message_of,
)

HELLO_S = 5.0
"""A page says hello within so long, or is let go."""
CLOSE_S = 1.0

VERSION_CLOSE, SESSION_CLOSE, HELLO_CLOSE = 4000, 4001, 4002
FLOOD_CLOSE, SLOW_CLOSE, FULL_CLOSE = 1008, 1013, 1013

BURST, PER_S = 40, 10
"""So many messages at once, and so many a second, are answered; what is more is refused."""
MOST_REFUSED = 80
"""So many refused messages end the page."""

FOREIGN = "the table talks to its own pages only: this one is of another place"
_FULL = "too many pages are open: close one, then reload this"
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
        if is_foreign(socket):
            self._doors.gate.refused(f"{address_of(socket)} sends a page of another place")
            await socket.send_denial_response(PlainTextResponse(FOREIGN, 403))
            return
        await socket.accept()
        try:
            await _Visit(self._doors, socket).run()
        except WebSocketDisconnect:
            return  # it went by itself


class _Visit:
    """A page while it is connected."""

    def __init__(self, doors: Doors, socket: WebSocket) -> None:
        self._doors = doors
        self._socket = socket
        self._token = token_of(socket)
        self._address = address_of(socket)
        self._messages = Bucket(doors.clock, BURST, PER_S)
        self._cutting: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        """Raises `WebSocketDisconnect` when the page goes."""
        hello = await self._hello()
        if hello is None:
            return
        hub = self._doors.hub
        viewer = Viewer.OPERATOR if self._doors.gate.knows(self._token) else Viewer.SPECTATOR
        if not hub.has_room(viewer):
            await self._socket.close(FULL_CLOSE, _FULL)
            return
        page = Page(viewer, self._let_go)
        sending = asyncio.create_task(self._send(page))
        listening = asyncio.create_task(self._listen(page))
        try:
            hub.join(page)
            self._wants(page, hello.wants, 0)
            await asyncio.wait((sending, listening), return_when=asyncio.FIRST_COMPLETED)
        finally:
            hub.leave(page)
            await _end(sending, listening)
            if self._cutting is not None:
                self._cutting.cancel()

    # ----------------------------------------------------------------------- talking

    async def _hello(self) -> Hello | None:
        """What the page says first; None if it was let go."""
        try:
            said = await asyncio.wait_for(self._receive(), HELLO_S)
        except TimeoutError:
            await self._socket.close(HELLO_CLOSE, "no hello came")
            return None
        if not isinstance(said, Hello):
            await self._socket.close(HELLO_CLOSE, "a page says hello first")
            return None
        if said.version != VERSION:
            why = "this page is of another version than the table: reload it"
            message = {"is": "reload", "version": VERSION, "message": why}
            await self._socket.send_text(text_of(message))
            await self._socket.close(VERSION_CLOSE, why)
            return None
        return said

    async def _receive(self) -> Message | TalkError:
        """The next message. Raises `WebSocketDisconnect`."""
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1005), received.get("reason", ""))
        text = received.get("text")
        if text is None:
            return TalkError("a message is a JSON text, not bytes")
        try:
            return message_of(text)
        except TalkError as error:
            return error

    async def _listen(self, page: Page) -> None:
        try:
            refused = 0
            while refused < MOST_REFUSED:
                said = await self._receive()
                if not self._messages.takes():
                    refused += 1
                    self._answer(page, _id(said), Answered(False, "too many messages: slow down"))
                    continue
                answer = await self._heard(page, said)
                if answer is not None:
                    self._answer(page, _id(said), answer)
        except WebSocketDisconnect:
            return
        await self._socket.close(FLOOD_CLOSE, "too many messages")

    async def _heard(self, page: Page, said: Message | TalkError) -> Answered | None:
        """Do what a page says; its answer, None for none."""
        if isinstance(said, TalkError):
            return Answered(False, str(said))
        if isinstance(said, Hello):
            return Answered(False, "hello was said already")
        if isinstance(said, Want):
            self._wants(page, said.wants, said.id)
            return None
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
        if Stream.HISTORY in new:
            page.put(text_of(self._doors.story.history()))
        if Stream.FRAMES in new and (frame := self._doors.frame()):
            page.put_latest(text_of(frame))
        if id_ or not answer.ok:
            self._answer(page, id_, answer)

    def _answer(self, page: Page, id_: int, answer: Answered) -> None:
        page.put(text_of({"is": "answer", "id": id_, "ok": answer.ok, "message": answer.message}))

    # ----------------------------------------------------------------------- sending

    def _let_go(self) -> None:
        """The page does not keep up: it is told so, and if even that does not reach it, cut off."""
        cut, client = self._doors.cut, self._socket.client
        self._cutting = asyncio.get_running_loop().call_later(CLOSE_S, cut, client)

    async def _send(self, page: Page) -> None:
        """Send what waits, until the page is let go, or its session ends."""
        try:
            while (text := await page.queue.get()) is not None:
                text = text or page.take_latest()
                if page.viewer is Viewer.OPERATOR and not self._doors.gate.knows(self._token):
                    await self._socket.close(SESSION_CLOSE, "log in again")
                    return
                await self._socket.send_text(text)
            await self._socket.close(SLOW_CLOSE, _SLOW)
        except (WebSocketDisconnect, RuntimeError):
            return  # it went, or its end is said already


def _id(said: Message | TalkError) -> int:
    return 0 if isinstance(said, Hello) else said.id


async def _end(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)

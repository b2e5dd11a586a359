"""One page's socket at the meadow, from its hello to its end.

Whatever a page says that makes no sense is answered in one line, and floods end it; the meadow
notices nothing. It must not know what can be done at a meadow.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from meadow.clock import Clock
from meadow.console.gate import is_foreign
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from meadow_host.twin.table.people import Person
from meadow_host.twin.table.room import Room
from meadow_host.web.acting import act
from meadow_host.web.shown import Json, Shown, Window, text_of
from meadow_host.web.talk import VERSION, Alive, Fingers, Hello, Message, TalkError, message_of

MOST_PAGES = 24
HELLO_S = 5.0
SHOW_S = 1 / 30
"""A page is sent no more often than that what changed."""

BURST, PER_S = 240, 120
"""So many messages at once, and so many a second, are heard: a finger moves 60 times in one."""

VERSION_CLOSE, HELLO_CLOSE, FLOOD_CLOSE, FULL_CLOSE = 4000, 4002, 1008, 1013
FOREIGN = "the meadow talks to its own pages only: this one is of another place"
_FULL = "too many meadows are open: close one, then reload this"
_SLOWER = "too many messages: slow down"


class Flood:
    """Counts one page's messages."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._left = float(BURST)
        self._last_ms = clock.now_ms()
        self._refused = 0

    def takes(self) -> bool:
        """Whether one more message is heard."""
        now_ms = self._clock.now_ms()
        self._left = min(BURST, self._left + (now_ms - self._last_ms) * PER_S / 1000)
        self._last_ms = now_ms
        if self._left < 1:
            self._refused += 1
            return False
        self._left -= 1
        self._refused = max(0, self._refused - 1)
        return True

    @property
    def is_over(self) -> bool:
        """Whether it does not stop."""
        return self._refused > 2 * BURST


class Doors:
    """All that the sockets share. ``room`` is that of the table that runs now."""

    def __init__(self, room: Callable[[], Room], shown: Shown, clock: Clock) -> None:
        self.room = room
        self.shown = shown
        self.clock = clock


class Sockets:
    """Serves the pages' sockets."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors

    async def serve(self, socket: WebSocket) -> None:
        """One page, from its connection to its end."""
        if is_foreign(socket):
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
        self._flood = Flood(doors.clock)
        self._window = Window(doors.shown)
        self._person: Person | None = None
        self._room: Room | None = None
        """Where that person is: another table may have begun since."""
        self._key = ""

    async def run(self) -> None:
        """Raises `WebSocketDisconnect` when the page goes."""
        hello = await self._hello()
        if hello is None:
            return
        shown = self._doors.shown
        if len(shown.windows) >= MOST_PAGES:
            await self._socket.close(FULL_CLOSE, _FULL)
            return
        shown.windows.add(self._window)
        self._loop = asyncio.get_running_loop()
        self._key = hello.key
        self._do(self._come)
        sending = asyncio.create_task(self._send())
        listening = asyncio.create_task(self._listen())
        try:
            await asyncio.wait((sending, listening), return_when=asyncio.FIRST_COMPLETED)
        finally:
            shown.windows.discard(self._window)
            self._do(self._go)
            for task in (sending, listening):
                task.cancel()
            await asyncio.gather(sending, listening, return_exceptions=True)

    # ----------------------------------------------------------------------- listening

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
            why = "this page is of another version than the meadow: reload it"
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

    async def _listen(self) -> None:
        try:
            while not self._flood.is_over:
                said = await self._receive()
                if not self._flood.takes():
                    self._answer(_id(said), _SLOWER)
                elif isinstance(said, TalkError):
                    self._answer(said.id, str(said))
                else:
                    self._do(partial(self._act, said))
        except WebSocketDisconnect:
            return
        await self._socket.close(FLOOD_CLOSE, "too many messages")

    def _answer(self, id_: int, why: str) -> None:
        message: Json = {"is": "answer", "id": id_, "ok": not why, "message": why}
        self._window.answer(message)

    # ------------------------------------------------------------- in the meadow's thread

    def _do(self, deed: Callable[[], None]) -> None:
        self._doors.room().living.do(deed)

    def _come(self) -> None:
        self._room = self._doors.room()
        self._person = self._room.people.come(self._key, self._seated)

    def _seated(self, seats: tuple[str, ...]) -> None:
        self._post(partial(self._window.sits, seats))

    def _go(self) -> None:
        if self._person is not None and self._room is not None:
            self._room.people.go(self._person)

    def _act(self, said: Message) -> None:
        room = self._doors.room()
        if self._room is not room:
            self._seated(())
            self._come()
        person = self._person
        if person is None:
            return
        whys = act(room, person, said)
        if isinstance(said, Alive):
            return
        id_ = _id(said)
        if not whys and not isinstance(said, Fingers):
            whys = [""]
        for why in dict.fromkeys(whys):
            # A page that knows that it was done shall see it done, too.
            room.living.once_shown(partial(self._post, partial(self._answer, id_, why)))

    def _post(self, deed: Callable[[], None]) -> None:
        try:
            self._loop.call_soon_threadsafe(deed)
        except RuntimeError:
            return  # the server has ended

    # ----------------------------------------------------------------------- sending

    async def _send(self) -> None:
        try:
            while True:
                await self._window.something.wait()
                for message in self._window.take():
                    if isinstance(message, str):
                        await self._socket.send_text(message)
                    else:
                        await self._socket.send_bytes(message)
                await asyncio.sleep(SHOW_S)
        except (WebSocketDisconnect, RuntimeError):
            return  # it went


def _id(said: Message | TalkError) -> int:
    return 0 if isinstance(said, Hello | Alive | Fingers) else said.id

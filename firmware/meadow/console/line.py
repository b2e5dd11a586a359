"""One page's socket, as far as those of all kinds of pages are alike: who is let in, hello first,
then message by message, and an end to floods.

For the table's own pages (`meadow.console.pages`) and for those that a host program brings. It
must not know what a page may do, nor what it is sent.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Generic

from starlette.websockets import WebSocket, WebSocketDisconnect

from meadow.console.answering import answer
from meadow.console.flood import Flood
from meadow.console.gate import is_foreign
from meadow.console.language import HelloT, Language, MessageT, TalkError, id_of, text_of

HELLO_S = 5.0
"""A page says hello within so long, or is let go."""

VERSION_CLOSE, HELLO_CLOSE, FLOOD_CLOSE, FULL_CLOSE = 4000, 4002, 1008, 1013


class Line(Generic[MessageT, HelloT]):
    """What a page says, over a socket that is accepted."""

    def __init__(
        self, socket: WebSocket, language: Language[MessageT, HelloT], flood: Flood
    ) -> None:
        self._socket = socket
        self._language = language
        self._flood = flood

    async def hello(self) -> HelloT | None:
        """What the page says first; None if it was let go. Raises `WebSocketDisconnect`."""
        language = self._language
        try:
            text = await asyncio.wait_for(self._text(), HELLO_S)
        except TimeoutError:
            await self._socket.close(HELLO_CLOSE, "no hello came")
            return None
        if text is not None and language.is_foreign(text):
            why = f"this page is of another version than the {language.who}: reload it"
            message = {"is": "reload", "version": language.version, "message": why}
            await self._socket.send_text(text_of(message))
            await self._socket.close(VERSION_CLOSE, why)
            return None
        said = self._understood(text)
        if not isinstance(said, language.hello):
            await self._socket.close(HELLO_CLOSE, "a page says hello first")
            return None
        return said

    async def listen(
        self, hear: Callable[[MessageT], Awaitable[None]], refuse: Callable[[int, str], None]
    ) -> None:
        """``hear`` each message until the page goes, or does not stop and is let go. What makes no
        sense or is too much is answered by ``refuse``, with its number and why."""
        try:
            while not self._flood.is_over:
                said = self._understood(await self._text())
                if not self._flood.takes():
                    refuse(id_of(said), "too many messages: slow down")
                elif isinstance(said, TalkError):
                    refuse(said.id, str(said))
                else:
                    await hear(said)
                # What has come already is received without a wait, so answers would pile up as if
                # the page did not take them.
                await asyncio.sleep(0)
        except WebSocketDisconnect:
            return
        await self._socket.close(FLOOD_CLOSE, "too many messages")

    async def _text(self) -> str | None:
        """What comes next; None for bytes. Raises `WebSocketDisconnect`."""
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1005), received.get("reason", ""))
        text: str | None = received.get("text")
        return text

    def _understood(self, text: str | None) -> MessageT | TalkError:
        if text is None:
            return TalkError("a message is a JSON text, not bytes")
        try:
            return self._language.message_of(text)
        except TalkError as error:
            return error


async def let_in(socket: WebSocket, visit: Callable[[], Awaitable[None]], foreign: str) -> bool:
    """Have a page's whole ``visit``. Whether it was let in: one of another place is not, and is
    told why."""
    if is_foreign(socket):
        await socket.send_denial_response(answer(403, foreign))
        return False
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect):  # it went by itself
        await visit()
    return True


async def until_one_ends(*sides: Coroutine[Any, Any, None]) -> None:
    """Do all at once, as sending and listening, until one comes to its end: that ends the rest."""
    tasks = [asyncio.create_task(side) for side in sides]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

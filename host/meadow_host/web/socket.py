"""One page's socket at the meadow, from its hello to its end.

Whatever a page says that makes no sense is answered in one line, and floods end it; the meadow
notices nothing. It must not know what can be done at a meadow.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from meadow.clock import Clock
from meadow.console.flood import Bucket, Flood
from meadow.console.gate import address_of
from meadow.console.language import answer_to, id_of
from meadow.console.line import FULL_CLOSE, Line, let_in, until_one_ends
from meadow.console.places import home_of, is_near, leaver, sharing
from starlette.websockets import WebSocket, WebSocketDisconnect

from meadow_host.twin.table.people import MOVED
from meadow_host.twin.table.person import Person
from meadow_host.twin.table.room import Room
from meadow_host.web.acting import act
from meadow_host.web.shown import Shown, Window
from meadow_host.web.talk import TALK, Alive, Fingers, Message

MOST_PAGES = 24
MOST_OF_ONE = 16
"""Of one address: behind a router all players may have one."""
MOST_NEAR = 4
"""Besides, of the table's own computer, which has no such bound."""
MOVED_CLOSE = 4003
"""Closes a page whose person has come back by another: it must not come again by itself, or the two
would take the seat from each other for ever."""
SHOW_S = 1 / 30
"""A page is sent no more often than that what changed."""

BURST, PER_S = 240, 120
"""So many messages at once, and so many a second, are heard: a finger moves 60 times in one."""
MOST_REFUSED = 2 * BURST + 1
"""So many refused messages end the page, less those that are heard meanwhile."""

FOREIGN = "the meadow talks to its own pages only: this one is of another place"
_FULL = "too many meadows are open: close one, then reload this"


class Doors:
    """All that the sockets share. ``room`` is that of the table that runs now."""

    def __init__(self, room: Callable[[], Room], shown: Shown, clock: Clock) -> None:
        self.room = room
        self.shown = shown
        self.clock = clock
        self.visits: dict[str, _Visit] = {}
        """key -> the page with it that was opened last."""


class Sockets:
    """Serves the pages' sockets."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors

    async def serve(self, socket: WebSocket) -> None:
        """One page, from its connection to its end."""
        await let_in(socket, _Visit(self._doors, socket).run, FOREIGN)


class _Visit:
    """A page while it is connected."""

    def __init__(self, doors: Doors, socket: WebSocket) -> None:
        self._doors = doors
        self._socket = socket
        flood = Flood(Bucket(doors.clock, BURST, PER_S), MOST_REFUSED, forgives=True)
        self._line = Line(socket, TALK, flood)
        self._window = Window(doors.shown)
        self._person: Person | None = None
        self._room: Room | None = None
        """Where that person is: another table may have begun since."""
        self._key = ""
        self.opened = 0
        """When the browser opened the page, by its own clock; 0 where it does not say."""
        address = address_of(socket)
        self.home, self.is_kept = home_of(address), is_near(address)
        self._is_over = asyncio.Event()
        """Set once its place is another's."""
        self._why = MOVED_CLOSE, MOVED

    async def run(self) -> None:
        """Raises `WebSocketDisconnect` when the page goes."""
        hello = await self._line.hello()
        if hello is None:
            return
        shown, visits = self._doors.shown, self._doors.visits
        before = visits.get(hello.key)
        if before is not None and 0 < hello.opened < before.opened:
            await self._socket.close(MOVED_CLOSE, MOVED)  # it was cut off, and comes again
            return
        if before is not None:
            before.end(MOVED_CLOSE, MOVED)
        if not self._finds_room():
            await self._socket.close(FULL_CLOSE, _FULL)
            return
        shown.windows.add(self._window)
        self._loop = asyncio.get_running_loop()
        self._key, self.opened = hello.key, hello.opened
        visits[self._key] = self
        self._do(self._come)
        try:
            listening = self._line.listen(self._hear, self._answer)
            await until_one_ends(self._send(), listening, self._until_over())
        finally:
            shown.windows.discard(self._window)
            self._forget()
            self._do(self._go)

    def _finds_room(self) -> bool:
        """Whether it may stay. If there is no room, the newest page at which nobody sits, of who
        has most of those that all share, makes some."""
        held = list(self._doors.visits.values())
        share = sharing(held, MOST_NEAR)
        if self.is_kept:
            if len(held) - len(share) < MOST_NEAR:
                return True
        elif sum(one.home == self.home for one in share) >= MOST_OF_ONE:
            return False
        if len(share) < MOST_PAGES:
            return True
        away = leaver([one for one in share if not one.is_seated], self.home)
        if away is None:
            return False
        away.end(FULL_CLOSE, _FULL)
        return True

    @property
    def is_seated(self) -> bool:
        """Whether somebody sits at a seat there."""
        return self._window.is_seated

    def end(self, code: int, why: str) -> None:
        """Its place is another's now: this page is shown and does nothing more."""
        self._why = code, why
        self._doors.shown.windows.discard(self._window)
        self._forget()
        self._is_over.set()

    def _forget(self) -> None:
        if self._doors.visits.get(self._key) is self:
            del self._doors.visits[self._key]

    async def _until_over(self) -> None:
        await self._is_over.wait()
        await self._socket.close(*self._why)

    # ----------------------------------------------------------------------- listening

    async def _hear(self, said: Message) -> None:
        if self._is_over.is_set():
            self._answer(id_of(said), self._why[1])
            return
        self._do(partial(self._act, said))

    def _answer(self, id_: int, why: str) -> None:
        self._window.answer(answer_to(id_, not why, why))

    # ------------------------------------------------------------- in the meadow's thread

    def _do(self, deed: Callable[[], None]) -> None:
        self._doors.room().living.do(deed)

    def _come(self) -> None:
        self._room = self._doors.room()
        self._person = self._room.people.come(self._key, self._seated, self._hears)

    def _seated(self, seats: tuple[str, ...]) -> None:
        self._post(partial(self._window.sits, seats))

    def _hears(self, why: str) -> None:
        self._post(partial(self._window.answer, {"is": "refused", "why": why}))

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
        id_ = id_of(said)
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

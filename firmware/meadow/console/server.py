"""Runs the web server in a thread of its own, so that the table's loop never waits for a page.

It outlives the table: after a flash another table starts on other settings while the pages stay
connected.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import secrets
import socket
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import uvicorn
from starlette.datastructures import Address
from starlette.routing import BaseRoute

from meadow.clock import Clock, MonotonicClock
from meadow.console.app import make_app
from meadow.console.best import Times, results_of
from meadow.console.connections import Measured, counted, cut
from meadow.console.ears import Beep, Ears
from meadow.console.faults import Faults
from meadow.console.gate import Gate
from meadow.console.hub import Hub, Stream
from meadow.console.listen import address_text, listen
from meadow.console.names import Names
from meadow.console.operating import Operating
from meadow.console.pages import Doors
from meadow.console.past import past_of
from meadow.console.publish import Heard, Published, Publisher
from meadow.console.seldom import Seldom
from meadow.console.states import Viewer
from meadow.console.story import Story
from meadow.console.talk import MOST_SOCKET_BYTES
from meadow.console.web import Source
from meadow.games.package import Package
from meadow.journal.files import explain
from meadow.journal.wall import midnight_utc
from meadow.link.cable import Laptop
from meadow.table.status import Phase
from meadow.table.table import Table

START_S, END_S = 10.0, 3.0
SWITCH_S = 0.0005
"""So long the server's thread may keep the table's waiting for its turn, a tenth of what Python
does by itself: many pages must not be felt in the loop."""
MOST_POSTED = 1000
"""States and news that wait for a server that is stuck; the oldest go."""

Json = dict[str, Any]


class Console:
    """The console of a table, from `start` to `close`."""

    def __init__(
        self,
        pin: str,
        say: Callable[[str], None],
        more: Sequence[BaseRoute] = (),
        laptop: Callable[[], Laptop | None] = lambda: None,
        by_people: Callable[[], bool] = lambda: True,
        ended_for_all: bool = False,
    ) -> None:
        """``say`` is told in lines what operators do and what goes wrong, from any thread; ``more``
        are routes that others bring; ``laptop`` gives, from any thread, who is connected by the
        cable, None where there is no line; ``by_people``, from any thread, whether people alone
        play the game that is on, or played the last one; ``ended_for_all`` is whether everybody
        may look at games that have ended once more."""
        self._say, self._laptop = say, laptop
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready = threading.Event()
        self._thread: threading.Thread | None = None
        self._posted: deque[Published] = deque(maxlen=MOST_POSTED)
        self._source = Source()
        self._ears: Ears | None = None
        self._streams: frozenset[Stream] = frozenset()
        self._publisher = Publisher(self._hand_over)
        clock: Clock = MonotonicClock()
        self._hub = Hub(secrets.token_hex(8), self._looked_for, clock)
        self._story, self._names = Story(), Names()
        self._times = Times(by_people=by_people)
        self._untold: Path | None = None
        """The journals whose times of this day are still to be read."""
        self._telling: asyncio.Task[None] | None = None
        self._operating = Operating(self._story, self._names, say, self._publisher.wake)
        self.gate = Gate(pin, clock, say)
        self._faults = Faults(Seldom(clock, say))
        doors = Doors(
            self._hub, self.gate, self._operating, self._story, clock, self._cut, self._frame
        )
        app = make_app(doors, self._source, more, ended_for_all)
        self._server = uvicorn.Server(
            uvicorn.Config(
                app,
                http=counted(self.gate.keeps_place_for),
                ws=Measured,
                ws_max_size=MOST_SOCKET_BYTES,
                ws_per_message_deflate=False,  # it would cost memory for each page
                lifespan="off",
                log_config=None,
                log_level="error",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=1,
            )
        )

    # -------------------------------------------------------------- beginning and end

    def start(self, host: str, port: int) -> str:
        """Listen; gives the address for browsers. Raises `ConsoleError`."""
        listening = listen(host, port)
        self._source.hosts.listens = host
        sys.setswitchinterval(SWITCH_S)
        self._thread = threading.Thread(
            target=self._run, args=(listening,), name="console", daemon=True
        )
        self._thread.start()
        self._ready.wait(START_S)
        return address_text(host, listening.getsockname()[1])

    def close(self) -> None:
        """End the server; pages are told."""
        self._server.should_exit = True
        if self._thread is not None:
            self._thread.join(END_S)

    # ------------------------------------------------------------ in the loop's thread

    def ears(self, clock: Clock) -> Ears:
        """What is to watch the board of the table that begins; ``clock`` is the board's."""
        self._ears = Ears(clock, self._sends, self._showed, self._beeped)
        return self._ears

    def saves(self, path: Callable[[], Path]) -> None:
        """A game begins, or is taken up: that gives, from any thread, where it is saved."""
        self._source.saves, self._source.phase = path, Phase.PLAYING

    def attach(
        self,
        table: Table,
        folder: Path,
        packages: Mapping[str, Package],
        names: Sequence[str] = (),
    ) -> None:
        """This table is the one that runs now, with these games; its journals are in that
        folder, and ``names`` are more of its names in a network."""
        self._source.folder, self._source.packages = folder, packages
        self._source.phase = table.phase
        every = [seat for package in packages.values() for seat in package.seat_places]
        self._names.seats = tuple(dict.fromkeys(every))
        self._source.hosts.named = tuple(names)
        self._untold = folder
        self._operating.attach(table)
        self._publisher.attach(table, past_of(table, folder))

    def detach(self) -> None:
        """It has ended."""
        self._operating.attach(None)

    def look(self, table: Table) -> bool:
        """After every pass; gives False, so that it fits a condition."""
        self._source.phase = table.phase
        self._operating.look(table)
        self._publisher.look(table)
        return False

    def _showed(self) -> None:
        self._post(lambda: self._hub.tell_latest(self._frame(), Stream.FRAMES))

    def _beeped(self, beep: Beep) -> None:
        message = {"is": "beep", "at_ms": beep.at_ms, "on": beep.on}
        self._post(lambda: self._hub.tell(message, Stream.BEEPS))

    def _hand_over(self, published: Published) -> None:
        self._posted.append(published)
        if len(self._posted) == 1:
            self._post(self._take)

    def _post(self, do: Callable[[], None]) -> None:
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # it ended just now
                loop.call_soon_threadsafe(do)

    def _sends(self, stream: Stream) -> bool:
        return stream in self._streams

    # ---------------------------------------------------------- in the server's thread

    def _run(self, listening: socket.socket) -> None:
        try:
            asyncio.run(self._serve(listening))
        except Exception as error:  # noqa: BLE001  whatever it is, the table plays on without it
            self._say(f"the console ended: {type(error).__name__}: {error}; the table plays on")
        finally:
            self._loop = None
            self._ready.set()
            self._faults.leave()

    async def _serve(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._failed)
        self._loop = loop
        loop.call_soon(self._take)  # what was handed over before there was a loop
        self._faults.come()
        self._ready.set()
        await self._server.serve([listening])

    def _failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        self._faults.tell(error or RuntimeError(context.get("message", "")))

    def _take(self) -> None:
        """Bring what the loop handed over to the pages: the latest states, and all news."""
        if not self._posted:
            return
        states: dict[Viewer, Json] = {}
        now_ms, heard, pieces = 0, list[Heard](), None
        while self._posted:
            published = self._posted.popleft()
            states.update(published.states)
            heard += published.heard
            now_ms = published.now_ms
            pieces = pieces if published.pieces is None else published.pieces
            self._names.at(published.phase)
            self._times.heard(published.heard)
            self._times.at(published.phase)
        best = self._times.since(midnight_utc())
        for viewer, state in states.items():
            laptop = self._laptop() if viewer is Viewer.OPERATOR else None
            if laptop is not None:
                state["cable"] = laptop._asdict()
            state.update(self._names.of(viewer))
            state["best"] = best
        if pieces is not None:  # before a state that names them
            self._hub.tell(self._story.meet(pieces), Stream.PIECES)
        self._hub.publish(now_ms, states)
        for one in heard:
            news = self._story.take(one)
            for viewer, message in () if one.is_past else news.items():
                self._hub.tell(message, viewer=viewer)
        if self._untold is not None:
            folder, self._untold = self._untold, None
            self._telling = asyncio.create_task(self._recall(folder))

    async def _recall(self, folder: Path) -> None:
        """Read the best times of this day from its journals, beside the loop."""
        try:
            found = await asyncio.to_thread(lambda: list(results_of(folder, midnight_utc())))
        except OSError as error:
            what = f"{folder}: the best times of this day cannot be read"
            self._say(f"{what}: {explain(error)}")
            return
        for result, began in found:
            self._times.add(result, began)
        self._publisher.wake()

    def _looked_for(self, viewers: frozenset[Viewer], streams: frozenset[Stream]) -> None:
        self._streams = streams
        if viewers != self._publisher.wanted:
            self._publisher.wanted = viewers
            self._publisher.wake()

    def _cut(self, client: Address | None) -> None:
        cut(self._server.server_state.connections, client)

    def _frame(self) -> Json:
        frame = self._ears.frame if self._ears else None
        if frame is None:
            return {}
        coded = base64.b64encode(frame.rgb).decode()
        return {"is": "frame", "at_ms": frame.at_ms, "rgb": coded}

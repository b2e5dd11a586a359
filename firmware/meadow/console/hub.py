"""All pages that are connected: one numbered stream of changes for each kind of viewer.

Lives in the server's event loop. A page gets the whole state once, then numbered patches; one that
does not keep up is let go and may connect again, for nobody waits for it. Knows no table and no
sockets: a page is a bounded queue of texts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from enum import StrEnum

from meadow.clock import Clock
from meadow.console.changes import patch_of, plain
from meadow.console.crier import Crier
from meadow.console.language import Json, text_of
from meadow.console.places import leaver, sharing
from meadow.console.states import Viewer

MOST_WAITING = 64
"""Messages that may wait for a page before it counts as too slow."""
MOST_PAGES = 256
MOST_OF_ONE = 128
"""Of one address: behind a router a whole room may have one."""
MOST_KEPT = 16
"""Pages besides from where operators are, and from the table's own computer."""
MOST_OPERATORS = 16
"""Pages of operators besides: a crowd does not keep them out."""
MOST_WATCHING = 32
"""Pages that are sent frames and beeps: these are many."""
QUIET_MS = 800
"""When nothing changed for so long, pages are told the time: they know that the table lives."""


class Stream(StrEnum):
    """What a page may ask for besides the state: it would be too much for all."""

    HISTORY = "history"
    PIECES = "pieces"
    FRAMES = "frames"
    BEEPS = "beeps"


LookedFor = Callable[[frozenset[Viewer], frozenset[Stream]], None]
"""Is told for whom there are pages, and which streams they are sent."""


class Page:
    """One connected page: what it is still to be sent, and whom it shows the table to."""

    LATEST = ""
    """Stands in the queue for the latest of what counts only as that."""

    def __init__(
        self,
        viewer: Viewer,
        let_go: Callable[[], None],
        home: str = "",
        is_kept: bool = False,
    ) -> None:
        """``let_go`` is called once when it gets the end: it may take no more data. ``home`` is
        where it comes from; ``is_kept`` is whether places are kept for that."""
        self.viewer = viewer
        self.home = home
        self.is_kept = is_kept or viewer is Viewer.OPERATOR
        self.streams: frozenset[Stream] = frozenset()
        self.queue: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
        self._let_go = let_go
        self._is_ending = False
        self._latest = ""
        self.knows = False
        """Whether it has the whole state, so that changes mean something to it."""
        self.is_sent_away = False

    def put(self, text: str) -> None:
        """Have it sent. A page that is too slow gets the end instead. Never waits."""
        if self._is_ending:
            return
        if not self.queue.full():
            self.queue.put_nowait(text)
            return
        self._end()

    def send_away(self) -> None:
        """Its place is another's now: it gets the end."""
        self.is_sent_away = True
        if not self._is_ending:
            self._end()

    def _end(self) -> None:
        self._is_ending = True
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)
        self._let_go()

    def put_latest(self, text: str) -> None:
        """Have it sent, unless a later one comes before its turn. Never waits."""
        if not self._latest:
            self.put(self.LATEST)
        self._latest = text

    def take_latest(self) -> str:
        """What `LATEST` stands for."""
        latest, self._latest = self._latest, ""
        return latest


class _Shown:
    """The state for one kind of viewer, and its number; None while nobody looks. ``told_ms`` is
    when pages were last sent something of it, by the server's clock."""

    def __init__(self) -> None:
        self.number = 0
        self.state: Json | None = None
        self.told_ms = 0


class Hub:
    """The pages. All methods are called in the event loop's thread."""

    def __init__(self, boot: str, looked_for: LookedFor, clock: Clock) -> None:
        """``boot`` names this start of the program: numbers begin anew with it; ``clock`` runs as
        the table's does."""
        self._boot = boot
        self._looked_for = looked_for
        self._clock = clock
        self._ahead_ms = 0
        """The table's clock less ours."""
        self._shown = {viewer: _Shown() for viewer in Viewer}
        self._pages: dict[Page, None] = {}
        """In the order in which they came."""
        self._crier: Crier[Page] = Crier()

    # ---------------------------------------------------------------------- pages

    def makes_room(self, viewer: Viewer, home: str = "", is_kept: bool = False) -> bool:
        """Whether another page may join, from that home; places are kept for some. If all are
        taken, the newest page of whoever has most of those that all share gives up its own."""
        is_operator = viewer is Viewer.OPERATOR
        operators = self._of(Viewer.OPERATOR)[:MOST_OPERATORS]
        if is_operator and len(operators) < MOST_OPERATORS:
            return True
        held = [page for page in self._pages if page not in operators]
        share = sharing(held, MOST_KEPT)
        if is_operator or is_kept:
            if len(held) - len(share) < MOST_KEPT:
                return True
        elif sum(page.home == home for page in share) >= MOST_OF_ONE:
            return False
        if len(share) < MOST_PAGES:
            return True
        away = leaver([page for page in share if page.viewer is Viewer.SPECTATOR], home)
        if away is None:
            return False
        away.send_away()
        self.leave(away)
        return True

    def join(self, page: Page) -> None:
        """A new page: it is sent the whole state, at once or after the next pass of the table."""
        self._pages[page] = None
        self._show(page)
        self._tell_looked_for()

    def leave(self, page: Page) -> None:
        """A page has gone."""
        self._pages.pop(page, None)
        if not self._of(page.viewer):
            self._shown[page.viewer].state = None
        self._tell_looked_for()

    @property
    def pages(self) -> int:
        """How many are connected."""
        return len(self._pages)

    def watching(self, stream: Stream) -> int:
        """How many pages are sent this."""
        return sum(stream in page.streams for page in self._pages)

    def stream(self, page: Page, streams: frozenset[Stream]) -> None:
        """From now on it is sent these and no others."""
        page.streams = streams
        self._tell_looked_for()

    def _show(self, page: Page) -> None:
        shown = self._shown[page.viewer]
        if shown.state is None:
            return
        page.knows = True
        message = {
            "is": "snapshot",
            "boot": self._boot,
            "number": shown.number,
            "now_ms": self._clock.now_ms() + self._ahead_ms,
            "viewer": page.viewer.value,
            "state": shown.state,
        }
        page.put(text_of(message))

    def _of(self, viewer: Viewer) -> list[Page]:
        return [page for page in self._pages if page.viewer is viewer]

    def _tell_looked_for(self) -> None:
        viewers = frozenset(page.viewer for page in self._pages)
        self._looked_for(viewers, frozenset().union(*[page.streams for page in self._pages]))

    # -------------------------------------------------------------------- messages

    def publish(self, now_ms: int, states: Mapping[Viewer, Json]) -> None:
        """The table as it is at ``now_ms`` of its clock, for each viewer."""
        self._ahead_ms = now_ms - self._clock.now_ms()
        for viewer, state in states.items():
            pages = self._of(viewer)
            if pages:
                self._publish(now_ms, self._shown[viewer], plain(state), pages)

    def _publish(self, now_ms: int, shown: _Shown, state: Json, pages: list[Page]) -> None:
        our_ms = self._clock.now_ms()
        patch = {} if shown.state is None else patch_of(shown.state, state)
        shown.state = state
        message: Json = {"is": "now", "now_ms": now_ms}
        if patch:
            shown.number += 1
            message = {"is": "change", "number": shown.number, "now_ms": now_ms, "patch": patch}
        if patch or our_ms - shown.told_ms >= QUIET_MS:
            shown.told_ms = our_ms
            text = text_of(message)
            knowing = [page for page in pages if page.knows]
            self._crier.cry(lambda page: page.put(text), knowing)
        for page in pages:
            if not page.knows:
                self._show(page)

    def tell(
        self, message: Json, stream: Stream | None = None, viewer: Viewer | None = None
    ) -> None:
        """Something that happened once, to all pages or to those that asked for such, or that
        show the table to such."""
        text = text_of(message)
        pages = [page for page in self._sent(stream) if viewer in (None, page.viewer)]
        self._crier.cry(lambda page: page.put(text), pages)

    def tell_latest(self, message: Json, stream: Stream) -> None:
        """The same, where only the latest counts."""
        text = text_of(message)
        self._crier.cry(lambda page: page.put_latest(text), self._sent(stream))

    def _sent(self, stream: Stream | None) -> list[Page]:
        return [page for page in self._pages if stream is None or stream in page.streams]

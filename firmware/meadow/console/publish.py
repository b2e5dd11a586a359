"""From the loop's thread to the pages: after a pass that brought something, the states go out.

The only module of the console, with the acts, that runs in the table's thread. It must stay quick:
it makes plain values and hands them over; comparing, encoding, words and sending are the server's.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from meadow.console.states import Viewer, shown_to, state_of
from meadow.games.game import Refused
from meadow.pieces.kinds import AnyPiece, CommandCard, Rake, StashToken, TurnTracker
from meadow.table.status import News, Phase
from meadow.table.table import Table

Json = dict[str, Any]

REST_MS = 40
"""Changes that follow each other faster go out together: nobody sees more than 25 a second."""
ALIVE_MS = 1000
"""So often the states go out even if nothing happened, for readers and the disk."""

_NEVER_HIDDEN = (StashToken, Rake, CommandCard, TurnTracker)


class Heard(NamedTuple):
    """News of a pass, and what the table was doing after it.

    ``pieces`` (tag UID -> piece) comes with the first news of a table and of each game, None with
    all others; ``begins`` with the first of a game; ``is_past`` for what happened before the
    program started: it is for the history alone. ``shown`` are the ids of the cards that a viewer
    sees just then, where something was refused, which may name them.
    """

    news: News
    phase: Phase
    pieces: Mapping[str, AnyPiece] | None
    begins: bool
    is_past: bool = False
    shown: Mapping[Viewer, Collection[str]] = {}


class Published(NamedTuple):
    """What goes to the server: the table's clock, what it is doing, a state for each viewer that
    is looked for, and what happened; ``pieces`` (tag UID -> piece) where these may be others than
    before."""

    now_ms: int
    phase: Phase
    states: Mapping[Viewer, Json]
    heard: tuple[Heard, ...]
    pieces: Mapping[str, AnyPiece] | None = None


class Publisher:
    """Watches one table after the other for the pages."""

    def __init__(self, hand_over: Callable[[Published], None]) -> None:
        """``hand_over`` takes it to the server's thread; it must not wait."""
        self._hand_over = hand_over
        self._heard_of: list[Heard] = []
        self._pieces: Mapping[str, AnyPiece] = {}
        self._new_pieces: Mapping[str, AnyPiece] | None = None
        self._cards: Collection[str] = ()
        self._phase = Phase.LOBBY
        self._began_ms = -1
        """When the game began that is known of, -1 for none."""
        self._is_new = False
        self._changed = True
        self._last_ms = -ALIVE_MS
        self.wanted: frozenset[Viewer] = frozenset()
        """For whom there are pages; set by the server's thread, which then calls `wake`."""

    def attach(self, table: Table, past: Sequence[bytes] = ()) -> None:
        """This table is the one that runs now; ``past`` are the lines of the journal of a game
        that it took up."""
        self._take_pieces(table)
        self._phase, self._is_new, self._began_ms = Phase.LOBBY, True, -1
        if past:
            self._phase, self._is_new = table.phase, False
            self._began_ms = table.clock.began_ms
            news = News(table.now_ms, tuple(past), ())
            self._heard_of.append(Heard(news, table.phase, self._pieces, True, is_past=True))
        self._last_ms = -ALIVE_MS
        self._changed = True
        table.listen(lambda news: self._heard(table, news))

    def wake(self) -> None:
        """Send the states after the next pass, whatever happened. From any thread."""
        self._changed = True

    def look(self, table: Table) -> None:
        """After every pass."""
        if table.phase is not self._phase:  # a game begins, or is cleared away, without any news
            self._phase, self._changed = table.phase, True
            if self._begins(table):
                nothing = News(table.now_ms, (), ())
                self._heard_of.append(Heard(nothing, table.phase, self._pieces, True))
                self._is_new = False
        since_ms = table.now_ms - self._last_ms
        if since_ms < (REST_MS if self._changed else ALIVE_MS):
            return
        self._changed = False  # first: a page that comes in the meantime asks for the next pass
        wanted = self.wanted
        if not wanted and not self._heard_of and self._new_pieces is None:
            self._last_ms = table.now_ms
            return
        self._last_ms = now_ms = table.now_ms
        states = {viewer: state_of(table, viewer, self._cards) for viewer in wanted}
        heard, self._heard_of = tuple(self._heard_of), []
        pieces, self._new_pieces = self._new_pieces, None
        self._hand_over(Published(now_ms, table.phase, states, heard, pieces))

    def _heard(self, table: Table, news: News) -> None:
        phase = table.phase
        begins = self._begins(table)
        pieces = self._pieces if begins or self._is_new else None
        self._phase, self._is_new = phase, False
        shown: dict[Viewer, Collection[str]] = {}
        if any(isinstance(output, Refused) for output in news.outputs):
            shown = {viewer: shown_to(table, viewer, self._cards) for viewer in Viewer}
        self._heard_of.append(Heard(news, phase, pieces, begins, shown=shown))
        self._changed = True

    def _begins(self, table: Table) -> bool:
        """Whether this is another game than before: with or without news, and even if the lobby
        between the two was not seen."""
        began_ms = table.clock.began_ms
        if table.phase is Phase.LOBBY or began_ms == self._began_ms:
            return False
        self._began_ms = began_ms
        self._take_pieces(table)  # the lobby may have learned some
        return True

    def _take_pieces(self, table: Table) -> None:
        self._pieces = self._new_pieces = table.pieces()
        hidden = [one.id for one in self._pieces.values() if not isinstance(one, _NEVER_HIDDEN)]
        self._cards = frozenset(hidden)

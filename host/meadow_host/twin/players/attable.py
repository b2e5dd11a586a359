"""Players at a whole table on a board whose readers can be laid on: hands, eyes and the drive.

It translates piece ids to the tags in them. It must not know any rule, nor what the players want.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from meadow.clock import Clock
from meadow.games.game import PUBLIC
from meadow.pieces.register import Register
from meadow.table.status import News, Phase
from meadow.table.table import Table

from meadow_host.twin.players.joining import Guests


class LayableReaders(Protocol):
    """Readers on which a simulation can lay tags."""

    def lay(self, place: str, uid: str) -> None:
        """A tag comes to lie on a place, now."""
        ...

    def lift(self, place: str, uid: str) -> None:
        """A tag that lies there is lifted, now."""
        ...


class TableHands:
    """The `Hands` of players at a table."""

    def __init__(self, table: Table, readers: LayableReaders, register: Register) -> None:
        self._table = table
        self._readers = readers
        self._register = register

    def place(self, place: str, piece_id: str) -> None:
        """Raises KeyError for a piece that has no tag."""
        self._readers.lay(place, self._uid(piece_id))

    def lift(self, place: str, piece_id: str) -> None:
        """Raises KeyError for a piece that has no tag."""
        self._readers.lift(place, self._uid(piece_id))

    def say(self, word: str, *args: str) -> None:
        self._table.say(word, *args)

    def _uid(self, piece_id: str) -> str:
        uid = self._register.uid_of(piece_id)
        if uid is None:
            raise KeyError(f"{piece_id} has no tag: it cannot be laid on a reader")
        return uid


class TableEyes:
    """The `Eyes` of players at a table; what they see is looked up anew only after news."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._view: Mapping[str, Any] | None = None
        self._cues: Mapping[str, str] | None = None
        self.saw_news = True
        """Whether something happened; whoever acts on it sets this back."""
        table.listen(self._hear)

    def view(self) -> Mapping[str, Any]:
        if self._view is None:
            view = self._table.view(PUBLIC)
            if view["phase"] != Phase.PLAYING:
                return view  # the lobby changes without news
            self._view = view
        return self._view

    def cues(self) -> Mapping[str, str]:
        if self._cues is None:
            self._cues = {place: cue.name for place, cue in self._table.cues.items()}
        return self._cues

    def _hear(self, news: News) -> None:
        self._view = self._cues = None
        self.saw_news = True


def play_at_table(
    table: Table, clock: Clock, guests: Guests, eyes: TableEyes, longest_ms: int
) -> bool:
    """Run the table until the guests are done; whether they were before ``longest_ms`` passed.

    The clock is the board's: a manual one jumps from one happening to the next.
    """
    until_ms = clock.now_ms() + longest_ms
    eyes.saw_news = True
    while clock.now_ms() < until_ms:
        due_ms = guests.next_ms()
        if eyes.saw_news or due_ms is None or due_ms <= clock.now_ms():
            eyes.saw_news = False
            guests.act(clock.now_ms())
            if guests.done:
                return True
            due_ms = guests.next_ms()
        wake_ms = table.loop.next_wake_ms()
        if due_ms is not None:
            wake_ms = min(wake_ms, due_ms)
        table.loop.run_until(max(wake_ms, clock.now_ms() + 1))
    return False

"""What everybody at a running table sees of it, carried from its loop to the meadow's thread.

Plain values, made between two passes: the public view and the names of the cues. It must not know
who looks, nor any game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from meadow.games.game import PUBLIC
from meadow.table.status import News, Phase
from meadow.table.table import Table

View = Mapping[str, Any]
LOBBY_MS = 100
"""The lobby changes without news: so often it is looked at."""
EMPTY: View = {"phase": Phase.LOBBY.value, "lobby": {"game": "", "seats": []}}


class SharedEyes:
    """The `Eyes` of bots and people, as the table last showed itself."""

    def __init__(self, hand_over: Callable[[Callable[[], None]], None]) -> None:
        """``hand_over`` has something done in the meadow's thread."""
        self._hand_over = hand_over
        self._table: Table | None = None
        self._is_new = False
        self._looks_ms = 0
        self._last: tuple[View, Mapping[str, str]] | None = None
        self._view: View = EMPTY
        self._cues: Mapping[str, str] = {}
        self._watchers: list[Callable[[View], None]] = []
        self._listeners: list[Callable[[Table, News], None]] = []

    def watch(self, watcher: Callable[[View], None]) -> None:
        """Show this every view there is, in the meadow's thread. Before anything is shown."""
        self._watchers.append(watcher)

    def listen(self, listener: Callable[[Table, News], None]) -> None:
        """Tell this all news of each table, in the loop's thread. Before anything is shown."""
        self._listeners.append(listener)

    # --------------------------------------------------------------- in the loop's thread

    def look(self, table: Table) -> None:
        """After every pass of a table."""
        if table is not self._table:
            self._table = table
            self._is_new = True
            table.listen(self._heard)
        now_ms = table.now_ms
        if not self._is_new and now_ms < self._looks_ms:
            return
        self._is_new, self._looks_ms = False, now_ms + LOBBY_MS
        view = table.view(PUBLIC)
        cues = {place: cue.name for place, cue in table.cues.items()}
        if self._last != (view, cues):
            self._last = (view, cues)
            self._hand_over(lambda: self._take(view, cues))

    def _heard(self, news: News) -> None:
        self._is_new = True
        if self._table is not None:
            for listener in self._listeners:
                listener(self._table, news)

    # ------------------------------------------------------------- in the meadow's thread

    def _take(self, view: View, cues: Mapping[str, str]) -> None:
        self._view, self._cues = view, cues
        for watcher in self._watchers:
            watcher(view)

    def view(self) -> View:
        return self._view

    def cues(self) -> Mapping[str, str]:
        return self._cues

    @property
    def is_open(self) -> bool:
        """Whether a table has shown itself."""
        return self._last is not None

    def say(self, word: str, *args: str) -> None:
        """A word of the operator to the table that runs now. From any thread."""
        if self._table is not None:
            self._table.say(word, *args)

    @property
    def game(self) -> Mapping[str, Any]:
        """The public view of the game being played; {} for none."""
        game: Mapping[str, Any] = self._view.get("game", {})
        return game

    @property
    def lobby(self) -> Mapping[str, Any]:
        """What is chosen, and who has joined."""
        lobby: Mapping[str, Any] = self._view["lobby"]
        return lobby

    @property
    def situation(self) -> str:
        """What words mean now (T16): another text as soon as a rake says something else."""
        view = self._view
        paused, counts = view.get("paused", ""), "counting" if view.get("counting") else ""
        return " ".join([view["phase"], self.game.get("phase", ""), paused, counts]).strip()

    def rake_of(self, seat: str) -> str:
        """The rake that a seat joined with, "" for none."""
        for one in self.lobby["seats"]:
            if one["side"] == seat:
                return str(one.get("rake", ""))
        return ""

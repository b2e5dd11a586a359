"""Keeps the folder of games to the number wanted, beside the loop: at the start, and whenever the
table is back in the lobby. What a journal is knows journal/retention.py.
"""

from __future__ import annotations

from pathlib import Path

from meadow.beside import Beside
from meadow.daemon_log import Say
from meadow.journal.retention import clear_old
from meadow.table.status import Phase
from meadow.table.table import Table


class Retention:
    """Clears away the oldest finished games of one folder; 0 keeps all."""

    def __init__(self, folder: Path, keep_games: int, beside: Beside, say: Say) -> None:
        self._folder = folder
        self._keep_games = keep_games
        self._beside = beside
        self._say = say
        self._in_lobby = False
        self._told = ""

    def look(self, table: Table) -> bool:
        """After a pass; gives False, so that it fits a condition."""
        in_lobby = table.phase is Phase.LOBBY
        if in_lobby and not self._in_lobby and self._keep_games:
            self._beside.do(self._clear)
        self._in_lobby = in_lobby
        return False

    def _clear(self) -> None:
        cleared = clear_old(self._folder, self._keep_games)
        if cleared.removed:
            first, count = cleared.removed[0].name, len(cleared.removed)
            more = f" and {count - 1} more" if count > 1 else ""
            self._say(f"cleared away, as keep_games asks: {first}{more}")
        if cleared.trouble != self._told:
            self._say(cleared.trouble or "old games are cleared away again")
            self._told = cleared.trouble

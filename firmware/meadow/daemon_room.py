"""Tries beside the loop whether the next game could be saved, while the table waits for one: the
operator is to know of a full disk before the game, not in it. What is tried knows journal/room.py.
"""

from __future__ import annotations

from pathlib import Path

from meadow.beside import Beside
from meadow.journal.files import Files
from meadow.journal.room import Room, look_at
from meadow.table.status import Phase
from meadow.table.table import Table

TRY_MS = 60_000
"""So often while all is well: each time a block or two of the disk is written."""
AGAIN_MS = 5000
"""So often while it is not."""
HUNG_MS = 5000
"""A disk that takes longer than this is a trouble by itself."""
QUEUED_MS = 120_000
"""So long a trial may wait for jobs at the disk before it, as of old games that are cleared away;
what takes longer hangs."""

HUNG = Room("the disk does not answer; if that stays so put in another")


class Foresight:
    """Tells a table what became of the trials of its folder."""

    def __init__(self, folder: Path, files: Files, beside: Beside) -> None:
        self._folder = folder
        self._files = files
        self._beside = beside
        self._chosen: str | None = None
        """The game that is chosen in the lobby; None outside of it."""
        self._queued_ms = 0
        self._began_ms: int | None = None
        """When the trial at hand began; None while it waits."""
        self._is_trying = False
        self._due_ms = 0
        self._found: Room | None = None

    def look(self, table: Table) -> bool:
        """After a pass; gives False, so that it fits a condition."""
        if table.phase is not Phase.LOBBY:
            self._chosen = None
            return False
        now_ms = table.now_ms
        if table.game != self._chosen:  # the lobby is new, or somebody is about to play
            self._chosen, self._due_ms = table.game, now_ms
        if self._is_trying:
            began_ms = self._began_ms
            since_ms, most_ms = (
                (self._queued_ms, QUEUED_MS) if began_ms is None else (began_ms, HUNG_MS)
            )
            if now_ms - since_ms >= most_ms:
                table.foresee(HUNG)
            return False
        if self._found is not None:
            found, self._found = self._found, None
            table.foresee(found)
            self._due_ms = min(self._due_ms, now_ms + AGAIN_MS) if found.why else self._due_ms
        if now_ms >= self._due_ms:
            self._queued_ms, self._due_ms = now_ms, now_ms + TRY_MS
            self._is_trying, self._began_ms = True, None
            self._beside.do(lambda: self._try(table))
        return False

    def _try(self, table: Table) -> None:
        self._began_ms = table.now_ms  # of jobs before it the disk's time is none of this
        self._found = look_at(self._folder, self._files)
        self._is_trying = False  # last: then the loop takes what was found

"""What happened in a game before the program started, for the history of one that was taken up."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from meadow.console.journals import listed
from meadow.journal.lines import JournalError
from meadow.journal.read import read_journal
from meadow.table.status import Phase
from meadow.table.table import Table


def past_of(table: Table, folder: Path) -> Sequence[bytes]:
    """The lines of the journal of the game that this table took up; none for one that is in the
    lobby. Never raises: the game goes on without them."""
    if table.phase is Phase.LOBBY:
        return ()
    try:
        found = listed(folder, most=1)
        return read_journal(folder / found[0].name).raws if found else ()
    except (OSError, JournalError):
        return ()

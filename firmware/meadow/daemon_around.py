"""What another program may put round `meadowd` when it runs it: on a table nothing.

So a program of a laptop runs the very same table, on a board of its own, with its own pages beside
the console's. It must not know what they are for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meadow.boards import Board, open_board
from meadow.daemon_files import Files
from meadow.journal import files as disk
from meadow.journal.lines import Header
from meadow.table.table import Table


class Around:
    """Nothing round it; others override what they bring."""

    routes: Sequence[Any] = ()
    """Routes (`starlette.routing.BaseRoute`) that it brings into the console."""
    folder_option = "--journals"
    """How whoever started the program names the folder of the journals."""
    ended_for_all = False
    """Whether everybody may look at games that have ended once more, not operators alone."""
    disk: disk.Files = disk.DiskFiles()
    """Where journals are written."""
    makes_up_tags = False
    """Whether the pieces here have the tags of simulations anyway, so no register is missed."""

    def open_board(self, name: str, files: Files) -> Board:
        """The board for the life that begins. Raises `BoardError`."""
        return open_board(name, files.wiring)

    def header(self, header: Header) -> Header:
        """How the journal of the game that begins opens."""
        return header

    def by_people(self) -> bool:
        """Whether people alone play the game that is on, or played the last one; from any thread.
        Where not, its time is compared with no other."""
        return True

    def look(self, table: Table) -> None:
        """After every pass of a table."""

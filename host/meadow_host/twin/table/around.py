"""The meadow round the table's own daemon: board, antennas, pages, for life after life of a table.

It wires. The table below must not notice that there is a meadow, nor the meadow that there are
lives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from meadow.boards import Board, NoBoardError, Wiring
from meadow.daemon_around import Around
from meadow.daemon_files import Files
from meadow.games.game import PUBLIC
from meadow.journal.lines import Header, uncounted
from meadow.lights.spans import ring
from meadow.pieces.kinds import AnyPiece
from meadow.table.table import Table

from meadow_host.twin.faulty import FaultyBoard
from meadow_host.twin.meadow.antennas import Antennas
from meadow_host.twin.meadow.bots.skills import SKILLS
from meadow_host.twin.silicon.board import SiliconBoard
from meadow_host.twin.silicon.board import open_board as open_silicon
from meadow_host.twin.table.board import Tags, WorkedBoard
from meadow_host.twin.table.played_by import PlayedBy
from meadow_host.twin.table.room import Room
from meadow_host.twin.table.troubles import FullableDisk, Pullable, Troubles
from meadow_host.twin.virtual import VirtualBoard
from meadow_host.twin.virtual import open_board as open_virtual
from meadow_host.web.routes import MeadowRoutes

Opens = Callable[[Wiring], SiliconBoard | VirtualBoard]
BOARDS: Mapping[str, Opens] = MappingProxyType({"silicon": open_silicon, "virtual": open_virtual})
"""The boards that a meadow can lie on."""


class BotsWanted(NamedTuple):
    """Where bots sit at first, how good they are, and which game they choose where nobody else
    is."""

    seats: tuple[str, ...] = ()
    skill: str = ""
    words: tuple[str, ...] = ()


NO_BOTS = BotsWanted()


class MeadowAround(Around):
    """A meadow round the daemon."""

    makes_up_tags = True
    ended_for_all = True
    folder_option = "--folder"

    def __init__(
        self,
        seed: int,
        say: Callable[[str], None],
        bots: BotsWanted = NO_BOTS,
        cable: Pullable | None = None,
    ) -> None:
        self._seed, self._bots = seed, bots
        self._say = say
        self.disk = FullableDisk()
        self._troubles = Troubles(self.disk, cable, say)
        self._pieces: tuple[AnyPiece, ...] = ()
        self._room: Room | None = None
        self._tags = Tags()
        self._web = MeadowRoutes(self.room)
        self._played_by = PlayedBy()
        self.routes = self._web.routes()

    def room(self) -> Room:
        """The room of the table that runs now."""
        assert self._room is not None, "no table has begun yet"
        return self._room

    def open_board(self, name: str, files: Files) -> Board:
        """Raises `BoardError`."""
        if name not in BOARDS:
            raise NoBoardError(f"no meadow can lie on the board {name!r}: {' or '.join(BOARDS)}")
        board = WorkedBoard(FaultyBoard(BOARDS[name](files.wiring)))
        self._troubles.begin(board)
        if self._room is None or files.register.pieces != self._pieces:
            self._begin(files)
        self._tags.begin(board)
        return board

    def header(self, header: Header) -> Header:
        """Who looks at the journal later cannot know who sat there, nor how they moved tokens."""
        return uncounted(header)

    def by_people(self) -> bool:
        return self._played_by.people_alone

    def look(self, table: Table) -> None:
        room = self.room()
        room.eyes.look(table)
        self._played_by.look(table.phase, lambda: _joined(table), room.bots_there)

    def close(self) -> None:
        """No table comes any more."""
        if self._room is not None:
            self._room.close()

    def _begin(self, files: Files) -> None:
        """Another meadow, for other pieces."""
        self.close()
        self._pieces, self._tags = files.register.pieces, Tags()
        self._room = room = Room(
            self._pieces, files.packages, self._seed, self._troubles, self._say
        )
        room.want_bots(*self._bots)
        Antennas(room.world, files.register, self._tags.lay, self._tags.lift)
        self._web.show(room, _layout(files, self._troubles))
        room.start()


def _joined(table: Table) -> list[str]:
    return [seat["side"] for seat in table.view(PUBLIC)["lobby"]["seats"]]


def _layout(files: Files, troubles: Troubles) -> dict[str, Any]:
    """What the page has to know of the table besides the meadow."""
    settings = files.settings
    return {
        "strip": {
            "pixels": settings.strip.pixels,
            "first": ring(settings.spans, settings.strip.pixels).first,
            "spans": msgspec.to_builtins(settings.spans),
        },
        "faults": troubles.offered(),
        "skills": list(SKILLS),
    }

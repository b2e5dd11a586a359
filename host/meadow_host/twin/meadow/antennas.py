"""Joins the meadow with a board: what comes to lie on a tray or the deck reader is laid on that
antenna, with a grip as good as it lies there; what is taken away is lifted.

It translates piece ids to the tags in them. It must not know what a piece is for, nor the table.
"""

from __future__ import annotations

from collections.abc import Callable

from meadow.pieces.register import Register

from meadow_host.twin.faulty import FaultyBoard
from meadow_host.twin.meadow.ground import ZONES, reader_of
from meadow_host.twin.meadow.places import antenna_mm
from meadow_host.twin.meadow.tabletop import Event, Laid, Lifted
from meadow_host.twin.meadow.world import World
from meadow_host.twin.silicon.board import SiliconBoard
from meadow_host.twin.silicon.noise import at_mm
from meadow_host.twin.virtual import VirtualBoard

LayTag = Callable[[str, str, float], None]
"""Lay a tag (its UID) on a reader, so many millimetres from the antenna."""
LiftTag = Callable[[str, str], None]
"""Take a tag off a reader."""


class Antennas:
    """The antennas under a meadow. What lies there when they are joined is laid at once.

    A piece without a tag is not sensed, as at a real table (T2).
    """

    def __init__(self, world: World, register: Register, lay: LayTag, lift: LiftTag) -> None:
        self._register = register
        self._lay, self._lift = lay, lift
        self.changes = 0
        """How often a tag was laid or lifted."""
        for place in ZONES:
            if reader_of(place):
                for piece in world.at(place):
                    far_mm = antenna_mm(world.lying, piece)
                    self._hear(Laid(world.now_ms, reader_of(place), piece, far_mm))
        world.listen(self._hear)

    def _hear(self, event: Event) -> None:
        if not isinstance(event, Laid | Lifted):
            return
        uid = self._register.uid_of(event.piece)
        if uid is None:
            return
        self.changes += 1
        if isinstance(event, Laid):
            self._lay(event.reader, uid, event.far_mm)
        else:
            self._lift(event.reader, uid)


def join(
    world: World, register: Register, board: VirtualBoard | SiliconBoard | FaultyBoard
) -> Antennas:
    """Join a meadow with one of the twin's boards. Its clock and its thread are the board's."""
    if isinstance(board, VirtualBoard):
        readers = board.readers

        def lay_virtual(reader: str, uid: str, far_mm: float) -> None:
            readers.lay(reader, uid)

        return Antennas(world, register, lay_virtual, readers.lift)
    laid_on = board

    def lay(reader: str, uid: str, far_mm: float) -> None:
        laid_on.lay(reader, uid, at_mm(far_mm))

    def lift(reader: str, uid: str) -> None:
        if isinstance(laid_on, FaultyBoard):
            laid_on.lift(reader, uid)
        else:
            laid_on.lift(uid)

    return Antennas(world, register, lay, lift)

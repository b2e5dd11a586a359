"""`meadowd` on the virtual board, for tests: hands lay and lift as its standard input says.

Each line is ``lay PLACE UID`` or ``lift PLACE UID``. Run as a program.
"""

from __future__ import annotations

import sys
import threading

from meadow.boards import Wiring
from meadow.clock import MonotonicClock
from meadow.daemon import main
from meadow_host.twin import virtual


def open_board(wiring: Wiring) -> virtual.VirtualBoard:
    """The virtual board, with hands."""
    board = virtual.VirtualBoard(MonotonicClock(), pixels=wiring.pixels, settle_ms=20)
    threading.Thread(target=_obey, args=(board.readers,), daemon=True).start()
    return board


def _obey(readers: virtual.VirtualReaders) -> None:
    for line in sys.stdin:
        what, place, uid = line.split()
        (readers.lay if what == "lay" else readers.lift)(place, uid)


if __name__ == "__main__":
    virtual.open_board = open_board
    main(sys.argv[1:])

"""What `meadowd` says while it runs: one line for each trouble that is new, and for its end.

It reads the table's status alone, and never stops the table for a log that nobody can hear.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from pathlib import Path

from meadow.boards import Board
from meadow.journal.printable import printable
from meadow.table.table import Table

LOOK_MS = 500
"""How often the log hears of troubles."""

Say = Callable[[str], None]


class Log:
    """Tells new troubles of the table, and readers that fail and return."""

    def __init__(self, table: Table, board: Board, say: Say) -> None:
        self._table = table
        self._clock = board.clock
        self._say = say
        self._due_ms = 0
        self._told: tuple[str, ...] = ()
        self._readers: dict[str, str] = {}

    def look(self) -> bool:
        """Tell what is new, now and then; gives False, so that it fits a condition."""
        now_ms = self._clock.now_ms()
        if now_ms < self._due_ms:
            return False
        self._due_ms = now_ms + LOOK_MS
        status = self._table.status()
        known = next(
            n
            for n in range(len(status.troubles), -1, -1)
            if not n or status.troubles[:n] == self._told[-n:]
        )
        ailing = tuple(why for why in status.readers.values() if why)
        for trouble in status.troubles[known:]:
            if not trouble.endswith(ailing):  # a reader's is told below, with its end
                self._say(trouble)
        self._told = status.troubles
        for place, why in status.readers.items():
            if why != self._readers.get(place, ""):
                self._say(f"reader {place}: {why or 'answers again'}")
            self._readers[place] = why
        return False


def place_of(error: Exception) -> str:
    """An error of ours with the innermost place of it, for whoever mends it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = (
        ""
        if trace is None
        else f" at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
    )
    return f"{type(error).__name__}: {' '.join(str(error).split())}{where}"


def is_terminal() -> bool:
    """Whether lines go to a terminal, and into no log: secrets are for people before it alone."""
    try:
        return sys.stderr is not None and sys.stderr.isatty()
    except ValueError:  # it is closed
        return False


def write_line(line: str) -> None:
    """A line for the journal of the system, or whoever started it. Where nobody can hear it (the
    terminal is closed, the disk of the log is full), the table goes on."""
    if sys.stderr is None:
        return
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(f"meadowd: {printable(line)}\n")
        sys.stderr.flush()


def drop_unheard() -> None:
    """Let go of lines that nobody could hear: Python would try them once more as it ends, and turn
    a good end into a bad one."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    except ValueError:  # it is closed
        return

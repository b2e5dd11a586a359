"""The journals of this table: that of the game being played, and those not wholly saved yet.

Says once when saving fails and once when it works again. Never waits for a disk but at `close`.
"""

from __future__ import annotations

from typing import Protocol

from meadow.journal.lines import Header
from meadow.journal.read import Journal
from meadow.journal.write import Status


class Journaling(Protocol):
    """What the table needs of a journal's writer."""

    def append(self, raw: bytes) -> None:
        """Hand over the next line. Never waits."""
        ...

    def status(self) -> Status:
        """How far it is saved. Never waits."""
        ...

    def close(self, timeout_s: float = ...) -> Status:
        """Save what is left, for at most that time."""
        ...


class OpenJournal(Protocol):
    """Opens the journal of a new game, or goes on after the last line of one that was read.

    Neither waits nor raises: a disk that fails is told by `Journaling.status`.
    """

    def __call__(self, header: Header, after: Journal | None) -> Journaling: ...


class Journals:
    """All journals that still have something to save; the last one is the present game's."""

    def __init__(self) -> None:
        self._open: list[Journaling] = []
        self._trouble = ""

    def begin(self, journal: Journaling) -> None:
        """A new game has begun."""
        self._open.append(journal)

    def check(self) -> str | None:
        """The trouble, if it is another than at the last check: a line, or "" when it is over.

        Journals of older games are closed once all of them is saved.
        """
        for journal in self._open[:-1]:
            if journal.status().pending == 0:
                journal.close(0)
                self._open.remove(journal)
        trouble = self.status().trouble
        if trouble == self._trouble:
            return None
        self._trouble = trouble
        return trouble

    def status(self) -> Status:
        """``saved_seq`` of the present game; ``pending`` and ``trouble`` of all."""
        every = [journal.status() for journal in self._open]
        if not every:
            return Status(-1, 0, "")
        trouble = next((one.trouble for one in reversed(every) if one.trouble), "")
        return Status(every[-1].saved_seq, sum(one.pending for one in every), trouble)

    def close(self, timeout_s: float = 5.0) -> Status:
        """Save what is left, for at most that time each; gives the last status."""
        for journal in self._open:
            journal.close(timeout_s)
        return self.status()

"""Whether people alone play a game at a meadow: only then its time may be anybody's best.

Looks after every pass, in the table's thread; it must stay quick.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from meadow.table.status import Phase


class PlayedBy:
    """Who has played the game that is on, or was the last."""

    def __init__(self) -> None:
        self.people_alone = True
        """From any thread."""
        self._seats: frozenset[str] = frozenset()
        self._is_on = False

    def look(
        self, phase: Phase, seats: Callable[[], Collection[str]], bots: Collection[str]
    ) -> None:
        """``seats`` gives those that have joined, ``bots`` are the seats where bots sit now."""
        if phase is Phase.LOBBY:
            self._is_on = False
            return
        if not self._is_on:
            self._is_on, self._seats, self.people_alone = True, frozenset(seats()), True
        if phase is Phase.PLAYING and self.people_alone and not self._seats.isdisjoint(bots):
            self.people_alone = False

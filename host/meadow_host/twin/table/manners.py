"""Which bot lets a game go on that stands still, beside people.

The rule, in one line: a bot goes on after its own Stop! and its own wrong claim, and after nothing
else while a person sits at the table; what an operator stopped, no bot ever ends. It must not know
how a bot goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from meadow_host.twin.table.eyes import View

STOPPED = "stopped"
BY_ITSELF = ("reader", "restart")
"""Pauses that nobody made: a reader failed (T15), the table began anew."""


class Manners:
    """Sees what stops the game, and says whose it is to go on."""

    def __init__(
        self, bots: Callable[[], Sequence[str]], people: Callable[[], Collection[str]]
    ) -> None:
        """``bots`` are the seats where bots sit, ``people`` those where people do."""
        self._bots, self._people = bots, people
        self._view: View = {}
        self._stopped_by: frozenset[str] = frozenset()
        """Whose Stop! or wrong claim it was; nobody's is the operator's."""

    def look(self, view: View) -> None:
        """See each change of the table. Whom the operator asks for later has stopped nothing."""
        game: Mapping[str, Any] = view.get("game", {})
        was = self._view.get("game", {}).get("phase", "")
        self._view = view
        if game.get("phase") == STOPPED and was != STOPPED:
            penalised = [one["side"] for one in game.get("penalised", ())]
            called = [game["caller"]] if game.get("caller") else []
            self._stopped_by = frozenset(penalised or called)

    @property
    def goes_on(self) -> str:
        """The bot that lets the game go on, "" for none: then it waits for a person."""
        joined = [seat["side"] for seat in self._view.get("lobby", {}).get("seats", ())]
        bots = [seat for seat in self._bots() if seat in joined]
        first = "" if self._people() or not bots else bots[0]
        why = self._view.get("paused", "")
        if why:
            return first if why in BY_ITSELF else ""
        if self._view.get("game", {}).get("phase") != STOPPED or not self._stopped_by:
            return ""
        own = [seat for seat in bots if seat in self._stopped_by]
        return own[0] if own else first

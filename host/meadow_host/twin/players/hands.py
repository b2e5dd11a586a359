"""What simulated players need of a table: hands that lay and lift, eyes that see its lights.

Any table that has these can be played on: a bare session, or a whole table with its board. It
is all that the players know of a table, so nothing hidden can reach them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


class Hands(Protocol):
    """Laying pieces on readers and lifting them, at the present moment."""

    def place(self, place: str, piece_id: str) -> None:
        """A piece comes to lie on a place (a side, or "deck")."""
        ...

    def lift(self, place: str, piece_id: str) -> None:
        """A piece that lies on a place is lifted."""
        ...

    def say(self, word: str, *args: str) -> None:
        """A word of the operator, for what has no command card."""
        ...


class Eyes(Protocol):
    """What anybody at the table sees of it."""

    def view(self) -> Mapping[str, Any]:
        """The public view: of the session, or of the table (then also "phase" and "lobby").

        Without a key "game" no game is on.
        """
        ...

    def cues(self) -> Mapping[str, str]:
        """place -> name of the cue its lights show."""
        ...

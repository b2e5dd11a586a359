"""Everything round one meadow in real time: who is there, and what they may ask for.

Wires; what each part does is in its own module. It lives in the meadow's thread, but for what says
otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from meadow.pieces.kinds import AnyPiece

from meadow_host.twin.meadow.bots.parties import set_table
from meadow_host.twin.meadow.world import World
from meadow_host.twin.table.eyes import SharedEyes
from meadow_host.twin.table.living import Living
from meadow_host.twin.table.people import People, Person
from meadow_host.twin.table.scene import Scene

Json = dict[str, Any]
GAMES = ("", "sweepers", "sweet-takes")


class Room:
    """One meadow, its thread, and everybody at it."""

    def __init__(self, pieces: Iterable[AnyPiece], seed: int, say: Callable[[str], None]) -> None:
        """``say`` is told in lines what goes wrong, from any thread."""
        self.world = World(tuple(pieces), seed)
        self.living = Living(self.world, say)
        self.eyes = SharedEyes(self.living.do)
        self.people = People(self.living, self.eyes.rake_of)
        self._told: Json = {}
        self._listeners: list[Callable[[Json], None]] = []
        self.living.join(self._tell)

    def start(self) -> None:
        """Time begins. From any thread."""
        self.living.start()

    def close(self) -> None:
        """Time ends. From any thread."""
        self.living.close()

    # ------------------------------------------------------------------------- looking

    def watch(self, scenes: Callable[[Scene], None], rooms: Callable[[Json], None]) -> None:
        """Show what changes at the meadow, and round it. Before `start`."""
        self.living.watch(scenes)
        self._listeners.append(rooms)

    def state(self) -> Json:
        """Who is there, and what goes on round the meadow."""
        return {"people": sorted(self.people.seated)}

    def _tell(self) -> None:
        state = self.state()
        if state != self._told:
            self._told = state
            for listener in self._listeners:
                listener(state)

    # ------------------------------------------------------------------ what people ask

    def set_out(self, person: Person, game: str) -> str:
        """Lay out the pieces of a game; those of others, or all, go into the box."""
        if game not in GAMES:
            return f"nobody knows how to lay out {game!r}"
        set_table(self.world, game)
        return ""

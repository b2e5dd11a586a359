"""Those who play one game together: who looks and moves when, and what each did.

Driven by whoever has the table: `act` at `next_ms`, and after every change. How a player moves is
the player's own affair: at once, or by a stroke of the rake that takes its time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from meadow_host.twin.players.goals import Goal
from meadow_host.twin.players.hands import Eyes
from meadow_host.twin.players.memory import Memory


class PlayerStats(msgspec.Struct, frozen=True):
    """What one player did: ``deeds`` name -> how often, as in `Deed`; none is left out."""

    side: str
    deeds: Mapping[str, int]


class Member(Protocol):
    """One of those who play."""

    @property
    def memory(self) -> Memory: ...

    @property
    def goal(self) -> Goal | None:
        """What the player is about to do."""
        ...

    @property
    def next_ms(self) -> int | None:
        """When something comes of this player by itself."""
        ...

    def look(self, view: Mapping[str, Any], now_ms: int, changed: bool) -> None:
        """See the table, unless nothing is new to this player, and change one's mind if need be."""
        ...

    def act(self, now_ms: int) -> bool:
        """Carry out what is due. Whether anything was."""
        ...


class Surface(Protocol):
    """Where the pieces lie."""

    @property
    def changes(self) -> int:
        """How often anything has changed there."""
        ...


MemberT = TypeVar("MemberT", bound=Member)


class Circle(Generic[MemberT]):
    """Players round a table. Whoever makes it adds them to ``_players``, by their sides."""

    def __init__(self, eyes: Eyes, surface: Surface) -> None:
        self._eyes = eyes
        self._surface = surface
        self._players: dict[str, MemberT] = {}
        self._seen: Mapping[str, Any] | None = None
        self._seen_changes = -1
        self.watch: Callable[[], None] | None = None
        """Called after every movement, for tests."""

    def next_ms(self) -> int | None:
        """When `act` has something to do even if nothing changes at the table."""
        times_ms = [player.next_ms for player in self._players.values()]
        return min([time_ms for time_ms in times_ms if time_ms is not None], default=None)

    def act(self, now_ms: int) -> None:
        """Look at the table, then carry out all movements that are due, looking after each."""
        self._look(now_ms)
        acted = True
        while acted:
            acted = False
            for player in self._players.values():
                if player.act(now_ms):
                    acted = True
                    if self.watch is not None:
                        self.watch()
                    self._look(now_ms)

    @property
    def stats(self) -> tuple[PlayerStats, ...]:
        """What each player did so far."""
        return tuple(
            [
                PlayerStats(
                    side, {deed.value: count for deed, count in player.memory.deeds.items()}
                )
                for side, player in self._players.items()
            ]
        )

    @property
    def goals(self) -> Mapping[str, Goal | None]:
        """side -> what its player is about to do."""
        return {side: player.goal for side, player in self._players.items()}

    def _look(self, now_ms: int) -> None:
        """Everybody looks."""
        view = self._eyes.view()
        changed = self._seen is not view or self._seen_changes != self._surface.changes
        for player in self._players.values():
            player.look(view, now_ms, changed)
        self._seen, self._seen_changes = view, self._surface.changes

    def _point_out(self, side: str, token: str) -> None:
        """Tell the player of a side that a token does not fit; people see for themselves."""
        if side in self._players:
            self._players[side].memory.doubted.add(token)

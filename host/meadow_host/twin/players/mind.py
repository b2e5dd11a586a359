"""One player's mind: what is wanted now, given what the player sees and remembers.

It sees the table through `Sight` alone and moves nothing; the body carries out what it wants.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from meadow_host.twin.players.goals import Do, Goal
from meadow_host.twin.players.laying import laying
from meadow_host.twin.players.memory import TO_MEADOW, Memory
from meadow_host.twin.players.playing import playing
from meadow_host.twin.players.sight import Sight
from meadow_host.twin.players.standing import (
    after_game,
    between,
    dealing,
    drawing,
    hands_off,
    ready,
    stopped,
    taking,
    waiting,
)
from meadow_host.twin.players.world import Kind

Wants = Callable[[Memory, Sight, int], Goal | None]

WANTS: Mapping[str, Wants] = MappingProxyType(
    {
        "dealing": dealing,
        "taking": taking,
        "ready": ready,
        "counting": waiting,
        "playing": playing,
        "claimed": hands_off,
        "stopped": stopped,
        "inventory": waiting,
        "checking": waiting,
        "drawing": drawing,
        "between": between,
        "over": after_game,
    }
)


class Mind:
    """The mind of the player of one side."""

    def __init__(self, memory: Memory, sight: Sight) -> None:
        self.memory = memory
        self.sight = sight
        self._round = 1

    def look(self, view: Mapping[str, Any], now_ms: int) -> Goal | None:
        """See the table; what the player wants to do next, None to wait."""
        self.sight.look(view)
        self.memory.recall(now_ms)
        return self._wants(now_ms)

    def _wants(self, now_ms: int) -> Goal | None:
        sight = self.sight
        goal = self._hands_full()
        if goal is not None or not sight.phase:
            return goal
        if sight.game["round"] != self._round:
            self._round = sight.game["round"]
            self.memory.forget_all()
        if sight.paused:
            return self._while_paused()
        if sight.game.get("laying") == sight.me:
            return laying(self.memory, sight, now_ms)
        self.memory.at_turn = False
        return WANTS[sight.phase](self.memory, sight, now_ms)

    def _hands_full(self) -> Goal | None:
        """Finish what is begun: a token in hand, a rake or a card left on a reader."""
        sight, memory = self.sight, self.memory
        token = sight.in_hand(sight.me)
        if token:
            meant_for = memory.meant_for
            on_card = meant_for in sight.face_up(sight.me)
            if on_card and sight.on_card(meant_for):
                meant_for = TO_MEADOW
            return Goal(Do.PUT, token, meant_for)
        rake = sight.rake_spot()
        if rake is not None and rake.kind in (Kind.TRAY, Kind.READER):
            return Goal(Do.LIFT_RAKE)
        if memory.scans and sight.on_reader:
            return Goal(Do.TAKE_CARD)
        return None

    def _while_paused(self) -> Goal | None:
        """One lets play go on once no reader is broken (T14, T15)."""
        sight = self.sight
        goes_on = sight.goes_on == sight.me and not sight.counting and not sight.broken
        return Goal(Do.COUNT) if goes_on else None

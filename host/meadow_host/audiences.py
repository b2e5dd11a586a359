"""Those who watch an evening of simulated games: a live picture, plain lines, or nobody.

All time passes for them alone: the games themselves need none.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from meadow.telling.chronicle import Chronicle, Event
from meadow.telling.words import Words

from meadow_host.evening import LONGEST_MS
from meadow_host.pace import Pace
from meadow_host.run_report import event_line
from meadow_host.scene import PACES, Scene, Watchable

if TYPE_CHECKING:
    from meadow_host.live import Screen


_SAVING_S = 0.4
"""So long a picture waits for the journal's writer, whom a simulated game outruns."""


class LiveAudience:
    """A picture that is redrawn."""

    def __init__(self, words: Words, screen: Screen, pace: Pace) -> None:
        self.chronicle = Chronicle(words)
        self._screen = screen
        self._pace = pace

    @property
    def step_ms(self) -> int:
        return self._pace.step_ms

    def begin(self) -> None:
        self._pace.begin()

    def look(self, show: Watchable, duration_ms: int) -> None:
        self._screen.show(lambda: show.scene(self._pace.speed))
        self._pace.passed(duration_ms, PACES.get(show.phase, 1.0))


class PlainAudience:
    """A line for each event; at full speed, or with a pace."""

    def __init__(self, words: Words, tell: Callable[[str], None], pace: Pace | None) -> None:
        self.chronicle = Chronicle(words, self._event)
        self._tell = tell
        self._pace = pace

    @property
    def step_ms(self) -> int:
        return self._pace.step_ms if self._pace else LONGEST_MS

    def begin(self) -> None:
        if self._pace:
            self._pace.begin()

    def look(self, show: Watchable, duration_ms: int) -> None:
        if self._pace:
            self._pace.passed(duration_ms)

    def _event(self, event: Event) -> None:
        self._tell(event_line(event))


class Photographer:
    """Takes one picture, at a moment of a game, and says nothing."""

    def __init__(self, words: Words, at_ms: int) -> None:
        self.chronicle = Chronicle(words)
        self.picture: Scene | None = None
        self._at_ms = at_ms

    @property
    def step_ms(self) -> int:
        return 50 if self.picture is None else LONGEST_MS

    def begin(self) -> None:
        """There is time yet."""

    def look(self, show: Watchable, duration_ms: int) -> None:
        if self.picture is None and show.phase not in ("", "over") and show.at_ms >= self._at_ms:
            time.sleep(_SAVING_S)
            scene = show.scene(1)
            self.picture = replace(scene, events=tuple(scene.events))


class NobodyThere:
    """Plays at full speed and says nothing."""

    step_ms = LONGEST_MS

    def __init__(self, words: Words) -> None:
        self.chronicle = Chronicle(words)

    def begin(self) -> None:
        """Nobody minds."""

    def look(self, show: Watchable, duration_ms: int) -> None:
        """Nobody looks."""

"""What the strip shows and when the buzzer sounds, handed to the server for pages that watch.

Called in the loop's thread, so it is quick: a frame that nobody took yet makes way for the next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from meadow.clock import Clock
from meadow.console.hub import Stream
from meadow.link.tap import Watcher


class Frame(NamedTuple):
    """What the strip shows from a moment of the table's clock on: red, green, blue a pixel."""

    at_ms: int
    rgb: bytes


class Beep(NamedTuple):
    """The buzzer was switched at a moment of the table's clock."""

    at_ms: int
    on: bool


class Ears(Watcher):
    """Watches one board."""

    def __init__(
        self,
        clock: Clock,
        wants: Callable[[Stream], bool],
        showed: Callable[[], None],
        beeped: Callable[[Beep], None],
    ) -> None:
        """``wants`` tells whether any page does; then ``showed`` is called when `frame` is another,
        and ``beeped``. None of them may wait."""
        self._clock = clock
        self._wants = wants
        self._showed = showed
        self._beeped = beeped
        self.frame: Frame | None = None
        """The latest. May be read by any thread."""

    def showed(self, rgb: bytes) -> None:
        self.frame = Frame(self._clock.now_ms(), bytes(rgb))
        if self._wants(Stream.FRAMES):
            self._showed()

    def beeped(self, on: bool) -> None:
        if self._wants(Stream.BEEPS):
            self._beeped(Beep(self._clock.now_ms(), on))

"""A picture of a table that is redrawn in the terminal while a game goes on.

Knows scenes; how they come about is not its business.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType

from rich.console import Console, Group
from rich.live import Live

from meadow_host.pace import FRAME_S
from meadow_host.scene import Scene
from meadow_host.view import LEAST_HEIGHT, LEAST_WIDTH, draw


class Screen:
    """Draws scenes over one another."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = Console(highlight=False) if console is None else console
        self._live = Live(console=self.console, auto_refresh=False, transient=True)
        self._next_s = 0.0

    @property
    def fits(self) -> bool:
        """Whether the terminal is large enough for a picture."""
        size = self.console.size
        return size.width >= LEAST_WIDTH and size.height > LEAST_HEIGHT

    @property
    def too_small(self) -> str:
        """Why it does not fit, as one line."""
        size, needed = self.console.size, f"{LEAST_WIDTH} columns and {LEAST_HEIGHT + 1} lines"
        return (
            f"the picture needs a terminal of {needed}, this one has {size.width} and {size.height}"
        )

    def __enter__(self) -> Screen:
        try:
            self._live.__enter__()
        except BaseException:  # a signal that comes just now must not cost the cursor
            self._live.stop()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.__exit__(kind, error, trace)

    def show(self, scene: Callable[[], Scene]) -> None:
        """Draw a scene, unless the last was drawn only just now: then it is not even made."""
        now_s = time.monotonic()
        if now_s < self._next_s:
            return
        size = self.console.size
        # One line less than there are, or the terminal would scroll with every picture.
        lines = draw(scene(), size.width, size.height - 1, not self.console.no_color)
        self._live.update(Group(*lines), refresh=True)
        self._next_s = now_s + FRAME_S

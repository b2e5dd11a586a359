"""How soon one who acts for others takes the next step: the later the more often nothing came of
one, so that what a table refuses is not said to it for ever.

It must not know what the steps are.
"""

from __future__ import annotations

from collections.abc import Callable

LONGEST_MS = 30_000

Step = Callable[[], object]


class Pace:
    """One step at a time, each once it has been wanted for a while."""

    def __init__(self) -> None:
        self._seen: object = None
        self._due_ms = -1
        self._in_vain = 0

    def take(self, step: Step | None, seen: object, now_ms: int, pace_ms: int) -> int | None:
        """Take a step when it is due; gives when to ask again, None if there is none. ``seen`` is
        another once anything came of a step: then there is reason to be quick again."""
        if step is None:
            self._due_ms = -1
            return None
        if seen != self._seen:
            self._seen, self._in_vain = seen, 0
            if self._due_ms >= 0:
                self._due_ms = min(self._due_ms, now_ms + pace_ms)
        if self._due_ms < 0:
            self._due_ms = now_ms + pace_ms
        elif now_ms >= self._due_ms:
            step()
            self._in_vain += 1
            self._due_ms = now_ms + max(pace_ms, min(LONGEST_MS, pace_ms << (self._in_vain - 1)))
        return self._due_ms

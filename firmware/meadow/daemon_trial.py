"""Judges a configuration on trial: is the table healthy on it?

It looks at the table's readers alone, after some seconds of running. It must not know slots.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Collection, Mapping
from enum import Enum, auto

TRIAL_MS = 3_000
"""So long the table has to run: readers are set up, and have been found silent, well before."""

LIMIT_S = 60.0
"""A trial that has not been judged by then hangs in a device: the program ends, and the next start
goes back to the configuration before."""


class Verdict(Enum):
    """What is known of a trial."""

    WAIT = auto()
    HEALTHY = auto()
    ILL = auto()


class Trial:
    """One trial, from the moment the loop runs."""

    def __init__(self, ailing: Collection[str], began_ms: int) -> None:
        """``ailing`` are the readers that did not answer before either."""
        self._ailing = frozenset(ailing)
        self._began_ms = began_ms
        self.why = ""
        """What is wrong, as one line."""

    def judge(self, readers: Mapping[str, str], now_ms: int) -> Verdict:
        """``readers``: place -> why it does not answer, "" for those that do."""
        if now_ms - self._began_ms < TRIAL_MS:
            return Verdict.WAIT
        silent = [place for place, why in readers.items() if why and place not in self._ailing]
        if not silent:
            return Verdict.HEALTHY
        first = silent[0]
        more = f" (and {', '.join(silent[1:])})" if silent[1:] else ""
        self.why = f"reader {first}{more} answered before and does not now: {readers[first]}"
        return Verdict.ILL


class Deadline:
    """Ends the program when a trial hangs; the loop itself cannot tell that any more."""

    def __init__(
        self, limit_s: float = LIMIT_S, end: Callable[[], object] = lambda: os._exit(1)
    ) -> None:
        self._timer = threading.Timer(limit_s, end)
        self._timer.daemon = True
        self._timer.start()

    def met(self) -> None:
        """The trial was judged in time."""
        self._timer.cancel()

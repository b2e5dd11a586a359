"""The signals that end this program, and what Ctrl-C does in it.

Loads nothing, for it is there before everything else; knows nothing of what the program does.
"""

from __future__ import annotations

import signal
import time
from types import FrameType

ENDING = tuple([getattr(signal, one) for one in ("SIGTERM", "SIGHUP") if hasattr(signal, one)])
"""What ends a program from outside; not every system has both."""
SIGNALS = (signal.SIGINT, *ENDING)

_IMPATIENCE_S = 3.0


class Interrupts:
    """Ctrl-C is `KeyboardInterrupt`, but once: those that follow at once change nothing, as the
    end may take a moment. One that comes later is heard again, should that end take too long."""

    def __init__(self) -> None:
        self._heard_s: float | None = None

    def listen(self) -> None:
        """Unless nobody wants them heard, as of what a shell runs in the background."""
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._hear)

    def leave(self) -> None:
        """Nothing is left to be stopped."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        now_s = time.monotonic()
        if self._heard_s is None or now_s - self._heard_s > _IMPATIENCE_S:
            self._heard_s = now_s
            raise KeyboardInterrupt

"""How much of something is let through: a burst, and then so much a second."""

from __future__ import annotations

from collections import OrderedDict

from meadow.clock import Clock

MOST_ADDRESSES = 1000


class Bucket:
    """Fills by itself, and is emptied by what is let through."""

    def __init__(self, clock: Clock, burst: float, per_s: float) -> None:
        self._clock = clock
        self._burst = burst
        self._per_s = per_s
        self._left = burst
        self._last_ms = clock.now_ms()

    def takes(self, much: float = 1) -> bool:
        """Whether so much more is let through."""
        now_ms = self._clock.now_ms()
        filled = self._left + (now_ms - self._last_ms) * self._per_s / 1000
        self._left, self._last_ms = min(self._burst, filled), now_ms
        if self._left < much:
            return False
        self._left -= much
        return True


class Buckets:
    """One for each address; those that were not heard of for longest are forgotten."""

    def __init__(self, clock: Clock, burst: float, per_s: float) -> None:
        self._clock = clock
        self._burst = burst
        self._per_s = per_s
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def takes(self, address: str) -> bool:
        """Whether one more of that address is let through."""
        bucket = self._of.get(address)
        if bucket is None:
            bucket = self._of[address] = Bucket(self._clock, self._burst, self._per_s)
            if len(self._of) > MOST_ADDRESSES:
                self._of.popitem(last=False)
        self._of.move_to_end(address)
        return bucket.takes()

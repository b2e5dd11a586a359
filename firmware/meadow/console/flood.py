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


class Flood:
    """What comes of one sender, message by message: too many are refused, and it itself at last."""

    def __init__(self, bucket: Bucket, most_refused: int, forgives: bool = False) -> None:
        """``most_refused`` are its end; who ``forgives`` takes one off for each that is heard."""
        self._bucket = bucket
        self._most_refused = most_refused
        self._forgives = forgives
        self._refused = 0

    def takes(self) -> bool:
        """Whether one more message is heard."""
        if not self._bucket.takes():
            self._refused += 1
            return False
        if self._forgives:
            self._refused = max(0, self._refused - 1)
        return True

    @property
    def is_over(self) -> bool:
        """Whether it does not stop."""
        return self._refused >= self._most_refused


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

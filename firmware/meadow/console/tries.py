"""How often a PIN may be tried: a few mistakes are free, then each costs a wait, and all together
are so few that six digits are enough.

Pure but for the clock that is handed in. Knows no PIN.
"""

from __future__ import annotations

from collections import OrderedDict

from meadow.clock import Clock

FREE = 5
"""Wrong tries of one address before it has to wait."""
WAIT_MS, LONGEST_WAIT_MS = 30_000, 900_000
"""The first wait, doubled after each further wrong try up to the longest."""
FREE_IN_ALL = 30
"""Wrong tries of all addresses together before everybody has to wait a little."""
WAIT_IN_ALL_MS = 10_000
FORGOTTEN_MS = 3_600_000
"""After so long without a wrong try all is as at first."""
MOST_ADDRESSES = 1000


class _Wrong:
    def __init__(self) -> None:
        self.count = 0
        self.last_ms = 0


class Tries:
    """Counts wrong tries, by address and in all."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._of: OrderedDict[str, _Wrong] = OrderedDict()
        self._all = _Wrong()

    def wait_ms(self, address: str) -> int:
        """How long this address has to wait before it may try, 0 for not at all."""
        now_ms = self._clock.now_ms()
        own, everyone = self._of.get(address), self._all
        waits = [0]
        if own is not None and own.count >= FREE:
            wait_ms = min(WAIT_MS << min(own.count - FREE, 10), LONGEST_WAIT_MS)
            waits.append(own.last_ms + wait_ms - now_ms)
        if everyone.count >= FREE_IN_ALL:
            waits.append(everyone.last_ms + WAIT_IN_ALL_MS - now_ms)
        return max(waits)

    def was_wrong(self, address: str) -> int:
        """A wrong try; gives how many this address has made in a row."""
        own = self._of.setdefault(address, _Wrong())
        self._of.move_to_end(address)
        if len(self._of) > MOST_ADDRESSES:
            self._of.popitem(last=False)
        now_ms = self._clock.now_ms()
        for wrong in (own, self._all):
            if now_ms - wrong.last_ms > FORGOTTEN_MS:
                wrong.count = 0
            wrong.count += 1
            wrong.last_ms = now_ms
        return own.count

    def was_right(self, address: str) -> None:
        """The right PIN came from there: its mistakes are forgotten."""
        self._of.pop(address, None)

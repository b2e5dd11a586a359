"""What goes out on a strip's data line: frames in wire order, with pin and time.

It must not know who renders them or what colours mean.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

KEPT = 1000
BIT_NS = 1250
"""800 kHz."""


class StripFrame(NamedTuple):
    """The bytes that left on a pin, first byte first, and when the first bit did."""

    at_ns: int
    bcm: int
    data: bytes

    @property
    def wire_ns(self) -> int:
        """How long it takes on the wire, the closing silence not counted."""
        return len(self.data) * 8 * BIT_NS


class StripLine:
    """The last frames (at most 1000), and how many there were in all."""

    def __init__(self) -> None:
        self.frames: deque[StripFrame] = deque(maxlen=KEPT)
        self.count = 0

    @property
    def last(self) -> StripFrame | None:
        return self.frames[-1] if self.frames else None

    def send(self, frame: StripFrame) -> None:
        """Put a frame on the wire."""
        self.count += 1
        self.frames.append(frame)

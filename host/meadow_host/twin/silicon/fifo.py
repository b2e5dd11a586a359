"""The 64 byte FIFO buffer of the MFRC522 (datasheet 8.3).

It must not know who fills or empties it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

SIZE = 64


class Fifo:
    """Bytes in, bytes out; ``changed`` is called when the number of bytes may have changed."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._bytes: deque[int] = deque()
        self._changed = changed

    def __len__(self) -> int:
        return len(self._bytes)

    def push(self, byte: int) -> bool:
        """Put a byte in; False if it is full, and the byte lost."""
        if len(self._bytes) == SIZE:
            return False
        self._bytes.append(byte)
        self._changed()
        return True

    def pop(self) -> int:
        """The oldest byte; 00h if there is none."""
        if not self._bytes:
            return 0
        byte = self._bytes.popleft()
        self._changed()
        return byte

    def drop_last(self, count: int) -> None:
        """Forget the newest bytes: what was taken for data was none."""
        for _ in range(min(count, len(self._bytes))):
            self._bytes.pop()
        self._changed()

    def flush(self) -> None:
        self._bytes.clear()
        self._changed()

"""Hands frames to a slow strip so that the loop never waits: only the newest is kept.

Pushing a frame through a driver takes milliseconds in which readers could be read. So `show` leaves
the frame here and a job beside the loop takes it away. It must not know how a strip is driven.
"""

from __future__ import annotations

import threading

from meadow.beside import Beside
from meadow.lights.strip import Strip, StripError

AGAIN_MS = 500
"""When to try a frame again that the strip did not take."""
CLOSING_MS = 1000


class HandedStrip:
    """A strip whose `show` takes microseconds; the frame goes out beside the loop.

    What went wrong with a frame is raised by the next `show`, and by every later one until the
    strip takes a frame again. Meanwhile the newest frame is tried again every half second, so the
    strip never stays behind.
    """

    def __init__(self, strip: Strip, beside: Beside) -> None:
        self._strip = strip
        self._beside = beside
        self._lock = threading.Lock()
        self._newest: bytes | None = None
        self._busy = False
        self._failure = ""
        self._closed = False
        self.dropped = 0
        """Frames that were never sent because a newer one came."""

    @property
    def pixels(self) -> int:
        return self._strip.pixels

    def show(self, frame: bytes) -> None:
        """Leave a frame to be shown. Raises `StripError` for a wrong length, or if an earlier
        frame has not got through."""
        if len(frame) != 3 * self.pixels:
            raise StripError(f"a frame has {3 * self.pixels} bytes, not {len(frame)}")
        self._leave(bytes(frame))
        if self._failure:
            raise StripError(self._failure)

    def close(self) -> None:
        """Dark. Raises `StripError` when that failed, or takes longer than a second."""
        if self._closed:
            return
        self._leave(bytes(3 * self.pixels))
        self._closed = True
        if not self._beside.finish(CLOSING_MS):
            raise StripError("the strip does not take its last frame; unplug its supply")
        if self._failure:
            raise StripError(self._failure)

    def _leave(self, frame: bytes) -> None:
        with self._lock:
            if self._closed:
                return
            if self._newest is not None:
                self.dropped += 1
            self._newest = frame
            begin, self._busy = not self._busy, True
        if begin:
            self._beside.do(self._send)

    def _send(self) -> None:
        """The job: send what is newest until there is nothing more."""
        while (frame := self._take()) is not None:
            try:
                self._strip.show(frame)
            except StripError as error:
                self._failure = str(error)
                self._put_back(frame)
                self._beside.do(self._retry, AGAIN_MS)
                return
            self._failure = ""

    def _retry(self) -> None:
        with self._lock:
            if self._busy:
                return
            self._busy = True
        self._send()

    def _take(self) -> bytes | None:
        with self._lock:
            frame, self._newest = self._newest, None
            self._busy = frame is not None
            return frame

    def _put_back(self, frame: bytes) -> None:
        with self._lock:
            self._busy = False
            if self._newest is None:
                self._newest = frame

"""A board that can be watched: what its readers notice, what its strip and its buzzer are given.

It hands everything through unchanged. Who watches is told what is another than before: a strip and
a buzzer are told the same again now and then. It must not know which board it is, nor who watches.
"""

from __future__ import annotations

from collections.abc import Sequence

from meadow.boards import Board
from meadow.clock import Clock
from meadow.lights.strip import Strip
from meadow.nfc.sightings import Batch, Readers, Sighting
from meadow.sounds.buzzer import Buzzer


class Watcher:
    """Who watches a board; each is called in the loop's thread, must be quick and not raise."""

    def saw(self, sightings: Sequence[Sighting]) -> None:
        """The readers noticed these."""

    def showed(self, rgb: bytes) -> None:
        """The strip was given this frame."""

    def beeped(self, on: bool) -> None:
        """The buzzer was switched."""


class Watchers(Watcher):
    """Several who watch one board."""

    def __init__(self, *each: Watcher) -> None:
        self._each = each

    def saw(self, sightings: Sequence[Sighting]) -> None:
        for one in self._each:
            one.saw(sightings)

    def showed(self, rgb: bytes) -> None:
        for one in self._each:
            one.showed(rgb)

    def beeped(self, on: bool) -> None:
        for one in self._each:
            one.beeped(on)


class _TappedReaders:
    def __init__(self, inner: Readers, watcher: Watcher) -> None:
        self.inner = inner  # so that `meadow.nfc.tag_names.tag_names_of` finds the way to names
        self._watcher = watcher

    @property
    def places(self) -> tuple[str, ...]:
        return self.inner.places

    def poll(self) -> Batch:
        batch = self.inner.poll()
        if batch.sightings:
            self._watcher.saw(batch.sightings)
        return batch

    def wake_ms(self) -> int:
        return self.inner.wake_ms()

    def lying(self, place: str) -> tuple[str, ...]:
        return self.inner.lying(place)


class _TappedStrip:
    def __init__(self, inner: Strip, watcher: Watcher) -> None:
        self._inner = inner
        self._watcher = watcher
        self._shown = b""

    @property
    def pixels(self) -> int:
        return self._inner.pixels

    def show(self, frame: bytes) -> None:
        self._inner.show(frame)
        if frame != self._shown:
            self._shown = bytes(frame)
            self._watcher.showed(frame)


class _TappedBuzzer:
    def __init__(self, inner: Buzzer, watcher: Watcher) -> None:
        self._inner = inner
        self._watcher = watcher
        self._is_on: bool | None = None

    def set(self, on: bool) -> None:
        self._inner.set(on)
        if on is not self._is_on:
            self._is_on = on
            self._watcher.beeped(on)


class TappedBoard:
    """A `meadow.boards.Board` round another."""

    def __init__(self, inner: Board, watcher: Watcher) -> None:
        self._inner = inner
        self._readers = _TappedReaders(inner.readers, watcher)
        self._strip = _TappedStrip(inner.strip, watcher)
        self._buzzer = _TappedBuzzer(inner.buzzer, watcher)

    @property
    def clock(self) -> Clock:
        return self._inner.clock

    @property
    def readers(self) -> Readers:
        return self._readers

    @property
    def strip(self) -> Strip:
        return self._strip

    @property
    def buzzer(self) -> Buzzer:
        return self._buzzer

    def close(self) -> None:
        self._inner.close()

"""The virtual board: plain fakes of readers, strip and buzzer, for fast simulation and tests.

It knows tag UIDs and places. What lies where is said with `VirtualReaders.lay` and `lift`; the
faults that a real board can have are injected. It must not know pieces, games or the table.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from meadow.boards import Wiring
from meadow.clock import Clock, MonotonicClock
from meadow.lights.strip import StripError
from meadow.nfc.ndef import encode
from meadow.nfc.sightings import (
    SETTLE_BOUND_MS,
    Arrived,
    Back,
    Batch,
    Failed,
    Left,
    Sighting,
)
from meadow.nfc.tag_names import ReaderFails, TagLocked, TagTooSmall
from meadow.nfc.type2 import TagGone
from meadow.sounds.buzzer import BuzzerError

PLACES = ("north", "east", "south", "west", "deck")
PIXELS = 60
_TAG_BYTES = 144
FAR_MS = 1 << 62
"""When there is nothing to wait for."""


class _Due(NamedTuple):
    """Something that happened at ``at_ms`` and can be reported from ``report_ms`` on."""

    report_ms: int
    at_ms: int
    number: int
    sighting: Sighting


class VirtualReaders:
    """Readers that report exactly what they are told.

    ``settle_ms`` (0 to `SETTLE_BOUND_MS`) is how far `settled_ms` trails the clock; within it
    each place can report late (`delay`), so that sightings come out of order as they do from a
    real sweep.

    ``names``: UID -> the name on a tag. It can be changed, and tags may be put into ``locked`` and
    ``full``, which cannot be given another name.
    """

    def __init__(self, clock: Clock, places: Sequence[str] = PLACES, settle_ms: int = 0) -> None:
        """Raises ValueError for a settling time beyond the bound."""
        if not 0 <= settle_ms <= SETTLE_BOUND_MS:
            raise ValueError(f"settle_ms is 0 to {SETTLE_BOUND_MS}, not {settle_ms}")
        self._clock = clock
        self._places = tuple(places)
        self._settle_ms = settle_ms
        self._settled_ms = -1
        self._delays_ms = dict.fromkeys(self._places, 0)
        self._due: list[_Due] = []
        self._number = 0
        self._there: dict[str, list[str]] = {place: [] for place in self._places}
        self._reported: dict[str, tuple[str, ...]] = dict.fromkeys(self._places, ())
        self._broken: set[str] = set()
        self.names: dict[str, str] = {}
        self.locked: set[str] = set()
        self.full: set[str] = set()

    # --------------------------------------------------------------- as the table sees it

    @property
    def places(self) -> tuple[str, ...]:
        return self._places

    def poll(self) -> Batch:
        """What can be reported by now, in order of report."""
        now_ms = self._clock.now_ms()
        sightings: list[Sighting] = []
        while self._due and self._due[0].report_ms <= now_ms:
            sighting = heapq.heappop(self._due).sighting
            self._note(sighting)
            sightings.append(sighting)
        self._settled_ms = max(self._settled_ms, now_ms - self._settle_ms)
        return Batch(tuple(sightings), self._settled_ms)

    def wake_ms(self) -> int:
        """When the next thing is reported."""
        return self._due[0].report_ms if self._due else FAR_MS

    def lying(self, place: str) -> tuple[str, ...]:
        """What was reported to lie there."""
        return self._reported[place]

    def read_name(self, place: str, uid: str) -> str | None:
        self._reach(place, uid)
        return self.names.get(uid)

    def write_name(self, place: str, uid: str, name: str) -> None:
        self._reach(place, uid)
        needed = len(encode(name))
        if self.names.get(uid) == name:
            return
        if uid in self.locked:
            raise TagLocked(uid, "page 4 can only be read")
        if uid in self.full:
            raise TagTooSmall(uid, _TAG_BYTES + needed, _TAG_BYTES)
        self.names[uid] = name

    # ------------------------------------------------------------------ what the world does

    def lay(self, place: str, uid: str, at_ms: int | None = None) -> None:
        """Lay a tag on a place, now or at a later moment.

        Raises ValueError when it lies there already or the moment is settled.
        """
        there = self._there[place]
        if uid in there:
            raise ValueError(f"{uid} lies on {place} already")
        at_ms = self._moment(at_ms)
        there.append(uid)
        if place not in self._broken:
            self._report(Arrived(at_ms, place, uid))

    def lift(self, place: str, uid: str, at_ms: int | None = None) -> None:
        """Lift a tag. Raises ValueError when it does not lie there or the moment is settled."""
        there = self._there[place]
        if uid not in there:
            raise ValueError(f"{uid} does not lie on {place}")
        at_ms = self._moment(at_ms)
        there.remove(uid)
        if place not in self._broken:
            self._report(Left(at_ms, place, uid))

    def fail(self, place: str, why: str = "no answer", at_ms: int | None = None) -> None:
        """Let the reader of a place stop answering."""
        at_ms = self._moment(at_ms)
        if place not in self._broken:
            self._broken.add(place)
            self._report(Failed(at_ms, place, why))

    def restore(self, place: str, at_ms: int | None = None) -> None:
        """Let it answer again, with all that lies there by then."""
        at_ms = self._moment(at_ms)
        if place in self._broken:
            self._broken.discard(place)
            self._report(Back(at_ms, place, tuple(self._there[place])))

    def delay(self, place: str, delay_ms: int) -> None:
        """Let a place report so much later than it happened, from now on.

        Raises ValueError when that would break the promise of `settled_ms`.
        """
        if not 0 <= delay_ms <= self._settle_ms:
            raise ValueError(f"a delay is 0 to {self._settle_ms} ms here, not {delay_ms}")
        self._delays_ms[place] = delay_ms

    def there(self, place: str) -> tuple[str, ...]:
        """What truly lies on a place, reported or not."""
        return tuple(self._there[place])

    # ------------------------------------------------------------------------------ inside

    def _reach(self, place: str, uid: str) -> None:
        if place in self._broken:
            raise ReaderFails(place, "no answer")
        if uid not in self._there[place]:
            raise TagGone(f"{uid} does not answer: lay it on the reader and leave it there")

    def _moment(self, at_ms: int | None) -> int:
        if at_ms is None:
            return max(self._clock.now_ms(), self._settled_ms + 1)
        if at_ms <= self._settled_ms:
            raise ValueError(f"{at_ms} ms is settled: all up to {self._settled_ms} was reported")
        return at_ms

    def _report(self, sighting: Sighting) -> None:
        self._number += 1
        report_ms = sighting.at_ms + self._delays_ms[sighting.place]
        heapq.heappush(self._due, _Due(report_ms, sighting.at_ms, self._number, sighting))

    def _note(self, sighting: Sighting) -> None:
        reported = self._reported[sighting.place]
        if isinstance(sighting, Arrived):
            reported = (*reported, sighting.uid)
        elif isinstance(sighting, Left):
            reported = tuple([uid for uid in reported if uid != sighting.uid])
        elif isinstance(sighting, Failed):
            reported = ()
        elif isinstance(sighting, Back):
            reported = sighting.uids
        self._reported[sighting.place] = reported


class VirtualStrip:
    """A strip that remembers its latest frames: ``frames`` of (at_ms, bytes)."""

    def __init__(self, clock: Clock, pixels: int = PIXELS, keep: int = 1000) -> None:
        self._clock = clock
        self._pixels = pixels
        self.frames: deque[tuple[int, bytes]] = deque(maxlen=keep)
        self.trouble = ""
        """Set to let every frame fail with this line."""

    @property
    def pixels(self) -> int:
        return self._pixels

    def show(self, frame: bytes) -> None:
        """Remember a frame. Raises `StripError` for a wrong length or an injected trouble."""
        if self.trouble:
            raise StripError(self.trouble)
        if len(frame) != 3 * self._pixels:
            raise StripError(f"a frame has {3 * self._pixels} bytes, not {len(frame)}")
        self.frames.append((self._clock.now_ms(), bytes(frame)))

    @property
    def frame(self) -> bytes:
        """What the strip shows now."""
        return self.frames[-1][1] if self.frames else bytes(3 * self._pixels)


class VirtualBuzzer:
    """A buzzer that remembers its latest switches: ``switches`` of (at_ms, on)."""

    def __init__(self, clock: Clock, keep: int = 1000) -> None:
        self._clock = clock
        self.on = False
        self.switches: deque[tuple[int, bool]] = deque(maxlen=keep)
        self.trouble = ""
        """Set to let every switch fail with this line."""

    def set(self, on: bool) -> None:
        """Switch it. Raises `BuzzerError` for an injected trouble."""
        if self.trouble:
            raise BuzzerError(self.trouble)
        if on != self.on:
            self.on = on
            self.switches.append((self._clock.now_ms(), on))


class VirtualBoard:
    """A table without hardware. Its clock is the caller's: manual for fast simulation."""

    def __init__(
        self,
        clock: Clock,
        *,
        places: Sequence[str] = PLACES,
        pixels: int = PIXELS,
        settle_ms: int = 0,
    ) -> None:
        self._clock = clock
        self._readers = VirtualReaders(clock, places, settle_ms)
        self._strip = VirtualStrip(clock, pixels)
        self._buzzer = VirtualBuzzer(clock)
        self.closed = False

    @property
    def clock(self) -> Clock:
        return self._clock

    @property
    def readers(self) -> VirtualReaders:
        return self._readers

    @property
    def strip(self) -> VirtualStrip:
        return self._strip

    @property
    def buzzer(self) -> VirtualBuzzer:
        return self._buzzer

    def close(self) -> None:
        """Dark and silent; closing again changes nothing."""
        if self.closed:
            return
        self.closed = True
        self._strip.trouble = self._buzzer.trouble = ""
        self._strip.show(bytes(3 * self._strip.pixels))
        self._buzzer.set(False)


def open_board(wiring: Wiring) -> VirtualBoard:
    """A virtual table in real time (the entry point ``meadow.boards``)."""
    return VirtualBoard(MonotonicClock(), pixels=wiring.pixels, settle_ms=20)

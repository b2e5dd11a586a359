"""Reads all readers at once without threads: while one waits for its tags, the others are served.

The SPI bus is the bottleneck, so what matters is which transfer comes next: a tag in the middle of
its UID goes first, and nothing is begun that would make it wait. It must not know registers, nor
what a tag's coming and going means: that it asks and tells a `Watcher`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Annotated, TypeVar

import msgspec

from meadow.nfc.anticollision import Found, Tree
from meadow.nfc.chips import Chip, ChipFault, Meter
from meadow.nfc.iso14443a import REQA, WUPA, Ask, Kind, Program, glance, selects
from meadow.nfc.watcher import Need, Watcher

T = TypeVar("T")


class SweepSettings(msgspec.Struct, frozen=True):
    """How readers share their time.

    ``one_field``: only one reader's field is on at a time, for antennas so near that they hear
    each other's tags (trap 6); about ten times slower.
    ``power_up_ms``: what tags need after the field comes on (ISO/IEC 14443-3, 5.2.2: 5 ms).
    ``most_tags``: more than that on one reader is a mistake, and would take too long.
    ``slice_transfers``: after so many transfers (about 2 ms) a sweep pauses for the table's work;
    what the tags answered meanwhile waits in the chips.
    ``looks_at_once``: so many readers at most look for tags that lie still; more would hold up
    newcomers by more than 5 ms.
    """

    one_field: bool = False
    power_up_ms: Annotated[int, msgspec.Meta(ge=1, le=50)] = 5
    most_tags: Annotated[int, msgspec.Meta(ge=1, le=32)] = 16
    slice_transfers: Annotated[int, msgspec.Meta(ge=10, le=1000)] = 45
    looks_at_once: Annotated[int, msgspec.Meta(ge=1, le=10)] = 2


_LOOKS_PER_TURN = 6
"""With one field at a time: how often to look for what lies there and did not answer."""
_BEGIN_US = 80.0
_POLL_US = 30.0
"""What it takes at least to begin an exchange and to look after one."""


class _Station:
    """One reader and the conversation it is in."""

    def __init__(
        self, place: str, chip: Chip, watcher: Watcher, looks: int, may_look: Callable[[], bool]
    ) -> None:
        self.place = place
        self.chip = chip
        self._watcher = watcher
        self._looks = looks
        self._may_look = may_look
        self._program: Program[None] | None = None
        self.glances = False
        """It looks for a tag that is known."""
        self._frames: dict[str, tuple[Ask, ...]] = {}
        self.reads = False
        """Whether it may be used."""
        self.waits = False
        """A frame is out."""
        self.hears = False
        """A newcomer has been heard, so it should not wait."""
        self.passed = True
        """It has had its pass in this slice."""
        self.fresh = False
        """Its field came on, and it has had no pass since."""

    def switch(self, on: bool) -> None:
        """The field on or off."""
        try:
            self.chip.field(on)
        except ChipFault as fault:
            self.drop(fault)

    def begin_pass(self) -> None:
        """REQA, and whatever comes of it."""
        self._start(self._watch())

    def _start(self, program: Program[None]) -> None:
        self._program = program
        self.hears = False
        try:
            self._send(next(program))
        except ChipFault as fault:
            self.drop(fault)

    def _send(self, ask: Ask) -> None:
        self.chip.begin(ask)
        self.waits = True

    def serve(self) -> None:
        """Look after the frame that is out; with its reply, go on."""
        assert self._program is not None
        try:
            reply = self.chip.poll()
            if reply is None:
                return
            self.waits = False
            if reply.kind is not Kind.SILENT and not self.glances:
                self.hears = True
            self._send(self._program.send(reply))
        except StopIteration:
            self._program = None
            self.hears = self.glances = False
            self.passed = True
        except ChipFault as fault:
            self.drop(fault)

    def drop(self, fault: ChipFault | None = None) -> None:
        """Break off, and say why."""
        if self._program is not None:
            self._program.close()
        self._program = None
        self.waits = self.hears = self.glances = False
        self.passed = True
        if fault is not None:
            self.reads = False
            self._watcher.faulty(self.place, fault)

    def _watch(self) -> Program[None]:
        self.glances = False
        place, watcher = self.place, self._watcher
        tree = Tree(REQA, watcher.room(place))
        while (found := (yield from tree.next_tag())) is not None:
            watcher.found(place, found)
            uid = watcher.wanted(place, Need.PROOF)
            if uid is not None:
                yield from self._glance(uid)
        watcher.looked(place, tree)
        for look in range(self._looks):
            uid = watcher.wanted(place, Need.ROUTINE if self._may_look() else Need.DOUBT)
            if uid is None:
                return
            self.hears = False
            self.glances = True
            if look:
                # A tag just seen is ACTIVE; WUPA would send it to rest without an answer.
                yield REQA
            yield from self._glance(uid)

    def _glance(self, uid: str) -> Program[None]:
        frames = self._frames.get(uid)
        if frames is None:
            if len(self._frames) >= 64:
                self._frames.clear()
            frames = self._frames[uid] = selects(uid)
        outcome = yield from glance(frames)
        self._watcher.glanced(self.place, uid, outcome, len(frames))


class Sweep:
    """All readers of a table, read in slices."""

    def __init__(
        self,
        chips: Sequence[tuple[str, Chip]],
        watcher: Watcher,
        meter: Meter,
        settings: SweepSettings,
    ) -> None:
        self._meter = meter
        self._settings = settings
        looks = _LOOKS_PER_TURN if settings.one_field else 1
        self._stations = {
            place: _Station(place, chip, watcher, looks, self._may_look) for place, chip in chips
        }
        self._turn: _Station | None = None
        self._powered_ms = 0

    def use(self, place: str, reads: bool) -> None:
        """Read this reader from now on, or leave it alone. Raises `ChipFault`."""
        station = self._stations[place]
        if not reads:
            station.drop()
        station.reads = reads
        if self._settings.one_field:
            if station is self._turn:
                self._turn = None
            if reads:
                station.chip.field(False)

    def run(self, now_ms: int) -> None:
        """One slice: each reader in use has a pass, or goes on with the one it is in."""
        stations = [station for station in self._stations.values() if station.reads]
        if self._settings.one_field:
            stations = self._in_turn(stations, now_ms)
        for station in stations:
            station.passed = False
        meter = self._meter
        until = meter.transfers + self._settings.slice_transfers
        while meter.transfers < until:
            station_or_none, begins = _choose(stations, meter.us)
            if station_or_none is None:
                return
            if begins:
                station_or_none.begin_pass()
            else:
                station_or_none.serve()

    def wake_ms(self, now_ms: int) -> int:
        """From when on there is something to do."""
        return max(now_ms, self._powered_ms)

    def _may_look(self) -> bool:
        """Whether one reader more may look for a tag that lies still."""
        looking = [station for station in self._stations.values() if station.glances]
        return len(looking) < self._settings.looks_at_once

    def _in_turn(self, stations: Sequence[_Station], now_ms: int) -> list[_Station]:
        """The one whose field is on, if its tags are powered up by now; else switch on the next."""
        turn = self._turn
        if turn is not None and turn.reads:
            if now_ms < self._powered_ms:
                return []
            if turn.waits or turn.fresh:
                turn.fresh = False
                return [turn]
        if not stations:
            return []
        numbers = [number for number, station in enumerate(stations) if station is turn]
        following = stations[(numbers[0] + 1) % len(stations)] if numbers else stations[0]
        if turn is not None and turn is not following and turn.reads:
            turn.switch(False)
        following.switch(True)
        following.fresh = True
        self._turn = following
        self._powered_ms = now_ms + self._settings.power_up_ms
        return []

    def converse(self, place: str, program: Program[T]) -> T:
        """Hold a conversation on one reader now, the others standing still.

        Raises `ChipFault`, and whatever the program raises.
        """
        station = self._stations[place]
        station.drop()
        chip = station.chip
        try:
            ask = next(program)
            while True:
                chip.begin(ask)
                while (reply := chip.poll()) is None:
                    pass
                ask = program.send(reply)
        except StopIteration as end:
            result: T = end.value
            return result


def _choose(stations: Sequence[_Station], now_us: float) -> tuple[_Station | None, bool]:
    """Who is served next, and whether it begins a pass; None when all have had theirs.

    First a newcomer who has answered; then whatever can be done before the next newcomer's answer
    is there: begin a pass, for that starts another answer on its way, or look after the frame
    that is due first. If that is none yet, looking at it too early passes the time.
    """
    first = newcomer = start = None
    first_us = newcomer_us = math.inf
    for station in stations:
        if station.waits:
            due_us = station.chip.due_us
            if due_us < first_us:
                first, first_us = station, due_us
            if station.hears and due_us < newcomer_us:
                newcomer, newcomer_us = station, due_us
        elif not station.passed and start is None:
            start = station
    gap_us = newcomer_us - now_us
    if gap_us <= _POLL_US:
        return newcomer, False
    if start is not None and gap_us >= _BEGIN_US:
        return start, True
    return first, False


def everything(most: int = 32) -> Program[tuple[Found, ...]]:
    """The whole inventory of one reader, tags at rest and newcomers alike."""
    tree = Tree(WUPA, most)
    while (yield from tree.next_tag()) is not None:
        pass
    return tuple(tree.found)

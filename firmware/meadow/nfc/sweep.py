"""Reads all readers at once without threads: while one waits for its tags, the others are served.

The SPI bus is the bottleneck, so what matters is which transfer comes next: a tag in the middle of
its UID goes first, and nothing is begun that would make it wait. It must not know registers, nor
what a tag's coming and going means: that it asks and tells a `Watcher`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Annotated, TypeVar

import msgspec

from meadow.nfc.anticollision import Found, Tree
from meadow.nfc.chips import Chip, Meter
from meadow.nfc.iso14443a import FALL_BACK, WUPA, Ask, Program, Reply
from meadow.nfc.station import Station
from meadow.nfc.watcher import Watcher

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
    ``roll_call_s``: so often, while nothing comes or goes, a reader asks for all there are, at
    rest or not. It takes 7 ms a tag, in which that reader hears no newcomer.
    ``nap_ms``: so long a table rests after a sweep in which nothing new was heard, for the sake of
    its other threads and of a cool processor; a newcomer waits half of that longer, on average.
    """

    one_field: Annotated[
        bool,
        msgspec.Meta(
            title="One field at a time, for antennas that hear each other's tags; much slower."
        ),
    ] = False
    power_up_ms: Annotated[
        int,
        msgspec.Meta(ge=1, le=50, title="So long tags need after the field comes on."),
    ] = 5
    most_tags: Annotated[
        int,
        msgspec.Meta(ge=1, le=32, title="More tags than that on one reader are a mistake."),
    ] = 16
    slice_transfers: Annotated[
        int,
        msgspec.Meta(
            ge=10, le=1000, title="After so many transfers a sweep pauses for the table's work."
        ),
    ] = 45
    looks_at_once: Annotated[
        int,
        msgspec.Meta(ge=1, le=10, title="So many readers at once look for tags that lie still."),
    ] = 2
    roll_call_s: Annotated[
        int,
        msgspec.Meta(
            ge=1,
            le=3600,
            title="So often a reader asks for all the tags there are, also those at rest.",
        ),
    ] = 10
    nap_ms: Annotated[
        int,
        msgspec.Meta(
            ge=0,
            le=20,
            title="So long the table rests after a sweep in which nothing new was heard.",
        ),
    ] = 1


_BEGIN_US = 150.0
"""A newcomer due sooner than that is waited for rather than that a frame be begun elsewhere. That
takes some 250 us; to let the newcomer wait a little is better than to let the bus."""


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
        self._stations = {
            place: Station(place, chip, watcher, settings.most_tags, self._may_look)
            for place, chip in chips
        }
        self._turn: Station | None = None
        self._powered_ms = 0
        self._order = random.Random(0)
        self._calm = False
        """The last slice came to its end, and nothing new was heard in it."""

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
        # In one order for ever, a neighbour's REQA can send a tag back to IDLE just before each of
        # its own reader's, or READY just before: then it never answers (trap 6).
        self._order.shuffle(stations)
        for station in stations:
            station.new_slice()
        meter = self._meter
        until = meter.transfers + self._settings.slice_transfers
        heard = self._calm = False
        while meter.transfers < until:
            chosen = _choose(stations, meter.us)
            if chosen is None:
                self._calm = not heard
                return
            if chosen.waits:
                chosen.serve()
                heard = heard or chosen.hears
                soloist = _soloist(stations)
                at_once = soloist is None or (soloist is chosen and chosen.sounds)
            else:
                at_once = True
                if chosen.held is None:
                    chosen.begin_pass()
                    at_once = not chosen.solo
            if at_once and chosen.held is not None:
                chosen.send()

    def wake_ms(self, now_ms: int) -> int:
        """From when on there is something to do."""
        return max(now_ms + (self._settings.nap_ms if self._calm else 0), self._powered_ms)

    def ready(self, place: str) -> int:
        """Give a reader the air for a conversation; how many ms until its tags can be spoken to."""
        station = self._stations[place]
        if not self._settings.one_field or station is self._turn:
            return 0
        if self._turn is not None and self._turn.reads:
            self._turn.drop()
            self._turn.switch(False)
        self._turn = station
        station.chip.field(True)
        return self._settings.power_up_ms

    def converse(self, place: str, program: Program[T]) -> T:
        """Hold a conversation on one reader now, the others standing still.

        Raises `ChipFault`, and whatever the program raises.
        """
        station = self._stations[place]
        chip = station.chip
        while station.waits and chip.poll() is None:
            pass
        station.drop()
        _exchange(chip, FALL_BACK)
        try:
            ask = next(program)
            while True:
                ask = program.send(_exchange(chip, ask))
        except StopIteration as end:
            result: T = end.value
            return result

    def _may_look(self) -> bool:
        """Whether one reader more may look for a tag that lies still."""
        looking = [station for station in self._stations.values() if station.glances]
        return len(looking) < self._settings.looks_at_once

    def _in_turn(self, stations: Sequence[Station], now_ms: int) -> list[Station]:
        """The one whose field is on, if its tags are powered up by now; else switch on the next."""
        turn = self._turn
        if turn is not None and turn.reads:
            if now_ms < self._powered_ms:
                return []
            if turn.waits or turn.held or turn.cold:
                return [turn]
        if not stations:
            return []
        numbers = [number for number, station in enumerate(stations) if station is turn]
        following = stations[(numbers[0] + 1) % len(stations)] if numbers else stations[0]
        if turn is not None and turn is not following and turn.reads:
            turn.switch(False)
        following.switch(True)
        following.cold = True
        self._turn = following
        self._powered_ms = now_ms + self._settings.power_up_ms
        return []


def _choose(stations: Sequence[Station], now_us: float) -> Station | None:
    """Who is served next; None when all have had their pass.

    First a frame is sent, for that starts another answer on its way, unless it would keep a
    newcomer waiting; else the frame that is due first is looked after. If none is due yet, looking
    too early passes the time.
    """
    soloist = _soloist(stations)
    first = sender = None
    first_us = newcomer_us = math.inf
    for station in stations:
        if station.waits:
            due_us = station.chip.due_us
            if due_us < first_us:
                first, first_us = station, due_us
            if station.hears:
                newcomer_us = min(newcomer_us, due_us)
        elif sender is None and (station.held is not None or not station.passed):
            sender = station if soloist is None or soloist is station else None
    if sender is None or (sender is soloist and not _quiet(stations, now_us)):
        return first
    return sender if sender.hears or newcomer_us - now_us >= _BEGIN_US else first


def _soloist(stations: Sequence[Station]) -> Station | None:
    """The reader that alone may speak now: one that has begun to, else the first that wants to."""
    soloist = None
    for station in stations:
        if station.solo and (soloist is None or station.sounds):
            soloist = station
    return soloist


def _quiet(stations: Sequence[Station], now_us: float) -> bool:
    """Whether no frame or answer is on the air, as far as can be known."""
    return all(not station.waits or station.chip.due_us <= now_us for station in stations)


def _exchange(chip: Chip, ask: Ask) -> Reply:
    """Send a frame and wait for what comes back."""
    chip.begin(ask)
    while (reply := chip.poll()) is None:
        pass
    return reply


def everything(most: int = 32) -> Program[tuple[Found, ...]]:
    """The whole inventory of one reader, tags at rest and newcomers alike."""
    tree = Tree(WUPA, most)
    while (yield from tree.next_tag()) is not None:
        pass
    return tuple(tree.found)

"""All readers of a table as the table knows them: sweep, presence and health put together.

It knows chips by their protocol alone, so it runs on any. Nothing here raises for what a chip or a
tag does: a reader that fails is told as a sighting, the others go on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TypeVar

import msgspec

from meadow.clock import Clock
from meadow.nfc.anticollision import Found, Tree
from meadow.nfc.chips import Chip, ChipFault, Meter
from meadow.nfc.health import Health, HealthSettings, News, Step
from meadow.nfc.iso14443a import Glance, Program
from meadow.nfc.naming import read_name, write_name
from meadow.nfc.notes import FELL_SILENT, Notes
from meadow.nfc.presence import Presence, PresenceSettings
from meadow.nfc.sightings import Batch
from meadow.nfc.sweep import Sweep, SweepSettings, everything
from meadow.nfc.tag_names import ReaderFails
from meadow.nfc.watcher import Need, Wanted

T = TypeVar("T")


class ReaderSettings(msgspec.Struct, frozen=True):
    """What holds for all readers of a table; their wiring is each chip's own."""

    presence: PresenceSettings = PresenceSettings()
    sweep: SweepSettings = SweepSettings()
    health: HealthSettings = HealthSettings()


DEFAULTS = ReaderSettings()
_QUIET_MS = 2000
"""Where a piece came or went another may follow: no roll call so long."""
_LISTEN_MS = 250
"""So often it is noted how well tags are heard."""


class Reader(msgspec.Struct, frozen=True):
    """One reader to be read: its place, its chip, and the name of its reset line.

    Readers with the same ``reset_line`` are reset together; "" has none.
    """

    place: str
    chip: Chip
    reset_line: str = ""


class ReaderReport(msgspec.Struct, frozen=True):
    """How one reader is. ``trouble`` is one plain line that says what to do, "" if all is well.

    ``version`` is what the chip calls itself, 0 if it never answered.
    """

    place: str
    reads: bool
    trouble: str
    version: int
    gain_db: int
    lying: tuple[str, ...]
    soft_resets: int
    hard_resets: int


class ChipReaders:
    """A `meadow.nfc.sightings.Readers` over real chips, with `meadow.nfc.tag_names.TagNames` and
    `meadow.nfc.hearing.Hearing`."""

    def __init__(
        self,
        clock: Clock,
        readers: Sequence[Reader],
        meter: Meter,
        settings: ReaderSettings = DEFAULTS,
    ) -> None:
        self._clock = clock
        self._settings = settings
        self._readers = {reader.place: reader for reader in readers}
        self._places = tuple(self._readers)
        now_ms = clock.now_ms()
        self._health = {place: Health(settings.health, now_ms) for place in self._places}
        self._presence = Presence(self._places, settings.presence)
        chips = [(reader.place, reader.chip) for reader in readers]
        self._sweep = Sweep(chips, self, meter, settings.sweep)
        self._notes = Notes(self._places)
        self._doubted: set[str] = set()
        self._silenced: dict[str, frozenset[str]] = {}
        """place -> the tags there that had all fallen silent when it was reset for that."""
        self._overfull: set[str] = set()
        self._roll_call_ms = dict.fromkeys(self._places, now_ms + _QUIET_MS)
        self._listened_ms = now_ms

    # --------------------------------------------------------------- for the table (`Readers`)

    @property
    def places(self) -> tuple[str, ...]:
        return self._places

    def poll(self) -> Batch:
        """One slice of reading. Takes about 2 ms, and never raises for a chip."""
        now_ms = self._clock.now_ms()
        self._tend_one(now_ms)
        self._sweep.run(now_ms)
        now_ms = self._clock.now_ms()
        if now_ms - self._listened_ms >= _LISTEN_MS:
            self._listened_ms = now_ms
            for place in self._places:
                shares = [missed for missed, _ in self._presence.records(place).values()]
                self._notes.missed(place, max(shares, default=0.0), now_ms)
        batch = self._presence.take(now_ms)
        for sighting in batch.sightings:
            calm_ms = max(self._roll_call_ms[sighting.place], now_ms + _QUIET_MS)
            self._roll_call_ms[sighting.place] = calm_ms
        return batch

    def wake_ms(self) -> int:
        now_ms = self._clock.now_ms()
        if any(health.reads for health in self._health.values()):
            return self._sweep.wake_ms(now_ms)
        return max(now_ms, min(health.due_ms for health in self._health.values()))

    def lying(self, place: str) -> tuple[str, ...]:
        return self._presence.lying(place)

    # ------------------------------------------------------------------------- on request

    def inventory(self, place: str) -> tuple[Found, ...]:
        """All tags on one reader, asked anew, at rest or not. Raises `ChipFault`."""
        return self.converse(place, everything())

    def converse(self, place: str, program: Program[T]) -> T:
        """Hold a conversation on one reader, such as those of type2.py; the others wait.

        Raises `ChipFault`, and whatever the program raises.
        """
        try:
            self._readers[place].chip.check()
            wait_ms = self._sweep.ready(place)
            if wait_ms:
                self._clock.sleep_ms(wait_ms)
            return self._sweep.converse(place, program)
        except ChipFault as fault:
            self.faulty(place, fault)
            raise

    def read_name(self, place: str, uid: str) -> str | None:
        return self._about_tag(place, read_name(uid))

    def write_name(self, place: str, uid: str, name: str) -> None:
        self._about_tag(place, write_name(uid, name))

    def _about_tag(self, place: str, program: Program[T]) -> T:
        try:
            return self.converse(place, program)
        except ChipFault as fault:
            raise ReaderFails(place, str(fault)) from fault

    def report(self) -> tuple[ReaderReport, ...]:
        """How each reader is."""
        now_ms = self._clock.now_ms()
        reports = []
        for place, health in self._health.items():
            chip = self._readers[place].chip
            note = self._odd(place, now_ms, names=True)
            reports.append(
                ReaderReport(
                    place,
                    health.reads,
                    health.why or note,
                    chip.version,
                    chip.gain_db,
                    self.lying(place),
                    health.soft_resets,
                    health.hard_resets,
                )
            )
        return tuple(reports)

    def oddities(self) -> Mapping[str, str]:
        now_ms, health = self._clock.now_ms(), self._health
        return {
            place: self._odd(place, now_ms, names=False) if health[place].reads else ""
            for place in self._places
        }

    def mended(self) -> Mapping[str, str]:
        now_ms = self._clock.now_ms()
        return {place: self._notes.mended(place, now_ms) for place in self._places}

    def _odd(self, place: str, now_ms: int, names: bool) -> str:
        overfull, crossed = place in self._overfull, self._presence.crossed
        return self._notes.line(place, overfull, crossed, now_ms, names)

    def close(self) -> None:
        """All fields off, buses released. What fails here is of no matter any more."""
        for reader in self._readers.values():
            with suppress(ChipFault):
                reader.chip.close()

    # ------------------------------------------------------------ for the sweep (`Watcher`)

    def found(self, place: str, found: Found) -> None:
        presence = self._presence
        room = presence.count(place) < self._settings.sweep.most_tags
        if room or presence.knows(place, found.uid):
            presence.found(place, found.uid, found.proofs, self._clock.now_ms())
        else:
            self._overfull.add(place)

    def wanted(self, place: str, need: Need) -> Wanted | None:
        return self._presence.wanted(place, need, self._clock.now_ms())

    def glanced(self, place: str, uid: str, outcome: Glance, proofs: int, solo: bool) -> None:
        self._presence.glanced(place, uid, outcome, proofs, solo, self._clock.now_ms())

    def looked(self, place: str, tree: Tree, cold: bool) -> None:
        now_ms = self._clock.now_ms()
        if cold and tree.complete:
            self._presence.missed(place, [found.uid for found in tree.found], now_ms)
        self._presence.looked(place, now_ms)
        if tree.overfull:
            self._overfull.add(place)
        self._notes.looked(place, tree, now_ms)

    def roll_call(self, place: str) -> bool:
        now_ms = self._clock.now_ms()
        if now_ms < self._roll_call_ms[place]:
            return False
        self._roll_call_ms[place] = now_ms + 1000 * self._settings.sweep.roll_call_s
        return True

    def faulty(self, place: str, fault: ChipFault) -> None:
        self._fault(place, fault, self._clock.now_ms())

    # ---------------------------------------------------------------------------- health

    def _tend_one(self, now_ms: int) -> None:
        """Do the step that is due longest for the health of any reader. No more than one: where
        five readers' settings were read back in the same slice, a newcomer waited for all.
        """
        for place, health in self._health.items():
            if health.reads:
                self._doubt(place, health, now_ms)
        place = min(self._places, key=lambda one: self._health[one].due_ms)
        step = self._health[place].step(now_ms)
        if step is not Step.NOTHING:
            self._tend(place, step, now_ms)

    def _tend(self, place: str, step: Step, now_ms: int) -> None:
        health = self._health[place]
        if not health.reads:
            self._sweep.use(place, False)
        try:
            self._steps(place)[step]()
        except ChipFault as fault:
            self._fault(place, fault, now_ms)
            return
        if step in (Step.HOLD, Step.RELEASE):
            self._reset_with(place, now_ms)
        why, news = health.why, health.done(step, now_ms)
        if news is News.MENDED and why:
            self._notes.reset(place, why.partition(" [")[0], now_ms)
        self._spread(place, news, now_ms)

    def _steps(self, place: str) -> Mapping[Step, Callable[[], None]]:
        chip = self._readers[place].chip
        return {
            Step.CHECK: chip.check,
            Step.RESET: chip.reset,
            Step.SET_UP: chip.set_up,
            Step.HOLD: lambda: chip.hold(True),
            Step.RELEASE: lambda: chip.hold(False),
            Step.PROBE: chip.probe,
        }

    def _doubt(self, place: str, health: Health, now_ms: int) -> None:
        """Reset a reader on which all has fallen silent, before that is believed: a deaf chip
        sounds like an empty tray. What truly lies there answers again within 10 ms.
        """
        if self._presence.mute(place):
            if place not in self._doubted:
                self._doubted.add(place)
                self._silenced[place] = frozenset(self._presence.lying(place))
                health.refresh(now_ms)
            return
        self._doubted.discard(place)
        if place in self._silenced:
            self._hears_again(place, now_ms)
        count = self._presence.count(place)
        if place in self._overfull and count < self._settings.sweep.most_tags:
            # There is room again: without power the tags left out become newcomers.
            self._overfull.discard(place)
            health.refresh(now_ms)
        elif not count and health.stale(now_ms):
            health.refresh(now_ms)

    def _hears_again(self, place: str, now_ms: int) -> None:
        """Something answers there: if it lay there when all fell silent, the reset helped."""
        records, silenced = self._presence.records(place), self._silenced[place]
        if any(uid in silenced and not silences for uid, (_, silences) in records.items()):
            self._notes.reset(place, FELL_SILENT, now_ms)
        elif silenced & records.keys():
            return  # whether they are gone is not known yet
        del self._silenced[place]

    def _fault(self, place: str, fault: ChipFault, now_ms: int) -> None:
        self._spread(place, self._health[place].fault(str(fault), now_ms), now_ms)

    def _spread(self, place: str, news: News, now_ms: int) -> None:
        """Tell sweep and presence how a reader is."""
        health = self._health[place]
        try:
            self._sweep.use(place, health.reads)
        except ChipFault as fault:
            self._fault(place, fault, now_ms)
            return
        if news is News.FAILED:
            self._presence.failed(place, health.why, now_ms)
        elif news is News.RETURNED:
            self._presence.returning(place, now_ms)
        elif news is News.MENDED:
            self._presence.excused(place, now_ms)

    def _reset_with(self, place: str, now_ms: int) -> None:
        """The reset pin of this reader was pulled: who shares it starts anew too."""
        line = self._readers[place].reset_line
        for other, reader in self._readers.items():
            if line and other != place and reader.reset_line == line:
                self._health[other].was_reset(now_ms)
                self._spread(other, News.NONE, now_ms)

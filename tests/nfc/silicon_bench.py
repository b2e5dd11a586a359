"""Our readers on a simulated Raspberry Pi: the unmodified vendor class over simulated chips."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from meadow.nfc.chip_settings import ChipSettings, GainDb
from meadow.nfc.chips import Meter
from meadow.nfc.readers import DEFAULTS, ChipReaders, Reader, ReaderReport, ReaderSettings
from meadow.nfc.sightings import SETTLE_BOUND_MS, Sighting
from meadow_host.twin.silicon.install import installed
from meadow_host.twin.silicon.noise import Grip
from meadow_host.twin.silicon.pi import SimulatedPi, Wiring
from meadow_host.twin.silicon.picc import Picc

DRIVER = "meadow.nfc.mfrc522"
ONE = {"deck": Wiring(0, 0)}
"""A single reader, for long runs."""
OWN_RESETS = {
    "north": Wiring(0, 0, 22),
    "east": Wiring(0, 1, 23),
    "south": Wiring(1, 0, 24),
    "west": Wiring(1, 1, 25),
    "deck": Wiring(1, 2, 27),
}
"""Five readers with a reset pin each."""


class SiliconBench:
    """Readers on silicon, and time that passes as they are polled."""

    def __init__(self, pi: SimulatedPi, settings: ReaderSettings, gain_db: GainDb) -> None:
        driver: Any = import_module(DRIVER)
        self.pi = pi
        self.meter = Meter()
        made = []
        for place, (bus, device, reset_pin, _) in pi.wiring.items():
            chosen = ChipSettings(bus, device, reset_pin or 25, gain_db=gain_db)
            chip = driver.Chip(chosen, self.meter)
            made.append(Reader(place, chip, f"pin {reset_pin}"))
        self.readers = ChipReaders(pi.clock, made, self.meter, settings)
        self.settled_ms = -1

    def poll(self) -> list[Sighting]:
        """One slice; checks the promises of `Batch` on the way."""
        clock = self.pi.clock
        before_ns = clock.now_ns
        batch = self.readers.poll()
        now_ms = clock.now_ms()
        assert all(self.settled_ms < one.at_ms <= now_ms for one in batch.sightings)
        assert self.settled_ms <= batch.settled_ms < now_ms
        assert now_ms - batch.settled_ms <= SETTLE_BOUND_MS
        self.settled_ms = batch.settled_ms
        if clock.now_ns == before_ns:
            clock.sleep_ms(max(1, self.readers.wake_ms() - now_ms))
        return list(batch.sightings)

    def rest(self) -> None:
        """Nap as long as the readers have nothing to do, as the table's loop does."""
        nap_ms = self.readers.wake_ms() - self.pi.clock.now_ms()
        if nap_ms > 0:
            self.pi.clock.sleep_ms(nap_ms)

    def run(self, duration_ms: int) -> list[Sighting]:
        """Poll for a while."""
        until_ms = self.pi.clock.now_ms() + duration_ms
        told = []
        while self.pi.clock.now_ms() < until_ms:
            told += self.poll()
            self.rest()
        return told

    def regrip(self, place: str, tag: Picc, grip: Grip) -> None:
        """Let a tag that lies there be heard better or worse; it keeps its power and state."""
        self.pi.readers[place].field.place(tag, grip, [])

    def until(self, count: int, at_most_ms: int = 1000) -> list[Sighting]:
        """Poll until so many sightings have come."""
        until_ms = self.pi.clock.now_ms() + at_most_ms
        told: list[Sighting] = []
        while len(told) < count:
            assert self.pi.clock.now_ms() < until_ms, told
            told += self.poll()
            self.rest()
        return told

    def lay(self, place: str, *uids: str) -> list[Picc]:
        """Lay plain tags."""
        tags = [Picc(bytes.fromhex(uid)) for uid in uids]
        for tag in tags:
            self.pi.lay(tag, place)
        return tags

    def report(self, place: str) -> ReaderReport:
        (report,) = [one for one in self.readers.report() if one.place == place]
        return report


@contextmanager
def silicon(
    wiring: Mapping[str, Wiring] | None = None,
    settings: ReaderSettings = DEFAULTS,
    gain_db: GainDb = 33,
    **pi_options: Any,
) -> Iterator[SiliconBench]:
    """Readers on a simulated Pi, five unless wired otherwise."""
    pi = SimulatedPi(None if wiring is None else dict(wiring), **pi_options)
    with installed(pi):
        before = sys.modules.pop(DRIVER, None)
        try:
            yield SiliconBench(pi, settings, gain_db)
        finally:
            # The driver is bound to this Pi's vendor package.
            sys.modules.pop(DRIVER, None)
            if before is not None:
                sys.modules[DRIVER] = before


def uids(chance: random.Random, *sizes: int) -> list[str]:
    """UIDs of so many bytes each; 04h first where there are seven, as NXP's have it."""
    made = []
    for size in sizes:
        uid = bytes(chance.randrange(256) for _ in range(size))
        made.append((b"\x04" + uid[1:] if size == 7 else uid).hex().upper())
    return made

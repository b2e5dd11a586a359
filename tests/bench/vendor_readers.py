"""The vendors' reader drivers, unmodified, on the silicon that ours is measured on."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from meadow_host.twin.silicon.pi import SimulatedPi
from meadow_host.twin.silicon.picc import Picc

from tests.bench.readers import MIXED, SEVEN, lay_eleven, lay_pile, watched_pi
from tests.nfc.silicon_bench import uids
from tests.silicon import vendors

ARRIVALS = 40
"""Spread evenly over a sweep and the readers, so that the mean is that of all moments."""
SWEEPS = 12
"""So many sweeps a driver gets to do a thing; after that it is "never"."""
RESET_PIN = 22
"""BCM 25 by its number on the header."""
REQA = 0x26
Read = Callable[[], bytes | None]
"""One poll of one reader as its vendor has it: the UID that it takes for whole, if any."""


class Times(msgspec.Struct, frozen=True):
    """What a driver took. None is never: not within `SWEEPS` sweeps."""

    sweep_ms: float
    transfers: int
    python_ms: float
    arrival_mean_ms: float | None
    arrival_worst_ms: float | None
    seven_ms: float | None
    mixed_ms: float | None
    lying_ms: float | None


def _mfrc522(module: Any, bus: int, device: int) -> Read:
    reader = module.MFRC522(bus=bus, device=device, pin_rst=RESET_PIN)

    def read() -> bytes | None:
        if reader.MFRC522_Request(REQA)[0] != reader.MI_OK:
            return None
        status, uid = reader.MFRC522_Anticoll()
        return bytes(uid[:-1]) if status == reader.MI_OK else None

    return read


def _pi_rc522(module: Any, bus: int, device: int) -> Read:
    reader = module.RFID(bus=bus, device=device, pin_rst=RESET_PIN, pin_irq=None)

    def read() -> bytes | None:
        uid = reader.read_id()
        return None if uid is None else bytes(uid)

    return read


def _mfrc522_python(module: Any, bus: int, device: int) -> Read:
    reader = module.MFRC522(bus=bus, device=device, pin_rst=RESET_PIN)

    def read() -> bytes | None:
        if reader.Request(REQA)[0] != reader.MI_OK:
            return None
        answer = reader.Anticoll()
        return bytes(answer[1][:-1]) if answer[0] == reader.MI_OK else None

    return read


class Vendor(NamedTuple):
    """A package, the module it is imported by, and how one of its readers is polled."""

    package: str
    module: str
    reader: Callable[[Any, int, int], Read]


OWN = Vendor("mfrc522", "mfrc522", _mfrc522)
VENDORS = (
    OWN,
    Vendor("pi-rc522", "pirc522", _pi_rc522),
    Vendor("mfrc522-python", "mfrc522", _mfrc522_python),
)


def fetched() -> list[Vendor]:
    """Those that are there to compare with."""
    return [one for one in VENDORS if one is OWN or (vendors.FOLDER / one.package).is_dir()]


class VendorBench:
    """One vendor's driver on five readers, polled in turn."""

    def __init__(self, vendor: Vendor, pi: SimulatedPi, patch: pytest.MonkeyPatch) -> None:
        if vendor is OWN:
            self._module: Any = import_module(vendor.module)
        else:
            self._module = vendors.load(patch, vendor.package, vendor.module)
        # pi-rc522 warns of every collision; with no handler at all that goes to the terminal.
        patch.setattr(logging.getLogger("pirc522"), "handlers", [logging.NullHandler()])
        self.pi = pi
        self._vendor = vendor
        self._reads: dict[str, Read] = {}
        self.restart()

    def restart(self) -> None:
        """Open all readers, for the first time or anew."""
        self._reads = {
            place: self._vendor.reader(self._module, wiring.bus, wiring.device)
            for place, wiring in self.pi.wiring.items()
        }

    def sweep(self, *places: str) -> list[str]:
        """Poll each reader once, or only these; gives the UIDs told."""
        told = [self._reads[place]() for place in places or self._reads]
        return [uid.hex().upper() for uid in told if uid]

    def until_ms(self, wanted: Sequence[str], *places: str) -> float | None:
        """How long until each of these UIDs was told; None is never."""
        begun_us, missing = self.pi.clock.now_us, set(wanted)
        for _ in range(SWEEPS):
            missing.difference_update(self.sweep(*places))
            if not missing:
                return (self.pi.clock.now_us - begun_us) / 1000
        return None


def times_of(vendor: Vendor) -> Times:
    """Measure everything of a vendor's driver."""
    with watched_pi() as (pi, watch, patch):
        bench = VendorBench(vendor, pi, patch)
        before_us, before = pi.clock.now_us, pi.transfers
        bench.sweep()
        sweep_ms, transfers = (pi.clock.now_us - before_us) / 1000, pi.transfers - before
        python_ms = sorted(watch.took_ms(bench.sweep) for _ in range(3))[1]
        arrivals = _arrivals_ms(bench, sweep_ms)
    with watched_pi() as (pi, _, patch):
        bench = VendorBench(vendor, pi, patch)
        lying_ms = bench.until_ms(lay_eleven(pi))
    return Times(
        sweep_ms,
        transfers,
        python_ms,
        sum(arrivals) / len(arrivals) if arrivals else None,
        max(arrivals, default=None),
        _inventory_ms(vendor, SEVEN),
        _inventory_ms(vendor, MIXED),
        lying_ms,
    )


def _inventory_ms(vendor: Vendor, sizes: Sequence[int]) -> float | None:
    with watched_pi() as (pi, _, patch):
        bench = VendorBench(vendor, pi, patch)
        return bench.until_ms(lay_pile(pi, sizes), "deck")


def _arrivals_ms(bench: VendorBench, sweep_ms: float) -> list[float]:
    """From a tag laid until its reader was polled and told its whole UID; none where that never
    comes. A driver hears a newcomer only as its reader's turn begins, so what it takes is spread
    over a whole sweep: a few moments at random would say little.
    """
    pi, taken = bench.pi, list[float]()
    places = tuple(pi.wiring)
    for number, uid in enumerate(uids(Random(1), *[7] * ARRIVALS)):
        laid_us = pi.clock.now_us + 1000 * sweep_ms * (number + 0.5) / ARRIVALS
        tag = Picc(bytes.fromhex(uid), power_up_us=1000)
        pi.lay(tag, places[number % len(places)], at_us=laid_us)
        told_us = _told_us(bench, uid)
        if told_us is None:
            return []
        taken.append((told_us - laid_us) / 1000)
        pi.lift(tag)
    return taken


def _told_us(bench: VendorBench, uid: str) -> float | None:
    for _ in range(SWEEPS):
        for place in bench.pi.wiring:
            if uid in bench.sweep(place):
                return bench.pi.clock.now_us
    return None

"""How long our readers take on simulated silicon, and Python's own part of it.

Virtual time is of SPI at 1 MHz and 25 us a transfer; Python's is this machine's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

import pytest
from meadow.nfc.anticollision import Found
from meadow.nfc.chip_settings import GainDb
from meadow.nfc.readers import DEFAULTS, ReaderSettings
from meadow.nfc.sweep import SweepSettings
from meadow_host.twin.silicon.install import installed
from meadow_host.twin.silicon.ntag import Ntag
from meadow_host.twin.silicon.pi import SimulatedPi
from meadow_host.twin.silicon.picc import Picc

from tests.nfc.silicon_bench import SiliconBench, uids

SWEEPS = 1000
"""Long enough for all that a table does now and then: settings read back, a roll call."""
ARRIVALS = 40
GAIN_DB: GainDb = 33
SEVEN = (7,) * 7
MIXED = (4, 4, 4, 4, 7, 7, 7, 7)
SIDES = ("north", "east", "south", "west")


class Stopwatch:
    """Real time outside the SPI transfers, in which the silicon is simulated."""

    def __init__(self) -> None:
        self._spi_ns = 0

    def around(self, transfer: Callable[..., list[int]]) -> Callable[..., list[int]]:
        """The same transfer, left out of what `took_ms` tells."""

        def timed(spi: object, values: list[int], *rest: int) -> list[int]:
            begun_ns = time.perf_counter_ns()
            try:
                return transfer(spi, values, *rest)
            finally:
                self._spi_ns += time.perf_counter_ns() - begun_ns

        return timed

    def took_ms(self, work: Callable[[], object]) -> float:
        """How long the work took."""
        begun_ns, spi_ns = time.perf_counter_ns(), self._spi_ns
        work()
        return (time.perf_counter_ns() - begun_ns - (self._spi_ns - spi_ns)) / 1e6


@contextmanager
def watched_pi() -> Iterator[tuple[SimulatedPi, Stopwatch, pytest.MonkeyPatch]]:
    """A simulated Pi in place of the vendor modules, with a stopwatch on its transfers."""
    watch = Stopwatch()
    with installed(SimulatedPi()) as pi, pytest.MonkeyPatch.context() as patch:
        spi: Any = import_module("spidev").SpiDev
        timed = watch.around(spi.xfer2)
        patch.setattr(spi, "xfer2", timed)
        patch.setattr(spi, "xfer", timed)
        yield pi, watch, patch


class Sweeps(NamedTuple):
    """Sweeps of five readers. ``usual_ms`` is what 95 of 100 keep to; ``python_ms`` is the median
    of Python's own time; the others are the most of any. Sweeps with a roll call count apart, in
    ``roll_call_ms`` (0: there was none).
    """

    worst_ms: float
    usual_ms: float
    transfers: int
    python_ms: float
    roll_call_ms: float


def sweeps(lying: bool) -> Sweeps:
    """Over empty readers in slices as the table makes them, or whole over eleven lying tags."""
    whole = ReaderSettings(sweep=SweepSettings(slice_transfers=1000))
    took_ms, transfers, python_ms, roll_calls_ms = list[float](), list[int](), list[float](), [0.0]
    with watched_pi() as (pi, watch, patch):
        bench = SiliconBench(pi, whole if lying else DEFAULTS, GAIN_DB)
        calls, roll_call = list[bool](), bench.readers.roll_call

        def note(place: str) -> bool:
            calls.append(roll_call(place))
            return calls[-1]

        patch.setattr(bench.readers, "roll_call", note)
        if lying:
            lay_eleven(pi)
        bench.run(400)
        called = False
        for _count in range(SWEEPS):
            before_us, before, was_called = pi.clock.now_us, pi.transfers, called
            calls.clear()
            python = watch.took_ms(bench.readers.poll)
            took = (pi.clock.now_us - before_us) / 1000
            called = any(calls)
            # What a roll call does not get done in one sweep it does in the next.
            if called or was_called:
                roll_calls_ms.append(took)
            else:
                took_ms.append(took)
                transfers.append(pi.transfers - before)
                python_ms.append(python)
            if not took:
                pi.clock.sleep_ms(1)
    usual_ms = sorted(took_ms)[len(took_ms) * 95 // 100]
    usual_python_ms = sorted(python_ms)[len(python_ms) // 2]
    return Sweeps(max(took_ms), usual_ms, max(transfers), usual_python_ms, max(roll_calls_ms))


def arrivals_ms() -> list[float]:
    """From a tag laid until its whole UID, on five readers; the tag takes 1 ms to power up."""
    chance, taken = Random(1), list[float]()
    with watched_pi() as (pi, _, patch):
        bench = SiliconBench(pi, DEFAULTS, GAIN_DB)
        found, moments = bench.readers.found, dict[str, float]()

        def note(place: str, tag: Found) -> None:
            moments.setdefault(tag.uid, pi.clock.now_us)
            found(place, tag)

        patch.setattr(bench.readers, "found", note)
        bench.run(20)
        for uid in uids(chance, *[7] * ARRIVALS):
            place = chance.choice(tuple(pi.wiring))
            laid_us = pi.clock.now_us + chance.uniform(0, 2000)
            tag = Picc(bytes.fromhex(uid), power_up_us=1000)
            pi.lay(tag, place, at_us=laid_us)
            bench.until(1)
            taken.append((moments[uid] - laid_us) / 1000)
            pi.lift(tag)
            bench.run(130)
    return taken


def inventory_ms(sizes: Sequence[int]) -> float:
    """All tags of one reader, asked anew. Raises AssertionError when one is missed."""
    with watched_pi() as (pi, _, _patch):
        bench = SiliconBench(pi, DEFAULTS, GAIN_DB)
        bench.run(20)
        laid = lay_pile(pi, sizes)
        before_us = pi.clock.now_us
        found = bench.readers.inventory("deck")
        took_ms = (pi.clock.now_us - before_us) / 1000
    if sorted(one.uid for one in found) != sorted(laid):
        raise AssertionError(f"of {laid} an inventory found {found}")
    return took_ms


def lay_pile(pi: SimulatedPi, sizes: Sequence[int]) -> list[str]:
    """Tags in the deck's tray, powered up; gives their UIDs."""
    laid = uids(Random(2), *sizes)
    for uid in laid:
        number = bytes.fromhex(uid)
        pi.lay(Ntag(number) if len(number) == 7 else Picc(number), "deck")
    pi.clock.sleep_ms(5)
    return laid


def lay_eleven(pi: SimulatedPi) -> list[str]:
    """One tag on each side and seven on the deck, powered up; gives their UIDs."""
    laid = uids(Random(3), *[7] * 11)
    for uid, place in zip(laid, (*SIDES, *["deck"] * 7), strict=True):
        pi.lay(Ntag(bytes.fromhex(uid)), place)
    pi.clock.sleep_ms(5)
    return laid

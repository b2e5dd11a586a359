"""Puts the stand-ins of one simulated Pi in place of the vendor modules, and back again.

What was imported against the stand-ins is forgotten at the end, so that the next simulated Pi gets
vendor packages of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from meadow_host.twin.silicon.fakes import gpio, spidev
from meadow_host.twin.silicon.pi import SimulatedPi

VENDOR_PACKAGES = ("mfrc522", "pirc522")
"""Packages that bind to the stand-ins when they are imported."""


def stand_ins(pi: SimulatedPi) -> dict[str, ModuleType]:
    """The stand-in modules of a Pi by the name they are imported by."""
    package, module = gpio.make(pi)
    return {"spidev": spidev.make(pi), "RPi": package, "RPi.GPIO": module}


@contextmanager
def installed(pi: SimulatedPi) -> Iterator[SimulatedPi]:
    """Within it, `import spidev`, `import RPi.GPIO` and what builds on them reach this Pi."""
    before = dict(sys.modules)
    _forget()
    sys.modules.update(stand_ins(pi))
    try:
        yield pi
    finally:
        _forget()
        for name in stand_ins(pi):
            sys.modules.pop(name, None)
            if name in before:
                sys.modules[name] = before[name]


def _forget() -> None:
    for name in list(sys.modules):
        if name.split(".")[0] in VENDOR_PACKAGES:
            del sys.modules[name]

"""Puts the stand-ins of one simulated Pi in place of the vendor modules, and back again.

The vendor packages themselves stay as they are. Those that sleep get the Pi's clock to sleep on,
and Blinka is told which Raspberry Pi it is on. What was imported against a Pi is forgotten at the
end, so that the next one gets vendor packages of its own.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from meadow_host.twin.silicon.fakes import gpio, gpiod, pi5_neopixel, pwm, spidev, ws281x
from meadow_host.twin.silicon.pi import SimulatedPi

# fmt: off
VENDOR_PACKAGES = {
    "mfrc522", "pirc522", "adafruit_blinka", "adafruit_platformdetect", "adafruit_pixelbuf",
    "board", "busio", "digitalio", "microcontroller", "micropython", "neopixel", "neopixel_write",
    "pwmio",
}
"""Packages that bind to a Raspberry Pi when they are imported."""
OURS_ON_VENDORS = "meadow.nfc.mfrc522"
"""Our one module that is made of a vendor package: it binds with it."""
# fmt: on
BLINKA_SETTINGS = {"BLINKA_FORCECHIP": "BCM2XXX", "BLINKA_SKIP_DEPENDENCY_CHECK": "1"}
SLEEP_OVERSHOOT_NS = 60_000
"""What a sleep on Linux lasts too long: 50 us of timer slack and the way back to the caller."""


def stand_ins(pi: SimulatedPi) -> dict[str, ModuleType]:
    """The stand-in modules of a Pi by the name they are imported by."""
    return {
        "spidev": spidev.make(pi),
        **gpio.make(pi),
        **gpiod.make(pi),
        "_rpi_ws281x": ws281x.make(pi),
        "adafruit_blinka_raspberry_pi_pwm": pwm.make(pi),
        "adafruit_raspberry_pi5_neopixel_write": pi5_neopixel.make(pi),
    }


@contextmanager
def installed(pi: SimulatedPi) -> Iterator[SimulatedPi]:
    """Within it, `import spidev`, `import RPi.GPIO` and all that builds on them reach this Pi."""
    ours = stand_ins(pi)
    before = {
        name: module
        for name, module in list(sys.modules.items())
        if _is_vendor(name) or name in ours
    }
    settings = {name: os.environ.get(name) for name in BLINKA_SETTINGS}
    finder = _Finder(pi)
    _forget()
    sys.modules.update(ours)
    os.environ.update(BLINKA_SETTINGS)
    sys.meta_path.insert(0, finder)
    try:
        yield pi
    finally:
        sys.meta_path.remove(finder)
        _restore_settings(settings)
        _forget()
        for name in ours:
            del sys.modules[name]
        sys.modules.update(before)


def _is_vendor(name: str) -> bool:
    return name == OURS_ON_VENDORS or name.partition(".")[0] in VENDOR_PACKAGES


def _forget() -> None:
    for name in list(sys.modules):
        if _is_vendor(name):
            del sys.modules[name]


def _restore_settings(settings: dict[str, str | None]) -> None:
    for name, value in settings.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


class _Finder(MetaPathFinder):
    """Finds vendor packages where they are, and sees to them once they are loaded."""

    def __init__(self, pi: SimulatedPi) -> None:
        self._pi = pi

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not _is_vendor(fullname):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader, self._pi)
        return spec


class _Loader(Loader):
    def __init__(self, loader: Loader, pi: SimulatedPi) -> None:
        self._loader = loader
        self._pi = pi

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        _settle(module, self._pi)


def _settle(module: Any, pi: SimulatedPi) -> None:
    """Give a loaded vendor module the Pi's time and identity, where it asks for them."""

    def sleep(seconds: float) -> None:
        pi.threads.sleep(round(seconds * 1_000_000_000) + SLEEP_OVERSHOOT_NS)

    if getattr(module, "time", None) is time:
        module.time = _virtual_time(pi, sleep)
    if getattr(module, "sleep", None) is time.sleep:
        module.sleep = sleep
    if module.__name__ == "adafruit_platformdetect":
        module.Detector.get_cpuinfo_field = lambda self, field: (
            pi.model.revision if field == "Revision" else None
        )
    if module.__name__ == "adafruit_blinka.microcontroller.generic_linux.raspberry_pi_pin":
        module._chip_paths = lambda: [Path(gpiod.CHIP_PATH)]


def _virtual_time(pi: SimulatedPi, sleep: object) -> ModuleType:
    module: Any = ModuleType("time")
    module.__dict__.update({name: value for name, value in vars(time).items() if name[0] != "_"})
    module.sleep = sleep
    for name in ("time", "monotonic", "perf_counter"):
        setattr(module, name, lambda: pi.clock.now_ns / 1_000_000_000)
        setattr(module, f"{name}_ns", lambda: pi.clock.now_ns)
    made: ModuleType = module
    return made

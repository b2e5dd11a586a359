"""The libraries of a Raspberry Pi: the extra `pi`, the pinned versions, the page that says how.

Whether the registry has them cannot be tried here; docs/not-yet-on-hardware.md says what was.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
ALWAYS = [Requirement(line) for line in PROJECT["dependencies"]]
PI = [Requirement(line) for line in PROJECT["optional-dependencies"]["pi"]]
PINNED = {
    canonicalize_name(one.name): str(one.specifier).removeprefix("==")
    for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
    for one in [Requirement(line)]
}
PAGE = (ROOT / "docs" / "hardware.md").read_text("utf-8")
EVERYWHERE = ["adafruit-blinka", "adafruit-circuitpython-neopixel"]
ON_A_PI = [
    "adafruit-blinka-raspberry-pi-pwm",
    "adafruit-blinka-raspberry-pi5-neopixel",
    "gpiod",
    "rpi-ws281x",
    "spidev",
]


def taken(**machine: str) -> list[str]:
    """The names of what the extra takes on a machine."""
    return sorted(one.name for one in PI if not one.marker or one.marker.evaluate(machine))


@pytest.mark.parametrize(
    ("python", "lgpio"), [("3.11", "lgpio"), ("3.12", "lgpio"), ("3.13", "adafruit-lgpio")]
)
def test_a_raspberry_pi_gets_all_it_needs(python: str, lgpio: str) -> None:
    got = taken(sys_platform="linux", platform_machine="aarch64", python_version=python)
    assert got == sorted([*EVERYWHERE, *ON_A_PI, lgpio])


@pytest.mark.parametrize(
    ("system", "machine"), [("linux", "x86_64"), ("darwin", "arm64"), ("win32", "AMD64")]
)
def test_another_computer_gets_nothing_that_only_a_pi_can_use(system: str, machine: str) -> None:
    got = taken(sys_platform=system, platform_machine=machine, python_version="3.13")
    assert got == EVERYWHERE


@pytest.mark.parametrize("one", [*ALWAYS, *PI], ids=lambda one: one.name)
def test_each_library_is_bounded_and_pinned_within_its_bounds(one: Requirement) -> None:
    assert {part.operator for part in one.specifier} == {">=", "<"}
    assert one.specifier.contains(PINNED[canonicalize_name(one.name)], prereleases=True)


@pytest.mark.parametrize("name", ["mfrc522", "rpi-lgpio"])
def test_what_would_bring_the_wrong_libraries_goes_in_without_them(name: str) -> None:
    assert name not in [one.name for one in PI]
    assert name in PINNED
    assert ".venv/bin/pip install -c constraints.txt --no-deps mfrc522 rpi-lgpio\n" in PAGE


def test_the_page_installs_the_extra_with_the_pinned_versions() -> None:
    assert ".venv/bin/pip install -c constraints.txt -e '.[pi,host]'\n" in PAGE

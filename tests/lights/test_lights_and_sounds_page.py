"""docs/lights-and-sounds.md tells of every cue and sound, common and of Sweepers, and no other."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from meadow.games.cues import Beep, Extent, Motion, Style
from meadow.games.package import load_packages
from meadow.games.sweepers.looks import BEEPS, STYLES
from meadow.lights.common import COMMON_STYLES
from meadow.lights.spans import DEFAULT_SPANS
from meadow.sounds.patterns import COMMON_BEEPS

PAGE = (Path(__file__).parents[2] / "docs/lights-and-sounds.md").read_text(encoding="utf-8")


def rows(heading: str) -> dict[str, list[str]]:
    """The rows of the table under a heading, by their first cell."""
    section = PAGE.split(f"## {heading}")[1].split("\n## ")[0]
    found = re.findall(r"^\| `([a-z-]+)` \|(.*)\|$", section, re.MULTILINE)
    return {name: [cell.strip() for cell in rest.split("|")] for name, rest in found}


def test_the_page_tells_what_every_common_cue_means() -> None:
    assert set(rows("What the cues mean")) == set(COMMON_STYLES)


def test_the_page_tells_what_every_common_sound_means_and_its_light() -> None:
    told = {name: cells[-1].strip("`") for name, cells in rows("What the sounds mean").items()}
    assert told == {name: beep.light for name, beep in COMMON_BEEPS.items()}


def test_what_the_page_calls_blinking_or_swelling_does_so() -> None:
    words = {Motion.BREATHE: "swell", Motion.INWARD: "inward", Motion.BOUNCE: "to and fro|hops"}
    for name, cells in rows("What the cues mean").items():
        for motion, word in words.items():
            assert bool(re.search(word, cells[0])) == (COMMON_STYLES[name].motion is motion), name


# ----------------------------------------------------------------------------- Sweepers

SWEEPERS_LIGHTS = "Sweepers: what its lights mean"
SWEEPERS_SOUNDS = "Sweepers: what its sounds mean"

COLOURS = {
    (0, 220, 60): "green",
    (255, 180, 0): "gold",
    (255, 20, 0): "red",
    (255, 90, 0): "orange",
    (40, 120, 255): "blue",
    (255, 200, 120): "warm white",
    (60, 60, 60): "grey",
}
MOTIONS = {
    Motion.STEADY: "still",
    Motion.BREATHE: "swells? and sinks?",
    Motion.BLINK: "blinks?",
    Motion.CHASE: "dot runs round",
    Motion.BOUNCE: "to and fro",
    Motion.OUTWARD: "outward",
    Motion.INWARD: "inward",
    Motion.SPARKLE: "sparkles?",
    Motion.FILL: "filled from the left",
    Motion.DRAIN: "empties",
}
FLASHED = ("covered", "reopened", "early", "right", "wrong", "penalty")
EXTENTS = {Extent.MIDDLE: "middle", Extent.ENDS: "ends", Extent.EDGES: "edges"}


def test_the_page_tells_what_every_cue_of_sweepers_means() -> None:
    told = rows(SWEEPERS_LIGHTS)
    assert set(told) == set(STYLES)
    assert [name for name, cells in told.items() if len(cells) != 4 or not all(cells[:3])] == []


@pytest.mark.parametrize(("name", "style"), sorted(STYLES.items()))
def test_the_page_says_how_each_cue_of_sweepers_looks(name: str, style: Style) -> None:
    looks, where, *_ = rows(SWEEPERS_LIGHTS)[name]
    colours = [word for word in COLOURS.values() if re.search(rf"\b{word}\b", looks)]
    assert colours == [COLOURS[style.colour]]
    found = [motion for motion, word in MOTIONS.items() if re.search(word, looks)]
    assert found == [style.motion]
    extents = [extent for extent, word in EXTENTS.items() if re.search(rf"\b{word}\b", looks)]
    assert extents == [extent for extent in EXTENTS if extent is style.extent]
    assert ("once" in where) == (name in FLASHED)


def test_the_page_tells_what_every_sound_of_sweepers_means_and_its_light() -> None:
    told = {name: cells[-1].strip("`") for name, cells in rows(SWEEPERS_SOUNDS).items()}
    assert told == {name: beep.light for name, beep in BEEPS.items()}


def beats(rhythm: str) -> list[str]:
    """What a rhythm says in words, beat by beat: "two short, one long" is short, short, long."""
    numbers = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
    found: list[str] = []
    for part in rhythm.split(", "):
        *number, length = part.split()
        found += [length] * (numbers[number[0]] if number else 1)
    return found


def length_of(on_ms: int) -> str:
    return "short" if on_ms <= 120 else "medium" if on_ms <= 300 else "long"


@pytest.mark.parametrize(
    ("heading", "beeps"), [("What the sounds mean", COMMON_BEEPS), (SWEEPERS_SOUNDS, BEEPS)]
)
def test_the_page_says_every_rhythm(heading: str, beeps: Mapping[str, Beep]) -> None:
    for name, cells in rows(heading).items():
        assert beats(cells[0]) == [length_of(on) for on in beeps[name].pattern_ms[::2]], name


def test_the_page_names_the_pixels_of_every_place() -> None:
    for span in DEFAULT_SPANS:
        last = (span.first + span.count - 1) % 60
        assert span.place in PAGE
        assert re.search(rf"\b{span.first}\b", PAGE), span
        assert re.search(rf"\b{last}\b", PAGE), span


def test_the_example_of_a_games_own_test_works() -> None:
    example = PAGE.split("```python")[1].split("```")[0]
    names: dict[str, object] = {
        "PACKAGE": load_packages()["sweepers"],
        "names_of_all_its_cues": ("open", "count"),
        "names_of_all_its_sounds": ("match", "count"),
    }
    checks = "\n".join(line for line in example.splitlines() if "lookalikes(styles" not in line)
    exec(compile(checks, "lights-and-sounds.md", "exec"), names)
    assert {"styles", "beeps"} <= set(names)

"""docs/lights-and-sounds.md tells of every common cue and sound, and of no other."""

from __future__ import annotations

import re
from pathlib import Path

from meadow.games.cues import Motion
from meadow.games.package import load_packages
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

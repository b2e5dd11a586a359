"""docs/lights-and-sounds.md tells of every cue and sound, common and of each game, and no other."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from meadow.games.cues import Beep, Extent, Motion, Style
from meadow.games.package import load_packages
from meadow.games.sweepers import looks as sweepers
from meadow.games.sweet_takes import looks as sweet_takes
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


# ------------------------------------------------------------------------- each game

COLOURS = {
    (0, 220, 60): "green",
    (255, 180, 0): "gold",
    (255, 20, 0): "red",
    (255, 90, 0): "orange",
    (40, 120, 255): "blue",
    (255, 200, 120): "warm white",
    (90, 65, 25): "amber",
    (60, 60, 60): "grey",
    # Suits.
    (180, 60, 255): "purple",
    (255, 50, 130): "pink",
    (255, 190, 0): "yellow",
    (255, 255, 255): "white",
    (20, 100, 255): "blue",
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
    Motion.ALTERNATE: "every other pixel .*in turns",
    Motion.FILL: "filled from the left",
    Motion.DRAIN: "empties",
    Motion.TALLY: "marks alone",
    Motion.SWELL: "marks .*pulsing",
}
EXTENTS = {Extent.MIDDLE: "middle", Extent.ENDS: "ends", Extent.EDGES: "edges"}


class Told(NamedTuple):
    """A game of which the page tells: ``cues`` of its one table, ``flashed`` what is shown once."""

    title: str
    cues: Mapping[str, Style]
    flashed: frozenset[str]
    beeps: Mapping[str, Beep]

    @property
    def lights(self) -> str:
        return f"{self.title}: what its lights mean"

    @property
    def sounds(self) -> str:
        return f"{self.title}: what its sounds mean"


GAMES = (
    Told(
        "Sweepers",
        sweepers.STYLES,
        frozenset({"covered", "reopened", "early", "right", "wrong", "penalty"}),
        sweepers.BEEPS,
    ),
    Told(
        "Sweet Takes",
        {name: style for name, style in sweet_takes.STYLES.items() if "." not in name},
        frozenset({"leads", "set-begins", "played", "withdrawn", "breach", "collected", "victory"}),
        sweet_takes.BEEPS,
    ),
)
CUES = [(game, name) for game in GAMES for name in game.cues]


def colours_in(looks: str) -> list[str]:
    """The colours named; "white" is not named by "warm white"."""
    found = re.findall("|".join(rf"\b{word}\b" for word in dict.fromkeys(COLOURS.values())), looks)
    return list(dict.fromkeys(found))


def motions_in(looks: str) -> list[Motion]:
    return [motion for motion, word in MOTIONS.items() if re.search(word, looks)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.title)
def test_the_page_tells_what_every_cue_of_a_game_means(game: Told) -> None:
    told = rows(game.lights)
    assert set(told) == set(game.cues)
    assert [name for name, cells in told.items() if len(cells) != 4 or not all(cells[:3])] == []


@pytest.mark.parametrize(("game", "name"), CUES, ids=lambda part: getattr(part, "title", part))
def test_the_page_says_how_each_cue_of_a_game_looks(game: Told, name: str) -> None:
    style = game.cues[name]
    looks, where, *_ = rows(game.lights)[name]
    assert colours_in(looks) == [COLOURS[style.colour]]
    assert motions_in(looks) == [style.motion]
    extents = [extent for extent, word in EXTENTS.items() if re.search(rf"\b{word}\b", looks)]
    assert extents == [extent for extent in EXTENTS if extent is style.extent]
    assert ("once" in where) == (name in game.flashed)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.title)
def test_the_page_tells_what_every_sound_of_a_game_means_and_its_light(game: Told) -> None:
    told = {name: cells[-1].strip("`") for name, cells in rows(game.sounds).items()}
    assert told == {name: beep.light for name, beep in game.beeps.items()}


def test_the_page_says_how_each_suit_looks_at_the_deck() -> None:
    told = rows("Sweet Takes: the suits at the deck")
    assert set(told) == set(sweet_takes.SUITS)
    for suit, (looks, _) in told.items():
        for role, extent in (("lead", Extent.FIRST_HALF), ("second", Extent.LAST_HALF)):
            style = sweet_takes.STYLES[f"{role}.{suit}"]
            assert colours_in(looks) == [COLOURS[style.colour]], suit
            assert motions_in(looks) == [style.motion], suit
            assert style.extent is extent


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
    ("heading", "beeps"),
    [("What the sounds mean", COMMON_BEEPS), *((game.sounds, game.beeps) for game in GAMES)],
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

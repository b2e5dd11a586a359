"""The live view, drawn to text: it shows what is, and never overflows the terminal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from meadow.games.game import Cue
from meadow.lights.power import Power
from meadow_host.scene import (
    Event,
    Scene,
    SideShown,
    Timer,
    clock_text,
    screen_colours,
    timer_of,
)
from meadow_host.view import draw
from rich.text import Text

from tests.host.test_evening import Onlooker, play

BLACK = (0, 0, 0)
SIZES = [(72, 20), (80, 23), (80, 24), (96, 28), (120, 40), (200, 60)]


def side(name: str, **more: Any) -> SideShown:
    return replace(SideShown(name, rake="red", plays=True, covered=2, cards=7), **more)


def scene(**more: Any) -> Scene:
    """A moment of Quick Paws, with something everywhere."""
    usual = Scene(
        title="Quick Paws, referee live",
        clock="1:02.3  16x",
        centre=("playing", "a second line"),
        sides={
            "north": side("north", open=("acorn on moss",), cue="open"),
            "east": side("east", tray=(("acorn on bark", "stray"),), cue="stray"),
            "south": side("south", tray=(("acorn on snow", "match"),), notes=("Stashed!",)),
            "west": SideShown("west"),
        },
        pixels=(BLACK,) * 60,
        events=[Event(62_300, "north: opens acorn on moss"), Event(62_400, "Stop!", loud=True)],
        sand=Timer(45_000, 90_000),
        deck_cue="scan",
        journal="journal: games/000001-sweepers.jsonl, 12 of 12 lines saved",
        sound="match",
    )
    return replace(usual, **more)


def text(lines: list[Text]) -> str:
    return "\n".join(line.plain.rstrip() for line in lines)


def test_a_moment_at_80_by_23() -> None:
    assert text(draw(scene(), 80, 23)) == PICTURE.strip("\n")


PICTURE = """
 Quick Paws, referee live                                           1:02.3  16x
                   NORTH red rake   ●●○○○○○ 2/7   light: open
                                ▣ acorn on moss
                         ██████████████████████████████
                       ▀▀                              ▀▀
         WEST (nobody) ▀▀                              ▀▀ EAST red rake
                       ▀▀           playing            ▀▀ ●●○○○○○ 2/7
                       ▀▀        a second line         ▀▀ light: stray
                       ▀▀                              ▀▀ ✗ acorn on bark
                       ▀▀  ▰▰▰▰▰▰▰▰▰▰▱▱▱▱▱▱▱▱▱▱ 45 s   ▀▀
                       ▀▀                              ▀▀
                       ▀▀ ♪ match                scan ◢▀▀
                         ██████████████████████████████
                          SOUTH red rake   ●●○○○○○ 2/7
                           Stashed!   ✓ acorn on snow
────────────────────────────────────────────────────────────────────────────────




  1:02.3  north: opens acorn on moss
  1:02.4  Stop!
 journal: games/000001-sweepers.jsonl, 12 of 12 lines saved
"""


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> list[Scene]:
    """Some moments of a whole evening."""
    onlooker = Onlooker(step_ms=500, keep_every=25)
    play(tmp_path_factory.mktemp("view"), 3, onlooker=onlooker, frames_hz=5)
    return onlooker.scenes


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("colours", [True, False])
def test_no_moment_of_an_evening_overflows_the_terminal(
    scenes: list[Scene], width: int, height: int, colours: bool
) -> None:
    assert len(scenes) > 30
    for moment in scenes:
        lines = draw(moment, width, height, colours)
        assert len(lines) == height
        assert {line.cell_len for line in lines} == {width}


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_too_much_of_everything_is_cut_not_wrapped(width: int, height: int) -> None:
    long = "a very long name of an item on a very long name of a background"
    full = side("north", open=(long,) * 9, tray=((long, "stray"),) * 9, notes=(long,) * 9, cue=long)
    crowded = scene(
        title=long * 5,
        centre=(long,) * 30,
        sides=dict.fromkeys(("north", "east", "south", "west"), full),
        events=[Event(10**9, long * 9)] * 100,
        journal=long * 9,
        sound=long,
        deck_cue="x" * 20,
    )

    lines = draw(crowded, width, height)

    assert len(lines) == height
    assert {line.cell_len for line in lines} == {width}


def test_what_is_left_out_of_a_full_tray_is_counted() -> None:
    tray = tuple([(f"acorn on {place}", "neutral") for place in ("moss", "bark", "snow", "sand")])
    crowded = scene(sides={**scene().sides, "south": side("south", tray=tray * 3)})

    drawn = text(draw(crowded, 80, 23))

    assert "• acorn on moss   • acorn on bark   • acorn on snow   • acorn on sand   +8" in drawn


def test_the_newest_events_stand_at_the_bottom() -> None:
    many = scene(events=[Event(number, f"event {number}") for number in range(100)])

    lines = text(draw(many, 80, 23)).splitlines()

    assert [line.split("  ")[-1] for line in lines[-3:-1]] == ["event 98", "event 99"]


RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


def colour_at(line: Text, column: int) -> str:
    """The style of one cell."""
    spans = [span for span in line.spans if span.start <= column < span.end]
    return str(spans[-1].style) if spans else ""


def test_each_pixel_stands_where_it_is_on_the_table() -> None:
    # Clockwise from the north-west corner, 15 a side.
    pixels = [BLACK] * 60
    pixels[0], pixels[15], pixels[30], pixels[45] = RED, GREEN, BLUE, WHITE

    lines = draw(scene(pixels=tuple(pixels)), 80, 23)

    assert colour_at(lines[3], 25) == "#ff3030"  # north: the first of the top row
    assert colour_at(lines[4], 55) == "#30ff30 on #303030"  # east: the uppermost on the right
    assert colour_at(lines[12], 53) == "#3030ff"  # south: the last of the bottom row
    assert colour_at(lines[11], 23) == "#ffffff"  # west: the lowest on the left
    assert colour_at(lines[3], 27) == "#303030"  # dark


def test_without_colours_lights_are_shades() -> None:
    pixels = [BLACK] * 60
    pixels[0], pixels[1], pixels[2] = WHITE, (140, 0, 0), (60, 60, 60)

    lines = draw(scene(pixels=tuple(pixels)), 80, 23, colours=False)

    assert lines[3].plain.strip() == "██▒▒░░" + "··" * 12


def test_a_side_is_told_without_its_colour_too() -> None:
    assert "light: stray" in text(draw(scene(), 80, 23, colours=False))


def test_a_frame_is_shown_as_eyes_see_it() -> None:
    # What a strip gets is gamma-corrected and dimmed; on a screen the colour itself is shown.
    meant = bytes([255, 180, 0, 40, 120, 255])
    power = Power(brightness=0.5, max_current_ma=5000, pixels=2)

    first, second = screen_colours(power.apply(meant), power.full)

    for shown, value in zip((*first, *second), meant, strict=True):
        assert abs(shown - value) <= 6


def test_a_dark_strip_of_no_brightness_is_dark() -> None:
    assert screen_colours(bytes(6), 0) == (BLACK, BLACK)


@pytest.mark.parametrize(
    ("cue", "left_ms"),
    [
        (Cue("timer", ends_ms=90_000, span_ms=90_000), 60_000),
        (Cue("timer", left_ms=12_345, span_ms=90_000), 12_345),
        (Cue("timer", ends_ms=10_000, span_ms=90_000), 0),
    ],
)
def test_the_timer_runs_stands_still_and_ends(cue: Cue, left_ms: int) -> None:
    assert timer_of({"north": Cue("open"), "meadow": cue}, 30_000) == Timer(left_ms, 90_000)


def test_without_sand_there_is_no_timer() -> None:
    assert timer_of({"north": Cue("open")}, 0) is None


@pytest.mark.parametrize(
    ("pace", "shown"), [(1, "1:02.3"), (2.5, "1:02.3  2.5x"), (16, "1:02.3  16x")]
)
def test_the_clock_says_how_fast_it_goes(pace: float, shown: str) -> None:
    assert clock_text(62_345, pace) == shown


def test_an_evening_shows_who_joins_and_how_far_it_is_saved(tmp_path: Path) -> None:
    onlooker = Onlooker(step_ms=500, keep_every=100)
    play(tmp_path, 3, ["quick-paws"], onlooker)

    told = [event.text for event in onlooker.chronicle.events]
    assert "chosen: Quick Paws" in told or len(told) == onlooker.chronicle.events.maxlen
    assert onlooker.scenes[-1].journal.startswith(f"journal: {tmp_path}/000001-sweepers.jsonl, ")

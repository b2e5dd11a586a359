"""The live view, drawn to text: it shows what is, and never overflows the terminal."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from meadow.games.game import Cue
from meadow.journal.write import Status
from meadow.lights.power import Power
from meadow.telling.chronicle import Chronicle, Event
from meadow.telling.words import Words
from meadow_host.run import Folder, Show
from meadow_host.run_report import event_line
from meadow_host.scene import (
    Scene,
    SideShown,
    Timer,
    clock_text,
    screen_colours,
    timer_of,
)
from meadow_host.scenes.any_game import centre_of, sides_of
from meadow_host.view import draw
from pytest_mock import MockerFixture
from rich.text import Text

from tests.host.test_evening import Onlooker, play, words

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
        journal="journal: games/000001-sweepers.jsonl, 12 lines saved",
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
 journal: games/000001-sweepers.jsonl, 12 lines saved
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


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_what_the_deck_shows_is_cut_where_the_ring_ends(width: int, height: int) -> None:
    two_suits = "lead.white-swirls, second.green-bursts"

    short = text(draw(scene(deck_cue=""), width, height)).splitlines()
    drawn = text(draw(scene(deck_cue=two_suits), width, height)).splitlines()

    row = next(number for number, line in enumerate(drawn) if "lead.white-swirls" in line)
    right = short[row].rindex("▀▀" if "▀▀" in short[row] else "██")
    assert drawn[row].index("◢") == right - 1
    assert drawn[row][right:] == short[row][right:]


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

    journals = [moment.journal for moment in onlooker.scenes]
    saved = re.escape(f"journal: {tmp_path}/000001-sweepers.jsonl, ") + r"(saving|\d+ lines saved)"
    assert all(re.fullmatch(f"journal: begins with the game|{saved}", one) for one in journals)
    assert not any(moment.trouble for moment in onlooker.scenes)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (Status(saved_seq=-1, pending=39, trouble=""), "journal: a.jsonl, saving"),
        (Status(saved_seq=38, pending=0, trouble=""), "journal: a.jsonl, 39 lines saved"),
        (Status(saved_seq=3, pending=9, trouble="a.jsonl: disk full"), "a.jsonl: disk full"),
    ],
)
def test_the_journal_is_saving_saved_or_in_trouble(
    mocker: MockerFixture, tmp_path: Path, status: Status, said: str
) -> None:
    writer = mocker.Mock(path="a.jsonl")
    writer.status.return_value = status
    folder = Folder(tmp_path)
    folder.writers.append(writer)
    show = Show(mocker.MagicMock(), folder, Chronicle(Words({})), Words({}), 255)

    assert show.journal() == (said, status.trouble)


def test_each_game_is_told_once_and_a_line_divides_them(tmp_path: Path) -> None:
    told: list[Event] = []
    onlooker = Onlooker(step_ms=10_000)
    onlooker.chronicle = Chronicle(words(), told.append)
    play(tmp_path, 3, onlooker=onlooker)

    chosen = [event.text for event in told if event.text.startswith("chosen")]
    assert chosen == [
        "chosen: That's My Stash!, referee check",
        "chosen: Quick Paws, referee live",
    ]
    (line,) = [number for number, event in enumerate(told) if event.divides]
    assert told[line + 1].text == "chosen: Quick Paws, referee live"
    assert "victory" in told[line - 1].text or told[line - 1].at_ms > 60_000


def test_a_dividing_line_is_drawn_and_written() -> None:
    events = [Event(1000, "victory"), Event(0, "", divides=True), Event(0, "chosen: Quick Paws")]

    assert text(draw(scene(events=events), 80, 23)).splitlines()[-4:-1] == [
        "  0:01.0  victory",
        "─" * 80,
        "  0:00.0  chosen: Quick Paws",
    ]
    assert event_line(events[1]) == "-" * 60


@pytest.mark.parametrize("outcome", ["stashed", "won", "lost-time", "lost-mismatch", "ended"])
def test_how_a_game_ended_is_never_cut_off(outcome: str) -> None:
    game = {"game": "sweepers", "phase": "over", "outcome": outcome, "winners": ["north", "south"]}
    centre = centre_of({"game": game}, Words({}))

    drawn = text(draw(scene(centre=centre, sand=None), 100, 28))

    middle = " ".join(re.findall(r"▀▀ +(\S.*?) +▀▀", drawn))
    assert "…" not in drawn
    assert centre[1] in middle


def test_in_referee_check_nothing_is_counted_before_it_is_proven() -> None:
    game = {"game": "sweepers", "phase": "playing", "mode": "thats-my-stash", "referee": "check"}
    sides = [
        {"side": "north", "cards": 7, "covered": 0},
        {"side": "south", "cards": 1, "covered": 0},
        {"side": "west", "cards": 7, "covered": 5},
    ]
    check = sides_of({"game": {**game, "sides": sides}}, {}, Words({}), {})
    live = sides_of({"game": {**game, "referee": "live", "sides": sides}}, {}, Words({}), {})

    drawn = text(draw(scene(sides=check), 80, 23))
    assert "NORTH   7 cards" in drawn
    assert "SOUTH   1 card" in drawn
    assert "●●●●●○○ 5/7" in drawn
    assert "NORTH   ○○○○○○○ 0/7" in text(draw(scene(sides=live), 80, 23))


@pytest.mark.parametrize("count", [12, 59, 60, 144, 1000])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_strip_of_any_length_fits_into_the_picture(count: int, width: int, height: int) -> None:
    pixels = [BLACK] * count
    pixels[count // 2] = (255, 0, 0)

    lines = draw(scene(pixels=tuple(pixels)), width, height)

    assert len(lines) == height
    assert {line.cell_len for line in lines} == {width}
    shown = [str(span.style) for line in lines for span in line.spans]
    assert any("#ff3030" in style for style in shown)

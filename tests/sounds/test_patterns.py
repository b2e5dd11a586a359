"""The beeps every game shares, and the checks of a game's own."""

from __future__ import annotations

from itertools import combinations

import pytest
from meadow.games.cues import Beep
from meadow.games.package import load_packages
from meadow.games.sweepers.looks import BEEPS
from meadow.games.sweet_takes.looks import BEEPS as SWEET_TAKES
from meadow.lights.common import COMMON_STYLES
from meadow.sounds.patterns import (
    COMMON_BEEPS,
    UNKNOWN_BEEP,
    BeepError,
    beep_troubles,
    merged_beeps,
    missing_beeps,
    missing_lights,
)


def rhythm(beep: Beep) -> str:
    """Dots (up to 130 ms), dashes (up to 300 ms) and long dashes: what an ear can tell."""
    marks = []
    for on_ms in beep.pattern_ms[::2]:
        marks.append("." if on_ms <= 130 else "-" if on_ms <= 300 else "=")
    return "".join(marks)


def test_each_common_beep_has_its_own_rhythm() -> None:
    assert {name: rhythm(beep) for name, beep in COMMON_BEEPS.items()} == {
        "count": ".",
        "go": "=",
        "stop": ".....",
        "pause": "--",
        "undo": "-.",
        "fault": "===",
        "back": ".=",
        "refused": "..",
        "join": "...",
        "good": ".-.",
    }
    for (one, beep), (other, another) in combinations(COMMON_BEEPS.items(), 2):
        assert rhythm(beep) != rhythm(another), f"{one} and {other}"


PLAIN_TICKS = {"count", "tick", "deal", "open", "covered"}
"""One short beep: that something was noted. What it was, the lights say."""


def test_whatever_asks_something_of_people_in_sweepers_has_its_own_rhythm() -> None:
    beeps = {**COMMON_BEEPS, **BEEPS}
    rhythms: dict[str, list[str]] = {}
    for name, beep in beeps.items():
        rhythms.setdefault(rhythm(beep), []).append(name)
    assert set(rhythms.pop(".")) == PLAIN_TICKS
    shared = [names for names in rhythms.values() if len(names) > 1]
    assert shared == [["join", "ready"]]  # never heard in the same game: joining is over by then


def test_whatever_asks_something_of_people_in_sweet_takes_has_its_own_rhythm() -> None:
    rhythms: dict[str, list[str]] = {}
    for name, beep in {**COMMON_BEEPS, **SWEET_TAKES}.items():
        rhythms.setdefault(rhythm(beep), []).append(name)
    assert rhythms.pop(".") == ["count", "deal", "played"]
    assert [names for names in rhythms.values() if len(names) > 1] == []


@pytest.mark.parametrize("name", ["deal", "won"])
def test_what_both_games_say_sounds_the_same_in_both(name: str) -> None:
    assert rhythm(SWEET_TAKES[name]) == rhythm(BEEPS[name])


def test_what_the_session_round_every_game_sounds_has_a_beep() -> None:
    assert missing_beeps(COMMON_BEEPS, ["count", "go", "stop", "pause", "fault", "back"]) == ()


def test_every_common_beep_is_within_bounds_and_has_a_light_for_quiet_mode() -> None:
    for name, beep in {**COMMON_BEEPS, "unknown": UNKNOWN_BEEP}.items():
        assert beep_troubles(name, beep) == ()
    assert missing_lights(COMMON_BEEPS, COMMON_STYLES) == ()
    assert UNKNOWN_BEEP.light in COMMON_STYLES


def test_three_counts_and_go_fit_between_the_seconds() -> None:
    assert sum(COMMON_BEEPS["count"].pattern_ms) < 1000
    assert sum(COMMON_BEEPS["go"].pattern_ms) < 1000


@pytest.mark.parametrize("game", sorted(load_packages()))
def test_the_beeps_of_an_installed_game_can_be_used_and_shown(game: str) -> None:
    package = load_packages()[game]
    beeps = merged_beeps(COMMON_BEEPS, package.beeps, game)
    assert missing_lights(beeps, {**COMMON_STYLES, **package.styles}) == ()


@pytest.mark.parametrize(
    ("pattern_ms", "trouble"),
    [
        ((), "the beep of x has no times: give at least one"),
        ((100, 0, 100), "the beep of x has a time of 0 ms or less: [100, 0, 100]"),
        ((100, 50), "the beep of x ends with silence: leave out its last time"),
        ((1501,), "the beep of x sounds longer than 1500 ms at a stretch"),
        ((100, 3901, 100), "the beep of x takes longer than 4000 ms"),
    ],
)
def test_a_beep_out_of_bounds_is_named(pattern_ms: tuple[int, ...], trouble: str) -> None:
    beep = Beep(pattern_ms, light="beat")
    assert beep_troubles("x", beep) == (trouble,)
    with pytest.raises(BeepError) as error:
        merged_beeps(COMMON_BEEPS, {"x": beep}, "the game")
    assert str(error.value) == f"the game: {trouble}"


def test_a_game_must_not_change_a_beep_that_every_game_shares() -> None:
    with pytest.raises(BeepError) as error:
        merged_beeps(COMMON_BEEPS, {"go": Beep((50,), light="go")}, "the game")
    assert str(error.value) == (
        "the game changes the beep of go, which every game shares: choose another name"
    )


def test_a_game_that_lacks_a_beep_is_refused_with_its_name() -> None:
    with pytest.raises(BeepError) as error:
        merged_beeps(COMMON_BEEPS, {}, "the game", ["won", "count", "deal"])
    assert str(error.value) == "the game has no beep for deal, won: add it to its beeps"


def test_a_beep_whose_light_has_no_style_is_named() -> None:
    beeps = {"won": Beep((50,), light="fireworks"), "go": Beep((50,), light="go")}
    assert missing_lights(beeps, COMMON_STYLES) == ("won",)

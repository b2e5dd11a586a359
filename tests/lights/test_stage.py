"""What lies above what on the meadow, as whole frames drawn by hand.

The square is the meadow from above, north at the top.
"""

from __future__ import annotations

import pytest
from meadow.games.cues import Extent, Flash, Motion, Style
from meadow.games.game import Cue
from meadow.lights.spans import Span
from meadow.lights.stage import SpanError, Stage

from tests.lights.pictures import letters, square

RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)
STYLES = {
    "timer": Style((255, 255, 0), Motion.DRAIN, Extent.ALL, 5),
    "open": Style(BLUE, Motion.STEADY, Extent.MIDDLE, 20),
    "stray": Style(RED, Motion.STEADY, Extent.ALL, 30),
    "count": Style((255, 255, 255), Motion.STEPS, Extent.ALL, 50),
    "match": Style(GREEN, Motion.OUTWARD, Extent.ALL, 60, lasts_ms=500),
    "blink": Style(RED, Motion.BLINK, Extent.ALL, 60, lasts_ms=500),
    "ends": Style(GREEN, Motion.STEADY, Extent.ENDS, 20),
    "soft": Style(GREEN, Motion.STEADY, Extent.ALL, 10, lasts_ms=500),
}
ALL_DARK = "." * 60


def stage() -> Stage:
    return Stage(STYLES)


def test_a_table_at_rest_is_dark() -> None:
    assert letters(stage().frame(0)) == ALL_DARK


def test_each_side_is_lit_before_the_one_who_sits_there() -> None:
    lights = stage()
    places = ("north", "east", "south", "west")
    lights.set_cues(dict.fromkeys(places, Cue("open")) | {"deck": Cue("stray")})
    assert square(lights.frame(0)).split("\n") == [
        " .......BBBB....",
        ".               .",
        ".               .",
        ".               .",
        ".               .",
        ".               B",
        ".               B",
        ".               B",
        "B               B",
        "B               .",
        "B               .",
        "B               .",
        ".               .",
        ".               R",
        ".               R",
        ".               R",
        " ....BBBB....RRR",
    ]


def test_the_fifth_seat_is_lit_at_its_corner() -> None:
    lights = stage()
    lights.set_cues({"five": Cue("stray")})
    assert letters(lights.frame(0)) == "RRR" + "." * 54 + "RRR"


def test_the_timer_runs_all_round_under_the_cues_of_the_sides() -> None:
    lights = stage()
    timer = Cue("timer", ends_ms=90_000, span_ms=90_000)
    lights.set_cues({"meadow": timer, "east": Cue("open"), "north": Cue("stray")})
    # After 30 of 90 seconds the first 20 pixels are gone: all the north and some of the east.
    assert letters(lights.frame(30_000)) == ("..." + "RRRRRRRRRRRR" + "....BBBBYYYY" + "Y" * 33)


def test_at_equal_priority_the_place_named_first_lies_on_top_and_the_meadow_under_all() -> None:
    lights = Stage(STYLES, (Span("north", 0, 8), Span("five", 4, 8)), pixels=16)
    lights.set_cues({"meadow": Cue("soft"), "five": Cue("stray"), "north": Cue("stray")})
    assert letters(lights.frame(0)) == "RRRRRRRRRRRRGGGG"
    lights.set_cues({"meadow": Cue("soft"), "five": Cue("ends"), "north": Cue("open")})
    # Both at 20: north's middle (3, 4) lies over the left end (4, 5) of five.
    assert letters(lights.frame(0)) == "GGGBBGGGGGGGGGGG"


def test_a_higher_priority_lies_on_top_whatever_the_order_of_places() -> None:
    lights = Stage(STYLES, (Span("north", 0, 6), Span("five", 3, 6)), pixels=9)
    lights.set_cues({"north": Cue("soft"), "five": Cue("stray")})
    assert letters(lights.frame(0)) == "GGGRRRRRR"
    lights.set_cues({"north": Cue("stray"), "five": Cue("soft")})
    assert letters(lights.frame(0)) == "RRRRRRGGG"


def test_under_a_cue_a_second_one_is_seen_on_the_pixels_that_the_first_leaves_free() -> None:
    lights = stage()
    lights.set_cues({"north": Cue("ends", under="stray"), "deck": Cue("open", under="ends")})
    # "stray" lies under "ends" although its priority is higher, "ends" under "open".
    assert letters(lights.frame(0))[3:15] == "GGRRRRRRRRGG"
    assert letters(lights.frame(0))[27:33] == "GGBBGG"
    lights.set_cues({"north": Cue("ends"), "deck": Cue("open", under="ends")})
    assert letters(lights.frame(0))[3:15] == "GG........GG"


def test_both_lie_where_the_first_lies_and_a_flash_over_both() -> None:
    lights = stage()
    lights.set_cues({"north": Cue("open", under="soft"), "meadow": Cue("timer", span_ms=9)})
    assert letters(lights.frame(0))[3:15] == "GGGGBBBBGGGG"
    lights.flash(Flash("north", "blink"), 0)
    assert letters(lights.frame(0))[3:15] == "RRRRRRRRRRRR"


def test_what_lies_under_has_the_numbers_of_the_cue() -> None:
    lights = stage()
    lights.set_cues({"north": Cue("open", 1, 3, under="count")})
    assert letters(lights.frame(0))[3:15] == "....BBBB.WWW"


def test_another_cue_under_the_same_one_is_a_change() -> None:
    lights = stage()
    lights.set_cues({"deck": Cue("open")})
    assert lights.set_cues({"deck": Cue("open", under="ends")}) == ("deck",)


def test_a_cue_without_a_style_is_told_also_when_it_lies_under_another() -> None:
    lights = stage()
    lights.set_cues({"north": Cue("open", under="mystery")})
    assert letters(lights.frame(0))[3:15] == "w...BBBB...w"
    assert lights.take_troubles() == (
        "the cue 'mystery' has no style: north shows it grey, at the edges",
    )


def test_a_flash_is_shown_for_its_time_and_then_what_lasts_is_back() -> None:
    lights = stage()
    lights.set_cues({"north": Cue("stray")})
    lights.flash(Flash("north", "match"), 1000)
    assert letters(lights.frame(1000))[3:15] == ".....GG....."
    assert letters(lights.frame(1200))[3:15] == "....GGGG...."
    assert letters(lights.frame(1499))[3:15] == "..GGGGGGGG.."
    assert letters(lights.frame(1500))[3:15] == "RRRRRRRRRRRR"


def test_a_flash_of_lower_priority_stays_under_a_lasting_cue() -> None:
    lights = stage()
    lights.set_cues({"north": Cue("open")})
    lights.flash(Flash("meadow", "soft"), 0)
    assert letters(lights.frame(0))[:15] == "GGGGGGGBBBBGGGG"


def test_of_two_flashes_of_equal_priority_the_later_one_is_seen() -> None:
    lights = stage()
    lights.flash(Flash("north", "match"), 0)
    lights.flash(Flash("meadow", "blink"), 100)
    assert letters(lights.frame(150)) == "R" * 60
    lights.flash(Flash("north", "match"), 500)
    assert letters(lights.frame(500)) == "..." + ".....GG....." + "." * 45


def test_a_flash_fired_again_runs_on_without_beginning_anew() -> None:
    lights = stage()
    lights.flash(Flash("north", "blink"), 0)
    lights.flash(Flash("north", "blink"), 400)
    assert letters(lights.frame(400))[3:15] == "." * 12  # still the dark half of the first blink
    assert letters(lights.frame(719))[3:15] == "." * 12
    assert letters(lights.frame(720))[3:15] == "R" * 12
    assert letters(lights.frame(900)) == ALL_DARK


def test_only_what_differs_is_changed() -> None:
    lights = stage()
    assert lights.set_cues({"north": Cue("open"), "east": Cue("open")}) == ("north", "east")
    assert lights.set_cues({"north": Cue("open"), "east": Cue("stray")}) == ("east",)
    assert lights.set_cues({"north": Cue("open")}) == ("east",)
    assert lights.set_cues({"north": Cue("open")}) == ()
    assert lights.cues == {"north": Cue("open")}


def test_the_moments_in_cues_count_from_the_beginning_of_the_game() -> None:
    lights = stage()
    lights.set_cues({"meadow": Cue("timer", ends_ms=60_000, span_ms=60_000)}, zero_ms=500_000)
    assert letters(lights.frame(530_000)) == "." * 30 + "Y" * 30


def test_the_same_cues_at_the_same_moment_give_the_same_frame_however_they_came() -> None:
    one, other = stage(), stage()
    one.set_cues({"north": Cue("open"), "meadow": Cue("stray"), "five": Cue("ends")})
    other.set_cues({"five": Cue("match")})
    other.set_cues({"five": Cue("ends"), "meadow": Cue("stray"), "north": Cue("open")})
    assert one.frame(700) == other.frame(700)


def test_a_cue_without_a_style_is_shown_grey_and_told_once() -> None:
    lights = stage()
    lights.set_cues({"north": Cue("mystery")})
    lights.set_cues({"north": Cue("mystery", 1, 3)})
    assert letters(lights.frame(0))[3:15] == "w..........w"
    assert lights.take_troubles() == (
        "the cue 'mystery' has no style: north shows it grey, at the edges",
    )
    assert lights.take_troubles() == ()


def test_a_flash_without_a_style_is_shown_and_told_too() -> None:
    lights = stage()
    lights.flash(Flash("east", "mystery"), 0)
    assert letters(lights.frame(0))[15:27] == "w..........w"
    assert lights.take_troubles() == (
        "the cue 'mystery' has no style: east shows it grey, at the edges",
    )


def test_a_cue_for_a_place_without_pixels_is_told_and_the_others_are_shown() -> None:
    lights = stage()
    lights.set_cues({"moon": Cue("open"), "five": Cue("stray")})
    lights.flash(Flash("moon", "match"), 0)
    assert letters(lights.frame(0)) == "RRR" + "." * 54 + "RRR"
    assert lights.take_troubles() == (
        "the place 'moon' has no pixels: its cue 'open' is not shown",
        "the place 'moon' has no pixels: its cue 'match' is not shown",
    )


def test_a_stage_says_which_styles_it_lacks() -> None:
    assert stage().missing_styles(["open", "won", "claim", "won"]) == ("claim", "won")


def test_another_game_brings_its_own_styles() -> None:
    lights = stage()
    lights.set_cues({"north": Cue("open")})
    lights.set_styles({"open": Style(GREEN, Motion.STEADY, Extent.ENDS, 20)})
    assert letters(lights.frame(0))[3:15] == "GG........GG"


def test_spans_that_do_not_fit_the_strip_are_refused_at_once() -> None:
    with pytest.raises(SpanError, match="west begins at pixel 45: 0 to 29 exist"):
        Stage(STYLES, (Span("north", 0, 15), Span("west", 45, 12)), pixels=30)


def test_a_shorter_strip_with_two_seats_works_as_well() -> None:
    lights = Stage(STYLES, (Span("north", 0, 6), Span("south", 6, 6)), pixels=12)
    lights.set_cues({"south": Cue("ends"), "meadow": Cue("count", 1, 3)})
    assert lights.places == ("north", "south", "meadow")
    # The countdown (priority 50) on four sides of three pixels, from the left of each.
    assert letters(lights.frame(0)) == "..W..W..W..W"


def test_clearing_leaves_nothing() -> None:
    lights = stage()
    lights.set_cues({"north": Cue("open")})
    lights.flash(Flash("north", "match"), 0)
    lights.clear()
    assert letters(lights.frame(0)) == ALL_DARK
    assert lights.cues == {}

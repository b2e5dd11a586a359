"""Golden rows, written out by hand: how each motion looks to the one who sits there.

Rows are clockwise, so a player sitting there reads them from right to left.
"""

from __future__ import annotations

import pytest
from meadow.games.cues import Extent, Motion, Style
from meadow.games.game import Cue
from meadow.lights.animations import MOTIONS, Shape, covered, paint

from tests.lights.pictures import DECK, RING, SIDE, row


def test_every_motion_is_drawn() -> None:
    assert set(MOTIONS) == set(Motion)


@pytest.mark.parametrize(
    ("extent", "side", "deck", "quarter"),
    [
        (Extent.ALL, "############", "######", "###############"),
        (Extent.MIDDLE, "    ####    ", "  ##  ", "     #####     "),
        (Extent.ENDS, "##        ##", "##  ##", "##           ##"),
        (Extent.EDGES, "#          #", "#    #", "#             #"),
        (Extent.FIRST_HALF, "######      ", "###   ", "########       "),
        (Extent.LAST_HALF, "      ######", "   ###", "        #######"),
    ],
)
def test_an_extent_covers_its_part_of_a_place_and_on_the_ring_of_each_side(
    extent: Extent, side: str, deck: str, quarter: str
) -> None:
    assert row(Motion.STEADY, shape=SIDE, extent=extent) == side
    assert row(Motion.STEADY, shape=DECK, extent=extent) == deck
    assert row(Motion.STEADY, shape=RING, extent=extent) == quarter * 4


HALVES = (Extent.FIRST_HALF, Extent.LAST_HALF)


@pytest.mark.parametrize("extent", [extent for extent in Extent if extent not in HALVES])
@pytest.mark.parametrize("pixels", [1, 2, 3, 4, 5])
def test_even_the_shortest_span_shows_something_and_lies_evenly(
    extent: Extent, pixels: int
) -> None:
    lit = covered(extent, pixels)
    assert lit
    assert sorted(pixels - 1 - i for i in lit) == list(lit)


@pytest.mark.parametrize(
    ("pixels", "first", "last"),
    [(1, (0,), (0,)), (2, (0,), (1,)), (3, (0, 1), (2,)), (5, (0, 1, 2), (3, 4))],
)
def test_two_halves_share_no_pixel_as_soon_as_there_are_two(
    pixels: int, first: tuple[int, ...], last: tuple[int, ...]
) -> None:
    assert covered(Extent.FIRST_HALF, pixels) == first
    assert covered(Extent.LAST_HALF, pixels) == last


@pytest.mark.parametrize("motion", list(Motion))
@pytest.mark.parametrize("pixels", [1, 2, 3, 5, 59, 60])
def test_every_motion_fits_a_span_of_any_length(motion: Motion, pixels: int) -> None:
    cue = Cue("x", 2, 7, ends_ms=3000, span_ms=5000)
    for now_ms in range(0, 4000, 50):
        assert len(row(motion, now_ms, Shape(pixels), cue=cue)) == pixels


def test_a_breathing_cue_swells_and_sinks_once_in_two_seconds_and_never_goes_out() -> None:
    def level(now_ms: int) -> int:
        style = Style((200, 0, 0), Motion.BREATHE, Extent.ALL, 1)
        colour = paint(style, Cue("x"), Shape(1), now_ms)[0]
        assert colour is not None
        return colour[0]

    assert [level(t) for t in (0, 500, 1000, 1500, 2000)] == [200, 115, 30, 115, 200]


def test_a_blinking_cue_leaves_two_changes_a_second_to_what_is_beside_it() -> None:
    on, off = "############", "............"
    assert [row(Motion.BLINK, t) for t in (0, 359, 360, 719, 720, 1080)] == [
        on, on, off, off, on, off,
    ]  # fmt: skip


def test_a_chasing_dot_runs_clockwise_with_a_tail() -> None:
    assert row(Motion.CHASE, 0) == "#..........+"
    assert row(Motion.CHASE, 100) == "+#.........."
    assert row(Motion.CHASE, 600) == ".....+#....."
    assert row(Motion.CHASE, 1100) == "..........+#"
    assert row(Motion.CHASE, 1200) == "#..........+"


def test_round_the_ring_the_dot_runs_past_every_player_in_three_seconds() -> None:
    dark = "." * 60
    at_750 = row(Motion.CHASE, 750, RING)  # a quarter: the first pixel of the east side
    assert at_750[15] == "#"
    assert at_750[16:] == dark[16:]
    assert row(Motion.CHASE, 2250, RING)[45] == "#"


def test_a_bouncing_dot_runs_to_and_fro() -> None:
    assert row(Motion.BOUNCE, 0) == "##.........."
    assert row(Motion.BOUNCE, 400) == ".....##....."
    assert row(Motion.BOUNCE, 800) == "..........##"
    assert row(Motion.BOUNCE, 1200) == ".....##....."
    assert row(Motion.BOUNCE, 1600) == "##.........."


def test_a_wave_outward_begins_in_the_middle_and_one_inward_at_the_ends() -> None:
    # Half of 12 pixels is 6: with the dark moment seven steps a second, of 143 ms.
    moments = (0, 143, 286, 429, 572, 715, 858)
    assert [row(Motion.OUTWARD, t) for t in moments] == [
        ".....##.....",
        "....####....",
        "...######...",
        "..########..",
        ".##########.",
        "############",
        "............",
    ]
    assert [row(Motion.INWARD, t) for t in moments] == [
        "#..........#",
        "##........##",
        "###......###",
        "####....####",
        "#####..#####",
        "############",
        "............",
    ]


def test_on_the_ring_a_wave_begins_in_the_middle_of_every_side() -> None:
    assert row(Motion.OUTWARD, 0, RING) == ".......#......." * 4
    assert row(Motion.INWARD, 0, RING) == "#.............#" * 4


def test_a_sparkle_lights_every_third_pixel_and_shifts() -> None:
    assert row(Motion.SPARKLE, 0) == "#..#..#..#.."
    assert row(Motion.SPARKLE, 300) == ".#..#..#..#."
    assert row(Motion.SPARKLE, 600) == "..#..#..#..#"
    assert row(Motion.SPARKLE, 900) == "#..#..#..#.."


def test_every_other_pixel_takes_turns_with_those_between_once_a_second() -> None:
    assert row(Motion.ALTERNATE, 0, DECK) == "#.#.#."
    assert row(Motion.ALTERNATE, 500, DECK) == ".#.#.#"
    assert row(Motion.ALTERNATE, 1000, DECK) == "#.#.#."


@pytest.mark.parametrize(
    ("value", "of", "side", "deck"),
    [
        (0, 2, "............", "......"),
        (1, 1, ".........##.", "...##."),
        (1, 2, ".........##.", "...##."),
        (2, 2, "......##.##.", "##.##."),
        (1, 3, ".........##.", "....#."),
        (3, 3, "...##.##.##.", "#.#.#."),
        (4, 4, "##.##.##.##.", ".####."),
        (1, 5, "..........#.", "....#."),
        (5, 5, "..#.#.#.#.#.", "#####."),
        (9, 3, "...##.##.##.", "#.#.#."),
    ],
)
def test_a_tally_has_marks_to_be_counted_from_the_left_of_the_one_who_sits_there(
    value: int, of: int, side: str, deck: str
) -> None:
    cue = Cue("x", value, of)
    for now_ms in (0, 700, 1300):  # still
        assert row(Motion.TALLY, now_ms, cue=cue) == side
        assert row(Motion.TALLY, now_ms, DECK, cue=cue) == deck


def test_the_marks_of_a_swelling_tally_are_brighter_than_what_swells_beside_them() -> None:
    cue = Cue("x", 2, 3)
    assert row(Motion.SWELL, 0, cue=cue) == "+++++.##.##."
    assert row(Motion.SWELL, 500, cue=cue) == "-----.++.++."
    assert row(Motion.SWELL, 1000, cue=cue) == "......++.++."
    assert row(Motion.SWELL, 2000, DECK, cue=cue) == "+.#.#."


def test_on_the_ring_every_player_sees_the_tally() -> None:
    assert row(Motion.TALLY, shape=RING, cue=Cue("x", 2, 3)) == ".........##.##." * 4


def test_a_tally_without_numbers_has_three_marks() -> None:
    assert row(Motion.TALLY) == "...##.##.##."


@pytest.mark.parametrize(
    ("value", "of", "picture"),
    [
        (0, 6, "------------"),
        (1, 6, "----------##"),
        (3, 6, "------######"),
        (6, 6, "############"),
        (9, 6, "############"),
        (3, 7, "-------#####"),  # 5.14 pixels
        (1, 8, "----------+#"),  # one and a half
    ],
)
def test_progress_fills_from_the_left_of_the_one_who_sits_there(
    value: int, of: int, picture: str
) -> None:
    assert row(Motion.FILL, cue=Cue("x", value, of)) == picture


@pytest.mark.parametrize(
    ("value", "side", "deck"),
    [
        (0, "............", "......"),
        (1, ".........###", "....##"),
        (2, ".....###.###", "..####"),
        (3, ".###.###.###", "######"),
    ],
)
def test_a_countdown_lights_one_block_more_at_each_step(value: int, side: str, deck: str) -> None:
    cue = Cue("count", value, 3)
    assert row(Motion.STEPS, cue=cue) == side
    assert row(Motion.STEPS, shape=DECK, cue=cue) == deck


def test_on_the_ring_every_player_sees_the_countdown() -> None:
    assert row(Motion.STEPS, shape=RING, cue=Cue("count", 2, 3)) == "......####.####" * 4


@pytest.mark.parametrize(
    ("now_ms", "picture"),
    [
        (0, "############"),
        (15_000, "  ##########"),
        (45_000, "      ######"),
        (48_750, "      +#####"),  # half of the seventh pixel's time is gone
        (89_000, "           -"),
        (90_000, "            "),
        (95_000, "            "),
    ],
)
def test_a_timer_drains_clockwise_and_lets_the_rest_through(now_ms: int, picture: str) -> None:
    assert row(Motion.DRAIN, now_ms, cue=Cue("t", ends_ms=90_000, span_ms=90_000)) == picture


def test_the_last_ten_seconds_of_a_timer_pulse_once_a_second() -> None:
    cue = Cue("t", ends_ms=20_000, span_ms=20_000)
    assert row(Motion.DRAIN, 10_000, cue=cue) == "      ######"
    assert row(Motion.DRAIN, 11_700, cue=cue)[-4:] == "++++"
    assert row(Motion.DRAIN, 12_300, cue=cue)[-4:] == "####"
    assert row(Motion.DRAIN, 12_700, cue=cue)[-4:] == "++++"


def test_a_timer_that_stands_still_keeps_its_time_and_does_not_pulse() -> None:
    cue = Cue("t", span_ms=20_000, left_ms=5_000)
    assert {row(Motion.DRAIN, t, cue=cue) for t in range(0, 3000, 100)} == {"         ###"}


def test_what_a_cue_covers_it_covers_even_where_it_is_dark() -> None:
    style = Style((255, 0, 0), Motion.BLINK, Extent.EDGES, 1)
    assert paint(style, Cue("x"), Shape(4), 400) == [(0, 0, 0), None, None, (0, 0, 0)]


def test_a_dimmer_level_keeps_the_colour() -> None:
    style = Style((200, 100, 0), Motion.FILL, Extent.ALL, 1)
    assert paint(style, Cue("x", 0, 3), Shape(2), 0) == [(50, 25, 0), (50, 25, 0)]


def test_a_progress_without_numbers_fills_from_the_left_once_a_second() -> None:
    assert row(Motion.FILL, 0) == "-----------#"
    assert row(Motion.FILL, 375) == "-----#######"
    assert row(Motion.FILL, 750) == "############"
    assert row(Motion.FILL, 1000) == "-----------#"


def test_a_timer_without_a_time_drains_once_a_second() -> None:
    assert row(Motion.DRAIN, 0) == "############"
    assert row(Motion.DRAIN, 500) == "      ######"
    assert row(Motion.DRAIN, 1000) == "############"


def test_steps_without_numbers_show_three_blocks() -> None:
    assert row(Motion.STEPS) == ".###.###.###"

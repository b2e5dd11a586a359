"""Sweet Takes at the lights: suits known without their colour, winners counted at a glance.

Rows are clockwise, drawn by hand; a player reads the own row from right to left.
"""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from meadow.games.game import Cue
from meadow.games.sweet_takes.looks import CUE_PLACES, STYLES, SUITS
from meadow.lights.common import COMMON_STYLES
from meadow.lights.power import Power
from meadow.lights.stage import Stage

from tests.lights.flash_meter import worst
from tests.lights.pictures import letters

TABLE = {**COMMON_STYLES, **STYLES}
DECK, NORTH, FIVE = slice(27, 33), slice(3, 15), slice(57, 60)
PAIRS = list(permutations(SUITS, 2))


def lit(place: str, cue: Cue, now_ms: int) -> str:
    """A place without its colours: # bright, + half, - faint, . dark."""
    stage = Stage(TABLE)
    stage.set_cues({place: cue})
    frame = stage.frame(now_ms)
    pixels = (*range(27, 33),) if place == "deck" else (*range(3, 15),)
    if place == "five":
        pixels = (57, 58, 59, 0, 1, 2)
    brightest = [max(frame[3 * i : 3 * i + 3]) / 255 for i in pixels]
    return "".join(
        "#" if x > 0.7 else "+" if x > 0.3 else "-" if x > 0.1 else "." for x in brightest
    )


def film(place: str, cue: Cue) -> tuple[str, ...]:
    """Six seconds of a place without its colours."""
    return tuple([lit(place, cue, now_ms) for now_ms in range(0, 6000, 50)])


def suits_cue(lead: str, second: str = "") -> Cue:
    return Cue(f"lead.{lead}", under=f"second.{second}" if second else "")


# ------------------------------------------------------------------ which suits bind


@pytest.mark.parametrize(
    ("suit", "at_0", "at_400", "at_700", "at_1000"),
    [
        ("purple-rings", "#.#...", "#.#...", ".#....", "#.#..."),
        ("pink-buttons", "###...", "###...", "###...", "###..."),
        ("yellow-bears", "###...", "###...", "+++...", "---..."),
        ("white-swirls", "#.....", ".#....", ".#....", "..#..."),
        ("green-bursts", ".#....", "###...", "......", ".#...."),
        ("blue-worms", "--#...", "-##...", "###...", "--#..."),
    ],
)
def test_each_suit_moves_in_its_own_way_on_the_first_half_of_the_deck(
    suit: str, at_0: str, at_400: str, at_700: str, at_1000: str
) -> None:
    seen = [lit("deck", suits_cue(suit), now_ms) for now_ms in (0, 400, 700, 1000)]
    assert seen == [at_0, at_400, at_700, at_1000]


def test_no_two_suits_and_no_two_pairs_of_suits_look_alike_without_their_colours() -> None:
    films = {(suit, ""): film("deck", suits_cue(suit)) for suit in SUITS}
    films.update({pair: film("deck", suits_cue(*pair)) for pair in PAIRS})
    assert len(films) == 36
    assert [pair for pair in combinations(films, 2) if films[pair[0]] == films[pair[1]]] == []


def test_every_suit_has_a_motion_of_its_own() -> None:
    assert len({motion for _, motion in SUITS.values()}) == len(SUITS) == 6


def test_the_starting_suit_is_on_the_first_half_and_the_secondary_on_the_other() -> None:
    assert lit("deck", suits_cue("pink-buttons", "purple-rings"), 0) == "####.#"
    assert lit("deck", suits_cue("purple-rings", "pink-buttons"), 0) == "#.####"
    assert lit("deck", suits_cue("blue-worms", "white-swirls"), 400) == "-##.#."


@pytest.mark.parametrize(("lead", "second"), PAIRS)
def test_a_suit_looks_the_same_whatever_the_other_suit_is(lead: str, second: str) -> None:
    both = film("deck", suits_cue(lead, second))
    assert [row[:3] for row in both] == [row[:3] for row in film("deck", suits_cue(lead))]
    alone = film("deck", Cue(f"second.{second}"))
    assert [row[3:] for row in both] == [row[3:] for row in alone]


def test_no_pair_of_suits_flashes_more_than_three_times_a_second() -> None:
    power = Power(1.0, 4000, 60)
    for lead, second in PAIRS:
        stage = Stage(TABLE)
        stage.set_cues({"deck": suits_cue(lead, second)})
        shown = [(now_ms, power.apply(stage.frame(now_ms))) for now_ms in range(0, 4000, 34)]
        assert worst([(-1000, bytes(180)), *shown]) <= 3, (lead, second)


HUES = {"purple": "rB", "pink": "Rb", "yellow": "Rg", "white": "RGB", "green": "G", "blue": "B"}
"""Which of red, green and blue shine: large the strongest, small what shines along."""


@pytest.mark.parametrize("suit", SUITS)
def test_a_suit_has_the_colour_that_the_rulebook_names(suit: str) -> None:
    colour, _ = SUITS[suit]
    strongest = max(colour)
    parts = zip(colour, "RGB", strict=True)
    # Of what is meant, an LED gives the power 2.2: 40 % is a little more than an eighth.
    hue = "".join(
        name if part == strongest else name.lower()
        for part, name in parts
        if part > 0.4 * strongest
    )
    assert hue == HUES[suit.split("-")[0]]


def test_what_else_the_deck_shows_looks_like_no_suits() -> None:
    others = [
        *[name for name, kinds in CUE_PLACES.items() if "deck" in kinds and "." not in name],
        *("paused", "refused", "fault", "back", "choose", "count"),
    ]
    films = {name: set(film("deck", Cue(name))) for name in others}
    assert len(films) == 12
    suits = [suits_cue(suit) for suit in SUITS] + [suits_cue(*pair) for pair in PAIRS]
    for cue in suits:
        shown = set(film("deck", cue))
        assert [name for name, pictures in films.items() if pictures == shown] == [], cue


# -------------------------------------------------------------- who collects, who leads


ROUNDS = [(order, winners) for winners in range(1, 6) for order in range(1, winners + 1)]


@pytest.mark.parametrize("place", ["north", "five"])
def test_of_the_winners_of_a_round_no_two_orders_look_alike(place: str) -> None:
    for winners in range(1, 6):
        films = [
            film(place, Cue(name, order, winners))
            for name in ("collect", "lead-next")
            for order in range(1, winners + 1)
        ]
        assert len(set(films)) == 2 * winners


@pytest.mark.parametrize("place", ["north", "five"])
def test_who_leads_next_moves_and_who_only_collects_is_still(place: str) -> None:
    for order, winners in ROUNDS:
        assert len(set(film(place, Cue("collect", order, winners)))) == 1
        assert len(set(film(place, Cue("lead-next", order, winners)))) > 1


def test_three_winners_at_the_table_count_their_order_from_their_left() -> None:
    stage = Stage(TABLE)
    stage.set_cues(
        {
            "east": Cue("collect", 1, 3),
            "five": Cue("collect", 2, 3),
            "north": Cue("lead-next", 3, 3),
        }
    )
    frame = letters(stage.frame(0))
    assert frame[NORTH] == "yy.YY.YY.YY."
    assert frame[15:27] == ".........YY."
    assert frame[FIVE] + frame[:3] == "..Y.Y."


@pytest.mark.parametrize("place", ["north", "five"])
def test_who_leads_next_is_not_taken_for_who_is_on_turn_in_a_round(place: str) -> None:
    on_turn = {film(place, Cue(name, 7, 12)) for name in ("turn", "turn-stash", "stash-next")}
    assert len(on_turn) == 3
    for order, winners in ROUNDS:
        assert film(place, Cue("lead-next", order, winners)) not in on_turn


# ------------------------------------------------------------------------ a whole table


def test_a_round_under_way_shows_who_is_on_turn_who_led_and_both_suits() -> None:
    stage = Stage(TABLE)
    stage.set_cues(
        {
            "north": Cue("tracker"),
            "south": Cue("turn", 4, 12),
            "deck": suits_cue("blue-worms", "pink-buttons"),
        }
    )
    frame = letters(stage.frame(400))
    assert [i for i, mark in enumerate(frame) if mark != "."] == [
        *range(7, 11),  # the middle of north
        *range(27, 45),  # the deck and all of south
    ]

"""Hands at a meadow: what they take, drag and lay down, and what they are refused."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from meadow_host.twin.meadow.ground import PILE, ZONES, at_side
from meadow_host.twin.meadow.lying import Lie
from meadow_host.twin.meadow.world import World

from tests.twin.lawns.lawn import (
    ACORN,
    BLUE,
    NUT,
    RED,
    TOKENS,
    TREATS,
    bare,
    pull,
    scattered,
    with_tokens,
)

CARD, OTHER = TREATS[0], TREATS[1]


def dealt() -> World:
    """Two cards open before north, and one face down."""
    world = bare()
    for card, up in ((CARD, True), (OTHER, True), (TREATS[2], False)):
        world.take("dealer", card)
        assert world.put("dealer", "cards.north", up=up) == ""
    return world


def state(world: World) -> object:
    """Where everything is."""
    return world.snapshot("north")["pieces"]


# ------------------------------------------------------------------------------ dragging


def test_a_finger_drags_a_token_from_the_tray_onto_a_card() -> None:
    world = dealt()
    world.move(ACORN, Lie("tray.north", *at_side("north", 0, 40)))
    card = world.where(CARD)

    assert world.pointer("f", "down", *at_side("north", 3, 42), who="north") == ""
    assert world.pointer("f", "move", card.x, card.y) == ""
    assert world.where(ACORN)[:3] == ("held.north", card.x, card.y)
    assert world.pointer("f", "up", card.x + 9, card.y - 9) == ""

    assert world.where(ACORN) == Lie("cards.north", card.x, card.y, card.angle, on=CARD)


def test_a_finger_takes_what_lies_on_top() -> None:
    world = dealt()
    card = world.where(CARD)
    world.take("f", ACORN)
    world.cover("f", CARD)

    world.pointer("f", "down", card.x, card.y)

    hold = world.hold("f")
    assert hold is not None
    assert hold.piece == ACORN


def test_a_token_can_be_put_back_on_the_meadow_and_lies_where_nothing_lies() -> None:
    world = with_tokens((0.0, 0.0))
    world.take("f", NUT)

    assert world.pointer("f", "up", 5.0, 0.0) == ""

    lie = world.where(NUT)
    assert lie.place == "meadow"
    assert math.hypot(lie.x, lie.y) >= 30


def test_a_hand_can_cheat_and_take_a_token_off_the_meadow() -> None:
    world = with_tokens((0.0, 0.0))

    assert world.pointer("f", "down", 0.0, 0.0) == ""
    assert world.put("f", "tray.east") == ""

    assert list(world.at("tray.east")) == [ACORN]


def test_a_card_that_is_taken_face_down_stays_so() -> None:
    world = bare()
    for card in TREATS:
        world.move(card, Lie(PILE, *ZONES[PILE].middle, up=False))
    top = world.at(PILE)[-1]

    assert world.pointer("f", "down", *ZONES[PILE].middle) == ""
    assert world.pointer("f", "up", *ZONES["deck"].middle) == ""
    assert (world.where(top).place, world.where(top).up) == ("deck", False)

    assert world.turn(top) == ""
    assert world.where(top).up


def test_a_rake_let_go_on_the_meadow_lies_there_and_tokens_bump_into_it() -> None:
    world = with_tokens((0.0, 0.0))
    world.take("f", RED)
    world.pointer("f", "move", 0.0, 60.0, angle=math.pi)
    world.pointer("f", "up", 0.0, 60.0)
    assert world.where(RED).place == "meadow"

    pull(world, (0.0, -40.0), (0.0, 20.0), rake=BLUE)

    assert world.where(ACORN).y < world.where(RED).y


def test_a_lifted_rake_passes_over_tokens() -> None:
    world = with_tokens((0.0, 0.0))
    world.take("f", RED)
    world.pointer("f", "move", 0.0, -60.0, lifted=True)
    for y in range(-60, 61, 5):
        world.pointer("f", "move", 0.0, float(y), lifted=True)
        world.advance_to(world.now_ms + 17)

    assert world.where(ACORN)[:3] == ("meadow", 0.0, 0.0)


def test_a_rake_turns_its_tines_to_the_side_of_whom_holds_it() -> None:
    world = bare()
    world.take("f", RED, who="west")

    world.pointer("f", "move", 0.0, 0.0)

    assert world.where(RED).angle == pytest.approx(math.pi / 2)


def test_a_rake_pulled_far_over_an_edge_touches_the_meadow_no_more() -> None:
    world = bare()
    world.take("f", RED, who="south")
    world.pointer("f", "move", 0.0, 200.0)
    for y in range(200, 330, 5):
        world.pointer("f", "move", 0.0, float(y))
        world.advance_to(world.now_ms + 17)

    hold = world.hold("f")
    assert hold is not None
    assert not hold.lowered


def test_a_rake_pulled_over_the_edge_and_let_go_over_the_tray_lies_in_the_tray() -> None:
    world = bare()
    world.take("f", RED, who="south")
    world.pointer("f", "move", 0.0, 200.0)
    world.advance_to(world.now_ms + 100)
    world.pointer("f", "move", *at_side("south", 0, 30))
    world.advance_to(world.now_ms + 100)

    assert world.pointer("f", "up", *at_side("south", 0, 30)) == ""

    assert list(world.at("tray.south")) == [RED]


# ------------------------------------------------------------------------------- refused


def test_two_pointers_on_one_rake_the_second_is_refused() -> None:
    world = bare()
    world.take("one", RED)
    world.pointer("one", "move", 0.0, 0.0)
    before = state(world)

    said = world.pointer("two", "down", 0.0, 0.0)

    assert said == "this is in another hand: wait until it is let go"
    assert world.take("two", RED) == said
    assert world.hold("two") is None
    assert state(world) == before


def test_a_hand_holds_one_thing() -> None:
    world = bare()
    world.take("f", RED)

    assert world.take("f", BLUE) == "this hand holds something already: lay that down first"


def test_a_fifth_person_waits_until_a_hand_is_free() -> None:
    world = scattered()
    for number, who in enumerate(("anna", "ben", "cleo", "dora")):
        assert world.take(who, TOKENS[number], who=who) == ""
    assert world.take("anna-2", TOKENS[5], who="anna") == ""

    said = world.take("emil", TOKENS[6], who="emil")

    assert said == "4 people have their hands on the table: wait until one lets go"
    world.let_go("ben")
    assert world.take("emil", TOKENS[6], who="emil") == ""


def test_nobody_has_more_than_ten_fingers() -> None:
    world = scattered()
    for number in range(10):
        assert world.take(f"f{number}", TOKENS[number], who="anna") == ""

    said = world.take("f10", TOKENS[10], who="anna")

    assert said == "nobody has more than 10 fingers: let something go"


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("meadow", "cards do not belong on the meadow: lay them before a side"),
        ("floor", "cards do not belong on the floor: lay them before a side"),
        ("moon", "there is no place 'moon': it is one of meadow, tray.north, "),
    ],
)
def test_what_cannot_lie_there_stays_in_the_hand(place: str, why: str) -> None:
    world = dealt()
    world.take("f", CARD)
    before = state(world)

    said = world.put("f", place)

    assert said.startswith(why)
    assert state(world) == before
    assert world.hold("f") is not None


def test_a_card_let_go_over_the_meadow_goes_back_to_where_it_was() -> None:
    world = dealt()
    before = world.where(CARD)
    world.take("f", CARD)

    said = world.pointer("f", "up", 0.0, 0.0)

    assert said == "cards do not belong on the meadow: lay them before a side"
    assert world.where(CARD) == before
    assert world.hold("f") is None


@pytest.mark.parametrize(
    ("card", "why"),
    [
        (TREATS[2], "no token can be laid on this card: it does not lie open before a seat"),
        (TREATS[9], "no token can be laid on this card: it does not lie open before a seat"),
        (CARD, f"{ACORN} covers this card already: take that first"),
    ],
)
def test_only_an_open_card_without_a_token_is_covered(card: str, why: str) -> None:
    world = dealt()
    world.take("f", ACORN)
    world.cover("f", CARD)
    world.take("f", NUT)

    assert world.cover("f", card) == why


def test_what_lies_under_a_token_is_neither_taken_nor_turned() -> None:
    world = dealt()
    world.take("f", ACORN)
    world.cover("f", CARD)

    assert world.take("f", CARD) == f"{ACORN} lies on this card: take that first"
    assert world.turn(CARD) == f"{ACORN} lies on this card: take that first"


def test_of_the_pile_only_the_top_card_is_taken_and_none_turned() -> None:
    world = bare()
    for card in TREATS:
        world.move(card, Lie(PILE, *ZONES[PILE].middle, up=False))

    said = world.take("f", TREATS[3])

    assert said == "only the top card of the pile can be taken"
    assert world.turn(TREATS[-1]) == ("the cards of the pile stay face down: take the top one")


def test_nobody_takes_a_card_from_another_hand_of_cards() -> None:
    world = bare()
    world.take("f", CARD, who="north")
    world.put("f", "hand.north")

    said = world.take("f", CARD, who="east")

    assert said == "north holds that card: it is not yours to take"


@pytest.mark.parametrize(
    ("kind", "x", "y", "said"),
    [
        ("wave", 0.0, 0.0, "a pointer goes down, move, up, cancel, not 'wave'"),
        ("down", math.nan, 0.0, "(nan, 0.0) is no point of the table"),
        ("move", 0.0, math.inf, "(0.0, inf) is no point of the table"),
        ("up", 9e9, 0.0, "(9000000000.0, 0.0) is no point of the table"),
        ("down", 0.0, 0.0, "there is nothing here to take"),
    ],
)
def test_what_is_no_movement_is_refused_in_one_line(
    kind: str, x: float, y: float, said: str
) -> None:
    world = bare()
    before = state(world)

    assert world.pointer("f", kind, x, y) == said
    assert state(world) == before


def test_other_mistakes_are_refused_in_one_line() -> None:
    world = bare()

    assert world.take("f", "token.moon.cheese") == "there is no piece 'token.moon.cheese' here"
    assert world.put("f", "box") == "this hand holds nothing: take a piece first"
    assert world.turn(RED) == "rake.red has one face only"
    world.take("f", RED)
    assert world.put("f", "hand.north") == (
        "only cards are held up: lay tokens and rakes down beside"
    )
    assert world.put("f", "box", math.nan, 0.0) == "(nan, 0.0) is no point of the table"


def test_a_pointer_that_holds_nothing_may_wander() -> None:
    world = bare()
    before = state(world)

    for kind in ("move", "up", "cancel"):
        assert world.pointer("f", kind, 1.0, 2.0) == ""
    world.let_go("nobody")

    assert state(world) == before


# ---------------------------------------------------------------------------------- gone


def test_who_is_gone_in_mid_drag_leaves_the_rake_and_returns_the_token() -> None:
    world = scattered()
    world.move(ACORN, Lie("tray.east", *at_side("east", 10, 40)))
    tray = world.where(ACORN)
    world.take("phone-1", ACORN, who="anna")
    world.pointer("phone-1", "move", 0.0, 400.0)
    world.take("phone-2", RED, who="anna")
    world.pointer("phone-2", "move", 0.0, 0.0)
    world.advance_to(world.now_ms + 100)

    world.let_go("anna")

    assert world.where(ACORN) == tray
    assert world.where(RED).place == "meadow"
    assert world.take("other", RED, who="ben") == ""


def test_a_rake_that_hangs_over_the_edge_when_its_hand_is_gone_goes_back() -> None:
    world = bare()
    world.move(RED, Lie("beside.south", *at_side("south", 200, 43)))
    world.take("f", RED, who="south")
    world.pointer("f", "move", 0.0, 200.0)
    world.advance_to(world.now_ms + 100)
    world.pointer("f", "move", *at_side("south", 0, 30))
    world.advance_to(world.now_ms + 100)

    world.let_go("south")

    assert list(world.at("beside.south")) == [RED]
    assert world.where(RED)[:3] == ("beside.south", *at_side("south", 200, 43))


def test_a_token_whose_card_was_covered_meanwhile_goes_back_beside_it() -> None:
    world = dealt()
    world.take("f", ACORN)
    world.cover("f", CARD)
    world.take("f", ACORN)
    world.take("g", NUT)
    world.cover("g", CARD)

    world.pointer("f", "cancel", 0.0, 0.0)

    assert world.where(NUT).on == CARD
    assert (world.where(ACORN).place, world.where(ACORN).on) == ("cards.north", "")


def test_the_fifth_seat_holds_its_cards_as_a_fan_across_its_corner() -> None:
    world = bare()
    for card in TREATS[:9]:
        world.take("five", card, who="five")
        assert world.put("five", "hand.five", up=True) == ""
    held = [world.where(card) for card in TREATS[:9]]
    assert {round(lie.angle, 3) for lie in held} == {round(math.pi * 3 / 4, 3)}
    # From its right hand to its left one, none on the same spot as another.
    assert (held[0].x, held[0].y) == (-514.0, -426.0)
    assert (held[8].x, held[8].y) == (-426.0, -514.0)
    for one, other in pairwise(held):
        assert 15 < math.hypot(one.x - other.x, one.y - other.y) < 16
    assert world.pointer("five", "down", held[8].x, held[8].y, who="five") == ""
    assert world.where(TREATS[8]).place == "held.five"

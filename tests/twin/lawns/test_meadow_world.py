"""The meadow as its users see it: time, snapshots that hide what is hidden, sameness by seed."""

from __future__ import annotations

import json
import math

import pytest
from meadow_host.twin.meadow.ground import (
    FLOOR,
    HALF_MM,
    MEADOW,
    PILE,
    SIDES,
    ZONES,
    along_side,
    at_side,
    fallen_over,
    nearest_side,
    out_of,
    place_at,
)
from meadow_host.twin.meadow.lying import Lie
from meadow_host.twin.meadow.world import World

from tests.twin.lawns.lawn import (
    ACORN,
    PIECES,
    RED,
    TOKENS,
    TREATS,
    bare,
    pull,
    scattered,
    with_tokens,
)


def with_pile(seed: int = 0) -> World:
    world = bare(seed)
    for card in TREATS:
        world.move(card, Lie(PILE, *ZONES[PILE].middle, up=False))
    world.shuffle(PILE)
    return world


# ---------------------------------------------------------------------------- geometry


def test_no_two_places_share_a_point() -> None:
    for x in range(-560, 561, 5):
        for y in range(-560, 561, 5):
            there = [place for place, zone in ZONES.items() if zone.holds(x, y)]
            assert len(there) <= 1, (x, y, there)


@pytest.mark.parametrize(
    ("point", "place"),
    [
        ((0, 0), "meadow"),
        ((0, -290), "tray.north"),
        ((290, 0), "tray.east"),
        ((0, 290), "tray.south"),
        ((-290, 0), "tray.west"),
        ((340, 340), "deck"),
        ((340, -340), "pile"),
        ((0, -400), "cards.north"),
        ((-400, 0), "cards.west"),
        ((0, 500), "hand.south"),
        ((-345, -345), "cards.five"),
        ((262, 262), FLOOR),
    ],
)
def test_each_place_is_where_the_strip_and_the_rulebook_have_it(
    point: tuple[int, int], place: str
) -> None:
    assert place_at(*point) == place


@pytest.mark.parametrize("side", SIDES)
def test_a_side_is_measured_clockwise_and_outward(side: str) -> None:
    point = at_side(side, 30, 40)

    assert along_side(side, *point) == pytest.approx(30)
    assert out_of(side, *point) == pytest.approx(40)
    assert nearest_side(*point) == side
    assert fallen_over(*point) == side
    assert fallen_over(*at_side(side, 0, -1)) is None
    assert fallen_over(*at_side(side, 211, 1)) == FLOOR


# -------------------------------------------------------------------------------- time


def test_time_passes_in_steps_of_a_sixtieth_of_a_second_only_while_something_moves() -> None:
    world = scattered()
    steps = world.steps
    assert world.next_ms() is None

    world.advance_to(world.now_ms + 60_000)
    assert world.steps == steps

    world.take("f", RED)
    world.pointer("f", "move", 0.0, 0.0)
    begun = world.now_ms
    moments = []
    for _ in range(6):
        moment = world.next_ms()
        assert moment is not None
        world.pointer("f", "move", 0.0, float(moment % 100))
        world.advance_to(moment)
        moments.append(moment - begun)
    assert world.steps == steps + 6
    assert moments == [17, 34, 50, 67, 84, 100]


def test_it_makes_no_difference_how_often_somebody_looks() -> None:
    worlds = [scattered(7), scattered(7)]
    for world, every_ms in zip(worlds, (1, 100), strict=True):
        world.take("f", RED, who="south")
        world.pointer("f", "move", 0.0, -220.0)
        world.pointer("f", "move", 0.0, 290.0)
        for _ in range(2000 // every_ms):
            world.advance_to(world.now_ms + every_ms)

    one, other = worlds
    assert one.at("tray.south")
    assert one.snapshot() == other.snapshot()


def test_the_same_seed_and_hands_give_the_same_meadow_and_another_seed_another() -> None:
    def raked(seed: int) -> World:
        world = scattered(seed)
        for x in (-100.0, 0.0, 100.0):
            pull(world, (x, -200.0), (x, 290.0))
        return world

    one, same, other = raked(3).snapshot(), raked(3).snapshot(), raked(4).snapshot()

    assert one == same
    assert one["pieces"] != other["pieces"]


# --------------------------------------------------------------------------- snapshots


def test_a_snapshot_holds_all_pieces_as_plain_values() -> None:
    world = scattered()

    told = json.loads(json.dumps(world.snapshot()))

    assert len(told["pieces"]) == len(PIECES)
    acorn = told["pieces"][ACORN]
    assert (acorn["at"], acorn["face"]) == ("meadow", ACORN)
    assert max(abs(acorn["x"]), abs(acorn["y"])) <= HALF_MM
    assert len(json.dumps(told)) < 20_000


def test_no_face_that_is_down_is_in_a_snapshot() -> None:
    world = with_pile()

    text = json.dumps(world.snapshot("north"))

    assert [card for card in TREATS if card in text] == []


def test_a_card_held_up_is_seen_by_whom_holds_it_alone() -> None:
    world = with_pile()
    card = world.at(PILE)[-1]
    world.take("f", card, who="east")
    world.put("f", "hand.east")
    handle = world.handles.of(card)

    assert world.snapshot("east")["pieces"][handle]["face"] == card
    for eyes in ("", "north", "south", "west"):
        assert world.snapshot(eyes)["pieces"][handle]["face"] == ""


def test_a_card_that_is_just_taken_out_of_a_hand_is_still_seen_by_its_seat_alone() -> None:
    world = with_pile()
    card = world.at(PILE)[-1]
    world.take("f", card, who="east")
    world.put("f", "hand.east")
    handle = world.handles.of(card)

    assert world.take("f", card, who="east") == ""

    assert world.snapshot("east")["pieces"][handle]["face"] == card
    for eyes in ("", "north", "south", "west"):
        assert world.snapshot(eyes)["pieces"][handle]["face"] == ""
    assert world.put("f", "deck", up=True) == ""
    assert world.snapshot("")["pieces"][handle]["face"] == card


def test_a_card_that_is_held_up_is_not_turned() -> None:
    world = with_pile()
    card = world.at(PILE)[-1]
    world.take("f", card, who="east")
    world.put("f", "hand.east")

    assert world.turn(card) == "east holds that card up: lay it down first"


def test_a_card_that_was_seen_can_be_followed_until_the_pile_is_shuffled() -> None:
    world = with_pile()
    card = world.at(PILE)[-1]
    handle = world.handles.of(card)
    world.take("f", handle)
    world.put("f", "cards.north", up=True)
    world.turn(handle)
    assert world.handles.of(card) == handle

    handles = {world.handles.of(one) for one in TREATS}
    followed = 0
    for _ in range(20):
        world.move(card, Lie(PILE, *ZONES[PILE].middle, up=False))
        world.shuffle(PILE)
        followed += world.handles.of(card) == handle
    assert {world.handles.of(one) for one in TREATS} == handles
    assert followed < 5


def test_handles_and_ids_name_the_same_piece() -> None:
    world = with_pile()
    card = world.at(PILE)[-1]
    handle = world.handles.of(card)

    assert handle.startswith("card-")
    assert world.handles.piece(handle) == card
    assert world.take("f", handle) == ""
    assert world.put("f", "cards.west", up=True) == ""
    assert world.take("f", ACORN) == ""
    assert world.cover("f", handle) == ""
    assert world.snapshot()["pieces"][ACORN]["on"] == handle


def test_a_shuffled_pile_is_in_another_order_with_the_same_cards() -> None:
    world = with_pile()
    before = list(world.at(PILE))

    world.shuffle(PILE)

    assert list(world.at(PILE)) != before
    assert sorted(world.at(PILE)) == sorted(before)


def test_only_what_moves_is_told_as_moving() -> None:
    world = scattered()
    world.advance_to(world.now_ms + 1000)
    world.take("f", RED)
    world.pointer("f", "move", 0.0, 0.0, lifted=True)

    assert world.moving() == {RED: [0.0, 0.0, 0.0]}

    world.pointer("f", "move", 0.0, 0.0)
    for y in range(0, 100, 8):
        world.pointer("f", "move", 0.0, float(y))
        world.advance_to(world.now_ms + 17)
    moving = world.moving()
    assert 1 < len(moving) < 20
    assert RED in moving


def test_the_layout_tells_sizes_places_and_faces_but_not_where_a_card_is() -> None:
    layout = json.loads(json.dumps(with_pile().layout()))

    assert layout["half"] == 250
    assert layout["zones"]["tray.north"] == [-120, -328, 120, -258]
    assert layout["faces"][TREATS[0]]["background"] == "moss"
    assert "card-" not in json.dumps(layout)


# --------------------------------------------------------------------------- book-keeping


def test_no_piece_is_ever_made_or_lost() -> None:
    world = scattered(2)
    for card in TREATS:
        world.move(card, Lie(PILE, *ZONES[PILE].middle, up=False))
    for number in range(8):
        x = -160.0 + 45 * number
        pull(world, (x, -210.0), (x, 290.0), mm_s=600)
    world.take("f", world.at("tray.south")[0])
    world.take("g", world.at(PILE)[-1])

    places = [*ZONES, FLOOR, "falling", "held.f", "held.g", "held.hand"]
    there = [piece for place in places for piece in world.at(place)]

    assert sorted(there) == sorted(piece.id for piece in PIECES)
    on_meadow = set(world.at(MEADOW)) & set(TOKENS)
    assert on_meadow == set(world.top.field.tokens)


def test_tokens_are_scattered_all_over_the_meadow_and_none_on_another() -> None:
    world = scattered(9)
    spots = [world.where(token) for token in TOKENS]

    assert {nearest_side(spot.x, spot.y) for spot in spots} == set(SIDES)
    for number, one in enumerate(spots):
        for other in spots[:number]:
            assert math.hypot(one.x - other.x, one.y - other.y) >= 29.9


def test_a_hand_in_the_air_is_seen_on_its_way_and_needs_no_steps() -> None:
    world = bare()
    world.take("f", RED)
    world.pointer("f", "move", 0.0, 400.0)
    steps, begun_ms = world.steps, world.now_ms

    world.glide("f", 100.0, 400.0, begun_ms + 1000)
    seen = []
    for part in (0, 250, 500, 1000, 2000):
        world.advance_to(begun_ms + part)
        seen.append(round(world.where(RED).x))

    assert seen == [0, 16, 50, 100, 100]
    assert world.steps == steps


def test_a_token_put_somewhere_while_it_falls_does_not_land_as_well() -> None:
    world = with_tokens(at_side("south", 0, -20))
    world.take("f", RED, who="south")
    world.pointer("f", "move", *at_side("south", 0, -60))
    while world.where(ACORN).place == MEADOW:
        world.pointer("f", "move", *at_side("south", 0, 20))
        world.advance_to(world.now_ms + 1)
    assert world.where(ACORN).place == "falling"

    world.move(ACORN, Lie("box", -380, 380))
    world.advance_to(world.now_ms + 500)

    assert world.where(ACORN).place == "box"

"""What falls over an edge lies in that side's tray, over its antenna; what falls off a corner is
nobody's."""

from __future__ import annotations

import pytest
from meadow_host.twin.meadow.ground import FLOOR, HALF_MM, SIDES, ZONES, at_side, tray_of
from meadow_host.twin.meadow.tabletop import Event, Fell, Laid, Lifted
from meadow_host.twin.meadow.world import World

from tests.twin.lawns.lawn import ACORN, heard, pull, with_tokens

ALONG_MM = (-190.0, -100.0, 0.0, 100.0, 190.0)


def raked_off(side: str, along: float, mm_s: float = 250.0) -> tuple[World, list[Event]]:
    """A token that lay near an edge, raked straight over it."""
    world = with_tokens(at_side(side, along, -30))
    events = heard(world)
    pull(world, at_side(side, along, -60), at_side(side, along, 30), facing=side, mm_s=mm_s)
    return world, events


@pytest.mark.parametrize("along", ALONG_MM)
@pytest.mark.parametrize("side", SIDES)
def test_a_token_raked_over_an_edge_comes_to_rest_in_that_sides_tray(
    side: str, along: float
) -> None:
    world, events = raked_off(side, along)

    fell, laid = events
    assert isinstance(fell, Fell)
    assert isinstance(laid, Laid)
    assert (fell.token, fell.side) == (ACORN, side)
    assert (laid.piece, laid.reader) == (ACORN, side)
    assert list(world.at(tray_of(side))) == [ACORN]
    lie = world.where(ACORN)
    assert ZONES[tray_of(side)].holds(lie.x, lie.y)


@pytest.mark.parametrize("side", SIDES)
def test_it_lies_there_28_ms_after_it_passed_the_edge(side: str) -> None:
    _, events = raked_off(side, 0)

    fell, laid = events
    assert isinstance(fell, Fell)
    assert isinstance(laid, Laid)
    assert laid.at_ms - fell.at_ms == 28
    assert max(abs(fell.x), abs(fell.y)) > HALF_MM


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("along", [-235.0, 235.0])
def test_a_token_that_falls_near_a_corner_lies_on_the_floor_and_nothing_senses_it(
    side: str, along: float
) -> None:
    world, events = raked_off(side, along)

    (fell,) = events
    assert isinstance(fell, Fell)
    assert fell.side == FLOOR
    assert list(world.at(FLOOR)) == [ACORN]
    assert all(not world.at(tray_of(one)) for one in SIDES)


@pytest.mark.parametrize(("x", "y"), [(1, 1), (1, -1), (-1, 1), (-1, -1)])
def test_a_token_pushed_straight_off_a_corner_lies_on_the_floor_below_it(x: int, y: int) -> None:
    world = with_tokens((225.0 * x, 225.0 * y))
    angle = {(1, 1): -0.785, (-1, 1): 0.785, (-1, -1): 2.356, (1, -1): -2.356}[x, y]
    world.take("hand", "rake.red")
    world.pointer("hand", "move", 200.0 * x, 200.0 * y, angle=angle)
    for step in range(1, 31):
        world.pointer("hand", "move", (200.0 + 2 * step) * x, (200.0 + 2 * step) * y)
        world.advance_to(world.now_ms + 17)

    lie = world.where(ACORN)

    assert lie.place == FLOOR
    assert 250 < lie.x * x < 300
    assert 250 < lie.y * y < 300


def test_what_flies_off_too_fast_misses_the_tray() -> None:
    world = with_tokens(at_side("south", 0, -90))
    world.take("hand", "rake.red", who="south")
    world.pointer("hand", "move", *at_side("south", 0, -160), angle=0.0)
    for step in range(1, 12):
        world.pointer("hand", "move", *at_side("south", 0, -160 + 17 * step))
        world.advance_to(world.now_ms + 17)
    world.advance_to(world.now_ms + 500)

    assert world.where(ACORN).place == FLOOR
    assert world.where(ACORN).y > 500


def test_tokens_that_fall_together_lie_beside_each_other() -> None:
    spots = [at_side("east", along, -20) for along in (-62, -31, 0, 31, 62)]
    world = with_tokens(*spots)
    for along in (-50, 0, 50):
        pull(world, at_side("east", along, -60), at_side("east", along, 30), facing="east")

    lies = [world.where(token) for token in world.at("tray.east")]

    assert len(lies) == 5
    for number, one in enumerate(lies):
        for other in lies[:number]:
            assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 >= 29.9**2


def test_a_token_nearer_to_the_antenna_is_read_better() -> None:
    _, at_middle = raked_off("north", 0)
    _, at_end = raked_off("north", 200)

    near, far = at_middle[-1], at_end[-1]
    assert isinstance(near, Laid)
    assert isinstance(far, Laid)
    assert 4 <= near.far_mm < far.far_mm < 27  # above 27 mm a tag begins to flicker


def test_what_is_taken_from_a_tray_has_left_its_antenna() -> None:
    world, events = raked_off("west", 0)

    assert world.take("hand", ACORN, who="west") == ""

    lifted = events[-1]
    assert isinstance(lifted, Lifted)
    assert (lifted.reader, lifted.piece, lifted.at_ms) == ("west", ACORN, world.now_ms)


def test_nobody_can_take_a_token_while_it_falls() -> None:
    world = with_tokens(at_side("south", 0, -20))
    fallen: list[Fell] = []
    world.listen(lambda event: fallen.append(event) if isinstance(event, Fell) else None)
    world.take("rake", "rake.red", who="south")
    world.pointer("rake", "move", *at_side("south", 0, -60), angle=0.0)
    while not fallen:
        world.pointer("rake", "move", *at_side("south", 0, 30))
        world.advance_to(world.now_ms + 1)

    assert world.take("hand", ACORN) == f"{ACORN} is still falling: wait until it lies"
    world.advance_to(world.now_ms + 28)
    assert world.take("hand", ACORN) == ""

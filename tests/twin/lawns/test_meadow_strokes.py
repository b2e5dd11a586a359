"""Strokes of bots' rakes: what falls, what comes along, how long it takes, at three skills."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

import pytest
from meadow.games.game import Seat
from meadow.pieces.kinds import StashToken, TreatCard
from meadow_host.twin.meadow.bots.pieces import MeadowPieces, hand_of_bot
from meadow_host.twin.meadow.bots.skills import SKILLS, Ability
from meadow_host.twin.meadow.bots.stroke import Stage, Stroke
from meadow_host.twin.meadow.bots.way import exit_point, in_the_way, rake_angle
from meadow_host.twin.meadow.ground import FACING, Point, at_side, out_of
from meadow_host.twin.meadow.lying import Lie
from meadow_host.twin.meadow.tabletop import Fell
from meadow_host.twin.meadow.world import World

from tests.twin.lawns.lawn import ACORN, PIECES, RED, TOKENS, scattered, with_tokens

STROKES = 60


class Raked(NamedTuple):
    """What came of one stroke."""

    ms: int
    hit: bool
    extra: int
    astray: int


def pieces_on(world: World, side: str) -> MeadowPieces:
    return MeadowPieces(
        world,
        [piece for piece in PIECES if isinstance(piece, StashToken)],
        [piece for piece in PIECES if isinstance(piece, TreatCard)],
        [Seat(side, rake=RED)],
        Random(1),
    )


def rake(
    world: World, side: str, token: str, ability: Ability, seed: int, *, over_edge: bool = True
) -> Raked:
    """One stroke of the player of a side."""
    fallen: list[Fell] = []
    stop = world.listen(lambda event: fallen.append(event) if isinstance(event, Fell) else None)
    hand, begun_ms = hand_of_bot(side), world.now_ms
    if world.hold(hand) is None:
        world.move(RED, Lie(f"beside.{side}", *at_side(side, 200, 43)))
        assert world.take(hand, RED, who=side) == ""
    stroke = Stroke(
        pieces_on(world, side),
        side,
        RED,
        token,
        side,
        ability.touch,
        ability.mind.spread,
        Random(seed),
        world.now_ms,
        over_edge=over_edge,
    )
    while stroke.stage is not Stage.OVER:
        step_ms = world.next_ms()
        world.advance_to(stroke.next_ms if step_ms is None else min(step_ms, stroke.next_ms))
        if stroke.next_ms <= world.now_ms:
            stroke.act(world.now_ms)
    took_ms = world.now_ms - begun_ms
    world.advance_to(world.now_ms + 1000)
    stop()
    hit = any(fell.token == token and fell.side == side for fell in fallen)
    here = sum(fell.side == side for fell in fallen)
    return Raked(took_ms, hit, here - hit, len(fallen) - here)


def many(ability: Ability) -> list[Raked]:
    """So many strokes at tokens anywhere on a full meadow."""
    rng, raked = Random(5), []
    for seed in range(STROKES):
        if seed % 3 == 0:
            world = scattered(seed)
        token = rng.choice([one for one in world.at("meadow") if one in TOKENS])
        raked.append(rake(world, "south", token, ability, seed))
    return raked


@pytest.fixture(scope="module")
def by_skill() -> dict[str, list[Raked]]:
    return {name: many(ability) for name, ability in SKILLS.items()}


def test_most_strokes_bring_the_token_home_and_the_better_the_player_the_more(
    by_skill: dict[str, list[Raked]],
) -> None:
    hits = Counter({name: sum(one.hit for one in raked) for name, raked in by_skill.items()})
    assert 0.7 * STROKES <= hits["novice"] < hits["expert"], hits
    assert hits["practised"] >= 0.9 * STROKES, hits
    assert hits["expert"] >= 0.93 * STROKES, hits


def test_others_come_along_the_fewer_the_better_the_player(
    by_skill: dict[str, list[Raked]],
) -> None:
    along = {
        name: sum(one.extra + one.astray for one in raked) / STROKES
        for name, raked in by_skill.items()
    }
    assert 0.1 < along["expert"] < along["novice"] < 1.2, along


def test_a_stroke_takes_a_second_or_a_few_the_longer_the_less_practised(
    by_skill: dict[str, list[Raked]],
) -> None:
    middle = {
        name: sorted(one.ms for one in raked)[STROKES // 2] for name, raked in by_skill.items()
    }
    assert 900 < middle["expert"] < middle["practised"] < middle["novice"] < 4000, middle


@pytest.mark.parametrize("side", ["north", "east", "south", "west"])
def test_every_side_rakes_to_its_own_edge(side: str) -> None:
    world = with_tokens((20.0, -10.0))

    assert rake(world, side, ACORN, SKILLS["expert"], 3).hit
    assert list(world.at(f"tray.{side}")) == [ACORN]


def test_a_helper_stops_short_of_the_mates_edge() -> None:
    world = with_tokens((0.0, -100.0))

    rake(world, "south", ACORN, SKILLS["expert"], 3, over_edge=False)

    lie = world.where(ACORN)
    assert lie.place == "meadow"
    assert -90 < out_of("south", lie.x, lie.y) < -15


def test_after_a_stroke_the_rake_is_in_the_air_and_the_meadow_at_rest() -> None:
    world = scattered(2)
    rake(world, "west", world.at("meadow")[0], SKILLS["practised"], 1)

    hold = world.hold(hand_of_bot("west"))
    assert hold is not None
    assert not hold.lowered
    assert world.next_ms() is None


def test_a_stroke_at_a_token_that_is_gone_ends_without_touching_anything() -> None:
    world = with_tokens((0.0, 0.0), (60.0, 60.0))
    before = world.where(TOKENS[1])
    pieces = pieces_on(world, "south")
    world.take(hand_of_bot("south"), RED, who="south")
    touch = SKILLS["expert"].touch
    stroke = Stroke(pieces, "south", RED, ACORN, "south", touch, 0.3, Random(1), world.now_ms)
    world.take("somebody", ACORN)

    world.advance_to(stroke.next_ms)
    stroke.act(world.now_ms)

    assert stroke.stage is Stage.OVER
    assert world.where(TOKENS[1]) == before


def test_a_rake_that_is_snatched_ends_the_stroke() -> None:
    world = with_tokens((0.0, 0.0))
    pieces = pieces_on(world, "south")
    hand = hand_of_bot("south")
    world.take(hand, RED, who="south")
    touch = SKILLS["expert"].touch
    stroke = Stroke(pieces, "south", RED, ACORN, "south", touch, 0.3, Random(1), world.now_ms)
    for _ in range(2):
        world.advance_to(stroke.next_ms)
        stroke.act(world.now_ms)
    stages = [stroke.stage]

    world.move(RED, Lie("box", -380, 380))
    for _ in range(3):
        world.advance_to(stroke.next_ms)
        stroke.act(world.now_ms)
        stages.append(stroke.stage)

    assert (stages[0], stages[-1]) == (Stage.PULLING, Stage.OVER)
    assert world.where(RED).place == "box"


@pytest.mark.parametrize("side", ["north", "east", "south", "west"])
def test_the_tines_point_the_way_the_rake_is_pulled(side: str) -> None:
    heading = {"north": -1.5707963, "east": 0.0, "south": 1.5707963, "west": 3.1415927}[side]

    turn = (rake_angle(heading) - FACING[side]) % 6.2831853

    assert min(turn, 6.2831853 - turn) < 1e-6


def test_who_looks_for_a_clear_way_goes_past_what_lies_in_it() -> None:
    token, wall = Point(0, 0), [Point(10, 60), Point(40, 60), Point(20, 100)]
    straight = at_side("south", 0, 12)

    to = exit_point("south", token, wall, 400)

    assert in_the_way(token, straight, wall, 400) == 2.5
    assert in_the_way(token, to, wall, 400) <= 0.5
    assert to.x < -50
    assert exit_point("south", token, [], 400) == straight

"""Meadows for tests in one line: pieces laid out, rakes pulled from here to there."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from random import Random

from meadow.pieces.kinds import AnyPiece, StashToken, TreatCard
from meadow.pieces.sets import default_sets, pieces_of
from meadow_host.twin.meadow.field import Field, Posture
from meadow_host.twin.meadow.ground import FACING, HALF_MM, MEADOW
from meadow_host.twin.meadow.lying import Lie
from meadow_host.twin.meadow.tabletop import Event
from meadow_host.twin.meadow.world import World

PIECES: tuple[AnyPiece, ...] = tuple(pieces_of(default_sets()))
TOKENS = tuple([piece.id for piece in PIECES if isinstance(piece, StashToken)])
TREATS = tuple([piece.id for piece in PIECES if isinstance(piece, TreatCard)])
ACORN, NUT = TOKENS[0], TOKENS[1]
RED, BLUE = "rake.red", "rake.blue"


def bare(seed: int = 0) -> World:
    """All pieces in the box."""
    return World(PIECES, seed)


def scattered(seed: int = 0) -> World:
    """All tokens on the meadow, at rest."""
    world = bare(seed)
    world.scatter(TOKENS)
    world.advance_to(1000)
    return world


def with_tokens(*spots: tuple[float, float]) -> World:
    """The first tokens at these spots of the meadow, at rest."""
    world = bare()
    for token, (x, y) in zip(TOKENS, spots, strict=False):
        world.move(token, Lie(MEADOW, x, y))
    world.advance_to(1000)
    return world


def heard(world: World) -> list[Event]:
    """What happens from now on."""
    events: list[Event] = []
    world.listen(events.append)
    return events


def pull(
    world: World,
    start: tuple[float, float],
    to: tuple[float, float],
    *,
    facing: str = "south",
    mm_s: float = 250.0,
    rake: str = RED,
) -> None:
    """A hand takes a rake, sets it down, pulls it so fast to a point, and carries it away."""
    assert world.take("hand", rake, who=facing) == ""
    angle = FACING[facing]
    assert world.pointer("hand", "move", *start, angle=angle) == ""
    far = math.hypot(to[0] - start[0], to[1] - start[1])
    count = max(1, round(60 * far / mm_s))
    for number in range(1, count + 1):
        x = start[0] + (to[0] - start[0]) * number / count
        y = start[1] + (to[1] - start[1]) * number / count
        world.pointer("hand", "move", x, y)
        world.advance_to(world.now_ms + 17)
    world.pointer("hand", "move", *to, lifted=True)
    assert world.put("hand", f"beside.{facing}") == ""
    world.advance_to(world.now_ms + 1000)


def full_field(seed: int) -> Field:
    """A field with all tokens, scattered by chance."""
    field, rng = Field(HALF_MM), Random(seed)
    for token in TOKENS:
        field.lay(token, *field.free_spot(rng.uniform(-220, 220), rng.uniform(-220, 220)))
    return field


def storm(
    field: Field, seed: int, steps: int, look: Callable[[], None] = lambda: None
) -> list[str]:
    """Four rakes pulled wildly to and fro, as fast as hands can; gives what fell off."""
    rng = Random(f"storm {seed}")
    gone: list[str] = []
    rakes = ("red", "blue", "yellow", "green")
    targets = {rake: Posture(0.0, 0.0, 0.0) for rake in rakes}
    for rake in rakes:
        field.lower(rake, rng.uniform(-200, 200), rng.uniform(-200, 200), rng.uniform(0, 6.2))
    for step in range(steps):
        for rake in rakes:
            if step % 20 == 0 or rng.random() < 0.03:
                targets[rake] = Posture(
                    rng.uniform(-220, 220), rng.uniform(-220, 220), rng.uniform(0, 6.2)
                )
            field.drive(rake, *targets[rake])
        gone += [one.token for one in field.step()]
        look()
    for rake in rakes:
        field.raise_rake(rake)
    return gone


def rest(field: Field, most_steps: int) -> int:
    """Step until all lies still; gives how many steps that took."""
    for step in range(most_steps):
        if not field.moving:
            return step
        field.step()
    raise AssertionError(f"after {most_steps} steps it still moves")


def nearest(field: Field, tokens: Iterable[str]) -> float:
    """How far the middles of the two nearest tokens are from each other."""
    spots = [field.token(token) for token in tokens]
    return min(
        math.hypot(one.x - other.x, one.y - other.y)
        for number, one in enumerate(spots)
        for other in spots[:number]
    )

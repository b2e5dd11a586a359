"""The meadow in real time: what is shown of it, and that nothing stops it."""

from __future__ import annotations

import threading
from functools import partial

import pytest
from meadow.clock import ManualClock
from meadow_host.twin.meadow.lying import Lie
from meadow_host.twin.meadow.world import World
from meadow_host.twin.table.living import MOST_BEHIND_MS, Living
from meadow_host.twin.table.scene import Scene

from tests.table.sat import RED, REGISTER

TOKEN = "token.moss.acorn"


class Alive:
    """A meadow whose time is moved by the test, and all that was shown of it."""

    def __init__(self) -> None:
        self.clock = ManualClock(5000)
        self.world = World(REGISTER.pieces)
        self.said: list[str] = []
        self.living = Living(self.world, self.said.append, self.clock)
        self.scenes: list[Scene] = []
        self.living.watch(self.scenes.append)
        self.wait(100)

    def wait(self, duration_ms: int) -> None:
        for _ in range(duration_ms // 10):
            self.clock.sleep_ms(10)
            self.living.run_pass()


@pytest.fixture
def alive() -> Alive:
    return Alive()


def test_at_first_everything_is_shown_and_then_only_what_changed(alive: Alive) -> None:
    assert len(alive.scenes[0].pieces) == len(REGISTER.pieces)
    alive.living.do(lambda: alive.world.move(TOKEN, Lie("meadow", 10.0, 20.0)))
    alive.wait(100)
    assert len(alive.scenes) == 2
    shown = alive.scenes[1].pieces
    # what lay over it in the box lies one deeper now, and nothing else changed
    assert {one["at"] for name, one in shown.items() if name != TOKEN} <= {"box"}
    assert shown[TOKEN] == {
        "x": 10.0, "y": 20.0, "turn": 0.0, "at": "meadow", "face": TOKEN, "z": 0,
    }  # fmt: skip


def test_while_nothing_moves_nothing_is_shown_and_nothing_is_due(alive: Alive) -> None:
    before = len(alive.scenes)
    alive.wait(3000)
    assert len(alive.scenes) == before
    assert alive.living.next_ms() is None


def test_what_moves_is_shown_30_times_a_second_at_most(alive: Alive) -> None:
    world = alive.world
    alive.living.do(partial(world.move, RED, Lie("beside.south", 0, 300)))
    alive.living.do(partial(world.pointer, "p", "down", 0, 300, who="south"))
    alive.wait(100)
    before = len(alive.scenes)
    for number in range(100):
        alive.living.do(partial(world.pointer, "p", "move", number, 400))
        alive.wait(10)
    assert 20 <= len(alive.scenes) - before <= 31
    alive.wait(100)
    assert alive.scenes[-1].moved[RED][:2] == (99.0, 400.0)


def test_a_token_that_was_pushed_is_shown_where_it_comes_to_rest(alive: Alive) -> None:
    world = alive.world
    alive.living.do(partial(world.move, TOKEN, Lie("meadow", 0.0, 0.0)))
    alive.living.do(partial(world.move, RED, Lie("meadow", 0.0, -40.0)))
    alive.living.do(partial(world.pointer, "p", "down", 0, -40, who="south"))
    for y in range(-40, 60, 5):
        alive.living.do(partial(world.pointer, "p", "move", 0, y))
        alive.wait(20)
    alive.living.do(partial(world.pointer, "p", "up", 0, 60))
    alive.wait(2000)
    lies = world.where(TOKEN)
    last = next(scene.moved[TOKEN] for scene in reversed(alive.scenes) if TOKEN in scene.moved)
    assert lies.y > 60
    assert abs(last[0] - lies.x) < 0.2
    assert abs(last[1] - lies.y) < 0.2
    assert alive.living.next_ms() is None


def test_cards_that_are_held_up_are_shown_to_their_seat_alone(alive: Alive) -> None:
    card = "card.blue-worms.7"
    alive.living.do(partial(alive.world.move, card, Lie("hand.west", -500, 0)))
    alive.wait(100)
    scene, handle = alive.scenes[-1], alive.world.handles.of(card)
    assert scene.pieces[handle]["face"] == ""
    assert scene.faces[handle] == ("west", card)
    alive.living.do(partial(alive.world.move, card, Lie("deck", 340, 340)))
    alive.wait(100)
    assert alive.scenes[-1].pieces[handle]["face"] == card
    assert handle not in alive.scenes[-1].faces


def test_a_card_that_is_just_taken_out_of_a_hand_is_shown_to_its_seat_alone(alive: Alive) -> None:
    card = "card.blue-worms.7"
    alive.living.do(partial(alive.world.move, card, Lie("hand.west", -500, 0)))
    alive.living.do(partial(alive.world.take, "f", card, "west"))
    alive.wait(100)
    scene, handle = alive.scenes[-1], alive.world.handles.of(card)
    assert scene.pieces[handle]["at"] == "held.west"
    assert scene.pieces[handle]["face"] == ""
    assert scene.faces[handle] == ("west", card)


def test_what_is_to_be_done_later_is_done_then(alive: Alive) -> None:
    done: list[int] = []
    alive.living.later(300, lambda: done.append(alive.living.now_ms))
    alive.wait(250)
    assert done == []
    alive.wait(100)
    assert done == [alive.living.now_ms - 50]


def test_a_hand_that_fails_is_told_once_and_stops_nobody(alive: Alive) -> None:
    def fail() -> None:
        raise ArithmeticError("so it is")

    for _ in range(3):
        alive.living.do(fail)
    alive.living.do(partial(alive.world.move, TOKEN, Lie("meadow", 1.0, 2.0)))
    alive.wait(100)
    assert alive.said == ["the meadow: ArithmeticError: so it is"]
    assert alive.world.where(TOKEN).place == "meadow"


def test_a_machine_that_stood_still_does_not_make_up_for_it(alive: Alive) -> None:
    world = alive.world
    alive.living.do(partial(world.move, RED, Lie("meadow", 0.0, 0.0)))
    alive.living.do(partial(world.pointer, "p", "down", 0, 0, who="south"))
    alive.living.do(partial(world.pointer, "p", "move", 200, 0))
    alive.wait(50)
    steps = world.steps
    alive.clock.sleep_ms(10_000)
    alive.living.run_pass()
    assert world.steps - steps <= MOST_BEHIND_MS * 60 / 1000 + 1


def test_the_thread_sleeps_until_something_is_to_be_done_and_ends_when_told() -> None:
    said: list[str] = []
    living = Living(World(REGISTER.pieces), said.append)
    living.start()
    done = threading.Event()
    living.do(done.set)
    assert done.wait(2)
    living.close()
    assert "meadow" not in [thread.name for thread in threading.enumerate()]

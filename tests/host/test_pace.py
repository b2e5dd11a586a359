"""How fast a game passes: at a chosen speed, or so that it ends soon."""

from __future__ import annotations

import pytest
from meadow_host.pace import Pace


class Watch:
    """A wall clock that only sleeping moves on, unless it is moved."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.slept: list[float] = []

    def read(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now_s += seconds


def pace(speed: float | None, watch: Watch) -> Pace:
    return Pace(speed, watch.read, watch.sleep)


def test_at_a_chosen_speed_a_game_passes_evenly() -> None:
    watch = Watch()
    game = pace(4, watch)

    for _ in range(10):
        game.passed(1000)

    assert watch.slept == pytest.approx([0.25] * 10)
    assert game.speed == 4
    assert game.step_ms == 200


def test_a_chosen_speed_does_not_depend_on_what_goes_on() -> None:
    watch = Watch()
    game = pace(2, watch)

    game.passed(60_000, factor=4)

    assert watch.now_s == 130


def test_without_a_speed_a_usual_game_takes_some_seconds() -> None:
    watch = Watch()
    game = pace(None, watch)

    for _ in range(120):
        game.passed(1000)

    assert watch.now_s - 100 == pytest.approx(7.5)


def test_what_is_dull_passes_faster_and_what_matters_slower() -> None:
    watch = Watch()
    game = pace(None, watch)

    game.passed(64_000, factor=4)
    game.passed(4_000, factor=0.25)

    assert watch.slept == pytest.approx([1, 1])


@pytest.mark.parametrize("minutes", [10, 60])
def test_without_a_speed_even_the_longest_game_ends_soon(minutes: int) -> None:
    watch = Watch()
    game = pace(None, watch)

    for _ in range(minutes * 60):
        game.passed(1000)

    assert 9 < watch.now_s - 100 < 15


def test_each_game_has_its_own_patience() -> None:
    watch = Watch()
    game = pace(None, watch)
    for _ in range(600):
        game.passed(1000)
    game.begin()
    began_s = watch.now_s

    game.passed(16_000)

    assert watch.now_s - began_s == pytest.approx(1)


def test_a_machine_that_is_too_slow_never_waits_nor_races_later() -> None:
    watch = Watch()
    game = pace(1, watch)

    for _ in range(10):
        watch.now_s += 3
        game.passed(1000)
    assert watch.slept == []

    game.passed(1000)
    game.passed(1000)
    assert watch.slept == pytest.approx([1])

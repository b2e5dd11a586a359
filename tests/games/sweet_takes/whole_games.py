"""Whole sets of Sweet Takes whose scores can be told by counting, for the tests of scores and ties.

Each seat has all ten cards of one suit and two of a suit that is nobody's, in its stash; in every
round each plays another suit and so takes its own card, face up: ten cards make 55 points, and
the two add what they count. Who has more in the end is decided by these two.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.games.sweet_takes.scene import Scene


class Own(NamedTuple):
    """A seat, its suit, the two cards from its stash, and after how many rounds it plays these."""

    seat: str
    suit: str
    extra: str
    after: int = 10

    @property
    def deal(self) -> str:
        return f"{self.seat}: {self.suit} 1-9 | {self.suit} 10, {self.extra}"

    @property
    def plays(self) -> str:
        own = [f"{self.suit} {value}" for value in range(1, 11)]
        return ", ".join([*own[: self.after], self.extra, *own[self.after :]])


def play_set(scene: Scene, *owns: Own) -> Scene:
    """Deal and play a whole set in which everybody takes their own cards."""
    scene.deal(*[own.deal for own in owns])
    return scene.rounds(**{own.seat: own.plays for own in owns})


def two(scene: Scene, north: str, east: str) -> Scene:
    """Two players: 55 + what the yellow cards named count, all face up, 12 cards each."""
    return play_set(
        scene,
        Own("north", "purple", f"yellow {north}"),
        Own("east", "pink", f"yellow {east}", after=0),
    )


def three(scene: Scene, north: str, east: str, south: str) -> Scene:
    """Three players: 55 + what the white cards named count, all face up, 12 cards each."""
    return play_set(
        scene,
        Own("north", "purple", f"white {north}"),
        Own("east", "pink", f"white {east}", after=0),
        Own("south", "yellow", f"white {south}", after=5),
    )


def east_has_more_cards(scene: Scene) -> Scene:
    """North 55 + 10 in 11 cards, east 55 + 1 + 8 + 1 in 13: both have 65.

    North's yellow 2 falls to east's yellow 3.
    """
    scene.deal("north: purple 1-9 | purple 10, yellow 1 2", "east: pink 1-9 | pink 10, yellow 3 10")
    first = scene.on_turn
    if first == "north":
        scene.play("yellow 2", "yellow 3")
    else:
        scene.play("yellow 3", "yellow 2")
    return scene.rounds(north="purple 1-10, yellow 1", east="yellow 10, pink 1-10")


def north_has_more_cards(scene: Scene) -> Scene:
    """The same with the sides changed."""
    scene.deal("north: purple 1-9 | purple 10, yellow 3 10", "east: pink 1-9 | pink 10, yellow 1 2")
    first = scene.on_turn
    if first == "north":
        scene.play("yellow 3", "yellow 2")
    else:
        scene.play("yellow 2", "yellow 3")
    return scene.rounds(north="yellow 10, purple 1-10", east="pink 1-10, yellow 1")

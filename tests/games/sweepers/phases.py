"""A scene in each phase of Sweepers, north and south playing: for what holds in all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from meadow.games.sweepers.setup import Mode

from tests.games.sweepers.hands import (
    NORTH_SOUTH,
    boxed,
    boxed_paws,
    collect,
    failed_check,
    hand_in,
    last_turn_checked,
)
from tests.games.sweepers.scene import Scene, paws, setup, stash


def dealing() -> Scene:
    return Scene(setup(NORTH_SOUTH)).scan(0)


def taking() -> Scene:
    """Way B: north takes south's top card, which is 7."""
    return Scene(setup(NORTH_SOUTH, ways=("B",), ages=(1, 2))).deal_in_order()


def ready() -> Scene:
    return Scene(setup(NORTH_SOUTH)).deal_in_order()


def paws_ready() -> Scene:
    """North is the oldest."""
    return Scene(setup(NORTH_SOUTH, Mode.PAWS, ages=(1, 2))).deal_in_order()


def claimed_live() -> Scene:
    """South has shouted just now."""
    return collect(stash(*NORTH_SOUTH), "south", range(7, 14))


def claimed() -> Scene:
    """South has shouted 300 ms ago; the tie window is two seconds."""
    scene = boxed(*NORTH_SOUTH, tie_window_ms=2000)
    return collect(scene, "south", range(7, 14)).claim("south")


def checking() -> Scene:
    """North has laid two tokens of its check."""
    scene = collect(boxed(*NORTH_SOUTH), "north", range(7)).claim("north")
    return hand_in(scene, "north", (0, 1))


def drawing() -> Scene:
    """North must draw two cards."""
    return failed_check(boxed(*NORTH_SOUTH), "north", range(5), (40, 41))


def between() -> Scene:
    """Way D, one round won."""
    scene = Scene(setup(NORTH_SOUTH, Mode.PAWS, ways=("D",))).begin()
    for turn in range(6):
        scene.cover("north", turn).cover("south", 6 + turn)
    return scene


PHASES: Mapping[str, Callable[[], Scene]] = {
    "dealing": dealing,
    "taking": taking,
    "ready": ready,
    "ready, paws": paws_ready,
    "counting": lambda: ready().rake("north", "deck"),
    "counting again": lambda: stash(*NORTH_SOUTH).rake("north", "deck").rake("north", "deck"),
    "playing, live": lambda: stash(*NORTH_SOUTH),
    "playing, check": lambda: boxed(*NORTH_SOUTH),
    "playing, paws live": lambda: paws(*NORTH_SOUTH),
    "playing, paws check": lambda: boxed_paws(*NORTH_SOUTH),
    "playing, live, shouted": claimed_live,
    "claimed, check": claimed,
    "stopped, live": lambda: stash(*NORTH_SOUTH).rake("south", "deck"),
    "stopped, paws check": lambda: boxed_paws(*NORTH_SOUTH).rake("south", "deck"),
    "inventory": lambda: boxed(*NORTH_SOUTH).rake("south", "deck"),
    "checking": checking,
    "checking, paws": lambda: last_turn_checked().claim("north").claim("south"),
    "drawing": drawing,
    "between": between,
    "over": lambda: stash(*NORTH_SOUTH).say("end"),
}

"""Longer movements of the players' hands, for the tests of claims, checks and the sand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from meadow.games.game import Output
from meadow.games.sweepers.setup import Referee
from meadow.pieces.kinds import TreatCard

from tests.games.sweepers.scene import BACKGROUNDS, ITEMS, Scene, cards, paws, setup, stash, tokens


def boxed(*sides: str, **more: Any) -> Scene:
    """ "That's My Stash!" as in the box, referee check; north has designs 0 to 6, and so on."""
    return stash(*sides, referee=Referee.CHECK, **more)


def boxed_paws(*sides: str, **more: Any) -> Scene:
    """Quick Paws with referee check, the timer just flipped."""
    return paws(*sides, referee=Referee.CHECK, **more)


TWIN = "treat.twin"


def boxed_with_twin(design: int) -> Scene:
    """North and south, not dealt yet: there are a second card, `TWIN`, and token of a design."""
    twin = TreatCard(TWIN, BACKGROUNDS[design // 6], ITEMS[design % 6])
    return Scene(
        setup(
            ("north", "south"),
            referee=Referee.CHECK,
            tokens=tokens(copies=(design,)),
            cards=(*cards(), twin),
        )
    )


def collect(scene: Scene, side: str, designs: Iterable[int]) -> Scene:
    """Rake these tokens off at a side and lay each on its card."""
    for design in designs:
        scene.cover(side, design)
    return scene


def hand_in(scene: Scene, side: str, designs: Iterable[int], apart_ms: int = 400) -> Scene:
    """Lay tokens for a check, one by one; the outputs of all stay in ``last``."""
    heard: list[Output] = []
    for design in designs:
        scene.lay(side, design)
        heard.extend(scene.last)
        scene.wait(apart_ms)
        heard.extend(scene.last)
    scene.last = tuple(heard)
    return scene


def empty(scene: Scene, side: str) -> Scene:
    """Lift every token out of a side's tray."""
    for lay in scene.side(side).tray:
        scene.lift(side, lay.token)
    return scene


def failed_check(scene: Scene, side: str, right: Iterable[int], wrong: Iterable[int]) -> Scene:
    """A side collects, shouts and is checked: the ``wrong`` tokens fit none of its cards.

    Afterwards the right ones lie on their cards again and the others are back on the meadow.
    """
    right, wrong = tuple(right), tuple(wrong)
    collect(scene, side, (*right, *wrong)).claim(side)
    hand_in(scene, side, (*right, *wrong))
    return empty(scene.rake(side), side)


# --------------------------------------------------- Quick Paws, north and south


NORTH_SOUTH = ("north", "south")


def cover_round(scene: Scene, turn: int) -> Scene:
    """North and south each cover the card they revealed in this turn."""
    return scene.cover("north", turn).cover("south", 7 + turn)


def last_turn() -> Scene:
    """Referee live: north and south have covered six cards each; the seventh is open."""
    scene = paws(*NORTH_SOUTH)
    for turn in range(6):
        cover_round(scene, turn)
    return scene


def signal_round(scene: Scene, turn: int) -> Scene:
    """Referee check: both cover and say so."""
    cover_round(scene, turn)
    return scene.claim("north").claim("south")


def last_turn_checked() -> Scene:
    """Referee check: six turns are through; the last tokens are on their cards, unsaid."""
    scene = boxed_paws(*NORTH_SOUTH)
    for turn in range(6):
        signal_round(scene, turn)
    return cover_round(scene, 6)

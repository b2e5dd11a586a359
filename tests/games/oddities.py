"""What may happen in any game besides: lifted pieces, broken readers, pauses, impossible inputs."""

from __future__ import annotations

from typing import Any

from meadow.games.game import Lying, ReaderBack, ReaderFailed, Said
from meadow.games.session import pieces_on

from tests.games.walks import AnyWalk

PLACES = ("north", "east", "south", "west", "deck")
"""The readers of a table."""

Walk = AnyWalk[Any]


def some_lift(walk: Walk) -> None:
    if lying := walk.lying():
        walk.lift(*walk.choices.of(lying))


def alien(walk: Walk, own: str) -> None:
    """A piece of no game, or a piece of this one at a place that is none."""
    if walk.choices.below(2):
        walk.place(walk.choices.of((*PLACES, "attic")), "candy.1")
    else:
        walk.place("attic", own)


def fail(walk: Walk) -> None:
    walk.send(ReaderFailed(walk.now_ms, walk.choices.of(PLACES)))


def back(walk: Walk) -> None:
    """A reader answers again, and some of what lay there is still there."""
    place = walk.choices.of(PLACES)
    walk.send(ReaderBack(walk.now_ms, place))
    pieces = pieces_on(walk.full.lying, place)
    kept = tuple([piece for piece in pieces if walk.choices.below(2)])
    walk.send(Lying(walk.now_ms, place, kept))


def adopt(walk: Walk, found: list[str]) -> None:
    walk.send(Lying(walk.now_ms, walk.choices.of(PLACES), tuple(dict.fromkeys(found))))


def undo(walk: Walk) -> None:
    walk.say("undo")


def pause(walk: Walk) -> None:
    walk.say("pause")


def back_in_time(walk: Walk) -> None:
    if walk.now_ms:
        walk.send(Said(walk.now_ms - 1, "start"))

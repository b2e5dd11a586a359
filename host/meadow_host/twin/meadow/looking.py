"""What a page may show of the table: plain numbers and names, and never a face that is down.

Cards go by handles that say nothing of their faces; who has seen a card can follow its handle with
the eye, as at a table, until the pile is shuffled. It must not know who asks, nor any rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count, islice
from random import Random
from typing import Any

import msgspec

from meadow_host.twin.meadow import ground
from meadow_host.twin.meadow.lying import Lie, Lying


class Handles:
    """What the pieces are called on pages: tokens and rakes by their ids, cards by numbers. No
    card's handle is any piece's id, whatever ids a set has chosen."""

    def __init__(self, lying: Lying, rng: Random) -> None:
        self._lying = lying
        self._rng = rng
        self._handle: dict[str, str] = {piece: piece for piece in lying.pieces}
        cards = [piece for piece in lying.pieces if lying.is_card(piece)]
        free = (number for number in count(1) if f"card-{number}" not in lying)
        numbers = list(islice(free, len(cards)))
        rng.shuffle(numbers)
        self._handle.update(
            {card: f"card-{number}" for card, number in zip(cards, numbers, strict=True)}
        )
        self._piece = {handle: piece for piece, handle in self._handle.items()}

    def of(self, piece: str) -> str:
        """The handle of a piece."""
        return self._handle[piece]

    def piece(self, handle: str) -> str | None:
        """The piece of a handle; None if there is none."""
        return self._piece.get(handle)

    def mix(self, pieces: Iterable[str]) -> None:
        """Exchange the handles of these among themselves: nobody can tell them apart any more."""
        mixed = [piece for piece in pieces if self._lying.is_card(piece)]
        handles = [self._handle[piece] for piece in mixed]
        self._rng.shuffle(handles)
        for piece, handle in zip(mixed, handles, strict=True):
            self._handle[piece] = handle
            self._piece[handle] = piece


def told(handles: Handles, piece: str, lie: Lie, at: ground.Point, *, seen: bool) -> dict[str, Any]:
    """One piece of a snapshot; ``at`` is where it is now, ``seen`` whether its face is."""
    one: dict[str, Any] = {
        "x": round(at.x, 1),
        "y": round(at.y, 1),
        "turn": round(lie.angle, 3),
        "at": lie.place,
        "face": piece if seen else "",
    }
    if lie.on:
        one["on"] = handles.of(lie.on)
    return one


def layout(lying: Lying) -> Mapping[str, Any]:
    """What stays: sizes in millimetres, the places' rectangles, what is drawn on each face.

    ``zones``: place -> [left, top, right, bottom]. ``faces``: piece id -> the piece as in a set
    of pieces; that tells nothing of where it is.
    """
    return {
        "half": ground.HALF_MM,
        "corner": ground.CORNER_MM,
        "table": ground.TABLE_MM,
        "token": ground.TOKEN_MM,
        "card": [ground.CARD_WIDE_MM, ground.CARD_HIGH_MM],
        "rake": [ground.RAKE_WIDE_MM, ground.TINE_MM],
        "zones": {
            place: [zone.left, zone.top, zone.right, zone.bottom]
            for place, zone in ground.ZONES.items()
        },
        "faces": {piece: msgspec.to_builtins(one) for piece, one in lying.pieces.items()},
    }

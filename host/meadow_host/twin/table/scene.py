"""What is to be seen of a meadow, and what of it changed since the last look: plain values.

It must not know who looks: what only one seat may see is told apart from what all see.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from meadow_host.twin.meadow.world import World

Json = dict[str, Any]


class Face(NamedTuple):
    """The face of a card that is held up: the seat that sees it, and the piece."""

    seat: str
    piece: str


class Scene(NamedTuple):
    """What changed. ``pieces``: handle -> how it lies, as all see it (`World.snapshot`);
    ``faces``: of those, the ones that are held up; ``moved``: handle -> x, y, turn of what went on
    without changing its place."""

    at_ms: int
    pieces: Mapping[str, Json]
    faces: Mapping[str, Face]
    moved: Mapping[str, tuple[float, float, float]]

    @property
    def is_empty(self) -> bool:
        """Whether nothing changed."""
        return not self.pieces and not self.moved


class Look:
    """Compares a world with what it was."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._changes = -1
        self._pieces: Mapping[str, Json] = {}
        self._faces: Mapping[str, Face] = {}
        self._at: dict[str, tuple[float, float, float]] = {}

    def changed(self) -> Scene:
        """What changed since the last call; everything at the first."""
        world = self._world
        pieces: Mapping[str, Json] = {}
        faces: Mapping[str, Face] = {}
        if world.changes != self._changes:
            self._changes = world.changes
            before, faces_before = self._pieces, self._faces
            self._pieces = world.snapshot()["pieces"]
            self._faces = self._held_up()
            pieces = {
                handle: piece
                for handle, piece in self._pieces.items()
                if piece != before.get(handle)
                or self._faces.get(handle) != faces_before.get(handle)
            }
            faces = {one: self._faces[one] for one in pieces if one in self._faces}
            for handle, piece in pieces.items():
                self._at[handle] = (piece["x"], piece["y"], piece["turn"])
        return Scene(world.now_ms, pieces, faces, self._moved())

    def _moved(self) -> Mapping[str, tuple[float, float, float]]:
        moved: dict[str, tuple[float, float, float]] = {}
        for handle, (x, y, turn) in self._world.moving().items():
            at = (x, y, turn)
            if self._at.get(handle) != at:
                self._at[handle] = moved[handle] = at
        return moved

    def _held_up(self) -> dict[str, Face]:
        """The faces that only those see who hold them up."""
        world = self._world
        return {
            world.handles.of(piece): Face(seat, piece) for piece, seat in world.held_up().items()
        }

"""What the pages of a meadow are shown, in the server's thread: only what changed, as fast as each
page takes it.

A page that is slow gets the latest when it can take more, and never what was in between; so nothing
piles up for it. It must not know how the meadow comes to change.
"""

from __future__ import annotations

import asyncio
import math
import struct
from collections.abc import Callable, Collection, Mapping
from typing import Any

from meadow.console.language import Json, text_of

from meadow_host.twin.table.scene import Face, Scene

_MOVED = struct.Struct("<Hhhh")
UNITS_A_MM = 50
UNITS_A_RADIAN = 10_000
MOST_WAITING = 100
"""Answers that may wait for a page; what is more is forgotten: it asks faster than it listens."""


class Shown:
    """What is to be seen now, and who looks."""

    def __init__(self) -> None:
        self.layout: Json = {}
        """What never changes, with ``handles``: in the list of moves they go by their numbers."""
        self.room: Json = {}
        self.pieces: dict[str, Json] = {}
        self.faces: dict[str, Face] = {}
        self.at: dict[str, tuple[float, float, float]] = {}
        self.numbers: dict[str, int] = {}
        self.windows: set[Window] = set()

    def begin(self, layout: Mapping[str, Any], scene: Scene) -> None:
        """Another meadow, or the first."""
        handles = sorted(scene.pieces)
        self.layout = {"is": "layout", **layout, "handles": handles}
        self.numbers = {handle: number for number, handle in enumerate(handles)}
        self.pieces, self.faces, self.at = {}, {}, {}
        for window in self.windows:
            window.forget()
        self.take(scene)

    def take(self, scene: Scene) -> None:
        """Something changed at the meadow."""
        for handle, piece in scene.pieces.items():
            self.pieces[handle] = piece
            self.at[handle] = (piece["x"], piece["y"], piece["turn"])
            self.faces.pop(handle, None)
        self.faces.update(scene.faces)
        self.at.update(scene.moved)
        for window in self.windows:
            window.changed(scene.pieces, scene.moved)

    def take_room(self, room: Json) -> None:
        """Somebody sat down, or the like."""
        self.room = room
        for window in self.windows:
            window.room_changed()


class Window:
    """One page: what it has not been shown yet."""

    def __init__(self, shown: Shown) -> None:
        self._shown = shown
        self._seats: tuple[str, ...] = ()
        self._knows_layout = self._knows_room = False
        self._pieces: set[str] = set(shown.pieces)
        self._moved: set[str] = set()
        self._answers: list[str] = []
        self.something = asyncio.Event()
        """Set while there is something to be shown."""
        self.something.set()

    def forget(self) -> None:
        """It is to be shown everything anew."""
        self._knows_layout = self._knows_room = False
        self._pieces, self._moved = set(self._shown.pieces), set()
        self.something.set()

    def changed(self, pieces: Collection[str], moved: Collection[str]) -> None:
        """These are to be shown."""
        self._pieces.update(pieces)
        self._moved.update(moved)
        self.something.set()

    def room_changed(self) -> None:
        self._knows_room = False
        self.something.set()

    def sits(self, seats: tuple[str, ...]) -> None:
        """Who looks through it sees the cards that these seats hold up."""
        either = {*self._seats, *seats}
        self._seats = seats
        self._pieces.update(one for one, face in self._shown.faces.items() if face.seat in either)
        self.room_changed()

    @property
    def is_seated(self) -> bool:
        """Whether who looks through it sits anywhere."""
        return bool(self._seats)

    def answer(self, message: Json) -> None:
        """Say something to this page alone."""
        if len(self._answers) < MOST_WAITING:
            self._answers.append(text_of(message))
        self.something.set()

    def take(self) -> list[str | bytes]:
        """All that is to be sent now."""
        self.something.clear()
        messages: list[str | bytes] = []
        shown = self._shown
        if not self._knows_layout and shown.layout:
            self._knows_layout = True
            messages.append(text_of(shown.layout))
        if not self._knows_room and shown.room:
            self._knows_room = True
            messages.append(text_of({"is": "room", "you": self._seats, **shown.room}))
        if self._pieces:
            seen = {handle: self._seen(handle) for handle in sorted(self._pieces)}
            messages.append(text_of({"is": "pieces", "pieces": seen}))
        moved = self._moved - self._pieces
        if moved:
            messages.append(b"".join(self._packed(handle) for handle in sorted(moved)))
        messages += self._answers
        self._pieces, self._moved, self._answers = set(), set(), []
        return messages

    def _seen(self, handle: str) -> Json:
        shown = self._shown
        piece, face = shown.pieces[handle], shown.faces.get(handle)
        x, y, turn = shown.at[handle]
        seen = {**piece, "x": x, "y": y, "turn": turn}
        if face is not None and face.seat in self._seats:
            seen["face"] = face.piece
        return seen

    def _packed(self, handle: str) -> bytes:
        x, y, turn = self._shown.at[handle]
        return _MOVED.pack(
            self._shown.numbers[handle],
            round(x * UNITS_A_MM),
            round(y * UNITS_A_MM),
            round(math.remainder(turn, math.tau) * UNITS_A_RADIAN),
        )


Post = Callable[[Callable[[], None]], None]
"""Has something done in the server's thread; from any thread."""

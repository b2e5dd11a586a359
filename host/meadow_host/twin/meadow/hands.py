"""Who holds what: pointers of people, each with one rake or one dragged piece.

At most four people have their hands on the table at once, and nothing is held twice. It must not
know where pieces may lie, nor physics.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from meadow_host.twin.meadow.lying import Lie
from meadow_host.twin.meadow.places import RefusedError

MOST_PEOPLE = 4
MOST_POINTERS = 10
"""Of one person: there are so many fingers."""


@dataclass
class Hold:
    """A pointer with what it holds. ``origin`` is how that lay before it was taken.

    It is at (x, y), or on its way to there since ``from_ms``, so that a bot's hand is seen moving
    without anything being computed for it; until ``until_ms``.
    """

    pointer: str
    who: str
    piece: str
    origin: Lie
    x: float
    y: float
    angle: float
    lowered: bool = False
    from_x: float = 0.0
    from_y: float = 0.0
    from_ms: int = 0
    until_ms: int = 0

    def move(self, x: float, y: float, angle: float) -> None:
        """It is there now."""
        self.x, self.y, self.angle, self.until_ms = x, y, angle, 0

    def glide(self, x: float, y: float, angle: float, now_ms: int, until_ms: int) -> None:
        """It is on its way there from now on."""
        self.from_x, self.from_y = self.at(now_ms)
        self.x, self.y, self.angle = x, y, angle
        self.from_ms, self.until_ms = now_ms, until_ms

    def at(self, now_ms: int) -> tuple[float, float]:
        """Where it is at a moment."""
        if now_ms >= self.until_ms:
            return self.x, self.y
        done = (now_ms - self.from_ms) / (self.until_ms - self.from_ms)
        done = done * done * (3 - 2 * done)  # as hands set off and arrive
        return (
            self.from_x + (self.x - self.from_x) * done,
            self.from_y + (self.y - self.from_y) * done,
        )


class Hands:
    """All pointers that hold something."""

    def __init__(self) -> None:
        self._holds: dict[str, Hold] = {}
        self._pointer_on: dict[str, str] = {}

    def __iter__(self) -> Iterator[Hold]:
        return iter(tuple(self._holds.values()))

    def of(self, pointer: str) -> Hold | None:
        """What a pointer holds."""
        return self._holds.get(pointer)

    def on(self, piece: str) -> Hold | None:
        """Who holds a piece."""
        pointer = self._pointer_on.get(piece)
        return None if pointer is None else self._holds[pointer]

    @property
    def people(self) -> set[str]:
        """Who holds anything."""
        return {hold.who for hold in self._holds.values()}

    def check(self, pointer: str, who: str, piece: str) -> None:
        """Raises `RefusedError` when this pointer cannot take this piece."""
        mine = self._holds.get(pointer)
        if mine is not None:
            raise RefusedError("this hand holds something already: lay that down first")
        other = self.on(piece)
        if other is not None:
            raise RefusedError("this is in another hand: wait until it is let go")
        people = self.people
        if who not in people and len(people) >= MOST_PEOPLE:
            raise RefusedError(
                f"{MOST_PEOPLE} people have their hands on the table: wait until one lets go"
            )
        if sum(hold.who == who for hold in self._holds.values()) >= MOST_POINTERS:
            raise RefusedError(f"nobody has more than {MOST_POINTERS} fingers: let something go")

    def take(self, hold: Hold) -> None:
        """A pointer holds a piece from now on. Raises `RefusedError`."""
        self.check(hold.pointer, hold.who, hold.piece)
        self._holds[hold.pointer] = hold
        self._pointer_on[hold.piece] = hold.pointer

    def drop(self, pointer: str) -> Hold:
        """It holds it no longer; gives what it was. Raises KeyError if it held nothing."""
        hold = self._holds.pop(pointer)
        del self._pointer_on[hold.piece]
        return hold

    def of_person(self, who: str) -> list[Hold]:
        """All that one person holds."""
        return [hold for hold in self._holds.values() if hold.who == who]

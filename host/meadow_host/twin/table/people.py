"""People at the meadow: they come and go, sit at seats, and do with their fingers what hands do.

All of it in the meadow's thread. Who is not heard for a while lets go of everything, and later
leaves the seat. It must not know how pages speak, nor any rule of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from meadow.journal.printable import quoted

from meadow_host.twin.meadow.ground import (
    FIVE,
    MEADOW,
    PLACES,
    SIDES,
    beside_of,
    out_of,
    place_at,
    seat_of,
)
from meadow_host.twin.table.living import Living
from meadow_host.twin.table.person import Dropped, Person
from meadow_host.twin.table.pulls import Pulls
from meadow_host.twin.table.rakes import NONE, Rakes
from meadow_host.twin.table.showing import Showing

SEATS = (*SIDES, FIVE)
SILENT_MS = 2_000
"""Who is silent for so long with something in hand lets go: the phone sleeps, the net is gone."""
GONE_MS = 15_000
"""Who is silent for so long has left the seat."""
LOOK_MS = 250
HOW_TO_SIT = "say first where you sit"
MOVED = "this meadow was opened in another tab or window: go on there, or reload this page"


class People:
    """Everybody at one meadow. What cannot be done gives a line that says why, else ""."""

    def __init__(self, living: Living, showing: Showing, rakes: Rakes) -> None:
        self._living = living
        self._world = living.world
        self._showing = showing
        self._rakes = rakes
        self._pulls = Pulls(living.world)
        self._there: dict[str, Person] = {}
        self._away: dict[str, tuple[int, tuple[str, ...]]] = {}
        """key -> when that page went, and the seats that wait for it."""
        self._number = 0
        self._is_watching = False

    def __iter__(self) -> Iterator[Person]:
        return iter(tuple(self._there.values()))

    @property
    def seated(self) -> frozenset[str]:
        """The seats where people sit, or come back to in a moment."""
        waiting = [seats for _, seats in self._away.values()]
        return frozenset(
            seat for seats in (*[one.seats for one in self], *waiting) for seat in seats
        )

    # ------------------------------------------------------------------ coming and going

    def come(
        self,
        key: str,
        told: Callable[[tuple[str, ...]], None] = lambda seats: None,
        hears: Callable[[str], None] = lambda why: None,
    ) -> Person:
        """Somebody opened a page; after a reload it is the same person, at the same seats. Who
        came before with this key is gone from now on. For the others see `Person`."""
        for before in [one for one in self if one.key == key]:
            self.go(before)
        _, seats = self._away.pop(key, (0, ()))
        self._number += 1
        person = Person(self._number, key, told, hears)
        self._there[person.name] = person
        self.heard(person)
        person.sits(seats)
        if not self._is_watching:
            self._is_watching = True
            self._living.later(LOOK_MS, self._look)
        return person

    def go(self, person: Person) -> None:
        """The page is gone: all hands let go; the seats wait for a while, until somebody else
        takes them."""
        self._let_go(person)
        if self._there.pop(person.name, None) is not None and person.seats:
            self._away[person.key] = (self._living.now_ms, person.seats)
            person.sits(())

    def heard(self, person: Person) -> str:
        """There is a sign of life. Who is gone does nothing any more: a seat is one person's."""
        person.heard_ms = self._living.now_ms
        return "" if self._there.get(person.name) is person else MOVED

    def sit(self, person: Person, seats: Sequence[str]) -> str:
        """Sit at these seats and no others; with several one person plays for several."""
        for seat in seats:
            if seat not in SEATS:
                return f"there is no seat {quoted(seat)}: it is one of {', '.join(SEATS)}"
            other = next((one for one in self if one is not person and seat in one.seats), None)
            if other is not None:
                return f"somebody sits at {seat} already: choose another side"
        self._let_go(person)
        for key, (gone_ms, waiting) in tuple(self._away.items()):
            left = tuple([seat for seat in waiting if seat not in seats])
            self._away[key] = (gone_ms, left)
        person.sits(tuple(dict.fromkeys(seats)))
        return ""

    def _look(self) -> None:
        """Now and then: who is silent?"""
        now_ms = self._living.now_ms
        for person in self:
            silent_ms = now_ms - person.heard_ms
            if person.pointers and silent_ms >= SILENT_MS:
                self._drop(person)
            if silent_ms >= GONE_MS:
                person.sits(())
        for key, (gone_ms, _) in tuple(self._away.items()):
            if now_ms - gone_ms >= GONE_MS:
                del self._away[key]
        self._is_watching = bool(self._there or self._away)
        if self._is_watching:
            self._living.later(LOOK_MS, self._look)

    def _drop(self, person: Person) -> None:
        """Let go until the fingers move on: it was a moment without a network, or the page was
        busy."""
        for pointer in tuple(person.pointers):
            self._pulls.end(pointer)
            hold = self._world.hold(pointer)
            if hold is not None:
                stroke = person.strokes.get(pointer, "")
                person.dropped[pointer] = Dropped(hold.piece, hold.who, stroke)
        self._let_go(person)

    def _let_go(self, person: Person) -> None:
        for pointer in tuple(person.pointers):
            self._pulls.end(pointer)
            hold = self._world.hold(pointer)
            if hold is not None:
                self._world.pointer(pointer, "cancel", hold.x, hold.y)
        person.pointers.clear()
        person.strokes.clear()

    # --------------------------------------------------------------------------- fingers

    def down(self, person: Person, number: int, x: float, y: float) -> str:
        """A finger comes down and takes what lies there."""
        pointer = self._comes_down(person, number)
        who = self._who(person, x, y)
        why = self._world.pointer(pointer, "down", x, y, who=who)
        if why and self._pulls.end_at(x, y):
            why = self._world.pointer(pointer, "down", x, y, who=who)
        return why or self._holds(person, pointer)

    def rake(
        self,
        person: Person,
        number: int,
        x: float,
        y: float,
        angle: float | None = None,
        seat: str = "",
    ) -> str:
        """A finger comes down on the meadow with the own rake, wherever that was: with that of
        this seat, or of the nearest of the own ones; turned so, or with its tines to that side."""
        if not person.seats:
            return HOW_TO_SIT
        seat = seat if seat in person.seats else self._who(person, x, y)
        rake = self._rakes.of(seat)
        if not rake:
            return NONE.format(seat)
        pointer = self._comes_down(person, number)
        self._pulls.end_of(rake)
        why = self._world.take(pointer, rake, who=seat)
        if why:
            return why
        person.strokes[pointer] = seat
        for lifted in (True, False):  # through the air, then down
            self._world.pointer(pointer, "move", x, y, angle=angle, lifted=lifted)
        return self._holds(person, pointer)

    def move(
        self, person: Person, number: int, x: float, y: float, angle: float | None, lifted: bool
    ) -> str:
        """A finger moves. One that holds nothing may; one that fell silent takes up again what it
        held."""
        pointer = person.pointer(number)
        if self._pulls.goes_on(pointer):
            return ""
        dropped = person.dropped.pop(pointer, None)
        if dropped is not None and dropped.who in (*person.seats, person.name):
            why = self._world.take(pointer, dropped.piece, who=dropped.who)
            if why:
                return why
            person.pointers.add(pointer)
            if dropped.stroke:
                person.strokes[pointer] = dropped.stroke
        return self._world.pointer(pointer, "move", x, y, angle=angle, lifted=lifted)

    def up(self, person: Person, number: int, x: float, y: float) -> str:
        """A finger goes up: what it holds lies there, or where it was if it cannot. A rake that was
        pulled off the meadow is laid beside its side: on a tray it would speak (T16). One that is
        not yet where it was pulled gets there first; what cannot be then, the person hears."""
        pointer = person.pointer(number)
        if self._pulls.goes_on(pointer):
            return ""
        if not self._pulls.is_behind(pointer):
            return self._lay_down(person, number, x, y)
        self._pulls.finish(pointer, partial(self._lay_down_late, person, number, x, y))
        return ""

    def _lay_down_late(self, person: Person, number: int, x: float, y: float) -> None:
        why = self._lay_down(person, number, x, y)
        if why:
            person.hears(why)

    def _lay_down(self, person: Person, number: int, x: float, y: float) -> str:
        pointer = person.pointer(number)
        seat = person.strokes.get(pointer, "")
        if (
            seat in SIDES
            and place_at(x, y) != MEADOW
            and not self._world.put(pointer, beside_of(seat))
        ):
            self._forget(person, pointer)
            return ""
        return self._end(person, number, "up", x, y)

    def cancel(self, person: Person, number: int) -> str:
        """A finger goes up and wants nothing: what it holds goes back to where it was."""
        pointer = person.pointer(number)
        person.dropped.pop(pointer, None)
        self._pulls.end(pointer)
        hold = self._world.hold(pointer)
        return self._end(person, number, "cancel", hold.x, hold.y) if hold else ""

    def _end(self, person: Person, number: int, how: str, x: float, y: float) -> str:
        pointer = person.pointer(number)
        self._forget(person, pointer)
        why = self._world.pointer(pointer, how, x, y)
        if self._world.hold(pointer) is not None:  # such a point is not on the table
            person.pointers.add(pointer)
            return self.cancel(person, number) or why
        return why

    def _comes_down(self, person: Person, number: int) -> str:
        """Gives the pointer of a finger that is about to take something anew."""
        pointer = person.pointer(number)
        person.dropped.pop(pointer, None)
        self._pulls.end(pointer)
        return pointer

    @staticmethod
    def _forget(person: Person, pointer: str) -> None:
        person.pointers.discard(pointer)
        person.strokes.pop(pointer, None)
        person.dropped.pop(pointer, None)

    def _holds(self, person: Person, pointer: str) -> str:
        person.pointers.add(pointer)
        return ""

    def _who(self, person: Person, x: float, y: float) -> str:
        """For which of the own seats a hand at a point is: that whose place it is, or whose side is
        nearest."""
        if not person.seats:
            return person.name
        seat = seat_of(place_at(x, y))
        if seat in person.seats:
            return seat
        return max(person.seats, key=lambda one: out_of(one, x, y) if one in SIDES else -1000.0)

    # ------------------------------------------------------------------------------ taps

    def lay(
        self,
        person: Person,
        piece: str,
        to: str,
        up: bool | None = None,
        x: float | None = None,
        y: float | None = None,
    ) -> str:
        """Take a piece and lay it in a place, or a token on a card by its handle; nothing changes
        if either cannot be. What is a place's name means the place, whatever a piece is called."""
        pointer = f"{person.name}.tap"
        self._pulls.end_of(self._world.handles.piece(piece) or piece)
        why = self._world.take(pointer, piece, who=self._who_for(person, piece))
        if why:
            return why
        if to in PLACES:
            why = self._world.put(pointer, to, x, y, up=up)
        else:
            why = self._world.cover(pointer, to)
        if why:
            self._world.pointer(pointer, "cancel", 0, 0)
        return why

    def turn(self, person: Person, piece: str) -> str:
        """Turn a card over where it lies."""
        return self._world.turn(piece)

    def show(self, person: Person, piece: str, reader: str) -> str:
        """Lay a piece on a reader for a moment; then it lies where it was."""
        self._pulls.end_of(self._world.handles.piece(piece) or piece)
        who = self._who_for(person, piece)
        return self._showing.show(piece, reader, who, hears=person.hears)

    def speak(self, person: Person, seat: str, reader: str, when: str = "") -> str:
        """Lay the rake of one of the own seats on a reader for a moment; with it in hand, too.
        ``when`` is the table's situation for which it is meant, "" for any."""
        if seat not in person.seats:
            return (
                f"you do not sit at {seat}: its rake is not yours" if seat in SEATS else HOW_TO_SIT
            )
        rake = self._rakes.of(seat)
        if not rake:
            return NONE.format(seat)
        self._pulls.end_of(rake)
        for pointer in tuple(person.pointers):
            hold = self._world.hold(pointer)
            if hold is not None and hold.piece == rake:
                self._forget(person, pointer)
                self._world.pointer(pointer, "cancel", hold.x, hold.y)
        return self._showing.show(rake, reader, seat, when, person.hears)

    def _who_for(self, person: Person, piece: str) -> str:
        found = self._world.handles.piece(piece) or piece
        if found not in self._world.lying:
            return person.name
        lie = self._world.where(found)
        return self._who(person, lie.x, lie.y)

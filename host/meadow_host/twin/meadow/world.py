"""The meadow and all its pieces: `World` is what hands, pages, bots and antennas meet in.

It knows geometry, physics and the pieces' ids; it must not know the rules, nor any board or page.
One thread uses it. Millimetres from the middle of the meadow, x to the east, y to the south;
angles in radians, clockwise as seen from above; times are the caller's whole milliseconds.

Hands come in through pointers: a mouse, one finger, one hand of a bot. Each has an id that its
sender chooses, and belongs to somebody (``who``: a side for whom sits there, else any name). Each
call gives "" or, when a hand cannot do that, one plain line why not; nothing is changed then.

    world.pointer("anna-1", "down", x, y, who="north")     take what lies on top there
    world.pointer("anna-1", "move", x, y, angle=0.5)       drag; a rake is down while it is over
    world.pointer("anna-1", "move", x, y, lifted=True)     the meadow, or is carried over it
    world.pointer("anna-1", "up", x, y)                    lay it where the pointer is
    world.pointer("anna-1", "cancel", x, y)                put it back where it was
    world.take("anna-1", piece, who="north")               the same by taps, without coordinates:
    world.put("anna-1", "cards.north", up=True)            a piece, then a place
    world.cover("anna-1", card)                            or a card that a token covers
    world.turn(piece)                                      turn a card over where it lies
    world.let_go("anna")                                   somebody is gone: all hands let go

Pieces may be named by their ids or by the handles of a snapshot. Places are those of
`ground.ZONES` and "floor": meadow, tray.SIDE, beside.SIDE, cards.SEAT, hand.SEAT, deck (the deck
reader), pile (its top card only), aside, box.

Time passes in steps of 1/60 s, and only while something moves:

    world.advance_to(now_ms)      all that is due until then, in order
    world.next_ms()               when something happens by itself; None while all lies still

What happens is told at once to listeners, as `Fell`, `Laid` and `Lifted`; `snapshot(eyes)` gives
all pieces as plain values for whom sits at a seat, `moving()` those in motion, `layout()` what
never changes. `changes` counts what went from one place to another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from meadow.journal.printable import quoted
from meadow.pieces.kinds import AnyPiece

from meadow_host.twin.meadow.carrying import Carrying
from meadow_host.twin.meadow.falls import Falls
from meadow_host.twin.meadow.field import STEPS_HZ, Gone
from meadow_host.twin.meadow.ground import (
    FIVE,
    FLOOR,
    MEADOW,
    SIDES,
    Point,
    hand_of,
    seat_of,
    tray_of,
)
from meadow_host.twin.meadow.hands import Hold
from meadow_host.twin.meadow.looking import Handles, layout, told
from meadow_host.twin.meadow.lying import FALLING, Lie
from meadow_host.twin.meadow.places import RefusedError
from meadow_host.twin.meadow.tabletop import Event, Fell, Tabletop


class World:
    """One meadow with all its pieces, which begin in the box; the seed decides all chance."""

    def __init__(self, pieces: Sequence[AnyPiece], seed: int = 0, now_ms: int = 0) -> None:
        self._rng = Random(f"meadow {seed}")
        self._began_ms = self._now_ms = now_ms
        self.top = Tabletop(pieces)
        self.lying = self.top.lying
        self.handles = Handles(self.lying, self._rng)
        self._falls = Falls(self._rng)
        self._carrying = Carrying(self.top)
        self._muscles: dict[str, Callable[[int], None]] = {}

    # ---------------------------------------------------------------------------- time

    @property
    def now_ms(self) -> int:
        """The present moment."""
        return self._now_ms

    @property
    def steps(self) -> int:
        """How many steps were computed so far."""
        return self.top.field.steps

    def next_ms(self) -> int | None:
        """When something happens by itself: a step, a landing; None while all lies still."""
        step_ms = self._next_step_ms() if self.top.field.moving or self._muscles else None
        landing_ms = self._falls.next_ms
        if step_ms is None or landing_ms is None:
            return landing_ms if step_ms is None else step_ms
        return min(step_ms, landing_ms)

    def advance_to(self, now_ms: int) -> None:
        """Let happen all that is due until a moment; an earlier one changes nothing."""
        while (due_ms := self.next_ms()) is not None and due_ms <= now_ms:
            self._now_ms = due_ms
            if due_ms == self._falls.next_ms:
                self._land()
            else:
                self._step()
        self._now_ms = max(self._now_ms, now_ms)

    def flex(self, name: str, muscle: Callable[[int], None] | None) -> None:
        """Call this before each step from now on, so that a bot can steer; None ends it. While
        there is one, time passes in steps even if all lies still."""
        self._muscles.pop(name, None)
        if muscle is not None:
            self._muscles[name] = muscle

    def listen(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Hear at once of everything that falls, or comes over an antenna, or leaves it; calling
        what this gives ends it."""
        self.top.listeners.append(listener)
        return lambda: self.top.listeners.remove(listener)

    def _next_step_ms(self) -> int:
        """The first moment after now on the grid of 1/60 s, rounded up to a millisecond."""
        number = (self._now_ms - self._began_ms) * STEPS_HZ // 1000 + 1
        return self._began_ms - (-number * 1000 // STEPS_HZ)

    def _step(self) -> None:
        for muscle in tuple(self._muscles.values()):
            muscle(self._now_ms)
        for gone in self.top.field.step():
            self._fall(gone)
        self._carrying.raise_what_left()

    def _fall(self, gone: Gone) -> None:
        falling = self._falls.fall(gone, self._now_ms)
        lie = Lie(FALLING, gone.x, gone.y)
        self.lying.lay(gone.token, lie)
        self.top.tell(Fell(self._now_ms, gone.token, falling.where, gone.x, gone.y))

    def _land(self) -> None:
        landed = self._falls.land()
        place = FLOOR if landed.where == FLOOR else tray_of(landed.where)
        self.top.lay(landed.token, Lie(place, landed.to.x, landed.to.y), self._now_ms)

    # --------------------------------------------------------------------------- hands

    def pointer(
        self,
        pointer: str,
        kind: str,
        x: float,
        y: float,
        *,
        angle: float | None = None,
        who: str = "",
        lifted: bool = False,
    ) -> str:
        """What a pointer does: "down", "move", "up" or "cancel" at a point. A pointer that holds
        nothing may move and go up as it likes. See the module for what it gives."""
        carrying = self._carrying
        acts: dict[str, Callable[[], None]] = {
            "down": lambda: carrying.grasp(pointer, who or pointer, x, y, self._now_ms),
            "move": lambda: carrying.move(pointer, x, y, angle, lifted),
            "up": lambda: carrying.release(pointer, x, y, self._now_ms),
            "cancel": lambda: carrying.cancel(pointer, self._now_ms),
        }
        if kind not in acts:
            return f"a pointer goes {', '.join(acts)}, not {quoted(kind)}"
        if not carrying.reaches(x, y):
            return f"({x}, {y}) is no point of the table"
        return _said(acts[kind])

    def take(self, pointer: str, piece: str, who: str = "") -> str:
        """A pointer takes a piece, from wherever it lies."""
        return _said(
            lambda: self._carrying.take(pointer, who or pointer, self._id(piece), self._now_ms)
        )

    def put(
        self,
        pointer: str,
        place: str,
        x: float | None = None,
        y: float | None = None,
        *,
        up: bool | None = None,
        under: bool = False,
    ) -> str:
        """A pointer lays what it holds in a place, where people would lay it unless a point is
        given. ``up`` turns a card on the way."""
        now_ms = self._now_ms
        return _said(
            lambda: self._carrying.put(pointer, place, x, y, up, under=under, now_ms=now_ms)
        )

    def cover(self, pointer: str, card: str) -> str:
        """A pointer lays the token that it holds on an open card."""
        return _said(lambda: self._carrying.cover(pointer, self._id(card), self._now_ms))

    def turn(self, piece: str) -> str:
        """Turn a card over where it lies."""
        return _said(lambda: self._carrying.turn(self._id(piece), self._now_ms))

    def glide(self, pointer: str, x: float, y: float, until_ms: int) -> None:
        """A hand that is in the air will be there then; nothing happens on the way. A pointer
        that holds nothing is left alone."""
        hold = self._carrying.hands.of(pointer)
        if hold is not None:
            hold.glide(x, y, hold.angle, self._now_ms, until_ms)

    def let_go(self, who: str) -> None:
        """Somebody is gone: rakes on the meadow lie where they are, all else goes back to where it
        was taken from."""
        for hold in self._carrying.hands.of_person(who):
            self._carrying.cancel(hold.pointer, self._now_ms)

    def _id(self, piece: str) -> str:
        """The piece of an id or a handle. Raises `RefusedError`."""
        found = self.handles.piece(piece) or piece
        if found not in self.lying:
            raise RefusedError(f"there is no piece {quoted(piece)} here")
        return found

    # ------------------------------------------------------------------------- setting

    def move(self, piece: str, lie: Lie, *, under: bool = False) -> None:
        """Lay a piece somewhere at once, without any hand; whoever held it holds it no longer."""
        self._carrying.forget(piece)
        self._falls.forget(piece)
        self.top.lay(piece, lie, self._now_ms, under=under)

    def shuffle(self, place: str) -> None:
        """Shuffle the pieces of a place, so that nobody knows where each is."""
        pieces = list(self.lying.at(place))
        self._rng.shuffle(pieces)
        self.lying.reorder(place, pieces)
        self.handles.mix(pieces)

    def scatter(self, tokens: Sequence[str]) -> None:
        """Scatter tokens over the meadow at random, as from two hands."""
        for token in tokens:
            at = Point(self._rng.uniform(-225, 225), self._rng.uniform(-225, 225))
            angle = self._rng.uniform(0, 6.283)
            self.move(token, Lie(MEADOW, at.x, at.y, angle))

    # ------------------------------------------------------------------------- looking

    @property
    def changes(self) -> int:
        """How often anything went from one place to another, or was turned."""
        return self.lying.changes

    def at(self, place: str) -> Sequence[str]:
        """The pieces in a place, that which came last at the end."""
        return self.lying.at(place)

    def where(self, piece: str) -> Lie:
        """How a piece lies now, in hands too. Raises KeyError for one that is not here."""
        hold = self._carrying.hands.on(piece)
        return self.top.where(piece) if hold is None else self._carrying.held(hold, self._now_ms)

    def hold(self, pointer: str) -> Hold | None:
        """What a pointer holds."""
        return self._carrying.hands.of(pointer)

    def snapshot(self, eyes: str = "") -> dict[str, Any]:
        """All pieces, for whom sits at a seat ("" for all): ``pieces`` handle -> x, y, turn, at
        (the place), face (the piece's id, "" while it is down), on (the card it covers), z (the
        order in its place); and ``now_ms``."""
        pieces: dict[str, dict[str, Any]] = {}
        held_up = self.held_up()
        for piece in self.lying.pieces:
            lie = self.where(piece)
            holder = held_up.get(piece)
            seen = lie.up if holder is None else holder == eyes
            one = told(self.handles, piece, lie, Point(lie.x, lie.y), seen=seen)
            one["z"] = self.lying.at(lie.place).index(piece)
            pieces[self.handles.of(piece)] = one
        return {"now_ms": self._now_ms, "pieces": pieces}

    def held_up(self) -> dict[str, str]:
        """piece -> the seat that alone sees its face: it holds the card up, or is just taking it
        from there to another place."""
        held = {piece: seat for seat in (*SIDES, FIVE) for piece in self.lying.at(hand_of(seat))}
        for hold in self._carrying.hands:
            if hold.origin.place.startswith("hand."):
                held[hold.piece] = seat_of(hold.origin.place)
        return held

    def moving(self) -> dict[str, list[float]]:
        """handle -> [x, y, turn] of what is in motion: tokens that slide, and what hands hold."""
        moved = self.top.field.moved()
        held = [hold.piece for hold in self._carrying.hands]
        postures = {piece: self.where(piece) for piece in (*moved, *held)}
        return {
            self.handles.of(piece): [round(lie.x, 1), round(lie.y, 1), round(lie.angle, 3)]
            for piece, lie in postures.items()
        }

    def layout(self) -> Mapping[str, Any]:
        """What never changes: sizes, places, what is drawn on each face."""
        return layout(self.lying)


def _said(act: Callable[[], None]) -> str:
    """Do it; gives "" or why it cannot be done."""
    try:
        act()
    except RefusedError as refused:
        return str(refused)
    return ""

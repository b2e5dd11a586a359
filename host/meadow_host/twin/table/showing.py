"""Laying a piece on a reader for a moment, as one shows a card or speaks with a rake (T16).

It must not know why, nor who may.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from meadow.journal.printable import quoted
from meadow.pieces.kinds import CommandCard, Rake, TurnTracker

from meadow_host.twin.meadow.ground import BOX, DECK, MEADOW, SIDES, beside_of, tray_of
from meadow_host.twin.meadow.lying import Lie, held_by
from meadow_host.twin.meadow.places import lie_in
from meadow_host.twin.table.living import Living

SHOWN_MS = 650
"""So long it lies there: readers need a tenth of it, and a rake that claims has to lie for 300 ms
(T16)."""
LIFTED_MS = 400
"""What lies on that reader already is lifted for so long first: else it says nothing (T16)."""
NEWS_MS = 150
"""By then everybody here has seen what a page has seen of the table."""
READERS = (DECK, *map(tray_of, SIDES))
SPEAKING = (Rake, CommandCard, TurnTracker)
"""What is only ever shown, and kept elsewhere."""
BUSY = "this is just being laid on a reader: wait until it is taken away again"
OVER = "that is over already, and nothing was said: look again"
TAKEN = "somebody took it meanwhile, and nothing was said: look again"

Hears = Callable[[str], None]


class Word(NamedTuple):
    """What is said by showing a piece: on which reader, and in which situation of the table it is
    meant, "" for any."""

    reader: str
    when: str


class Press(NamedTuple):
    """Somebody who says a word; ``hears`` are all who pressed for it, to be told if in the end it
    is not said."""

    who: str
    word: Word
    hears: tuple[Hears, ...]

    def heard_by(self, hears: Iterable[Hears]) -> Press:
        """The same, pressed for by these as well."""
        return self._replace(hears=tuple(dict.fromkeys((*self.hears, *hears))))

    def fails(self, why: str) -> None:
        """It is not said; "" for nothing to tell."""
        for hears in self.hears if why else ():
            hears(why)


class Showing:
    """Shows pieces at one meadow."""

    def __init__(
        self, living: Living, rake_of: Callable[[str], str], situation: Callable[[], str]
    ) -> None:
        """``rake_of`` gives the rake that a seat has joined with, "" for none; ``situation`` is the
        table's now, in any words."""
        self._living = living
        self._world = living.world
        self._rake_of = rake_of
        self._situation = situation
        self._shown: dict[str, Press] = {}
        """piece -> by whom and what it says: nobody else's to show until it is back and its tag was
        away for a while."""
        self._next: dict[str, Press] = {}
        """piece -> what it is to say after that."""

    def show(
        self,
        piece: str,
        reader: str,
        who: str,
        when: str = "",
        hears: Hears = lambda why: None,
    ) -> str:
        """Lay a piece, by its id or handle, on a reader for a moment; then it lies where it was,
        but no rake and no command card stays on a reader. Gives why not, or "". What is being
        shown by the same hand says another word next, and the same word no second time; what is
        meant for a situation says nothing in another: a rake means something else there (T16). What
        is only found later to say nothing is told to ``hears``: why."""
        if reader != DECK and reader not in SIDES:
            return f"there is no reader {quoted(reader)}: it is {DECK}, or a side"
        world, place = self._world, DECK if reader == DECK else tray_of(reader)
        found = world.handles.piece(piece) or piece
        if found not in world.lying:
            return f"there is no piece {quoted(piece)} here"
        press = Press(who, Word(reader, when), (hears,))
        if found in self._shown:
            return self._afterwards(found, press)
        if not self._is_meant(press.word):
            self._living.later(NEWS_MS, partial(self._say_if_meant, found, press))
            return ""
        return self._begin(found, press, place)

    def _begin(self, found: str, press: Press, place: str) -> str:
        """Lay what is not being shown in the place of a reader; gives why not, or ""."""
        world, who = self._world, press.who
        before = world.lying.lie(found)
        lies_there = before.place == place
        if before.place in READERS and isinstance(world.lying.pieces[found], SPEAKING):
            before = self._off_readers(found, before, who)
        elif lies_there:
            return "it lies there already: take it away first"
        why = self._lay(found, before.place if lies_there else place, who)
        if why:
            return why
        self._shown[found] = press
        if lies_there:
            again = partial(self._again, found, place, before)
            self._living.later(LIFTED_MS, again)
        else:
            self._living.later(SHOWN_MS, partial(self._back, found, place, before))
        return ""

    def shown_at(self, reader: str) -> dict[str, str]:
        """piece -> by whom: those that say something there just now."""
        shown = self._shown.items()
        return {piece: press.who for piece, press in shown if press.word.reader == reader}

    def _afterwards(self, piece: str, press: Press) -> str:
        """Say it once the piece is back: Stop! must be heard soon after a flip, and On three! soon
        after Stop!. A second tap on the same button is no second word."""
        for pressed in (self._shown, self._next):
            if piece in pressed and pressed[piece].word == press.word:
                pressed[piece] = pressed[piece].heard_by(press.hears)
                return ""
        if self._shown[piece].who != press.who or piece in self._next:
            return BUSY
        self._next[piece] = press
        return ""

    def _is_meant(self, word: Word) -> bool:
        return word.when in ("", self._situation())

    def _say_if_meant(self, piece: str, press: Press) -> None:
        """Say what was to wait, or tell why not. Who holds the piece by now has asked for this,
        too."""
        if piece in self._shown:
            why = self._afterwards(piece, press)
        elif not self._is_meant(press.word):
            why = OVER
        else:
            lie, reader = self._world.lying.lie(piece), press.word.reader
            if lie.place == held_by(press.who):
                self._world.move(piece, self._off_readers(piece, lie, press.who))
            why = self._begin(piece, press, DECK if reader == DECK else tray_of(reader))
        press.fails(why)

    def _ends(self, piece: str) -> None:
        """It is shown no more; its next word it says once its tag has been away for a while."""
        self._living.later(LIFTED_MS, partial(self._is_free, piece))

    def _is_free(self, piece: str) -> None:
        del self._shown[piece]
        press = self._next.pop(piece, None)
        if press is not None:
            self._say_if_meant(piece, press)

    def _lay(self, piece: str, place: str, who: str) -> str:
        """Take it and lay it there; gives why not, or ""."""
        world, pointer = self._world, f"show.{piece}"
        why = world.take(pointer, piece, who=who) or world.put(pointer, place)
        if why:
            world.pointer(pointer, "cancel", 0, 0)
        return why

    def _again(self, piece: str, place: str, before: Lie) -> None:
        """It was lifted for a while: now it is laid, unless somebody has taken it meanwhile."""
        press = self._shown[piece]
        is_taken = self._world.lying.lie(piece).place != before.place
        why = TAKEN if is_taken else self._lay(piece, place, press.who)
        if why:
            press.fails(why)
            self._ends(piece)
            return
        self._living.later(SHOWN_MS, partial(self._back, piece, place, before))

    def _off_readers(self, piece: str, before: Lie, who: str) -> Lie:
        """Where it goes that lies on a reader or is held: a rake beside a side, all else into the
        box."""
        sides = (self._side_of(piece), before.place.partition(".")[2], who)
        side = next((side for side in sides if side in SIDES), "")
        is_rake = self._world.lying.is_rake(piece)
        place = beside_of(side) if is_rake and side else BOX
        return lie_in(self._world.lying, piece, place, None, None, None)

    def _side_of(self, rake: str) -> str:
        return next((seat for seat in SIDES if self._rake_of(seat) == rake), "")

    def _back(self, piece: str, place: str, before: Lie) -> None:
        """Back to where it was, a rake beside its side; unless somebody has taken it meanwhile."""
        world = self._world
        self._ends(piece)
        if world.lying.lie(piece).place != place:
            return
        side = self._side_of(piece)
        if side and before.place in (MEADOW, BOX):
            before = lie_in(world.lying, piece, beside_of(side), None, None, None)
        world.move(piece, before)

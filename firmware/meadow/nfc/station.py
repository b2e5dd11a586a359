"""One reader and the conversation it is in: polling what is out, holding what comes next.

It must not know the other readers, registers, or what a tag's coming and going means.
"""

from __future__ import annotations

from collections.abc import Callable

from meadow.nfc.anticollision import Tree
from meadow.nfc.chips import Chip, ChipFault
from meadow.nfc.iso14443a import FALL_BACK, REQA, WUPA, Ask, Glance, Kind, Program, glance, selects
from meadow.nfc.watcher import Need, Watcher

_KEPT_FRAMES = 64
_LOOKS = 4
"""How often a pass may look for known tags: once as a routine, and for those in doubt."""
_UNREAD_TILL_SOLO = 4
_SOLO_PASSES = 3
_SOLO_CALLS = 2
"""More would hold up newcomers on other readers by more than 15 ms."""
_COLD_LOOKS = 8
"""How often to look for what did not answer, where the next pass is some time away."""


class Station:
    """A reader's state for whoever shares out the time.

    It is idle, or has a frame ``held`` to be sent, or ``waits`` for the reply to one.
    """

    def __init__(
        self,
        place: str,
        chip: Chip,
        watcher: Watcher,
        most_tags: int,
        may_look: Callable[[], bool],
    ) -> None:
        """``most_tags``: what one pass reads at most. ``may_look`` says whether one more reader
        may look for tags that lie still.
        """
        self.place = place
        self.chip = chip
        self._watcher = watcher
        self._most = most_tags
        self._may_look = may_look
        self._program: Program[None] | None = None
        self._unread = 0
        """In so many passes something answered that could not be read."""
        self._solos = 0
        """So many passes are to be had without neighbours."""
        self._frames: dict[str, tuple[Ask, ...]] = {}
        self.reads = False
        """Whether it may be used."""
        self._begun = self.passed = True
        """It has begun, and has had, a pass in this slice."""
        self.cold = False
        """Its field came on, and it has had no pass since: no tag is at rest."""
        self.held: Ask | None = None
        self.waits = False
        self.hears = False
        """A newcomer has been heard, or a tag is in doubt: it should not wait."""
        self.glances = False
        """It looks for a tag that is known."""
        self.solo = False
        """It wants to speak while no other reader does."""
        self.sounds = False
        """It has begun to."""

    def new_slice(self) -> None:
        """It may have a pass, besides ending the one it is in."""
        self._begun = self.passed = False

    def begin_pass(self) -> None:
        """REQA, and whatever comes of it; the first frame is held."""
        self._begun = True
        self.solo = self._solos > 0
        self._solos = max(0, self._solos - 1)
        self._program = program = self._watch()
        self.held = next(program)

    def send(self) -> None:
        """Send the frame that is held."""
        assert self.held is not None
        ask, self.held = self.held, None
        self.sounds = self.solo
        try:
            self.chip.begin(ask)
            self.waits = True
        except ChipFault as fault:
            self.drop(fault)

    def serve(self) -> None:
        """Look after the frame that is out; with its reply, hold the next."""
        assert self._program is not None
        try:
            reply = self.chip.poll()
        except ChipFault as fault:
            self.drop(fault)
            return
        if reply is None:
            return
        self.waits = False
        if reply.kind is not Kind.SILENT and not self.glances:
            self.hears = True
        try:
            self.held = self._program.send(reply)
        except StopIteration:
            self._rest()

    def drop(self, fault: ChipFault | None = None) -> None:
        """Break off, and say why."""
        if self._program is not None:
            self._program.close()
        self._rest()
        self.passed = True
        if fault is not None:
            self.reads = False
            self._watcher.faulty(self.place, fault)

    def switch(self, on: bool) -> None:
        """The field on or off."""
        try:
            self.chip.field(on)
        except ChipFault as fault:
            self.drop(fault)

    def _rest(self) -> None:
        self._program = None
        self.held = None
        self.waits = self.hears = self.glances = self.solo = self.sounds = False
        self.passed = self._begun

    def _watch(self) -> Program[None]:
        """One pass: newcomers, then a look for whatever is wanted most."""
        place, watcher = self.place, self._watcher
        tree = Tree(REQA, self._most)
        while (found := (yield from tree.next_tag())) is not None:
            watcher.found(place, found)
            wanted = watcher.wanted(place, Need.PROOF)
            if wanted is not None:
                yield from self._glance(wanted.uid)
        cold, self.cold = self.cold, False
        watcher.looked(place, tree, cold)
        self._note_unread(tree)
        self.hears = self.solo = self.sounds = False
        outcome = Glance.NOBODY
        for look in range(_COLD_LOOKS if cold else _LOOKS):
            # Where one has fallen silent others may have gone with it.
            routine = not cold and (outcome is Glance.SILENT if look else self._may_look())
            wanted = watcher.wanted(place, Need.ROUTINE if routine else Need.DOUBT)
            if wanted is None:
                break
            self.glances = True
            self.hears = wanted.need >= Need.DOUBT
            self.solo = wanted.need is Need.SOLO
            if outcome in (Glance.SEEN, Glance.UNSURE):
                # A tag just seen is ACTIVE; WUPA would send it to rest without an answer.
                yield FALL_BACK
            outcome = yield from self._glance(wanted.uid)
        if watcher.roll_call(place):
            yield from self._roll_call()

    def _note_unread(self, tree: Tree) -> None:
        """Where something answers and cannot be read, a neighbour may come in between each time."""
        if tree.found:
            self._unread = self._solos = 0
        elif tree.heard:
            self._unread += 1
            if self._unread % _UNREAD_TILL_SOLO == 0:
                self._solos = _SOLO_PASSES

    def _roll_call(self) -> Program[None]:
        """Find also what is at rest though nobody knows it: given up wrongly, or halted by the
        reader next to it. That one would come in between each time, so the first tags are read
        while no neighbour speaks.
        """
        self.solo = True
        yield FALL_BACK
        tree = Tree(WUPA, self._most)
        while (found := (yield from tree.next_tag())) is not None:
            self._watcher.found(self.place, found)
            self.solo = len(tree.found) < _SOLO_CALLS

    def _glance(self, uid: str) -> Program[Glance]:
        frames = self._frames.get(uid)
        if frames is None:
            if len(self._frames) >= _KEPT_FRAMES:
                self._frames.clear()
            frames = self._frames[uid] = selects(uid)
        outcome = yield from glance(frames)
        self._watcher.glanced(self.place, uid, outcome, len(frames), self.solo)
        return outcome

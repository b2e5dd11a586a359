"""One game at this table: its `Play`, the moment it began, and its journal.

Between the table's clock and the game's milliseconds stands this module alone. It knows no
lights, no readers and no lobby.
"""

from __future__ import annotations

import msgspec

from meadow.games.game import Input, Said
from meadow.games.package import Package
from meadow.journal.lines import Note, Source
from meadow.nfc.sightings import Sighting
from meadow.table.journals import Journaling
from meadow.table.order import Spoken
from meadow.table.play import Play, Played
from meadow.table.status import GameClock


class Sitting:
    """A game being played; all moments here are the clock's."""

    def __init__(
        self,
        package: Package,
        play: Play,
        journal: Journaling,
        began_ms: int,
        noted_ms: int = 0,
    ) -> None:
        """``noted_ms`` is the game's time of the last line that its journal has already."""
        self.package = package
        self.play = play
        self.journal = journal
        self.began_ms = began_ms
        self.over_since_ms: int | None = None
        self._noted_ms = noted_ms
        self._for_undo: dict[bool, Note] = {}
        """What was set while the game was over: of brightness and of sound the last."""

    @property
    def delivered_ms(self) -> int:
        """The last moment at which the game was given anything, or its journal a note."""
        return self.began_ms + self._last_ms

    @property
    def clock(self) -> GameClock:
        """How the core's time follows from the clock: it stands still while the game is paused."""
        state = self.play.state
        stands_ms = state.pause.core_ms if state.pause else -1
        return GameClock(self.began_ms + state.offset_ms, stands_ms, self.began_ms)

    @property
    def next_alarm_ms(self) -> int | None:
        """When the next alarm is due."""
        due_ms = self.play.next_alarm_ms
        return None if due_ms is None else self.began_ms + due_ms

    def saw(self, sighting: Sighting) -> None:
        """A reader noticed something."""
        at_ms = sighting.at_ms - self.began_ms
        self.play.saw(msgspec.structs.replace(sighting, at_ms=at_ms))
        self._note_end(sighting.at_ms)

    def heard(self, spoken: Spoken) -> None:
        """A word that came from no reader."""
        at_ms = spoken.at_ms - self.began_ms
        self.told(Said(at_ms, spoken.word, spoken.args), spoken.source)

    def told(self, happened: Input, source: Source) -> None:
        """An input whose time is the game's already."""
        self.play.told(happened, source)
        self._note_end(self.began_ms + happened.at_ms)

    def note(self, text: str) -> None:
        """A line for people stands here in the journal."""
        self._note(Note(text))

    def remark(self, note: Note, settled_ms: int) -> None:
        """How the lights or the sounds are set from here on; all up to ``settled_ms`` was told.

        What is set once the game is over is no part of it, unless an undo opens it again: then
        it is noted there. Else the game would seem to last until somebody touched a lamp.
        """
        if self.play.over:
            self._for_undo[note.brightness is msgspec.UNSET] = note
            return
        self._noted_ms = max(self._last_ms, settled_ms - self.began_ms)
        self._note(note)

    def ring_until(self, at_ms: int) -> None:
        """Let the alarms ring that are due by then."""
        self.play.ring_until(at_ms - self.began_ms)
        self._note_end(at_ms)

    def take(self) -> Played:
        """What came of it since the last call; its lines are on their way to the journal."""
        played = self.play.take()
        for line in played.lines:
            self.journal.append(line)
        return played

    @property
    def _last_ms(self) -> int:
        return max(self.play.state.at_ms, self._noted_ms)

    def _note(self, note: Note) -> None:
        self.play.note(self._last_ms, Source.TABLE, note)

    def _note_end(self, at_ms: int) -> None:
        if not self.play.over:
            self.over_since_ms = None
            for note in self._for_undo.values():
                self._note(note)
            self._for_undo.clear()
        elif self.over_since_ms is None:
            self.over_since_ms = at_ms

"""The lobby or one game, and the ways between them: what a table does with a happening.

It knows games by their packages alone, and no device: what is to be seen, heard and written
down is taken from it (`take`). All moments are the clock's milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from meadow.games.game import (
    Cue,
    Lying,
    Move,
    ReaderBack,
    ReaderFailed,
    Refused,
    Said,
    SetupError,
    Sound,
    Undone,
)
from meadow.games.package import Package
from meadow.games.session import pieces_on
from meadow.journal.lines import Note, Source
from meadow.nfc.sightings import Arrived, Back, Failed, Sighting
from meadow.table.came import Come, Lasting
from meadow.table.journals import Journaling
from meadow.table.lobby import Lobby, LobbyState, LobbyStep
from meadow.table.order import Happening, Spoken
from meadow.table.plain import plain_sighting
from meadow.table.play import Play
from meadow.table.pointing import Pointing
from meadow.table.resume import TakenUp
from meadow.table.sitting import Sitting
from meadow.table.status import GameClock, Phase
from meadow.table.tags import Tags
from meadow.table.world import World

GUARD_MS = 3000
"""So long after a game ends "start" and "end" do not clear it away, and so long after it was
cleared away "start" begins no new one: a word said twice must do no more than once."""

ADOPT_MS = 500
"""After a restart: so long the readers have to tell what lies on them, before it is adopted."""

_CLEARING = frozenset({"start", "end", "lobby"})
_OTHERWISE = Refused(why="that changed just now, and nothing was done: look again")

BeginJournal = Callable[[Package, Any], Journaling]
"""Opens the journal of a game of this package with this set-up. Neither waits nor raises."""


class Phases:
    """What the table does: it is in the lobby, or it plays one game."""

    def __init__(
        self,
        world: World,
        tags: Tags,
        packages: Mapping[str, Package],
        game_settings: Callable[[Package], Any],
        begin_journal: BeginJournal,
        ids: Callable[[], str],
        now_ms: int,
    ) -> None:
        """``ids`` gives a random participant id each time. Raises `LobbyError`."""
        self._world = world
        self._tags = tags
        self._game_settings = game_settings
        self._begin_journal = begin_journal
        self._ids = ids
        self._lobby = Lobby(packages, world.places)
        self._joined = LobbyState()
        self._sitting: Sitting | None = None
        self._come = Come([], [], [], [], [])
        self._delivered_ms = now_ms
        self._start_from_ms = now_ms
        self._adopt_at_ms: int | None = None
        self._notes: tuple[str, ...] = ()
        self._undos = 0
        self.pointing = Pointing()
        self.changed = True
        """Whether what lasts may be another; whoever shows it sets this back."""

    # -------------------------------------------------------------- what happens (`Taker`)

    @property
    def delivered_ms(self) -> int:
        """The last moment at which anything was delivered, alarms included."""
        if self._sitting is None:
            return self._delivered_ms
        return max(self._delivered_ms, self._sitting.delivered_ms)

    def deliver(self, happening: Happening) -> None:
        """Take a happening; alarms due at or before its moment ring first."""
        self.ring_until(happening.at_ms)
        self._delivered_ms = happening.at_ms
        self.changed = True
        if isinstance(happening, Spoken):
            self._answered(happening)
            return
        happening = plain_sighting(happening)
        self._world.saw(happening)
        if self._adopt_at_ms is None:
            self._saw(happening)

    def ring_until(self, at_ms: int) -> None:
        """Let the alarms ring that are due by then, each at its due time."""
        sitting = self._sitting
        if sitting is None:
            return
        if self._adopt_at_ms is not None and self._adopt_at_ms <= at_ms:
            self._adopt(sitting, self._adopt_at_ms)
            self._adopt_at_ms = None
        due_ms = sitting.next_alarm_ms
        if due_ms is not None and due_ms <= at_ms:
            self.changed = True
            sitting.ring_until(at_ms)

    @property
    def next_alarm_ms(self) -> int | None:
        """When the next alarm is due, or the adoption after a restart."""
        due_ms = self._sitting.next_alarm_ms if self._sitting else None
        if due_ms is None or self._adopt_at_ms is None:
            return self._adopt_at_ms if due_ms is None else due_ms
        return min(due_ms, self._adopt_at_ms)

    def resume(self, taken: TakenUp, journal: Journaling, now_ms: int) -> None:
        """Sit down to a game that was taken up: paused, and what lies there is adopted (T14)."""
        for line in taken.missing:
            journal.append(line)
        sitting = Sitting(taken.package, taken.play, journal, now_ms - taken.last_ms, taken.last_ms)
        self._sitting, self.changed = sitting, True
        self._joined = taken.lobby(self._game_settings(taken.package))
        pause = taken.play.state.pause
        if pause is None or pause.count:
            sitting.told(Said(taken.last_ms, "pause", ("restart",)), Source.TABLE)
        self._adopt_at_ms = now_ms + ADOPT_MS

    def note(self, text: str) -> None:
        """A line for people in the journal of this game and of all that begin from now on."""
        if text in self._notes:
            return
        self._notes = (*self._notes, text)
        if self._sitting is not None:
            self._sitting.note(text)

    def remark(self, note: Note, settled_ms: int) -> None:
        """A note in the journal of this game, if one is on; up to ``settled_ms`` all is told."""
        if self._sitting is not None:
            self._sitting.remark(note, settled_ms)

    def point(self, place: str, cue: str) -> None:
        """Light a place for enrolling and keep the lobby still; "" ends it. Raises `PointError`."""
        once = self.pointing.point(place, cue, self.phase, self._world.places)
        self._come.outputs.extend(once.outputs)
        self._come.flashes.extend(once.flashes)
        self.changed = True

    # ------------------------------------------------------------------ what came of it

    def take(self) -> Come:
        """What came of it since the last call; lines are on their way to the journal."""
        if self._sitting is not None:
            lines, outputs = self._sitting.take()
            self._come.lines.extend(lines)
            self._come.outputs.extend(outputs)
            self._undos += sum(isinstance(output, Undone) for output in outputs)
        come, self._come = self._come, Come([], [], [], [], [])
        return come

    @property
    def phase(self) -> Phase:
        """What the table is doing."""
        if self._sitting is None:
            return Phase.LOBBY
        return Phase.OVER if self._sitting.play.over else Phase.PLAYING

    @property
    def situation(self) -> str:
        """Which game is on, whether it is over, and how often something was undone: what holds as
        long as a word means the same."""
        return f"{self.phase.value} {self.clock.began_ms} {self._undos}"

    @property
    def package(self) -> Package | None:
        """The game being played, or chosen in the lobby."""
        return self._sitting.package if self._sitting else self._lobby.package(self._joined)

    @property
    def clock(self) -> GameClock:
        """How the core's time of the present game follows from the clock."""
        return self._sitting.clock if self._sitting else GameClock()

    def lasting(self) -> Lasting:
        """What is to be shown as long as nothing happens."""
        sitting = self._sitting
        if sitting is not None:
            return Lasting(sitting.play.cues(), sitting.began_ms, sitting.package.name)
        faults = dict.fromkeys(self._world.failed, Cue("fault"))
        cues = self.pointing.lasting or self._lobby.cues(self._joined)
        return Lasting({**cues, **faults}, 0, "")

    def view(self, audience: str) -> Mapping[str, Any]:
        """What an audience may know, as plain values."""
        if self._sitting is None:
            lobby = self._lobby.view(self._joined, self.package, self._game_settings)
            return {"phase": self.phase.value, "lobby": lobby}
        lobby = self._lobby.view(self._joined, self.package)
        return {"phase": self.phase.value, "lobby": lobby, **self._sitting.play.view(audience)}

    def legal(self) -> tuple[Move, ...]:
        """What would be accepted now."""
        if self._sitting is None:
            return self._lobby.legal(self._joined)
        clear = (Move("say", "lobby"),) if self._sitting.play.over else ()
        return (*self._sitting.play.legal(), *clear)

    # ------------------------------------------------------------------------- inside

    def _answered(self, spoken: Spoken) -> None:
        """Let a word be heard, and tell whoever waits for it what came of just this one. What was
        meant for another situation is refused to them alone: of two at once the later."""
        self._come = self.take()
        before, is_meant = len(self._come.outputs), spoken.when in ("", self.situation)
        if is_meant:
            self._heard(spoken)
            self._come = self.take()
            self._come.spoken.extend(self._come.outputs[before:])
        if spoken.answer is not None:
            spoken.answer(tuple(self._come.outputs[before:]) if is_meant else (_OTHERWISE,))

    def _heard(self, spoken: Spoken) -> None:
        sitting = self._sitting
        if sitting is None and self.pointing.place:
            self._come.outputs.append(self.pointing.refusal())
        elif sitting is None:
            self._in_lobby(spoken.at_ms, spoken.word, spoken.args)
        elif not self._clears(sitting, spoken.at_ms, spoken.word, spoken.args):
            sitting.heard(spoken)

    def _saw(self, sighting: Sighting) -> None:
        at_ms, sitting = sighting.at_ms, self._sitting
        if sitting is None and not self.pointing.place:
            told, refused = self._tags.learn(sighting)
            self._come.troubles.extend(told)
            if refused is not None:
                self._come.outputs.append(refused)
                return
        word = self._tags.word_of(sighting)
        if sitting is not None:
            if not word or not self._clears(sitting, at_ms, word, ()):
                sitting.saw(sighting)
        elif self.pointing.place and isinstance(sighting, Arrived):
            return  # for whoever enrols it, and nobody else
        elif word:
            self._in_lobby(at_ms, word, ())
        elif isinstance(sighting, Arrived):
            place, piece = sighting.place, self._tags.register.piece_of(sighting.uid)
            self._lobbied(self._lobby.laid(self._joined, place, piece, sighting.uid))
        elif isinstance(sighting, Failed):
            self._come.outputs.append(Sound("fault"))
            self._come.troubles.append(f"the reader of {sighting.place} failed: {sighting.why}")
        elif isinstance(sighting, Back):
            self._come.outputs.append(Sound("back"))

    def _in_lobby(self, at_ms: int, word: str, args: tuple[str, ...]) -> None:
        if word == "start":
            self._start(at_ms)
        else:
            self._lobbied(self._lobby.said(self._joined, word, args))

    def _lobbied(self, step: LobbyStep) -> None:
        self._joined = step.state
        self._come.outputs.extend(step.outputs)
        self._come.flashes.extend(step.flashes)

    def _refuse(self, why: str) -> None:
        self._come.outputs.append(Refused(why=why))

    # ----------------------------------------------------------- from lobby to game and back

    def _start(self, at_ms: int) -> None:
        """Begin the game chosen, if it can be: joining closes and the journal opens (T5)."""
        if at_ms < self._start_from_ms:
            self._refuse("the last game was only just cleared: once more in 3 seconds to begin")
            return
        participants = tuple([self._ids() for _ in self._joined.seats])
        try:
            package, setup = self._lobby.setup(
                self._joined, participants, self._tags.pieces, self._game_settings
            )
            play = Play(package.game, self._tags.register.piece_of, setup)
        except SetupError as error:
            self._refuse(str(error))
            return
        sitting = self._sitting = Sitting(package, play, self._begin_journal(package, setup), at_ms)
        self._come.troubles.extend(self._tags.count())
        for text in self._notes:
            sitting.note(text)
        stays = package.choices_after(self._joined.choices)
        self._joined = msgspec.structs.replace(self._joined, choices=stays)
        for place in self._world.places:
            if uids := self._world.lying(place):
                sitting.told(Lying(0, place, play.pieces_of(uids)), Source.TABLE)
        for place in self._world.failed:
            sitting.told(ReaderFailed(0, place), Source.TABLE)

    def _clears(self, sitting: Sitting, at_ms: int, word: str, args: tuple[str, ...]) -> bool:
        """Whether a word after the end of a game is for the table: then it is done with.

        It leads back to the lobby, choices and seats kept.
        """
        over_since_ms = sitting.over_since_ms
        opens = self._lobby.opens(word)
        if over_since_ms is None or not (opens or word in _CLEARING):
            return False
        if word in ("start", "end") and at_ms < over_since_ms + GUARD_MS:
            self._refuse("the game has only just ended: once more in 3 seconds for the next")
            return True
        self._come = self.take()
        self._sitting = self._adopt_at_ms = None
        self._start_from_ms = at_ms + GUARD_MS
        if opens:
            self._in_lobby(at_ms, word, args)
        return True

    def _adopt(self, sitting: Sitting, at_ms: int) -> None:
        """Tell a game that was taken up what lies there, and which readers answer (T14)."""
        self.changed = True
        play, game_ms, failed = sitting.play, at_ms - sitting.began_ms, self._world.failed
        for place in self._world.places:
            was_down = place in play.state.down
            if place in failed:
                if not was_down:
                    sitting.told(ReaderFailed(game_ms, place), Source.TABLE)
                continue
            if was_down:
                sitting.told(ReaderBack(game_ms, place), Source.TABLE)
            pieces = play.pieces_of(self._world.lying(place))
            if pieces or pieces_on(play.state.lying, place):
                sitting.told(Lying(game_ms, place, pieces), Source.TABLE)

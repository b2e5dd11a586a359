"""The table: wires board, games, pieces, settings and journals round the one loop.

What it plays is in `phases`, what people see and hear in `showing`. It must not know which
board it has, nor any game but by its package.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Any

from meadow.boards import Board
from meadow.games.cues import Flash
from meadow.games.game import Cue, Move
from meadow.games.package import Package
from meadow.games.session import DECK
from meadow.journal.lines import JournalError, Note, Source, make_header
from meadow.journal.read import Journal
from meadow.journal.room import Room
from meadow.journal.write import Status
from meadow.lights.output import FRAMES_HZ
from meadow.nfc.hearing import hearing_of
from meadow.nfc.tag_names import tag_names_of
from meadow.pieces.kinds import AnyPiece
from meadow.pieces.register import Register
from meadow.settings.lit import Lights, LitStrip
from meadow.settings.schema import Settings
from meadow.table.journals import Journaling, Journals, OpenJournal
from meadow.table.loop import Loop
from meadow.table.order import Answer
from meadow.table.phases import Phases
from meadow.table.plain import plain
from meadow.table.resume import take_up
from meadow.table.showing import Showing
from meadow.table.status import GameClock, News, Phase, TableStatus
from meadow.table.tags import Tags
from meadow.table.world import World

KEPT_TROUBLES = 20


class Table:
    """One table. `say` may be called from any thread, all else from the one that runs it."""

    def __init__(
        self,
        board: Board,
        register: Register,
        packages: Mapping[str, Package],
        settings: Settings,
        open_journal: OpenJournal,
        ids: Callable[[], str],
        wall_clock: Callable[[], str],
        frames_hz: int = FRAMES_HZ,
    ) -> None:
        """``ids`` gives a random participant id each time, ``wall_clock`` the time in UTC (ISO
        8601). Raises `LobbyError`, `SpanError`, `StyleError`, `BeepError` or ValueError, each
        with one plain line, when games and settings do not fit together or this board.
        """
        self._tags = Tags(register, tag_names_of(board.readers))
        self._hearing = hearing_of(board.readers)
        self._packages = packages
        self._settings = settings
        self._open_journal = open_journal
        self._wall_clock = wall_clock
        self._clock = board.clock
        self._world = World(board.readers.places)
        self._journals = Journals()
        self._showing = Showing(board.strip, board.buzzer, settings, packages.values(), frames_hz)
        self._phases = Phases(
            self._world,
            self._tags,
            packages,
            self._game_settings,
            self._begin_journal,
            ids,
            board.clock.now_ms(),
        )
        self._loop = Loop(board.clock, board.readers, self._phases, self)
        self._listeners: list[Callable[[News], None]] = []
        self._troubles: deque[str] = deque(maxlen=KEPT_TROUBLES)
        self._room = Room()

    # ------------------------------------------------------------------------- running

    @property
    def loop(self) -> Loop:
        """What makes it go: `Loop.run_until` a moment, or `Loop.run` in real time."""
        return self._loop

    def say(
        self,
        word: str,
        *args: str,
        source: Source = Source.OPERATOR,
        answer: Answer | None = None,
        when: str = "",
    ) -> None:
        """A word of the operator, or over the link; ``answer`` is told what came of it. It is
        meant for that `situation`, "" for any. From any thread."""
        texts = tuple([plain(text) for text in args])
        self._loop.say(plain(word), texts, source, answer=answer, when=when)

    def point(self, place: str, cue: str = "ask") -> None:
        """Light a place for enrolling (ask, good or bad) and keep the lobby still until "" ends it.

        Raises `PointError`, one plain line, nothing changed: in the lobby only.
        """
        self._phases.point(place, cue)

    @property
    def pointed(self) -> str:
        """The place that is pointed at for enrolling, "" for none."""
        return self._phases.pointing.place

    def note(self, text: str) -> None:
        """A line for people in the journal of this game, and of each that begins from now on; the
        same text stands there once."""
        self._phases.note(text)

    @property
    def quiet(self) -> bool:
        """Whether the lights speak for the buzzer."""
        return self._showing.quiet

    def set_quiet(self, quiet: bool) -> None:
        """No buzzer from now on, or the buzzer again, until the table ends."""
        if quiet is not self._showing.quiet:
            self._showing.set_quiet(quiet)
            what = "does not sound" if quiet else "sounds"
            self._remark(Note(f"the buzzer {what} from here on", quiet=quiet))

    @property
    def brightness(self) -> float:
        """That of the strip: 1 is full, `meadow.lights.power.DIMMEST` the least."""
        return self._showing.brightness

    def set_brightness(self, brightness: float) -> None:
        """Another brightness until the table ends. Raises ValueError, one plain line, when there
        is none such: too much, or so little that no light would be seen."""
        before = self._showing.brightness
        self._showing.set_brightness(brightness)
        if brightness != before:
            what = f"the brightness is {brightness * 100:.0f} % from here on"
            self._remark(Note(what, brightness=brightness))

    def foresee(self, room: Room) -> None:
        """Whether the next game could be saved, as somebody tried: if not, it is told at once."""
        before, self._room = self._room, room
        if room.why and room.why != before.why:
            self._tell_saving(f"the next game would not be saved: {room.why}", "fault")
        elif before.why and not room.why:
            self._tell_saving("the next game can be saved again", "back")
        if room.scarce and not before.scarce:
            self._troubles.append(room.scarce)

    def listen(self, listener: Callable[[News], None]) -> None:
        """Call this after every pass that brought something. It must be quick and not raise."""
        self._listeners.append(listener)

    def resume(self, journal: Journal) -> None:
        """Take up a game after a crash, before the loop runs: paused, with what lies there
        adopted (T14). Raises `JournalError`, the table unchanged, when it cannot be.
        """
        taken = take_up(journal, self._packages)
        writer = self._open_journal(journal.header, journal)
        self._journals.begin(writer)
        self._phases.resume(taken, writer, self._clock.now_ms())
        self._say_lights_anew(journal)

    def close(self) -> Status:
        """Dark, silent, and all saved that can be; gives how far that is."""
        now_ms = self._clock.now_ms()
        self.show(now_ms)
        self._troubles.extend(self._showing.close(now_ms))
        return self._journals.close()

    # --------------------------------------------------------------------- what it tells

    @property
    def phase(self) -> Phase:
        """What the table is doing."""
        return self._phases.phase

    @property
    def situation(self) -> str:
        """What a word is meant for: another text in another game, after its end, and after each
        undo; the same however the game goes on."""
        return self._phases.situation

    @property
    def now_ms(self) -> int:
        """The table's clock."""
        return self._clock.now_ms()

    @property
    def clock(self) -> GameClock:
        """How the core's time of the present game follows from `now_ms`."""
        return self._phases.clock

    @property
    def game(self) -> str:
        """The game being played, or chosen in the lobby; "" for none."""
        package = self._phases.package
        return package.name if package else ""

    @property
    def cues(self) -> Mapping[str, Cue]:
        """place -> the cue that lasts there now."""
        return self._showing.cues

    def view(self, audience: str) -> Mapping[str, Any]:
        """What an audience may know, as plain values."""
        return self._phases.view(audience)

    def legal(self) -> tuple[Move, ...]:
        """What would be accepted now."""
        return self._phases.legal()

    def lying(self) -> Mapping[str, tuple[str, ...]]:
        """place -> the UIDs there, in order of arrival."""
        return {place: self._world.lying(place) for place in self._world.places}

    def pieces(self) -> Mapping[str, AnyPiece]:
        """UID -> the piece that carries the tag."""
        return self._tags.by_uid

    def status(self) -> TableStatus:
        """How the table is."""
        journals, failed = self._journals.status(), self._world.failed
        hearing, showing = self._hearing, self._showing
        phase = self.phase
        is_playing = phase is not Phase.LOBBY
        return TableStatus(
            phase=phase,
            game=self.game,
            at_ms=self._clock.now_ms() - self.clock.began_ms if is_playing else 0,
            saved_seq=journals.saved_seq if is_playing else -1,
            pending=journals.pending,
            journal_trouble=journals.trouble,
            late=self._loop.late,
            troubles=tuple(self._troubles),
            readers={place: failed.get(place, "") for place in self._world.places},
            oddities={} if hearing is None else hearing.oddities(),
            mended={} if hearing is None else hearing.mended(),
            read_ms=self._world.read_ms,
            lights=showing.lights_fail,
            buzzer=showing.buzzer_fails,
            room=self._room,
        )

    # ------------------------------------------------------------ for the loop (`Shower`)

    def show(self, now_ms: int) -> None:
        """Bring what changed to lights, sounds, journal and listeners. Never waits."""
        phases, showing = self._phases, self._showing
        lines, outputs, flashes, troubles, spoken = phases.take()
        if phases.changed:
            phases.changed = False
            showing.show(*phases.lasting())
        if outputs:
            showing.give(outputs, phases.package, now_ms)
        for flash in flashes:
            showing.flash(flash, now_ms)
        self._check_journals()
        self._troubles.extend((*troubles, *showing.tick(now_ms)))
        if lines or outputs:
            news = News(now_ms, tuple(lines), tuple(outputs), tuple(spoken))
            for listener in self._listeners:
                listener(news)

    def next_show_ms(self, now_ms: int) -> int:
        """When lights or sounds have something to do even if nothing happens."""
        return self._showing.next_ms(now_ms)

    # -------------------------------------------------------------------------- inside

    def _check_journals(self) -> None:
        """Say at once when saving fails, and when it works again."""
        trouble = self._journals.check()
        if trouble is not None:
            again = "the journal is saved again, nothing is lost"
            self._tell_saving(trouble or again, "fault" if trouble else "back")

    def _tell_saving(self, line: str, cue: str) -> None:
        now_ms = self._clock.now_ms()
        self._troubles.append(line)
        self._showing.sound(cue, now_ms)
        self._showing.flash(Flash(DECK, cue), now_ms)

    def _say_lights_anew(self, journal: Journal) -> None:
        """After a restart the settings hold again: if a game was set otherwise, its journal says so
        from here on."""
        try:
            began = journal.lights(Lights)
            last = None if began is None else began.after(journal.notes())
        except JournalError:
            return  # it can be played on; whoever wants to see its lights will be told
        quiet, brightness = self.quiet, self.brightness
        if last is not None and (quiet, brightness) != (last.quiet, last.strip.brightness):
            text = "the table was started anew; its lights and sounds are as its settings say"
            self._remark(Note(text, brightness, quiet))

    def _remark(self, note: Note) -> None:
        self._phases.remark(note, self._loop.settled_ms)

    def _game_settings(self, package: Package) -> Any:
        """Its section of the settings, or its defaults."""
        own = self._settings.games.get(package.name)
        return package.settings_type() if own is None else own

    def _lights(self) -> Lights:
        """How the lights are at this moment, for whoever wants to see this game's again."""
        settings, brightness = self._settings, self._showing.brightness
        strip = settings.strip
        return Lights(
            LitStrip(strip.pixels, brightness, strip.max_current_ma),
            settings.spans,
            self._showing.quiet,
        )

    def _begin_journal(self, package: Package, setup: Any) -> Journaling:
        header = make_header(
            game=package.name,
            rules=package.game.rules_version,
            table=self._settings.table.id,
            firmware=version("meadow-table"),
            began=self._wall_clock(),
            setup=setup,
            settings=self._game_settings(package),
            pieces=self._tags.by_uid,
            lights=self._lights(),
        )
        journal = self._open_journal(header, None)
        self._journals.begin(journal)
        return journal

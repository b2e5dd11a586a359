"""A journal's game as one plain recording: its states, what happened in words, and its lights.

Played again by the very code that played it, on a strip that keeps its frames: one like the
table's, as its journal says, or that of the settings given here where an older one does not say.
What was changed of brightness and sound during the game its notes say, but for those of older
tables. Pure: no file, no web. It knows no particular game.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from meadow.console.changes import patch_of, plain
from meadow.console.plainly import plainly
from meadow.console.shelf import described
from meadow.console.states import plain_pieces
from meadow.games.game import REFEREE, SetupError
from meadow.games.package import Package
from meadow.journal.lines import JournalError, Kind
from meadow.journal.read import Journal
from meadow.lights.spans import ring
from meadow.lights.stage import SpanError
from meadow.settings.lit import Lights
from meadow.settings.schema import Settings
from meadow.table.play import Play
from meadow.table.retelling import begin_play, feed, package_of
from meadow.table.showing import Showing
from meadow.table.status import Phase
from meadow.telling.chronicle import Chronicle, Event
from meadow.telling.words import Words

FRAMES_HZ = 10
LONGEST_STILL_MS = 120_000
"""In a longer time without any happening the film stands still: nobody watches that."""
TAIL_MS = 3000
"""So long the film goes on after the last happening."""

Json = dict[str, Any]


class _Film:
    """A strip that keeps what it was shown, and when."""

    def __init__(self, pixels: int) -> None:
        self.pixels = pixels
        self.now_ms = 0
        self.at_ms: list[int] = []
        self.rgb = bytearray()

    def show(self, frame: bytes) -> None:
        if not self.rgb.endswith(frame):
            self.at_ms.append(self.now_ms)
            self.rgb += frame


class _Mute:
    """A buzzer that nobody hears."""

    def set(self, on: bool) -> None:
        return


def recorded(journal: Journal, packages: Mapping[str, Package], settings: Settings) -> Json:
    """The recording, as `docs/console.md` describes it. Raises `JournalError`, one plain line."""
    package = package_of(journal, packages)
    lights = journal.lights(Lights)
    try:
        recorder = _Recorder(journal, package, settings if lights is None else lights.on(settings))
        made = recorder.run()
    except SetupError as error:
        raise JournalError(journal.path, 1, f"the game cannot begin so: {error}") from error
    except SpanError as error:
        raise JournalError(journal.path, 1, f"no strip has such lights: {error}") from error
    made["film"]["as_it_was"] = lights is not None
    return made


class _Recorder:
    """Plays one journal once."""

    def __init__(self, journal: Journal, package: Package, settings: Settings) -> None:
        """Raises `SetupError`, `SpanError` and `JournalError`."""
        self._journal, self._package = journal, package
        self._film = _Film(settings.strip.pixels)
        self._first = ring(settings.spans, settings.strip.pixels).first
        self._showing = Showing(self._film, _Mute(), settings, (package,), FRAMES_HZ)
        self._events: list[Event] = []
        words = Words(journal.pieces, reveal=True)
        self._chronicle = Chronicle(words, self._events.append)
        self._play = begin_play(journal, package)
        self._state: Json = {}
        self._moments: list[Json] = []

    def run(self) -> Json:
        """Raises `JournalError`."""
        self._take(0)
        for line in self._journal.played:
            self._film_until(line.at_ms)
            feed(self._play, self._journal, line)
            if line.kind is Kind.NOTE:
                self._showing.noted(self._journal.note(line))
            self._take(line.at_ms)
        ends_ms = self._film.now_ms + TAIL_MS
        self._film_until(ends_ms)
        header = self._journal.header
        what, seats = described(header, self._package)
        return {
            "name": self._journal.path.name,
            "game": self._package.title,
            "what": what,
            "seats": seats,
            "table": header.table,
            "began": header.began,
            "finished": self._journal.finished,
            "pieces": plain_pieces(self._journal.pieces),
            "ends_ms": ends_ms,
            "moments": self._moments,
            "film": {
                "pixels": self._film.pixels,
                "first": self._first,
                "at_ms": self._film.at_ms,
                "rgb": base64.b64encode(self._film.rgb).decode(),
            },
        }

    def _take(self, at_ms: int) -> None:
        """What came of the lines up to this moment."""
        lines, outputs = self._play.take()
        self._chronicle.take_lines(lines)
        self._showing.show(self._play.cues(), 0, self._package.name)
        self._showing.give(outputs, self._package, at_ms)
        self._showing.tick(at_ms)
        state: Json = plain(_state(self._play, self._package))
        patch = patch_of(self._state, state)
        told = [{"text": plainly(one.text), "loud": one.loud} for one in self._events]
        if patch or told:
            self._moments.append({"at_ms": at_ms, "patch": patch, "lines": told})
        self._state = state
        self._events.clear()

    def _film_until(self, at_ms: int) -> None:
        """Let the lights run up to a moment."""
        film, showing = self._film, self._showing
        still_ms = film.now_ms + LONGEST_STILL_MS
        while (next_ms := max(film.now_ms + 1, showing.next_ms(film.now_ms))) < at_ms:
            if next_ms > still_ms:
                break
            film.now_ms = next_ms
            showing.tick(next_ms)
        film.now_ms = max(film.now_ms, at_ms)


def _state(play: Play, package: Package) -> Json:
    """The state as pages know it (`meadow.console.states`), its times in the journal's."""
    view = dict(play.view(REFEREE))
    state, pause = play.state, play.state.pause
    return {
        "phase": (Phase.OVER if play.over else Phase.PLAYING).value,
        "lobby": {"title": package.title, "game": package.name, "choices": "", "seats": []},
        "game": view.pop("game"),
        "pause": {key: view[key] for key in ("paused", "counting", "broken")},
        "clock": {
            "zero_ms": state.offset_ms,
            "stands_ms": pause.core_ms if pause else -1,
            "began_ms": 0,
        },
        "saved": True,
        "names": {},
    }

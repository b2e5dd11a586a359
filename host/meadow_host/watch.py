"""A journal being played again as scenes: for `meadow replay --watch`.

What is shown comes from playing, never from the written outputs, and the lights come from the
same stage as a table's, on a strip as the journal says. Knows no terminal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from meadow.clock import ManualClock
from meadow.games.game import PUBLIC, SetupError
from meadow.games.package import Package
from meadow.journal.lines import JournalError, Kind
from meadow.journal.read import Journal
from meadow.lights.spans import ring
from meadow.lights.stage import SpanError
from meadow.pieces.kinds import Rake
from meadow.settings.lit import Lights
from meadow.settings.schema import Settings
from meadow.table.retelling import begin_play, feed, package_of
from meadow.table.showing import Showing
from meadow.telling.chronicle import Chronicle
from meadow.telling.sentences import NAMES
from meadow.telling.words import Words

from meadow_host.scene import (
    Scene,
    clock_text,
    cue_text,
    screen_colours,
    timer_of,
)
from meadow_host.scenes.any_game import centre_of, sides_of
from meadow_host.twin.virtual import VirtualBuzzer, VirtualStrip

FRAMES_HZ = 20
_SOUND_MS = 1500


class Watched:
    """A journal that is played again. `play` it, and look whenever it stops."""

    def __init__(
        self, journal: Journal, packages: Mapping[str, Package], chronicle: Chronicle
    ) -> None:
        """Raises `JournalError` when it cannot be played here."""
        self._journal = journal
        self._package = package_of(journal, packages)
        self._chronicle = chronicle
        self._words = Words(journal.pieces)
        self._clock = ManualClock()
        lights = journal.lights(Lights)
        settings = Settings() if lights is None else lights.on(Settings())
        pixels, self._full = settings.strip.pixels, round(255 * settings.strip.brightness)
        self._first = ring(settings.spans, pixels).first
        self._strip = VirtualStrip(self._clock, pixels)
        buzzer = VirtualBuzzer(self._clock)
        try:
            self._showing = Showing(self._strip, buzzer, settings, packages.values(), FRAMES_HZ)
        except SpanError as error:
            raise JournalError(journal.path, 1, f"no strip has such lights: {error}") from error
        try:
            self._play = begin_play(journal, self._package)
        except SetupError as error:
            raise JournalError(journal.path, 1, f"the game cannot begin: {error}") from error
        self._made = 0
        self.longest_ms = 50

    def play(self, until_ms: int | None) -> Iterator[int]:
        """Play on to a moment, or to the end. Yields the game's time every ``longest_ms``."""
        for index, line in enumerate(self._journal.played):
            if until_ms is not None and line.at_ms > until_ms:
                break
            if index < self._made:
                continue
            yield from self._pass_until(line.at_ms)
            feed(self._play, self._journal, line)
            if line.kind is Kind.NOTE:
                self._showing.noted(self._journal.note(line))
                self._full = round(255 * self._showing.brightness)
            self._take()
        if until_ms is not None:
            yield from self._pass_until(min(until_ms, self._journal.lasted_ms))

    @property
    def view(self) -> Mapping[str, Any]:
        """What anyone may know at this moment."""
        return self._play.view(PUBLIC)

    @property
    def phase(self) -> str:
        """The phase of the game."""
        return str(self._play.view(PUBLIC)["game"].get("phase", ""))

    @property
    def at_ms(self) -> int:
        """The time since the game began."""
        return self._clock.now_ms()

    def scene(self, pace: float) -> Scene:
        """The game at this moment."""
        play, words, at_ms = self._play, self._words, self._clock.now_ms()
        view, cues = play.view(PUBLIC), play.cues()
        pixels = screen_colours(self._strip.frame, self._full)
        lines = len(self._journal.lines) + 1
        return Scene(
            title=_title(self._package.title, view),
            clock=clock_text(at_ms, pace),
            centre=centre_of(view, words),
            sides=sides_of(view, cues, words, self._rakes()),
            pixels=pixels[self._first :] + pixels[: self._first],
            events=self._chronicle.events,
            sand=timer_of(cues, at_ms),
            deck_cue=cue_text(cues.get("deck")),
            journal=f"replay: {self._journal.path}, line {self._made + 1} of {lines}",
            sound=self._chronicle.sound_at(at_ms, _SOUND_MS),
        )

    def _pass_until(self, at_ms: int) -> Iterator[int]:
        while self._clock.now_ms() < at_ms:
            now_ms = min(at_ms, self._clock.now_ms() + self.longest_ms)
            self._clock.advance_to(now_ms)
            self._play.ring_until(now_ms)
            self._take()
            yield now_ms

    def _take(self) -> None:
        lines, outputs = self._play.take()
        now_ms = self._clock.now_ms()
        self._made += len(lines)
        self._chronicle.take_lines(lines)
        self._showing.show(self._play.cues(), 0, self._package.name)
        self._showing.give(outputs, self._package, now_ms)
        self._showing.tick(now_ms)

    def _rakes(self) -> dict[str, str]:
        """side -> the colour of its rake, from the set-up."""
        colours = {
            piece.id: piece.colour
            for piece in self._journal.pieces.values()
            if isinstance(piece, Rake)
        }
        seats = msgspec.json.decode(self._journal.header.setup).get("seats", ())
        return {seat["side"]: colours.get(seat.get("rake", ""), "") for seat in seats}


def _title(title: str, view: Mapping[str, Any]) -> str:
    """As the lobby describes what is chosen, as far as the view tells it."""
    game = view["game"]
    mode = str(game.get("mode", ""))
    parts = [NAMES.get(mode, mode) or title]
    parts += [f"referee {game['referee']}"] if game.get("referee") else []
    parts += [f"way {way}" for way in game.get("ways", ())]
    return ", ".join(parts)

"""What people see and hear: cues, outputs and facts turned over to the lights and the sounds.

Knows games by their packages alone (styles, beeps, flashes), and no rules and no readers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from meadow.games.cues import Beep, Flash, Style
from meadow.games.game import Cue, Fact, Output, Refused, Sound, Undone
from meadow.games.package import Package
from meadow.journal.lines import Note
from meadow.lights.common import COMMON_STYLES
from meadow.lights.output import LightOutput
from meadow.lights.power import DIMMEST, Power
from meadow.lights.spans import MEADOW
from meadow.lights.stage import Stage
from meadow.lights.strip import Strip
from meadow.lights.styles import merged_styles
from meadow.settings.schema import Settings
from meadow.sounds.buzzer import Buzzer
from meadow.sounds.patterns import COMMON_BEEPS, merged_beeps
from meadow.sounds.player import Player


class _Look(NamedTuple):
    styles: Mapping[str, Style]
    beeps: Mapping[str, Beep]


class Showing:
    """The lights and sounds of one table."""

    def __init__(
        self,
        strip: Strip,
        buzzer: Buzzer,
        settings: Settings,
        packages: Iterable[Package],
        frames_hz: int,
    ) -> None:
        """Raises `SpanError`, `StyleError`, `BeepError` or ValueError, each with one plain line,
        when the settings or a game's looks cannot be used on this strip.
        """
        self._looks = {package.name: _look(package) for package in packages}
        self._stage = Stage(COMMON_STYLES, settings.spans, settings.strip.pixels)
        self._strip_settings = settings.strip
        self._brightness = settings.strip.brightness
        power = self._power(self._brightness)
        self._lights = LightOutput(strip, self._stage, power, frames_hz)
        self._player = Player(buzzer, COMMON_BEEPS, settings.sounds.quiet)
        self._look = ""

    @property
    def quiet(self) -> bool:
        """Whether the lights speak for the buzzer."""
        return self._player.quiet

    def set_quiet(self, quiet: bool) -> None:
        """Silence the buzzer and let the lights speak for it, or let it sound again."""
        self._player.set_quiet(quiet)

    @property
    def brightness(self) -> float:
        """1 is full; `meadow.lights.power.DIMMEST` is the least."""
        return self._brightness

    def set_brightness(self, brightness: float) -> None:
        """Raises ValueError, one plain line, when there is none such."""
        self._lights.set_power(self._power(brightness))
        self._brightness = brightness

    def noted(self, note: Note) -> None:
        """Set lights and sounds as a journal's note tells; older tables could be set darker than
        any is today."""
        if note.brightness is not msgspec.UNSET:
            self.set_brightness(min(max(note.brightness, DIMMEST), 1.0))
        if note.quiet is not msgspec.UNSET:
            self.set_quiet(note.quiet)

    @property
    def lights_fail(self) -> str:
        """Why the strip takes no frames, "" while it does."""
        return self._lights.why

    @property
    def buzzer_fails(self) -> str:
        """Why the buzzer does not obey, "" while it does."""
        return self._player.why

    @property
    def cues(self) -> Mapping[str, Cue]:
        """place -> the cue that lasts there now."""
        return self._stage.cues

    def show(self, cues: Mapping[str, Cue], zero_ms: int, game: str) -> None:
        """Let these cues last and no others, in the looks of a game ("" for none).

        ``zero_ms`` is the moment from which the cues count their time.
        """
        if game != self._look:
            look = self._looks[game] if game else _Look(COMMON_STYLES, COMMON_BEEPS)
            self._stage.set_styles(look.styles)
            self._player.set_beeps(look.beeps)
            self._look = game
        if self._stage.set_cues(cues, zero_ms):
            self._lights.hurry()

    def give(self, outputs: Iterable[Output], package: Package | None, now_ms: int) -> None:
        """Make each sound and flash that these one-off outputs ask for."""
        for output in outputs:
            if isinstance(output, Sound):
                self.sound(output.cue, now_ms)
            elif isinstance(output, Refused):
                self.flash(Flash(output.place or MEADOW, "refused"), now_ms)
                self.sound("refused", now_ms)
            elif isinstance(output, Undone):
                self.flash(Flash(MEADOW, "undo"), now_ms)
            elif isinstance(output, Fact) and package is not None:
                for flash in package.flashes(output):
                    self.flash(flash, now_ms)

    def sound(self, cue: str, now_ms: int) -> None:
        """Make a sound once; the lights speak for a buzzer that is not to be heard."""
        flash = self._player.play(cue, now_ms)
        if flash is not None:
            self._stage.flash(flash, now_ms)

    def flash(self, flash: Flash, now_ms: int) -> None:
        """Show a cue once."""
        self._stage.flash(flash, now_ms)
        self._lights.hurry()

    def tick(self, now_ms: int) -> tuple[str, ...]:
        """Drive strip and buzzer as this moment asks; gives plain lines of trouble."""
        return (*self._player.tick(now_ms), *self._lights.tick(now_ms))

    def next_ms(self, now_ms: int) -> int:
        """When `tick` has something to do next."""
        return min(self._lights.next_ms(), self._player.next_ms(now_ms))

    def close(self, now_ms: int) -> tuple[str, ...]:
        """Dark and silent; gives plain lines of trouble."""
        return (*self._player.close(now_ms), *self._lights.close(now_ms))

    def _power(self, brightness: float) -> Power:
        """Raises ValueError."""
        strip = self._strip_settings
        return Power(brightness, strip.max_current_ma, strip.pixels)


def _look(package: Package) -> _Look:
    """Raises `StyleError` or `BeepError`."""
    return _Look(
        merged_styles(COMMON_STYLES, package.styles, package.title),
        merged_beeps(COMMON_BEEPS, package.beeps, package.title),
    )

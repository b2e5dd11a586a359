"""How a table's lights are built and set, as a journal keeps it, so that they can be seen again.

Data only. It must not know what is shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec

from meadow.journal.lines import Note
from meadow.lights.power import DIMMEST, least_ma
from meadow.lights.spans import PIXELS, Span
from meadow.settings.schema import FEWEST_PIXELS, MOST_PIXELS, Settings, StripSettings


class LitStrip(msgspec.Struct, frozen=True):
    """A strip as it was set. Older tables could be set darker than any is today."""

    pixels: Annotated[int, msgspec.Meta(ge=FEWEST_PIXELS, le=MOST_PIXELS)] = PIXELS
    brightness: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.5
    max_current_ma: Annotated[int, msgspec.Meta(ge=1)] = 1500


class Lights(msgspec.Struct, frozen=True):
    """The strip with its brightness, the pixels of each place, and whether the lights speak for
    the buzzer."""

    strip: LitStrip
    spans: tuple[Span, ...]
    quiet: bool = False

    def after(self, notes: Iterable[Note]) -> Lights:
        """As they were after what these notes tell."""
        lights = self
        for note in notes:
            if note.brightness is not msgspec.UNSET:
                strip = msgspec.structs.replace(lights.strip, brightness=note.brightness)
                lights = msgspec.structs.replace(lights, strip=strip)
            if note.quiet is not msgspec.UNSET:
                lights = msgspec.structs.replace(lights, quiet=note.quiet)
        return lights

    def on(self, settings: Settings) -> Settings:
        """These settings, but with those lights, bright enough to be seen."""
        sounds = msgspec.structs.replace(settings.sounds, quiet=self.quiet)
        strip = StripSettings(
            self.strip.pixels,
            max(self.strip.brightness, DIMMEST),
            max(self.strip.max_current_ma, least_ma(self.strip.pixels)),
        )
        return msgspec.structs.replace(settings, strip=strip, spans=self.spans, sounds=sounds)

"""How a table's lights are built and set, as a journal keeps it, so that they can be seen again.

Data only. It must not know what is shown.
"""

from __future__ import annotations

import msgspec

from meadow.lights.spans import Span
from meadow.settings.schema import Settings, StripSettings


class Lights(msgspec.Struct, frozen=True):
    """The strip with its brightness, the pixels of each place, and whether the lights speak for
    the buzzer."""

    strip: StripSettings
    spans: tuple[Span, ...]
    quiet: bool = False

    def on(self, settings: Settings) -> Settings:
        """These settings, but with those lights."""
        sounds = msgspec.structs.replace(settings.sounds, quiet=self.quiet)
        return msgspec.structs.replace(settings, strip=self.strip, spans=self.spans, sounds=sounds)

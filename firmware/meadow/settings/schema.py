"""What the settings of a table are. Every key has a default; bounds stand beside their key.

Names no game: the sections of the games come with their own types.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from meadow.lights.spans import DEFAULT_SPANS, PIXELS, Span
from meadow.nfc.readers import ReaderSettings

SpanPlace = Literal["north", "east", "south", "west", "five", "deck", "meadow"]
"""The seats, the deck reader, and ``meadow`` for the whole ring."""

NEEDED_PLACES = ("north", "east", "south", "west", "deck")
"""The places with a reader (T1): each must have its light. The fifth seat may do without."""


FEWEST_PIXELS = 12
MOST_PIXELS = 1000


class TableSettings(msgspec.Struct, frozen=True):
    """``[table]``: which table this is; ``id`` stands in every journal."""

    id: Annotated[
        str,
        msgspec.Meta(
            pattern=r"\A[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?\Z",
            description="1 to 40 small letters, digits and hyphens",
        ),
    ] = "meadow"


class StripSettings(msgspec.Struct, frozen=True):
    """``[strip]``: the light strip and what it may draw, all pixels together."""

    pixels: Annotated[int, msgspec.Meta(ge=FEWEST_PIXELS, le=MOST_PIXELS)] = PIXELS
    brightness: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.5
    max_current_ma: Annotated[int, msgspec.Meta(ge=100, le=20_000)] = 1500


class SpanEntry(msgspec.Struct, frozen=True):
    """``[[span]]``: the pixels of one place, ``count`` of them clockwise from ``first``."""

    place: SpanPlace
    first: Annotated[int, msgspec.Meta(ge=0)]
    count: Annotated[int, msgspec.Meta(ge=1)]


class SoundSettings(msgspec.Struct, frozen=True):
    """``[sounds]``: in ``quiet`` mode the buzzer is silent and the lights say the same."""

    quiet: bool = False


class JournalSettings(msgspec.Struct, frozen=True):
    """``[journal]``: the folder the game logs are written to."""

    folder: Annotated[
        str, msgspec.Meta(pattern=r"\A[^\x00-\x1f]+\Z", description="the path of a folder")
    ] = "games"


class Settings(msgspec.Struct, frozen=True):
    """All settings of one table. ``games`` has a section for every game there is, by name."""

    table: TableSettings = TableSettings()
    strip: StripSettings = StripSettings()
    spans: tuple[Span, ...] = DEFAULT_SPANS
    sounds: SoundSettings = SoundSettings()
    journal: JournalSettings = JournalSettings()
    readers: ReaderSettings = ReaderSettings()
    games: Mapping[str, Any] = {}

    def canonical(self) -> bytes:
        """The settings as canonical JSON: the same bytes for the same settings."""
        return msgspec.json.encode(self, order="sorted")

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON, in hexadecimal: for the header of a journal."""
        return hashlib.sha256(self.canonical()).hexdigest()

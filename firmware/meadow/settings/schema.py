"""What the settings of a table are. Every key has a default; bounds stand beside their key.

Names no game: the sections of the games come with their own types.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from meadow.lights.power import DIMMEST
from meadow.lights.spans import DEFAULT_SPANS, PIXELS, Span
from meadow.nfc.readers import ReaderSettings
from meadow.pieces.sets import DEFAULT_SETS
from meadow.tomlfile.document import either, shown_text

SpanPlace = Literal["north", "east", "south", "west", "five", "deck", "meadow"]
"""The seats, the deck reader, and ``meadow`` for the whole ring."""

NEEDED_PLACES = ("north", "east", "south", "west", "deck")
"""The places with a reader (T1): each must have its light. The fifth seat may do without."""


FEWEST_PIXELS = 12
MOST_PIXELS = 1000

SETTINGS_FILE = "table.toml"
"""What the file of the settings is called beside the others, whatever its name on a disk."""
HARDWARE = "rev-1"
"""The hardware revision of a table that is built as the documents say."""

Slug = Annotated[
    str,
    msgspec.Meta(
        pattern=r"\A[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?\Z",
        description="1 to 40 small letters, digits and hyphens",
    ),
]

_SEGMENT = r"[^./\\:\x00-\x1f\x7f\ud800-\udfff][^/\\:\x00-\x1f\x7f\ud800-\udfff]*"
FILE_NAME = rf"{_SEGMENT}(/{_SEGMENT})*\.toml"
"""A file in the folder of the settings or below it. As a name alone it leads nowhere else."""
SET_NAME = rf"{'|'.join(DEFAULT_SETS)}|{FILE_NAME}"
_SUCH_FILE = "a .toml file in the folder of this one or below it"

SetName = Annotated[
    str,
    msgspec.Meta(
        pattern=rf"\A({SET_NAME})\Z",
        max_length=100,
        description=f"{_SUCH_FILE}, or {either(map(shown_text, DEFAULT_SETS))}",
        extra={"known": DEFAULT_SETS},
    ),
]
RegisterName = Annotated[
    str,
    msgspec.Meta(
        pattern=rf"\A({FILE_NAME})?\Z",
        max_length=100,
        description=f'{_SUCH_FILE}, or "" for none',
    ),
]


class TableSettings(msgspec.Struct, frozen=True):
    """``[table]``: which table this is, and how it is built.

    ``id`` stands in every journal; ``hardware`` must be that of pins.toml.
    """

    id: Annotated[
        Slug, msgspec.Meta(title="The name of this table; it stands in every journal.")
    ] = "meadow"
    hardware: Annotated[
        Slug, msgspec.Meta(title="The hardware revision it is for: that of its pins.toml.")
    ] = HARDWARE


class PiecesSettings(msgspec.Struct, frozen=True):
    """``[pieces]``: the files that say which pieces there are and which tag sits in which.

    ``sets`` empty: all `DEFAULT_SETS`. ``register`` empty: every piece has a made-up tag.
    """

    sets: Annotated[
        tuple[SetName, ...],
        msgspec.Meta(
            max_length=60,
            title="The sets of pieces: files, or names of those that come with the table; [] for "
            "all of these.",
        ),
    ] = ()
    register: Annotated[
        RegisterName,
        msgspec.Meta(
            title='The file that says which tag sits in which piece; "" makes tags up, for '
            "simulations."
        ),
    ] = ""


class StripSettings(msgspec.Struct, frozen=True):
    """``[strip]``: the light strip and what it may draw, all pixels together."""

    pixels: Annotated[
        int,
        msgspec.Meta(
            ge=FEWEST_PIXELS,
            le=MOST_PIXELS,
            title="The length of the light strip round the meadow; another length needs spans of "
            "its own.",
        ),
    ] = PIXELS
    brightness: Annotated[
        float,
        msgspec.Meta(ge=DIMMEST, le=1, title=f"1 is full, {DIMMEST} the dimmest that is seen."),
    ] = 0.5
    max_current_ma: Annotated[
        int,
        msgspec.Meta(
            ge=100,
            le=20_000,
            title="All pixels together may draw so much; brighter frames are dimmed to it.",
        ),
    ] = 1500


class SpanEntry(msgspec.Struct, frozen=True):
    """``[[span]]``: the pixels of one place, ``count`` of them clockwise from ``first``."""

    place: Annotated[
        SpanPlace, msgspec.Meta(title="A seat, the deck reader, or the whole ring (meadow).")
    ]
    first: Annotated[
        int, msgspec.Meta(ge=0, title="Its first pixel; pixel 0 is the north-west corner.")
    ]
    count: Annotated[
        int, msgspec.Meta(ge=1, title="So many pixels, clockwise, going on at 0 past the end.")
    ]


class SoundSettings(msgspec.Struct, frozen=True):
    """``[sounds]``: in ``quiet`` mode the buzzer is silent and the lights say the same."""

    quiet: Annotated[bool, msgspec.Meta(title="No buzzer; the lights say the same.")] = False


class JournalSettings(msgspec.Struct, frozen=True):
    """``[journal]``: the folder the game logs are written to, and how many are kept there."""

    folder: Annotated[
        str,
        msgspec.Meta(
            pattern=r"\A[^\x00-\x1f]+\Z",
            description="the path of a folder",
            title="The folder where games are saved, counted from where the program is started.",
        ),
    ] = "games"
    keep_games: Annotated[
        int,
        msgspec.Meta(
            ge=0,
            le=1_000_000,
            title="So many finished games are kept there and the oldest go; 0 keeps all.",
        ),
    ] = 0


HostName = Annotated[
    str,
    msgspec.Meta(
        pattern=r"\A[a-z0-9]([a-z0-9-]{0,62})(\.[a-z0-9]([a-z0-9-]{0,62}))*\Z",
        max_length=100,
        description="a name in a network, in small letters",
    ),
]


class ConsoleSettings(msgspec.Struct, frozen=True):
    """``[console]``: where browsers find the operator's console and the scoreboard."""

    enabled: Annotated[
        bool, msgspec.Meta(title="Whether the table serves pages to browsers at all.")
    ] = True
    address: Annotated[
        str,
        msgspec.Meta(
            pattern=r"\A[0-9A-Za-z][0-9A-Za-z.:-]{0,99}\Z|\A::[0-9A-Fa-f:.]{0,45}\Z",
            description="an address or name of this machine",
            title="Where it listens: 0.0.0.0 is every network it is in, 127.0.0.1 itself alone.",
        ),
    ] = "0.0.0.0"
    port: Annotated[
        int, msgspec.Meta(ge=1, le=65_535, title="The number after the colon in a browser.")
    ] = 8080
    names: Annotated[
        tuple[HostName, ...],
        msgspec.Meta(
            max_length=16,
            title="More names that browsers may find it by, besides this machine's own.",
        ),
    ] = ()


class Settings(msgspec.Struct, frozen=True):
    """All settings of one table. ``games`` has a section for every game there is, by name."""

    table: TableSettings = TableSettings()
    pieces: PiecesSettings = PiecesSettings()
    strip: StripSettings = StripSettings()
    spans: tuple[Span, ...] = DEFAULT_SPANS
    sounds: SoundSettings = SoundSettings()
    journal: JournalSettings = JournalSettings()
    console: ConsoleSettings = ConsoleSettings()
    readers: ReaderSettings = ReaderSettings()
    games: Mapping[str, Any] = {}

    def canonical(self) -> bytes:
        """The settings as canonical JSON: the same bytes for the same settings."""
        return msgspec.json.encode(self, order="sorted")

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON, in hexadecimal: for the header of a journal."""
        return hashlib.sha256(self.canonical()).hexdigest()

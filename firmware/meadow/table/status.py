"""What a table says of itself: its phase, its health, and the news of a pass. Data only."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

import msgspec

from meadow.games.game import Output
from meadow.journal.room import Room


class Phase(StrEnum):
    """What the table is doing."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"  # the game is finished; undo can still open it again


class TableStatus(msgspec.Struct, frozen=True):
    """How the table is.

    ``at_ms`` since the game began, 0 in the lobby; ``saved_seq`` the last line of its journal
    known to be on the disk, -1 for none; ``pending`` lines of all games that are not yet;
    ``journal_trouble`` why, as one line, or empty; ``late`` how many happenings came too late to
    be delivered in order; ``troubles`` the latest lines for people, oldest first; ``readers``
    place -> why it does not answer, "" for those that do; ``oddities`` and ``mended`` what those
    that answer tell of themselves (`meadow.nfc.hearing`); ``read_ms`` place -> when a tag came or
    went there last, by the table's clock; ``lights`` and ``buzzer`` why they fail now, or empty;
    ``room`` whether the next game could be saved, as was tried in the lobby.
    """

    phase: Phase
    game: str
    at_ms: int
    saved_seq: int
    pending: int
    journal_trouble: str
    late: int
    troubles: tuple[str, ...]
    readers: Mapping[str, str]
    oddities: Mapping[str, str]
    mended: Mapping[str, str]
    read_ms: Mapping[str, int]
    lights: str
    buzzer: str
    room: Room = Room()


class GameClock(NamedTuple):
    """The core's time: it stands at ``stands_ms`` if that is not negative, as in a pause; else it
    is the table's clock less ``zero_ms``. ``began_ms`` is when the game began, from which the times
    of the cues count."""

    zero_ms: int = 0
    stands_ms: int = 0
    began_ms: int = 0


class News(NamedTuple):
    """What a pass brought: journal lines (none in the lobby) and one-off outputs; ``spoken`` are
    the very ones of these that words brought about, whoever said them, and no piece."""

    at_ms: int
    lines: tuple[bytes, ...]
    outputs: tuple[Output, ...]
    spoken: tuple[Output, ...] = ()

"""What came of happenings, and what lasts: what the phases of a table hand to its lights, sounds
and journal. Data only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from meadow.games.cues import Flash
from meadow.games.game import Cue, Output


class Come(NamedTuple):
    """What came of the happenings since it was last taken; ``spoken`` are those of the outputs that
    words brought about, and no piece."""

    lines: list[bytes]
    outputs: list[Output]
    flashes: list[Flash]
    troubles: list[str]
    spoken: list[Output]


class Lasting(NamedTuple):
    """What is to be shown as long as nothing happens.

    ``zero_ms`` the moment from which the cues count their time; ``game`` whose looks they have,
    "" for those that all games share.
    """

    cues: Mapping[str, Cue]
    zero_ms: int
    game: str

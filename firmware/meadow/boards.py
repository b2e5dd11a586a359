"""What a board is (readers, strip, buzzer, clock) and how one is found by name.

Boards are entry points of the group ``meadow.boards``: ``pi`` in the firmware; ``virtual``,
``silicon`` and ``faulty`` on a developer's machine. So the table never knows which it has.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import NamedTuple, Protocol

from meadow.clock import Clock
from meadow.lights.spans import PIXELS
from meadow.lights.strip import Strip
from meadow.nfc.readers import DEFAULTS, ReaderSettings
from meadow.nfc.sightings import Readers
from meadow.pins.load import default_pins
from meadow.pins.schema import Pins
from meadow.sounds.buzzer import Buzzer
from meadow.tomlfile.document import either, meant

GROUP = "meadow.boards"


class BoardError(Exception):
    """There is no such board, or it cannot be opened; one plain line that says what to do."""


class NoBoardError(BoardError):
    """There is no board of that name."""


class Board(Protocol):
    """The devices of one table."""

    @property
    def clock(self) -> Clock: ...

    @property
    def readers(self) -> Readers: ...

    @property
    def strip(self) -> Strip: ...

    @property
    def buzzer(self) -> Buzzer: ...

    def close(self) -> None:
        """Lights dark, buzzer off, devices released."""
        ...


class Wiring(NamedTuple):
    """What a board has to know of its table: pins, length of the strip, how readers are read."""

    pins: Pins
    pixels: int = PIXELS
    readers: ReaderSettings = DEFAULTS


def default_wiring() -> Wiring:
    """A table that is wired as the documents say."""
    return Wiring(default_pins())


OpenBoard = Callable[[Wiring], Board]
"""What an entry point of the group is. Raises `BoardError`."""


def open_board(name: str, wiring: Wiring) -> Board:
    """The board of that name. Raises `BoardError`."""
    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    if name not in found:
        hint = meant(name, found) or "check the name"
        raise NoBoardError(f"there is no board {name!r}, {hint}; known: {either(sorted(found))}")
    opens: OpenBoard = found[name].load()
    return opens(wiring)

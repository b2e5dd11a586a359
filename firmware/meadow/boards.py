"""What a board is (readers, strip, buzzer, clock) and how one is found by name.

Boards are entry points of the group ``meadow.boards``: ``pi`` in the firmware; ``virtual``,
``silicon`` and ``faulty`` on a developer's machine. So the table never knows which it has.
"""

from __future__ import annotations

from typing import Protocol

from meadow.clock import Clock
from meadow.lights.strip import Strip
from meadow.nfc.sightings import Readers
from meadow.sounds.buzzer import Buzzer


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

"""What a test needs of a table: the protocol of a rig, and what a rig may be able to do.

Knows the cable's client, and nothing of pytest, of any board or of how tags come to lie there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Protocol

from meadow.link.answers import AnyTold
from meadow.pieces.register import Register

from meadow_host.cable.client import Client


class Can(StrEnum):
    """What a test may need: the words of the mark ``needs``."""

    INJECTION = "injection"
    """Tags can be injected at a moment of the table's clock (service mode)."""
    FRAMES = "frames"
    """What the strip shows is told, as often as it changes."""
    BEEPS = "beeps"
    """The buzzer is told; not on a table whose sounds are quiet."""
    UNPLUG = "unplug"
    """A reader can be made to fail, and to answer again."""
    MANUAL_TIME = "manual_time"
    """Time passes only as the test says, at once and exactly."""
    PUNCTUAL = "punctual"
    """What the table does in real time can be measured: nothing else keeps its computer busy."""
    PATIENCE = "patience"
    """Minutes may be waited for: with manual time, or with --table-patient."""
    UNKNOWN_TAGS = "unknown_tags"
    """A tag that no register has can be laid."""
    LOGS = "logs"
    """The journals can be fetched."""


class RigError(Exception):
    """The rig cannot be used, or is lost; one plain line that says what to do."""


class Hands(Protocol):
    """Whatever lays tags and pulls plugs. All raise `RigError` when it cannot be done."""

    def lay(self, place: str, uid: str, what: str) -> None:
        """A tag comes to lie on a place; ``what`` is what people call it."""
        ...

    def lift(self, place: str, uid: str, what: str) -> None:
        """It is taken away."""
        ...

    def unplug(self, place: str) -> None:
        """The reader of a place answers no more."""
        ...

    def plug(self, place: str) -> None:
        """It answers again."""
        ...

    def clear(self) -> None:
        """Take away all that was laid, plug in all that was unplugged."""
        ...


class Rig(Protocol):
    """One table to be tested, for a whole session of tests."""

    @property
    def name(self) -> str:
        """As it was named to ``--table``."""
        ...

    @property
    def can(self) -> frozenset[Can]: ...

    @property
    def client(self) -> Client:
        """The cable, with the writer's role."""
        ...

    @property
    def hands(self) -> Hands: ...

    @property
    def register(self) -> Register:
        """Which tag sits in which piece."""
        ...

    @property
    def spans(self) -> Mapping[str, Sequence[int]]:
        """place -> its pixels, clockwise."""
        ...

    @property
    def versions(self) -> Mapping[str, str]:
        """What is tested with what, for the report of the tests."""
        ...

    @property
    def start_from_ms(self) -> int:
        """Before this moment of `now_ms` the table takes no start: a game was just cleared away."""
        ...

    def now_ms(self) -> int:
        """A clock that goes on, to wait by."""
        ...

    def listen(self, longest_ms: int) -> list[AnyTold]:
        """Let at most so much time pass; back as soon as the table tells something, with that.

        Raises `RigError` when the table is lost.
        """
        ...

    def begin(self) -> None:
        """Get the table into its lobby, nothing chosen, nobody joined and nothing lying there.

        Raises `RigError`.
        """
        ...

    def close(self) -> None: ...

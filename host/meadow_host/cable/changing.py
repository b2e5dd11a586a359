"""What a flash and a rollback have in common: a table is told something and starts anew on it.

It is told again after a lost line or a restart, and then waited for until the trial is over. Knows
no terminal: a `Watcher` is told how it goes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import StrEnum
from typing import NamedTuple, TypeVar

from meadow.link.answers import AnyAnswer, Code, SlotsAre, StatusIs
from meadow.link.calls import AnyCall, GetStatus

from meadow_host.cable.errors import (
    CableError,
    LineError,
    RefusedError,
    RestartedError,
    StrangeError,
)
from meadow_host.cable.steady import SteadyLine

A = TypeVar("A", bound=AnyAnswer)

TRIAL_S = 120.0
"""A trial is over by then: a table that hangs in one ends its program after a minute."""
BEGIN_S = 15.0
"""A table that has not begun a trial by then could not note that it does."""
DISK_S = 15.0
"""A slow card, and the check of a large bundle."""
MOST_AGAIN = 3
"""So often something is begun again without any progress."""

_POLL_S = 0.1
_ASK_S = 4.0
"""A table says after 3 s that it does not answer just now."""
_AGAIN = frozenset({Code.WRITER, Code.CHANGED})
"""The laptop slept, or another one came between."""


class Outcome(StrEnum):
    """How it ended."""

    SAME = "same"  # it was in force already
    KEPT = "kept"
    ROLLED_BACK = "rolled-back"


class Flashed(NamedTuple):
    """What came of a flash or a rollback.

    ``digest`` is that of the bundle in force now, "" for none; ``sent_bytes`` of files, those that
    were sent again included; ``lost`` how often the line was; ``reason`` why it was rolled back.
    """

    outcome: Outcome
    digest: str
    files: tuple[str, ...] = ()
    sent_bytes: int = 0
    lost: int = 0
    reason: str = ""


class FlashError(CableError):
    """The table did not do what it should have done; one plain line."""


class Watcher:
    """Is told how a flash goes; does nothing of itself."""

    def wanted(self, names: tuple[str, ...], received: int, size: int) -> None:
        """These files are to be sent, ``size`` bytes together, ``received`` of them are there."""

    def sent(self, received: int, size: int) -> None:
        """So many bytes are there."""

    def checking(self) -> None:
        """All is there; the table checks it and writes it."""

    def trying(self) -> None:
        """The table starts on it."""

    def lost(self, why: str) -> None:
        """The line was lost; it is waited for."""

    def restarted(self) -> None:
        """The table was started anew meanwhile; it goes on all the same."""


class Changing(ABC):
    """What both have in common: it is tried again after a lost line, and a trial is waited for."""

    def __init__(self, line: SteadyLine, watcher: Watcher) -> None:
        self.line = line
        self.watcher = watcher
        self._again = 0

    def run(self) -> Flashed:
        while True:
            try:
                self.line.client.claim()
                flashed = self.attempt()
                self.line.client.release()
                return flashed
            except RestartedError:
                self.watcher.restarted()
            except StrangeError:
                raise
            except LineError as error:
                self._recover(error)
            except RefusedError as error:
                self._refused(error)

    @abstractmethod
    def attempt(self) -> Flashed:
        """One go at it, from the beginning or wherever the table is."""

    def _refused(self, error: RefusedError) -> None:
        """Whether to go on all the same; else it is raised again."""
        if error.code == Code.TRIAL:
            self.over()
            return
        self._again += 1
        if error.code not in _AGAIN or self._again > MOST_AGAIN:
            raise error

    def _recover(self, error: LineError) -> None:
        self.watcher.lost(str(error))
        self.line.recover(error)

    def achieved(self) -> None:
        self._again = 0
        self.line.alive()

    def call(self, body: AnyCall, kind: type[A], wait_s: float = _ASK_S) -> A:
        return self.line.client.call(body, kind, wait_s=wait_s, tries=3)

    def slots(self) -> SlotsAre | None:
        """How the slots are; None while the table is between two lives."""
        try:
            slots = self.call(GetStatus(), StatusIs).slots
        except RefusedError as error:
            if error.code != Code.FAULT:
                raise
            return None
        self.line.alive()
        return slots

    def over(self) -> SlotsAre:
        """How the slots are once no trial is waited for, over lost lines too."""
        began_s = begins_s = self.line.now_s()
        while True:
            try:
                slots = self.slots()
                if slots is not None and not slots.marked and not slots.on_trial:
                    return slots
                if slots is None or not slots.marked:
                    begins_s = self.line.now_s()
            except RestartedError:
                continue  # a hanging trial ended the program; it is up again
            except StrangeError:
                raise
            except LineError as error:
                self._recover(error)
                begins_s = self.line.now_s()
            if self.line.now_s() > begins_s + BEGIN_S:
                what = "the table cannot begin the trial: is its disk full, or read-only?"
                raise FlashError(f"{what} It tries again when it is started next")
            if self.line.now_s() > began_s + TRIAL_S:
                what = f"the trial is not over after {TRIAL_S:.0f} s"
                raise FlashError(f"{what}: meadow status shows how the table is")
            self.line.pause(_POLL_S)

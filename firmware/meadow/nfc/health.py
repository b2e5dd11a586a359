"""The health of one reader: when to check it, and the ladder soft reset, hard reset, report.

Pure: it says which step is due and is told how it went; others act on chips. A reader that failed
is only probed now and then, so it costs the others nothing, and it returns by itself. It must not
know tags or registers.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec

Bound = msgspec.Meta


class HealthSettings(msgspec.Struct, frozen=True):
    """How readers are watched.

    ``check_ms``: how often version, antenna bits and settings are read back; one transfer.
    ``probe_ms``: how often a failed reader is asked for its version.
    ``reset_ms``, ``start_ms``: what a chip needs after a soft and after a hard reset. The data
    sheet asks for under 1 ms (8.7); breakout boards with slow crystals have been seen to need more.
    ``relapses``, ``relapse_ms``: a reader that needs a soft reset more often than that within
    that time is not helped by it.
    ``refresh_s``: an empty reader is soft reset so often, for chips have gone deaf after hours
    (Phoniebox#912, miguelbalboa/rfid#540); 0 for never.
    """

    check_ms: Annotated[
        int,
        Bound(ge=20, le=10_000, title="So often the settings of a reader are read back."),
    ] = 250
    probe_ms: Annotated[
        int,
        Bound(ge=50, le=10_000, title="So often a failed reader is asked whether it is back."),
    ] = 250
    reset_ms: Annotated[
        int,
        Bound(ge=1, le=100, title="So long a chip needs after a soft reset."),
    ] = 2
    start_ms: Annotated[
        int,
        Bound(ge=1, le=500, title="So long a chip needs after a hard reset."),
    ] = 10
    relapses: Annotated[
        int,
        Bound(
            ge=1,
            le=20,
            title="So many soft resets within relapse_ms may help; after more it is reset hard.",
        ),
    ] = 3
    relapse_ms: Annotated[
        int,
        Bound(ge=100, le=60_000, title="The time for which relapses are counted."),
    ] = 2_000
    refresh_s: Annotated[
        int,
        Bound(
            ge=0,
            le=86_400,
            title="So often an empty reader is reset, for chips go deaf after hours; 0 for never.",
        ),
    ] = 600


class Step(Enum):
    """What to do with the chip now."""

    NOTHING = "wait"
    CHECK = "read back"
    RESET = "soft reset"
    SET_UP = "write all settings"
    HOLD = "pull the reset pin"
    RELEASE = "let the reset pin go"
    PROBE = "ask whether anything is there"


class State(Enum):
    """How a reader is."""

    WELL = "well"
    MENDING = "being reset"
    FAILED = "failed"


class News(Enum):
    """What others must hear of it."""

    NONE = "nothing"
    MENDED = "it was reset; what it did not hear meanwhile says nothing"
    FAILED = "it does not answer any more"
    RETURNED = "it answers again"


class Health:
    """The health of one reader. ``why`` is the line for people while it is not well."""

    def __init__(self, settings: HealthSettings, now_ms: int) -> None:
        self._settings = settings
        self._due: Step = Step.SET_UP
        self._due_ms = now_ms
        self._hard = False
        self._resets_ms: list[int] = []
        self._refreshed_ms = now_ms
        self._refreshing = False
        self.state = State.MENDING
        self.reported = False
        self.why = ""
        self.soft_resets = 0
        self.hard_resets = 0

    @property
    def reads(self) -> bool:
        """Whether the reader can be used for tags."""
        return self.state is State.WELL

    @property
    def due_ms(self) -> int:
        """When the next step is due."""
        return self._due_ms

    def step(self, now_ms: int) -> Step:
        """What is due now; tell `done` or `fault` how it went."""
        return self._due if now_ms >= self._due_ms else Step.NOTHING

    def done(self, step: Step, now_ms: int) -> News:
        """A step went well."""
        if step is Step.RESET:
            self.soft_resets += 1
            self._next(Step.SET_UP, now_ms + self._settings.reset_ms)
        elif step is Step.HOLD:
            self.hard_resets += 1
            self._next(Step.RELEASE, now_ms + 1)
        elif step is Step.RELEASE:
            self._next(Step.SET_UP, now_ms + self._settings.start_ms)
        elif step is Step.PROBE:
            self._next(Step.RESET, now_ms)
        elif step is Step.CHECK:
            self._next(Step.CHECK, now_ms + self._settings.check_ms)
        elif step is Step.SET_UP:
            return self._well(now_ms)
        return News.NONE

    def fault(self, why: str, now_ms: int) -> News:
        """A step, or the reading of tags, failed: on to the next rung."""
        self.why = why
        self._refreshing = False
        if self.reported:
            self.state = State.FAILED
            self._next(Step.PROBE, now_ms + self._settings.probe_ms)
            return News.NONE
        if self.state is State.WELL and not self._relapses(now_ms):
            self.state = State.MENDING
            self._hard = False
            self._next(Step.RESET, now_ms)
            return News.NONE
        if not self._hard:
            self.state = State.MENDING
            self._hard = True
            self._next(Step.HOLD, now_ms)
            return News.NONE
        self.state = State.FAILED
        self.reported = True
        self._next(Step.PROBE, now_ms + self._settings.probe_ms)
        return News.FAILED

    def refresh(self, now_ms: int) -> bool:
        """Reset it although nothing seems wrong; False if it is being mended anyway."""
        if self.state is not State.WELL or self._due is Step.RESET:
            return False
        self._refreshed_ms = now_ms
        self._refreshing = True
        self.state = State.MENDING
        self._next(Step.RESET, now_ms)
        return True

    def stale(self, now_ms: int) -> bool:
        """Whether an empty reader is due for its reset."""
        refresh_ms = 1000 * self._settings.refresh_s
        return refresh_ms > 0 and now_ms - self._refreshed_ms >= refresh_ms

    def was_reset(self, now_ms: int) -> None:
        """Another reader that shares the reset pin was pulled down: start anew."""
        if not self.reported:
            self.state = State.MENDING
            self._next(Step.SET_UP, now_ms + self._settings.start_ms)

    def _well(self, now_ms: int) -> News:
        returned, refreshed = self.reported, self._refreshing
        self._refreshing = False
        self.state, self.reported = State.WELL, False
        self.why = ""
        if returned:
            self._hard = False
            self._resets_ms = []
        self._next(Step.CHECK, now_ms + self._settings.check_ms)
        if returned:
            return News.RETURNED
        return News.NONE if refreshed else News.MENDED

    def _relapses(self, now_ms: int) -> bool:
        """Whether soft resets are of no use."""
        since_ms = now_ms - self._settings.relapse_ms
        self._resets_ms = [one for one in self._resets_ms if one >= since_ms]
        self._resets_ms.append(now_ms)
        return len(self._resets_ms) > self._settings.relapses

    def _next(self, step: Step, at_ms: int) -> None:
        self._due, self._due_ms = step, at_ms

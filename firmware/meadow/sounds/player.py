"""Plays beeps on the buzzer as a function of time: it never sleeps and has no thread.

`play` says what is to sound, `tick` switches the buzzer as the moment asks, `next_ms` says when
to call it again. In quiet mode, and while the buzzer is broken, `play` gives a flash instead, so
that the lights say the same. A silent buzzer is told now and then to be off, so that one that fails
is noticed before the next beep. Knows no game and no strip.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from meadow.games.cues import Beep, Flash
from meadow.retry import Retry
from meadow.sounds.buzzer import Buzzer, BuzzerError
from meadow.sounds.patterns import COMMON_BEEPS, UNKNOWN_BEEP

LIGHT_PLACE = "meadow"
"""Where the lights speak for the buzzer: where everyone looks."""

GAP_MS = 60  # silence between two beeps, or they would sound as one
QUEUE = 3  # more than that is noise
STALE_MS = 1000  # a beep later than this would be heard as the answer to something else

REFRESH_MS = 5000
"""So often a silent buzzer is told again to be off, which nobody hears."""


class _Beeping(NamedTuple):
    beep: Beep
    start_ms: int

    @property
    def end_ms(self) -> int:
        return self.start_ms + sum(self.beep.pattern_ms)

    def is_on(self, now_ms: int) -> bool:
        return self._switch(now_ms)[0]

    def next_ms(self, now_ms: int) -> int:
        """The next moment after now at which it switches; its end at last."""
        return self._switch(now_ms)[1]

    def _switch(self, now_ms: int) -> tuple[bool, int]:
        at_ms, on = self.start_ms, False
        if now_ms < at_ms:
            return False, at_ms
        for part_ms in self.beep.pattern_ms:
            at_ms, on = at_ms + part_ms, not on
            if now_ms < at_ms:
                return on, at_ms
        return False, at_ms


class _Waiting(NamedTuple):
    cue: str
    beep: Beep
    asked_ms: int


class Player:
    """The sounds of one table."""

    def __init__(
        self, buzzer: Buzzer, beeps: Mapping[str, Beep] = COMMON_BEEPS, quiet: bool = False
    ) -> None:
        self._buzzer = buzzer
        self._beeps = beeps
        self._quiet = quiet
        self._sounding: _Beeping | None = None
        self._queue: list[_Waiting] = []
        self._is_on: bool | None = None  # what the buzzer was told last; None: it must be told
        self._told_ms = 0
        self._retry = Retry()
        self.why = ""
        """Why the buzzer did not obey when last told, "" if it did."""
        self._told: set[str] = set()
        self._troubles: list[str] = []

    @property
    def healthy(self) -> bool:
        """Whether the buzzer obeyed when last told."""
        return not self._retry.failing

    @property
    def quiet(self) -> bool:
        """Whether the lights speak for the buzzer."""
        return self._quiet

    def set_quiet(self, quiet: bool) -> None:
        """Silence the buzzer and let the lights speak for it, or let it sound again."""
        self._quiet = quiet
        if quiet:
            self._silence()

    def set_beeps(self, beeps: Mapping[str, Beep]) -> None:
        """Use these beeps from now on: the common ones and those of the game chosen."""
        self._beeps = beeps
        self._told.clear()

    def play(self, cue: str, now_ms: int) -> Flash | None:
        """Have a cue sound; gives the flash to show instead when the buzzer is not to be heard.

        The buzzer itself is switched by the next `tick`. A beep of higher priority cuts off the
        one that sounds; any other waits its turn, the less urgent ones being dropped when too
        many wait or when they would come too late.
        """
        beep = self._beep(cue)
        if self._quiet or self._retry.failing:
            return Flash(LIGHT_PLACE, beep.light)
        self._settle(now_ms)
        if self._sounding is None:
            self._sounding = _Beeping(beep, now_ms)
        elif beep.priority > self._sounding.beep.priority:
            gap_ms = GAP_MS if self._sounding.is_on(now_ms) else 0
            self._sounding = _Beeping(beep, now_ms + gap_ms)
        else:
            self._wait(_Waiting(cue, beep, now_ms))
        return None

    def tick(self, now_ms: int) -> tuple[str, ...]:
        """Switch the buzzer as this moment asks; gives plain lines of trouble."""
        self._settle(now_ms)
        on = self._sounding is not None and self._sounding.is_on(now_ms)
        is_fresh = on or now_ms < self._told_ms + REFRESH_MS
        if not (on == self._is_on and is_fresh) and self._retry.may_try(now_ms):
            self._switch(on, now_ms)
        troubles, self._troubles = tuple(self._troubles), []
        return troubles

    def next_ms(self, now_ms: int) -> int:
        """When `tick` has something to do next."""
        if self._retry.failing:
            return self._retry.next_ms
        if self._is_on is None:
            return now_ms
        if self._sounding is None:
            return self._told_ms + REFRESH_MS
        return self._sounding.next_ms(now_ms)

    def close(self, now_ms: int) -> tuple[str, ...]:
        """Off, and nothing more to come. Gives a plain line when even that fails."""
        self._silence()
        self._switch(False, now_ms)
        troubles, self._troubles = tuple(self._troubles), []
        return troubles

    # ------------------------------------------------------------------ inside

    def _beep(self, cue: str) -> Beep:
        beep = self._beeps.get(cue)
        if beep is not None:
            return beep
        if cue not in self._told:
            self._told.add(cue)
            self._troubles.append(f"the sound {cue!r} has no beep: it sounds as one short beep")
        return UNKNOWN_BEEP

    def _silence(self) -> None:
        self._sounding = None
        self._queue.clear()

    def _wait(self, waiting: _Waiting) -> None:
        if any(other.cue == waiting.cue for other in self._queue):
            return  # it will be said once; twice says no more
        self._queue.append(waiting)
        self._queue.sort(key=lambda entry: (-entry.beep.priority, entry.asked_ms))
        del self._queue[QUEUE:]

    def _settle(self, now_ms: int) -> None:
        """Let the beep that is over make room for the next one that is still worth hearing."""
        sounding = self._sounding
        if sounding is None or now_ms < sounding.end_ms:
            return
        self._sounding = None
        while self._queue:
            _, beep, asked_ms = self._queue.pop(0)
            start_ms = max(sounding.end_ms + GAP_MS, now_ms)
            if start_ms - asked_ms <= STALE_MS:
                self._sounding = _Beeping(beep, start_ms)
                return

    def _switch(self, on: bool, now_ms: int) -> None:
        self._told_ms = now_ms
        try:
            self._buzzer.set(on)
        except BuzzerError as error:
            self._failed(error, now_ms)
            if on:
                self._try_off()
            return
        self._is_on, self.why = on, ""
        away_ms = self._retry.worked(now_ms)
        if away_ms is not None:
            self._troubles.append(f"the buzzer is back after {away_ms / 1000:.1f} s")

    def _failed(self, error: BuzzerError, now_ms: int) -> None:
        """It may be on or off: nothing sounds any more, and off is what is tried until it works."""
        self._silence()
        self._is_on, self.why = None, str(error)
        if self._retry.failed(now_ms):
            self._troubles.append(f"the buzzer failed: {error}; the lights speak for it")

    def _try_off(self) -> None:
        """It may have come on although it failed: do not wait for the next attempt to end that."""
        try:
            self._buzzer.set(False)
        except BuzzerError as error:
            self._troubles.append(f"the buzzer may be stuck on: {error}")

"""The meadow in real time: one thread in which the world's time passes and everybody's hands move.

Others hand over what shall be done (`do`), and are shown what changed (`watch`), in this thread.
While nothing moves and nobody does anything it sleeps. It must not know pages, boards or games.
"""

from __future__ import annotations

import heapq
import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from meadow.clock import Clock, MonotonicClock

from meadow_host.twin.meadow.world import World
from meadow_host.twin.table.scene import Look, Scene

SHOW_MS = 33
"""Watchers are shown what changed no more often than that."""
STILL_LOOKS = 3
"""So many times nothing has changed before nobody looks any more: a hand that sets off stands
still at first."""
MOST_BEHIND_MS = 250
"""A machine that cannot keep up loses time, rather than to be ever more behind."""
END_S = 3.0

Act = Callable[[], object]
Turn = Callable[[], int | None]


class _Due(NamedTuple):
    at_ms: int
    number: int
    act: Act


class Living:
    """A world and its thread. `do` and `close` may be called from any thread, all else in its own
    or before `start`."""

    def __init__(
        self, world: World, say: Callable[[str], None], clock: Clock | None = None
    ) -> None:
        """``say`` is told in a line when something fails that should not."""
        self.world = world
        self._say = say
        self._said: set[str] = set()
        self._clock = MonotonicClock() if clock is None else clock
        self._lost_ms = self._clock.now_ms() - world.now_ms
        self._wake = threading.Condition()
        self._acts: deque[Act] = deque()
        self._ending = False
        self._due: list[_Due] = []
        self._number = 0
        self._turns: list[Turn] = []
        self._turns_ms: int | None = None
        self._watchers: list[Callable[[Scene], None]] = []
        self._waiting: list[Act] = []
        self._look = Look(world)
        self._looks_left = STILL_LOOKS
        self._shown_ms = world.now_ms - SHOW_MS
        self._thread = threading.Thread(target=self._run, name="meadow", daemon=True)

    # ------------------------------------------------------------------ from any thread

    def start(self) -> None:
        """Time begins."""
        self._thread.start()

    def close(self) -> None:
        """Time ends."""
        with self._wake:
            self._ending = True
            self._wake.notify()
        if self._thread.is_alive():
            self._thread.join(END_S)

    def do(self, act: Act) -> None:
        """Have something done as soon as may be, in the order of the calls."""
        with self._wake:
            self._acts.append(act)
            self._wake.notify()

    # ----------------------------------------------------------------- in its own thread

    @property
    def now_ms(self) -> int:
        """The world's present."""
        return self.world.now_ms

    def later(self, after_ms: int, act: Act) -> None:
        """Have something done after a while."""
        self._number += 1
        heapq.heappush(self._due, _Due(self.now_ms + after_ms, self._number, act))

    def once_shown(self, act: Act) -> None:
        """Have something done once all that has changed by now is shown."""
        self._waiting.append(act)
        self._looks_left = STILL_LOOKS

    def join(self, turn: Turn) -> None:
        """Call this after whatever was done or moved; it gives when it wants its next turn even if
        nothing happens."""
        self._turns.append(turn)

    def watch(self, watcher: Callable[[Scene], None]) -> None:
        """Show this what changes."""
        self._watchers.append(watcher)

    # ------------------------------------------------------------------------- inside

    def _run(self) -> None:
        while True:
            with self._wake:
                if not self._acts and not self._ending:
                    self._wake.wait(self._sleep_s())
                if self._ending:
                    return
            self.run_pass()

    def _time_ms(self) -> int:
        """The world's time now."""
        return self._clock.now_ms() - self._lost_ms

    def next_ms(self) -> int | None:
        """When something happens by itself, in the world's time; None for never."""
        times_ms = [self._due[0].at_ms] if self._due else []
        for due_ms in (self.world.next_ms(), self._turns_ms):
            times_ms += [] if due_ms is None else [due_ms]
        times_ms += [self._shown_ms + SHOW_MS] if self._looks_left else []
        return min(times_ms, default=None)

    def _sleep_s(self) -> float | None:
        next_ms = self.next_ms()
        return None if next_ms is None else max(0, next_ms - self._time_ms()) / 1000

    def run_pass(self) -> None:
        """Let happen all that is due, then what was handed over, then let the others have their
        turns. For who drives a meadow without its thread, too."""
        acts = self._taken()
        before, world = (self.world.changes, self.world.steps), self.world
        behind_ms = self._time_ms() - world.now_ms
        if world.next_ms() is not None and behind_ms > MOST_BEHIND_MS:
            self._lost_ms += behind_ms - MOST_BEHIND_MS
        now_ms = self._time_ms()
        self._try(lambda: world.advance_to(now_ms))
        while self._due and self._due[0].at_ms <= now_ms:
            self._try(heapq.heappop(self._due).act)
        for act in acts:
            self._try(act)
        self._take_turns()
        if acts or (world.changes, world.steps) != before:
            self._looks_left = STILL_LOOKS
        if self._looks_left and now_ms >= self._shown_ms + SHOW_MS:
            self._show(now_ms)

    def _taken(self) -> list[Act]:
        with self._wake:
            return [self._acts.popleft() for _ in range(len(self._acts))]

    def _take_turns(self) -> None:
        times_ms: list[int] = []

        def take(turn: Turn) -> None:
            wants_ms = turn()
            if wants_ms is not None:
                times_ms.append(wants_ms)

        for turn in self._turns:
            self._try(partial(take, turn))
        self._turns_ms = min(times_ms, default=None)

    def _show(self, now_ms: int) -> None:
        scene = self._look.changed()
        self._shown_ms = now_ms
        self._looks_left = self._looks_left - 1 if scene.is_empty else STILL_LOOKS
        waiting, self._waiting = self._waiting, []
        if not scene.is_empty:
            for watcher in self._watchers:
                self._try(partial(watcher, scene))
        for act in waiting:
            self._try(act)

    def _try(self, act: Act) -> None:
        """Do it; the meadow lives on whatever fails, and the first time each failure is told."""
        try:
            act()
        except Exception as error:  # noqa: BLE001  a fault of one hand must not stop all the others
            what = f"the meadow: {type(error).__name__}: {' '.join(str(error).split())}"
            if what not in self._said:
                self._said.add(what)
                self._say(what)

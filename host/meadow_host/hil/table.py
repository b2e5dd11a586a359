"""The fixture ``table``: lay pieces, say words, wait for facts, look at lights and listen.

The same on every rig (docs/hil.md). Knows rigs by their protocol; no pytest but for its failures.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from meadow.journal.read import Journal, read_journal
from meadow.link.answers import Done, LyingAre, StatusIs, ViewIs
from meadow.link.calls import GetLying, GetStatus, GetView, Point, Say
from meadow.pieces.register import plain_uid
from meadow.table.phases import GUARD_MS
from meadow.tomlfile.document import meant

from meadow_host.cable.client import Client
from meadow_host.cable.logs import ENDING, list_logs, pull
from meadow_host.hil.heard import (
    Beep,
    Frame,
    Happened,
    Heard,
    Shown,
    Wanted,
    fits,
    kind_of,
    pixels_of,
)
from meadow_host.hil.rig import Can, Rig

SAVED_S = 5.0
SOON_MS = 2000
"""A table answers within tens of milliseconds; a slow line and a busy computer take more."""
DEED_MS = 20


class Step(NamedTuple):
    """A part of a test: when it began and how long it took, on the rig's clock; -1 while it goes
    on, or if it failed."""

    name: str
    depth: int
    since_ms: int
    took_ms: int = -1


class TableUnderTest:
    """One table, for one test.

    Pieces are named by their ids ("rake.red"), tags that no register has by their UIDs. What a
    deed brings may be told a moment later: `wait_for` it.
    """

    def __init__(self, rig: Rig, folder: Path) -> None:
        """``folder`` is where journals are fetched to."""
        self.rig = rig
        self._folder = folder
        self.heard = Heard()
        self.steps: list[Step] = []
        self._depth = 0
        self._next = 0
        """The first output that nobody waited for yet."""
        self._start_from_ms = rig.start_from_ms

    # ------------------------------------------------------------------- what people do

    def lay(self, place: str, piece: str) -> None:
        """Lay a piece on a place."""
        self.rig.hands.lay(place, self.uid_of(piece), piece)
        self._listen(0)

    def lift(self, place: str, piece: str) -> None:
        """Lift a piece that lies there."""
        self.rig.hands.lift(place, self.uid_of(piece), piece)
        self._listen(0)

    def tap(self, place: str, piece: str, for_ms: int = 0) -> None:
        """Lay a piece and lift it again, after so long."""
        self.lay(place, piece)
        if for_ms:
            self.advance(for_ms)
        self.lift(place, piece)

    def say(self, word: str, *args: str) -> None:
        """A word of the operator."""
        self.client.call(Say(word, args), Done)
        self._listen(DEED_MS)

    def start(self) -> None:
        """Say start, once the table takes it: for some seconds after a game it does not."""
        self.advance(max(0, self._start_from_ms - self.rig.now_ms()))
        self.say("start")

    def lobby(self) -> None:
        """Clear away a game that is over."""
        self.say("lobby")
        self._start_from_ms = self.rig.now_ms() + GUARD_MS + DEED_MS

    def unplug(self, place: str) -> None:
        """The reader of a place answers no more."""
        self.rig.hands.unplug(place)
        self._listen(0)

    def plug(self, place: str) -> None:
        """It answers again."""
        self.rig.hands.plug(place)
        self._listen(0)

    def point(self, place: str, cue: str = "ask") -> None:
        """Light one place alone, while nobody plays; none with ""."""
        self.client.call(Point(place, cue), Done)
        self._listen(DEED_MS)

    # ---------------------------------------------------------------------------- waiting

    def advance(self, duration_ms: int) -> None:
        """Let so much time pass: at once on a rig with manual time."""
        until_ms = self.rig.now_ms() + duration_ms
        while (left_ms := until_ms - self.rig.now_ms()) > 0:
            self.heard.take(self.rig.listen(left_ms))

    def wait_for(self, wanted: Wanted, within_ms: int = SOON_MS, **fields: Any) -> Happened:
        """The next output of this kind whose fields have these values; fails when none comes.

        Outputs are waited for in the order in which they come: those before it are passed over,
        whether they came before this call or not.
        """
        __tracebackhide__ = True
        found = self._find(wanted, within_ms, fields)
        if found is None:
            pytest.fail(f"{_said(wanted, fields)} did not come within {within_ms} ms")
        self._next = found + 1
        return self.heard.outputs[found]

    def expect_no(self, wanted: Wanted, for_ms: int = 500, **fields: Any) -> None:
        """Fails when such an output comes, or came since the last one that was waited for."""
        __tracebackhide__ = True
        found = self._find(wanted, for_ms, fields)
        if found is not None:
            happened = self.heard.outputs[found]
            pytest.fail(f"{_said(wanted, fields)} was not to come, but did: {happened}")

    def _find(self, wanted: Wanted, within_ms: int, fields: Mapping[str, Any]) -> int | None:
        until_ms = self.rig.now_ms() + within_ms
        looked_at = self._next
        while True:
            outputs = self.heard.outputs
            for number in range(looked_at, len(outputs)):
                if fits(outputs[number], wanted, fields):
                    return number
            looked_at = len(outputs)
            left_ms = until_ms - self.rig.now_ms()
            if left_ms <= 0:
                return None
            self.heard.take(self.rig.listen(left_ms))

    def wait_until(
        self, condition: str, holds: Callable[[], bool], within_ms: int = SOON_MS
    ) -> None:
        """Wait until ``holds()`` is true; ``condition`` says in words what is waited for."""
        until_ms = self.rig.now_ms() + within_ms
        while not holds():
            if self.rig.now_ms() >= until_ms:
                pytest.fail(f"{condition}: not within {within_ms} ms")
            self.heard.take(self.rig.listen(DEED_MS))

    # ------------------------------------------------------------------------ what it tells

    @property
    def client(self) -> Client:
        """The cable itself, with the writer's role, for whatever else a test asks."""
        return self.rig.client

    @property
    def outputs(self) -> Sequence[Happened]:
        """All outputs since the test began: facts, sounds, refusals, ends."""
        self._listen(0)
        return self.heard.outputs

    @property
    def facts(self) -> Sequence[Happened]:
        """What happened in the game's terms."""
        return [one for one in self.outputs if one.kind.startswith("fact.")]

    @property
    def refusals(self) -> Sequence[str]:
        """Why something was refused, each as the operator reads it."""
        return [str(one.body["why"]) for one in self.outputs if one.kind == "refused"]

    def status(self) -> StatusIs:
        """How the table is."""
        return self.client.call(GetStatus(), StatusIs)

    @property
    def phase(self) -> str:
        """lobby, playing or over."""
        return self.status().phase.value

    def view(self, audience: str = "public") -> Mapping[str, Any]:
        """What an audience may know: public, referee, or a seat as "seat:north"."""
        return self.client.call(GetView(audience), ViewIs).view

    def lying(self) -> Mapping[str, tuple[str, ...]]:
        """place -> the UIDs there."""
        return self.client.call(GetLying(), LyingAre).lying

    def journal(self) -> Journal:
        """The journal of the last game, fetched from the table as far as the game is by now.

        Raises `JournalError` for one that is not right, and as `Client.call`.
        """
        self._needs(Can.LOGS)
        until_s = time.monotonic() + SAVED_S
        while self.status().pending and time.monotonic() < until_s:
            time.sleep(0.01)  # a disk takes its time, whatever the table's clock says
        logs = [entry for entry in list_logs(self.client) if entry.name.endswith(ENDING)]
        if not logs:
            pytest.fail("there is no journal on the table: no game was begun, or none was saved")
        pulled = pull(self.client, logs[-1], self._folder, _tell_nobody)
        if pulled is None:
            pytest.fail(f"{logs[-1].name}: nothing of it is saved by now")
        return read_journal(pulled.path)

    # ---------------------------------------------------------------------- lights and beeps

    @property
    def frames(self) -> Sequence[Shown]:
        """What the strip showed since the test began, as often as it changed."""
        self._needs(Can.FRAMES)
        self._listen(0)
        return tuple(self.heard.shown)

    def frame(self) -> Frame:
        """What it shows now: red, green, blue of each pixel; dark until it is told otherwise."""
        shown = self.frames
        return shown[-1].frame if shown else pixels_of(bytes(3 * self._pixels))

    def light(self, place: str) -> Frame:
        """What the pixels of a place show now, clockwise. Raises KeyError for an unknown place."""
        frame = self.frame()
        return tuple([frame[pixel] for pixel in self.rig.spans[place]])

    def lit(self, for_ms: int = 1000) -> Mapping[str, int]:
        """Wait so long; gives how many pixels of each place showed light meanwhile, places that
        stayed dark left out."""
        first = max(0, len(self.frames) - 1)
        self.advance(for_ms)
        bright = {
            pixel
            for shown in self.heard.shown[first:]
            for pixel, colour in enumerate(shown.frame)
            if any(colour)
        }
        counts = {
            place: len(bright.intersection(pixels)) for place, pixels in self.rig.spans.items()
        }
        return {place: count for place, count in counts.items() if count}

    @property
    def beeps(self) -> Sequence[Beep]:
        """What the buzzer sounded since the test began; one that goes on still is not there."""
        self._needs(Can.BEEPS)
        self._listen(0)
        return self.heard.beeps

    # -------------------------------------------------------------------------------- parts

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """A part of a test, told with its time when the test fails."""
        number, since_ms = len(self.steps), self.rig.now_ms()
        self.steps.append(Step(name, self._depth, since_ms))
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
        self.steps[number] = self.steps[number]._replace(took_ms=self.rig.now_ms() - since_ms)

    def uid_of(self, piece: str) -> str:
        """The tag of a piece. Fails the test for a piece without one."""
        uid = self.rig.register.uid_of(piece) or plain_uid(piece)
        if uid is None:
            known = [one.id for one in self.rig.register.pieces]
            if piece not in known:
                hint = meant(piece, known) or "no set of pieces has it"
                pytest.fail(f"there is no piece {piece!r} on {self.rig.name}: {hint}")
            pytest.fail(f"{piece} has no tag in the register of {self.rig.name}: enrol it first")
        return uid

    def _listen(self, longest_ms: int) -> None:
        """Take in what was told by now; wait so long for something, if nothing was."""
        self.heard.take(self.rig.listen(longest_ms))

    @property
    def _pixels(self) -> int:
        return 1 + max([max(pixels) for pixels in self.rig.spans.values()])

    def _needs(self, can: Can) -> None:
        if can not in self.rig.can:
            pytest.skip(f"{self.rig.name} has no {can.value}")


def _tell_nobody(count: int) -> None:
    """No progress is shown."""


def _said(wanted: Wanted, fields: Mapping[str, Any]) -> str:
    with_fields = ", ".join(f"{key}={value!r}" for key, value in fields.items())
    return f"{kind_of(wanted)}({with_fields})" if fields else kind_of(wanted)

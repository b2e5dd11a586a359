"""A rig at the other end of a cable, in real time: what ``proc`` and a real table have in common.

Knows the cable's client, and no pytest.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from meadow.bundle.load import Configuration
from meadow.lights.spans import span_pixels
from meadow.link.answers import AnyTold, Code, Done, LogsAre, LyingAre, StatusIs, ViewIs, Welcome
from meadow.link.calls import GetLying, GetStatus, GetView, ListLogs, Point, Say, Stream
from meadow.pieces.register import Register
from meadow.table.phases import GUARD_MS
from meadow.table.status import Phase

from meadow_host.cable.client import Client
from meadow_host.cable.errors import CableError, RefusedError
from meadow_host.hil.ear import Ear
from meadow_host.hil.rig import Can, Hands, RigError

TIDY_S = 5.0


class WiredRig:
    """A `meadow_host.hil.rig.Rig` over a cable; the table stays the same from test to test."""

    def __init__(
        self, name: str, ear: Ear, hands: Hands, read: Configuration, can: frozenset[Can]
    ) -> None:
        """``read`` is the table's configuration. Raises `RigError`."""
        self.name = name
        self.hands = hands
        self.start_from_ms = 0
        self._ear = ear
        self._read = read
        settings = read.settings
        lacks = {Can.BEEPS} if settings.sounds.quiet else set()
        self.spans: Mapping[str, Sequence[int]] = {
            span.place: span_pixels(span, settings.strip.pixels) for span in settings.spans
        }
        try:
            ear.client.claim()
            streams = (Stream.NEWS, Stream.FRAMES, Stream.BEEPS, Stream.SIGHTINGS)
            ear.client.watch(*streams)
            lacks |= set() if _has_logs(ear.client) else {Can.LOGS}
        except CableError as error:
            raise RigError(str(error)) from error
        self.can = can - lacks

    @property
    def client(self) -> Client:
        return self._ear.client

    @property
    def register(self) -> Register:
        return self._read.register

    @property
    def versions(self) -> Mapping[str, str]:
        welcome = self.client.welcome
        return {**_identity(welcome, self._read), "port": self.client.port}

    def now_ms(self) -> int:
        return self._ear.now_ms()

    def listen(self, longest_ms: int) -> list[AnyTold]:
        return self._ear.listen(longest_ms)

    def begin(self) -> None:
        try:
            self._tidy()
        except CableError as error:
            raise RigError(str(error)) from error
        self._ear.listen(0)  # what the tidying brought is of no test

    def close(self) -> None:
        self.client.close()

    # ---------------------------------------------------------------------------- tidying

    def _tidy(self) -> None:
        """The lobby, and nobody in it. What lies there goes last, while it can mean nothing."""
        phase = self.client.call(GetStatus(), StatusIs).phase
        if phase is Phase.PLAYING:
            self._say_until("end", lambda view: view["phase"] == Phase.OVER)
        if phase is not Phase.LOBBY:
            self._say_until("lobby", lambda view: view["phase"] == Phase.LOBBY)
            self.start_from_ms = self.now_ms() + GUARD_MS
        else:
            self.client.call(Point(""), Done)
        if self._view()["lobby"]["game"]:
            self._say_until("end", lambda view: not view["lobby"]["game"])
        for seat in self._view()["lobby"]["seats"]:
            self.client.call(Say("leave", (seat["side"],)), Done)
        self._wait(lambda view: not view["lobby"]["seats"], "who joined left")
        self.hands.clear()
        until_s = time.monotonic() + TIDY_S
        while trouble := self._not_clear():
            if time.monotonic() > until_s:
                raise RigError(trouble)
            self._ear.listen(20)

    def _not_clear(self) -> str:
        """Why no test can begin, "" if it can."""
        lying = [p for p, uids in self.client.call(GetLying(), LyingAre).lying.items() if uids]
        failed = [p for p, why in self.client.call(GetStatus(), StatusIs).readers.items() if why]
        if lying:
            return f"something lies on {', '.join(lying)}: take it away"
        return f"the reader of {', '.join(failed)} does not answer: mend it" if failed else ""

    def _say_until(self, word: str, holds: Any) -> None:
        self.client.call(Say(word), Done)
        self._wait(holds, f"{word} was said")

    def _wait(self, holds: Any, what: str) -> None:
        until_s = time.monotonic() + TIDY_S
        while not holds(self._view()):
            if time.monotonic() > until_s:
                raise RigError(f"the table does not get back into its lobby after {what}")
            self._ear.listen(20)

    def _view(self) -> Mapping[str, Any]:
        return self.client.call(GetView(), ViewIs).view


def _identity(welcome: Welcome, read: Configuration) -> Mapping[str, str]:
    """A table that was started on files does not tell their digest: it is that of what the options
    name then."""
    return {
        "table id": welcome.table,
        "hardware": welcome.hardware,
        "firmware": welcome.firmware,
        "protocol": str(welcome.version),
        "settings digest": welcome.digest or read.settings.digest,
        "service mode": "on" if welcome.service else "off",
    }


def _has_logs(client: Client) -> bool:
    try:
        client.call(ListLogs(), LogsAre)
    except RefusedError as error:
        if error.code == Code.MISSING:
            return False
        raise
    return True

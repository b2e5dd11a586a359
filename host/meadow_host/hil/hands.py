"""Hands of a rig at the other end of a cable: by injection, or a tester's own, told what to do.

Knows the cable's client; no pytest and no game.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from meadow.link.answers import AnyTold, Done, LyingAre, SightingIs, StatusIs
from meadow.link.calls import GetLying, GetStatus, Inject

from meadow_host.cable.errors import CableError
from meadow_host.hil.ear import Ear
from meadow_host.hil.rig import RigError

TESTER_S = 60.0
"""So long a tester may take for what was asked."""
CLEARING_S = 300.0


class InjectingHands:
    """Lays tags by injection: the table is in service mode."""

    def __init__(self, ear: Ear) -> None:
        self._ear = ear

    def lay(self, place: str, uid: str, what: str) -> None:
        self._inject("arrived", place, uid)

    def lift(self, place: str, uid: str, what: str) -> None:
        self._inject("left", place, uid)

    def unplug(self, place: str) -> None:
        self._inject("failed", place)

    def plug(self, place: str) -> None:
        self._inject("back", place)

    def clear(self) -> None:
        for place in self._ear.client.call(GetStatus(), StatusIs).readers:
            self._inject("clear", place)

    def _inject(self, kind: str, place: str, uid: str = "") -> None:
        try:
            self._ear.client.call(Inject(kind, place, uid), Done)
        except CableError as error:
            raise RigError(str(error)) from error


class PromptedHands:
    """Asks a tester at the terminal, and goes on as soon as the table has noticed it."""

    def __init__(self, ear: Ear, prompt: Callable[[str], None]) -> None:
        """``prompt`` shows the tester a line."""
        self._ear = ear
        self._prompt = prompt

    def lay(self, place: str, uid: str, what: str) -> None:
        self._ask(f"lay {what} on {place}", "arrived", place, uid)

    def lift(self, place: str, uid: str, what: str) -> None:
        self._ask(f"lift {what} from {place}", "left", place, uid)

    def unplug(self, place: str) -> None:
        self._ask(f"pull the plug of the reader at {place}", "failed", place)

    def plug(self, place: str) -> None:
        self._ask(f"put the plug of the reader at {place} back", "back", place)

    def clear(self) -> None:
        asked, until_s = "", time.monotonic() + CLEARING_S
        while time.monotonic() < until_s:
            tasks = self._left_to_clear()
            if not tasks:
                return
            if tasks != asked:
                self._prompt(tasks)
                asked = tasks
            self._ear.hear(_is_sighting, 1.0)
        raise RigError(f"the table was not cleared within {CLEARING_S:.0f} s: {asked}")

    def _left_to_clear(self) -> str:
        client = self._ear.client
        lying = [place for place, uids in client.call(GetLying(), LyingAre).lying.items() if uids]
        failed = [p for p, why in client.call(GetStatus(), StatusIs).readers.items() if why]
        tasks = [f"take everything off {', '.join(lying)}"] if lying else []
        tasks += [f"see to the reader of {', '.join(failed)}"] if failed else []
        return " and ".join(tasks)

    def _ask(self, task: str, kind: str, place: str, uid: str = "") -> None:
        def noticed(told: AnyTold) -> bool:
            return (
                isinstance(told, SightingIs)
                and (told.kind, told.place) == (kind, place)
                and (not uid or uid in told.uids)
            )

        self._prompt(task)
        if not self._ear.hear(noticed, TESTER_S):
            raise RigError(f"the table did not notice it within {TESTER_S:.0f} s: {task}")


def _is_sighting(told: AnyTold) -> bool:
    return isinstance(told, SightingIs)

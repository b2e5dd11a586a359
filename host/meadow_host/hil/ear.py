"""Listens to a table over its cable in real time, and keeps what it told until it is asked for.

Knows the client alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from meadow.link.answers import AnyTold

from meadow_host.cable.client import Client
from meadow_host.cable.errors import CableError
from meadow_host.hil.rig import RigError

_SLICE_S = 0.1


class Ear:
    """Everything that is told goes through here, so that nothing is heard twice or lost."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._kept: list[AnyTold] = []

    def now_ms(self) -> int:
        """The clock of this computer, to wait by."""
        return time.monotonic_ns() // 1_000_000

    def listen(self, longest_ms: int) -> list[AnyTold]:
        """What was told since the last time; waits up to so long for something.

        Raises `RigError` when the table is lost.
        """
        kept, self._kept = self._kept, []
        try:
            return kept + self.client.told(0.0 if kept else longest_ms / 1000)
        except CableError as error:
            raise RigError(str(error)) from error

    def hear(self, wanted: Callable[[AnyTold], bool], within_s: float) -> bool:
        """Whether something is told that is wanted; what is told meanwhile is kept."""
        until_s = time.monotonic() + within_s
        while time.monotonic() < until_s:
            try:
                told = self.client.told(_SLICE_S)
            except CableError as error:
                raise RigError(str(error)) from error
            self._kept += told
            if any(map(wanted, told)):
                return True
        return False

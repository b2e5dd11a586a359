"""What people do at a simulated table, at their times: lay, lift, speak, pull a reader's plug.

What a table reports as gone has been gone for a while: `with_lifts_early` makes deeds of the times
at which something was reported. It must not know pieces or games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from meadow.table.loop import Loop

from meadow_host.twin.silicon.board import SiliconBoard

GONE_MS = 98
"""From the lifting of a tag that lies alone to the date at which it is told as gone."""
FAILING_MS = 20
"""From pulling a plug to the report."""
BUSY_MS = 400
"""Before and after a deed every pass of the loop is made."""
IDLE_MS = 20
"""Between, where all lies still, one pass in so long; a tag that lies firmly answers each time."""


class Do(Enum):
    """What can be done."""

    LAY = "lay"
    LIFT = "lift"
    UNPLUG = "unplug"
    PLUG = "plug"
    SAY = "say"


class Deed(NamedTuple):
    """Something done; ``what`` is a UID, or a word. ``at_ms`` is the clock's."""

    at_ms: int
    do: Do
    place: str
    what: str = ""
    args: tuple[str, ...] = ()


def with_lifts_early(deeds: Iterable[Deed]) -> list[Deed]:
    """Deeds of which lifts and pulled plugs are dated to their report: each is done as much
    earlier as its report takes, but after the tag was laid, and before it is laid elsewhere."""
    moved: list[Deed] = []
    lies: dict[str, int] = {}
    for deed in sorted(deeds, key=lambda deed: deed.at_ms):
        if deed.do is Do.UNPLUG:
            deed = deed._replace(at_ms=deed.at_ms - FAILING_MS)
        elif deed.do is Do.LAY:
            if deed.what in lies:  # its leaving is told only after its coming elsewhere
                before = moved[lies[deed.what]]
                moved.append(Deed(deed.at_ms - 1, Do.LIFT, before.place, deed.what))
            lies[deed.what] = len(moved)
        elif deed.do is Do.LIFT:
            number = lies.get(deed.what)
            if number is None or moved[number].place != deed.place:
                continue
            del lies[deed.what]
            deed = deed._replace(at_ms=max(deed.at_ms - GONE_MS, moved[number].at_ms + 1))
        moved.append(deed)
    return sorted(moved, key=lambda deed: deed.at_ms)


class Doer:
    """Does deeds on a silicon board while a loop runs on it."""

    def __init__(
        self, board: SiliconBoard, loop: Loop, say: Callable[[str, tuple[str, ...]], None]
    ) -> None:
        self._board = board
        self._loop = loop
        self._say = say

    def run(self, deeds: Sequence[Deed], until_ms: int) -> None:
        """All deeds in order, each at its time, and on to the end."""
        done_ms = self._board.clock.now_ms()
        for deed in deeds:
            self._pass_to(deed.at_ms, done_ms)
            self._do(deed)
            done_ms = deed.at_ms
        self._pass_to(until_ms, done_ms)

    def _pass_to(self, at_ms: int, done_ms: int) -> None:
        clock, loop = self._board.clock, self._loop
        while (now_ms := clock.now_ms()) < at_ms:
            if done_ms + BUSY_MS < now_ms < at_ms - BUSY_MS:
                loop.run_pass()
                clock.sleep_ms(IDLE_MS)
            else:
                loop.run_until(min(at_ms, now_ms + IDLE_MS))

    def _do(self, deed: Deed) -> None:
        board = self._board
        if deed.do is Do.LAY:
            board.lay(deed.place, deed.what)
        elif deed.do is Do.LIFT:
            board.lift(deed.what)
        elif deed.do is Do.UNPLUG:
            board.pi.unplug(deed.place)
        elif deed.do is Do.PLUG:
            board.pi.plug(deed.place)
        else:
            self._say(deed.what, deed.args)

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
FAILING_MS = 26
"""From pulling a plug to the report."""
RETURNING_MS = 170
"""From putting it back to the report, give or take 120: it depends on when it is probed."""
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
    """Something done; ``at_ms`` is the clock's.

    ``what`` is a UID, or a word; ``args`` what is said with it, or all the UIDs that lie on a
    reader whose plug is put back.
    """

    at_ms: int
    do: Do
    place: str
    what: str = ""
    args: tuple[str, ...] = ()


def with_lifts_early(deeds: Iterable[Deed]) -> list[Deed]:
    """Deeds of which lifts and plugs are dated to their report: each is done as much earlier as
    its report takes, but a tag is lifted after it was laid, and before it is laid elsewhere.

    What came to lie on a reader without its plug, or was taken from it, is so when it is put back.
    """
    earlier = _Earlier()
    for deed in sorted(deeds, key=lambda deed: deed.at_ms):
        earlier.add(deed)
    return sorted(earlier.deeds, key=lambda deed: deed.at_ms)


class _Earlier:
    """Deeds, made of reports in the order of their dates."""

    def __init__(self) -> None:
        self.deeds: list[Deed] = []
        self._lies: dict[str, Deed] = {}
        """UID -> how it was laid."""
        self._lifted_ms: dict[str, int] = {}
        self._failed_ms: dict[str, int] = {}

    def add(self, deed: Deed) -> None:
        if deed.do is Do.LAY:
            self._lay(deed)
        elif deed.do is Do.LIFT:
            if deed.what in self._lying(deed.place):
                self._lift(deed.at_ms - GONE_MS, deed.what)
        elif deed.do is Do.UNPLUG:
            self._failed_ms[deed.place] = deed.at_ms
            self.deeds.append(deed._replace(at_ms=deed.at_ms - FAILING_MS))
        elif deed.do is Do.PLUG:
            self._plug(deed)
        else:
            self.deeds.append(deed)

    def _lying(self, place: str) -> list[str]:
        return [uid for uid, laid in self._lies.items() if laid.place == place]

    def _lay(self, deed: Deed) -> None:
        if deed.what in self._lies:  # its leaving is told only after its coming elsewhere
            self._lift(deed.at_ms - 1, deed.what)
        deed = deed._replace(at_ms=max(deed.at_ms, self._lifted_ms.get(deed.what, 0)))
        self._lies[deed.what] = deed
        self.deeds.append(deed)

    def _lift(self, at_ms: int, uid: str) -> None:
        laid = self._lies.pop(uid)
        self._lifted_ms[uid] = max(at_ms, laid.at_ms + 1)
        self.deeds.append(Deed(self._lifted_ms[uid], Do.LIFT, laid.place, uid))

    def _plug(self, deed: Deed) -> None:
        at_ms = max(deed.at_ms - RETURNING_MS, self._failed_ms.get(deed.place, 0))
        lying = self._lying(deed.place)
        for uid in lying:
            if uid not in deed.args:
                self._lift(at_ms, uid)
        for uid in deed.args:
            if uid not in lying:
                self._lay(Deed(at_ms, Do.LAY, deed.place, uid))
        self.deeds.append(Deed(at_ms, Do.PLUG, deed.place))


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

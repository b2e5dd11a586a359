"""What an operator does: words to the table, its sound and light, the players' names.

From the server's thread to the loop's and back, without either waiting for the other. All of it is
said in the log, but for names. Knows no socket.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

from meadow.console.names import Names, NamesError
from meadow.console.story import Story
from meadow.console.talk import Act, Adjust, NamePlayers
from meadow.games.game import Output, Refused
from meadow.journal.lines import Source
from meadow.table.table import Table

ANSWER_S = 3.0
"""A pass takes milliseconds; a table that takes longer than this is starting or stuck."""

_NOBODY = "the table starts just now: nothing was done, try again in a moment"
_STUCK = "the table does not answer: look how it is before you go on"


class Answered(NamedTuple):
    """Whether it was done, and a line for people."""

    ok: bool
    message: str = ""


class Operating:
    """Does what operators ask, at whatever table runs at the moment."""

    def __init__(
        self,
        story: Story,
        names: Names,
        log: Callable[[str], None],
        changed: Callable[[], None],
        answer_s: float = ANSWER_S,
    ) -> None:
        """``log`` is told each act in a line; ``changed`` that states are others without any
        news."""
        self._story = story
        self._names = names
        self._log = log
        self._changed = changed
        self._answer_s = answer_s
        self._table: Table | None = None
        self._asked: deque[Callable[[Table], None]] = deque()

    # --------------------------------------------------------------- in the loop's thread

    def attach(self, table: Table | None) -> None:
        """This table is the one that runs now; None for none."""
        self._table = table
        self._asked.clear()

    def look(self, table: Table) -> None:
        """Do what waits for the table, between two passes."""
        while self._asked:
            self._asked.popleft()(table)

    # ------------------------------------------------------------- in the server's thread

    async def say(self, act: Act, address: str) -> Answered:
        """Say a word; the answer is the table's own."""
        table, loop = self._table, asyncio.get_running_loop()
        said = " ".join([act.word, *act.args])
        if table is None:
            return self._answered(Answered(False, _NOBODY), f"says {said!r}", address)
        come: asyncio.Future[tuple[Output, ...]] = loop.create_future()

        def answer(outputs: tuple[Output, ...]) -> None:
            with contextlib.suppress(RuntimeError):  # the server ended meanwhile
                loop.call_soon_threadsafe(_resolve, come, outputs)

        table.say(act.word, *act.args, source=Source.OPERATOR, answer=answer, when=act.when)
        try:
            outputs = await asyncio.wait_for(come, self._answer_s)
        except TimeoutError:
            return self._answered(Answered(False, _STUCK), f"says {said!r}", address)
        return self._answered(self._judged(act, outputs), f"says {said!r}", address)

    async def adjust(self, adjust: Adjust, address: str) -> Answered:
        """Change sound and light."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[str] = loop.create_future()

        def do(table: Table) -> None:
            why = _adjusted(table, adjust)
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(_resolve, done, why)

        parts = [("quiet", adjust.quiet), ("brightness", adjust.brightness)]
        what = " and ".join([f"{name} {value}" for name, value in parts if value is not None])
        if not what:
            return Answered(False, "quiet or brightness: neither is said")
        if self._table is None:
            return self._answered(Answered(False, _NOBODY), f"sets {what}", address)
        self._asked.append(do)
        try:
            why = await asyncio.wait_for(done, self._answer_s)
        except TimeoutError:
            why = _STUCK
        self._changed()
        return self._answered(Answered(not why, why), f"sets {what}", address)

    def name(self, given: NamePlayers, address: str) -> Answered:
        """Name players, or say who may see the names; the names are in no log."""
        shown = {None: "", True: "shows all the names", False: "shows operators alone the names"}
        parts = ["names players" if given.names else "", shown[given.public]]
        what = " and ".join(filter(None, parts))
        if not what:
            return Answered(False, "names or public: neither is said")
        try:
            self._names.give(given.names, given.public)
        except NamesError as error:
            return Answered(False, str(error))
        self._changed()
        return self._answered(Answered(True), what, address)

    # -------------------------------------------------------------------------- inside

    def _judged(self, act: Act, outputs: tuple[Output, ...]) -> Answered:
        """A refusal in words: of cards it names those that the operator named."""
        named = frozenset(self._story.words.cards_in(act.args))
        for output in outputs:
            if isinstance(output, Refused):
                return Answered(False, self._story.refused(output, named)["why"])
        return Answered(True)

    def _answered(self, answered: Answered, what: str, address: str) -> Answered:
        why = f", refused: {answered.message}" if not answered.ok else ""
        self._log(f"console: the operator at {address} {what}{why}")
        return answered


def _adjusted(table: Table, adjust: Adjust) -> str:
    """Why it cannot be done, "" if it is done."""
    try:
        if adjust.brightness is not None:
            table.set_brightness(adjust.brightness)
    except ValueError as error:
        return str(error)
    if adjust.quiet is not None:
        table.set_quiet(adjust.quiet)
    return ""


def _resolve(future: asyncio.Future[Any], value: Any) -> None:
    if not future.done():
        future.set_result(value)

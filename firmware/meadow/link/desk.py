"""The way from the cable's threads into the loop's: a question waits at the desk until a pass ends.

So a table is asked only between passes and needs no lock, and the loop never waits for a cable.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from meadow.link.answers import Code
from meadow.link.clients import Refusal
from meadow.table.table import Table

T = TypeVar("T")

ANSWER_S = 3.0
"""A pass takes milliseconds; a table that takes longer than this is starting or stuck."""

MOST_A_PASS = 4


class Asks(Protocol):
    """Puts a question to the table."""

    def ask(self, question: Callable[[Table], T]) -> T:
        """The answer of the loop's thread; from any other. Raises `Refusal` when none comes, or
        what the question raises."""
        ...


class _Question:
    """``taken`` is acquired once: by the loop, which then answers it, or by whoever asked and
    waits no longer, so that nothing is done after it was said that nobody answers."""

    def __init__(self, ask: Callable[[Table], Any]) -> None:
        self.ask = ask
        self.answer: Any = None
        self.error: Exception | None = None
        self.taken = threading.Lock()
        self.answered = threading.Event()


class Desk:
    """Questions to whatever table runs at the moment; `look` is called after each of its passes."""

    def __init__(self, answer_s: float = ANSWER_S) -> None:
        self._answer_s = answer_s
        self._waiting: deque[_Question] = deque()

    def ask(self, question: Callable[[Table], T]) -> T:
        waiting = _Question(question)
        self._waiting.append(waiting)
        if not waiting.answered.wait(self._answer_s):
            self._give_up(waiting)
        if waiting.error is not None:
            raise waiting.error
        answer: T = waiting.answer
        return answer

    def look(self, table: Table) -> None:
        """Answer what waits; from the loop's thread, between passes."""
        for _ in range(MOST_A_PASS):
            try:
                waiting = self._waiting.popleft()
            except IndexError:
                return
            if not waiting.taken.acquire(blocking=False):
                continue
            try:
                waiting.answer = waiting.ask(table)
            except Exception as error:  # noqa: BLE001  whoever asked is told, the loop goes on
                waiting.error = error
            waiting.answered.set()

    def _give_up(self, waiting: _Question) -> None:
        """Take the question back. Raises `Refusal` unless it is answered after all."""
        if waiting.taken.acquire(blocking=False):
            with contextlib.suppress(ValueError):  # the loop throws it away at the same moment
                self._waiting.remove(waiting)
            what = "it starts just now, or is stuck; nothing was done"
            raise Refusal(Code.FAULT, f"the table does not answer: {what}")
        if not waiting.answered.wait(self._answer_s):
            what = "it is stuck in the middle of this; look how it is before you go on"
            raise Refusal(Code.FAULT, f"the table does not answer: {what}")

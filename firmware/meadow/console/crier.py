"""Gives one text to many pages, a few at a time: between them the table's loop has its turn.

Two threads of one program take turns, and one that sends to hundreds of sockets in a row would keep
the other waiting. To few pages it is given at once.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

AT_ONCE = 20
"""So many pages in a row."""
REST_S = 0.001

P = TypeVar("P")


class Crier(Generic[P]):
    """What is cried first arrives first, at every page."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[Callable[[P], None], Sequence[P]]] = deque()
        self._task: asyncio.Task[None] | None = None

    def cry(self, give: Callable[[P], None], pages: Sequence[P]) -> None:
        """Give it to each of these, now or in a moment. In the event loop's thread."""
        if not self._waiting and len(pages) <= AT_ONCE:
            for page in pages:
                give(page)
            return
        self._waiting.append((give, pages))
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._go_round())

    async def _go_round(self) -> None:
        while self._waiting:
            give, pages = self._waiting[0]
            for start in range(0, len(pages), AT_ONCE):
                for page in pages[start : start + AT_ONCE]:
                    give(page)
                await asyncio.sleep(REST_S)
            self._waiting.popleft()

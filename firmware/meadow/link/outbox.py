"""What waits to go out by one line: answers, and what is told unasked, in turns.

Bounded whatever happens: who calls faster than the line carries has to wait, what is told beyond
the bound is missed, and of frames of light that wait only the last is kept. It must not know ports.
"""

from __future__ import annotations

import threading
from collections import deque

from meadow.link.clients import Client, MakeTold

MOST_ANSWERS = 8
MOST_TOLD = 256


class Telling:
    """Something to be told to a client, not made yet."""

    def __init__(self, client: Client, make: MakeTold) -> None:
        self.client = client
        self.make = make


class Outbox:
    """Filled by the thread that reads the line and by the loop's, emptied by the one that writes.

    The lock is held for a few steps at a time, never while anything is made or sent.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition(threading.Lock())
        self._answers: deque[bytes] = deque()
        self._told: deque[Telling] = deque()
        self._latest: dict[Client, Telling] = {}
        self._answered_last = False
        self._ended = False

    def answer(self, content: bytes) -> None:
        """Put an answer in; waits while too many wait already, so that a flood of calls is read no
        faster than it is answered."""
        with self._changed:
            self._changed.wait_for(lambda: len(self._answers) < MOST_ANSWERS or self._ended)
            self._answers.append(content)
            self._changed.notify_all()

    def tell(self, client: Client, make: MakeTold, latest: bool) -> bool:
        """Put something in that is to be told; False when too much waits. Never waits.

        ``latest``: it takes the place of an earlier such of this client that still waits, which
        counts as missed.
        """
        with self._changed:
            waiting = self._latest.get(client) if latest else None
            if waiting is not None:
                waiting.make = make
                client.miss()
                return True
            if len(self._told) >= MOST_TOLD:
                return False
            telling = Telling(client, make)
            self._told.append(telling)
            if latest:
                self._latest[client] = telling
            self._changed.notify_all()
            return True

    def take(self) -> bytes | Telling | None:
        """What goes out next, an answer's content or what is to be told; waits for it. None once
        `end` was called."""
        with self._changed:
            self._changed.wait_for(lambda: self._answers or self._told or self._ended)
            if self._ended:
                return None
            self._answered_last = bool(self._answers) and not (self._told and self._answered_last)
            if self._answered_last:
                self._changed.notify_all()
                return self._answers.popleft()
            telling = self._told.popleft()
            if self._latest.get(telling.client) is telling:
                del self._latest[telling.client]
            return telling

    def drop(self) -> None:
        """Throw away all that waits; what was to be told is missed."""
        with self._changed:
            dropped = tuple(self._told)
            self._answers.clear()
            self._told.clear()
            self._latest.clear()
            self._changed.notify_all()
        for telling in dropped:
            telling.client.miss()

    def end(self) -> None:
        """Nobody waits here any more."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()

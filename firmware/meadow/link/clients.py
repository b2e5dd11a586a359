"""Who is connected by the cable: clients, the lines that carry them, and the writer's role.

It must not know what is called, nor ports, files or the table.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Protocol

from meadow.clock import Clock
from meadow.link.answers import AnyAnswer, AnyTold, Code
from meadow.link.calls import Stream

LEASE_MS = 10_000
"""So long after a writer's last call its role lapses."""

MakeTold = Callable[[], AnyTold]
"""Makes what is to be told; called in the line's own thread, so that the loop has no work."""


class Refusal(Exception):
    """A call is refused: a code for programs, one plain line for people."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code


class Line(Protocol):
    """What a client is connected by."""

    @property
    def dropped(self) -> int:
        """What was received and was no frame."""
        ...

    def tell(self, client: Client, make: MakeTold, latest: bool) -> bool:
        """Take something to be told; False when too much waits already. Never waits.

        ``latest``: of those that wait only the last is of use, as with frames of light.
        """
        ...


class Client:
    """One laptop's program, from its hello on."""

    def __init__(self, number: int, program: str, version: int, line: Line) -> None:
        self.number = number
        self.program = program
        self.version = version
        self.line = line
        self.called_ms = 0
        self.streams: frozenset[Stream] = frozenset()
        self.answers: OrderedDict[int, bytes] = OrderedDict()
        # The loop's thread counts what is missed, and that of its line what is told. Nobody holds
        # this for longer than an addition takes.
        self._counting = threading.Lock()
        self._told = 0
        self._missed = 0

    def next_number(self) -> int:
        """The number of what is told next, from 1 on. From any thread."""
        with self._counting:
            self._told += 1
            return self._told

    def unsaid(self) -> None:
        """The last number was not used: what it was for did not go out. From any thread."""
        with self._counting:
            self._told -= 1

    def miss(self, count: int = 1) -> None:
        """So much could not be told. From any thread."""
        with self._counting:
            self._missed += count

    def take_missed(self) -> int:
        """How much could not be told since this was asked last. From any thread."""
        with self._counting:
            missed, self._missed = self._missed, 0
            return missed


Handler = Callable[[Client, Any], AnyAnswer]
"""Answers one kind of call. Raises `Refusal`."""


class Writer:
    """The writer's role: one client at a time, for as long as it goes on calling."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._client: Client | None = None
        self._since_ms = 0

    @property
    def client(self) -> Client | None:
        """Whoever has it."""
        if self._client is not None and self._clock.now_ms() - self._since_ms > LEASE_MS:
            self._client = None
        return self._client

    def is_held_by(self, client: Client | None) -> bool:
        """Whether it is this one's. Never waits, changes nothing: the loop's thread asks it."""
        lapsed = self._clock.now_ms() - self._since_ms > LEASE_MS
        return client is not None and self._client is client and not lapsed

    def claim(self, client: Client) -> None:
        """Take it. Raises `Refusal` while another has it."""
        other = self.client
        if other is not None and other is not client:
            what = f"{other.program} on another laptop or terminal is writing to this table"
            silent = f"if it is gone, its place is free within {LEASE_MS // 1000} s"
            raise Refusal(Code.BUSY, f"{what}: end it there; {silent}")
        self._since_ms = self._clock.now_ms()  # before the other: the loop's thread looks at both
        self._client = client

    def renew(self, client: Client) -> None:
        """It goes on calling."""
        if self.client is client:
            self._since_ms = self._clock.now_ms()

    def served(self, client: Client) -> None:
        """Its call was answered just now, however long that took: nobody else could call."""
        if self._client is client:
            self._since_ms = self._clock.now_ms()

    def release(self, client: Client) -> None:
        """Give it back, if it has it."""
        if self._client is client:
            self._client = None

"""A laptop's end of the cable: calls a table and hears what it tells. Knows no terminal, no port.

One thread. An answer is taken by the ids it names, so a late one shifts nothing; a call that is not
answered is sent again under its id, and the table does it once.
"""

from __future__ import annotations

import secrets
import time
from collections import deque
from typing import Protocol, TypeVar

from meadow.link.answers import AnyAnswer, AnyTold, Code, Done, Failure, Welcome
from meadow.link.calls import HIGHEST, LOWEST, AnyCall, Bye, Hello
from meadow.link.frames import Deframer, frame_of
from meadow.link.messages import Answer, Call, MessageError, decode_from_table, encode_message

A = TypeVar("A", bound=AnyAnswer)

WAIT_S = 1.0
"""So long for an answer before the call is sent again."""
TRIES = 4
MOST_TOLD = 10_000


class LineError(Exception):
    """The line is lost or nobody answers; one plain line that says what to do."""


class RefusedError(Exception):
    """The table refused a call; its own plain line, and a code for programs."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.code = failure.code


class Transport(Protocol):
    """What carries the bytes."""

    @property
    def name(self) -> str:
        """What people call it: the port."""
        ...

    def send(self, data: bytes) -> None:
        """Raises `LineError`."""
        ...

    def receive(self, timeout_s: float) -> bytes:
        """What came, b"" if nothing did in that time. Raises `LineError`."""
        ...

    def close(self) -> None: ...


class Client:
    """One connection to one table. `hello` comes first."""

    def __init__(self, transport: Transport, program: str) -> None:
        """``program`` says to other people who this is."""
        self._transport = transport
        self._program = program
        self._number = secrets.randbelow(1 << 32)
        self._next_id = secrets.randbelow(1 << 31)
        self._frames = Deframer()
        self._answers: dict[int, AnyAnswer] = {}
        self._told: deque[AnyTold] = deque(maxlen=MOST_TOLD)
        self._heard_bytes = 0

    @property
    def port(self) -> str:
        """Where the table is connected."""
        return self._transport.name

    def hello(self, wait_s: float = WAIT_S, tries: int = TRIES) -> Welcome:
        """Make oneself known, the first time or again. Raises `LineError`, `RefusedError`."""
        body = Hello(LOWEST, HIGHEST, self._program)
        return self.call(body, Welcome, wait_s=wait_s, tries=tries)

    def call(
        self, body: AnyCall, kind: type[A], *, wait_s: float = WAIT_S, tries: int = TRIES
    ) -> A:
        """The table's answer. Raises `RefusedError` when it refuses, `LineError` when none comes.

        A call that needs long on the table gets a longer ``wait_s``.
        """
        self._next_id = (self._next_id + 1) % (1 << 32)
        call = Call(self._number, self._next_id, body)
        frame = frame_of(encode_message(call))
        heard = self._heard_bytes
        for _ in range(tries):
            self._transport.send(frame)
            answer = self._awaited(call.id, wait_s)
            if answer is not None:
                if isinstance(answer, Failure):
                    raise RefusedError(answer)
                if not isinstance(answer, kind):
                    what = f"answered {type(answer).__name__} where {kind.__name__} was asked for"
                    raise LineError(f"{self.port}: the table {what}: update the older program")
                return answer
        raise LineError(f"{self.port}: {self._silence(self._heard_bytes > heard)}")

    def told(self, timeout_s: float = 0.0) -> list[AnyTold]:
        """What the table told unasked since the last time; waits up to so long for something."""
        until = time.monotonic() + timeout_s
        while True:
            left = until - time.monotonic()
            if self._told:
                left = 0.0
            received = self._transport.receive(max(0.0, left))
            if received:
                self._take(received)
            elif self._told or left <= 0:
                break
        told = list(self._told)
        self._told.clear()
        return told

    def close(self) -> None:
        """Say goodbye, if the line still works, and release the port."""
        try:
            self.call(Bye(), Done, wait_s=0.3, tries=1)
        except (LineError, RefusedError):
            pass  # it forgets a client that does not call
        finally:
            self._transport.close()

    def _awaited(self, call_id: int, wait_s: float) -> AnyAnswer | None:
        until = time.monotonic() + wait_s
        self._answers.clear()
        while True:
            if call_id in self._answers:
                return self._answers.pop(call_id)
            left = until - time.monotonic()
            if left <= 0:
                return None
            self._take(self._transport.receive(left))

    def _take(self, received: bytes) -> None:
        self._heard_bytes += len(received)
        for content in self._frames.feed(received):
            try:
                message = decode_from_table(content)
            except MessageError:
                continue  # another client's newer talk, or another program's: not for us
            if message.client != self._number:
                continue
            if isinstance(message, Answer):
                self._answers[message.id] = message.body
            else:
                self._told.append(message.body)

    def _silence(self, something_came: bool) -> str:
        if something_came:
            return (
                "something answers, but not in a table's words: another program, or a baud rate "
                "that differs (--baud)"
            )
        return "no table answers: is it on, is meadowd running with --link, is it the right port?"


def must_say_hello(error: RefusedError) -> bool:
    """Whether the table was started anew and does not know this client any more."""
    return error.code == Code.HELLO

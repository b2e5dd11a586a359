"""A laptop's end of the cable: calls a table and hears what it tells. Knows no terminal, no port.

An answer is taken by the ids it names, so a late one shifts nothing; a call that is not answered is
sent again under its id, and the table does it once. `writing` keeps the writer's role meanwhile.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Protocol, TypeVar

from meadow.link.answers import AnyAnswer, AnyTold, Code, Done, Failure, Missed, Welcome
from meadow.link.calls import (
    HIGHEST,
    LOWEST,
    AnyCall,
    Bye,
    Claim,
    Hello,
    Release,
    Stream,
    Watch,
)
from meadow.link.device import LEASE_MS
from meadow.link.frames import Deframer, frame_of
from meadow.link.messages import Answer, Call, MessageError, Told, decode_from_table, encode_message

from meadow_host.cable.errors import LineError as LineError
from meadow_host.cable.errors import RefusedError as RefusedError
from meadow_host.cable.errors import RestartedError as RestartedError
from meadow_host.cable.errors import StrangeError
from meadow_host.cable.silence import Heard, why_silent

A = TypeVar("A", bound=AnyAnswer)

WAIT_S = 1.0
"""So long for an answer before the call is sent again."""
TRIES = 4
MOST_TOLD = 10_000

RENEW_S = LEASE_MS / 4000
"""So often a writer makes itself heard, if it calls nothing else."""
_SLICE_S = 0.2
"""So long the line is listened to at a stretch, before another thread may call."""


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
    """One connection to one table. `hello` comes first. May be used by several threads."""

    def __init__(
        self,
        transport: Transport,
        program: str,
        now_s: Callable[[], float] = time.monotonic,
        slow_s: float = 0.0,
    ) -> None:
        """``program`` says to other people who this is; ``now_s`` any clock that goes on;
        ``slow_s`` as `slow_s` gives it, so much longer are answers waited for."""
        self._slow_s = slow_s
        self._transport = transport
        self._program = program
        self.now_s = now_s
        """The clock by which it waits."""
        self._number = secrets.randbelow(1 << 32)
        self._next_id = secrets.randbelow(1 << 31)
        self._frames = Deframer()
        self._answers: dict[int, AnyAnswer] = {}
        self._told: deque[AnyTold] = deque(maxlen=MOST_TOLD)
        self._told_number = 0
        self._sent = b""
        self._heard = Heard()
        self._welcome: Welcome | None = None
        self._streams: tuple[Stream, ...] = ()
        self._writes = False
        self._called_s = 0.0
        self._using = threading.RLock()
        self.missed = 0
        """How much the table told us that did not arrive: left out by it, or lost on the line."""
        self.left_out = 0  # of these, those that the table left out and told so
        self.forgotten = 0  # how often the table took a watcher for gone: nobody counts what then

    @property
    def port(self) -> str:
        """Where the table is connected."""
        return self._transport.name

    @property
    def welcome(self) -> Welcome:
        """How the table greeted us last. Raises `LineError` before it did."""
        if self._welcome is None:
            raise LineError(f"{self.port}: no table has answered yet")
        return self._welcome

    def hello(self, wait_s: float = WAIT_S, tries: int = TRIES) -> Welcome:
        """Make oneself known, the first time or again. Raises `LineError`, `RefusedError`."""
        with self._using:
            body = Hello(LOWEST, HIGHEST, self._program)
            self._welcome = self._called(body, Welcome, wait_s, tries)
            return self._welcome

    def call(
        self, body: AnyCall, kind: type[A], *, wait_s: float = WAIT_S, tries: int = TRIES
    ) -> A:
        """The table's answer. Raises `RefusedError` when it refuses, `LineError` when none comes,
        `RestartedError` when the table was started anew: then it was not done.

        A call that needs long on the table gets a longer ``wait_s``.
        """
        with self._using:
            try:
                return self._called(body, kind, wait_s + self._slow_s, tries)
            except RefusedError as error:
                if error.code != Code.HELLO:  # it was started anew, and does not know us
                    raise
            self._again()
            return self._called(body, kind, wait_s + self._slow_s, tries)

    def stream(
        self,
        bodies: Iterable[AnyCall],
        kind: type[A],
        *,
        wait_s: float = WAIT_S,
        tries: int = TRIES,
        in_flight: int = 2,
    ) -> Iterator[A]:
        """The table's answers, in order, to calls of which several are on their way at once, so
        that the line is never idle. What is not answered is sent again, in order.

        Raises as `call`; then those on their way may be done or not.
        """
        waiting: deque[tuple[int, bytes]] = deque()
        source = iter(bodies)
        while True:
            with self._using:
                for body in islice(source, in_flight - len(waiting)):
                    waiting.append(self._posted(body))
                if not waiting:
                    return
                try:
                    answer = self._first_of(waiting, kind, wait_s + self._slow_s, tries)
                except RefusedError as error:
                    if error.code != Code.HELLO:  # it was started anew, and does not know us
                        raise
                    self._again()
                    what = "the table does not know this laptop any more: give the command again"
                    raise RestartedError(f"{self.port}: {what}") from error
            yield answer

    def watch(self, *streams: Stream) -> None:
        """Be told these from now on, and no others; a table that is started anew goes on with it
        as soon as it is called. Raises as `call`."""
        with self._using:
            self._streams = streams
            self.call(Watch(streams), Done)

    def told(self, timeout_s: float = 0.0) -> list[AnyTold]:
        """What the table told unasked since the last time; waits up to so long for something.

        Raises `LineError` when the line is lost.
        """
        until_s = self.now_s() + timeout_s
        while True:
            with self._using:
                self.renew()
                left_s = 0.0 if self._told else max(0.0, until_s - self.now_s())
                received = self._transport.receive(min(left_s, _SLICE_S))
                self._take(received)
                over_s = self.now_s() - until_s
                if (over_s >= 0 or self._told) and (not received or over_s > _SLICE_S):
                    told = list(self._told)
                    self._told.clear()
                    return told

    def renew(self) -> None:
        """Keep the writer's role, if it is ours and was not made use of for a while. A failure is
        met again by the next call, which tells it."""
        if not self._writes or self.now_s() - self._called_s < RENEW_S:
            return
        with self._using:
            try:
                self._called(Claim(), Done, WAIT_S, 1)
            except (LineError, RefusedError):
                self._called_s = self.now_s()  # not again at once

    def move(self, transport: Transport) -> None:
        """Go on over another transport, as the same client, once the line was lost; `hello` comes
        next. The old transport is closed already."""
        with self._using:
            self._transport = transport
            self._frames = Deframer()

    def close(self) -> None:
        """Say goodbye, if the line still works, and release the port."""
        try:
            with suppress(LineError, RefusedError):  # it forgets a client that does not call
                self._called(Bye(), Done, wait_s=0.3, tries=1)
        finally:
            self._transport.close()

    # ------------------------------------------------------------------------- writing

    def claim(self) -> None:
        """Take the writer's role, and keep it until `release`. Raises as `call`."""
        self.call(Claim(), Done)
        self._writes = True

    def release(self) -> None:
        """Give it back; if the line is lost it lapses by itself."""
        self._writes = False
        with suppress(LineError, RefusedError):
            self.call(Release(), Done, tries=2)

    # -------------------------------------------------------------------------- inside

    def _again(self) -> None:
        """Make oneself known to a table that does not know us any more."""
        before = self.welcome
        after = self.hello()
        if self._streams:
            self.forgotten += 1
            self._called(Watch(self._streams), Done, WAIT_S, TRIES)
        if self._writes:
            self._called(Claim(), Done, WAIT_S, TRIES)
        if before.boot != after.boot:
            what = "the table was started anew meanwhile: give the same command again"
            raise RestartedError(f"{self.port}: {what}")

    def _called(self, body: AnyCall, kind: type[A], wait_s: float, tries: int) -> A:
        return self._first_of(deque([self._posted(body)]), kind, wait_s, tries)

    def _posted(self, body: AnyCall) -> tuple[int, bytes]:
        """Send a call; gives its id and its frame."""
        self._next_id = (self._next_id + 1) % (1 << 32)
        self._sent = encode_message(Call(self._number, self._next_id, body))
        self._called_s = self.now_s()
        self._heard = Heard()
        frame = frame_of(self._sent)
        self._transport.send(frame)
        return self._next_id, frame

    def _first_of(
        self, waiting: deque[tuple[int, bytes]], kind: type[A], wait_s: float, tries: int
    ) -> A:
        """The answer to the first of the calls that were posted, which is taken off."""
        self._answers = {
            call_id: self._answers[call_id] for call_id, _ in waiting if call_id in self._answers
        }
        for again in range(tries):
            for _, frame in waiting if again else ():
                self._transport.send(frame)
            answer = self._awaited(waiting[0][0], wait_s)
            if answer is not None:
                waiting.popleft()
                return self._judged(answer, kind)
        raise LineError(f"{self.port}: {why_silent(self._heard)}")

    def _judged(self, answer: AnyAnswer, kind: type[A]) -> A:
        if isinstance(answer, Failure):
            raise RefusedError(answer.code, answer.message)
        if isinstance(answer, Welcome):
            self._told_number = 0  # it counts anew for us
        if not isinstance(answer, kind):
            what = f"answered {type(answer).__name__} where {kind.__name__} was asked for"
            raise StrangeError(f"{self.port}: the table {what}: update the older program")
        return answer

    def _awaited(self, call_id: int, wait_s: float) -> AnyAnswer | None:
        until_s = self.now_s() + wait_s
        while call_id not in self._answers:
            left_s = until_s - self.now_s()
            self._take(self._transport.receive(max(0.0, left_s)))
            if left_s <= 0 and call_id not in self._answers:
                return None
        return self._answers.pop(call_id)

    def _take(self, received: bytes) -> None:
        self._heard.take(received)
        for content in self._frames.feed(received):
            try:
                message = decode_from_table(content)
            except MessageError:
                if content == self._sent:
                    self._heard.echoes += 1
                else:
                    self._heard.strange += 1
                continue
            if message.client != self._number:
                self._heard.others += 1
            elif isinstance(message, Answer):
                self._answers[message.id] = message.body
            else:
                self._hear(message)

    def _hear(self, message: Told) -> None:
        before, self._told_number = self._told_number, message.number
        if message.number == before:
            return  # the same once more
        self.missed += max(0, message.number - before - 1)
        if isinstance(message.body, Missed):
            self.missed += message.body.count
            self.left_out += message.body.count
        self._told.append(message.body)


@contextmanager
def writing(client: Client) -> Iterator[None]:
    """The writer's role for as long as this lasts, however long the laptop itself is busy or
    waits for people. Raises `RefusedError` while another laptop has it, and as `Client.call`."""
    client.claim()
    ended = threading.Event()

    def renew() -> None:
        while not ended.wait(RENEW_S / 4):
            client.renew()

    keeper = threading.Thread(target=renew, name="writer's role", daemon=True)
    keeper.start()
    try:
        yield
    finally:
        ended.set()
        keeper.join()
        client.release()

"""The table's end of the cable: who is connected, who may write, and each call to its handler.

It knows calls and answers, not what they do: handlers are handed in. It must not know ports,
files or the table. `Device.answer` may be called from any thread but the loop's, `Device.tell`
from any: it never waits.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec

from meadow.clock import Clock
from meadow.link.answers import AnyAnswer, AnyTold, Code, Done, Failure, Welcome
from meadow.link.calls import (
    HIGHEST,
    LOWEST,
    Bye,
    Claim,
    Hello,
    Inject,
    Offer,
    Point,
    PutBlock,
    Release,
    RollBack,
    Say,
    SayAt,
    Seal,
    Stream,
    Try,
    Watch,
    WriteTag,
)
from meadow.link.frames import MOST_BYTES
from meadow.link.messages import Answer, Call, MessageError, decode_call, encode_message

LEASE_MS = 10_000
"""So long after a writer's last call its role lapses."""

MOST_CLIENTS = 8
KEPT_ANSWERS = 16
"""A call that is sent again within so many is answered as before, and not done twice."""

FOR_WRITERS = (Say, Offer, PutBlock, Seal, Try, RollBack, Point, WriteTag, Inject, SayAt)

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

    def tell(self, client: Client, make: MakeTold) -> bool:
        """Take something to be told; False when too much waits already. Never waits."""
        ...


class Client:
    """One laptop's program, from its hello on."""

    def __init__(self, number: int, program: str, version: int, line: Line) -> None:
        self.number = number
        self.program = program
        self.version = version
        self.line = line
        self.streams: frozenset[Stream] = frozenset()
        self.told = 0
        """How much was told to it."""
        self.missed = 0
        """How much could not be, since the last that could."""
        self.answers: OrderedDict[int, bytes] = OrderedDict()


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
            raise Refusal(Code.BUSY, f"{what}: end it there, or wait {LEASE_MS // 1000} s")
        self._client = client
        self._since_ms = self._clock.now_ms()

    def renew(self, client: Client) -> None:
        """It goes on calling."""
        if self.client is client:
            self._since_ms = self._clock.now_ms()

    def release(self, client: Client) -> None:
        """Give it back, if it has it."""
        if self._client is client:
            self._client = None


class Device:
    """All clients of one table, over however many lines."""

    def __init__(self, clock: Clock, greet: Callable[[], Welcome]) -> None:
        """``greet`` gives what a hello is answered, whatever version it says."""
        self._greet = greet
        self._handlers: dict[type[Any], Handler] = {
            Claim: self._claim,
            Release: self._release,
            Bye: self._bye,
            Watch: self._watch,
        }
        self._clients: OrderedDict[int, Client] = OrderedDict()
        self._watching: tuple[Client, ...] = ()
        self._calling = threading.RLock()
        self.writer = Writer(clock)

    def handle(self, handlers: Mapping[type[Any], Handler]) -> None:
        """From now on these answer these kinds of calls."""
        self._handlers.update(handlers)

    # ------------------------------------------------------------------------- answering

    def answer(self, content: bytes, line: Line) -> bytes | None:
        """The content of the answer's frame; None for what is no call of anyone's. Never raises
        for what was received."""
        try:
            call = decode_call(content)
        except MessageError as error:
            if error.asked is None:
                return None
            said = Failure(Code.BAD, f"{error}; is the laptop's program newer than the table's?")
            return encode_message(Answer(error.asked.client, error.asked.id, said))
        with self._calling:
            return self._answered(call, line)

    def _answered(self, call: Call, line: Line) -> bytes:
        client = self._clients.get(call.client)
        if client is not None and call.id in client.answers:
            return client.answers[call.id]
        answer = self._said(call, client, line)
        content = encode_message(Answer(call.client, call.id, answer))
        if len(content) > MOST_BYTES:
            failure = Failure(Code.FAULT, "the answer is too long for a frame")
            content = encode_message(Answer(call.client, call.id, failure))
        client = self._clients.get(call.client)
        if client is not None:
            client.answers[call.id] = content
            if len(client.answers) > KEPT_ANSWERS:
                client.answers.popitem(last=False)
        return content

    def _said(self, call: Call, client: Client | None, line: Line) -> AnyAnswer:
        try:
            if isinstance(call.body, Hello):
                return self._hello(call.client, call.body, line)
            if client is None:
                raise Refusal(Code.HELLO, "this table does not know you: say hello first")
            client.line = line
            self._clients.move_to_end(client.number)
            return self._handled(client, call.body)
        except Refusal as refusal:
            return Failure(refusal.code, str(refusal))

    def _handled(self, client: Client, body: Any) -> AnyAnswer:
        handler = self._handlers.get(type(body))
        if handler is None:
            name = type(body).__struct_config__.tag
            raise Refusal(Code.MISSING, f"this table was not started so that it can {name}")
        if isinstance(body, FOR_WRITERS) and self.writer.client is not client:
            raise Refusal(Code.WRITER, "claim the writer's role first, and keep calling")
        self.writer.renew(client)
        answer = handler(client, body)
        self.writer.renew(client)
        return answer

    def _hello(self, number: int, hello: Hello, line: Line) -> AnyAnswer:
        welcome = self._greet()
        if not (hello.lowest <= HIGHEST and hello.highest >= LOWEST):
            older = "laptop" if hello.highest < LOWEST else "table"
            what = f"the table speaks versions {LOWEST} to {HIGHEST} of the cable's protocol"
            theirs = f"{hello.program} {hello.lowest} to {hello.highest}"
            raise Refusal(
                Code.VERSION, f"{what}, {theirs}: update the program on the {older} (it is older)"
            )
        version = min(HIGHEST, hello.highest)
        self._forget(number)
        while len(self._clients) >= MOST_CLIENTS:
            self._forget(next(iter(self._clients)))
        self._clients[number] = Client(number, hello.program, version, line)
        return msgspec.structs.replace(welcome, version=version)

    def _forget(self, number: int) -> None:
        client = self._clients.pop(number, None)
        if client is not None:
            self.writer.release(client)
            client.streams = frozenset()
            self._note_watching()

    def _claim(self, client: Client, call: Claim) -> AnyAnswer:
        self.writer.claim(client)
        return Done()

    def _release(self, client: Client, call: Release) -> AnyAnswer:
        self.writer.release(client)
        return Done()

    def _bye(self, client: Client, call: Bye) -> AnyAnswer:
        self._forget(client.number)
        return Done()

    def _watch(self, client: Client, call: Watch) -> AnyAnswer:
        client.streams = frozenset(call.streams)
        self._note_watching()
        return Done()

    def _note_watching(self) -> None:
        self._watching = tuple([one for one in self._clients.values() if one.streams])

    # --------------------------------------------------------------------------- telling

    def watched(self, stream: Stream) -> bool:
        """Whether anybody watches that. Never waits."""
        return any(stream in client.streams for client in self._watching)

    def tell(self, stream: Stream, make: MakeTold) -> None:
        """Tell it to all who watch that. Never waits: a line that is too slow misses it."""
        for client in self._watching:
            if stream in client.streams and not client.line.tell(client, make):
                client.missed += 1

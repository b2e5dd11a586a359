"""The table's end of the cable: who is connected, who may write, and each call to its handler.

It knows calls and answers, not what they do: handlers are handed in, and called one at a time. It
must not know ports, files or the table. `Device.answer` may be called from any thread but the
loop's, `Device.tell` from any: it never waits.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from meadow.clock import Clock
from meadow.journal.printable import printable
from meadow.link.answers import AnyAnswer, Code, Done, Failure, Welcome
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
from meadow.link.clients import LEASE_MS, Client, Handler, Line, MakeTold, Refusal, Writer
from meadow.link.frames import MOST_BYTES
from meadow.link.messages import Answer, Call, MessageError, decode_call, encode_message

__all__ = ["LEASE_MS", "Client", "Device", "Handler", "Line", "MakeTold", "Refusal", "Writer"]

SILENT_MS = 10_000
"""Whoever called nothing for so long is taken for gone when another comes by the same line."""

MOST_CLIENTS = 8
"""Beyond this whoever fell silent is forgotten, but nobody who still calls by another line."""
KEPT_ANSWERS = 16
"""A call that is sent again within so many is answered as before, and not done twice."""

FOR_WRITERS = (Say, Offer, PutBlock, Seal, Try, RollBack, Point, WriteTag, Inject, SayAt)

MOST_SAID = 1000
"""Characters of a line that says why not."""


class Device:
    """All clients of one table, over however many lines."""

    def __init__(self, clock: Clock, greet: Callable[[], Welcome]) -> None:
        """``greet`` gives what a hello is answered, whatever version it says."""
        self._clock = clock
        self._greet = greet
        self._handlers: dict[type[Any], Handler] = {
            Claim: self._claim,
            Release: self._release,
            Bye: self._bye,
            Watch: self._watch,
        }
        self._clients: OrderedDict[int, Client] = OrderedDict()
        self._watching: tuple[Client, ...] = ()
        self._heard: Client | None = None
        self._calling = threading.RLock()
        self.writer = Writer(clock)

    def handle(self, handlers: Mapping[type[Any], Handler]) -> None:
        """From now on these answer these kinds of calls."""
        self._handlers.update(handlers)

    @property
    def heard(self) -> Client | None:
        """Whoever called last, if they did not take their leave. Never waits."""
        return self._heard

    # ------------------------------------------------------------------------- answering

    def answer(self, content: bytes, line: Line) -> bytes | None:
        """The content of the answer's frame; None for what is no call of anyone's. Never raises,
        whatever was received and whatever a handler does."""
        try:
            call = decode_call(content)
        except MessageError as error:
            if error.asked is None:
                return None
            why = f"{error}; is the laptop's program newer than the table's?"
            return _encoded(error.asked.client, error.asked.id, _failure(Code.BAD, why))
        with self._calling:
            return self._answered(call, line)

    def _answered(self, call: Call, line: Line) -> bytes:
        client = self._clients.get(call.client)
        if client is not None and call.id in client.answers:
            self._called(client, line)
            return client.answers[call.id]
        content = _encoded(call.client, call.id, self._said(call, client, line))
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
                if isinstance(call.body, Bye):
                    return Done()  # it went already, and did not hear it
                raise Refusal(Code.HELLO, "this table does not know you: say hello first")
            self._called(client, line)
            return self._handled(client, call.body)
        except Refusal as refusal:
            return _failure(refusal.code, str(refusal))
        except Exception as error:  # noqa: BLE001  whatever fails in there, the line goes on
            return _failure(Code.FAULT, f"the table cannot {_name(call.body)}: {_fault(error)}")

    def _called(self, client: Client, line: Line) -> None:
        client.line = line
        client.called_ms = self._clock.now_ms()
        self._heard = client
        self._clients.move_to_end(client.number)

    def _handled(self, client: Client, body: Any) -> AnyAnswer:
        handler = self._handlers.get(type(body))
        if handler is None:
            what = f"this table was not started so that it can {_name(body)}"
            raise Refusal(Code.MISSING, what)
        if isinstance(body, FOR_WRITERS) and self.writer.client is not client:
            raise Refusal(Code.WRITER, "claim the writer's role first, and keep calling")
        self.writer.renew(client)
        try:
            return handler(client, body)
        finally:
            self.writer.served(client)

    def _hello(self, number: int, hello: Hello, line: Line) -> AnyAnswer:
        program = printable(" ".join(hello.program.split())) or "a program without a name"
        if hello.lowest > hello.highest:
            raise Refusal(Code.BAD, f"no version is {hello.lowest} to {hello.highest}")
        if not (hello.lowest <= HIGHEST and hello.highest >= LOWEST):
            ours, theirs = _versions(LOWEST, HIGHEST), _versions(hello.lowest, hello.highest)
            older = "laptop" if hello.highest < LOWEST else "table"
            what = f"the table speaks {ours} of the cable's protocol, {program} {theirs}"
            raise Refusal(Code.VERSION, f"{what}: update the program on the {older}, it is older")
        version = min(HIGHEST, hello.highest)
        welcome = msgspec.structs.replace(self._greet(), version=version)
        self._forget(number)
        self._make_room(line)
        client = Client(number, program, version, line)
        self._clients[number] = client
        self._called(client, line)
        return welcome

    def _make_room(self, line: Line) -> None:
        """Forget who is gone. A port has one program at its other end, so whoever comes by it
        took the place of another; only one that still calls can be there too. Raises `Refusal`
        when all places are taken: whoever was forgotten would miss what it watches."""
        long_ago_ms = self._clock.now_ms() - SILENT_MS
        for client in tuple(self._clients.values()):
            if client.line is line and client.called_ms < long_ago_ms:
                self._forget(client.number)
        if len(self._clients) < MOST_CLIENTS:
            return
        others = [one for one in self._clients.values() if one is not self.writer.client]
        gone = [one for one in others if one.called_ms < long_ago_ms or one.line is line]
        if not gone:
            what = f"{MOST_CLIENTS} laptops or terminals are connected to this table already"
            raise Refusal(Code.BUSY, f"{what}: end one of them")
        self._forget(min(gone, key=lambda one: one.called_ms).number)

    def _forget(self, number: int) -> None:
        client = self._clients.pop(number, None)
        if client is not None:
            self.writer.release(client)
            self._heard = None if self._heard is client else self._heard
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
        latest = stream is Stream.FRAMES
        for client in self._watching:
            if stream in client.streams and not client.line.tell(client, make, latest):
                client.miss()


# -------------------------------------------------------------------------------- saying it


def _encoded(client: int, call_id: int, answer: AnyAnswer) -> bytes:
    """The content of an answer's frame, or of a failure where it cannot be said."""
    try:
        content = encode_message(Answer(client, call_id, answer))
        what = "the answer is too long for a frame" if len(content) > MOST_BYTES else ""
    except Exception as error:  # noqa: BLE001  a view may hold whatever a game puts there
        what = f"the answer cannot be said: {_fault(error)}"
    return encode_message(Answer(client, call_id, _failure(Code.FAULT, what))) if what else content


def _failure(code: Code, why: str) -> Failure:
    """In one line, of what UTF-8 can hold."""
    line = printable(" ".join(why.split()))[:MOST_SAID]
    return Failure(code, line.encode("utf-8", "replace").decode())


def _fault(error: Exception) -> str:
    """What went wrong in our own program and where, for whoever mends it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else "?"
    return f"a fault of its program, {type(error).__name__} at {place}: {error}"


def _name(body: Any) -> str:
    """What the cable calls it."""
    return str(type(body).__struct_config__.tag)


def _versions(lowest: int, highest: int) -> str:
    return f"version {lowest}" if lowest == highest else f"versions {lowest} to {highest}"

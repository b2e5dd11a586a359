"""Laptops that call a device end directly, without a port or threads, for tests."""

from __future__ import annotations

from meadow.clock import ManualClock
from meadow.link.answers import AnyAnswer, AnyTold, Failure, Welcome
from meadow.link.calls import AnyCall, Hello
from meadow.link.clients import Client, MakeTold
from meadow.link.device import Device
from meadow.link.messages import Answer, Call, decode_from_table, encode_message

WELCOME = Welcome(1, "hall", "r1", "0", "b", False, "", False)


class Wire:
    """A `meadow.link.clients.Line`: keeps what is told, while it has room."""

    dropped = 0

    def __init__(self, room: int = 1000) -> None:
        self.room = room
        self.told: list[tuple[int, AnyTold, bool]] = []

    def tell(self, client: Client, make: MakeTold, latest: bool) -> bool:
        if len(self.told) >= self.room:
            return False
        self.told.append((client.number, make(), latest))
        return True


class Laptop:
    """One client of a device."""

    def __init__(self, device: Device, line: Wire, number: int) -> None:
        self.device = device
        self.line = line
        self.number = number
        self.next_id = 0

    def hello(self, program: str = "meadow") -> AnyAnswer:
        return self.call(Hello(1, 1, program))

    def call(self, body: AnyCall) -> AnyAnswer:
        """Its answer, under a new id."""
        self.next_id += 1
        return self.send(self.next_id, body)

    def send(self, call_id: int, body: AnyCall) -> AnyAnswer:
        """What comes as an answer, which names whom it is for."""
        content = self.device.answer(encode_message(Call(self.number, call_id, body)), self.line)
        assert content is not None
        message = decode_from_table(content)
        assert isinstance(message, Answer)
        assert (message.client, message.id) == (self.number, call_id)
        return message.body

    def code(self, body: AnyCall) -> str:
        """Why it is refused."""
        answer = self.call(body)
        assert isinstance(answer, Failure)
        return answer.code


class Hall:
    """A device end, its clock and the laptops at it, each on a line of its own."""

    def __init__(self) -> None:
        self.clock = ManualClock(50_000)
        self.device = Device(self.clock, lambda: WELCOME)

    def laptop(self, number: int, line: Wire | None = None) -> Laptop:
        """One that said hello."""
        laptop = Laptop(self.device, line or Wire(), number)
        laptop.hello(f"laptop {number}")
        return laptop

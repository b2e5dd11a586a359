"""A wire in memory between a `Client` and a real `Device`: no threads, and time that only passes
when somebody waits. It can lose, damage, double, delay and cut up what goes over it."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from math import ceil

from meadow.clock import ManualClock
from meadow.link.answers import Missed, Welcome
from meadow.link.device import Client as Laptop
from meadow.link.device import Device, MakeTold
from meadow.link.frames import Deframer, frame_of
from meadow.link.messages import Told, encode_message
from meadow_host.cable.client import Client
from meadow_host.cable.errors import LineError

WELCOME = Welcome(
    version=1,
    table="meadow",
    hardware="rev-1",
    firmware="0.1.0",
    boot="first",
    named=True,
    digest="",
    service=False,
)


@dataclass
class Faults:
    """How often, from 0 to 1, a frame is lost, damaged, doubled, or comes late."""

    lost: float = 0.0
    damaged: float = 0.0
    doubled: float = 0.0
    late: float = 0.0
    late_ms: int = 2500
    largest_chunk: int = 10_000


class Wire:
    """Both a laptop's `Transport` and a table's `Line`."""

    name = "wire"

    def __init__(self, device: Device, clock: ManualClock, seed: int = 0) -> None:
        self.device = device
        self.clock = clock
        self.faults = Faults()
        self.is_cut = False
        self.is_closed = False
        self.room = 10_000
        """So much that is told unasked fits on the way."""
        self._dice = random.Random(seed)
        self._order = count()
        self._frames = Deframer()
        self._coming: list[tuple[int, int, bytes]] = []

    # ------------------------------------------------------------------ the laptop's end

    def send(self, data: bytes) -> None:
        self._must_be_whole()
        for sent in self._through(data):
            for content in self._frames.feed(sent[1]):
                answer = self.device.answer(content, self)
                if answer is not None:
                    self.put(frame_of(answer))

    def receive(self, timeout_s: float) -> bytes:
        self._must_be_whole()
        until_ms = self.clock.now_ms() + ceil(timeout_s * 1000)
        if not self._coming or self._coming[0][0] > until_ms:
            self.clock.advance_to(until_ms)
            return b""
        at_ms, order, data = heapq.heappop(self._coming)
        self.clock.advance_to(max(at_ms, self.clock.now_ms()))
        size = self._dice.randint(1, self.faults.largest_chunk)
        if data[size:]:
            heapq.heappush(self._coming, (at_ms, order, data[size:]))
        return data[:size]

    def close(self) -> None:
        self.is_closed = True

    # ------------------------------------------------------------------- the table's end

    @property
    def dropped(self) -> int:
        return self._frames.dropped

    def tell(self, client: Laptop, make: MakeTold, latest: bool) -> bool:
        if len(self._coming) >= self.room:
            return False
        missed = client.take_missed()
        for body in [Missed(missed), make()] if missed else [make()]:
            self.put(frame_of(encode_message(Told(client.number, client.next_number(), body))))
        return True

    def put(self, data: bytes) -> None:
        """Something comes to the laptop."""
        for late_ms, sent in self._through(data):
            arrives_ms = self.clock.now_ms() + late_ms
            heapq.heappush(self._coming, (arrives_ms, next(self._order), sent))

    # ------------------------------------------------------------------------- inside

    def _through(self, data: bytes) -> list[tuple[int, bytes]]:
        faults, dice = self.faults, self._dice
        if dice.random() < faults.lost:
            return []
        if dice.random() < faults.damaged:
            spot = dice.randrange(len(data))
            data = data[:spot] + bytes([data[spot] ^ (1 << dice.randrange(8))]) + data[spot + 1 :]
        late_ms = dice.randint(1, faults.late_ms) if dice.random() < faults.late else 0
        return [(late_ms, data)] * (2 if dice.random() < faults.doubled else 1)

    def _must_be_whole(self) -> None:
        if self.is_cut:
            raise LineError("wire: the port was lost")


def wired(
    greet: Callable[[], Welcome] = lambda: WELCOME, seed: int = 0
) -> tuple[Client, Device, Wire]:
    """A laptop and a table, not yet greeted, with a wire between them."""
    clock = ManualClock()
    device = Device(clock, greet)
    wire = Wire(device, clock, seed)
    return joined(wire), device, wire


def joined(wire: Wire, program: str = "test") -> Client:
    """Another laptop's program on the same wire."""
    return Client(wire, program, now_s=lambda: wire.clock.now_ms() / 1000)

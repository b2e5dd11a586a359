"""A line of few bits a second: an answer that is still on its way is not asked for again."""

from __future__ import annotations

import pytest
from meadow.link.answers import BytesAre
from meadow.link.calls import ReadLog
from meadow_host.cable.client import Client, LineError
from meadow_host.cable.ports import slow_s
from meadow_host.cable.steady import SteadyLine

from tests.cable.wires import Faults, Wire, wired


class LateWire(Wire):
    """What a journal's block takes at 9,600 baud: 4.3 s."""

    late_ms = 0
    sent = 0

    def send(self, data: bytes) -> None:
        self.sent += 1
        before = len(self._coming)
        super().send(data)
        for number in range(before, len(self._coming)):
            at_ms, order, answer = self._coming[number]
            self._coming[number] = (at_ms + self.late_ms, order, answer)


def late_wire() -> LateWire:
    _, device, wire = wired()
    device.handle({ReadLog: lambda client, call: BytesAre(b"x", 1)})
    return LateWire(device, wire.clock, 0)


def test_two_blocks_on_their_way_at_9600_baud_take_longer_than_a_second() -> None:
    assert slow_s(9600) == pytest.approx(8.53, abs=0.01)
    assert slow_s(115_200) == pytest.approx(0.71, abs=0.01)


def test_a_block_on_a_slow_line_is_asked_for_once() -> None:
    wire = late_wire()
    client = Client(wire, "test", lambda: wire.clock.now_ms() / 1000, slow_s(9600))
    client.hello()
    wire.late_ms, wire.sent = 4300, 0
    assert client.call(ReadLog("000001-a.jsonl", 0), BytesAre) == BytesAre(b"x", 1)
    calls = [ReadLog("000001-a.jsonl", at) for at in (0, 1)]
    assert list(client.stream(calls, BytesAre)) == [BytesAre(b"x", 1)] * 2
    assert wire.sent == 3


def test_so_it_is_for_a_line_that_may_be_lost_and_come_back() -> None:
    wire = late_wire()
    steady = SteadyLine(
        lambda: wire, "test", now_s=lambda: wire.clock.now_ms() / 1000, slow_s=slow_s(9600)
    )
    with steady as line:
        wire.late_ms, wire.sent = 4300, 0
        line.client.call(ReadLog("000001-a.jsonl", 0), BytesAre)
        assert wire.sent == 1


def test_whether_a_table_is_there_at_all_is_known_as_soon_on_a_slow_line() -> None:
    wire = late_wire()
    client = Client(wire, "test", lambda: wire.clock.now_ms() / 1000, slow_s(9600))
    wire.faults = Faults(lost=1.0)
    began_ms = wire.clock.now_ms()
    with pytest.raises(LineError):
        client.hello()
    assert wire.clock.now_ms() - began_ms == 4000

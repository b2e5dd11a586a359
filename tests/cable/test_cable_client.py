"""The laptop's end of the cable: each answer goes to its call, on however bad a line."""

from __future__ import annotations

import threading
from collections import Counter
from functools import partial

import pytest
from meadow.clock import ManualClock
from meadow.link.answers import (
    AnyAnswer,
    AnyTold,
    BeepIs,
    Code,
    Done,
    Missed,
    StatusIs,
    ViewIs,
)
from meadow.link.calls import GetStatus, GetView, Say, Stream
from meadow.link.device import Client as Laptop
from meadow.link.device import Device
from meadow_host.cable import client as client_module
from meadow_host.cable.client import Client, LineError, RefusedError, RestartedError, writing
from msgspec.structs import replace
from pytest_mock import MockerFixture

from tests.cable.wires import WELCOME, Faults, Wire, joined, wired


def seen(laptop: Laptop, call: GetView) -> AnyAnswer:
    return ViewIs({"asked": call.audience})


def beep(at_ms: int) -> BeepIs:
    return BeepIs(at_ms, True)


def tell(device: Device, *at_ms: int) -> None:
    for one in at_ms:
        device.tell(Stream.BEEPS, partial(beep, one))


BAD_LINES = [
    Faults(largest_chunk=1),
    Faults(lost=0.3),
    Faults(doubled=0.5),
    Faults(damaged=0.3),
    Faults(late=0.5, late_ms=3500),
    Faults(lost=0.15, damaged=0.15, doubled=0.3, late=0.3, largest_chunk=7),
]


@pytest.mark.parametrize("faults", BAD_LINES, ids=lambda faults: str(faults)[7:-1])
def test_a_call_gets_its_own_answer_or_none_on_a_bad_line(faults: Faults) -> None:
    client, device, wire = wired(seed=11)
    device.handle({GetView: seen})
    client.hello()
    wire.faults = faults
    answered = 0
    for number in range(300):
        try:
            answer = client.call(GetView(f"seat {number}"), ViewIs)
        except LineError:
            continue
        assert answer.view == {"asked": f"seat {number}"}
        answered += 1
    assert answered >= 280


def test_a_word_that_is_sent_again_is_said_once() -> None:
    client, device, wire = wired(seed=5)
    said: Counter[str] = Counter()

    def say(laptop: Laptop, call: Say) -> AnyAnswer:
        said[call.word] += 1
        return Done()

    device.handle({Say: say})
    client.hello()
    client.claim()
    wire.faults = Faults(lost=0.2, doubled=0.3, late=0.3, late_ms=3000)
    done = []
    for number in range(100):
        try:
            client.call(Say(f"word-{number}"), Done)
        except LineError:
            continue
        except RefusedError:  # the role lapsed while the line was silent
            wire.faults, faults = Faults(), wire.faults
            client.claim()
            wire.faults = faults
            continue
        done.append(f"word-{number}")
    assert len(done) > 80
    assert [said[word] for word in done] == [1] * len(done)
    assert max(said.values()) == 1


def test_a_call_that_nobody_answers_ends_after_four_seconds() -> None:
    client, _, wire = wired()
    client.hello()
    wire.faults = Faults(lost=1.0)
    began_ms = wire.clock.now_ms()
    with pytest.raises(LineError, match=r"^wire: no table answers: is it on"):
        client.call(GetStatus(), StatusIs)
    assert wire.clock.now_ms() - began_ms == 4000


def test_an_answer_of_the_wrong_kind_is_told_in_a_line() -> None:
    client, device, _ = wired()
    device.handle({GetView: lambda laptop, call: Done()})
    client.hello()
    with pytest.raises(LineError, match="the table answered Done where ViewIs was asked for"):
        client.call(GetView(), ViewIs)


def test_what_the_table_refuses_comes_with_its_line_and_code() -> None:
    client, _, _ = wired()
    client.hello()
    with pytest.raises(RefusedError, match=r"^this table was not started so that it can get-view$"):
        client.call(GetView(), ViewIs)


def test_a_table_that_speaks_only_later_versions_says_what_to_update(
    mocker: MockerFixture,
) -> None:
    client, _, _ = wired()
    mocker.patch("meadow.link.device.LOWEST", 7)
    mocker.patch("meadow.link.device.HIGHEST", 9)
    with pytest.raises(RefusedError) as refused:
        client.hello()
    assert "versions 7 to 9" in str(refused.value)
    assert "on the laptop" in str(refused.value)
    assert refused.value.code == Code.VERSION


# ------------------------------------------------------------------------- told unasked


def test_what_is_told_between_calls_is_kept_in_its_order() -> None:
    client, device, _ = wired()
    device.handle({GetView: seen})
    client.hello()
    client.watch(Stream.BEEPS)
    tell(device, 1, 2)
    assert client.call(GetView("x"), ViewIs).view == {"asked": "x"}
    tell(device, 3)
    assert client.told() == [beep(1), beep(2), beep(3)]
    assert client.told(0.5) == []
    assert client.missed == 0


def test_what_is_lost_on_the_line_is_counted_as_missed() -> None:
    client, device, wire = wired()
    client.hello()
    client.watch(Stream.BEEPS)
    told: list[AnyTold] = []
    for at_ms in range(10):
        wire.faults.lost = 1.0 if at_ms in (3, 4, 7) else 0.0
        tell(device, at_ms)
        told += client.told()
    assert told == [beep(at_ms) for at_ms in (0, 1, 2, 5, 6, 8, 9)]
    assert client.missed == 3


def test_what_comes_twice_is_told_once() -> None:
    client, device, wire = wired()
    client.hello()
    client.watch(Stream.BEEPS)
    wire.faults = Faults(doubled=1.0)
    tell(device, 1, 2)
    assert client.told() == [beep(1), beep(2)]
    assert client.missed == 0


def test_what_the_table_left_out_is_counted_as_missed() -> None:
    client, device, wire = wired()
    client.hello()
    client.watch(Stream.BEEPS)
    wire.room = 2
    tell(device, *range(5))
    assert client.told() == [beep(0), beep(1)]
    tell(device, 9)
    assert client.told() == [Missed(3), beep(9)]
    assert client.missed == 3


# ------------------------------------------------------------------- the table starts anew


def restarted(wire: Wire, boot: str = "second") -> Device:
    """The table's program ends, and another start of it answers on the same wire."""
    wire.device = Device(wire.clock, lambda: replace(WELCOME, boot=boot))
    wire.device.handle({GetView: seen})
    return wire.device


def test_a_table_that_was_started_anew_is_greeted_again_and_the_caller_is_told() -> None:
    client, _, wire = wired()
    client.hello()
    client.watch(Stream.BEEPS)
    device = restarted(wire)
    with pytest.raises(RestartedError, match="the table was started anew meanwhile"):
        client.call(GetView("a"), ViewIs)
    assert client.welcome.boot == "second"
    assert client.call(GetView("b"), ViewIs).view == {"asked": "b"}
    tell(device, 1)
    assert client.told() == [beep(1)]
    assert client.missed == 0


def test_a_word_is_not_said_to_a_table_that_was_started_anew() -> None:
    client, _, wire = wired()
    client.hello()
    client.claim()
    said = []

    def say(laptop: Laptop, call: Say) -> AnyAnswer:
        said.append(call.word)
        return Done()

    restarted(wire).handle({Say: say})
    with pytest.raises(RestartedError):
        client.call(Say("start"), Done)
    client.call(Say("stop"), Done)  # the role was taken again
    assert said == ["stop"]


def test_a_client_that_the_table_forgot_goes_on_as_if_nothing_had_been() -> None:
    client, device, wire = wired()
    device.handle({GetView: seen})
    client.hello()
    for number in range(8):
        joined(wire, f"other {number}").hello()
    assert client.call(GetView("a"), ViewIs).view == {"asked": "a"}


# ------------------------------------------------------------------------------- writing


def test_while_one_writes_the_other_is_told_who_it_is() -> None:
    client, _, wire = wired()
    other = joined(wire, "meadow flash on a laptop")
    client.hello()
    other.hello()
    with (
        writing(other),
        pytest.raises(RefusedError, match="meadow flash on a laptop on another laptop"),
        writing(client),
    ):
        pass
    with writing(client):
        pass


def test_listening_for_long_keeps_the_role() -> None:
    client, device, _ = wired()
    client.hello()
    client.claim()
    assert client.told(60.0) == []
    assert device.writer.client is not None
    client.release()
    assert device.writer.client is None


def test_waiting_for_people_keeps_the_role(mocker: MockerFixture) -> None:
    mocker.patch.object(client_module, "RENEW_S", 0.02)
    clock = ManualClock()
    device = Device(clock, lambda: WELCOME)
    line = _Direct(device)
    client = Client(line, "test")
    client.hello()
    with writing(client):
        for _ in range(5):  # forty-five seconds on the table
            line.until_called()
            clock.sleep_ms(9_000)
        assert device.writer.client is not None
    assert device.writer.client is None


def test_a_line_that_is_lost_ends_writing_with_the_first_error() -> None:
    client, _, wire = wired()
    client.hello()

    def write() -> None:
        with writing(client):
            wire.is_cut = True
            client.call(GetStatus(), StatusIs)

    with pytest.raises(LineError, match="the port was lost"):
        write()


def test_closing_says_goodbye_and_releases_the_port_even_if_the_line_is_lost() -> None:
    client, device, wire = wired()
    client.hello()
    client.watch(Stream.BEEPS)
    client.close()
    assert wire.is_closed
    assert not device.watched(Stream.BEEPS)
    client, _, wire = wired()
    client.hello()
    wire.is_cut = True
    client.close()
    assert wire.is_closed


def test_a_call_before_the_hello_is_told_in_a_line() -> None:
    client, _, _ = wired()
    with pytest.raises(LineError, match="no table has answered yet"):
        client.call(GetStatus(), StatusIs)


class _Direct:
    """Answers in the thread that calls."""

    name = "direct"
    dropped = 0

    def __init__(self, device: Device) -> None:
        self._wire = Wire(device, clock=wired()[2].clock)
        self._called = threading.Semaphore(0)

    def until_called(self) -> None:
        """Wait for one more call: those of before do not count."""
        while self._called.acquire(blocking=False):
            pass
        assert self._called.acquire(timeout=10)

    def send(self, data: bytes) -> None:
        self._wire.send(data)
        self._called.release()

    def receive(self, timeout_s: float) -> bytes:
        return self._wire.receive(0)

    def close(self) -> None:
        self._wire.close()

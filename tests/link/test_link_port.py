"""A port of the table over a pseudo-terminal: missing, lost, back, unread, and always released."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
import serial
from meadow.clock import MonotonicClock
from meadow.link.answers import AnyAnswer, BytesAre, Done, FrameIs, Missed
from meadow.link.calls import Bye, Claim, GetStatus, Hello, ReadLog, Stream, Watch
from meadow.link.clients import Client
from meadow.link.device import Device
from meadow.link.frames import frame_of
from meadow.link.messages import Call, Told, encode_message
from meadow.link.port import SerialLine, open_serial
from pytest_mock import MockerFixture

from tests.link.cords import PATIENCE_S, Cord, until
from tests.link.laptops import WELCOME

HELLO = Hello(1, 1, "m")
RGB = bytes(range(180))


@pytest.fixture(autouse=True)
def soon(mocker: MockerFixture) -> None:
    """What a port waits for is short here."""
    mocker.patch("meadow.link.port.AGAIN_S", 0.01)
    mocker.patch("meadow.link.port.READ_S", 0.02)
    mocker.patch("meadow.link.port.WRITE_S", 0.1)


@pytest.fixture
def device() -> Device:
    device = Device(MonotonicClock(), lambda: WELCOME)
    device.handle({GetStatus: lambda client, call: Done()})
    return device


class Lines:
    """Lines with what they said; all are closed in the end."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.said: list[str] = []
        self.open: list[SerialLine] = []

    def have_said(self, count: int) -> bool:
        return len(self.said) >= count

    def over(self, name: str) -> SerialLine:
        line = SerialLine(name, self.device, partial(open_serial, name), self.said.append)
        self.open.append(line)
        return line


@pytest.fixture
def lines(device: Device) -> Iterator[Lines]:
    lines = Lines(device)
    yield lines
    for line in lines.open:
        line.close()


@pytest.fixture
def cord(tmp_path: Path) -> Iterator[Cord]:
    cord = Cord(tmp_path)
    yield cord
    cord.pull()


def link_threads() -> int:
    return sum(thread.name.startswith("link ") for thread in threading.enumerate())


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_a_laptop_is_answered_over_a_port(lines: Lines, cord: Cord) -> None:
    lines.over(cord.plug().name)
    assert cord.asked(HELLO) == WELCOME
    assert cord.asked(Claim()) == Done()
    assert cord.asked(Bye()) == Done()


def test_a_port_that_is_missing_is_told_once_and_taken_when_it_comes(
    lines: Lines, cord: Cord
) -> None:
    lines.over(cord.name)
    until(lambda: bool(lines.said))
    time.sleep(0.1)  # ten tries
    missing = f"--link {cord.name}: there is no such port: plug it in, or mend the name"
    assert lines.said == [f"{missing}; it is tried again"]
    cord.plug()
    until(lambda: len(lines.said) == 2)
    assert lines.said[1] == f"--link {cord.name}: open"
    assert cord.asked(HELLO) == WELCOME


def test_a_port_that_was_there_from_the_beginning_is_nothing_to_tell(
    lines: Lines, cord: Cord
) -> None:
    lines.over(cord.plug().name)
    assert cord.asked(HELLO) == WELCOME
    assert lines.said == []


def test_a_port_may_be_lost_and_come_back_any_number_of_times(lines: Lines, cord: Cord) -> None:
    lines.over(cord.plug().name)
    cord.asked(HELLO)
    files, threads = open_files(), link_threads()
    for turn in range(25):
        assert cord.asked(Watch((Stream.FRAMES,))) == Done()  # it knows us still
        cord.send(frame_of(encode_message(Call(1, 1, GetStatus())))[:9])  # half a call
        cord.pull()
        until(partial(lines.have_said, 2 * turn + 1))
        lines.device.tell(Stream.FRAMES, lambda: FrameIs(1, RGB))
        cord.plug()
        assert cord.asked(GetStatus()) == Done()
    assert (open_files(), link_threads()) == (files, threads)
    assert len(set(lines.said)) <= 3  # it was lost, is missing, and is open


def test_noise_and_other_programs_do_not_keep_a_call_from_its_answer(
    lines: Lines, cord: Cord
) -> None:
    line = lines.over(cord.plug().name)
    cord.asked(HELLO)
    for noise in (b"\r\nmeadow login: ", b"\xff" * 9000, b"\x00\x05abc\x00", bytes(50)):
        cord.send(noise)
        assert cord.asked(HELLO) == WELCOME
    assert line.dropped == 3


def test_a_handler_that_fails_does_not_cost_the_port(lines: Lines, cord: Cord) -> None:
    def broken(client: Client, call: GetStatus) -> AnyAnswer:
        raise ZeroDivisionError

    lines.device.handle({GetStatus: broken})
    lines.over(cord.plug().name)
    cord.asked(HELLO)
    for _ in range(5):
        assert "ZeroDivisionError" in str(cord.asked(GetStatus()))


def test_what_nobody_reads_holds_nobody_up_and_is_counted(lines: Lines, cord: Cord) -> None:
    lines.over(cord.plug().name)
    cord.asked(HELLO)
    cord.asked(Watch((Stream.NEWS,)))
    for at_ms in range(3000):
        lines.device.tell(Stream.NEWS, partial(FrameIs, at_ms, RGB))
    heard: list[Told] = []
    while some := cord.heard(0.3):
        heard += [one for one in some if isinstance(one, Told)]
    lines.device.tell(Stream.NEWS, lambda: FrameIs(3000, RGB))
    while not heard or heard[-1].body != FrameIs(3000, RGB):
        heard += [one for one in cord.heard(2) if isinstance(one, Told)]
    frames = sum(isinstance(one.body, FrameIs) for one in heard)
    missed = sum(one.body.count for one in heard if isinstance(one.body, Missed))
    numbers = [one.number for one in heard]
    assert numbers == sorted(set(numbers))
    lost = numbers[-1] - len(numbers)  # each time the port was full it took a part of a frame
    assert frames + missed + lost == 3001
    assert missed > 2000
    assert cord.asked(GetStatus()) == Done()


def test_who_tells_does_not_wait_for_a_port_that_takes_nothing(
    lines: Lines, cord: Cord, mocker: MockerFixture
) -> None:
    mocker.patch("meadow.link.port.WRITE_S", 600.0)
    lines.over(cord.plug().name)
    cord.asked(HELLO)
    cord.asked(Watch((Stream.NEWS,)))
    cord.fill()
    begun_s = time.monotonic()
    for at_ms in range(100):
        lines.device.tell(Stream.NEWS, partial(FrameIs, at_ms, RGB))
    assert time.monotonic() - begun_s < 60  # however busy the computer is


def test_a_port_that_takes_nothing_is_waited_for_without_work(
    lines: Lines, cord: Cord, mocker: MockerFixture
) -> None:
    mocker.patch("meadow.link.port.WRITE_S", 5.0)
    lines.over(cord.plug().name)
    cord.asked(HELLO)
    cord.asked(Watch((Stream.NEWS,)))
    cord.fill()
    lines.device.tell(Stream.NEWS, lambda: FrameIs(1, RGB))
    begun_cpu_s = time.process_time()
    time.sleep(0.4)
    assert time.process_time() - begun_cpu_s < 0.1


def test_a_flood_of_calls_that_nobody_hears_the_answers_of_fills_no_memory(
    lines: Lines, cord: Cord, mocker: MockerFixture
) -> None:
    handler = mocker.Mock(return_value=BytesAre(bytes(4000), 9))
    lines.device.handle({ReadLog: handler})
    mocker.patch("meadow.link.port.WRITE_S", 30.0)  # somebody reads, but slowly
    lines.over(cord.plug().name)
    cord.asked(HELLO)
    for _ in range(100):
        cord.call(ReadLog("000001-x.jsonl", 0))
    time.sleep(0.3)
    # Eight wait, one is being written, another is being put in; the rest the port itself took.
    assert handler.call_count <= 8 + 2 + 64_000 / 4000 + 1
    answers = 0
    while answers < 100:
        answers += len(cord.heard(2))
    assert handler.call_count == 100


def held_by_nobody(name: str) -> None:
    serial.serial_for_url(name, exclusive=True).close()


def test_a_closed_line_has_released_its_port_and_has_no_threads(lines: Lines, cord: Cord) -> None:
    threads = link_threads()
    line = lines.over(cord.plug().name)
    cord.asked(HELLO)
    with pytest.raises(serial.SerialException, match="exclusively lock"):
        held_by_nobody(cord.name)
    line.close()
    held_by_nobody(cord.name)
    assert link_threads() == threads
    line.close()  # again


@pytest.mark.parametrize("state", ["unread", "missing", "handling", "flooded"])
def test_it_ends_in_any_state(lines: Lines, cord: Cord, state: str) -> None:
    free = threading.Event()

    def slow(client: Client, call: GetStatus) -> AnyAnswer:
        free.wait(0.3)
        return Done()

    lines.device.handle({GetStatus: slow})
    threads = link_threads()
    line = lines.over(cord.name if state == "missing" else cord.plug().name)
    if state != "missing":
        cord.asked(HELLO)
        cord.asked(Watch((Stream.FRAMES,)))
    if state == "unread":
        for _ in range(3000):
            lines.device.tell(Stream.NEWS, lambda: FrameIs(1, RGB))
    if state == "handling":
        cord.call(GetStatus())
        time.sleep(0.05)
    if state == "flooded":
        lines.device.handle({GetStatus: lambda client, call: BytesAre(bytes(4000), 1)})
        for _ in range(50):
            cord.call(GetStatus())
        time.sleep(0.05)
    line.close()  # which waits for a thread no longer than its patience lasts
    assert link_threads() == threads
    if state != "missing":
        held_by_nobody(cord.name)


def test_a_port_that_comes_while_the_line_is_closed_is_released_too(device: Device) -> None:
    opened, port = threading.Event(), serial.serial_for_url("loop://", timeout=0.02)

    def slowly() -> serial.Serial:
        opened.set()
        time.sleep(0.2)
        return port

    line = SerialLine("slow", device, slowly, lambda line: None)
    assert opened.wait(PATIENCE_S)
    line.close()
    assert not port.is_open


def test_an_echo_is_not_answered_for_ever(device: Device, mocker: MockerFixture) -> None:
    port = serial.serial_for_url("loop://", timeout=0.02)
    written = mocker.spy(port, "write")
    line = SerialLine("loop", device, lambda: port, lambda line: None)
    port.write(frame_of(encode_message(Call(1, 1, HELLO))))
    until(lambda: written.call_count == 2)
    time.sleep(0.2)
    line.close()
    assert written.call_count == 2  # the call, and its answer


def test_a_table_can_be_called_over_a_socket(lines: Lines) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        line = lines.over(f"socket://127.0.0.1:{server.getsockname()[1]}")
        laptop, _ = server.accept()
        with laptop:
            laptop.settimeout(0.1)
            until(lambda: _greeted(laptop))
        until(lambda: bool(lines.said))
        assert "was lost" in lines.said[0]
        again, _ = server.accept()
        again.close()
        line.close()


def test_two_laptops_on_two_ports_are_told_apart(lines: Lines, tmp_path: Path) -> None:
    first, second = Cord(tmp_path, 1).plug(), Cord(tmp_path, 2).plug()
    for cord in (first, second):
        lines.over(cord.name)
        assert cord.asked(HELLO) == WELCOME
    assert first.asked(Claim()) == Done()
    assert "busy" in str(second.asked(Claim()))
    first.asked(Bye())
    assert second.asked(Claim()) == Done()
    for cord in (first, second):
        cord.pull()


def _greeted(laptop: socket.socket) -> bool:
    laptop.sendall(frame_of(encode_message(Call(1, 1, HELLO))))
    try:
        return b"welcome" in laptop.recv(1000)
    except TimeoutError:
        return False

"""The seam to pyserial: every way in which a port can fail, and what the table makes of it."""

from __future__ import annotations

import errno
import io
import termios
import threading
from collections import deque
from collections.abc import Callable, Iterator

import pytest
import serial
from meadow.clock import MonotonicClock
from meadow.link.answers import BeepIs, FrameIs, Missed, ViewIs
from meadow.link.calls import Hello, Stream, Watch
from meadow.link.device import Device
from meadow.link.frames import Deframer, frame_of
from meadow.link.messages import Call, Told, decode_from_table, encode_message
from meadow.link.port import SLICE_BYTES, Port, SerialLine, open_serial
from pytest_mock import MockerFixture

from tests.link.cords import until
from tests.link.laptops import WELCOME


class FakePort:
    """A port that gives what it is told to, and fails as it is told to."""

    def __init__(self) -> None:
        self.coming: deque[bytes | Exception] = deque()
        self.taken = bytearray()
        self.chunks: list[int] = []
        self.write_error: Exception | None = None
        self.close_error: Exception | None = None
        self.closed = 0

    @property
    def in_waiting(self) -> int:
        first = self.coming[0] if self.coming else b""
        return len(first) if isinstance(first, bytes) else 0

    def fileno(self) -> int:
        raise io.UnsupportedOperation("fileno")

    def read(self, size: int = 1, /) -> bytes:
        if not self.coming:
            threading.Event().wait(0.005)
            return b""
        first = self.coming.popleft()
        if isinstance(first, Exception):
            raise first
        if first[size:]:
            self.coming.appendleft(first[size:])
        return first[:size]

    def write(self, data: bytes, /) -> int:
        if self.write_error is not None:
            raise self.write_error
        self.chunks.append(len(data))
        self.taken += data
        return len(data)

    def close(self) -> None:
        self.closed += 1
        if self.close_error is not None:
            raise self.close_error

    def call(self, body: Hello | Watch, call_id: int) -> None:
        self.coming.append(frame_of(encode_message(Call(7, call_id, body))))

    @property
    def said(self) -> list[object]:
        """All that was said, in frames."""
        contents = Deframer().feed(bytes(self.taken))
        return [decode_from_table(content) for content in contents]


class Rig:
    """A line over fake ports: each opening takes the next, or raises it."""

    def __init__(self, mocker: MockerFixture, *openings: Port | Exception) -> None:
        mocker.patch("meadow.link.port.AGAIN_S", 0.005)
        self.device = Device(MonotonicClock(), lambda: WELCOME)
        self.lines: list[str] = []
        self.openings = deque(openings)
        self.line = SerialLine("PORT", self.device, self._open, self.lines.append)

    def _open(self) -> Port:
        if not self.openings:
            raise serial.SerialException(errno.ENOENT, "could not open port PORT")
        opening = self.openings.popleft()
        if isinstance(opening, Exception):
            raise opening
        return opening


@pytest.fixture
def rigged(mocker: MockerFixture) -> Iterator[Callable[..., Rig]]:
    rigs: list[Rig] = []

    def rig(*openings: Port | Exception) -> Rig:
        rigs.append(Rig(mocker, *openings))
        return rigs[-1]

    yield rig
    for one in rigs:
        one.line.close()


def test_pyserial_is_asked_for_the_port_alone_and_never_to_wait_for_ever(
    mocker: MockerFixture,
) -> None:
    opened = mocker.patch("serial.serial_for_url")
    open_serial("/dev/ttyX", 9600)
    opened.assert_called_once_with(
        "/dev/ttyX", baudrate=9600, timeout=0.2, write_timeout=2.0, exclusive=True
    )


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (serial.SerialException(errno.ENOENT, "x"), "there is no such port: plug it in"),
        (serial.SerialException(errno.EACCES, "x"), "may not be used: add the user that runs this"),
        (serial.SerialException(errno.EBUSY, "x"), "another program has it: end that (a login"),
        (
            serial.SerialException("Could not exclusively lock port /dev/ttyX: [Errno 11] R"),
            "another program has it: end that",
        ),
        (ValueError("Not a valid baudrate: -1"), "cannot be opened: ValueError: Not a valid baud"),
        (
            termios.error(22, "Invalid argument"),
            "cannot be opened: error: (22, 'Invalid argument')",
        ),
        (serial.SerialException("two\nlines\x1b[2J"), "SerialException: two lines?[2J"),
        (OSError(), "cannot be opened: OSError"),
    ],
)
def test_why_a_port_cannot_be_opened_is_one_line_and_it_is_tried_again(
    rigged: Callable[..., Rig], error: Exception, said: str
) -> None:
    rig = rigged(error, FakePort())
    until(lambda: len(rig.lines) >= 2)
    assert rig.lines[0].startswith("--link PORT: ")
    assert said in rig.lines[0]
    assert rig.lines[0].endswith("; it is tried again")
    assert rig.lines[0].isprintable()
    assert rig.lines[1] == "--link PORT: open"


@pytest.mark.parametrize(
    "error",
    [
        serial.SerialException("read failed: [Errno 5] Input/output error"),
        serial.SerialException("device reports readiness to read but returned no data"),
        TypeError("'NoneType' object cannot be interpreted as an integer"),
        termios.error(5, "Input/output error"),
        OSError(errno.EIO, "Input/output error"),
    ],
)
def test_whatever_reading_raises_the_port_is_closed_and_opened_again(
    rigged: Callable[..., Rig], error: Exception
) -> None:
    lost, next_one = FakePort(), FakePort()
    lost.coming.append(error)
    rig = rigged(lost, next_one)
    until(lambda: len(rig.lines) >= 2)
    assert "was lost: " in rig.lines[0]
    assert lost.closed == 1
    next_one.call(Hello(1, 1, "m"), 1)
    until(lambda: len(next_one.said) == 1)


def test_half_a_frame_of_a_port_that_was_lost_is_not_joined_to_the_next(
    rigged: Callable[..., Rig],
) -> None:
    lost, next_one = FakePort(), FakePort()
    whole = frame_of(encode_message(Call(7, 1, Hello(1, 1, "m"))))
    lost.coming.extend([whole[:20], OSError(5, "gone")])
    next_one.coming.append(whole[20:])
    rig = rigged(lost, next_one)
    next_one.call(Hello(1, 1, "m"), 2)
    until(lambda: len(next_one.said) == 1)
    assert rig.line.dropped == 1


def test_a_port_that_cannot_be_closed_is_told(rigged: Callable[..., Rig]) -> None:
    lost = FakePort()
    lost.coming.append(OSError(5, "gone"))
    lost.close_error = OSError(5, "Input/output error")
    rig = rigged(lost, FakePort())
    until(lambda: len(rig.lines) >= 3)
    assert "cannot be closed: OSError: [Errno 5] Input/output error" in rig.lines[1]


@pytest.mark.parametrize(
    "error",
    [
        serial.SerialTimeoutException("Write timeout"),
        serial.SerialException("write failed"),
        TypeError("an integer is required"),
        termios.error(5, "Input/output error"),
    ],
)
def test_what_a_port_does_not_take_has_a_number_and_what_waited_behind_it_is_missed(
    rigged: Callable[..., Rig], error: Exception
) -> None:
    port = FakePort()
    rig = rigged(port)
    port.call(Hello(1, 1, "m"), 1)
    port.call(Watch((Stream.BEEPS,)), 2)
    until(lambda: len(port.said) == 2)
    held, free = threading.Event(), threading.Event()

    def slow() -> BeepIs:
        held.set()
        free.wait(5)
        return BeepIs(1, True)

    rig.device.tell(Stream.BEEPS, slow)
    held.wait(5)
    for _ in range(3):
        rig.device.tell(Stream.BEEPS, lambda: BeepIs(0, True))
    port.write_error = error
    free.set()
    until(lambda: rig.line._outbox._told == deque())
    port.write_error = None
    rig.device.tell(Stream.BEEPS, lambda: BeepIs(4, False))
    until(lambda: len(port.said) == 4)
    assert port.said[2:] == [Told(7, 2, Missed(3)), Told(7, 3, BeepIs(4, False))]


def test_what_is_told_while_the_port_is_away_is_missed(rigged: Callable[..., Rig]) -> None:
    lost, next_one = FakePort(), FakePort()
    rig = rigged(lost)
    lost.call(Hello(1, 1, "m"), 1)
    lost.call(Watch((Stream.BEEPS,)), 2)
    until(lambda: len(lost.said) == 2)
    lost.coming.append(OSError(5, "gone"))
    until(lambda: len(rig.lines) == 2)
    for _ in range(5):
        rig.device.tell(Stream.BEEPS, lambda: BeepIs(1, True))
    rig.openings.append(next_one)
    until(lambda: len(rig.lines) == 3)
    rig.device.tell(Stream.BEEPS, lambda: BeepIs(2, True))
    until(lambda: len(next_one.said) == 2)
    assert next_one.said == [Told(7, 1, Missed(5)), Told(7, 2, BeepIs(2, True))]


def test_what_cannot_be_told_is_missed_and_the_line_goes_on(rigged: Callable[..., Rig]) -> None:
    port = FakePort()
    rig = rigged(port)
    port.call(Hello(1, 1, "m"), 1)
    port.call(Watch((Stream.BEEPS,)), 2)
    until(lambda: len(port.said) == 2)

    def broken() -> BeepIs:
        raise ZeroDivisionError("of a game")

    rig.device.tell(Stream.BEEPS, broken)
    rig.device.tell(Stream.BEEPS, lambda: FrameIs(1, bytes(9000)))  # longer than a frame
    rig.device.tell(Stream.BEEPS, lambda: BeepIs(3, True))
    until(lambda: len(port.said) >= 4)
    assert rig.lines == ["--link PORT: cannot tell what happened: ZeroDivisionError: of a game"]
    told = [one for one in port.said if isinstance(one, Told)]
    assert [one.number for one in told] == list(range(1, len(told) + 1))
    assert sum(one.body.count for one in told if isinstance(one.body, Missed)) == 2
    assert told[-1].body == BeepIs(3, True)


def test_who_watches_no_more_is_told_nothing_that_waited(rigged: Callable[..., Rig]) -> None:
    port = FakePort()
    rig = rigged(port)
    port.call(Hello(1, 1, "m"), 1)
    port.call(Watch((Stream.BEEPS,)), 2)
    until(lambda: len(port.said) == 2)
    held, free = threading.Event(), threading.Event()

    def slow() -> BeepIs:
        held.set()
        free.wait(5)
        return BeepIs(1, True)

    rig.device.tell(Stream.BEEPS, slow)
    held.wait(5)
    rig.device.tell(Stream.BEEPS, lambda: BeepIs(2, True))
    port.call(Hello(1, 1, "m"), 3)
    until(lambda: not rig.device.watched(Stream.BEEPS))
    free.set()
    until(lambda: len(port.said) == 4)
    assert [type(one).__name__ for one in port.said[2:]] == ["Told", "Answer"]


def test_a_long_answer_is_written_in_slices_that_a_slow_line_takes(
    rigged: Callable[..., Rig],
) -> None:
    port = FakePort()
    rig = rigged(port)
    rig.device.handle({Watch: lambda client, call: ViewIs({"long": "x" * 4000})})
    port.call(Hello(1, 1, "m"), 1)
    port.call(Watch(()), 2)
    until(lambda: len(port.said) == 2)
    assert max(port.chunks) == SLICE_BYTES == 1024
    assert len(port.chunks) > 4

"""Ports of a laptop: each way in which one can be wrong has its own line that says what to do."""

from __future__ import annotations

import os
import pty
import socket
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial
from meadow_host.cable.errors import LineError, WrongPortError
from meadow_host.cable.ports import Candidate, Likely, candidates, open_port
from pytest_mock import MockerFixture

from tests.cable.serial_twins import TwinPort, listed


@pytest.fixture
def ends() -> Iterator[tuple[int, str]]:
    """A pseudo-terminal: the far end, and the name of the near one."""
    far, near = pty.openpty()
    tty.setraw(near)
    yield far, os.ttyname(near)
    os.close(far)
    os.close(near)


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (
            serial.SerialException(2, "could not open port"),
            "/dev/ttyX: there is no such port: plug the cable in; meadow detect lists the ports",
        ),
        (
            serial.SerialException(13, "could not open port"),
            "/dev/ttyX: you may not use it: sudo usermod -aG dialout $USER, then log out and in "
            "again",
        ),
        (
            serial.SerialException(11, "Could not exclusively lock port /dev/ttyX: [Errno 11]"),
            "/dev/ttyX: another program has it: end that first (a terminal, or another meadow?)",
        ),
        (
            serial.SerialException(16, "could not open port: Device or resource busy"),
            "/dev/ttyX: another program has it: end that first (a terminal, or another meadow?)",
        ),
        (
            serial.SerialException("Could not configure port: (5, 'Input/output error')"),
            "/dev/ttyX: nothing is connected there: plug the cable in; meadow detect lists the "
            "ports",
        ),
        (
            OverflowError("signed integer is greater than maximum"),
            "/dev/ttyX: it cannot be set to this speed: --baud is 115200 unless the table has "
            "another",
        ),
        (
            serial.SerialException("could not open port '/dev/ttyX': [Errno 12] Out of memory"),
            "/dev/ttyX: it cannot be opened: Out of memory; meadow detect lists the ports",
        ),
    ],
)
def test_a_port_that_cannot_be_opened_says_why_and_what_to_do(
    mocker: MockerFixture, error: Exception, line: str
) -> None:
    mocker.patch.object(serial, "serial_for_url", side_effect=error)
    with pytest.raises(LineError) as told:
        open_port("/dev/ttyX")
    assert str(told.value) == line
    assert not told.value.mistake


URL_FORM = "a URL is as socket://HOST:NUMBER, rfc2217://HOST:NUMBER, or loop://"


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("", "--port: the name is empty; meadow detect lists the ports"),
        ("/", "/: a folder, not a port; meadow detect lists the ports"),
        ("/dev/null", "/dev/null: a device, but no port; meadow detect lists the ports"),
        ("gopher://x", f"gopher://x: there is no such kind of port; {URL_FORM}"),
        (
            "socket://localhost",
            f"socket://localhost: the host or its number is missing or wrong; {URL_FORM}",
        ),
        (
            "rfc2217://localhost:many",
            f"rfc2217://localhost:many: the host or its number is missing or wrong; {URL_FORM}",
        ),
    ],
)
def test_what_is_no_port_is_a_mistake_of_the_caller(name: str, line: str) -> None:
    with pytest.raises(WrongPortError) as told:
        open_port(name)
    assert str(told.value) == line
    assert told.value.mistake


def test_a_file_is_no_port(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_text("not a port")
    with pytest.raises(WrongPortError, match="notes: a file, not a port"):
        open_port(str(file))
    assert file.read_text() == "not a port"


def test_a_port_that_is_missing_stays_one_line_whatever_its_name(tmp_path: Path) -> None:
    with pytest.raises(LineError, match=r"^[^\n]*no\?port: there is no such port: [^\n]*$"):
        open_port(str(tmp_path / "no\nport"))


def test_a_program_that_does_not_listen_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    with pytest.raises(LineError, match="nobody listens there: is the program on"):
        open_port(f"socket://127.0.0.1:{free}")


def test_a_port_is_had_by_one_program_at_a_time_and_free_afterwards(ends: tuple[int, str]) -> None:
    _, name = ends
    first = open_port(name)
    with pytest.raises(LineError, match="another program has it: end that first"):
        open_port(name)
    first.close()
    open_port(name).close()


def test_bytes_go_both_ways_and_silence_takes_the_time_it_was_given(
    ends: tuple[int, str],
) -> None:
    far, name = ends
    port = open_port(name)
    port.send(b"\x00to the table\x00")
    assert os.read(far, 100) == b"\x00to the table\x00"
    os.write(far, b"\x00back\x00")
    received = b""
    while len(received) < 6:
        received += port.receive(1.0)
    assert received == b"\x00back\x00"
    assert port.receive(0.0) == b""
    assert port.receive(0.05) == b""
    port.close()


def test_a_port_of_another_computer_is_reached_over_a_socket() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = open_port(f"socket://127.0.0.1:{server.getsockname()[1]}")
        far, _ = server.accept()
        with far:
            port.send(b"\x00to the table\x00")
            assert far.recv(100) == b"\x00to the table\x00"
            far.sendall(b"\x00back\x00")
            received = b""
            while len(received) < 6:
                received += port.receive(1.0)
            assert received == b"\x00back\x00"
        with pytest.raises(LineError, match="the port was lost"):
            port.receive(1.0)
        port.close()


@pytest.mark.parametrize(
    ("name", "write_timeout"),
    [("/dev/ttyX", 3.0), ("socket://h:1", 3.0), ("rfc2217://h:1", None)],
)
def test_no_kind_of_port_is_asked_for_what_pyserial_has_not(
    mocker: MockerFixture, name: str, write_timeout: float | None
) -> None:
    opened = mocker.patch.object(serial, "serial_for_url")
    open_port(name, 9600)
    assert opened.call_args.kwargs == {
        "baudrate": 9600,
        "timeout": 0.02,
        "write_timeout": write_timeout,
        "exclusive": True,
    }


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (
            NotImplementedError("write_timeout is currently not supported"),
            "it cannot be reached: write_timeout is currently not supported",
        ),
        (
            serial.SerialException("Remote does not seem to support RFC2217 or BINARY mode [x]"),
            "who listens there does not speak RFC 2217; is it socket://?",
        ),
        (
            serial.SerialException("Could not open port rfc2217://h:1: timed out"),
            "it does not answer: is it on, is the address right?",
        ),
    ],
)
def test_what_goes_wrong_over_a_network_is_told_in_a_line(
    mocker: MockerFixture, error: Exception, line: str
) -> None:
    mocker.patch.object(serial, "serial_for_url", side_effect=error)
    with pytest.raises(LineError) as told:
        open_port("rfc2217://h:1")
    assert str(told.value) == f"rfc2217://h:1: {line}"


def test_a_port_that_is_unplugged_says_what_to_do(mocker: MockerFixture) -> None:
    mocker.patch.object(
        serial, "serial_for_url", return_value=TwinPort(lambda sent: b"", lost_after=1)
    )
    port = open_port("/dev/ttyX")
    port.send(b"x")
    lost = "/dev/ttyX: the port was lost; plug the cable in again and give the same command again"
    with pytest.raises(LineError) as told:
        port.receive(0.1)
    assert str(told.value) == lost
    with pytest.raises(LineError) as told:
        port.send(b"x")
    assert str(told.value) == lost


def test_a_port_that_takes_nothing_is_told(mocker: MockerFixture) -> None:
    twin = mocker.Mock()
    twin.write.side_effect = serial.SerialTimeoutException("Write timeout")
    mocker.patch.object(serial, "serial_for_url", return_value=twin)
    with pytest.raises(LineError, match="nothing takes what is sent; is the table on"):
        open_port("/dev/ttyX").send(b"x")


def test_a_port_that_is_gone_can_be_closed(mocker: MockerFixture) -> None:
    twin = mocker.Mock()
    twin.close.side_effect = OSError(5, "Input/output error")
    mocker.patch.object(serial, "serial_for_url", return_value=twin)
    open_port("/dev/ttyX").close()
    twin.close.assert_called_once_with()


def test_the_likely_ports_come_first_and_bluetooth_and_modems_are_never_ours(
    mocker: MockerFixture,
) -> None:
    ports = [
        listed("/dev/rfcomm0"),
        listed("/dev/cu.Bluetooth-Incoming-Port"),
        listed("COM9", hwid=r"BTHENUM\{00001101}"),
        listed("/dev/ttyACM3", 0x2C7C, product="EG25-G"),
        listed("/dev/ttyACM1", 0x2341, product="Arduino Uno"),
        listed("/dev/ttyS0"),
        listed("/dev/ttyACM2", 0xBEEF, product="Scale\tof a baker"),
        listed("/dev/ttyUSB0", 0x0403, product="FT232R"),
        listed("/dev/ttyUSB1", 0x10C4),
        listed("/dev/ttyUSB2", 0x1A86),
        listed("/dev/ttyUSB3", 0x067B),
        listed("/dev/ttyACM0", 0x0525, product="Gadget Serial v2.4"),
        listed("/dev/ttyACM4", 0x2E8A),
    ]
    mocker.patch("serial.tools.list_ports.comports", return_value=ports)
    yes, perhaps, no = Likely.YES, Likely.PERHAPS, Likely.NO
    assert candidates() == [
        Candidate("/dev/ttyACM0", "a Raspberry Pi's own USB port", yes),
        Candidate("/dev/ttyACM4", "a Raspberry Pi", yes),
        Candidate("/dev/ttyUSB0", "a USB adapter (FTDI)", yes),
        Candidate("/dev/ttyUSB1", "a USB adapter (CP210x)", yes),
        Candidate("/dev/ttyUSB2", "a USB adapter (CH340)", yes),
        Candidate("/dev/ttyUSB3", "a USB adapter (PL2303)", yes),
        Candidate("/dev/ttyACM2", "Scale of a baker", perhaps),
        Candidate("/dev/ttyS0", "a built-in port", perhaps),
        Candidate("/dev/cu.Bluetooth-Incoming-Port", "Bluetooth or the like", no),
        Candidate("/dev/rfcomm0", "Bluetooth or the like", no),
        Candidate("/dev/ttyACM1", "an Arduino", no),
        Candidate("/dev/ttyACM3", "a modem", no),
        Candidate("COM9", "Bluetooth or the like", no),
    ]

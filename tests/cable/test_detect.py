"""Finding tables: who answers, who else talks there, and which table is meant."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping

import pytest
import serial
from meadow_host.cable import detect as detect_module
from meadow_host.cable.client import Client
from meadow_host.cable.detect import Silent, connect, connected, detect, find_table
from meadow_host.cable.errors import LineError, WrongPortError
from meadow_host.cable.silence import Heard, why_silent
from pytest_mock import MockerFixture

from tests.cable.serial_twins import TwinPort, listed, opening, table_port
from tests.host.calls import meadow

FTDI, BAKER, ARDUINO = 0x0403, 0xBEEF, 0x2341

Plug = Callable[[Mapping[str, tuple[int | None, TwinPort | Exception]]], None]


@pytest.fixture
def plug(mocker: MockerFixture) -> Plug:
    """Plugs these in: name -> USB vendor and what is there."""
    mocker.patch.object(detect_module, "HELLO_S", 0.01)

    def plug(ports: Mapping[str, tuple[int | None, TwinPort | Exception]]) -> None:
        about = [listed(name, vid) for name, (vid, _) in ports.items()]
        mocker.patch("serial.tools.list_ports.comports", return_value=about)
        there = {name: port for name, (_, port) in ports.items()}
        mocker.patch.object(serial, "serial_for_url", side_effect=opening(there))

    return plug


def silent() -> TwinPort:
    return TwinPort(lambda sent: b"")


def says(text: bytes) -> TwinPort:
    return TwinPort(lambda sent: text)


NOISE = random.Random(3).randbytes(200)


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        (b"", "no table answers: is it on, does meadowd run with --link, is it the right port?"),
        (
            b"\r\nDebian GNU/Linux 12 raspberrypi ttyGS0\r\n\r\nraspberrypi login: ",
            'a login prompt answers, no table ("raspberrypi login:"): end it there (sudo systemctl '
            "disable --now serial-getty@PORT), then start meadowd with --link",
        ),
        (
            b"\x1b[32mok\x1b[0m T:21.4 /0.0\r\n",
            'another program talks there, no table ("ok T:21.4 /0.0"): end it, or name another '
            "port",
        ),
        (
            NOISE,
            "something answers, but no table can be understood: does the speed differ (--baud, and "
            "meadowd --baud), or is it noise of a loose cable?",
        ),
        (
            b"\xff\xfe\x00\xf8\x80" * 10,
            "something answers, but no table can be understood: does the speed differ (--baud, and "
            "meadowd --baud), or is it noise of a loose cable?",
        ),
        (
            b"^@...^@",
            "this is an echo, no table: what is sent comes back; is it the right port, and does "
            "meadowd run there with --link?",
        ),
    ],
)
def test_whoever_else_answers_is_told_apart(plug: Plug, answer: bytes, line: str) -> None:
    plug({"/dev/ttyUSB0": (FTDI, says(answer))})
    assert detect("test").others == (Silent("/dev/ttyUSB0", "a USB adapter (FTDI)", line),)


def test_half_frames_of_a_table_are_told_from_noise(plug: Plug) -> None:
    whole = table_port()

    def torn(sent: bytes) -> bytes:
        whole.write(sent)
        return whole.read(1000)[:-9] + b"\x00"

    plug({"/dev/ttyUSB0": (FTDI, TwinPort(torn))})
    assert detect("test").others[0].why == (
        "a table answers, but its words arrive damaged: end whatever else uses this port, or try "
        "another cable"
    )


def test_an_echo_is_no_table() -> None:
    why = detect("test", ports=["loop://"]).others[0].why
    assert why.startswith("this is an echo, no table")


def test_a_table_that_only_talks_to_others_is_told() -> None:
    assert why_silent(Heard(bytearray(b"x"), others=2)) == (
        "a table talks there but does not answer: it starts just now, or is stuck; try again"
    )


def test_a_table_of_another_version_is_told() -> None:
    assert why_silent(Heard(bytearray(b"x"), strange=1)) == (
        "a table of another version answers: update the older of the two programs"
    )


def test_nothing_is_ever_sent_where_no_table_can_be(plug: Plug) -> None:
    printer, bluetooth, table = silent(), silent(), table_port()
    plug(
        {
            "/dev/ttyACM0": (ARDUINO, printer),
            "/dev/rfcomm0": (None, bluetooth),
            "/dev/ttyUSB0": (FTDI, table),
        }
    )
    found = detect("test")
    assert [one.port for one in found.tables] == ["/dev/ttyUSB0"]
    assert {one.why for one in found.others} == {"not asked: it can be no table"}
    assert (printer.written, bluetooth.written) == (b"", b"")
    assert table.written != b""


def test_less_likely_ports_are_left_alone_when_a_likely_one_has_the_table(plug: Plug) -> None:
    scale = silent()
    plug({"/dev/ttyACM5": (BAKER, scale), "/dev/ttyUSB0": (FTDI, table_port())})
    assert find_table("test") == "/dev/ttyUSB0"
    assert scale.written == b""


def test_a_table_on_a_less_likely_port_is_found_too(plug: Plug) -> None:
    plug({"/dev/ttyS0": (None, table_port()), "/dev/ttyUSB0": (FTDI, silent())})
    assert find_table("test") == "/dev/ttyS0"


def test_of_several_tables_one_must_be_named(plug: Plug) -> None:
    plug(
        {
            "/dev/ttyUSB0": (FTDI, table_port(table="oak", boot="a")),
            "/dev/ttyUSB1": (FTDI, table_port(table="", boot="b")),
        }
    )
    with pytest.raises(WrongPortError) as told:
        find_table("test")
    assert str(told.value) == (
        "2 tables answer: oak on /dev/ttyUSB0, a table without a name on /dev/ttyUSB1; name one "
        "with --port"
    )
    assert told.value.mistake


def test_one_table_on_two_cables_is_one_table(plug: Plug) -> None:
    plug({"/dev/ttyUSB0": (FTDI, table_port()), "/dev/ttyUSB1": (FTDI, table_port())})
    assert find_table("test") == "/dev/ttyUSB0"


def test_without_any_port_it_says_what_to_do(plug: Plug) -> None:
    plug({})
    with pytest.raises(LineError, match=r"^no table was found: plug the cable in, see that the"):
        find_table("test")


# --------------------------------------------------------------------- always released


def test_the_port_is_released_after_use(plug: Plug) -> None:
    table = table_port()
    plug({"/dev/ttyUSB0": (FTDI, table)})
    with connected("/dev/ttyUSB0", 115_200, "test") as client:
        assert client.welcome.table == "meadow"
        assert table.is_open
    assert not table.is_open


def test_the_port_is_released_when_nobody_answers(plug: Plug, mocker: MockerFixture) -> None:
    port = silent()
    plug({"/dev/ttyUSB0": (FTDI, port)})
    mocker.patch.object(Client, "hello", side_effect=LineError("no table answers"))
    with pytest.raises(LineError):
        connect("/dev/ttyUSB0", 115_200, "test")
    assert not port.is_open


def test_the_port_is_released_on_ctrl_c(plug: Plug, mocker: MockerFixture) -> None:
    table, port = table_port(), silent()
    plug({"/dev/ttyUSB0": (FTDI, table), "/dev/ttyUSB1": (FTDI, port)})

    def interrupted() -> None:
        with connected("/dev/ttyUSB0", 115_200, "test"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not table.is_open
    mocker.patch.object(Client, "hello", side_effect=KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        connect("/dev/ttyUSB1", 115_200, "test")
    assert not port.is_open


def test_the_port_is_released_when_the_table_is_unplugged(plug: Plug) -> None:
    port = TwinPort(lambda sent: b"", lost_after=1)
    plug({"/dev/ttyUSB0": (FTDI, port)})
    with pytest.raises(LineError, match="the port was lost; plug the cable in again"):
        connect("/dev/ttyUSB0", 115_200, "test")
    assert not port.is_open


# ------------------------------------------------------------------------- the command


def test_meadow_detect_tells_tables_and_what_else_there_is(plug: Plug) -> None:
    plug(
        {
            "/dev/ttyUSB0": (FTDI, table_port(digest="ab" * 32, service=True)),
            "/dev/ttyUSB1": (FTDI, serial.SerialException(13, "could not open port")),
        }
    )
    done = meadow("detect")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "/dev/ttyUSB0: meadow, hardware rev-1, firmware 0.1.0, configuration abababababab, "
        "service mode: readers can be simulated",
        "/dev/ttyUSB1 (a USB adapter (FTDI)): you may not use it: sudo usermod -aG dialout $USER, "
        "then log out and in again",
    ]


def test_meadow_detect_fails_when_there_is_no_table(plug: Plug) -> None:
    plug({})
    done = meadow("detect", "--json")
    assert done.code == 1
    assert json.loads(done.out) == {"tables": [], "others": []}
    assert done.err == (
        "meadow: no table was found: plug the cable in, see that the table is on and meadowd runs "
        "with --link\n"
    )


def test_meadow_detect_gives_one_json_document(plug: Plug) -> None:
    plug({"/dev/ttyUSB0": (FTDI, table_port(named=False)), "/dev/rfcomm0": (None, silent())})
    assert meadow("detect", "--json").document == {
        "tables": [
            {
                "port": "/dev/ttyUSB0",
                "version": 1,
                "table": "meadow",
                "hardware": "rev-1",
                "firmware": "0.1.0",
                "boot": "first",
                "named": False,
                "digest": "",
                "service": False,
            }
        ],
        "others": [
            {
                "port": "/dev/rfcomm0",
                "what": "Bluetooth or the like",
                "why": "not asked: it can be no table",
            }
        ],
    }


@pytest.mark.parametrize("command", ["status", "detect"])
def test_a_speed_that_cannot_be_is_a_mistake(command: str) -> None:
    done = meadow(command, "--baud", "10")
    assert done.code == 2
    assert "300" in done.err


def test_several_tables_are_a_mistake_of_the_command(plug: Plug) -> None:
    plug(
        {
            "/dev/ttyUSB0": (FTDI, table_port(table="oak", boot="a")),
            "/dev/ttyUSB1": (FTDI, table_port(table="elm", boot="b")),
        }
    )
    done = meadow("status")
    assert done.code == 2
    assert done.err == (
        "meadow: 2 tables answer: oak on /dev/ttyUSB0, elm on /dev/ttyUSB1; name one with --port\n"
    )


def test_the_port_that_is_used_otherwise_is_asked_too(
    plug: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug({"/dev/pts/7": (None, table_port(table="oak")), "/dev/ttyUSB0": (FTDI, silent())})
    monkeypatch.setenv("MEADOW_PORT", "/dev/pts/7")
    about = [listed("/dev/ttyUSB0", FTDI)]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: about)
    done = meadow("detect", "--json")
    assert done.code == 0
    assert [one["port"] for one in done.document["tables"]] == ["/dev/pts/7"]
    assert [one["port"] for one in done.document["others"]] == ["/dev/ttyUSB0"]


def test_the_usual_port_is_asked_once(plug: Plug) -> None:
    plug({"/dev/ttyUSB0": (FTDI, table_port(table="oak"))})
    assert [one.port for one in detect("test", usual="/dev/ttyUSB0").tables] == ["/dev/ttyUSB0"]

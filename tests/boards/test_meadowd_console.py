"""`meadowd` with a console: where it listens, its PIN, a port that is busy, flashed settings."""

from __future__ import annotations

import http.client
import re
import socket
from pathlib import Path

import pytest
from meadow.clock import MonotonicClock
from meadow.daemon import run
from meadow.daemon_options import MISTAKE, OFF, Address, parser
from meadow_host.twin.virtual import VirtualBoard
from pytest_mock import MockerFixture

PIN = re.compile(r"[0-9]{6}\n")


@pytest.fixture(autouse=True)
def on_a_virtual_board(mocker: MockerFixture) -> None:
    mocker.patch("meadow.daemon_around.open_board", return_value=VirtualBoard(MonotonicClock()))
    mocker.patch("meadow.daemon_life.StopSignal.catch")


def ran(mocker: MockerFixture, tmp_path: Path, *options: str, get: bool = False) -> list[str]:
    """What a daemon says that ends after a few passes; with ``get`` the start page is asked for."""
    said: list[str] = []
    passes = iter(range(5))
    stop = mocker.patch("meadow.daemon.StopSignal").return_value
    stop.name = ""

    def look(*_: object) -> bool:
        if next(passes) == 3:
            if get:
                said.append(f"GET / gives {_get(said)}")
            stop.name = "SIGTERM"
        return False

    mocker.patch("meadow.daemon_life.Retention.look", side_effect=look)
    arguments = ["--journals", str(tmp_path / "games"), *options]
    assert run(parser().parse_args(arguments), said.append) == 0
    return [line for line in said if "made-up" not in line]


def _get(said: list[str]) -> int:
    (port,) = re.findall(r"http://127.0.0.1:(\d+)/", " ".join(said))
    asking = http.client.HTTPConnection("127.0.0.1", int(port), timeout=5)
    asking.request("GET", "/")
    status = asking.getresponse().status
    asking.close()
    return status


SERVED = re.compile(r"the console is at http://127\.0\.0\.1:\d+/ and its PIN is kept in (.*)")


def test_without_settings_there_is_no_console(mocker: MockerFixture, tmp_path: Path) -> None:
    assert ran(mocker, tmp_path) == ["the table is ready", "stopped by SIGTERM"]
    assert list((tmp_path / "games").iterdir()) == []


def test_it_serves_pages_where_the_option_says(mocker: MockerFixture, tmp_path: Path) -> None:
    said = ran(mocker, tmp_path, "--console", "127.0.0.1:0", get=True)
    assert SERVED.fullmatch(said[0])
    assert said[1:] == ["the table is ready", "GET / gives 200", "stopped by SIGTERM"]


def test_the_pin_is_made_once_and_only_its_owner_can_read_it(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    ran(mocker, tmp_path, "--console", "127.0.0.1:0")
    file = tmp_path / "games" / "console-pin"
    pin = file.read_text()
    assert PIN.fullmatch(pin)
    assert file.stat().st_mode & 0o777 == 0o600
    ran(mocker, tmp_path, "--console", "127.0.0.1:0")
    assert file.read_text() == pin


def test_with_a_folder_for_settings_the_pin_lies_there(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    config = tmp_path / "config"
    said = ran(mocker, tmp_path, "--console", "127.0.0.1:0", "--config", str(config))
    assert said[0].endswith(f"its PIN is kept in {config}/console-pin")
    assert PIN.fullmatch((config / "console-pin").read_text())


def test_a_terminal_is_told_the_pin_itself(mocker: MockerFixture, tmp_path: Path) -> None:
    mocker.patch("meadow.daemon_console.is_terminal", return_value=True)
    said = ran(mocker, tmp_path, "--console", "127.0.0.1:0")
    pin = (tmp_path / "games" / "console-pin").read_text().strip()
    assert said[0].endswith(f"/ and its PIN is {pin}")


def test_a_terminal_that_players_see_is_told_where_the_pin_is(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    mocker.patch("meadow.daemon_console.is_terminal", return_value=True)
    said = ran(mocker, tmp_path, "--console", "127.0.0.1:0", "--hide-pin")
    assert said[0].endswith(f"its PIN is kept in {tmp_path / 'games' / 'console-pin'}")


def test_a_log_is_never_told_the_pin(mocker: MockerFixture, tmp_path: Path) -> None:
    said = ran(mocker, tmp_path, "--console", "127.0.0.1:0")
    pin = (tmp_path / "games" / "console-pin").read_text().strip()
    assert not any(pin in line for line in said)


@pytest.mark.parametrize(
    ("options", "is_at_terminal", "where"),
    [
        ((), True, r"is [0-9]{6}"),
        (("--link", "/dev/none"), False, "is in meadow status"),
        (("--link", "/dev/none", "--hide-pin"), True, "is in meadow status"),
        (
            ("--hide-pin",),
            True,
            "is told to nobody: give the table a folder where it can be kept, and start it anew",
        ),
        (
            (),
            False,
            "is told to nobody: give the table a folder where it can be kept, and start it anew",
        ),
    ],
)
def test_a_pin_that_cannot_be_kept_is_told_where_it_can_be_truly(
    mocker: MockerFixture,
    tmp_path: Path,
    options: tuple[str, ...],
    is_at_terminal: bool,
    where: str,
) -> None:
    mocker.patch("meadow.daemon_console.is_terminal", return_value=is_at_terminal)
    (tmp_path / "games").write_text("no folder")
    said = ran(mocker, tmp_path, "--console", "127.0.0.1:0", *options)
    (told,) = [line for line in said if line.startswith("the console is at ")]
    assert re.fullmatch(rf"the console is at \S+ and its PIN {where}", told)
    assert not any("fault" in line or "Errno" in line or "--journals" in line for line in said)


def test_a_port_that_is_busy_is_one_line_and_the_table_plays_on(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = ran(mocker, tmp_path, "--console", f"127.0.0.1:{port}")
    assert said == [
        f"the console cannot listen on 127.0.0.1:{port}: another program does; end that, or name "
        "another port; the table plays on without pages",
        "the table is ready",
        "stopped by SIGTERM",
    ]


@pytest.mark.parametrize("host", ["192.0.2.77", "no-such-table.invalid"])
def test_an_address_this_machine_has_not_is_one_line(
    mocker: MockerFixture, tmp_path: Path, host: str
) -> None:
    said = ran(mocker, tmp_path, "--console", f"{host}:8080")
    assert said[0].startswith(f"the console cannot listen on {host}:8080: ")
    assert said[1:] == ["the table is ready", "stopped by SIGTERM"]


# ----------------------------------------------------------------------- by the settings


def settings(tmp_path: Path, text: str) -> str:
    file = tmp_path / "table.toml"
    file.write_text(text)
    return str(file)


def test_a_table_with_settings_serves_pages_where_they_say(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    file = settings(tmp_path, f'[console]\naddress = "127.0.0.1"\nport = {port}\n')
    said = ran(mocker, tmp_path, "--settings", file, get=True)
    assert said[0].startswith(f"the console is at http://127.0.0.1:{port}/ and its PIN")
    assert "GET / gives 200" in said


def test_settings_without_a_word_of_it_mean_all_networks_and_port_8080(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    started = mocker.patch("meadow.console.server.Console.start", return_value="http://table/")
    ran(mocker, tmp_path, "--settings", settings(tmp_path, ""))
    started.assert_called_once_with("0.0.0.0", 8080)


def test_a_table_that_can_be_flashed_and_never_was_serves_pages_too(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    started = mocker.patch("meadow.console.server.Console.start", return_value="http://table/")
    ran(mocker, tmp_path, "--config", str(tmp_path / "config"))
    started.assert_called_once_with("0.0.0.0", 8080)


@pytest.mark.parametrize("how", ["settings", "option"])
def test_it_can_be_switched_off(mocker: MockerFixture, tmp_path: Path, how: str) -> None:
    text, option = ("[console]\nenabled = false\n", []) if how == "settings" else ("", ["off"])
    options = ["--settings", settings(tmp_path, text)]
    options += ["--console", *option] if option else []
    assert ran(mocker, tmp_path, *options) == ["the table is ready", "stopped by SIGTERM"]


def test_the_option_goes_before_the_settings(mocker: MockerFixture, tmp_path: Path) -> None:
    file = settings(tmp_path, "[console]\nenabled = false\n")
    said = ran(mocker, tmp_path, "--settings", file, "--console", "127.0.0.1:0", get=True)
    assert "GET / gives 200" in said


# ----------------------------------------------------------------------------- the option


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:8080", Address("127.0.0.1", 8080)),
        ("table.local:80", Address("table.local", 80)),
        ("[::1]:8080", Address("::1", 8080)),
        (":::8080", Address("::", 8080)),
        ("off", OFF),
    ],
)
def test_a_place_to_listen_is_an_address_and_a_port(text: str, address: Address) -> None:
    assert parser().parse_args(["--console", text]).console == address


@pytest.mark.parametrize("text", ["8080", ":8080", "table", "table:", "table:x", "t:65536", "on"])
def test_what_is_no_place_to_listen_is_one_line_and_code_2(
    capsys: pytest.CaptureFixture[str], text: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        parser().parse_args(["--console", text])
    assert ended.value.code == MISTAKE
    assert capsys.readouterr().err == (
        f"meadowd: argument --console: '{text}' is no place to listen: write 0.0.0.0:8080, "
        "127.0.0.1:8080 or off; meadowd --help lists the options\n"
    )

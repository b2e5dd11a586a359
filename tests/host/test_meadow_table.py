"""`meadow table` as a program: its addresses, a token raked over the edge, a clean end."""

from __future__ import annotations

import base64
import http.client
import json
import signal
import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from meadow.alone import alone_in
from meadow.bundle.bundle import Bundle
from meadow.settings.slots import Slots
from meadow_host.twin.table import command
from meadow_host.twin.table.command import seats_of
from pytest_mock import MockerFixture
from websockets.sync.client import ClientConnection, connect

from tests.host.calls import meadow
from tests.host.running_table import Running

SOUTH = range(33, 45)
"""The pixels of the south side."""


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    program = Running(tmp_path, "--bots", "none")
    try:
        program.until_says("the table is ready")
        yield program
    finally:
        program.close()


def _messages(socket_: ClientConnection, until_s: float) -> Iterator[Any]:
    end_s = time.monotonic() + until_s
    while (left_s := end_s - time.monotonic()) > 0:
        try:
            told = socket_.recv(left_s)
        except TimeoutError:
            return
        yield json.loads(told) if isinstance(told, str) else {"is": "moved"}


def _ask(socket_: ClientConnection, **message: Any) -> str:
    socket_.send(json.dumps({**message, "id": 9}))
    for told in _messages(socket_, 15):
        if told["is"] == "answer" and told["id"] == 9:
            return str(told["message"])
    raise AssertionError("no answer came")


def _is_red(rgb: bytes) -> bool:
    return any(rgb[3 * pixel] > 40 and rgb[3 * pixel + 1] < 30 for pixel in SOUTH)


def test_a_token_pushed_over_the_edge_lights_the_side_and_ctrl_c_ends_it_all(
    running: Running,
) -> None:
    port = running.port
    assert "--register" not in running.said()  # here tags are made up anyway
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/meadow") as page:
        assert b"<title>Meadow Table: the meadow</title>" in page.read()
    with (
        connect(f"ws://127.0.0.1:{port}/meadow/socket") as hand,
        connect(f"ws://127.0.0.1:{port}/socket") as eye,
    ):
        hand.send(json.dumps({"is": "hello", "version": 1, "key": "deadbeef"}))
        eye.send(json.dumps({"is": "hello", "version": 1, "page": "test", "wants": ["frames"]}))
        assert _ask(hand, **{"is": "sit", "seats": ["south"]}) == ""
        assert _ask(hand, **{"is": "set-out", "game": "sweepers"}) == ""
        # a token that everybody can see is laid near the edge, and raked over it
        lie = {"piece": "token.moss.acorn", "to": "meadow", "x": 0, "y": 222}
        assert _ask(hand, **{"is": "lay", **lie}) == ""
        hand.send(json.dumps({"is": "hand", "did": [[0, "rake", 0, 190]]}))
        for y in range(190, 262, 4):
            hand.send(json.dumps({"is": "hand", "did": [[0, "move", 0, y]]}))
            time.sleep(0.02)
        hand.send(json.dumps({"is": "hand", "did": [[0, "up", 0, 262]]}))
        # in the lobby a token is of no use: its side says so
        frames = (told["rgb"] for told in _messages(eye, 30) if told["is"] == "frame")
        assert any(_is_red(base64.b64decode(rgb)) for rgb in frames)
    assert running.end() == 0
    said = running.said()
    assert said.rstrip().endswith("table: stopped by SIGINT")
    assert "Traceback" not in said
    assert "The seed is 3." in said
    assert running.pin not in said  # this is no terminal


def _get(running: Running, path: str) -> Any:
    with closing(http.client.HTTPConnection("127.0.0.1", running.port)) as connection:
        connection.request("GET", f"/{path}")
        return json.loads(connection.getresponse().read())


def test_whoever_has_not_the_pin_sees_no_game_that_is_played(tmp_path: Path) -> None:
    program = Running(tmp_path, "--bots", "none", "--board", "virtual")
    try:
        program.until_says("the table is ready")
        login = urllib.request.Request(
            f"{program.address}login",
            json.dumps({"pin": program.pin}).encode(),
            {"content-type": "application/json"},
        )
        with urllib.request.urlopen(login) as answer:
            cookie = answer.headers["set-cookie"].partition(";")[0]
        with connect(
            f"ws://127.0.0.1:{program.port}/socket", additional_headers={"Cookie": cookie}
        ) as console:
            hello = {"is": "hello", "version": 1, "page": "test", "viewer": "operator"}
            console.send(json.dumps(hello))
            for word, *args in (("sweet-takes",), ("seat", "north"), ("seat", "east"), ("start",)):
                assert _ask(console, **{"is": "act", "word": word, "args": args}) == ""
        while not (games := _get(program, "replays")["journals"]):
            time.sleep(0.05)  # it is written from a thread of its own
        (game,) = games
        assert _get(program, f"replays/{game['name']}") == {
            "ok": False,
            "message": "this game is being played: ask the operator",
        }
    finally:
        program.close()


def test_a_port_that_is_taken_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = meadow("table", "--port", port, "--folder", tmp_path)
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        f"meadow: the console cannot listen on 127.0.0.1:{port}: another program does; "
        "end that, or name another port\n"
    )


def test_a_folder_of_another_table_is_told_before_anything_else(tmp_path: Path) -> None:
    with alone_in(tmp_path):
        done = meadow("table", "--port", 0, "--folder", tmp_path)
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        f"meadow: {tmp_path}: another table keeps its games in this folder: end it, or give "
        "--folder another\n"
    )


@pytest.mark.parametrize("used", ["games", "elsewhere"])
def test_the_folder_that_flashed_settings_name_is_the_one_that_must_be_free(
    mocker: MockerFixture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, used: str
) -> None:
    mocker.patch.object(command, "run_daemon", return_value=0)
    mocker.patch.object(signal, "signal")
    monkeypatch.chdir(tmp_path)
    flashed = Bundle({"table.toml": b'[journal]\nfolder = "elsewhere"\n'}).encode()
    slots = Slots(tmp_path / "slots")
    slots.begin_trial(slots.write_inactive(flashed))
    slots = Slots(tmp_path / "slots")
    slots.choose()
    slots.confirm()
    Path(used).mkdir()
    with alone_in(Path(used)):
        done = meadow("table", "--port", 0, "--board", "virtual", "--config", "slots")
    if used == "games":  # the folder of a table on its defaults, which this one is not
        assert (done.code, done.err) == (0, "")
    else:
        assert (done.code, done.out) == (1, "")
        assert done.err == (
            "meadow: elsewhere: another table keeps its games in this folder: end it, or give "
            "--folder another\n"
        )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--board", "pi"), "--board is silicon or virtual, not 'pi'"),
        (("--skill", "godlike"), "--skill is one of novice, practised, expert, not 'godlike'"),
        (
            ("--game", "quick-paws", "--players", "5"),
            "--game: Sweepers has no seat five: seat fewer bots",
        ),
        (("--game", "quick-paws way-a way-d"), "--game: way D does not go with way A"),
        (
            ("--game", "chess"),
            "--game: 'chess' is no game; write quick-paws or thats-my-stash, then any of: "
            "referee-live, referee-check, way-a, way-b, way-c, way-d; or sweet-takes, then any of: "
            "one-set, three-sets, deal-scanned, deal-unscanned",
        ),
        (("--bots", "up"), "--bots is all, none, or sides as north,east, not 'up'"),
        (
            ("--lan", "--host", "127.0.0.1"),
            "--lan listens in every network, so it does not go with --host",
        ),
    ],
)
def test_a_mistake_in_the_arguments_is_told_in_one_line(words: tuple[str, ...], why: str) -> None:
    done = meadow("table", *words)
    assert (done.code, done.out, done.err) == (2, "", f"meadow: {why}\n")


@pytest.mark.parametrize("option", ["--folder", "--config"])
def test_a_folder_that_can_be_none_is_told_in_one_line_before_anything_begins(
    mocker: MockerFixture, tmp_path: Path, option: str
) -> None:
    mocker.patch.object(command, "run_daemon", return_value=0)
    mocker.patch.object(signal, "signal")
    file = tmp_path / "file"
    file.touch()
    done = meadow("table", "--port", 0, option, file)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"meadow: {option}: {file} is a file; name a folder\n"
    done = meadow("table", "--port", 0, option, file / "games")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"meadow: {option}: {file}/games cannot be made: a part of its path is no folder; check "
        "the path\n"
    )


@pytest.mark.parametrize("option", ["--folder", "--config"])
def test_a_folder_that_one_may_not_write_into_is_told_too(
    mocker: MockerFixture, tmp_path: Path, option: str
) -> None:
    mocker.patch.object(command, "run_daemon", return_value=0)
    mocker.patch.object(signal, "signal")
    mocker.patch("os.access", return_value=False)  # root may write anywhere
    done = meadow("table", "--port", 0, option, tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"meadow: {option}: {tmp_path} is not yours to write into; name another folder\n"
    )


def test_what_is_not_installed_is_told_in_one_line(mocker: MockerFixture) -> None:
    mocker.patch.object(command, "find_spec", side_effect=lambda name: name != "pymunk" or None)
    done = meadow("table")
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "meadow: the physics of the meadow (pymunk) is not there: make setup installs it\n"
    )


@pytest.mark.parametrize(
    ("text", "players", "seats"),
    [
        ("all", 4, ("north", "east", "south", "west")),
        ("all", 2, ("north", "south")),
        ("all", 5, ("north", "east", "south", "west", "five")),
        ("none", 4, ()),
        ("west, north", 4, ("west", "north")),
    ],
)
def test_bots_sit_where_the_option_says(text: str, players: int, seats: tuple[str, ...]) -> None:
    assert seats_of(text, players) == seats


def test_a_code_to_scan_is_shown_for_the_network(
    mocker: MockerFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    daemon = mocker.patch.object(command, "run_daemon", return_value=0)
    mocker.patch.object(command, "listen", return_value=socket.create_server(("127.0.0.1", 0)))
    mocker.patch.object(command, "address_text", return_value="http://192.0.2.7:8000/")
    mocker.patch.object(signal, "signal")
    done = meadow("table", "--lan", "--board", "virtual")
    assert done.code == 0
    assert "The meadow is at http://192.0.2.7:8000/meadow" in done.out
    assert "sit down at the meadow (http://192.0.2.7:8000/meadow):" in done.out
    assert daemon.call_args.args[0].hide_pin  # players look at this window
    assert done.out.count("▀") + done.out.count("▄") + done.out.count("█") > 200

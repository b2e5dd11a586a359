"""Pages that mean ill, or sleep: refused with a message or cut off, the game unharmed."""

from __future__ import annotations

import contextlib
import json
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from meadow.console import connections
from pytest_mock import MockerFixture
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.console.served import WAIT_S, Served, Tab, served


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    """A game is being played."""
    with served(tmp_path) as table:
        with table.page(table.log_in()) as console:
            for words in ("thats-my-stash", "seat north", "seat east", "start"):
                assert console.act(*words.split())["ok"]
        yield table
        with table.page(table.log_in()) as console:
            assert console.act("pause")["ok"]  # it plays on as if nothing had been
            console.sees(lambda state: bool(state["pause"].get("paused")))


def ended(tab: Tab) -> tuple[int, str]:
    with pytest.raises(ConnectionClosed) as caught:
        tab.until(lambda told: False)
    assert caught.value.rcvd is not None
    return caught.value.rcvd.code, caught.value.rcvd.reason


SENSELESS: list[tuple[Any, str]] = [
    ("nonsense", "this message is no JSON that makes sense here"),
    ("[" * 4000, "the table does not understand this message: "),
    ("null", "the table does not understand this message: "),
    (b"\x00\xff" * 500, "a message is a JSON text, not bytes"),
    ({"is": "shutdown"}, "the table does not understand this message: "),
    ({"is": "act", "word": {"$gt": ""}}, "the table does not understand this message: "),
    ({"is": "hello", "version": 1}, "hello was said already"),
    (" " * 5000, "a message has 4096 bytes at most, and this one has 5000"),
    ("x" * 65_536, "a message has 4096 bytes at most, and this one has 65536"),
    ({"is": "act", "word": "start\u202e\x00"}, "only an operator may do that"),
]


def test_a_message_that_makes_no_sense_is_answered_in_a_line_and_the_page_goes_on(
    table: Served,
) -> None:
    with table.page() as tab:
        tab.until_is("snapshot")
        for message, told in SENSELESS:
            tab.say(message)
            answer = tab.until_is("answer")
            assert (answer["ok"], answer["message"][: len(told)]) == (False, told)
        assert tab.until_is("now")


def test_a_message_beyond_64_kb_ends_the_page(table: Served) -> None:
    with table.page() as tab:
        tab.until_is("snapshot")
        tab.say("x" * 65_537)
        assert ended(tab)[0] == 1009


def test_a_flood_is_refused_and_then_ends_the_page(table: Served) -> None:
    with table.page() as tab:
        tab.until_is("snapshot")
        with contextlib.suppress(ConnectionClosed):
            for _ in range(3000):
                tab.say({"is": "act", "word": "start", "id": 1})
        assert ended(tab)[0] == 1008
    assert len([line for line in table.said if "refused" in line]) == 1


def test_a_page_that_says_much_at_once_is_answered_all_of_it(
    table: Served, mocker: MockerFixture
) -> None:
    mocker.patch("meadow.console.pages.PER_S", 0)  # all of it comes before anything is forgiven
    act = Frame(Opcode.TEXT, b'{"is":"act","word":"start","id":1}').serialize(mask=True)
    with table.page() as tab:
        tab.until_is("snapshot")
        tab.socket.socket.sendall(act * 110)  # in one piece: more answers than may wait for a page
        told = [tab.until_is("answer")["message"] for _ in range(110)]
    assert told[:40] == ["only an operator may do that: log in with the PIN first"] * 40
    assert told[40:] == ["too many messages: slow down"] * 70


def test_an_operator_who_is_as_quick_as_a_person_can_be_is_never_refused(table: Served) -> None:
    with table.page(table.log_in()) as console:
        answers = [console.ask({"is": "adjust", "quiet": bool(n % 2)}) for n in range(40)]
    assert all(answer["ok"] for answer in answers)


def test_words_no_game_knows_are_refused_whatever_they_are(table: Served) -> None:
    strange = ["", "../../etc", "\x00", "\u202egnp", "DROP TABLE", "🦊" * 8, "a\nb", "start;end"]
    with table.page(table.log_in()) as console:
        for word in strange[1:]:
            answer = console.act(word, *strange)
            assert (answer["ok"], "\n" in answer["message"]) == (False, False)
    assert not any("\n" in line or "\x00" in line for line in table.said)


def test_a_phone_that_sleeps_is_let_go_and_nobody_waits_for_it(
    table: Served, mocker: MockerFixture
) -> None:
    mocker.patch("meadow.console.pages.CLOSE_S", 0.2)
    sleeping = socket.socket()
    sleeping.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    address = f"ws://127.0.0.1:{table.port}/socket"
    sleeping.connect(("127.0.0.1", table.port))
    with connect(address, sock=sleeping, max_queue=1, close_timeout=0.1) as phone:
        phone.send(json.dumps({"is": "hello", "version": 1, "wants": ["frames"]}))
        phone.recv(WAIT_S)
        phone.socket.setblocking(False)
        hub = table.console._hub
        with table.page() as other:
            other.until_is("snapshot")
            big = {"is": "news", "at_ms": 0, "lines": ["x" * 10_000]}
            end_s = time.monotonic() + 4 * WAIT_S  # until all that lies between them is full
            while hub.pages > 1 and time.monotonic() < end_s:
                table.console._post(lambda: hub.tell(big))
                other.hear()
            assert hub.pages == 1
            assert other.until_is("now")


def test_a_hundred_pages_that_come_and_go_leave_nothing_behind(table: Served) -> None:
    def come_and_go() -> None:
        for number in range(25):
            with table.page() as tab:
                if number % 2:
                    tab.until_is("snapshot")

    threads = [threading.Thread(target=come_and_go) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    until(lambda: not table.console._hub.pages)
    assert not any("fault" in line for line in table.said)


# ------------------------------------------------------------------------ below the pages


def until(so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end_s = time.monotonic() + WAIT_S
    while not so():
        assert time.monotonic() < end_s, "it never came to be"
        time.sleep(0.01)


def answered(connection: socket.socket, asked: bytes = b"") -> bytes:
    """What comes first; nothing where the table ends the connection instead, at once or not."""
    try:
        connection.sendall(asked)
        return connection.recv(100)
    except (ConnectionResetError, BrokenPipeError):
        return b""


def test_garbage_is_no_http(table: Served) -> None:
    for garbage in (b"\x16\x03\x01\x02\x00\x01", b"GET\r\n\r\n", b"\x00" * 100, b"A" * 70_000):
        with socket.create_connection(("127.0.0.1", table.port), WAIT_S) as asking:
            assert answered(asking, garbage + b"\r\n\r\n")[:12] in (b"HTTP/1.1 400", b"")
    assert not any("fault" in line for line in table.said)


def test_a_page_that_is_turned_away_is_no_fault_of_the_console(table: Served) -> None:
    address = f"ws://127.0.0.1:{table.port}"
    foreign = "the table talks to its own pages only: this one is of another place"
    away = [("/socket", Origin("http://elsewhere.example"), 403, foreign)]
    for path in ("/nowhere", "/static/words.js", "/login"):
        away.append((path, Origin(table.address[:-1]), 404, "there is nothing here"))
    for path, origin, status, why in away:
        with pytest.raises(InvalidStatus) as caught, connect(address + path, origin=origin):
            pass
        answer = caught.value.response
        assert answer.status_code == status
        assert json.loads(answer.body or b"") == {"ok": False, "message": why}
    end_s = time.monotonic() + 0.3
    while time.monotonic() < end_s:
        assert [line for line in table.said if "fault" in line] == []
        time.sleep(0.02)


@pytest.mark.parametrize("method", ["POST", "GET"])
def test_a_request_with_a_body_becomes_no_socket_and_is_answered(
    table: Served, method: str
) -> None:
    status, _, body = table.request(
        method,
        "/socket",
        b"{}",
        upgrade="websocket",
        connection="Upgrade",
        sec_websocket_version="13",
        sec_websocket_key="dGhlIHNhbXBsZSBub25jZQ==",
    )
    assert (status, json.loads(body)) == (404, {"ok": False, "message": "there is nothing here"})
    assert not any("fault" in line for line in table.said)


def test_what_asyncio_warns_of_is_said_nowhere_and_its_errors_seldom(
    table: Served, mocker: MockerFixture
) -> None:
    logger, before = logging.getLogger("asyncio"), len(table.said)
    above = logging.Handler()
    emitted = mocker.patch.object(above, "emit")
    logging.getLogger().addHandler(above)
    for _ in range(3):
        logger.warning("socket.send() raised exception.")
        logger.error("odd")
    logging.getLogger().removeHandler(above)
    told = "a fault of the console: RuntimeError: odd; the table plays on"
    assert (table.said[before:], emitted.call_count) == ([told], 0)


def test_a_connection_that_asks_for_nothing_is_cut_off(
    table: Served, mocker: MockerFixture
) -> None:
    mocker.patch.object(connections, "REQUEST_S", 0.1)
    for begun in (b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "):
        with socket.create_connection(("127.0.0.1", table.port), WAIT_S) as idle:
            assert answered(idle, begun) == b""


def reach(table: Served, local: str) -> socket.socket:
    """A connection from another address of this computer."""
    return socket.create_connection(("127.0.0.1", table.port), WAIT_S, (local, 0))


def test_too_many_connections_are_cut_off_and_the_others_are_served(
    table: Served, mocker: MockerFixture
) -> None:
    mocker.patch.object(connections, "MOST_OF_ONE", 3)
    mocker.patch("meadow.console.gate.is_near", return_value=False)
    until(lambda: not table.console._server.server_state.connections)  # those of before are gone
    held = [reach(table, "127.0.0.9") for _ in range(3)]
    with reach(table, "127.0.0.9") as one_more:
        assert answered(one_more) == b""
    for one in held:
        one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert one.recv(100).startswith(b"HTTP/1.1 200")
        one.close()
    mocker.stopall()


def test_nobody_takes_all_connections_and_the_operator_always_gets_one(
    table: Served, mocker: MockerFixture
) -> None:
    mocker.patch("meadow.console.gate.is_near", return_value=False)
    mocker.patch.object(connections, "most_connections", return_value=16)  # 2 of them are kept
    until(lambda: not table.console._server.server_state.connections)
    held = [reach(table, f"127.0.0.{10 + number % 2}") for number in range(14)]
    until(lambda: len(table.console._server.server_state.connections) == 14)
    with reach(table, "127.0.0.12") as other:  # it takes the place of one of those
        other.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert other.recv(100).startswith(b"HTTP/1.1 200")
        with reach(table, "127.0.0.10") as more:
            assert answered(more) == b""
    mocker.patch("meadow.console.gate.is_near", return_value=True)
    for _ in range(2):
        held.append(reach(table, "127.0.0.1"))
        held[-1].sendall(b"GET /static/console.html HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert held[-1].recv(100).startswith(b"HTTP/1.1 200")
    for one in held:
        one.close()
    mocker.stopall()


@pytest.mark.parametrize("kind", ["pings", "bytes", "half a message"])
def test_a_page_that_sends_without_end_is_cut_off_whatever_it_is(table: Served, kind: str) -> None:
    opcode = {"pings": 0x89, "bytes": 0x82, "half a message": 0x01}[kind]
    frame = bytes((opcode, 0x80 | 100)) + bytes(104)
    if kind == "half a message":
        frame += (bytes((0x00, 0x80 | 100)) + bytes(104)) * 10
    with table.page() as tab:
        tab.until_is("snapshot")
        tab.socket.socket.setblocking(True)
        with contextlib.suppress(OSError):
            for _ in range(100):
                tab.socket.socket.sendall(frame * 1000)
            raise AssertionError("it took 10 MB")
    with table.page() as other:
        assert other.until_is("snapshot")


def test_an_address_that_asks_without_end_is_told_to_wait(
    table: Served, mocker: MockerFixture
) -> None:
    mocker.patch("meadow.console.flood.Buckets.takes", return_value=False)
    status, headers, body = table.request("GET", "/")
    why = "too many requests come from there: wait a little"
    assert (status, json.loads(body)) == (429, {"ok": False, "message": why})
    assert (headers["connection"], headers["retry-after"]) == ("close", "5")
    with pytest.raises(InvalidStatus) as caught:
        connect(f"ws://127.0.0.1:{table.port}/socket")
    assert caught.value.response.status_code == 429
    mocker.stopall()


def test_some_files_are_always_left_for_the_table(mocker: MockerFixture) -> None:
    mocker.patch("meadow.console.connections.resource.getrlimit", return_value=(256, 256))
    assert connections.most_connections() == 56
    mocker.patch("meadow.console.connections.resource.getrlimit", return_value=(65_536, 65_536))
    assert connections.most_connections() == 600

"""By which names a table is asked: its own, and no page's of elsewhere (DNS rebinding)."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from meadow.console.hosts import Hosts

from tests.console.served import WAIT_S, Served, served

EVIL = "evil.example.com"
REFUSAL = (
    f"This table is not known by the name {EVIL}: use the address that it shows (meadow status), "
    'or write the name into its table.toml, as [console] names = ["table.example.org"].'
)


def hosts(hostname: str = "Table") -> Hosts:
    made = Hosts(lambda: hostname)
    made.listens = "0.0.0.0"
    made.named = ("table.fritz.box",)
    return made


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.20:8080",
        "192.168.1.20",
        "127.0.0.1:8000",
        "[::1]:8080",
        "[fe80::1]",
        "localhost:8080",
        "LocalHost",
        "table",
        "table:8080",
        "TABLE.local:8080",
        "table.local.",
        "table-2.local:8080",
        "table.lan",
        "table.home",
        "table.home.arpa",
        "table.internal:80",
        "table.localdomain",
        "table.fritz.box:8080",
    ],
)
def test_what_people_in_its_network_type_is_the_table(host: str) -> None:
    assert hosts().knows(host)


@pytest.mark.parametrize(
    "host",
    [
        EVIL,
        f"{EVIL}:8080",
        "table.example.com",
        "table.com",
        "table.local.evil.com",
        "evil.com.local",
        "other.local",
        "other",
        "tables",
        "table-.local",
        "table-2.lan",
        "localhost.evil.com",
        "127.0.0.1.evil.com",
        "127.0.0.1.nip.io",
        "192.168.1",
        "0x7f.1",
        "fritz.box",
        "table@evil.com",
        "user:table",
        "table:8080:80",
        "table:80a",
        "[table]",
        "[::1]evil.com",
        "::1",
        "table evil.com",
        "table,evil.com",
        "",
        ".",
        ":8080",
    ],
)
def test_any_other_name_is_not(host: str) -> None:
    assert not hosts().knows(host)


@pytest.mark.parametrize("hostname", ["", "localhost", "table.example.org"])
def test_a_machine_is_asked_by_the_name_it_has(hostname: str) -> None:
    made = hosts(hostname)
    assert [made.knows(one) for one in ("localhost", "10.0.0.1", EVIL, ".local", "-2.local")] == [
        True,
        True,
        False,
        False,
        False,
    ]
    assert made.knows("table.example.org") is (hostname == "table.example.org")
    assert made.knows("table.local") is (hostname == "table.example.org")


def test_the_name_where_it_listens_is_its_own() -> None:
    made = Hosts(lambda: "pi")
    assert not made.knows("games.example.org:8080")
    made.listens = "games.example.org"
    assert made.knows("games.example.org:8080")


def test_the_refusal_repeats_no_name_that_is_none() -> None:
    assert (
        hosts()
        .refusal("<script>.com:80")
        .startswith("This table is not known by such a name: use the address that it shows")
    )
    assert hosts().refusal(f"{EVIL}:8080") == REFUSAL
    assert "\n" not in hosts().refusal("a\nb")


# --------------------------------------------------------------------------- at a table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as table:
        yield table


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/static/board.html"),
        ("GET", "/games"),
        ("GET", "/journals"),
        ("POST", "/login"),
        ("GET", "/nothing"),
    ],
)
def test_a_page_whose_name_was_made_to_lead_here_is_told_nothing(
    table: Served, method: str, path: str
) -> None:
    """To the browser it is of this host, so its Origin is its Host."""
    host = f"{EVIL}:{table.port}"
    headers = {"host": host, "origin": f"http://{host}", "content_type": "application/json"}
    body = b'{"pin":"271828"}' if method == "POST" else b""
    status, got, content = table.request(method, path, body, **headers)
    assert (status, content.decode()) == (403, REFUSAL)
    assert got["content-type"].startswith("text/plain")
    assert "default-src 'none'" in got["content-security-policy"]
    assert "set-cookie" not in got
    assert table.said == ["console: refused: 127.0.0.1 asks for another host than this table"]


def test_nor_does_it_get_a_socket(table: Served) -> None:
    host = f"{EVIL}:{table.port}"
    asked = (
        f"GET /socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", table.port), WAIT_S) as browser:
        browser.sendall(asked.encode())
        answer = b"".join(iter(lambda: browser.recv(4096), b"")).decode()
    assert answer.startswith("HTTP/1.1 403")
    assert answer.endswith(REFUSAL)
    assert "snapshot" not in answer


def test_the_names_of_the_settings_are_those_of_the_table_that_runs(table: Served) -> None:
    def status() -> int:
        return table.request("GET", "/games", host=f"table.example.org:{table.port}")[0]

    assert status() == 403
    table.end()  # settings were flashed
    table.begin(table.packages, names=("table.example.org",))
    assert status() == 200
    table.end()
    table.begin(table.packages)
    assert status() == 403


def test_a_program_that_names_no_host_is_answered(table: Served) -> None:
    with socket.create_connection(("127.0.0.1", table.port), WAIT_S) as program:
        program.sendall(b"GET /games HTTP/1.0\r\n\r\n")
        assert program.recv(100).startswith(b"HTTP/1.1 200")

"""What pages ask for outside their socket: files, login, games, journals."""

from __future__ import annotations

import gzip
import http.client
import json
import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from pytest_mock import MockerFixture
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from tests.console.served import PIN, Served, served

JOURNAL = "000001-sweepers.jsonl"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / JOURNAL).write_bytes(b'{"seq":0}\n' * 20_000)
    (folder / "000012-sweet-takes.jsonl").write_bytes(b"x\n")
    (folder / "console-pin").write_text(PIN)
    (folder / "000002-link.jsonl").symlink_to(folder / "console-pin")
    (folder / "000003-folder.jsonl").mkdir()
    (tmp_path / "000009-outside.jsonl").write_text("secret")
    return folder


@pytest.fixture
def table(folder: Path) -> Iterator[Served]:
    with served(folder) as table:
        yield table


# ----------------------------------------------------------------------------------- files


def test_the_start_page_answers_with_headers_that_keep_others_out(table: Served) -> None:
    status, headers, body = table.request("GET", "/")
    assert (status, body[:15]) == (200, b"<!doctype html>")
    assert {name: headers[name] for name in headers if name not in ("date", "etag")} == {
        "cache-control": "no-cache",
        "vary": "accept-encoding",
        "content-length": str(len(body)),
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
        "img-src 'self' data:; font-src 'self'; media-src 'self'; manifest-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=()",
    }


def test_a_copy_that_is_still_right_is_not_sent_again(table: Served) -> None:
    _, headers, _ = table.request("GET", "/static/index.html")
    status, again, body = table.request("GET", "/static/index.html", if_none_match=headers["etag"])
    assert (status, body, again["etag"]) == (304, b"", headers["etag"])
    status, _, body = table.request("GET", "/static/index.html", if_none_match='"other"')
    assert (status, body[:15]) == (200, b"<!doctype html>")


def test_a_page_comes_packed_for_browsers_that_can_unpack_it(table: Served) -> None:
    _, _, plain = table.request("GET", "/static/index.html")
    _, headers, packed = table.request("GET", "/static/index.html", accept_encoding="gzip, br")
    assert headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed) == plain


@pytest.mark.parametrize(
    "path",
    [
        "/static/none.html",
        "/static/../server.py",
        "/static/..%2fserver.py",
        "/static/%2e%2e/server.py",
        "/static/....//server.py",
        "/static//etc/passwd",
        "/static/index.html%00.js",
        "/static/.index.html",
        "/static/",
        "/static",
        "/static/index",
        "/nothing",
        "/" + "a" * 5000,
    ],
)
def test_what_is_no_page_is_not_found(table: Served, path: str) -> None:
    status, headers, body = table.request("GET", path)
    assert status == 404
    assert json.loads(body)["message"] in ("there is nothing here", "there is no such file here")
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/login"), ("PUT", "/"), ("DELETE", "/replays"), ("POST", "/games")],
)
def test_what_cannot_be_done_with_a_page_is_answered_as_all_else_is(
    table: Served, method: str, path: str
) -> None:
    status, headers, body = table.request(method, path)
    assert (status, headers["content-type"]) == (405, "application/json")
    assert json.loads(body) == {"ok": False, "message": "that cannot be done here"}
    assert headers["allow"]


def test_a_fault_of_the_program_is_answered_as_all_else_is(tmp_path: Path) -> None:
    async def fails(request: Request) -> Response:
        raise ZeroDivisionError("inside")

    with served(tmp_path, more=[Route("/fails", fails)]) as table:
        status, headers, body = table.request("GET", "/fails")
        assert (status, headers["content-type"]) == (500, "application/json")
        assert json.loads(body) == {
            "ok": False,
            "message": "a fault of the console: this was not done, and the table plays on",
        }
        assert headers["x-content-type-options"] == "nosniff"
        assert table.request("GET", "/")[0] == 200
    assert [line for line in table.said if "fault" in line] == [
        "a fault of the console: ZeroDivisionError: inside; the table plays on"
    ]


def test_all_games_and_their_words_are_told(table: Served) -> None:
    status, _, body = table.request("GET", "/games")
    games = {game["name"]: game for game in json.loads(body)["games"]}
    assert (status, list(games)) == (200, ["sweepers", "sweet-takes"])
    assert games["sweet-takes"]["title"] == "Sweet Takes"
    assert games["sweet-takes"]["seats"] == ["north", "east", "south", "west", "five"]
    assert games["sweepers"]["opens"] == ["quick-paws", "thats-my-stash"]
    assert "way-d" in games["sweepers"]["words"]


# ----------------------------------------------------------------------------------- login


def test_the_cookie_of_a_session_is_for_this_table_and_out_of_reach_of_scripts(
    table: Served,
) -> None:
    status, headers, answer = table.post("/login", {"pin": PIN})
    assert (status, answer) == (200, {"ok": True, "message": ""})
    cookie, *attributes = headers["set-cookie"].split("; ")
    assert cookie.startswith("meadow_operator=")
    assert sorted(map(str.lower, attributes)) == [
        "httponly",
        "max-age=43200",
        "path=/",
        "samesite=strict",
    ]
    assert headers["cache-control"] == "no-store"


def test_a_wrong_pin_gives_none_and_too_many_a_wait(table: Served) -> None:
    answers = [table.post("/login", {"pin": "000000"}) for _ in range(6)]
    assert [status for status, _, _ in answers] == [403, 403, 403, 403, 429, 429]
    assert not any("set-cookie" in headers for _, headers, _ in answers)
    assert answers[4][2] == {"ok": False, "message": "wrong PIN: wait 30 seconds", "wait_s": 30}
    status, headers, answer = table.post("/login", {"pin": PIN})
    assert (status, "set-cookie" in headers) == (429, False)
    assert answer["message"].startswith("too many wrong PINs: try again in ")
    assert not any(PIN in line or "000000" in line for line in table.said)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"nonsense",
        b"[]",
        b"{}",
        b'{"pin": 271828}',
        b'{"pin": null}',
        b'{"pin": "271828"',
        b"[" * 1000,
        b'{"pin": "' + b"2" * 2000 + b'"}',
        b'{"pin": "\xff"}',
    ],
)
def test_a_login_that_makes_no_sense_is_refused_and_counts_as_no_try(
    table: Served, body: bytes
) -> None:
    status, _, answer = table.request("POST", "/login", body, content_type="application/json")
    assert status == 400
    assert json.loads(answer)["message"] == 'a login is a JSON object: {"pin": "the six digits"}'
    assert table.said == []


@pytest.mark.parametrize("path", ["/login", "/logout"])
def test_a_page_of_another_place_may_not_log_in_or_out(table: Served, path: str) -> None:
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{table.port + 1}"):
        status, headers, answer = table.post(path, {"pin": PIN}, origin=origin)
        assert (status, answer["ok"], "set-cookie" in headers) == (403, False, False)
    assert table.said == ["console: refused: 127.0.0.1 sends a page of another place"]


@pytest.mark.parametrize("content", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_form_of_another_page_may_not_log_in(table: Served, content: str) -> None:
    status, _, answer = table.post("/login", {"pin": PIN}, content_type=content)
    assert (status, answer["message"]) == (415, "the table takes application/json only")


def test_a_body_that_does_not_come_is_not_waited_for(table: Served, mocker: MockerFixture) -> None:
    mocker.patch("meadow.console.web.BODY_S", 0.1)
    with socket.create_connection(("127.0.0.1", table.port), 5) as asking:
        asking.sendall(
            b"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"Content-Length: 100\r\n\r\n{"
        )
        assert asking.recv(100).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "TRACE"])
def test_a_login_is_a_post(table: Served, method: str) -> None:
    assert table.request(method, "/login")[0] == 405


# -------------------------------------------------------------------------------- journals


def test_an_operator_sees_the_journals_and_nothing_else_that_lies_there(table: Served) -> None:
    status, _, body = table.request("GET", "/journals", cookie=table.log_in())
    assert status == 200
    told = json.loads(body)
    assert [(one["name"], one["size"]) for one in told["journals"]] == [
        ("000012-sweet-takes.jsonl", 2),
        (JOURNAL, 200_000),
    ]
    assert told["older"] is False


def test_an_operator_downloads_a_journal(table: Served, folder: Path) -> None:
    status, headers, body = table.request("GET", f"/journals/{JOURNAL}", cookie=table.log_in())
    assert (status, body) == (200, (folder / JOURNAL).read_bytes())
    assert headers["content-disposition"] == f'attachment; filename="{JOURNAL}"'
    assert headers["content-type"] == "application/x-ndjson"
    assert headers["content-length"] == "200000"


def test_a_journal_that_is_being_written_is_given_as_it_was_at_the_beginning(
    table: Served, folder: Path
) -> None:
    asking = http.client.HTTPConnection("127.0.0.1", table.port, timeout=5)
    asking.request("GET", f"/journals/{JOURNAL}", headers={"cookie": table.log_in()})
    answer = asking.getresponse()
    with (folder / JOURNAL).open("ab") as file:
        file.write(b"more\n" * 1000)
    assert len(answer.read()) == 200_000
    asking.close()


@pytest.mark.parametrize("path", ["/journals", f"/journals/{JOURNAL}"])
@pytest.mark.parametrize("cookie", ["", "meadow_operator=x", "meadow_operator=" + "A" * 43])
def test_journals_are_for_operators_alone(table: Served, path: str, cookie: str) -> None:
    status, _, body = table.request("GET", path, cookie=cookie)
    assert status == 401
    assert json.loads(body)["message"].startswith("only an operator may have the journals")


@pytest.mark.parametrize("path", ["/journals", "/replays"])
@pytest.mark.parametrize("name", ["000003-folder.jsonl", "000004-pipe.jsonl", "000002-link.jsonl"])
def test_what_is_no_file_is_no_journal_and_holds_up_nobody(
    table: Served, folder: Path, path: str, name: str
) -> None:
    os.mkfifo(folder / "000004-pipe.jsonl")
    status, _, body = table.request("GET", f"{path}/{name}", cookie=table.log_in())
    assert (status, json.loads(body)["message"]) == (404, "there is no such journal")
    assert table.request("GET", "/")[0] == 200


@pytest.mark.parametrize("path", ["/journals", "/replays"])
def test_a_disk_that_hangs_holds_up_who_asks_for_a_journal_and_nobody_else(
    table: Served, mocker: MockerFixture, path: str
) -> None:
    answers, opening = threading.Event(), threading.Event()

    def hangs(*_: object) -> int:
        opening.set()
        assert answers.wait(15)
        raise OSError(5, "Input/output error")

    mocker.patch("meadow.console.journals.open_file", side_effect=hangs)
    cookie, statuses = table.log_in(), list[int]()
    asking = threading.Thread(
        target=lambda: statuses.append(table.request("GET", f"{path}/{JOURNAL}", cookie=cookie)[0])
    )
    asking.start()
    assert opening.wait(15)
    try:
        assert table.request("GET", "/")[0] == 200
    finally:
        answers.set()
        asking.join(15)
    assert statuses == [503]


@pytest.mark.parametrize("path", ["/journals", "/replays"])
@pytest.mark.parametrize("number", ["9" * 5000, "9" * 200, "٠١٢٣٤٥"])
def test_a_number_that_no_journal_can_have_is_passed_over(
    table: Served, folder: Path, path: str, number: str
) -> None:
    if len(number) <= 200:
        (folder / f"{number}-other.jsonl").write_bytes(b"x\n")
    cookie, name = table.log_in(), quote(f"{number}-other.jsonl")
    status, _, body = table.request("GET", f"{path}?before={name}", cookie=cookie)
    names = [one["name"] for one in json.loads(body)["journals"]]
    assert (status, names) == (200, ["000012-sweet-takes.jsonl", JOURNAL])
    status, _, body = table.request("GET", f"{path}/{name}", cookie=cookie)
    assert (status, json.loads(body)["message"]) == (404, "there is no such journal")


@pytest.mark.parametrize(
    "name",
    [
        "console-pin",
        "000002-link.jsonl",
        "000003-folder.jsonl",
        "000007-none.jsonl",
        "..%2f000009-outside.jsonl",
        "%2e%2e",
        "000001-sweepers.jsonl%00",
        "000001-sweepers.jsonl%0d%0aX-Evil: 1",
        "000001-" + "a" * 300 + ".jsonl",
    ],
)
def test_no_other_file_can_be_had_by_any_name(table: Served, name: str) -> None:
    status, headers, body = table.request(
        "GET", f"/journals/{name.replace(' ', '%20')}", cookie=table.log_in()
    )
    assert status == 404
    assert PIN.encode() not in body
    assert b"secret" not in body
    assert "x-evil" not in headers


def test_a_folder_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with served(tmp_path / "gone") as table:
        status, _, body = table.request("GET", "/journals", cookie=table.log_in())
    assert status == 503
    assert json.loads(body)["message"] == (
        "the journals cannot be read: no such file or folder; plug the disk in, or make the folder"
    )


def test_pages_that_a_host_program_brings_are_named(tmp_path: Path) -> None:
    async def page(request: Request) -> Response:
        return PlainTextResponse("a meadow")

    brought: list[BaseRoute] = [Route("/meadow", page), Route("/meadow/static/{path:path}", page)]
    with served(tmp_path, more=brought) as table:
        _, _, body = table.request("GET", "/pages")
        assert json.loads(body) == {"ok": True, "message": "", "pages": ["/meadow"]}
        assert table.request("GET", "/meadow")[2] == b"a meadow"

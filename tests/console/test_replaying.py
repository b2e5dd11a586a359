"""Recordings over HTTP: for operators, of the table's journals and of files they bring."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.console.pawed import file_of, pawed
from tests.console.served import Json, Served, served

NAME = "000001-sweepers.jsonl"
BODY = {"content_type": "application/x-ndjson"}


@pytest.fixture(scope="module")
def journal() -> bytes:
    return file_of(pawed())


@pytest.fixture(scope="module")
def table(journal: bytes, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("games")
    (folder / NAME).write_bytes(journal)
    (folder / "000002-sweepers.jsonl").write_bytes(journal[:-40])
    (folder / "000003-sweepers.jsonl").write_bytes(b"nothing of the kind\n")
    with served(folder) as table:
        yield table


@pytest.fixture(scope="module")
def cookie(table: Served) -> str:
    return table.log_in()


def test_a_game_of_the_table_comes_as_a_recording(table: Served, cookie: str) -> None:
    status, headers, body = table.request("GET", f"/replays/{NAME}", cookie=cookie)
    told: Json = json.loads(gzip.decompress(body))
    assert (status, headers["content-type"]) == (200, "application/json")
    assert (told["ok"], told["name"], told["finished"]) == (True, NAME, True)
    assert len(told["moments"]) > 10


def test_the_games_are_listed(table: Served, cookie: str) -> None:
    _, _, body = table.request("GET", "/replays", cookie=cookie)
    names = [one["name"] for one in json.loads(body)["journals"]]
    assert names == ["000003-sweepers.jsonl", "000002-sweepers.jsonl", NAME]


def test_a_torn_end_is_left_out(table: Served, cookie: str) -> None:
    status, _, body = table.request("GET", "/replays/000002-sweepers.jsonl", cookie=cookie)
    assert status == 200
    assert json.loads(gzip.decompress(body))["finished"] is False


def test_a_file_that_is_brought_is_recorded_too(table: Served, cookie: str, journal: bytes) -> None:
    path = "/replays?name=from%20a%20friend.jsonl"
    status, _, body = table.request("POST", path, journal, cookie=cookie, **BODY)
    assert status == 200
    assert json.loads(gzip.decompress(body))["name"] == "from a friend.jsonl"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "<i>.jsonl: empty: of this game nothing was saved"),
        (b"<html>", "<i>.jsonl: not a journal"),
        (b"\x00\xff", "<i>.jsonl: not a journal"),
    ],
)
def test_what_is_no_journal_is_one_line(table: Served, cookie: str, body: bytes, why: str) -> None:
    path = "/replays?name=%3Ci%3E.jsonl"
    status, _, answer = table.request("POST", path, body, cookie=cookie, **BODY)
    told = json.loads(answer)
    assert (status, told["ok"]) == (422, False)
    assert told["message"].startswith(why.replace("<i>", "_i_"))
    assert "\n" not in told["message"]


def test_a_journal_of_the_table_that_is_none_is_one_line(table: Served, cookie: str) -> None:
    status, _, body = table.request("GET", "/replays/000003-sweepers.jsonl", cookie=cookie)
    assert status == 422
    assert json.loads(body)["message"].startswith("000003-sweepers.jsonl: not a journal")


def test_a_name_that_is_none_finds_nothing(table: Served, cookie: str) -> None:
    for name in ("000009-sweepers.jsonl", "console-pin", "..%2f..%2fetc%2fpasswd"):
        assert table.request("GET", f"/replays/{name}", cookie=cookie)[0] == 404


def test_what_is_too_large_is_refused_before_it_is_all_there(table: Served, cookie: str) -> None:
    status, _, body = table.request("POST", "/replays", b"x" * (17 << 20), cookie=cookie, **BODY)
    assert status == 413
    assert json.loads(body)["message"].startswith("this file is larger than 16 MB")


@pytest.mark.parametrize("path", ["/replays", f"/replays/{NAME}"])
def test_only_operators_may_look(table: Served, path: str) -> None:
    status, _, body = table.request("GET", path)
    assert (status, json.loads(body)["message"]) == (
        401,
        "only an operator may look at games: log in with the PIN first",
    )
    assert table.request("POST", "/replays", b"x", **BODY)[0] == 401


def test_a_page_of_another_place_may_send_nothing(table: Served, cookie: str) -> None:
    foreign = {**BODY, "origin": "http://elsewhere.example"}
    for headers in (foreign, {**foreign, "cookie": cookie}):
        status, _, body = table.request("POST", "/replays", b"x", **headers)
        assert (status, json.loads(body)["message"]) == (
            403,
            "the table talks to its own pages only: this one is of another place",
        )

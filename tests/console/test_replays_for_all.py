"""Where everybody may look at games that have ended, as at a simulated table, nobody but the
operator is shown one that goes on, or may go on: its recording holds every hidden card."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.console.pawed import CARDS, file_of, pawed
from tests.console.served import Served, served

ENDED, AT_TABLE, BROKEN_OFF = (f"00000{number}-sweepers.jsonl" for number in (1, 2, 3))
UNDONE, ODD = "000004-sweepers.jsonl", "000005-sweepers.jsonl"
BEGINS = (("quick-paws",), ("way-a",), ("seat", "north"), ("start",))
PLAYED = "this game is being played: ask the operator"
NOT_CLEARED = (
    "this game may be taken up again by an undo until the table is cleared: ask the operator"
)
OPEN = "this game has no end and may be taken up again: ask the operator"
DECK = "treat.moss"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("open") / "games"
    folder.mkdir()
    for name in (ENDED, AT_TABLE):  # an end that is saved may be taken back by an undo
        (folder / name).write_bytes(file_of(pawed()))
    (folder / BROKEN_OFF).write_bytes(file_of(pawed(ends=False)))
    (folder / UNDONE).write_bytes(file_of(pawed(undone=True)))
    (folder / ODD).write_bytes(b"nothing of the kind\n")
    beside = folder.parent / "beside"
    shutil.copytree(folder, beside)
    return folder


@pytest.fixture(scope="module")
def table(folder: Path) -> Iterator[Served]:
    with served(folder, ended_for_all=True) as table:
        table.console.saves(lambda: folder / AT_TABLE)
        yield table


def _told(table: Served, name: str) -> tuple[int, str]:
    """What a stranger gets of a journal: the status, and the line or how many moments."""
    status, headers, body = table.request("GET", f"/replays/{name}")
    if headers.get("content-encoding") == "gzip":
        return status, str(json.loads(gzip.decompress(body))["finished"])
    return status, str(json.loads(body)["message"])


def test_games_that_have_ended_are_for_all(table: Served) -> None:
    names = [one["name"] for one in json.loads(table.request("GET", "/replays")[2])["journals"]]
    assert names == [ODD, UNDONE, BROKEN_OFF, AT_TABLE, ENDED]
    assert _told(table, ENDED) == (200, "True")
    body = {"content_type": "application/x-ndjson"}
    assert table.request("POST", "/replays", file_of(pawed()), **body)[0] == 200


@pytest.mark.parametrize("name", [BROKEN_OFF, UNDONE])
def test_one_without_an_end_is_not(table: Served, name: str) -> None:
    assert _told(table, name) == (401, OPEN)
    assert table.request("GET", f"/replays/{name}", cookie=table.log_in())[0] == 200


def test_the_game_at_the_table_is_not_until_it_is_cleared_away(table: Served) -> None:
    with table.page(table.log_in()) as console:
        for word, *args in (*BEGINS, *(("deal", card) for card in CARDS)):
            assert console.act(word, *args)["ok"]
        assert _told(table, AT_TABLE) == (401, PLAYED)
        assert console.act("flip")["ok"]
        assert console.act("award", "north")["ok"]
        console.sees(lambda state: bool(state["phase"] == "over"))
        assert _told(table, AT_TABLE) == (401, NOT_CLEARED)
        assert console.act("undo")["ok"]
        console.sees(lambda state: bool(state["phase"] == "playing"))
        assert _told(table, AT_TABLE) == (401, PLAYED)
        assert console.act("end")["ok"]
        assert console.act("lobby")["ok"]
        console.sees(lambda state: bool(state["phase"] == "lobby"))
        assert _told(table, AT_TABLE) == (200, "True")


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "OPTIONS"])
@pytest.mark.parametrize(
    "path",
    [
        f"/replays/{BROKEN_OFF}",
        f"/replays/%30{BROKEN_OFF[1:]}",
        f"/replays/{BROKEN_OFF}?name={ENDED}",
        f"/replays/./{BROKEN_OFF}",
        f"/replays/{BROKEN_OFF}/",
        f"/replays/..%2fbeside%2f{BROKEN_OFF}",
        f"/replays/..%2fgames%2f{BROKEN_OFF}",
        f"//replays/{BROKEN_OFF}",
        f"/replays?name={BROKEN_OFF}",
        f"/journals/{BROKEN_OFF}",
        "/journals",
        f"/static/..%2f..%2fgames%2f{BROKEN_OFF}",
    ],
)
@pytest.mark.parametrize("headers", [{}, {"range": "bytes=0-99"}, {"cookie": "meadow_operator="}])
def test_by_no_way_does_a_stranger_see_a_card_of_it(
    table: Served, method: str, path: str, headers: dict[str, str]
) -> None:
    status, got, body = table.request(method, path, b"", **headers)
    content = gzip.decompress(body) if got.get("content-encoding") == "gzip" else body
    assert DECK.encode() not in content
    assert status in (401, 404, 405, 415) or path == f"/replays?name={BROKEN_OFF}"


def test_a_file_that_is_none_is_said_to_be_none(table: Served) -> None:
    status, why = _told(table, ODD)
    assert (status, why[:36]) == (422, "000005-sweepers.jsonl: not a journal")

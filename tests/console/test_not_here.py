"""A wrong address: people are led to the start page, programs get JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.console.served import Served, served

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("games")) as table:
        yield table


@pytest.mark.parametrize(
    ("path", "status", "why"),
    [
        ("/nothing", 404, "There is nothing here."),
        ("/meadow", 404, "There is nothing here."),
        ("/<script>alert(1)</script>", 404, "There is nothing here."),
        ("/static/nothing.html", 404, "There is no such file here."),
        ("/login", 405, "That cannot be done here."),
    ],
)
def test_a_browser_gets_a_page_with_a_way_to_the_start(
    table: Served, path: str, status: int, why: str
) -> None:
    got, headers, body = table.request("GET", path, accept=BROWSER)
    text = body.decode()
    assert (got, headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert (headers["vary"], headers["cache-control"]) == ("accept", "no-store")
    assert f"<p>{why}</p>" in text
    assert '<a href="/">All pages' in text
    assert "script" not in text
    assert "style=" not in text  # the policy of pages would not let it work


@pytest.mark.parametrize("accept", ["*/*", "application/json"])
def test_a_program_gets_json(table: Served, accept: str) -> None:
    status, headers, body = table.request("GET", "/nothing", accept=accept)
    assert (status, headers["content-type"]) == (404, "application/json")
    assert json.loads(body) == {"ok": False, "message": "there is nothing here"}

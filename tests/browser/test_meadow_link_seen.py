"""The meadow's page while its line to the meadow is not as usual; the meadow is made up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from meadow.games.package import load_packages
from meadow.pieces.sets import default_sets
from meadow_host.twin.table.room import Room
from meadow_host.twin.table.troubles import FullableDisk, Troubles
from meadow_host.web.routes import MeadowRoutes
from playwright.sync_api import Browser, Page, WebSocketRoute

from tests.console.served import served

ROOM = {"is": "room", "you": [], "people": ["west"], "bots": ["east"], "wanted": []}
MORE = {"words": [], "skill": "novice", "dealing": 0, "broken": []}


class Window:
    """A page whose meadow says what it is told to; ``errors`` are the page's."""

    def __init__(self, page: Page, address: str, layout: dict[str, Any]) -> None:
        self.page, self.address, self.layout = page, address, layout
        self.lines: list[WebSocketRoute] = []
        self.hellos: list[dict[str, Any]] = []
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.route_web_socket("**/meadow/socket", self._connected)

    def _connected(self, line: WebSocketRoute) -> None:
        self.lines.append(line)
        line.on_message(self._said)

    def _said(self, text: str | bytes) -> None:
        said = json.loads(text)
        if said["is"] == "hello":
            self.hellos.append(said)

    def open(self) -> None:
        self.page.goto(f"{self.address}/meadow")

    def until_lines(self, count: int) -> None:
        """Wait until it has connected so often."""
        for _ in range(100):
            if len(self.lines) >= count:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{len(self.lines)} connections")

    def say(self, message: dict[str, Any]) -> None:
        self.lines[-1].send(json.dumps(message))


@pytest.fixture
def window(browser: Browser, tmp_path: Path) -> Iterator[Window]:
    said: list[str] = []
    pieces = tuple(piece for pieces in default_sets() for piece in pieces.pieces)
    room = Room(pieces, load_packages(), 1, Troubles(FullableDisk(), None), said.append)
    strip = {"pixels": 60, "first": 0, "spans": []}
    around = {"strip": strip, "handles": [], "faults": [], "skills": []}
    layout = {**room.world.layout(), **around}
    with served(tmp_path, more=MeadowRoutes(lambda: room).routes()) as table:
        page = browser.new_page()
        yield Window(page, f"http://127.0.0.1:{table.port}", {"is": "layout", **layout})
        page.close()
    assert said == []


def test_a_page_that_knows_the_table_and_not_yet_who_is_there_is_drawn(window: Window) -> None:
    window.open()
    window.until_lines(1)
    window.say(window.layout)
    window.page.wait_for_selector("#guide button")
    window.page.wait_for_timeout(100)
    window.say({**ROOM, **MORE})
    window.page.get_by_text("East: a bot").wait_for(state="attached")
    assert window.errors == []


def test_a_page_whose_person_came_by_another_one_says_so_and_stays_away(window: Window) -> None:
    window.open()
    window.until_lines(1)
    window.lines[-1].close(code=4003, reason="this meadow was opened in another tab: go on there")
    line = window.page.get_by_text("this meadow was opened in another tab: go on there")
    line.wait_for()
    window.page.evaluate("dispatchEvent(new Event('online'))")
    window.page.wait_for_timeout(5000)  # longer than a line that fades stays
    assert line.is_visible()
    assert len(window.lines) == 1
    assert window.errors == []


def test_a_page_of_another_version_loads_itself_anew_once(window: Window) -> None:
    # The computer's clock was set back since the last page was opened.
    window.page.add_init_script("localStorage['meadow-opened'] ??= 9000000000000")
    window.open()
    window.until_lines(1)
    window.lines[-1].close(code=4000, reason="this page is of another version: reload it")
    window.until_lines(2)
    window.lines[-1].close(code=4000, reason="this page is of another version: reload it")
    window.page.get_by_text("this page is of another version").wait_for()
    window.page.wait_for_timeout(1500)
    assert len(window.lines) == 2
    assert [hello["opened"] for hello in window.hellos] == [9000000000001, 9000000000002]

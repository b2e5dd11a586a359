"""A real browser for the tests: Debian's chromium, driven by playwright.

Where there is none the tests are skipped; `make test` then says how to get it (tests/conftest.py).
Debian's headless shell is the same engine without a browser's own windows and buttons. Those cost
most of a second of computing at every new window, so it is taken where it is there.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, Protocol

import pytest
from meadow.console.replaying import MADE_S
from playwright.sync_api import Browser, ConsoleMessage, Page, Response, expect, sync_playwright

from tests.browser.house import House
from tests.conftest import NO_CHROMIUM, SCREENSHOTS

WINDOWED = shutil.which("chromium") or shutil.which("chromium-browser")
CHROMIUM = shutil.which("chromium-headless-shell") or WINDOWED
ARGUMENTS = (
    "--no-sandbox",  # CI runs as root
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
WAIT_MS = 15_000
"""A busy computer takes its time; a test that succeeds never waits so long."""
MADE_MS = 1000 * MADE_S
"""So long the table itself may take for a recording, which is made when all else has rest."""
expect.set_options(timeout=WAIT_MS)


class Size(NamedTuple):
    """A screen: what it is called, and its pixels."""

    name: str
    width: int
    height: int


PHONE = Size("phone", 360, 740)
WALL = Size("wall", 1920, 1080)
SIZES = (PHONE, WALL)


class Table(Protocol):
    """What has pages: their address, and the PIN of its operators."""

    @property
    def address(self) -> str: ...

    @property
    def pin(self) -> str: ...


class Visitor:
    """A browser's window at a table's pages. All that goes wrong in it is kept."""

    def __init__(self, browser: Browser, house: Table, size: Size, *, still: bool = False) -> None:
        """``still``: whoever looks has asked for reduced motion."""
        self.size = size
        self._house = house
        self._context = browser.new_context(
            viewport={"width": size.width, "height": size.height},
            reduced_motion="reduce" if still else "no-preference",
            has_touch=size is not WALL,
            locale="en-GB",
        )
        self._context.set_default_timeout(WAIT_MS)
        self.page: Page = self._context.new_page()
        self.errors: list[str] = []
        self.answers: list[Response] = []
        self.page.on("console", self._heard)
        self.page.on("response", lambda answer: self.answers.append(answer))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(f"{message.text} ({message.location.get('url', '')})")

    def open(self, path: str) -> Page:
        """Open a page of the table, as ``board.html``; "" is the start page."""
        self.page.goto(f"{self._house.address}{f'static/{path}' if path else ''}")
        return self.page

    def open_board(self) -> Page:
        """The scoreboard, once it knows the table."""
        page = self.open("board.html")
        page.wait_for_selector(".banner")
        return page

    def log_in(self) -> Page:
        """The console, after the PIN."""
        page = self.open("console.html")
        page.fill("#pin", self._house.pin)
        page.click("#login button")
        page.wait_for_selector("#main:not([hidden])")
        return page

    def shot(self, what: str) -> None:
        """Keep a picture of it, for people to look at."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{what}-{self.size.name}.png")

    def close(self) -> None:
        self._context.close()


Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For a module at most: while playwright runs, no other test may run an event loop."""
    if CHROMIUM is None:
        pytest.skip(NO_CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture
def house(browser: Browser, tmp_path: Path) -> Iterator[House]:
    """A table of its own; not started where there is no browser to look at it."""
    house = House(tmp_path)
    yield house
    house.end()


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Visit]:
    """Opens windows at the table: ``visit()`` a phone, ``visit(WALL)`` a large screen."""
    visitors: list[Visitor] = []

    def open_window(size: Size = PHONE, *, still: bool = False) -> Visitor:
        visitors.append(Visitor(browser, house, size, still=still))
        return visitors[-1]

    yield open_window
    for visitor in visitors:
        visitor.close()

"""What is out of order is seen on all pages, and no more once it is mended."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import PHONE, WALL, Visit, Visitor
from tests.browser.house import House
from tests.browser.looking import serious
from tests.browser.test_pages_seen import too_small
from tests.host.running_table import Running


def test_a_reader_that_fails_is_told_to_operator_and_crowd_until_it_is_back(
    house: House, visit: Visit
) -> None:
    operator, crowd, passer_by = visit(PHONE), visit(WALL), visit(PHONE)
    console, board, small = operator.log_in(), crowd.open_board(), passer_by.open_board()
    house.call()  # on a busy computer it was silent while the pages were opened
    expect(console.locator("#table [data-key=cable]")).to_have_text("Cable: tests is connected")
    house.unplug("east")
    what = "The reader of East does not answer"
    means = "nobody can join there with a rake; the operator can seat players"
    expect(console.locator("#wrong b")).to_have_text(what)
    expect(console.locator("#wrong")).to_contain_text("See that its plug and its wires sit")
    expect(console.locator("#now a")).to_have_text("Out of order: the reader of East")
    for page in (board, small):
        expect(page.locator("#wrong")).to_have_text(f"{what}: {means}.")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert [*serious(console), *serious(board)] == []
    assert too_small(console) == []
    operator.shot("console-reader-fails")
    crowd.shot("board-reader-fails")
    house.plug("east")
    expect(console.locator("#wrong")).to_be_empty()
    expect(console.locator("#now a")).to_have_count(0)
    for page in (board, small):
        expect(page.locator("#wrong")).to_be_empty()


@pytest.fixture
def meadow(browser: Browser, program: Running) -> Iterator[Visitor]:
    visitor = Visitor(browser, program, PHONE)
    visitor.page.goto(f"{program.address}meadow")
    yield visitor
    visitor.close()


@pytest.fixture
def program(browser: Browser, tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path, "--bots", "none")
    try:
        running.until_says("the table is ready")
        yield running
    finally:
        running.close()


def test_what_is_broken_by_hand_is_seen_without_the_menu_and_mended_at_a_tap(
    meadow: Visitor,
) -> None:
    page = meadow.page
    page.click("#tools [data-key=panel]")
    page.click("summary:has-text('Break something')")
    page.click("[data-key=fault-deaf-east]")
    page.click("[data-key=fault-disk-]")
    page.click("[data-key=close]")
    broken = page.locator("#broken")
    expect(broken).to_contain_text(
        "Broken by hand: the reader of East is deaf until it is reset and the disk is full"
    )
    assert serious(page) == []
    meadow.shot("meadow-broken")
    broken.get_by_role("button", name="Mend all").click()
    expect(broken).to_be_hidden()
    assert meadow.errors == []

"""A game once more in the replay page, from the table's list and from a file."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, FilePayload, expect

from tests.browser.conftest import MADE_MS, SIZES, Visit, Visitor
from tests.browser.house import TREATS, House, token_of
from tests.host.running_table import Running


def test_a_game_is_looked_at_once_more(house: House, visit: Visit) -> None:
    house.say("quick-paws", "way-a", "seat north", "start")
    house.tap("deck", *TREATS[:6])
    house.say("flip")
    house.tap("north", token_of(TREATS[5]))
    house.say("award north")
    for size in SIZES:
        visitor = visit(size)
        visitor.log_in()
        page = visitor.open("replay.html")
        page.get_by_role("link", name="000001-sweepers.jsonl").click()
        expect(page.locator("#title")).to_have_text("Quick Paws, way A", timeout=MADE_MS)
        expect(page.locator("#now")).to_contain_text("A card for North")
        dark = page.locator(".ring").inner_html()
        # A fact leads to its moment; its lights are others.
        page.get_by_role("button", name="north: covers acorn on snow").click()
        expect(page.locator("#seats")).to_contain_text("1 of 6")
        expect(page.locator("#clock")).to_have_text(re.compile(r"^1:\d\d left$"))
        expect(page.locator("#happened")).to_contain_text("the clock above counts the play alone")
        assert page.locator(".ring").inner_html() != dark
        visitor.shot("replay")
        page.locator("#at").fill("0")
        expect(page.locator("#seats")).to_contain_text("0 cards")
        page.get_by_label("Speed").select_option("16")
        page.get_by_role("button", name="Play").click()
        expect(page.locator("#now")).to_contain_text("North wins!")
        assert visitor.errors == []


def test_a_file_is_looked_at_and_a_bad_one_is_one_line(house: House, visit: Visit) -> None:
    house.say("quick-paws", "way-a", "seat north", "start", "end")
    visitor = visit()
    visitor.log_in()
    page = visitor.open("replay.html")
    page.set_input_files(
        "#file", FilePayload(name="holiday.jsonl", mimeType="text/plain", buffer=b"sand and sea\n")
    )
    said = page.locator("#said")
    expect(said).to_contain_text("holiday.jsonl: not a journal", timeout=MADE_MS)
    page.set_input_files("#file", house.journals / "000001-sweepers.jsonl")
    expect(page.locator("#about")).to_contain_text("000001-sweepers.jsonl", timeout=MADE_MS)
    expect(said).to_have_text("")


def test_at_a_simulated_table_all_may_look(browser: Browser, tmp_path: Path) -> None:
    running = Running(tmp_path, "--bots", "none", "--board", "virtual")
    try:
        running.until_says("the table is ready")
        visitor = Visitor(browser, running, SIZES[0])
        page = visitor.page
        page.goto(running.address)
        # Its start page leads to the meadow too.
        expect(page.get_by_role("link", name="The meadow")).to_be_visible()
        page.get_by_role("link", name="Replay").click()
        expect(page.locator("#list")).to_contain_text("this table has saved no game yet")
        assert visitor.errors == []
        visitor.close()
    finally:
        running.close()

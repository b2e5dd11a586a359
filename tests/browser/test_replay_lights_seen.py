"""The replay page shows the lights of the table that played, and says so where it cannot know."""

from __future__ import annotations

import msgspec
import pytest
from meadow.console.recording import recorded
from meadow.games.package import load_packages
from meadow.journal.lines import encode_header
from meadow.settings.schema import Settings
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.conftest import MADE_MS, SIZES, Visit
from tests.browser.house import House
from tests.browser.looking import serious
from tests.browser.test_pages_seen import too_small
from tests.console.pawed import file_of, pawed
from tests.console.test_lights_again import played

_LIT = """() => [...document.querySelectorAll(".ring circle:nth-of-type(even)")]
  .flatMap((lamp, pixel) => (lamp.getAttribute("fill") === "#2a3d33" ? [] : [pixel]))"""
_AT = """(pixel) => {
  const lamp = document.querySelectorAll(".ring circle:nth-of-type(even)")[pixel];
  return [lamp.getAttribute("cx"), lamp.getAttribute("cy")].map(Number);
}"""


def look_at(page: Page, name: str, journal: bytes) -> None:
    """Bring a journal to the page."""
    page.set_input_files("#file", FilePayload(name=name, mimeType="text/plain", buffer=journal))
    expect(page.locator("#about")).to_contain_text(name, timeout=MADE_MS)
    expect(page.locator(".ring")).to_be_visible()


def test_the_ring_is_the_strip_that_the_table_had(house: House, visit: Visit) -> None:
    sat = played()
    began_ms = sat.table.clock.began_ms
    visitor = visit()
    visitor.log_in()
    page = visitor.open("replay.html")
    look_at(page, "odd.jsonl", file_of(sat.journals[0]))
    expect(page.locator(".ring circle")).to_have_count(2 * 48)
    expect(page.locator("#lit")).to_be_hidden()
    # the spans say that pixel 12 is at the north-west corner, the first of twelve a side
    assert page.evaluate(_AT, 12) == pytest.approx([-91.667, -100], abs=0.01)
    assert page.evaluate(_AT, 0) == pytest.approx([-100, 91.667], abs=0.01)
    made = recorded(sat.journals[0].parsed(), load_packages(), Settings())["film"]["at_ms"]
    for at_ms in (2400, 3500, 4600, 5700):
        page.locator("#at").fill(str(at_ms))
        # a film has a frame each tenth of a second, and the strip had it at that moment
        since_ms = began_ms + max(one for one in made if one <= at_ms)
        sent = [frame for shown, frame in sat.board.strip.frames if shown <= since_ms][-1]
        lit = [pixel for pixel in range(48) if any(sent[3 * pixel : 3 * pixel + 3])]
        assert len(lit) > 0
        assert page.evaluate(_LIT) == lit
    assert visitor.errors == []


def test_it_says_when_it_does_not_know_the_strip(house: House, visit: Visit) -> None:
    journal = pawed()
    header = msgspec.structs.replace(journal.parsed().header, lights=msgspec.UNSET)
    old = encode_header(header) + b"".join(journal.lines)
    for size in SIZES:
        visitor = visit(size)
        visitor.log_in()
        page = visitor.open("replay.html")
        look_at(page, "old.jsonl", old)
        expect(page.locator("#lit")).to_contain_text("they are shown on the usual strip")
        expect(page.locator(".ring circle")).to_have_count(2 * 60)
        assert serious(page) == []
        assert too_small(page) == []
        visitor.shot("replay-usual-strip")
        page.get_by_role("button", name="Other game").click()
        expect(page.locator("#lit")).to_be_hidden()
        look_at(page, "new.jsonl", file_of(journal))
        expect(page.locator("#lit")).to_be_hidden()
        assert visitor.errors == []


def test_the_lights_stay_in_sight_while_one_reads_on_below(house: House, visit: Visit) -> None:
    visitor = visit()
    visitor.log_in()
    page = visitor.open("replay.html")
    look_at(page, "game.jsonl", file_of(pawed()))
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_function("() => scrollY > 0")
    expect(page.locator(".ring")).to_be_in_viewport(ratio=1)

"""What holds for every page: it loads without an error, is small, can be read and be touched."""

from __future__ import annotations

import pytest
from meadow.console.app import STATIC
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, SIZES, WALL, Size, Visit, Visitor
from tests.browser.house import TREATS, House, token_of
from tests.browser.looking import serious

PAGES = ("", "board.html", "console.html", "replay.html")
FIRST_PAGE_BYTES = 150_000
FINGER_PX = 44

_SMALL = """(least) => {
  const all = document.querySelectorAll("button, select, input, summary, a.button, li > a");
  const area = (one) => (one.type === "checkbox" ? one.closest("label") : one);
  return [...all].map((one) => [one, area(one).getBoundingClientRect()])
    .filter(([, { width }]) => width > 0)
    .filter(([, { width, height }]) => Math.min(width, height) < least - 0.5)
    .map(([one, { width, height }]) => `${one.outerHTML.slice(0, 80)}: ${width} x ${height}`);
}"""


# Letters twice as large, as people set them who see little: what is cut, and the narrowest head.
_LARGE = """() => {
  const letters = parseFloat(getComputedStyle(document.documentElement).fontSize) * 2;
  document.documentElement.style.fontSize = `${letters}px`;
  const cut = [...document.querySelectorAll("#bar button, .banner, .seat h2, .seat h3")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent);
  const wide = document.documentElement.scrollWidth > innerWidth ? ["the page is too wide"] : [];
  const heads = [...document.querySelectorAll("h1, #now h2")]
    .filter((one) => one.clientHeight > 4 * parseFloat(getComputedStyle(one).fontSize) * 1.35)
    .map((one) => `${one.textContent}: ${one.clientHeight} high`);
  return [...cut, ...wide, ...heads];
}"""


def cut_when_large(page: Page) -> list[str]:
    """What cannot be read once all letters are twice as large."""
    found: list[str] = page.evaluate(_LARGE)
    return found


def too_small(page: Page) -> list[str]:
    """What there is to press that a finger does not meet."""
    found: list[str] = page.evaluate(_SMALL, FINGER_PX)
    return found


def own_errors(visitor: Visitor) -> list[str]:
    """What went wrong, but for what a browser says of a plain no: games are for operators."""
    return [one for one in visitor.errors if not one.endswith("/replays)")]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_every_page_loads_without_an_error_and_is_small(visit: Visit, size: Size) -> None:
    loaded: set[str] = set()
    for path in PAGES:
        visitor = visit(size)
        page = visitor.open(path)
        page.wait_for_load_state("networkidle")
        expect(page.locator("h1")).to_be_visible()
        expect(page.get_by_role("link", name="All pages")).to_have_count(1 if path else 0)
        visitor.shot(f"{path.removesuffix('.html') or 'start'}-first")
        assert sum(len(answer.body()) for answer in visitor.answers if answer.ok) < FIRST_PAGE_BYTES
        assert own_errors(visitor) == []
        wide: bool = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not wide
        loaded |= {answer.url.rpartition("/")[2] for answer in visitor.answers}
    # No file lies there that no page loads, so each was run by a browser just now.
    ours = {path.name for path in STATIC.iterdir() if path.suffix in (".js", ".css")}
    assert ours - loaded == set()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_no_page_keeps_anybody_out(house: House, visit: Visit, size: Size) -> None:
    """WCAG 2.2 AA as far as axe-core can tell, in the lobby and in a game."""
    operator, crowd, still = visit(size), visit(size), visit(size, still=True)
    found = serious(operator.open(""))
    found += serious(operator.open("replay.html"))
    page = operator.open("console.html")
    page.wait_for_selector("#login:not([hidden])")
    found += serious(page)
    # However little there is, what is at the foot is at the foot of the screen.
    foot = operator.log_in().locator("#foot").bounding_box()
    assert foot is not None
    assert foot["y"] + foot["height"] == pytest.approx(size.height, abs=1)
    operator.shot("console-lobby")
    found += serious(crowd.open_board()) + serious(still.open_board())
    crowd.shot("board-idle")
    still.shot("board-idle-still")
    house.say("sweet-takes", "seat north", "seat five")
    expect(page.locator("#seats")).to_contain_text("Fifth seat")
    for name in ("Scoreboard", "Replay", "All pages"):
        expect(page.locator("#table").get_by_role("link", name=name)).to_be_visible()
    found += serious(page) + serious(crowd.page)
    house.say("leave five", "quick-paws", "way-a", "seat south", "start")
    house.tap("deck", *TREATS[:12])
    house.say("flip")
    house.lay("north", token_of(TREATS[10]))
    house.lay("south", "token.poppy.acorn")
    expect(page.locator("[data-side=south]")).to_contain_text("stray")
    page.locator("[data-side=south] >> text=Overrule").click()
    found += serious(page) + serious(crowd.page)
    operator.shot("console-overrule")
    house.say("end")
    expect(page.locator("#now")).to_contain_text("ended")
    found += serious(page) + serious(crowd.page)
    crowd.shot("board-over")
    assert found == []


def test_all_that_is_pressed_is_large_enough_for_a_finger(house: House, visit: Visit) -> None:
    found = [one for path in PAGES for one in too_small(visit(PHONE).open(path))]
    house.say("sweet-takes", "seat north", "seat five")
    page = visit(PHONE).log_in()
    found += too_small(page)
    house.say("quick-paws", "seat south", "start")
    expect(page.locator("#hand-words")).to_contain_text("A card that cannot be read")
    for summary in page.locator("summary").all():
        summary.click()
    found += too_small(page)
    assert found == []
    assert cut_when_large(page) + cut_when_large(visit(PHONE).open_board()) == []


def test_who_asked_for_no_motion_sees_none(house: House, visit: Visit) -> None:
    visitor = visit(WALL, still=True)
    board = visitor.open_board()
    expect(board.locator(".shorts section")).to_have_count(3)
    assert board.evaluate("document.getAnimations().length") == 0
    moving = visit(WALL)
    page = moving.open_board()
    expect(page.locator(".how h2")).to_have_text("That's My Stash!")
    expect(page.locator("#hold")).to_be_visible()

"""The meadow in a browser: a person sits down, rakes by mouse and fingers, and sees the lights."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE, SIZES, WALL, Size, Visit, Visitor
from tests.browser.looking import serious
from tests.browser.test_pages_seen import FIRST_PAGE_BYTES, too_small
from tests.host.running_table import Running

WAIT_S = 40.0
BEHIND_MM = 27
"""A rake set down so far behind the middle of a token holds it in its tines."""
_PX = """([x, y]) => {
  const [left, top] = meadowPage.view.toPx(x, y);
  const box = document.getElementById("table").getBoundingClientRect();
  return [left + box.left, top + box.top];
}"""
_GREEN = """() => meadowPage.scene.leds.slice(33, 45).some(({ shown }) => {
  const [red, green] = (shown.match(/\\d+/g) ?? [0, 0]).map(Number);
  return green > 90 && red < 60;
})"""

_IN_THE_WAY = """() => [...meadowPage.meadow.pieces]
  .filter(([name, one]) => name.startsWith("token.") && one.at === "meadow"
    && one.y > 120 && Math.abs(one.x) < 120)
  .map(([name]) => name)"""
_FACES = """(place) => Object.fromEntries([...meadowPage.meadow.pieces]
  .filter(([, { at, face }]) => at === place && face).map(([name, { face }]) => [name, face]))"""


@pytest.fixture(scope="module")
def program(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One table for this file; not started where there is no browser to look at it."""
    running = Running(tmp_path_factory.mktemp("meadow"), "--bots", "none")
    try:
        running.until_says("the table is ready")
        yield running
    finally:
        running.close()


@pytest.fixture
def visit(browser: Browser, program: Running) -> Iterator[Visit]:
    visitors: list[Visitor] = []

    def open_window(size: Size = WALL, *, still: bool = False) -> Visitor:
        visitors.append(Visitor(browser, program, size, still=still))
        return visitors[-1]

    yield open_window
    for visitor in visitors:
        visitor.close()


class Seen:
    """The meadow as a page shows it, and what one does there."""

    def __init__(self, visitor: Visitor, program: Running) -> None:
        self.visitor = visitor
        self.page: Page = visitor.page
        self.page.goto(f"{program.address}meadow")
        self.until("() => meadowPage.meadow.pieces.size > 100 && meadowPage.table.state !== null")

    def until(self, so: str) -> None:
        """Wait until something is so, in the page's own words."""
        end_s = time.monotonic() + WAIT_S
        while not self.page.evaluate(so):
            assert time.monotonic() < end_s, f"{so} never came to be; {self.guide()}"
            self.page.wait_for_timeout(50)

    def guide(self) -> str:
        """What the page says goes on."""
        return self.page.inner_text("#guide")

    def press(self, key: str) -> None:
        self.page.click(f"[data-key={key}]")

    def until_phase(self, phase: str) -> None:
        self.until(f"() => meadowPage.table.state.game?.phase === '{phase}'")

    def ask(self, **message: Any) -> None:
        """Have a hand do something, at once and without dragging."""
        assert self.page.evaluate("(message) => meadowPage.meadow.ask(message)", message) == ""

    def piece(self, name: str) -> Any:
        """How a piece lies: `at`, `x`, `y`, `face` and so on."""
        return self.page.evaluate("(name) => meadowPage.meadow.pieces.get(name)", name)

    def faces_at(self, place: str) -> dict[str, str]:
        """handle -> face of what lies open in a place."""
        found: dict[str, str] = self.page.evaluate(_FACES, place)
        return found

    def px(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the table is on the screen."""
        left, top = self.page.evaluate(_PX, [x, y])
        return left, top

    def pull(self, x: float, y: float, to_y: float) -> None:
        """Press the mouse there and draw it to the south, or back."""
        self.page.mouse.move(*self.px(x, y))
        self.page.mouse.down()
        steps = max(4, int(abs(to_y - y) / 5))
        for step in range(1, steps + 1):
            self.page.mouse.move(*self.px(x, y + (to_y - y) * step / steps))
            self.page.wait_for_timeout(18)
        self.page.mouse.up()

    def clear_the_way(self) -> None:
        """Lay elsewhere what a rake pulled off the middle of the south side would take along."""
        for name in self.page.evaluate(_IN_THE_WAY):
            self.ask(**{"is": "lay", "piece": name, "to": "box"})

    def rake_off(self, token: str) -> None:
        """Rake a token off the south side."""
        self.ask(**{"is": "lay", "piece": token, "to": "meadow", "x": 0, "y": 215})
        self.until(f"() => meadowPage.meadow.pieces.get('{token}').at === 'meadow'")
        lies = self.piece(token)
        self.pull(lies["x"], lies["y"] - BEHIND_MM, 285)

    def tap(self, name: str) -> None:
        """Tap a piece, so that its menu opens."""
        lies = self.piece(name)
        self.page.mouse.click(*self.px(lies["x"], lies["y"]))
        expect(self.page.locator("#menu")).to_be_visible()


def test_a_person_sits_deals_rakes_a_token_off_and_sees_the_match_on_all_pages(
    program: Running, visit: Visit
) -> None:
    mine, crowd, operator = Seen(visit(), program), visit(WALL), visit(PHONE)
    board, console = crowd.open_board(), operator.log_in()
    mine.press("sit-south")
    mine.press("card-quick-paws")
    expect(board.locator("#title")).to_have_text("Quick Paws")
    mine.press("join-south")
    expect(board.locator("li.seat.of-south")).to_be_visible()
    mine.press("card-start")
    mine.press("deal-all")
    mine.until_phase("ready")
    mine.press("flip")
    mine.until_phase("playing")
    mine.press("turn")
    mine.until("() => meadowPage.box.uncovered('south').length === 1")
    [(card, face)] = mine.faces_at("cards.south").items()
    token = face.replace("treat.", "token.")
    expect(mine.page.locator("#guide")).to_contain_text(face.split(".")[1])

    mine.visitor.shot("meadow-playing")
    mine.clear_the_way()
    mine.rake_off(token)
    mine.until(f"() => meadowPage.meadow.pieces.get('{token}').at === 'tray.south'")
    mine.until(_GREEN)
    mine.visitor.shot("meadow-match")
    name = f"{face.split('.')[2].capitalize()} on {face.split('.')[1]}"
    expect(console.locator("[data-side=south]")).to_contain_text(f"in the tray: {name}, fits")
    expect(board.locator("li.seat.of-south")).to_contain_text(name)

    mine.tap(token)
    mine.page.get_by_role("menuitem", name="Onto my card").click()
    mine.until(f"() => meadowPage.meadow.pieces.get('{token}').on === '{card}'")
    expect(board.locator("li.seat.of-south")).to_contain_text("1 of 7")
    # the rake that was pulled off lies beside the side, and said nothing
    mine.until(
        "() => [...meadowPage.meadow.pieces.values()].some((one) => one.at === 'beside.south')"
    )
    assert mine.visitor.errors == []
    foot = console.locator("#bar")  # for the next test
    foot.get_by_role("button", name="End").click()
    console.get_by_role("button", name="Yes").click()
    foot.get_by_role("button", name="Next game").click()
    expect(foot.get_by_role("button", name="Start")).to_be_visible()


def test_two_fingers_pull_two_rakes_at_once(program: Running, visit: Visit) -> None:
    tablet = Seen(visit(PHONE), program)
    # No test sits where another one sat: a place is kept for whoever left for a while.
    tablet.press("sit-east")
    tablet.press("panel")
    tablet.press("seat-west")
    tablet.press("close")
    tablet.until("() => meadowPage.meadow.room.you.length === 2")
    touch = tablet.page.context.new_cdp_session(tablet.page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        places = [tablet.px(*point) for point in points]
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
        tablet.page.wait_for_timeout(30)

    fingers("touchStart", (100, 60))
    fingers("touchStart", (100, 60), (-100, -60))
    for step in range(20):
        fingers("touchMove", (100 + 4 * step, 60), (-100 - 4 * step, -60))
    held = ("held.east", "held.west")
    for seat in held:
        tablet.until(
            f"() => [...meadowPage.meadow.pieces.values()].some((one) => one.at === '{seat}')"
        )
    tablet.visitor.shot("meadow-two-fingers")
    fingers("touchEnd")
    tablet.until(
        "() => [...meadowPage.meadow.pieces].filter(([name, one]) => name.startsWith('rake.') "
        "&& one.at === 'meadow' && Math.abs(one.x) > 120).length === 2"
    )
    assert tablet.visitor.errors == []


def test_whoever_reloads_sits_where_they_sat(program: Running, visit: Visit) -> None:
    mine = Seen(visit(PHONE), program)
    mine.press("sit-north")
    mine.until("() => meadowPage.meadow.room.you.join() === 'north'")
    mine.page.reload()
    mine.until("() => globalThis.meadowPage?.meadow?.room?.you.join() === 'north'")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_the_meadow_is_small_can_be_touched_and_keeps_nobody_out(
    program: Running, visit: Visit, size: Size
) -> None:
    seen = Seen(visit(size), program)
    assert (
        sum(len(answer.body()) for answer in seen.visitor.answers if answer.ok) < FIRST_PAGE_BYTES
    )
    seen.ask(**{"is": "set-out", "game": "sweepers"})
    seen.page.wait_for_timeout(800)
    seen.visitor.shot("meadow-first")
    assert serious(seen.page) == []
    assert too_small(seen.page) == []
    if size is PHONE:
        seen.press("panel")
    seen.page.click("summary")
    seen.visitor.shot("meadow-panel")
    assert serious(seen.page) == []
    assert too_small(seen.page) == []
    assert seen.visitor.errors == []

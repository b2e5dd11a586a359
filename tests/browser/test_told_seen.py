"""What a player's phone says of itself and offers: nothing is offered that would be refused, and
what is refused is seen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE, Visitor
from tests.browser.test_meadow_seen import Seen
from tests.host.running_table import Running

_TOP = "() => document.getElementById('table').getBoundingClientRect().top"
_SAYS = """([game, pause, side, cues]) => {
  const { state } = meadowPage.table;
  const sides = state.game.sides.map((one) => (one.side === "south" ? { ...one, ...side } : one));
  const told = { game: { ...state.game, sides, ...game }, pause: { ...state.pause, ...pause } };
  meadowPage.table.state = { ...state, cues: cues ?? state.cues, ...told };
  meadowPage.changed();
}"""
_BROKEN = {"paused": "reader", "broken": ["south"]}
_LIES_OVER = """(above) => {
  const z = (id) => Number(getComputedStyle(document.getElementById(id)).zIndex);
  const [one, other] = above.map(z);
  return one > other;
}"""


@pytest.fixture
def mine(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seen]:
    """A phone at South's side of a table without bots."""
    running = Running(tmp_path_factory.mktemp("told"), "--bots", "none", "--board", "virtual")
    try:
        running.until_says("the table is ready")
        visitor = Visitor(browser, running, PHONE)
        seen = Seen(visitor, running)
        seen.ask(**{"is": "sit", "seats": ["south"]})
        yield seen
        assert visitor.errors == []
        visitor.close()
    finally:
        running.close()


def _says(page: Page, **told: object) -> None:
    """The table says this, as far as the page knows, until it says something else by itself."""
    page.evaluate(
        _SAYS, [told.get(key, {}) for key in ("game", "pause", "side")] + [told.get("cues")]
    )


def test_a_phone_offers_what_this_player_can_do_now_and_says_what_was_refused(mine: Seen) -> None:
    page, guide = mine.page, mine.page.locator("#guide")

    def offered(key: str) -> int:
        return page.locator(f"#guide [data-key={key}]").count()

    # the ways of what is chosen, with a way back, and what is refused there is seen there
    mine.press("card-sweet-takes")
    mine.press("more")
    ways = page.get_by_role("region", name="Ways to play")
    expect(ways).to_contain_text("an operator chooses how many sets")
    expect(ways).not_to_contain_text("Way A")
    mine.press("close")
    mine.press("panel")
    mine.press("word-thats-my-stash")
    expect(ways).to_contain_text("Way A")
    expect(ways).not_to_contain_text("Way D")
    expect(page.locator("[data-key=close]")).to_be_in_viewport()
    mine.press("word-start")
    expect(page.locator("#toast")).to_contain_text("2 to 4 players")
    assert page.evaluate(_LIES_OVER, ["toast", "panel"])
    mine.press("word-quick-paws")
    mine.press("close")

    mine.press("join-south")
    mine.until("() => meadowPage.table.state.lobby.seats.length === 1")
    page.wait_for_timeout(1000)  # sooner it would be the card Start that is shown already
    mine.press("card-start")
    mine.press("deal-all")
    mine.until_phase("ready")
    _says(page, cues={"north": {"name": "flip"}})
    expect(page.locator("#guide [data-key=flip]")).to_have_count(0)
    _says(page, cues={"south": {"name": "flip"}})
    mine.press("flip")
    mine.until_phase("playing")
    top = page.evaluate(_TOP)
    stray = {"token": "token.heather.acorn", "verdict": "stray"}
    match = {"token": "token.moss.acorn", "verdict": "match"}
    _says(page, side={"tray": [match, stray]})
    expect(guide).to_contain_text("Put back acorn on heather")
    _says(page, side={"tray": [stray]})
    expect(guide).to_contain_text("Put it back")
    _says(page, pause=_BROKEN)
    expect(guide).to_contain_text("people go on: on three")
    assert (offered("three"), offered("stop")) == (0, 0)
    _says(page, pause={"paused": "", "broken": []}, side={"tray": [], "off": True})
    expect(guide).to_contain_text("You are switched off")
    assert (offered("stop"), offered("turn")) == (0, 0)
    assert page.evaluate(_TOP) == top

    # Referee check: the table learns from the player alone that a card is covered, and so opens
    # the next.
    check, shown = {"referee": "check"}, {"off": False, "open": ["treat.moss.acorn"]}
    _says(page, game=check, side=shown)
    mine.press("turn")
    mine.until("() => meadowPage.box.uncovered('south').length === 1")
    _says(page, game=check, side=shown)
    expect(guide).to_contain_text("rake this token")
    [card] = mine.faces_at("cards.south")
    mine.ask(**{"is": "lay", "piece": "token.moss.acorn", "to": card})
    mine.until("() => meadowPage.box.uncovered('south').length === 0")
    _says(page, game=check, side=shown)
    expect(guide).to_contain_text("covered? then say so")
    expect(page.locator("[data-key=claim]")).to_have_class("main")
    assert offered("turn") == 0
    _says(page, game=check, side={**shown, "covered": 1})
    expect(guide).to_contain_text("turn up your next card")
    _says(page, game={"phase": "drawing", "draw_for": "north", "draws_left": 1, "set_aside": []})
    expect(guide).to_contain_text("waiting for North, where nobody sits now")

"""At the end the scoreboard and the console say how long it took."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import WALL, Visit
from tests.browser.house import TREATS, House, token_of

TOOK = re.compile(r"all cards covered after 0:\d\d\.\d")


def test_the_winners_time_stands_on_board_and_console_also_after_a_reload(
    house: House, visit: Visit
) -> None:
    house.say("quick-paws", "way-a", "seat north", "start")
    house.tap("deck", *TREATS[:6])
    house.say("flip")
    crowd, operator = visit(WALL), visit()
    board, page = crowd.open_board(), operator.log_in()
    for card in reversed(TREATS[:6]):
        house.tap("north", token_of(card))
    expect(board.locator(".banner.won")).to_contain_text("Won, all together!")
    expect(board.locator(".banner.won")).to_contain_text(TOOK)
    expect(page.locator("#now")).to_contain_text(TOOK)
    took = TOOK.search(board.locator(".banner.won").inner_text())
    assert took is not None
    board.reload()
    expect(board.locator(".banner.won")).to_contain_text(took[0])
    crowd.shot("board-won")
    operator.shot("console-won")
    assert operator.errors == crowd.errors == []

"""Controls stay what they are while everything else at the table changes."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import WALL, Visit
from tests.browser.house import TREATS, House
from tests.browser.watching import Watched


def test_no_control_of_the_console_becomes_another_in_sweepers(house: House, visit: Visit) -> None:
    page = visit(WALL).log_in()
    now, watched = page.locator("#now"), Watched(page)
    house.say("quick-paws", "referee-check", "seat south", "way-b", "seat east", "seat north")
    expect(page.locator("[data-side=north]")).to_contain_text("joined")
    house.say("leave east", "age north 1", "age south 2", "start")
    expect(now).to_contain_text("A card for North")
    house.tap("deck", *TREATS[:14])
    expect(now).to_contain_text("takes from South")
    house.tap("deck", TREATS[13])
    house.say("flip")
    north = page.locator("[data-side=north]")
    expect(north).to_contain_text("open:")
    house.lay("north", "token.poppy.acorn")
    expect(north).to_contain_text("in the tray")
    house.lift("north", "token.poppy.acorn")
    house.say("stop north", "ask north")
    expect(now).to_contain_text("misses a token")
    house.unplug("south")
    expect(now).to_contain_text("does not answer")
    house.plug("south")
    expect(now).not_to_contain_text("does not answer")
    house.say("off south", "undo", "award south")
    expect(now).to_contain_text("North and South win!")
    assert watched.changed() == []
    assert watched.met() > 50


def test_no_control_of_the_console_becomes_another_in_sweet_takes(
    house: House, visit: Visit
) -> None:
    page = visit(WALL).log_in()
    now, watched = page.locator("#now"), Watched(page)
    house.say("sweet-takes", "deal-unscanned", "seat south", "seat north", "seat east")
    expect(page.locator("[data-side=east]")).to_contain_text("joined")
    house.say("seat five", "leave south", "start")
    expect(now).to_contain_text("Who last ate a sweet?")
    house.say("leader east", "stash", "play card.blue-worms.1")
    expect(now).to_contain_text("is to play")
    house.say("play card.blue-worms.2", "play card.blue-worms.3", "off north")
    expect(page.locator("[data-side=north]")).to_contain_text("won 3")
    house.say("undo", "award east")
    expect(now).to_contain_text("East wins!")
    assert watched.changed() == []
    assert watched.met() > 50

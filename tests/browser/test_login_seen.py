"""The PIN in a browser: refused, limited, and asked for no longer once it was right."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.house import House


def test_a_wrong_pin_is_refused_and_many_have_to_wait(house: House, visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("console.html")
    wrong = "000000" if house.pin != "000000" else "111111"
    for left in ("4 more tries", "3 more tries", "2 more tries", "1 more try"):
        page.fill("#pin", wrong)
        page.click("#login button")
        expect(page.locator("#pin-why")).to_have_text(f"wrong PIN: {left} without a wait")
    page.fill("#pin", wrong)
    page.click("#login button")
    expect(page.locator("#pin-why")).to_have_text("wrong PIN: wait 30 seconds")
    # While there is a wait even the right one is not looked at.
    page.fill("#pin", house.pin)
    page.click("#login button")
    expect(page.locator("#pin-why")).to_contain_text("too many wrong PINs: try again in")
    visitor.shot("console-refused")
    expect(page.locator("#main")).to_be_hidden()
    assert house.pin not in house.log


def test_an_operator_stays_one_over_a_reload_and_until_the_logout(
    house: House, visit: Visit
) -> None:
    visitor = visit()
    page = visitor.log_in()
    page.reload()
    expect(page.locator("#main")).to_be_visible()
    page.get_by_role("button", name="Log out").click()
    expect(page.locator("#login")).to_be_visible()
    expect(page.locator("#main")).to_be_hidden()
    page.reload()
    expect(page.locator("#login")).to_be_visible()
    assert visitor.errors == []


def test_journals_are_for_operators_to_download(house: House, visit: Visit) -> None:
    house.say("quick-paws", "seat north", "start", "end")
    page = visit().log_in()
    page.locator("#journals summary").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the game of").click()
    assert download.value.suggested_filename == "000001-sweepers.jsonl"
    assert download.value.path().read_bytes().startswith(b'{"journal"')

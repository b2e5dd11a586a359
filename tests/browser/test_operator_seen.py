"""The console says what is chosen, what was undone and what is next; saved games speak in words."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from meadow.journal.lines import encode_header
from meadow.journal.read import read_journal
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import MADE_MS, PHONE, Size, Visit
from tests.browser.house import TREATS, House, token_of
from tests.browser.looking import keep, until_kept

TABLET = Size("tablet", 1024, 768)


_BOXES = """(all) => all.map((one) => one.getBoundingClientRect())
  .map(({ x, y, width }) => [x, y, width])"""


class Box(NamedTuple):
    x: float
    y: float
    width: float


def boxes(page: Page, what: str) -> list[Box]:
    """Where all of these are at one moment."""
    found: list[list[float]] = page.locator(what).evaluate_all(_BOXES)
    return [Box(*box) for box in found]


def playing(house: House, *sides: str) -> None:
    house.say("thats-my-stash", "way-a", *[f"seat {side}" for side in sides], "start")
    house.tap("deck", *TREATS[: 6 * len(sides)])
    house.say("start")


# ------------------------------------------------------------------------------------ the PIN


def test_a_pin_of_another_length_gets_a_plain_line_and_costs_no_try(
    house: House, visit: Visit
) -> None:
    page = visit().open("console.html")
    for pin, why in (
        ("12345", "a PIN has 6 digits, and here are 5"),
        ("1", "a PIN has 6 digits, and here is 1"),
        ("", "a PIN has 6 digits, and here are none"),
        ("12345678", "a PIN has 6 digits, and here are 8"),
        ("12345x", "a PIN is 6 digits and nothing else"),
    ):
        page.fill("#pin", pin)
        page.get_by_role("button", name="Open the console").click()
        expect(page.locator("#pin-why")).to_have_text(why)
    assert "wrong PIN" not in house.log


def test_after_a_restart_the_page_says_why_it_asks_for_the_pin(house: House, visit: Visit) -> None:
    visitor = visit()
    page = visitor.log_in()
    house.end()
    house.start_again()
    since = page.locator("#pin-since")
    expect(since).to_have_text("The table started anew since you were in: say the PIN again.")
    visitor.shot("console-after-restart")
    page.reload()
    expect(since).to_have_text("The table started anew since you were in: say the PIN again.")
    page = visitor.log_in()
    page.get_by_role("button", name="Log out").click()
    expect(page.locator("#login")).to_be_visible()
    expect(since).to_have_text("")


# ------------------------------------------------------------------------------------ choices


def test_what_will_be_played_is_marked_and_what_does_not_go_with_it_is_not_there(
    house: House, visit: Visit
) -> None:
    house.say("thats-my-stash")
    page = visit().log_in()

    live = page.locator("#choose").get_by_role("button", name="Live")
    check = page.locator("#choose").get_by_role("button", name="Check")
    rounds = page.locator("#choose").get_by_role("button", name="D: rounds")
    expect(live).to_have_attribute("aria-pressed", "true")
    expect(check).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#choose").get_by_role("button", name="A: six cards")).to_be_visible()
    expect(rounds).to_have_count(0)
    check.click()
    expect(check).to_have_attribute("aria-pressed", "true")
    expect(live).to_have_attribute("aria-pressed", "false")
    house.say("quick-paws")
    rounds.click()
    expect(rounds).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#choose").get_by_role("button", name="A: six cards")).to_have_count(0)
    # What is chosen is not said again; how to take it back is.
    rounds.click()
    expect(page.locator("#said")).to_contain_text("Chosen already: D: rounds")
    expect(page.locator("#said")).to_contain_text("Clear, below, takes all choices back")
    assert house.log.count("says 'way-d'") == 1


# -------------------------------------------------------------------------------------- in play


def test_players_are_compact_and_what_is_picked_can_be_told_apart(
    house: House, visit: Visit
) -> None:
    phone, tablet = visit(), visit(TABLET)
    small, wide = phone.log_in(), tablet.log_in()
    playing(house, "north", "east", "south", "west")
    for page in (small, wide):
        expect(page.locator("[data-side=west]")).to_contain_text("open:")
    tops = [box.y for box in boxes(wide, "[data-side]")]
    assert (len(tops), len(set(tops))) == (4, 1)
    expect(small.get_by_label("Name of North")).to_be_hidden()
    heights = [box.y for box in boxes(small, "[data-side]")]
    assert len(heights) == 4
    assert max(low - high for high, low in pairwise(heights)) < 220
    north = small.locator("[data-side=north]")
    north.get_by_text("Overrule").click()
    for box in boxes(small, "[data-side=north] [data-picks] select"):
        assert box.width > 240  # "Blueberry on heather (token)" in whole
    phone.shot("console-overrule-names")
    tablet.shot("console-four-in-a-row")
    north.get_by_text("Name", exact=True).first.click()
    expect(small.get_by_label("Name of North")).to_be_visible()


def test_the_head_says_why_it_stands_and_what_is_next(house: House, visit: Visit) -> None:
    page = visit().log_in()
    now = page.locator("#now")
    expect(now).to_contain_text("tap one, or lay its card on the deck reader")
    playing(house, "north", "east")
    expect(now).to_contain_text("The game is on")
    # This time and those of the history count from different moments: both say so.
    expect(now.locator("#clock")).to_have_text(re.compile(r"^0:\d\d\.\d played$"))
    expect(page.get_by_text("Times count from Start on, dealing and pauses too")).to_be_visible()
    house.lay("north", "token.poppy.acorn")
    house.lift("north", "token.poppy.acorn")
    page.locator("#bar").get_by_role("button", name="Undo").click()
    expect(now).to_contain_text("Taken back: north: back to the meadow: acorn on poppy")
    expect(now).to_contain_text("or On three, below")
    expect(page.locator("#history")).to_contain_text("taken back: north: back to the meadow")
    house.say("award north")
    expect(now).to_contain_text("Next game, below, clears the table; Undo opens this one again")


def test_a_new_game_begins_with_an_empty_history(house: House, visit: Visit) -> None:
    page = visit().log_in()
    playing(house, "north", "east")
    house.say("award north")
    expect(page.locator("#history")).to_contain_text("the operator gives the victory to north")
    page.wait_for_timeout(3100)  # a table that was only just done with a game begins no other
    page.locator("#bar").get_by_role("button", name="Next game").click()
    expect(page.locator("#history li")).not_to_have_count(0)
    page.wait_for_timeout(3100)
    page.locator("#bar").get_by_role("button", name="Start").click()
    expect(page.locator("#now")).to_contain_text("A card for North")
    expect(page.locator("#said")).to_have_text("Done: the game begins")
    expect(page.locator("#history li")).to_have_count(0)


def test_brightness_has_a_number_and_is_never_drawn_to_dark(house: House, visit: Visit) -> None:
    page = visit().log_in()
    slider, number = page.get_by_label("Brightness"), page.locator("#bright")
    expect(number).to_have_text("50 %")
    slider.focus()
    page.keyboard.press("Home")
    expect(number).to_have_text("5 %")
    expect(page.locator("#said")).to_have_text("Done: brightness 5 %")
    expect(page.locator("#table")).to_contain_text("So dark that the lights may be overlooked")
    page.keyboard.press("End")
    expect(number).to_have_text("100 %")
    expect(page.locator("#table")).not_to_contain_text("overlooked")


# ---------------------------------------------------------------------------------- saved games


def test_a_saved_game_is_told_in_words_and_by_the_clock_of_whoever_looks(
    browser: Browser, house: House
) -> None:
    playing(house, "north", "east")
    house.say("award north")
    context = browser.new_context(timezone_id="Asia/Tokyo", locale="en-GB")
    page = context.new_page()
    page.goto(f"{house.address}static/console.html")
    page.fill("#pin", house.pin)
    page.click("#login button")
    page.locator("#journals summary").click()
    row = page.locator("#journal-list li")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("That's My Stash!, way A")
    expect(row).to_contain_text("North and East: the operator gives the victory to north")
    header = (house.journals / "000001-sweepers.jsonl").read_bytes().partition(b"\n")[0]
    began = re.search(rb'"began":"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)', header)
    assert began is not None
    hour = (int(began[4]) + 9) % 24  # in Tokyo
    expect(row).to_contain_text(f", {hour:02}:{began[5].decode()}")
    with context.expect_page() as opened:
        row.get_by_role("link", name="Look").click()
    replay = opened.value
    expect(replay.locator("#title")).to_have_text("That's My Stash!, way A", timeout=MADE_MS)
    expect(replay.locator("#about")).to_contain_text(f", {hour:02}:{began[5].decode()}")
    expect(page.locator("#main")).to_be_visible()
    replay.get_by_role("link", name="To the console").click()
    expect(replay.locator("#main")).to_be_visible()
    # What calls itself a date and is none is not shown as one.
    journal = read_journal(house.journals / "000001-sweepers.jsonl")
    undated = encode_header(replace(journal.header, began="<b>soon"))
    (house.journals / "000000-sweepers.jsonl").write_bytes(undated)
    replay.locator("#journals summary").click()
    expect(replay.locator("#journal-list li p").nth(3)).to_have_text(
        "No date, That's My Stash!, way A"
    )
    context.close()


def test_of_many_saved_games_the_newest_are_shown_and_older_ones_when_asked(
    house: House, visit: Visit
) -> None:
    house.journals.mkdir(exist_ok=True)
    for number in range(1, 1001):
        (house.journals / f"{number:06}-sweepers.jsonl").write_bytes(b"broken\n" * (number % 5))
    page = visit(PHONE).log_in()
    page.locator("#journals summary").click()
    rows = page.locator("#journal-list li.saved")
    expect(rows).to_have_count(40)
    expect(rows.first).to_contain_text("001000-sweepers.jsonl")
    expect(rows.first).to_contain_text("not a journal")
    expect(rows.first.get_by_role("link", name="Look")).to_have_count(0)
    page.get_by_role("button", name="Older games").click()
    expect(rows).to_have_count(80)
    # What was asked for stays while the list is kept up to date.
    page.wait_for_timeout(300)
    house.say("quick-paws", "seat north", "start")
    expect(rows).to_have_count(81, timeout=15_000)


def test_a_token_that_is_overruled_is_named_at_the_foot(house: House, visit: Visit) -> None:
    playing(house, "north", "east")
    page = visit().log_in()
    north = page.locator("[data-side=north]")
    expect(north).to_contain_text("open:")
    north.get_by_text("Overrule").click()
    north.get_by_role("button", name="Counts").click()
    name = token_of(TREATS[10]).removeprefix("token.")
    background, _, item = name.partition(".")
    said = f"{item.capitalize()} on {background} counts for {item.capitalize()} on {background}"
    expect(page.locator("#said")).to_have_text(f"Done: {said}")
    # What would take it away is not picked already, though it is the only one.
    expect(north.get_by_label("stray token").locator("option")).to_have_count(2)
    north.get_by_role("button", name="Fits no card").click()
    expect(page.locator("#said")).to_have_text("Choose first, then press the button")
    # Whoever is switched off has no say.
    house.say("off north")
    expect(north).to_contain_text("switched off: not in play")
    expect(north.get_by_role("button")).to_have_count(0)
    expect(page.locator("[data-side=east]").get_by_role("button", name="Stop!")).to_be_visible()
    # Of a pause on top of a Stop! it is said that both have to end.
    house.say("stop east", "pause")
    expect(page.locator("#now")).to_contain_text(
        "the operator paused it; the Stop! is still on after that: on three twice; anyone's rake"
    )


def test_the_foot_forgets_what_was_said_of_a_part_of_the_game_that_is_over(
    house: House, visit: Visit
) -> None:
    house.say("thats-my-stash", "way-a", "seat north", "seat east", "start")
    page = visit().log_in()
    said = page.locator("#said")
    house.tap("deck", TREATS[0])
    expect(page.locator("#now")).to_contain_text("A card for East")
    house.tap("deck", TREATS[0])
    expect(said).to_have_class("bad")
    expect(said).not_to_have_text("")
    page.wait_for_timeout(1600)
    house.tap("deck", *TREATS[1:12])
    expect(page.locator("#now")).to_contain_text("Ready")
    expect(said).to_have_text("")
    # What led to another part stays to be read.
    keep(page, "#said", "#now h2")
    page.locator("#bar").get_by_role("button", name="On three").click()
    until_kept(page, r"^Done: go on$", r"^On three \.\.\.")


def test_a_login_that_ended_elsewhere_says_so_and_an_own_logout_does_not(
    house: House, visit: Visit
) -> None:
    visitor = visit()
    page = visitor.log_in()
    other = page.context.new_page()
    other.goto(f"{house.address}static/console.html")
    other.get_by_role("button", name="Log out").click()
    expect(other.locator("#login")).to_be_visible()
    expect(page.locator("#pin-why")).to_contain_text("this login is over")
    other.wait_for_timeout(500)
    expect(other.locator("#pin-why")).to_have_text("")

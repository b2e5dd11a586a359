"""The scoreboard says what is true: how it is played as chosen, whom all wait for, how it ended."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import WALL, Visit
from tests.browser.house import TREATS, House, token_of

LEAST_CONTRAST = 3.0
"""Of a picture on its ground (WCAG 1.4.11)."""

# The contrast of each mark with what lies behind it; an svg has no ground of its own.
_CONTRASTS = """() => {
  const light = (colour) => {
    const parts = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255);
    const [r, g, b] = parts.map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (one) => {
    const colour = getComputedStyle(one).backgroundColor;
    const isClear = colour.startsWith("rgba(0, 0, 0, 0");
    return isClear && one.parentElement ? ground(one.parentElement) : colour;
  };
  return [...document.querySelectorAll(".mark")].map((one) => {
    const both = [light(getComputedStyle(one).fill), light(ground(one))].sort((a, b) => b - a);
    return [one.getAttribute("class"), (both[0] + 0.05) / (both[1] + 0.05)];
  });
}"""


def faint(page: Page) -> list[str]:
    """The shapes of sides and suits that can hardly be seen; there must be some to look at."""
    found: list[tuple[str, float]] = page.evaluate(_CONTRASTS)
    assert found
    return [f"{name}: {contrast:.1f}" for name, contrast in found if contrast < LEAST_CONTRAST]


_CUT = """() => [...document.querySelectorAll(".seat, .seat h2 span, .banner, .steps li")]
  .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1
    || one.getBoundingClientRect().bottom > innerHeight)
  .map((one) => one.outerHTML.slice(0, 200))"""


def cut(page: Page) -> list[str]:
    """What does not fit into its place on a screen that nobody scrolls."""
    found: list[str] = page.evaluate(_CUT)
    return found


def test_at_the_end_of_sweet_takes_nobody_is_told_what_to_follow(
    house: House, visit: Visit
) -> None:
    house.say("sweet-takes", "deal-unscanned", "seat north", "seat south", "seat west")
    house.say("leader north", "start")
    crowd = visit(WALL)
    board = crowd.open_board()
    banner = board.locator(".banner")
    expect(banner).to_contain_text("North leads")
    house.tap("deck", "card.green-bursts.4")
    expect(banner).to_contain_text("South is to play")
    expect(banner).to_contain_text("follow  Green bursts")
    assert faint(board) == []
    house.say("pause")
    expect(banner).to_contain_text("the operator paused it")
    expect(banner).not_to_contain_text("follow")
    house.say("award west")
    expect(banner).to_contain_text("West wins!")
    expect(banner).to_contain_text("by the operator's word")
    expect(banner).not_to_contain_text("follow")
    expect(banner.locator("svg.of-west")).to_have_count(1)
    assert faint(board) == []
    crowd.shot("board-awarded")
    assert crowd.errors == []


def test_after_a_failed_check_board_and_console_say_why_play_stands_still(
    house: House, visit: Visit
) -> None:
    house.say("thats-my-stash", "way-a", "referee-check")
    for side, rake in (("north", "rake.red"), ("south", "rake.blue")):
        house.tap(side, rake)
    house.say("start")
    house.tap("deck", *TREATS[:12])
    crowd, operator = visit(WALL), visit()
    board, page = crowd.open_board(), operator.log_in()
    expect(board.locator("#about")).to_have_text(
        "players are checked after their shout, six cards each"
    )
    house.say("start")
    expect(board.locator(".banner.plain")).to_contain_text("begins")
    tokens = [token_of(card) for card in TREATS[:12:2]]  # North's own cards, dealt in turn
    house.tap("north", *tokens)
    house.say("stashed north")
    expect(board.locator(".banner")).to_contain_text("North is checked")
    expect(board.locator(".banner")).to_contain_text("North lays the tokens into the own tray")
    for token in tokens[:4]:
        house.tap("north", token)
    house.tap("north", "rake.red")
    for told in (board.locator(".banner"), page.locator("#now")):
        expect(told).to_contain_text("A new card for North")
        expect(told).to_contain_text("North has 2 mistakes; 2 cards to draw")
    house.tap("deck", *TREATS[12:14])
    for told in (board.locator(".banner"), page.locator("#now")):
        expect(told).to_contain_text("Play stands still: North has 2 mistakes")
        expect(told).to_contain_text("anyone's rake on the deck reader: on three")
    expect(board.locator("li.seat.of-north")).to_contain_text("2 mistakes")
    assert cut(board) == []
    crowd.shot("board-penalised")
    assert crowd.errors == operator.errors == []


def test_in_quick_paws_the_board_says_whom_all_wait_for(house: House, visit: Visit) -> None:
    house.say("quick-paws", "way-a", "seat north", "seat south", "age south 1", "age north 2")
    house.say("start")
    house.tap("deck", *TREATS[:12])
    crowd = visit(WALL)
    board = crowd.open_board()
    expect(board.locator(".banner")).to_contain_text("South does so: the rake in the own tray")
    house.say("flip")
    expect(board.locator("#clock")).to_contain_text("1:")
    house.tap("north", token_of(TREATS[10]))
    expect(board.locator(".banner")).to_contain_text("All wait for South")
    expect(board.locator("li.seat.of-south")).to_have_class("seat of-south on")
    expect(board.locator("li.seat.of-north")).to_contain_text("covered: waits for the others")
    # What is looked for is there as a picture, too.
    expect(board.locator("li.seat.of-south svg.picture-of path").first).to_be_visible()
    expect(board.locator("li.seat.of-north svg.picture-of")).to_have_count(0)
    assert cut(board) == []
    crowd.shot("board-waits")
    house.tap("south", token_of(TREATS[11]))
    expect(board.locator(".banner")).not_to_contain_text("All wait")
    assert crowd.errors == []


HOW_TO_PLAY = (
    ("thats-my-stash", "All seven covered first? You win"),
    ("thats-my-stash way-a", "All six covered first? You win"),
    ("thats-my-stash way-a way-b", "All cards covered first? You win"),
    ("thats-my-stash way-c", "With your other hand rake the token of your open card"),
    ("thats-my-stash referee-check", "All seven covered? Your rake in your tray: Stashed!"),
    ("quick-paws", "All turn the next card, seven times"),
    ("quick-paws way-d", "All turn the next card, six in the first round"),
    ("sweet-takes", "Follow that suit if you can, else the second suit"),
    ("sweet-takes seat-north seat-south", "Follow that suit if you can3 "),
    ("sweet-takes", "Low cards count more. Most points win"),
)


def test_how_to_play_is_told_as_it_was_chosen(house: House, visit: Visit) -> None:
    board = visit(WALL).open_board()
    for chosen, told in HOW_TO_PLAY:
        house.say(*chosen.split())
        expect(board.locator(".steps")).to_contain_text(told)
        assert cut(board) == []
        house.say("end")
        expect(board.locator("#title")).to_have_text("Meadow Table")


def test_a_name_stands_beside_its_side_and_nothing_else_of_a_person(
    house: House, visit: Visit
) -> None:
    house.say("thats-my-stash", "seat north", "age north 1", "hand north other")
    house.tap("south", "rake.blue")
    operator, crowd = visit(), visit(WALL)
    page, board = operator.log_in(), crowd.open_board()
    page.get_by_label("All may see the names").check()
    page.get_by_label("Name of North").fill("Maximiliane Josephine of the Seven Moss")
    page.get_by_label("Name of North").press("Tab")
    expect(board.locator("li.seat.of-north h2")).to_contain_text("Maximiliane")
    expect(board.locator("li.seat.of-north h2")).to_contain_text("North")
    assert cut(board) == []
    page.get_by_label("Name of North").fill("Ada")
    page.get_by_label("Name of North").press("Tab")
    expect(page.locator("[data-side=north] h3")).to_have_text("Ada (North)")
    expect(board.locator("li.seat.of-north")).to_have_text("AdaNorthjoined")
    expect(board.locator("li.seat.of-north h2 svg.of-north")).to_have_count(1)
    expect(board.locator("li.seat.of-south")).to_have_text("Southjoined")
    house.say("start")
    expect(board.locator(".banner")).to_contain_text("A card for Ada (North)")
    expect(board.locator(".banner svg.of-north")).to_have_count(1)
    assert operator.errors == crowd.errors == []


NAMES = (
    ("North", "Anna-Katharina von Hohenstein"),
    ("East", "Bo"),
    ("South", "Maximiliane Josephine of the Seven Moss"),
    ("West", "Anna-Katharina"),
)


def test_a_card_that_is_open_again_stands_beside_the_other_with_both_pictures(
    house: House, visit: Visit
) -> None:
    house.say("thats-my-stash", "seat north", "seat east", "seat south", "seat west")
    page = visit().log_in()
    page.get_by_label("All may see the names").check()
    for side, name in NAMES:  # long ones, for there must be room for all of it
        page.get_by_label(f"Name of {side}").fill(name)
        page.get_by_label(f"Name of {side}").press("Tab")
        expect(page.locator("#said")).to_have_text(f"Done: {side} is {name}")
    house.say("start")
    house.tap("deck", *TREATS[:28])
    crowd = visit(WALL)
    board = crowd.open_board()
    house.say("start")
    expect(board.locator("#clock")).to_have_text(re.compile(r"0:0\d"))
    house.tap("north", token_of(TREATS[24]))
    house.lay("south", token_of(TREATS[24]))  # it came off its card (T11)
    expect(board.locator("li.seat.of-north .wanted")).to_have_count(2)
    expect(board.locator("li.seat.of-north svg.picture-of")).to_have_count(2)
    # What is to be put back is not taken for what is looked for.
    south = board.locator("li.seat.of-south")
    expect(south).to_contain_text("to put back: pinecone on moss")
    expect(south.locator(".small + .wanted")).to_have_count(1)
    expect(south.locator(".soft + .wanted")).to_have_count(1)
    assert cut(board) == []
    house.say("stop north")
    expect(board.locator(".banner")).to_contain_text("Hohenstein (North) misses a token")
    assert cut(board) == []
    crowd.shot("board-two-open")
    # An undo that leads back before "three" pauses the count: the clock shows the time, no number.
    house.say("start")
    expect(board.locator("#clock")).to_have_text(re.compile(r"^\d \.\.\.$"))
    expect(board.locator("#clock")).to_have_text(re.compile(r"^\d:\d\d$"))
    house.say("undo")
    expect(board.locator(".banner")).to_contain_text("Paused")
    expect(board.locator("#clock")).to_have_text(re.compile(r"^\d:\d\d$"))
    house.say("award north")
    expect(board.locator(".banner")).to_contain_text("Hohenstein (North) wins!")
    assert cut(board) == []
    house.say("undo", "award west")
    expect(board.locator(".banner")).to_contain_text("Anna-Katharina (West) wins!")
    assert cut(board) == []
    assert crowd.errors == []

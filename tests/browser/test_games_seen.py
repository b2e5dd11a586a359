"""Games before a browser: what the operator taps, and what operator and spectators see of it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import WALL, Visit
from tests.browser.house import TREATS, House, token_of
from tests.browser.looking import keep, until_kept


def foot(page: Page, label: str) -> Locator:
    """One of the console's buttons at the foot."""
    return page.locator("#bar").get_by_role("button", name=label, exact=True)


def side(page: Page, name: str) -> Locator:
    """What the console shows of a seat."""
    return page.locator(f"[data-side={name}]")


def seat(board: Page, name: str) -> Locator:
    """What the scoreboard shows of a seat."""
    return board.locator(f"li.seat.of-{name}")


def play(page: Page, name: str, suit: str, value: str) -> None:
    """Play a card by taps, once the console shows that it is that seat's turn."""
    expect(side(page, name)).to_contain_text("is to play")
    page.get_by_label("suit", exact=True).select_option(label=suit)
    page.get_by_label("value", exact=True).select_option(value)
    page.get_by_role("button", name="Play this card").click()


def test_a_person_joins_is_dealt_to_rakes_and_sees_the_match(house: House, visit: Visit) -> None:
    operator, crowd = visit(), visit(WALL)
    page, board = operator.log_in(), crowd.open_board()
    # The game is chosen by taps.
    page.get_by_role("button", name="Quick Paws").click()
    page.get_by_role("button", name="A: six cards").click()
    chosen = page.get_by_role("button", name="A: six cards")
    expect(chosen).to_have_attribute("aria-pressed", "true")
    expect(board.locator("#title")).to_have_text("Quick Paws")
    expect(board.locator("#about")).to_have_text("six cards each")
    # A rake on a tray joins, and so does a tap.
    house.tap("north", "rake.red")
    expect(side(page, "north")).to_contain_text("joined with the red rake")
    expect(seat(board, "north")).to_contain_text("joined")
    side(page, "south").get_by_role("button", name="Join here").click()
    expect(seat(board, "south")).to_contain_text("joined")
    operator.shot("console-joining")
    crowd.shot("board-joining")

    foot(page, "Start").click()
    expect(board.locator(".banner")).to_contain_text("A card for North")
    operator.shot("console-dealing")
    crowd.shot("board-dealing")
    house.tap("deck", *TREATS[:12])
    expect(board.locator(".banner")).to_contain_text("Ready: flip the sand")
    foot(page, "Flip").click()
    expect(board.locator("#clock")).to_have_text(re.compile(r"1:2\d|1:30"))
    # The card that was dealt last is the first to be open.
    card = "Hazelnut on sunset"
    expect(side(page, "north")).to_contain_text(f"open: {card}")
    expect(seat(board, "north")).to_contain_text(f"looks for{card}")

    house.lay("north", token_of("treat.sunset.hazelnut"))
    house.lay("south", "token.poppy.acorn")
    expect(side(page, "north")).to_contain_text(f"in the tray: {card}, fits")
    expect(side(page, "south")).to_contain_text("in the tray: Acorn on poppy, stray, must go back")
    expect(seat(board, "north")).to_contain_text(f"there! Lift it{card}")
    expect(seat(board, "south")).to_contain_text("to put back: ")
    # What is picked and lies there no more is said to be gone, and nothing else in its place.
    side(page, "south").get_by_text("Overrule").click()
    side(page, "south").get_by_label("stray token").select_option("token.poppy.acorn")
    side(page, "south").get_by_label("token", exact=True).select_option("token.poppy.acorn")
    house.lift("south", "token.poppy.acorn")
    gone = "Acorn on poppy (token)"
    expect(side(page, "south")).to_contain_text(f"{gone}: no longer there")
    side(page, "south").get_by_role("button", name="Counts").click()
    expect(page.locator("#said")).to_contain_text(f"No longer there: {gone}")
    house.lay("south", "token.poppy.acorn")
    operator.shot("console-match")
    crowd.shot("board-match")
    house.lift("north", token_of("treat.sunset.hazelnut"))
    expect(seat(board, "north")).to_contain_text("1 of 6")
    expect(page.locator("#history")).to_contain_text("north: covers hazelnut on sunset")
    assert operator.errors == crowd.errors == []


def test_a_whole_round_of_sweet_takes_by_taps(house: House, visit: Visit) -> None:
    operator, crowd = visit(), visit(WALL)
    page, board = operator.log_in(), crowd.open_board()
    page.get_by_role("button", name="Sweet Takes").click()
    for name in ("north", "east", "south"):
        side(page, name).get_by_role("button", name="Join here").click()
    side(page, "east").get_by_role("button", name="Last ate a sweet").click()
    expect(side(page, "east").get_by_role("button", name="Last ate a sweet")).to_have_attribute(
        "aria-pressed", "true"
    )
    operator.shot("console-sweet-takes")
    foot(page, "Start").click()
    expect(board.locator(".banner")).to_contain_text("A card for North")
    # Dealt in turns: each gets nine of a suit into the hand, and three purple rings as a stash.
    suits = ("blue-worms", "green-bursts", "pink-buttons")
    house.tap("deck", *[f"card.{suit}.{value}" for value in range(1, 10) for suit in suits])
    house.tap("deck", *[f"card.purple-rings.{value}" for value in range(1, 10)])
    expect(board.locator(".banner")).to_contain_text("East leads")
    expect(seat(board, "east")).to_contain_text("12 to play")

    # Nothing is picked before somebody picks, and what is picked stays while the table goes on.
    page.get_by_role("button", name="Play this card").click()
    expect(page.locator("#said")).to_have_text("Choose first, then press the button")
    page.get_by_label("suit", exact=True).select_option(label="Pink buttons")
    house.tap("deck", "card.blue-worms.1")
    expect(page.locator("#said")).to_contain_text("this is no card of east")
    expect(page.get_by_label("suit", exact=True)).to_have_value("pink-buttons")

    turns = {"east": "Green bursts", "south": "Pink buttons", "north": "Blue worms"}
    for name, suit in turns.items():
        play(page, name, suit, "1")
        expect(page.locator("#said")).to_have_text(f"Done: played {suit} 1")
        if suit == "Green bursts":
            expect(board.locator(".banner")).to_contain_text("South is to play")
            expect(board.locator(".banner")).to_contain_text("follow  Green bursts")
            expect(side(page, "east")).to_contain_text("played  Green bursts 1")
            operator.shot("console-round")
            crowd.shot("board-round")
    # Each suit was played by one, who takes it; north took last and leads.
    expect(board.locator(".banner")).to_contain_text("North leads")
    for name in ("north", "east", "south"):
        expect(seat(board, name)).to_contain_text("10 points")
        expect(seat(board, name)).to_contain_text("1 card won")
        expect(seat(board, name)).to_contain_text("last round")
    # A card that is gone is refused, in words, and nothing changes.
    play(page, "north", "Green bursts", "1")
    expect(page.locator("#said")).to_have_class("bad")
    expect(page.locator("#said")).to_have_text("Deck: this card has been played already")
    expect(board.locator(".banner")).to_contain_text("North leads")
    assert operator.errors == crowd.errors == []


def test_a_check_shows_which_token_fits_and_which_not(house: House, visit: Visit) -> None:
    house.say("quick-paws", "referee-check", "way-a", "seat north", "start")
    house.tap("deck", *TREATS[:6])
    operator = visit()
    page = operator.log_in()
    side(page, "north").get_by_role("button", name="Flips the sand").click()
    for card in reversed(TREATS[:6]):
        house.tap("north", token_of(card))
        side(page, "north").get_by_role("button", name="My card is covered").click()
    expect(page.locator("#now")).to_contain_text("North is checked")
    house.lay("north", token_of(TREATS[0]))
    expect(side(page, "north")).to_contain_text("laid: Acorn on moss, fits")
    page.wait_for_timeout(400)  # sooner it would be one group with the next (T9)
    house.lay("north", "token.poppy.acorn")
    expect(side(page, "north")).to_contain_text("laid: Acorn on poppy, fits no card")
    expect(page.locator("#now")).to_contain_text("Acorn on poppy fits no card; North lays")
    expect(side(page, "north")).to_contain_text("no token yet for")
    operator.shot("console-check")
    side(page, "north").get_by_role("button", name="Has laid all").click()
    expect(page.locator("#now")).to_contain_text("Not the right treat!")
    operator.shot("console-over")
    assert operator.errors == []


def test_a_reader_that_fails_is_told_and_its_side_switched_off(house: House, visit: Visit) -> None:
    house.say("quick-paws", "way-a", "seat north", "seat south", "start")
    house.tap("deck", *TREATS[:12])
    house.say("flip")
    operator, crowd = visit(), visit(WALL)
    page, board = operator.log_in(), crowd.open_board()
    house.unplug("south")
    expect(board.locator(".banner.bad")).to_contain_text("the reader of South does not answer")
    expect(page.locator("#table")).to_contain_text("South reader: does not answer")
    operator.shot("console-broken")
    crowd.shot("board-broken")
    # A grave word asks first: "no" changes nothing.
    page.get_by_role("button", name="Go on without South").click()
    expect(page.locator("#sure")).to_contain_text("That player is out of this game")
    expect(page.locator("#sure")).to_contain_text("Undo takes it back.")
    operator.shot("console-sure")
    page.get_by_role("button", name="No, go back").click()
    page.get_by_role("button", name="Go on without South").click()
    page.get_by_role("button", name="Yes").click()
    expect(side(page, "south")).to_contain_text("switched off")
    expect(page.locator("#table")).to_contain_text("South reader: is switched off in this game")
    expect(page.locator("#said")).to_have_text("Done: the reader of South is switched off")
    keep(board, "#clock")
    foot(page, "On three").click()
    until_kept(board, r"^[12] \.\.\.$")
    expect(board.locator("#clock")).to_have_text(re.compile(r"1:[12]\d"))
    expect(board.locator("#about")).to_contain_text("counts for no best time")
    assert operator.errors == crowd.errors == []

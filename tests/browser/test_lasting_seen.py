"""Pages that last: over a restart of the table, and while somebody types or taps."""

from __future__ import annotations

import json

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import WALL, Visit
from tests.browser.house import TREATS, House, token_of

_OVERHEAR = """() => {
  const { send } = WebSocket.prototype;
  window.sent = [];
  WebSocket.prototype.send = function (text) { window.sent.push(text); send.call(this, text); };
}"""


def test_pages_are_right_again_after_the_table_started_anew(house: House, visit: Visit) -> None:
    operator, crowd = visit(), visit(WALL)
    page, board = operator.log_in(), crowd.open_board()
    house.say("quick-paws", "seat north")
    expect(board.locator("#title")).to_have_text("Quick Paws")
    house.end()
    expect(board.locator("#stale")).to_contain_text("The table was last heard at")
    expect(page.locator("#stale")).to_contain_text("Not heard from the table since")
    # It hides nothing in part.
    line, now = page.locator("#stale").bounding_box(), page.locator("#now").bounding_box()
    assert line is not None
    assert now is not None
    assert line["y"] + line["height"] <= now["y"]
    expect(page.locator("header")).to_be_hidden()
    # What is pressed now is not sent later, when nobody expects it any more.
    page.locator("#bar").get_by_role("button", name="Start").click()
    expect(page.locator("#said")).to_have_text("the table is not connected: nothing was done")
    # A field whose word was not heard shows again what holds.
    page.get_by_label("Quiet").click()
    expect(page.get_by_label("Quiet")).not_to_be_checked()
    crowd.shot("board-stale")
    operator.shot("console-stale")
    house.start_again()
    # The board is the board again, and shows the new table; the operator is asked once more.
    expect(board.locator("#stale")).to_be_hidden()
    expect(board.locator(".banner")).to_contain_text("Choose a game")
    expect(page.locator("#login")).to_be_visible()
    page.fill("#pin", house.pin)
    page.click("#login button")
    expect(page.locator("#now")).to_contain_text("Choose a game")


def test_whoever_logs_in_after_a_restart_in_mid_game_is_told_what_is_played(
    house: House, visit: Visit
) -> None:
    house.say("quick-paws", "way-a", "seat north", "start")
    page = visit().open("console.html")
    expect(page.locator("#about")).to_have_text("Quick Paws, way A")
    house.end()
    house.start_again(new=False)
    page = visit().open("console.html")
    expect(page.locator("#login")).to_be_visible()
    expect(page.locator("#about")).to_have_text("Quick Paws, way A")


def test_a_scoreboard_stays_one_over_a_reload(house: House, visit: Visit) -> None:
    house.say("quick-paws", "way-a", "seat north", "start")
    crowd = visit(WALL)
    board = crowd.open_board()
    expect(board.locator(".banner")).to_contain_text("A card for North")
    board.reload()
    expect(board.locator(".banner")).to_contain_text("A card for North")


def test_what_is_typed_and_where_stays_while_the_table_changes(house: House, visit: Visit) -> None:
    house.say("quick-paws", "seat south")
    page = visit().log_in()
    page.locator("#word").fill("ask nor")
    field = page.get_by_label("Name of South")
    field.click()
    field.press_sequentially("Chi")
    # Somebody joins before south in the list, and leaves: the field stays the same one.
    house.tap("north", "rake.red")
    expect(page.locator("[data-side=north]")).to_contain_text("the red rake")
    field.press_sequentially("p")
    house.say("leave north")
    expect(page.locator("[data-side=north]")).to_contain_text("Join here")
    expect(field).to_be_focused()
    expect(field).to_have_value("Chip")
    expect(page.locator("#word")).to_have_value("ask nor")
    field.press("Tab")
    expect(page.locator("[data-side=south] h3")).to_have_text("Chip (South)")
    # A list that is open stays open, and shows what is new once it is shut.
    age = page.get_by_label("Age of South")
    age.click()
    house.say("age south 2", "seat east")
    expect(page.locator("[data-side=east]")).to_contain_text("joined")
    expect(page.locator("select:open")).to_have_value("0")
    page.keyboard.press("Escape")
    expect(age).to_have_value("2")
    # Who writes a name as the game begins goes on at the same letter.
    field.click()
    page.keyboard.press("End")
    page.keyboard.type("y")
    page.keyboard.press("ArrowLeft")
    house.say("start")
    expect(page.locator("#now")).to_contain_text("A card for East")
    expect(field).to_be_focused()
    page.keyboard.type("p")
    page.keyboard.press("Tab")
    expect(page.locator("[data-side=south] h3")).to_have_text("Chippy (South)")


def test_names_are_shown_to_all_only_if_the_operator_says_so(house: House, visit: Visit) -> None:
    house.say("quick-paws", "seat north")
    operator, crowd = visit(), visit(WALL)
    page, board = operator.log_in(), crowd.open_board()
    name = "<img src=x onerror=alert(1)> Speedy"
    page.get_by_label("Name of North").fill(name)
    page.get_by_label("Name of North").press("Tab")
    expect(page.locator("[data-side=north] h3")).to_have_text(f"{name} (North)")
    expect(board.locator("li.seat.of-north h2")).to_have_text("North")
    # The operator's own scoreboard, in the same browser, shows it no sooner.
    own = operator.page.context.new_page()
    own.goto(f"{house.address}static/board.html")
    expect(own.locator("li.seat.of-north h2")).to_have_text("North")
    own.close()
    page.get_by_label("All may see the names").check()
    expect(board.locator("li.seat.of-north h2")).to_have_text(f"{name}North")
    assert board.locator("img").count() == 0
    crowd.shot("board-long-name")
    assert operator.errors == crowd.errors == []


def _hold(page: Page, button: Locator) -> float:
    """Press the mouse on it; gives how far down it is."""
    box = button.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    return box["y"]


def test_a_tap_on_what_changed_under_the_finger_says_nothing(house: House, visit: Visit) -> None:
    house.say("quick-paws", "seat north")
    page = visit(WALL).log_in()
    # What only moves away under the finger has been pressed.
    check = page.locator("#choose").get_by_role("button", name="Check")
    top = _hold(page, check)
    house.unplug("east")
    expect(page.locator("#now")).to_contain_text("Out of order")
    box = check.bounding_box()
    assert box is not None
    assert box["y"] > top + 20
    page.mouse.up()
    expect(check).to_have_attribute("aria-pressed", "true")
    house.plug("east")
    expect(page.locator("#now")).not_to_contain_text("Out of order")
    # What is taken away has not, and that is said.
    rounds = page.locator("#choose").get_by_role("button", name="D: rounds")
    _hold(page, rounds)
    house.say("thats-my-stash")
    expect(rounds).to_have_count(0)
    page.mouse.up()
    expect(page.locator("#said")).to_have_text("That changed just now: look again")
    assert "says 'way-d'" not in house.log
    house.say("quick-paws", "way-a")
    start = page.locator("#bar button").first
    expect(start).to_have_text("Start")
    _hold(page, start)
    house.say("start")
    expect(start).to_have_text("On three")
    page.mouse.up()
    expect(page.locator("#now")).to_contain_text("A card for North")
    assert "says 'start'" not in house.log
    # Nor does a key that is held on it, and a question about what changed goes away.
    pause = page.locator("#bar").get_by_role("button", name="Pause")
    pause.focus()
    page.keyboard.down(" ")
    house.say("pause")
    expect(pause).to_have_attribute("aria-disabled", "true")
    page.keyboard.up(" ")
    expect(page.locator("#said")).to_have_text("That changed just now: look again")
    expect(pause).to_be_focused()
    page.locator("#bar").get_by_role("button", name="End").click()
    expect(page.locator("#sure")).to_be_visible()
    house.say("award north")
    expect(page.locator("#sure")).to_be_hidden()
    assert house.log.count("the operator at") == 1  # Check, above
    # What is said names what it is meant for: the table refuses what is late for that.
    page.evaluate(_OVERHEAR)
    page.locator("#bar").get_by_role("button", name="Undo").click()
    expect(page.locator("#said")).to_contain_text("Done: undone")
    said = [json.loads(text) for text in page.evaluate("sent")]
    assert [(one["word"], one["when"][:5]) for one in said] == [("undo", "over ")]


def test_two_operators_name_players_at_the_same_time(house: House, visit: Visit) -> None:
    house.say("quick-paws", "seat north", "seat south")
    page, other = visit().log_in(), visit().log_in()
    page.get_by_label("Name of North").fill("Ann")
    other.get_by_label("Name of South").fill("Bo")
    page.get_by_label("Name of North").press("Tab")
    other.get_by_label("Name of South").press("Tab")
    for one in (page, other):
        expect(one.locator("[data-side=north] h3")).to_have_text("Ann (North)")
        expect(one.locator("[data-side=south] h3")).to_have_text("Bo (South)")


def test_the_line_at_the_foot_is_about_the_last_act_and_passes_away(
    house: House, visit: Visit
) -> None:
    visitor = visit()
    visitor.page.clock.install()
    page = visitor.log_in()
    said = page.locator("#said")
    page.get_by_role("button", name="Quick Paws").click()
    expect(said).to_have_text("Done: Quick Paws")
    page.get_by_role("button", name="Start").click()
    expect(said).to_contain_text("0 joined")
    expect(said).to_have_class("bad")
    page.locator("[data-side=north]").get_by_role("button", name="Join here").click()
    expect(said).to_have_text("Done: North joins")
    page.get_by_label("Name of North").fill("Ann")
    page.get_by_label("Name of North").press("Tab")
    expect(said).to_have_text("Done: North is Ann")
    page.get_by_label("Brightness").fill("0.2")
    expect(said).to_have_text("Done: brightness 20 %")
    page.get_by_label("All may see the names").check()
    expect(said).to_have_text("Done: all see the names")
    page.get_by_label("Quiet").check()
    expect(said).to_have_text("Done: quiet on")
    page.clock.run_for(9000)
    expect(said).to_have_text("")
    expect(page.locator("#stale")).to_be_hidden()  # for the page it was silent for so long
    house.lay("deck", "rake.red")  # what is refused at the table is told here, too
    expect(said).to_contain_text("Deck: a rake joins on a player's own tray")
    page.clock.run_for(21_000)
    expect(said).to_have_text("")


def test_an_operator_who_overrules_is_told_which_card_it_cannot_be(
    house: House, visit: Visit
) -> None:
    house.say("quick-paws", "way-a", "seat north", "start")
    house.tap("deck", *TREATS[:6])
    house.say("flip")
    page = visit().log_in()
    page.locator("#word").fill(f"match {token_of(TREATS[0])} {TREATS[0]}")
    page.get_by_role("button", name="Say it").click()
    line = "card acorn on moss is not an open card of north"
    # Answer and news of the same refusal come in either order: the one that says where stays.
    expect(page.locator("#said")).to_have_text(f"North: {line}")
    page.wait_for_timeout(500)
    expect(page.locator("#said")).to_have_text(f"North: {line}")


def test_sound_and_light_are_set_by_the_operator(house: House, visit: Visit) -> None:
    page, other = visit().log_in(), visit().log_in()
    page.get_by_label("Quiet").check()
    expect(other.get_by_label("Quiet")).to_be_checked()
    page.get_by_label("Brightness").fill("0.2")
    expect(other.get_by_label("Brightness")).to_have_value("0.2")

"""What the meadow's page says is to be done, and that nothing gets lost on the way to it: cards
that were refused, people who join at once, menus of what is no longer there."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE, Size, Visitor
from tests.browser.looking import serious
from tests.browser.test_meadow_seen import Seen
from tests.browser.test_pages_seen import too_small
from tests.host.running_table import Running

TABLET, WALL = Size("tablet", 1024, 768), Size("wall", 1920, 1080)
_DRAWN_AWAY = """([x, y]) => {
  const at = (dx) => ({ bubbles: true, clientX: x + dx, clientY: y });
  document.querySelector("[data-key=stop]").dispatchEvent(new PointerEvent("pointerdown", at(0)));
  document.getElementById("guide").dispatchEvent(new MouseEvent("click", at(-60)));
}"""
_TWICE = """([x, y]) => {
  const { nextId } = meadowPage.meadow;
  const second = { bubbles: true, clientX: x, clientY: y, detail: 2 };
  document.querySelector("[data-key=three]").dispatchEvent(new MouseEvent("click", second));
  return meadowPage.meadow.nextId - nextId;
}"""
MOST_TOP_PX = 185
"""A quarter of a phone; what is left is as wide as the phone, and no larger for more room."""
FINGER_PX = 8
"""A button that moves so little is still under the finger that was meant for it."""
_JOINED = "() => meadowPage.table.state.lobby.seats.length === {}"
_BESIDE = """(seats) => seats.every((seat) => [...meadowPage.meadow.pieces.values()]
  .some((one) => one.at === `beside.${seat}` && one.face.startsWith("rake.")))"""
_TOP = "() => document.getElementById('table').getBoundingClientRect().top"
_OUTSIDE = """() => {
  const box = document.getElementById("table").getBoundingClientRect();
  return [...document.querySelectorAll("#table .place")]
    .filter((place) => place.getBoundingClientRect().width)
    .filter((place) => {
      const { left, right, top, bottom } = place.getBoundingClientRect();
      return left < box.left || right > box.right || top < box.top || bottom > box.bottom;
    }).map((place) => place.dataset.place);
}"""
_WON = """() => {
  const { state } = meadowPage.table;
  const game = { ...state.game, phase: "over", outcome: "stashed", winners: ["south"], time_ms: 9 };
  meadowPage.table.state = { ...state, phase: "over", game };
  meadowPage.changed();
}"""
_FAILED = """(card) => {
  const { state } = meadowPage.table;
  const drawing = { phase: "drawing", draw_for: "south", draws_left: 1, set_aside: [card] };
  const game = { ...state.game, ...drawing };
  meadowPage.table.state = { ...state, game };
  meadowPage.changed();
}"""
_COMMAND = "(word) => meadowPage.box.command(word)"
_TOKEN = """([card, fits]) => [...meadowPage.meadow.pieces]
  .find(([name, one]) => name.startsWith("token.") && one.at === "meadow"
    && (name === card.replace("treat", "token")) === fits)[0]"""


@pytest.fixture
def program(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("guide"), "--bots", "none", "--board", "virtual")
    try:
        running.until_says("the table is ready")
        yield running
    finally:
        running.close()


class People:
    """Pages at one table; all that goes wrong in them is kept."""

    def __init__(self, browser: Browser, program: Running) -> None:
        self._browser, self._program = browser, program
        self.visitors: list[Visitor] = []

    def sits(self, *seats: str, size: Size = PHONE) -> Seen:
        """Somebody opens a page and sits there."""
        self.visitors.append(Visitor(self._browser, self._program, size))
        seen = Seen(self.visitors[-1], self._program)
        seen.ask(**{"is": "sit", "seats": seats})
        seen.until(f"() => meadowPage.meadow.room.you.length === {len(seats)}")
        return seen


@pytest.fixture
def people(browser: Browser, program: Running) -> Iterator[People]:
    people = People(browser, program)
    yield people
    assert [error for one in people.visitors for error in one.errors] == []
    for one in people.visitors:
        one.close()


def _guide(page: Page, text: str) -> None:
    expect(page.locator("#guide")).to_contain_text(text)


def _place(page: Page, key: str) -> tuple[float, float]:
    """The middle of a button."""
    box = page.locator(f"[data-key={key}]").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _playing(seen: Seen, game: str, *seats: str) -> None:
    """A game is chosen, joined, dealt."""
    seen.press(f"card-{game}")
    for number, seat in enumerate(seats):
        seen.press(f"join-{seat}")
        seen.until(_JOINED.format(number + 1))
    seen.press("card-start")
    seen.press("deal-all")


def test_three_people_who_join_at_the_same_moment_have_joined_each_with_a_rake(
    people: People,
) -> None:
    seats = ["north", "east", "south"]
    pages = [people.sits(seat) for seat in seats]
    pages[0].press("card-thats-my-stash")
    for seat, seen in zip(seats, pages, strict=True):
        seen.page.wait_for_selector(f"[data-key=join-{seat}]")
    for seat, seen in zip(seats, pages, strict=True):
        seen.page.evaluate(f"() => document.querySelector('[data-key=join-{seat}]').click()")
    pages[0].until(_JOINED.format(3))
    pages[0].page.wait_for_timeout(1500)
    assert pages[0].page.evaluate(_BESIDE, seats)


def test_a_refused_card_is_taken_back_from_the_top_of_the_page(people: People) -> None:
    mine = people.sits("north", "south")
    page = mine.page
    _playing(mine, "sweet-takes", "north", "south")
    mine.until_phase("leading")
    _guide(page, "waiting for North or South")
    mine.press("lead")
    mine.until_phase("playing")
    leader = page.evaluate("() => meadowPage.table.state.game.on_turn")
    other = "south" if leader == "north" else "north"
    _guide(page, f"{leader.capitalize()} leads: any card")
    held = "[data-key=hand-{}] button.mine{}"
    suits = page.evaluate(
        "(seat) => meadowPage.box.at(`hand.${seat}`).map(([, one]) => one.face.split('.')[1])",
        other,
    )
    lead = next(
        name
        for name, face in mine.faces_at(f"hand.{leader}").items()
        if 0 < suits.count(face.split(".")[1]) < len(suits)
    )
    page.click(f"[data-key=hold-{lead}]")
    page.get_by_role("menuitem", name="Play it").click()
    mine.until("() => meadowPage.table.state.game.plays.length === 1")
    _guide(page, f"{other.capitalize()} is to play: follow")
    _guide(page, f"{other.capitalize()}'s points: 0")
    before = page.locator(held.format(other, "")).count()
    page.locator(held.format(other, ":not(.may)")).first.click()
    page.get_by_role("menuitem", name="Play it").click()
    _guide(page, "was not taken")
    _guide(page, "must follow the starting suit")
    expect(page.locator("#toast")).to_contain_text("must follow the starting suit")
    assert page.locator(held.format(other, "")).count() == before - 1
    mine.visitor.shot("meadow-refused")
    assert serious(page) == []
    assert too_small(page) == []
    mine.press("take-back")
    _guide(page, "follow")
    expect(page.locator(held.format(other, ""))).to_have_count(before)
    # What was undone is said first, and that the game stands still.
    mine.ask(**{"is": "show", "piece": page.evaluate(_COMMAND, "undo"), "at": "deck"})
    _guide(page, "was taken back")
    _guide(page, "the game is paused")
    mine.press("take-back")
    _guide(page, "Paused")


def test_what_falls_is_said_to_fit_or_not_and_the_meadow_stays_where_it_is(
    people: People,
) -> None:
    mine = people.sits("south")
    page = mine.page
    _playing(mine, "quick-paws", "south")
    mine.until_phase("ready")
    top = page.evaluate(_TOP)
    assert top <= MOST_TOP_PX
    mine.press("flip")
    mine.until_phase("playing")
    _guide(page, "turn up your next card")
    mine.press("turn")
    mine.until("() => meadowPage.box.uncovered('south').length === 1")
    _guide(page, "rake this token over your own edge")
    [card] = mine.faces_at("cards.south").values()
    wrong, right = (page.evaluate(_TOKEN, [card, fits]) for fits in (False, True))
    mine.ask(**{"is": "lay", "piece": wrong, "to": "tray.south"})
    _guide(page, "Not for your card")
    assert page.evaluate(_TOP) == top
    page.get_by_role("button", name="Put it back").click()
    _guide(page, "0 of 7 covered")
    mine.until(f"() => meadowPage.meadow.pieces.get('{wrong}').at === 'meadow'")
    mine.ask(**{"is": "lay", "piece": right, "to": "tray.south"})
    _guide(page, "It fits!")
    assert page.evaluate(_TOP) == top
    before = _place(page, "stop")
    page.get_by_role("button", name="Onto my card").click()
    _guide(page, "1 of 7 covered")
    mine.until(f"() => meadowPage.meadow.pieces.get('{right}').on")
    _guide(page, "turn up your next card")
    after = _place(page, "stop")
    assert abs(after[0] - before[0]) + abs(after[1] - before[1]) < FINGER_PX
    mine.press("stop")
    _guide(page, "waiting for you")
    assert page.evaluate(_TOP) == top
    expect(page.locator("#guide .me")).to_contain_text("South")
    page.evaluate(_FAILED, card)
    mine.press("aside")
    mine.until(f"() => meadowPage.meadow.pieces.get('{right}').at === 'meadow'")
    mine.until("() => meadowPage.box.at('aside').length === 1")
    page.evaluate(_WON)
    _guide(page, "You win!")


def test_a_button_that_moves_away_under_a_finger_is_pressed_all_the_same(people: People) -> None:
    mine = people.sits("south")
    page = mine.page
    _playing(mine, "quick-paws", "south")
    mine.until_phase("ready")
    mine.press("flip")
    mine.until_phase("playing")
    stop = page.locator("[data-key=stop]")
    x, y = _place(page, "stop")
    page.evaluate(_DRAWN_AWAY, [x, y])  # who draws a finger away meant something else
    page.wait_for_timeout(1500)
    mine.until_phase("playing")
    page.mouse.move(x, y)
    page.mouse.down()
    stop.evaluate("(button) => { button.style.transform = 'translateX(-120px)' }")
    page.mouse.up()
    page.wait_for_selector("[data-key=three]")
    # the second tap of a double one is not for On three!, and nothing is asked
    assert page.evaluate(_TWICE, [x, y]) == 0
    mine.press("three")  # the rake that said Stop! is not even back
    mine.until_phase("counting")


def test_who_has_to_show_tokens_after_a_stop_is_led_through_it(people: People) -> None:
    mine = people.sits("north", "south")
    page = mine.page
    mine.press("card-thats-my-stash")
    for word in ("referee-check", "way-a"):
        mine.ask(**{"is": "show", "piece": page.evaluate(_COMMAND, word), "at": "deck"})
        mine.until(f"() => meadowPage.table.state.lobby.chosen.includes('{word}')")
    for number, seat in enumerate(("north", "south")):
        mine.press(f"join-{seat}")
        mine.until(_JOINED.format(number + 1))
    mine.press("card-start")
    mine.press("deal-all")
    mine.until_phase("ready")
    mine.press("three")
    mine.until_phase("playing")
    mine.press("turn")
    mine.until("() => meadowPage.box.uncovered('north').length === 1")
    [card] = mine.faces_at("cards.north").values()
    # whoever plays for two has the buttons of both
    page.get_by_role("button", name="Turn up South's next card").click()
    mine.until("() => meadowPage.box.uncovered('south').length === 1")
    expect(page.get_by_role("button", name="South: Stashed!")).to_be_visible()
    token = card.replace("treat", "token")
    mine.ask(**{"is": "lay", "piece": token, "to": "tray.north"})
    _guide(page, "Something fell")
    page.get_by_role("button", name="Onto my card").click()
    mine.until(f"() => meadowPage.meadow.pieces.get('{token}').on")
    page.get_by_role("button", name="North: Stop!").click()
    mine.until_phase("inventory")
    mine.until("() => meadowPage.table.state.game.laying === 'north'")
    _guide(page, "waiting for North")
    mine.press("lay")
    mine.until("() => meadowPage.table.state.game.laid.length === 1")
    page.wait_for_timeout(1000)  # until that rake is back from the deck reader
    mine.press("done")
    mine.until("() => meadowPage.table.state.game.laying === 'south'")
    page.wait_for_timeout(1000)
    mine.press("done")
    mine.until_phase("stopped")
    page.get_by_role("button", name="Onto my card").click()
    mine.until(f"() => meadowPage.meadow.pieces.get('{token}').on")


def test_a_menu_of_what_lies_elsewhere_by_now_or_of_a_game_that_is_over_is_closed(
    people: People,
) -> None:
    mine = people.sits("south", size=WALL)
    mine.press("card-quick-paws")
    mine.until("() => [...meadowPage.meadow.pieces.values()].some((one) => one.at === 'meadow')")
    mine.press("hand")
    mine.page.wait_for_timeout(500)
    token = "token.moss.acorn"
    mine.ask(**{"is": "lay", "piece": token, "to": "tray.south"})
    mine.page.wait_for_timeout(500)
    mine.tap(token)
    mine.ask(**{"is": "lay", "piece": token, "to": "meadow", "x": 0, "y": 0})
    expect(mine.page.locator("#menu")).to_be_hidden()
    mine.ask(**{"is": "lay", "piece": token, "to": "tray.south"})
    mine.page.wait_for_timeout(500)
    mine.tap(token)
    mine.press("join-south")
    mine.until(_JOINED.format(1))
    mine.press("card-start")
    mine.until_phase("dealing")
    expect(mine.page.locator("#menu")).to_be_hidden()
    # what would spoil a game is asked for twice
    mine.press("out-none")
    expect(mine.page.locator("[data-key=out-none]")).to_have_text("In mid-game? Press once more")
    assert mine.piece(token)["at"] != "box"
    mine.page.wait_for_timeout(500)
    mine.press("out-none")
    mine.until(f"() => meadowPage.meadow.pieces.get('{token}').at === 'box'")


def test_how_to_play_is_told_where_one_plays(people: People) -> None:
    mine = people.sits("south")
    mine.press("how")
    sheet = mine.page.locator("#how")
    expect(sheet).to_contain_text("Sweet Takes")
    mine.page.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    mine.press("card-quick-paws")
    mine.press("join-south")
    mine.until(_JOINED.format(1))
    mine.press("how")
    expect(sheet).to_contain_text("Quick Paws")
    expect(sheet).not_to_contain_text("Sweet Takes")
    mine.visitor.shot("meadow-how")
    assert serious(mine.page) == []
    assert too_small(mine.page) == []


def test_what_is_not_heard_any_more_is_grey_and_cannot_be_pressed(
    people: People, program: Running
) -> None:
    mine = people.sits("south")
    mine.press("how")
    expect(mine.page.locator("#how")).to_be_visible()
    mine.page.keyboard.press("Escape")
    mine.page.mouse.move(*mine.px(0, 60))
    mine.page.mouse.down()
    mine.until("() => meadowPage.fingers.held.length === 1")
    program.process.send_signal(signal.SIGSTOP)
    try:
        expect(mine.page.locator("body.lost")).to_be_visible()
        assert mine.page.evaluate("() => document.getElementById('guide').inert")
        grey = "() => getComputedStyle(document.getElementById('table')).filter"
        assert mine.page.evaluate(grey) == "grayscale(1)"
        held = "() => meadowPage.fingers.held.length"
        assert mine.page.evaluate(held) == 0  # the meadow has let go, too
        mine.page.mouse.up()
    finally:
        program.process.send_signal(signal.SIGCONT)
    expect(mine.page.locator("body.lost")).to_have_count(0)
    assert not mine.page.evaluate("() => document.getElementById('guide').inert")
    mine.page.mouse.down()
    assert mine.page.evaluate(held) == 1


@pytest.mark.parametrize("size", [TABLET, WALL], ids=lambda size: size.name)
def test_on_large_screens_the_whole_table_is_in_the_picture(people: People, size: Size) -> None:
    mine = people.sits("north", "south", size=size)
    mine.page.wait_for_timeout(300)
    assert mine.page.evaluate(_OUTSIDE) == []
    wide = mine.page.evaluate("() => document.getElementById('table').clientWidth")
    assert wide >= 0.7 * size.width

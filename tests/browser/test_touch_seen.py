"""Fingers on a tablet's meadow: they pull rakes behind them, turn them, and hold large cards."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import PHONE, Size, Visitor
from tests.browser.looking import serious
from tests.browser.test_meadow_seen import Seen
from tests.browser.test_pages_seen import too_small
from tests.host.running_table import Running

TABLET = Size("tablet", 1024, 768)
EAST, STRAIGHT = -math.pi / 2, 0.0
"""Angles of south's rake whose tines point there."""
BEHIND_MM = 24.0
"""So far behind the finger is the comb."""
_RAKE = (
    """(seat) => [...meadowPage.meadow.pieces.values()].find((one) => one.at === `held.${seat}`)"""
)

Point = tuple[float, float]


@pytest.fixture(scope="module")
def program(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("touch"), "--bots", "none", "--board", "virtual")
    try:
        running.until_says("the table is ready")
        yield running
    finally:
        running.close()


class Touched(Seen):
    """A page that is touched with as many fingers as one likes."""

    def __init__(self, visitor: Visitor, program: Running, *seats: str) -> None:
        super().__init__(visitor, program)
        self._touch = self.page.context.new_cdp_session(self.page)
        self.ask(**{"is": "sit", "seats": seats})
        self.until(f"() => meadowPage.meadow.room.you.length === {len(seats)}")

    def fingers(self, kind: str, *points: Point) -> None:
        """All fingers that are down, in millimetres of the meadow."""
        places = [self.px(*point) for point in points]
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
        self.page.wait_for_timeout(20)

    def pull_all(self, *ways: tuple[Point, Point], rests: Point | None = None) -> None:
        """Fingers that are down go each its way, all at once; one more may rest somewhere."""
        for step in range(1, 25):
            points = [
                (x + (to_x - x) * step / 24, y + (to_y - y) * step / 24)
                for (x, y), (to_x, to_y) in ways
            ]
            self.fingers("touchMove", *points, *([rests] if rests else []))

    def until_rake(self, seat: str, angle: float, at: Point | None = None) -> None:
        """Wait until a seat's rake is held so, within 9 degrees and 6 mm."""
        near = f"Math.hypot(one.x - {at[0]}, one.y - {at[1]}) < 6" if at else "true"
        turned = f"Math.abs(Math.sin((one.turn - {angle}) / 2)) < 0.08"
        self.until(
            f"() => {{ const one = ({_RAKE})('{seat}'); return one && {near} && {turned}; }}"
        )


@pytest.fixture
def visitor(browser: Browser, program: Running) -> Iterator[Visitor]:
    context = Visitor(browser, program, TABLET)
    yield context
    assert context.errors == []
    context.close()


def test_the_comb_comes_down_behind_the_finger_and_turns_to_where_it_is_pulled(
    visitor: Visitor, program: Running
) -> None:
    tablet = Touched(visitor, program, "south")
    tablet.fingers("touchStart", (-150, 0))
    tablet.until_rake("south", STRAIGHT, (-150, -BEHIND_MM))
    tablet.pull_all(((-150, 0), (100, 0)))
    tablet.until_rake("south", EAST, (100 - BEHIND_MM, 0))
    visitor.shot("meadow-pulled")
    tablet.pull_all(((100, 0), (100, 200)))
    tablet.until_rake("south", STRAIGHT, (100, 200 - BEHIND_MM))
    # pushed back it stays as it is: nobody rakes for the opposite side
    tablet.pull_all(((100, 200), (100, 0)))
    tablet.until_rake("south", STRAIGHT, (100, -BEHIND_MM))
    tablet.fingers("touchEnd")


def test_a_touched_token_is_pulled_into_the_own_tray(visitor: Visitor, program: Running) -> None:
    tablet = Touched(visitor, program, "south")
    token = "token.moss.acorn"
    tablet.ask(**{"is": "set-out", "game": ""})
    tablet.ask(**{"is": "lay", "piece": token, "to": "meadow", "x": 20, "y": 120})
    tablet.until(f"() => meadowPage.meadow.pieces.get('{token}').at === 'meadow'")
    tablet.fingers("touchStart", (20, 120))
    tablet.pull_all(((20, 120), (20, 285)))
    tablet.fingers("touchEnd")
    tablet.until(f"() => meadowPage.meadow.pieces.get('{token}').at === 'tray.south'")


def test_who_practises_turning_does_it_with_two_fingers(visitor: Visitor, program: Running) -> None:
    tablet = Touched(visitor, program, "south")
    tablet.press("rake-stays")
    tablet.fingers("touchStart", (-50, 0))
    tablet.pull_all(((-50, 0), (50, 0)))
    tablet.until_rake("south", STRAIGHT, (50, -BEHIND_MM))
    # a second finger to the right of the first goes round it by a quarter, to the far side
    tablet.fingers("touchStart", (50, 0), (110, 0))
    for step in range(1, 19):
        turn = -step * math.pi / 36
        tablet.fingers("touchMove", (50, 0), (50 + 60 * math.cos(turn), 60 * math.sin(turn)))
    tablet.until_rake("south", EAST, (50 - BEHIND_MM, 0))
    tablet.fingers("touchEnd")
    tablet.page.reload()
    tablet.until("() => globalThis.meadowPage?.meadow?.room?.you.join() === 'south'")
    assert tablet.page.evaluate("meadowPage.fingers.follows") is False  # it is kept
    tablet.press("rake-follows")


def test_each_of_two_rakes_turns_by_itself(visitor: Visitor, program: Running) -> None:
    tablet = Touched(visitor, program, "south", "north")
    tablet.fingers("touchStart", (-100, 40))
    # a finger that is nearer to north by little has north's rake: the comb is on the other half
    tablet.fingers("touchStart", (-100, 40), (100, -10))
    tablet.until_rake("south", STRAIGHT, (-100, 40 - BEHIND_MM))
    tablet.until_rake("north", math.pi, (100, -10 + BEHIND_MM))
    tablet.pull_all(((-100, 40), (0, 140)), ((100, -10), (100, -150)))
    tablet.until_rake("south", -math.pi / 4)
    tablet.until_rake("north", math.pi, (100, -150 + BEHIND_MM))
    tablet.fingers("touchEnd")


def test_cards_in_the_hand_can_be_read_and_touched(browser: Browser, program: Running) -> None:
    visitor = Visitor(browser, program, PHONE)
    phone = Touched(visitor, program, "south", "north")
    phone.ask(**{"is": "set-out", "game": "sweet-takes"})
    names = phone.page.evaluate(
        "() => [...meadowPage.meadow.pieces].filter(([, { at }]) => at === 'pile')"
        ".sort(([, one], [, other]) => other.z - one.z).slice(0, 9).map(([name]) => name)"
    )
    for name in names:
        phone.ask(**{"is": "lay", "piece": name, "to": "hand.south"})
    cards = phone.page.get_by_role("group", name="South").get_by_role("button")
    expect(cards).to_have_count(9)
    assert serious(phone.page) == []
    assert too_small(phone.page) == []
    visitor.shot("meadow-hand")
    held = [(name, *face.split(".")[1:]) for name, face in phone.faces_at("hand.south").items()]
    name, suit, value = min(held, key=lambda one: (one[1], int(one[2])))  # dealt by chance, sorted
    expect(cards.first).to_contain_text(f"{suit.replace('-', ' ').capitalize()}{value}")
    cards.first.click()
    phone.page.get_by_role("menuitem", name="Play it").click()
    phone.until(f"() => meadowPage.meadow.pieces.get('{name}').at === 'deck'")
    expect(cards).to_have_count(8)
    assert visitor.errors == []
    visitor.close()

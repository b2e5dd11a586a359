"""Pages of the meadow over real sockets: what they are told, and what is refused of them."""

from __future__ import annotations

import json
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from meadow.games.package import load_packages
from meadow_host.twin.meadow.lying import Lie
from meadow_host.twin.table.room import Room
from meadow_host.twin.table.troubles import FullableDisk, Troubles
from meadow_host.web.routes import MeadowRoutes
from meadow_host.web.socket import BURST, MOST_NEAR, MOST_OF_ONE, MOST_PAGES
from pytest_mock import MockerFixture
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.console.served import served
from tests.table.sat import RED, REGISTER
from tests.web.conftest import KEY, Look, Meadow

TOKEN = "token.moss.acorn"
FULL = "too many meadows are open: close one, then reload this"


def test_a_page_is_told_the_table_and_where_all_pieces_lie(meadow: Meadow) -> None:
    with meadow.page() as page:
        page.until(lambda: page.pieces and page.room)
        assert page.layout["half"] == 250.0
        assert page.layout["handles"] == sorted(page.pieces)
        assert page.pieces[TOKEN]["at"] == "box"
        assert page.room["you"] == []
        # a card that lies face down has no name that says what it shows
        assert not [name for name in page.pieces if name.startswith(("treat.", "card."))]


def test_a_rake_that_is_dragged_pushes_a_token_and_both_are_seen_moving(meadow: Meadow) -> None:
    meadow.lies(TOKEN, Lie("meadow", 0.0, 30.0))
    meadow.lies(RED, Lie("beside.south", -212.0, 293.0))
    with meadow.page() as page, meadow.page() as other:
        assert page.ask(**{"is": "sit", "seats": ["south"]}) == ""
        page.hand([0, "rake", 0, 0])
        for step in range(1, 30):
            page.hand([0, "move", 0, 4 * step])
            time.sleep(0.02)
        page.hand([0, "up", 0, 120])
        for each in (page, other):
            each.until(partial(_rests, each))
            assert 100 < each.pieces[RED]["y"] < 150  # it goes on a little way by itself


def _rests(page: Look) -> bool:
    """Whether the token was pushed, and the rake left there."""
    at_rest: bool = page.pieces.get(TOKEN, {}).get("y", 0) > 110
    return at_rest and page.pieces[RED]["at"] == "meadow"


def test_what_was_done_is_seen_before_the_answer_comes(meadow: Meadow) -> None:
    with meadow.page() as page:
        page.until(lambda: page.pieces)
        for number in range(5):
            place = f"beside.{('south', 'west')[number % 2]}"
            assert page.ask(**{"is": "lay", "piece": RED, "to": place}) == ""
            assert page.pieces[RED]["at"] == place


def test_the_second_on_one_rake_is_told_no(meadow: Meadow) -> None:
    meadow.lies(RED, Lie("meadow", 0.0, 0.0))
    with meadow.page() as one, meadow.page() as other:
        assert one.ask(**{"is": "sit", "seats": ["south"]}) == ""
        one.hand([0, "down", 0, 0])
        one.until(lambda: one.pieces.get(RED, {}).get("at") == "held.south")
        other.hand([0, "down", 0, 0])
        while (told := other.hear())["is"] != "answer":
            pass
        assert told["message"] == "this is in another hand: wait until it is let go"
        assert told["ok"] is False


def test_a_page_speaks_with_the_rake_of_its_own_seat_and_of_no_other(meadow: Meadow) -> None:
    with meadow.page() as page:
        page.until(lambda: page.pieces)
        speak = {"is": "speak", "at": "deck"}
        assert page.ask(**speak, seat="south") == "you do not sit at south: its rake is not yours"
        assert page.ask(**{"is": "sit", "seats": ["south"]}) == ""
        assert page.ask(**speak, seat="south") == ""
        assert page.pieces["rake.yellow"]["at"] == "deck"
        assert page.ask(**{"is": "take-back"}) == (
            "every card that you laid was taken: there is none to take back"
        )
        assert (page.room["strayed"], page.room["goes_on"]) == ([], "")


def test_a_page_that_falls_silent_in_mid_drag_lets_go_after_two_seconds(meadow: Meadow) -> None:
    meadow.lies(TOKEN, Lie("tray.south", 0.0, 290.0))
    with meadow.page() as sleeper, meadow.page() as other:
        assert sleeper.ask(**{"is": "sit", "seats": ["south"]}) == ""
        begun_s = time.monotonic()  # it is heard no sooner, however late the other is told
        sleeper.hand([3, "down", 0, 290], [3, "move", 50, 400])
        other.until(lambda: other.pieces.get(TOKEN, {}).get("at") == "held.south")
        other.until(lambda: other.pieces[TOKEN]["at"] == "tray.south")
        assert time.monotonic() - begun_s > 1.9


def test_a_hand_is_seen_by_who_sits_there_alone(meadow: Meadow) -> None:
    card = "card.blue-worms.7"
    meadow.lies(card, Lie("hand.west", -500.0, 0.0))
    handle = meadow.room.world.handles.of(card)
    with meadow.page() as west, meadow.page() as north:
        assert west.ask(**{"is": "sit", "seats": ["west"]}) == ""
        west.until(lambda: west.pieces.get(handle, {}).get("face") == card)
        assert north.ask(**{"is": "sit", "seats": ["north"]}) == ""
        assert north.ask(**{"is": "sit", "seats": ["west"]}) == (
            "somebody sits at west already: choose another side"
        )
        assert north.pieces[handle]["face"] == ""
        assert north.ask(**{"is": "lay", "piece": handle, "to": "deck"}) == (
            "west holds that card: it is not yours to take"
        )


def test_who_fell_silent_and_lost_the_seat_sees_the_hand_there_no_more(
    meadow: Meadow, mocker: MockerFixture
) -> None:
    mocker.patch("meadow_host.twin.table.people.GONE_MS", 500)
    card = "card.blue-worms.7"
    meadow.lies(card, Lie("hand.west", -500.0, 0.0))
    handle = meadow.room.world.handles.of(card)
    with meadow.page() as silent:
        assert silent.ask(**{"is": "sit", "seats": ["west"]}) == ""
        silent.until(lambda: silent.pieces.get(handle, {}).get("face") == card)
        silent.until(lambda: silent.pieces[handle]["face"] == "")
        assert silent.room["you"] == []


@pytest.mark.parametrize(
    "nonsense",
    [
        b"\x00\xff",
        "",
        "null",
        '{"is":"hand","did":[[0,"down",1e999,0]]}',
        '{"is":"lay","piece":"../../etc/passwd","to":"<script>"}',
        '{"is":"show","piece":"rake.red","at":"nowhere"}',
        '{"is":"turn","piece":"' + "x" * 70 + '"}',
        '{"is":"bots","seats":["hell"]}',
        '{"is":"break","fault":"world","on":true}',
        '{"is":"set-out","game":"chess"}',
        '{"is":"hello","version":1,"key":"deadbeef"}',
        json.dumps({"is": "turn", "piece": "x" * 5000}),
    ],
)
def test_nonsense_is_answered_in_one_line_and_the_meadow_is_unharmed(
    meadow: Meadow, nonsense: str | bytes
) -> None:
    changes = meadow.room.world.changes
    with meadow.page() as page:
        page.say(nonsense)
        while (told := page.hear())["is"] != "answer":
            pass
        assert told["ok"] is False
        assert told["message"]
        assert "\n" not in told["message"]
        assert "Traceback" not in told["message"]
        assert page.ask(**{"is": "sit", "seats": ["south"]}) == ""
    assert meadow.room.world.changes == changes


def _pour(page: Look) -> None:
    """Say far more than anybody's fingers do, and hear what comes of it."""
    for _ in range(4 * BURST):
        page.say('{"is":"turn","piece":"nothing","id":1}')
    while True:
        page.hear()


def test_a_flood_is_slowed_down_then_cut_and_the_others_play_on(
    meadow: Meadow, mocker: MockerFixture
) -> None:
    mocker.patch("meadow_host.web.socket.PER_S", 0)  # it pours faster than any computer hears
    with meadow.page() as other:
        with meadow.page() as flood, pytest.raises(ConnectionClosed) as cut:
            _pour(flood)
        assert cut.value.rcvd is not None
        assert (cut.value.rcvd.code, cut.value.rcvd.reason) == (1008, "too many messages")
        assert other.ask(**{"is": "sit", "seats": ["south"]}) == ""


def test_a_page_of_another_place_is_turned_away(meadow: Meadow) -> None:
    with pytest.raises(InvalidStatus) as refused, meadow.page(origin="http://evil.example"):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("more", [{"key": KEY}, {}, {"key": 7}])
def test_a_page_of_another_version_is_told_to_reload(meadow: Meadow, more: dict[str, Any]) -> None:
    with meadow.page(hello={"is": "hello", "version": 0, **more}) as page:
        told = page.hear()
        assert told["is"] == "reload"
        assert told["message"] == "this page is of another version than the meadow: reload it"
        with pytest.raises(ConnectionClosed):
            page.hear()


@pytest.mark.parametrize(
    "first", [{"is": "alive"}, "garbage", {"is": "hello", "version": 1, "key": "no key"}]
)
def test_who_does_not_say_hello_first_is_let_go(meadow: Meadow, first: Any) -> None:
    with meadow.page(hello=first) as page, pytest.raises(ConnectionClosed) as gone:
        page.hear()
    assert gone.value.rcvd is not None
    assert gone.value.rcvd.reason == "a page says hello first"


def test_more_meadows_than_there_is_room_for_are_refused(meadow: Meadow) -> None:
    pages = [meadow.page() for _ in range(MOST_PAGES + MOST_NEAR)]
    looks = [page.__enter__() for page in pages]
    try:
        for look in looks:
            look.hear()
        with meadow.page() as late, pytest.raises(ConnectionClosed) as full:
            late.hear()
        assert full.value.rcvd is not None
        assert full.value.rcvd.reason == FULL
    finally:
        for page in pages:
            page.__exit__(None, None, None)


def turned_away(look: Look) -> str:
    """Why a page is closed."""
    with pytest.raises(ConnectionClosed) as full:
        look.until(lambda: False)
    assert full.value.rcvd is not None
    return full.value.rcvd.reason


def test_one_phone_cannot_take_all_meadows(meadow: Meadow, mocker: MockerFixture) -> None:
    mocker.patch("meadow_host.web.socket.is_near", return_value=False)
    with ExitStack() as pages:

        def come(count: int, local: str) -> list[Look]:
            looks = [pages.enter_context(meadow.page(local=local)) for _ in range(count)]
            for look in looks:
                look.hear()
            return looks

        *_, free, seated = come(MOST_OF_ONE, "127.0.0.10")
        assert seated.ask(**{"is": "sit", "seats": ["east"]}) == ""
        seated.until(lambda: seated.room.get("you") == ["east"])
        assert turned_away(pages.enter_context(meadow.page(local="127.0.0.10"))) == FULL
        come(MOST_PAGES - MOST_OF_ONE, "127.0.0.11")
        (player,) = come(1, "127.0.0.12")  # the newest at which nobody sits makes room
        assert turned_away(free) == FULL
        assert player.ask(**{"is": "sit", "seats": ["south"]}) == ""
        assert seated.ask(**{"is": "sit", "seats": ["east", "north"]}) == ""


def test_phones_put_out_no_meadow_of_the_table_s_own_computer_nor_it_one_of_theirs(
    meadow: Meadow, mocker: MockerFixture
) -> None:
    mocker.patch("meadow_host.web.socket.is_near", lambda address: address == "127.0.0.1")
    homes = ["127.0.0.1"] * MOST_NEAR + [f"127.0.0.{10 + number}" for number in range(MOST_PAGES)]
    with ExitStack() as pages:
        looks = [pages.enter_context(meadow.page(local=home)) for home in homes]
        for look in looks:
            look.hear()
        assert turned_away(pages.enter_context(meadow.page(local="127.0.0.9"))) == FULL
        for look in looks:
            assert look.ask(**{"is": "sit", "seats": []}) == ""


def test_the_page_and_its_files_are_served_and_nothing_else(meadow: Meadow) -> None:
    status, headers, body = meadow.table.request("GET", "/meadow")
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert b"/meadow/static/meadow.js" in body
    status, headers, _ = meadow.table.request("GET", "/meadow/static/meadow.js")
    assert (status, headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert "script-src 'self'" in headers["content-security-policy"]
    for path in ("/meadow/static/../socket.py", "/meadow/static/%2e%2e/talk.py", "/meadow/static/"):
        assert meadow.table.request("GET", path)[0] == 404


def test_when_another_meadow_begins_each_page_is_shown_that_and_may_sit_down_there(
    tmp_path: Path,
) -> None:
    said: list[str] = []
    rooms = [
        Room(pieces, load_packages(), 1, Troubles(FullableDisk(), None), said.append)
        for pieces in (REGISTER.pieces, REGISTER.pieces[:3])
    ]
    now = [rooms[0]]
    web = MeadowRoutes(lambda: now[0])
    with served(tmp_path, more=web.routes()) as table:
        web.show(rooms[0], {})
        rooms[0].start()
        with Meadow(table, rooms[0]).page() as page:
            assert page.ask(**{"is": "sit", "seats": ["south"]}) == ""
            web.show(rooms[1], {})
            now[0] = rooms[1]
            rooms[0].close()
            rooms[1].start()
            page.until(lambda: len(page.layout["handles"]) == 3)
            page.say({"is": "alive"})
            page.until(lambda: page.room["you"] == [])
            assert page.ask(**{"is": "sit", "seats": ["east"]}) == ""
            assert rooms[1].people.seated == {"east"}
        rooms[1].close()

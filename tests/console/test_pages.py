"""What a page in a browser meets at its socket: states, answers, refusals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from meadow.console.hub import MOST_PAGES
from meadow.games.package import load_packages
from pytest_mock import MockerFixture
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.console.served import Served, Tab, served
from tests.table.sat import REGISTER

OVER = "this login is over, after 12 hours or a logout elsewhere: say the PIN again"
FORBIDDEN = "only an operator may do that: log in with the PIN first"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as table:
        yield table


def closed(tab: Tab) -> tuple[int, str]:
    """The code and the reason with which the table closes it."""
    with pytest.raises(ConnectionClosed) as caught:
        tab.until(lambda told: False)
    assert caught.value.rcvd is not None
    return caught.value.rcvd.code, caught.value.rcvd.reason


# ------------------------------------------------------------------------- what it is told


def test_a_spectator_sees_the_lobby(table: Served) -> None:
    with table.page() as tab:
        told = tab.until_is("snapshot")
    assert (told["viewer"], told["number"], len(told["boot"])) == ("spectator", 0, 16)
    lobby = tab.state.pop("lobby")
    assert (lobby["game"], lobby["title"], lobby["seats"]) == ("", "", [])
    assert tab.state == {
        "phase": "lobby",
        "game": {},
        "pause": {},
        "clock": {"zero_ms": 0, "stands_ms": 0, "began_ms": 0},
        "cues": {"meadow": {"name": "idle"}, "deck": {"name": "choose"}},
        "readers": dict.fromkeys(("north", "east", "south", "west", "deck"), ""),
        "saved": True,
        "wrong": [],
        "best": [],
        "names": {},
    }


def test_all_pages_follow_what_an_operator_does(table: Served) -> None:
    with table.page() as board, table.page(table.log_in()) as console:
        assert console.act("quick-paws") == {"is": "answer", "id": 1, "ok": True, "message": ""}
        assert console.act("seat", "north")["ok"]
        for tab in (board, console):
            tab.sees(lambda state: bool(state["lobby"]["seats"]))
            assert tab.state["lobby"]["title"] == "Sweepers"
            assert tab.state["lobby"]["seats"] == [{"side": "north"}]
        assert "legal" not in board.state
        assert {"do": "say", "at": "way-c", "pieces": []} in console.state["legal"]


def test_a_page_that_comes_again_is_right_at_once(table: Served) -> None:
    with table.page(table.log_in()) as console:
        console.act("quick-paws")
        for side in ("north", "east"):
            console.act("seat", side)
            with table.page() as board:
                board.until_is("snapshot")
                assert board.state["lobby"]["seats"][0]["side"] == "north"
        assert [seat["side"] for seat in board.state["lobby"]["seats"]] == ["north", "east"]


def test_what_happens_is_told_in_words_facts_and_sounds(table: Served) -> None:
    with table.page(table.log_in()) as console:
        for words in ("thats-my-stash", "seat north", "seat east", "start"):
            assert console.act(*words.split())["ok"]
        with table.page("", "history") as board:
            board.until_is("snapshot")
            console.act("deal", "treat.heather.acorn")
            news = board.until(lambda told: bool(told.get("facts")))
            console.act("pause")
            paused = board.until(lambda told: bool(told.get("facts")))
    assert news["facts"] == [
        {"type": "fact.card-dealt", "audience": "public", "side": "north", "count": 1}
    ]
    assert news["sounds"] == ["deal"]
    assert [line["text"] for line in paused["lines"]] == [
        "operator: says 'pause'",
        "the game is paused (operator)",
    ]
    assert [line["loud"] for line in paused["lines"]] == [False, True]
    assert paused["facts"][0]["type"] == "fact.paused"


def test_a_refusal_is_told_to_all_with_its_place(table: Served) -> None:
    with table.page() as board:
        board.until_is("snapshot")
        table.lay("north", "rake.red")
        news = board.until_is("news")
    assert news["refused"][0]["place"] == "north"
    assert news["refused"][0]["why"].startswith("first choose a game by its card or word")


def test_the_history_holds_this_game_and_the_last_one_in_the_lobby(table: Served) -> None:
    def says(told: Any, text: str) -> bool:
        return any(line["text"] == text for line in told.get("lines", ()))

    def history() -> list[str]:
        with table.page("", "history") as tab:
            return [line["text"] for line in tab.until_is("history")["lines"]]

    with table.page(table.log_in()) as console:
        for words in ("thats-my-stash", "seat north", "seat east", "start", "pause"):
            console.act(*words.split())
        console.until(lambda told: says(told, "the game is paused (operator)"))
        paused = ["operator: says 'pause'", "the game is paused (operator)"]
        assert history() == paused
        console.act("end")
        console.act("lobby")
        console.sees(lambda state: bool(state["phase"] == "lobby"))
        assert [*history()[:3], history()[-1]] == [
            *paused,
            "operator: says 'end'",
            "ended before anyone won",
        ]


def test_a_page_that_asks_is_told_what_the_pieces_are_and_again_of_another_table(
    table: Served,
) -> None:
    with table.page("", "pieces") as asks, table.page() as other:
        told = asks.until_is("pieces")["pieces"]
        assert told["treat.heather.acorn"] == {
            "kind": "treat",
            "background": "heather",
            "item": "acorn",
        }
        assert told["card.blue-worms.7"] == {
            "kind": "suit-card",
            "suit": "blue-worms",
            "value": 7,
            "points": 4,
        }
        assert told["rake.red"] == {"kind": "rake", "colour": "red"}
        assert len(told) == len(REGISTER.entries)
        other.until_is("snapshot")
        table.end()  # settings were flashed, perhaps with another box
        table.begin(load_packages())
        assert asks.until_is("pieces")["pieces"] == told
        other.until_is("now")
        assert "pieces" not in {message["is"] for message in other.told}


def test_the_table_tells_the_time_once_a_second(table: Served) -> None:
    with table.page() as tab:
        tab.until_is("snapshot")
        first, second = tab.until_is("now"), tab.until_is("now")
    assert 800 <= second["now_ms"] - first["now_ms"] <= 1400


def test_frames_and_beeps_go_to_pages_that_ask(table: Served) -> None:
    with table.page("", "frames", "beeps") as asks, table.page() as other:
        frame = asks.until_is("frame")
        table.lay("north", "rake.red")
        beep = asks.until_is("beep")
        for _ in range(3):
            other.hear()
        asks.say({"is": "want", "wants": []})
    assert len(frame["rgb"]) == 240  # 60 pixels
    assert beep["on"] is True
    assert {told["is"] for told in other.told} <= {"snapshot", "news", "now", "change"}


# ---------------------------------------------------------------------------- who may act


NOT_THEIRS: list[dict[str, Any]] = [
    {"is": "act", "word": "quick-paws"},
    {"is": "adjust", "quiet": True},
    {"is": "names", "names": {"north": "Ann"}, "public": True},
]


@pytest.mark.parametrize("cookie", ["", "meadow_operator=", "meadow_operator=" + "A" * 43])
def test_who_is_no_operator_is_refused_and_nothing_changes(table: Served, cookie: str) -> None:
    with table.page(cookie) as tab:
        for message in NOT_THEIRS:
            answer = tab.ask(message)
            assert (answer["ok"], answer["message"]) == (False, FORBIDDEN)
        tab.until_is("now")
    assert (tab.number, tab.state["lobby"]["game"], table.table.quiet) == (0, "", False)
    refused = "console: refused: 127.0.0.1 is no operator and asks for what they may"
    assert set(table.said) == {refused}


def test_a_refusal_of_the_table_is_the_answer_to_the_word(table: Served) -> None:
    with table.page(table.log_in()) as console:
        answer = console.act("start")
    how = "choose a game by its card or word: Quick Paws, Sweet Takes, That's My Stash!"
    why = f"no game is chosen: {how}"
    assert (answer["ok"], answer["message"]) == (False, why)
    assert table.said[1:] == [f"console: the operator at 127.0.0.1 says 'start', refused: {why}"]


def test_a_word_that_comes_too_late_for_what_it_is_meant_for_is_refused(table: Served) -> None:
    with table.page(table.log_in()) as console:
        for words in ("thats-my-stash", "seat north", "seat east", "start"):
            assert console.act(*words.split())["ok"]
        console.sees(lambda state: bool(state["phase"] == "playing"))
        end = {"is": "act", "word": "end", "when": console.state["situation"]}
        assert console.ask(end)["ok"]
        answer = console.ask(end)
        console.sees(lambda state: bool(state["phase"] == "over"))
    why = "that changed just now, and nothing was done: look again"
    assert (answer["ok"], answer["message"]) == (False, why)
    assert table.said[-1] == f"console: the operator at 127.0.0.1 says 'end', refused: {why}"


def test_words_stand_in_the_journal_as_the_operator_s(table: Served) -> None:
    with table.page(table.log_in()) as console:
        for words in ("thats-my-stash", "seat north", "seat east", "start", "pause"):
            assert console.act(*words.split())["ok"]
    lines = [json.loads(raw) for raw in table.journals[0].lines]
    said = [line for line in lines if line["kind"] == "input"]
    assert [(line["source"], line["body"]["word"]) for line in said] == [("operator", "pause")]
    assert table.said[1:] == [
        f"console: the operator at 127.0.0.1 says '{words}'"
        for words in ("thats-my-stash", "seat north", "seat east", "start", "pause")
    ]


def test_after_the_logout_the_page_is_a_spectator_s(table: Served) -> None:
    cookie = table.log_in()
    with table.page(cookie) as console:
        console.until_is("snapshot")
        assert table.post("/logout", {}, cookie=cookie)[0] == 200
        assert closed(console) == (4001, OVER)
    with table.page(cookie) as again:
        assert again.until_is("snapshot")["viewer"] == "spectator"
        assert again.act("quick-paws")["message"] == FORBIDDEN


def test_a_session_that_expires_ends_on_an_open_page_too(
    table: Served, mocker: MockerFixture
) -> None:
    with table.page(table.log_in()) as console:
        console.until_is("snapshot")
        mocker.patch.object(table.console.gate, "knows", return_value=False)
        console.say({"is": "act", "word": "quick-paws"})
        assert closed(console) == (4001, OVER)
    assert table.table.game == ""


# ---------------------------------------------------------------------------- sound and light


def test_an_operator_changes_sound_and_light(table: Served) -> None:
    with table.page(table.log_in()) as console:
        assert console.ask({"is": "adjust", "quiet": True, "brightness": 0.25})["ok"]
        console.sees(lambda state: bool(state["quiet"]))
        assert (console.state["quiet"], console.state["brightness"]) == (True, 0.25)
        assert (table.table.quiet, table.table.brightness) == (True, 0.25)
        answer = console.ask({"is": "adjust", "brightness": 0.01})
        assert answer["message"] == "brightness is 0.01: it is between 0.05 and 1"
        assert not console.ask({"is": "adjust"})["ok"]
        assert (table.table.quiet, table.table.brightness) == (True, 0.25)
    assert table.said[1] == (
        "console: the operator at 127.0.0.1 sets quiet True and brightness 0.25"
    )


# ------------------------------------------------------------------------- what is no page


@pytest.mark.parametrize("version", [0, 2, -1, 1 << 60, 10**40, 1.5, "2", [2]])
@pytest.mark.parametrize(
    "more",
    [
        {"page": "board", "more": [1, {"a": None}]},
        {"viewer": "god", "page": 7, "wants": "all"},
        {"page": "x" * 8000},
    ],
)
def test_a_page_of_another_version_is_told_to_reload_whatever_else_it_says(
    table: Served, version: object, more: dict[str, Any]
) -> None:
    with table.page(hello=False) as tab:
        tab.say({"is": "hello", "version": version, **more})
        told = tab.hear()
        assert (told["is"], told["version"]) == ("reload", 1)
        assert closed(tab) == (4000, "this page is of another version than the table: reload it")


NO_HELLOS = [
    {"is": "act", "word": "start"},
    {"is": "act", "word": "start", "version": 2},
    {"version": 2},
    {"is": "hello"},
    {"is": "hello", "version": None},
    {"is": "hello", "version": 1, "viewer": "god"},
    {"is": "hello", "version": 1, "page": "x" * 8000},
]


@pytest.mark.parametrize("first", [*NO_HELLOS, "nonsense", b"\x00", [], ""])
def test_a_page_that_does_not_say_hello_first_is_let_go(table: Served, first: Any) -> None:
    with table.page(hello=False) as tab:
        tab.say(first)
        assert closed(tab) == (4002, "a page says hello first")


def test_a_page_that_says_nothing_is_let_go(table: Served, mocker: MockerFixture) -> None:
    mocker.patch("meadow.console.line.HELLO_S", 0.1)
    with table.page(hello=False) as tab:
        assert closed(tab) == (4002, "no hello came")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_a_page_of_another_place_gets_no_socket(table: Served, origin: str) -> None:
    with pytest.raises(InvalidStatus) as caught:
        connect(f"ws://127.0.0.1:{table.port}/socket", origin=Origin(origin))
    assert caught.value.response.status_code == 403
    assert b"its own pages only" in (caught.value.response.body or b"")


def test_a_program_that_is_no_browser_may_look(table: Served) -> None:
    with connect(f"ws://127.0.0.1:{table.port}/socket") as socket:
        tab = Tab(socket)
        tab.say({"is": "hello", "version": 1})
        assert tab.until_is("snapshot")["viewer"] == "spectator"


def test_when_there_are_too_many_pages_the_next_is_told_so(
    table: Served, mocker: MockerFixture
) -> None:
    mocker.patch("meadow.console.hub.MOST_PAGES", 1)
    mocker.patch("meadow.console.hub.MOST_KEPT", 0)
    with table.page() as first, table.page() as second:
        first.until_is("snapshot")
        assert closed(second) == (1013, "too many pages are open: close one, then reload this")
        with table.page(table.log_in()) as console:
            assert console.until_is("snapshot")["viewer"] == "operator"
    assert MOST_PAGES == 256


def test_host_programs_bring_routes_of_their_own(tmp_path: Path) -> None:
    from starlette.requests import Request
    from starlette.responses import PlainTextResponse
    from starlette.routing import Route

    async def meadow(request: Request) -> PlainTextResponse:
        return PlainTextResponse("a meadow")

    with served(tmp_path, more=[Route("/meadow", meadow)]) as table:
        status, headers, body = table.request("GET", "/meadow")
    assert (status, body) == (200, b"a meadow")
    assert "frame-ancestors 'none'" in headers["content-security-policy"]

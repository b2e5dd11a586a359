"""The players' names over the socket: whose they are, who is told them, and when they are gone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.console.served import Served, served


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as table:
        yield table


def test_names_are_the_operators_until_they_choose_to_show_them(table: Served) -> None:
    names = {"north": "Ann", "east": "<b>Bo</b>"}
    with table.page(table.log_in()) as console, table.page() as board:
        board.until_is("snapshot")
        assert console.ask({"is": "names", "names": names})["ok"]
        console.sees(lambda state: state["names"] == names)
        assert console.state["names_public"] is False
        assert console.ask({"is": "names", "public": True})["ok"]
        board.sees(lambda state: state["names"] == names)
        for told in board.told[:-1]:
            assert "Ann" not in json.dumps(told)
        assert console.ask({"is": "names", "public": False})["ok"]
        board.sees(lambda state: state["names"] == {})


def test_two_operators_name_players_without_taking_away_each_others_names(table: Served) -> None:
    with table.page(table.log_in()) as one, table.page(table.log_in()) as other:
        for tab, names in ((one, {"north": "Ann"}), (other, {"east": "Bo"}), (one, {"south": "C"})):
            assert tab.ask({"is": "names", "names": names})["ok"]
        assert other.ask({"is": "names", "names": {"north": ""}, "public": True})["ok"]
        for tab in (one, other):
            tab.sees(lambda state: state["names"] == {"east": "Bo", "south": "C"})
            tab.sees(lambda state: bool(state["names_public"]))
        answer = one.ask({"is": "names", "names": {"nobody": "x"}})
        assert answer["message"] == (
            "there is no seat 'nobody': it is one of north, east, south, west, five"
        )
        answer = one.ask({"is": "names"})
    assert (answer["ok"], answer["message"]) == (False, "names or public: neither is said")
    assert [line.partition("127.0.0.1 ")[2] for line in table.said if "name" in line] == [
        "names players",
        "names players",
        "names players",
        "names players and shows all the names",
    ]


def test_a_page_for_all_is_told_no_more_than_all_whoever_opened_it(table: Served) -> None:
    """A scoreboard in the operator's own browser: it has the cookie, and is seen by everybody."""
    cookie = table.log_in()
    with table.page(cookie) as console, table.page(cookie, "history", hello=False) as board:
        board.say({"is": "hello", "version": 1, "page": "board", "wants": ["history"]})
        assert board.until_is("snapshot")["viewer"] == "spectator"
        for words in ("thats-my-stash", "seat north", "seat east"):
            assert console.act(*words.split())["ok"]
        assert console.ask({"is": "names", "names": {"north": "Annabel"}})["ok"]
        assert console.act("start")["ok"]
        assert console.act("deal", "treat.heather.acorn")["ok"]
        console.sees(lambda state: "treat.heather.acorn" in json.dumps(state["game"]))
        board.sees(lambda state: bool(state["game"] and state["game"]["sides"][0]["cards"]))
        told = json.dumps(board.told)
        assert "Annabel" not in told
        assert "heather" not in told
        assert not {"legal", "troubles", "journal", "names_public"} & set(board.state)
        console.ask({"is": "names", "public": True})
        board.sees(lambda state: state["names"] == {"north": "Annabel"})


def test_names_stand_in_no_journal_and_no_log_and_go_with_their_game(table: Served) -> None:
    with table.page(table.log_in()) as console, table.page() as board:
        for words in ("thats-my-stash", "seat north", "seat east"):
            console.act(*words.split())
        console.ask({"is": "names", "names": {"north": "Annabel"}, "public": True})
        for word in ("start", "pause", "end"):
            assert console.act(word)["ok"]
        board.sees(lambda state: bool(state["phase"] == "over" and state["names"]))
        assert console.act("lobby")["ok"]
        board.sees(lambda state: bool(state["phase"] == "lobby" and not state["names"]))
    journal = table.journals[0].header + b"".join(table.journals[0].lines)
    assert b"Annabel" not in journal
    assert not any("Annabel" in line for line in table.said)
    line = "console: the operator at 127.0.0.1 names players and shows all the names"
    assert line in table.said

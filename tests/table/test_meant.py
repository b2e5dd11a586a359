"""A word may name the situation of the table that it is meant for, and is not done in another."""

from __future__ import annotations

from meadow.games.game import Output, Refused, Undone
from meadow.games.package import load_packages

from tests.console.pawed import CARDS
from tests.table.sat import Sat

OTHERWISE = "that changed just now, and nothing was done: look again"


class Operators:
    """Several of them at one table, which goes on only when they wait."""

    def __init__(self) -> None:
        self.sat = Sat(load_packages())
        for said in (("quick-paws",), ("way-a",), ("seat", "north"), ("seat", "east")):
            self.sat.say(*said)

    def begins(self) -> None:
        self.sat.say("start")

    def says(self, *words: str, when: str) -> list[Output]:
        """Say it, and get what comes of it once the table goes on."""
        come: list[Output] = []
        self.sat.table.say(*words, answer=come.extend, when=when)
        return come

    @property
    def situation(self) -> str:
        return self.sat.table.situation


def refused(come: list[Output]) -> list[str]:
    return [one.why for one in come if isinstance(one, Refused)]


def test_two_undos_at_one_moment_are_one() -> None:
    table = Operators()
    table.begins()
    for card in CARDS[:3]:
        table.sat.say("deal", card)
    when = table.situation
    first, second = table.says("undo", when=when), table.says("undo", when=when)
    table.sat.wait(100)
    assert len([one for one in first if isinstance(one, Undone)]) == 1
    assert refused(second) == [OTHERWISE]
    third = table.says("undo", when=table.situation)
    table.sat.wait(100)
    assert refused(third) == []


def test_a_victory_that_was_meant_for_a_game_is_given_in_no_other() -> None:
    table = Operators()
    table.begins()
    when = table.situation
    table.sat.say("end")
    table.sat.wait(4000)
    over = table.situation
    for word in ("award", "off"):
        come = table.says(word, "north", when=when)
        table.sat.wait(100)
        assert refused(come) == [OTHERWISE]
    table.sat.say("lobby", wait_ms=4000)
    table.begins()
    for meant in (when, over):
        come = table.says("award", "north", when=meant)
        table.sat.wait(100)
        assert refused(come) == [OTHERWISE]
    assert table.sat.table.phase == "playing"


def test_an_end_that_was_meant_for_a_game_clears_no_table() -> None:
    table = Operators()
    table.begins()
    when = table.situation
    table.sat.say("end")
    table.sat.wait(6000)
    come = table.says("end", when=when)
    table.sat.wait(100)
    assert (refused(come), table.sat.table.phase) == ([OTHERWISE], "over")


def test_what_is_meant_for_a_game_is_done_however_it_has_gone_on() -> None:
    table = Operators()
    table.begins()
    when = table.situation
    for card in CARDS[:3]:
        table.sat.say("deal", card)
    table.sat.say("pause")
    come = table.says("award", "north", when=when)
    table.sat.wait(100)
    assert (refused(come), table.sat.table.phase) == ([], "over")


def test_a_word_that_names_no_situation_is_meant_for_any() -> None:
    table = Operators()
    table.begins()
    for card in CARDS[:3]:
        table.sat.say("deal", card)
    come = [table.says("undo", when="") for _ in range(2)]
    table.sat.wait(100)
    assert [refused(one) for one in come] == [[], []]


def test_nobody_but_who_said_it_hears_that_it_came_too_late() -> None:
    table = Operators()
    when = table.situation
    table.begins()
    heard: list[object] = []
    table.sat.table.listen(heard.append)
    come = table.says("end", when=when)
    table.sat.wait(100)
    assert (refused(come), heard) == ([OTHERWISE], [])

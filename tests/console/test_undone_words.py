"""What an undo takes back is told in the history, and a new game begins with an empty one."""

from __future__ import annotations

from meadow.console.publish import Heard, Published, Publisher
from meadow.console.states import Viewer
from meadow.console.story import Story
from meadow.games.package import load_packages

from tests.console.pawed import CARDS
from tests.table.sat import Sat


class Told:
    """A table, and what its pages are told."""

    def __init__(self) -> None:
        self.sat = Sat(load_packages())
        self.story = Story()
        self.begins: list[bool] = []
        self._published: list[Published] = []
        self._publisher = Publisher(self._published.append)
        self._publisher.attach(self.sat.table)

    def lines(self) -> list[str]:
        """The texts since the last time."""
        self.sat.wait(100)
        self._publisher.look(self.sat.table)
        told: list[str] = []
        heard: list[Heard] = [one for each in self._published for one in each.heard]
        for one in heard:
            news = self.story.take(one)[Viewer.OPERATOR]
            self.begins.append(news["begins"])
            told += [line["text"] for line in news["lines"]]
        self._published.clear()
        return told

    def undone(self) -> str:
        self.lines()
        self.sat.say("undo")
        return next(text for text in self.lines() if text.startswith("undone"))

    def play(self) -> None:
        for said in (("quick-paws",), ("way-a",), ("seat", "north"), ("start",)):
            self.sat.say(*said)
        for card in CARDS:
            self.sat.say("deal", card)
        self.sat.say("flip")


def test_an_undo_says_what_it_takes_back() -> None:
    told = Told()
    told.play()
    told.sat.lay("north", "token.brook.hazelnut", 1000)
    told.sat.lift("north", "token.brook.hazelnut", 1000)
    assert told.undone().partition("; taken back: ")[2] == (
        "north: covers hazelnut on brook; all reveal their next card; and 1 more"
    )
    # Again, while it is paused: the match before that.
    assert told.undone().partition("; taken back: ")[2] == "north: match: hazelnut on brook"


def test_an_undo_after_a_pause_or_in_it_says_so_too() -> None:
    told = Told()
    told.play()
    told.sat.lay("north", "token.poppy.acorn", 1000)
    told.sat.say("pause")
    told.sat.say("start", wait_ms=3500)
    told.sat.lift("north", "token.poppy.acorn", 1000)
    assert told.undone().endswith("; taken back: north: back to the meadow: acorn on poppy")
    told.sat.say("award", "north")  # in the pause, which it ends
    assert "; taken back: the operator decides: award north" in told.undone()


def test_a_new_game_begins_with_an_empty_history_before_any_card_is_dealt() -> None:
    told = Told()
    told.play()
    told.sat.say("end")
    assert "the operator ends the game" in told.lines()
    assert told.begins.count(True) == 1
    told.sat.say("lobby")
    told.sat.wait(5000)
    told.sat.say("start")
    assert told.lines() == []
    assert told.begins.count(True) == 2
    assert told.story.history()["lines"] == []
    told.sat.say("deal", CARDS[0])
    told.lines()
    assert told.begins.count(True) == 2
    assert len(told.story.history()["lines"]) == 1


def test_a_game_that_follows_between_two_looks_begins_anew_too() -> None:
    told = Told()
    told.play()
    told.sat.say("end")
    told.lines()
    told.sat.say("lobby")
    told.sat.say("start", wait_ms=3000)  # between two looks
    told.sat.say("start")
    assert told.lines() == [
        "refused: the last game was only just cleared: once more in 3 seconds to begin"
    ]
    assert told.begins.count(True) == 2

"""Acts when no table answers, and what of cards an answer may name."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from meadow.console.names import Names
from meadow.console.operating import Answered, Operating
from meadow.console.publish import Heard, Published, Publisher
from meadow.console.states import Viewer
from meadow.console.story import Story
from meadow.console.talk import Act, Adjust, NamePlayers
from meadow.games.package import load_packages

from tests.table.sat import Sat

NOBODY = "the table starts just now: nothing was done, try again in a moment"
STUCK = "the table does not answer: look how it is before you go on"


class Desk:
    """What an operator does at a table whose loop runs only while something is asked."""

    def __init__(self, sat: Sat | None, passes: bool = True) -> None:
        self.sat = sat
        self.passes = passes
        self.said: list[str] = []
        self.changed = 0
        self.story = Story()
        self.operating = Operating(self.story, Names(), self.said.append, self._change, 0.2)
        self.operating.attach(sat.table if sat else None)

    def _change(self) -> None:
        self.changed += 1

    def ask(self, question: Callable[[], Awaitable[Answered]]) -> Answered:
        async def asked() -> Answered:
            answer = asyncio.ensure_future(question())
            while not answer.done():
                await asyncio.sleep(0.001)
                if self.sat and self.passes:
                    self.sat.wait(5)
                    self.operating.look(self.sat.table)
            return await answer

        return asyncio.run(asked())

    def say(self, *words: str) -> Answered:
        act = Act(words[0], args=words[1:])
        return self.ask(lambda: self.operating.say(act, "10.0.0.7"))

    def adjust(self, **what: Any) -> Answered:
        return self.ask(lambda: self.operating.adjust(Adjust(**what), "10.0.0.7"))


def test_between_two_tables_nothing_is_done_and_that_is_said() -> None:
    desk = Desk(None)
    assert desk.say("start") == (False, NOBODY)
    assert desk.adjust(quiet=True) == (False, NOBODY)
    assert desk.said == [
        f"console: the operator at 10.0.0.7 says 'start', refused: {NOBODY}",
        f"console: the operator at 10.0.0.7 sets quiet True, refused: {NOBODY}",
    ]


def test_a_table_that_is_stuck_is_said_to_be() -> None:
    desk = Desk(Sat(), passes=False)
    assert desk.say("start") == (False, STUCK)
    assert desk.adjust(quiet=True) == (False, STUCK)


def test_what_was_asked_of_a_table_that_ended_is_not_done_by_the_next() -> None:
    sat = Sat()
    desk = Desk(sat, passes=False)
    desk.adjust(quiet=True)
    desk.operating.attach(sat.table)
    desk.operating.look(sat.table)
    assert not sat.table.quiet


def test_a_change_that_gives_no_news_is_seen_by_pages_all_the_same() -> None:
    desk = Desk(Sat())
    assert desk.adjust(quiet=True, brightness=0.5) == (True, "")
    given = NamePlayers({"north": "Ann"})
    assert desk.operating.name(given, "10.0.0.7") == (True, "")
    assert desk.changed == 2


def test_names_that_cannot_be_shown_are_refused_and_not_logged() -> None:
    desk = Desk(Sat())
    answer = desk.operating.name(NamePlayers({"north": "a" * 10_000}), "10.0.0.7")
    assert answer == (False, "a name has 40 characters at most, and one has 10000")
    assert desk.said == []


def test_brightness_that_is_refused_leaves_the_sound_as_it_is() -> None:
    desk = Desk(Sat())
    answer = desk.adjust(quiet=True, brightness=2.0)
    assert answer == (False, "brightness is 2.0: it is between 0.05 and 1")
    assert desk.sat is not None
    assert not desk.sat.table.quiet


def test_an_answer_names_the_cards_that_the_operator_named() -> None:
    sat = Sat(load_packages())
    desk = Desk(sat)
    published: list[Published] = []
    publisher = Publisher(published.append)
    publisher.attach(sat.table)
    for words in ("thats-my-stash", "seat north", "seat east", "start"):
        assert desk.say(*words.split()).ok
    publisher.look(sat.table)
    heard: list[Heard] = [one for each in published for one in each.heard]
    for one in heard:
        desk.story.take(one)
    assert desk.say("deal", "treat.moss.acorn").ok
    assert desk.say("match", "token.moss.acorn", "treat.bark.acorn") == (
        False,
        "card acorn on bark is in nobody's deck",
    )
    sat.wait(100)
    publisher.look(sat.table)
    told = [desk.story.take(one)[Viewer.SPECTATOR] for one in published[-1].heard]
    assert told[-1]["refused"][0]["why"] == "a card is in nobody's deck"

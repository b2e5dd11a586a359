"""The latest events of a game, in words."""

from __future__ import annotations

import pytest
from meadow.games.game import Alarm, Output, Placed, Refused, Removed, Said, Sound
from meadow.games.sweepers.facts import (
    CardDealt,
    CardOpened,
    CheckBegan,
    CheckEnded,
    InventoryTaken,
    Stashed,
    TokenReturned,
)
from meadow.journal.lines import Kind, Source
from meadow.journal.maker import LineMaker
from meadow.pieces.kinds import Rake, StashToken
from meadow.telling.chronicle import Chronicle, Event
from meadow.telling.words import Words

WORDS = Words({})


def told(*lines: bytes) -> list[Event]:
    chronicle = Chronicle(WORDS)
    chronicle.take_lines(lines)
    return list(chronicle.events)


def test_facts_are_told_and_those_that_matter_are_loud() -> None:
    maker = LineMaker()
    lines = [
        maker.line(1000, Kind.OUTPUT, Source.ALARM, CardOpened(side="north", card="a card")),
        maker.line(2000, Kind.OUTPUT, Source.SIGHTING, Stashed(side="east", claimed_ms=1700)),
        maker.line(2000, Kind.OUTPUT, Source.SIGHTING, Refused(why="not now")),
    ]

    assert told(*lines) == [
        Event(1000, "north: opens a card"),
        Event(2000, "east: Stashed!", loud=True),
        Event(2000, "refused: not now", loud=True),
    ]


def test_what_is_laid_is_told_only_if_nothing_comes_of_it() -> None:
    maker = LineMaker()
    lines = [
        maker.line(1, Kind.INPUT, Source.SIGHTING, Placed(1, "north", "a token")),
        maker.line(2, Kind.INPUT, Source.SIGHTING, Removed(2, "north", "a token")),
        maker.line(3, Kind.INPUT, Source.SIGHTING, Placed(3, "deck", "a card")),
        maker.line(3, Kind.OUTPUT, Source.SIGHTING, CardDealt(side="north", count=1)),
        maker.line(4, Kind.INPUT, Source.SIGHTING, Placed(4, "east", "another")),
    ]

    assert told(*lines) == [
        Event(1, "north: a token is laid in the tray"),
        Event(4, "east: another is laid in the tray"),
    ]


def test_words_of_the_operator_are_told_alarms_are_not() -> None:
    maker = LineMaker()
    lines = [
        maker.line(1, Kind.INPUT, Source.OPERATOR, Said(1, "undo")),
        maker.line(2, Kind.INPUT, Source.ALARM, Alarm(2, "sand")),
    ]

    assert told(*lines) == [Event(1, "operator: says 'undo'")]


def test_a_sound_is_shown_for_a_while() -> None:
    chronicle = Chronicle(WORDS)
    chronicle.take_lines([LineMaker().line(5000, Kind.OUTPUT, Source.ALARM, Sound("go"))])

    heard = [chronicle.sound_at(at_ms, 1500) for at_ms in (4999, 5000, 6499, 6500)]
    assert heard == ["", "go", "go", ""]
    assert not chronicle.events


def test_only_the_latest_events_are_kept_and_each_is_heard_once() -> None:
    heard: list[Event] = []
    chronicle = Chronicle(WORDS, heard.append)
    for number in range(150):
        chronicle.say(number, f"event {number}")

    assert [len(chronicle.events), len(heard)] == [100, 150]
    assert chronicle.events[0] == Event(50, "event 50")


TOKEN = StashToken("token.moss.acorn", background="moss", item="acorn")
RAKE = Rake("rake.red", "red")


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ([], "falls into"),
        ([CheckBegan(side="south")], "is laid in"),
        ([CheckBegan(side="south"), Sound("count")], "is laid in"),
        ([CheckBegan(side="south"), CheckEnded("south", 0, (), ())], "falls into"),
        ([CheckBegan(side="south"), InventoryTaken("south", (), ())], "falls into"),
    ],
)
def test_a_token_is_laid_in_a_check_alone_else_it_falls(before: list[Output], said: str) -> None:
    maker = LineMaker()
    chronicle = Chronicle(Words({"04AA": TOKEN, "04BB": RAKE}))
    chronicle.take_lines(
        [maker.line(1, Kind.OUTPUT, Source.SIGHTING, output) for output in before]
        + [
            maker.line(2, Kind.INPUT, Source.SIGHTING, Placed(2, "south", TOKEN.id)),
            maker.line(3, Kind.INPUT, Source.SIGHTING, Placed(3, "south", RAKE.id)),
        ]
    )

    token, rake = list(chronicle.events)[-2:]
    assert token.text == f"south: token acorn on moss {said} the tray"
    assert rake.text == "south: the red rake is laid in the tray"


def test_a_stray_that_is_put_back_is_told() -> None:
    back = TokenReturned(place="north", token="a token")

    events = told(LineMaker().line(9, Kind.OUTPUT, Source.SIGHTING, back))

    assert events == [Event(9, "north: back to the meadow: a token")]


def test_a_line_divides_a_game_from_the_one_before() -> None:
    chronicle = Chronicle(WORDS)
    chronicle.begin()
    assert not chronicle.events

    chronicle.say(1000, "over")
    chronicle.begin()

    assert list(chronicle.events) == [Event(1000, "over"), Event(0, "", divides=True)]

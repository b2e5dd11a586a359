"""How a table is, in lines for people."""

from __future__ import annotations

import pytest
from meadow.link.answers import ConsoleIs, SlotsAre, StatusIs
from meadow.table.status import Phase
from meadow.table.wrong import Wrong
from meadow_host.cable.status import identity_line, slot_lines, status_lines, status_values
from msgspec.structs import replace

from tests.cable.wires import WELCOME

DIGEST, OTHER = "3f9a0c7712de" + "0" * 52, "aa11bb22cc33" + "0" * 52
PLAYING = StatusIs(
    phase=Phase.PLAYING,
    game="sweepers",
    at_ms=72_480,
    saved_seq=411,
    pending=3,
    journal_trouble="",
    late=0,
    troubles=(),
    readers={"north": "", "deck": "no chip answers (version 00h)"},
    clock_ms=99,
    slots=SlotsAre(),
)


def test_a_table_in_play_is_told() -> None:
    assert status_lines("/dev/ttyACM0", WELCOME, PLAYING) == [
        "/dev/ttyACM0: meadow, hardware rev-1, firmware 0.1.0, started on files",
        "playing Sweepers, 1:12.480 since it began",
        "reader north: answers",
        "reader deck: does not answer: no chip answers (version 00h)",
        "journal: saved up to line 412, 3 more on their way",
        "no slot is active: the table runs on its files",
        "writer: nobody",
    ]


def test_the_console_is_told_with_its_pin() -> None:
    served = replace(PLAYING, console=ConsoleIs("http://192.168.1.20:8080/", "271828"))
    lines = status_lines("p", WELCOME, served)
    assert lines[-1] == "console: http://192.168.1.20:8080/ with PIN 271828"


def test_what_is_odd_though_the_readers_answer_is_told_in_the_words_of_the_console() -> None:
    noise = "it hears what no tag says, so tags are read later"
    odd = replace(
        PLAYING,
        readers={"north": "", "deck": ""},
        mended={"north": "", "deck": "its supply dips: use a shorter cable"},
        wrong=(
            Wrong("north", f"The reader of North: {noise}", "the game goes on", "take it away"),
            Wrong("lights", "The lights do not work", "play goes on", "", "no\nframe"),
        ),
    )
    assert status_lines("p", WELCOME, odd)[2:6] == [
        "reader north: answers",
        "reader deck: answers; was reset just now: its supply dips: use a shorter cable",
        f"out of order: The reader of North: {noise}. The game goes on. Take it away.",
        "out of order: The lights do not work. Play goes on.",
    ]
    told = status_values("p", WELCOME, odd)
    assert told["wrong"][1]["detail"] == "no\nframe"


def test_what_is_wrong_is_told() -> None:
    wrong = replace(
        PLAYING,
        phase=Phase.OVER,
        journal_trouble="the disk is full",
        pending=40,
        dropped=2,
        late=1,
        troubles=("the strip fails", "ends\nhere"),
        writer="meadow flash on a laptop",
    )
    assert status_lines("p", WELCOME, wrong)[1:] == [
        "Sweepers is over (undo opens it again, lobby leaves it), 1:12.480 since it began",
        "reader north: answers",
        "reader deck: does not answer: no chip answers (version 00h)",
        "journal: not saved: the disk is full; 40 lines wait",
        "no slot is active: the table runs on its files",
        "writer: meadow flash on a laptop",
        "2 times noise came over this line, or half a frame: is the cable loose, does another "
        "program use it?",
        "1 happenings came too late to be told in their order",
        "trouble: the strip fails",
        "trouble: ends?here",
    ]


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, "meadow, hardware rev-1, firmware 0.1.0, started on files"),
        ({"digest": DIGEST}, "meadow, hardware rev-1, firmware 0.1.0, configuration 3f9a0c7712de"),
        (
            {"table": "", "hardware": "", "named": False},
            "a table without a name, firmware 0.1.0, started on files, not flashed",
        ),
        ({"table": "o\x1bk"}, "o?k, hardware rev-1, firmware 0.1.0, started on files"),
    ],
)
def test_a_table_tells_who_it_is(changes: dict[str, str | bool], line: str) -> None:
    assert identity_line(replace(WELCOME, **changes)) == line


@pytest.mark.parametrize(
    ("slots", "lines"),
    [
        (
            SlotsAre("a", DIGEST, on_trial=True),
            [
                "slot a is active (3f9a0c7712de), on trial: it is kept once the table has run "
                "well for a while"
            ],
        ),
        (
            SlotsAre("b", DIGEST, marked=True, previous="a"),
            [
                "slot b is active (3f9a0c7712de)",
                "before it: slot a (meadow rollback goes back to it)",
                "the next start tries the other slot",
            ],
        ),
        (
            SlotsAre("a", DIGEST, rolled_back="reader east fell silent", rolled_back_digest=OTHER),
            [
                "slot a is active (3f9a0c7712de)",
                "rolled back: the configuration aa11bb22cc33 failed its trial: reader east fell "
                "silent",
            ],
        ),
        (
            SlotsAre(rolled_back="cut off"),
            [
                "no slot is active: the table runs on its files",
                "rolled back: the configuration failed its trial: cut off",
            ],
        ),
    ],
)
def test_the_slots_are_told(slots: SlotsAre, lines: list[str]) -> None:
    assert list(slot_lines(slots)) == lines


def test_the_same_comes_as_plain_values() -> None:
    values = status_values("/dev/ttyACM0", WELCOME, PLAYING)
    assert values["table"]["port"] == "/dev/ttyACM0"
    assert values["table"]["boot"] == "first"
    assert (values["phase"], values["saved_seq"]) == ("playing", 411)
    assert values["readers"] == {"north": "", "deck": "no chip answers (version 00h)"}
    assert "is" not in values

"""What is out of order is said as it is: what, what it means for the game, what to do."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from meadow.journal.room import Room
from meadow.table.status import Phase, TableStatus
from meadow.table.wrong import Wrong, reading, wrongs, wrongs_for_all

WELL = TableStatus(
    phase=Phase.LOBBY,
    game="",
    at_ms=0,
    saved_seq=-1,
    pending=0,
    journal_trouble="",
    late=0,
    troubles=(),
    readers={"east": "", "deck": ""},
    oddities={"east": "", "deck": ""},
    mended={"east": "", "deck": ""},
    read_ms={},
    lights="",
    buzzer="",
)
MISSING = "no reader answers: check its plug [VersionReg reads 00h]"


def status(**more: Any) -> TableStatus:
    return msgspec.structs.replace(WELL, **more)


def test_of_a_table_that_is_well_nothing_is_said() -> None:
    assert wrongs(WELL, ()) == wrongs_for_all(WELL, ()) == ()


def test_a_reader_that_the_game_waits_for_can_be_done_without() -> None:
    ill = status(phase=Phase.PLAYING, readers={"east": MISSING, "deck": ""})
    assert wrongs(ill, ("east",)) == (
        Wrong(
            "east",
            "The reader of East does not answer",
            "the game waits for it, and its clock stands still",
            "see that its plug and its wires sit; it is back by itself, or go on without it",
            "no reader answers: check its plug",
        ),
    )


@pytest.mark.parametrize(
    ("phase", "place", "means"),
    [
        (Phase.PLAYING, "east", "the game goes on without it"),
        (Phase.OVER, "east", "the game is over: nothing waits for it"),
        (
            Phase.LOBBY,
            "east",
            "nobody can join there with a rake; the operator can seat players",
        ),
        (
            Phase.LOBBY,
            "deck",
            "no card is heard there; the operator can choose a game and start it",
        ),
    ],
)
def test_what_a_reader_means_depends_on_what_the_table_does(
    phase: Phase, place: str, means: str
) -> None:
    (wrong,) = wrongs(status(phase=phase, readers={place: MISSING}), ())
    assert wrong.means == means
    assert wrong.do == "see that its plug and its wires sit; it is back by itself"


def test_the_same_is_said_in_sentences_where_there_is_no_page() -> None:
    (odd,) = wrongs(status(oddities={"east": "it hears noise: take it away"}), ())
    assert str(odd) == "The reader of East: it hears noise. The game goes on. Take it away."
    (for_all,) = wrongs_for_all(status(buzzer="stuck"), ())
    assert str(for_all) == "The buzzer does not work. The lights say what it would."


def test_a_crowd_is_told_what_it_means_and_not_how_to_mend_it() -> None:
    ill = status(
        readers={"deck": MISSING},
        lights="no frame",
        buzzer="stuck",
        journal_trouble="games/1: not saved, the game goes on in memory: the disk is full; free it",
        oddities={"east": "a tag is odd: look at it"},
    )
    assert [(one.about, one.what, one.do, one.detail) for one in wrongs_for_all(ill, ())] == [
        ("deck", "The deck reader does not answer", "", ""),
        ("lights", "The lights do not work", "", ""),
        ("buzzer", "The buzzer does not work", "", ""),
    ]


def test_a_game_that_is_not_saved_is_told_with_what_to_do() -> None:
    trouble = "games/1.jsonl: not saved, the game goes on in memory: the disk is full; free space"
    (wrong,) = wrongs(status(journal_trouble=trouble), ())
    assert (wrong.what, wrong.do, wrong.detail) == (
        "The game is not being saved",
        "the disk is full; free space",
        "games/1.jsonl",
    )


def test_a_disk_that_hangs_is_told_with_what_to_do() -> None:
    trouble = "g.jsonl: not saved, the game goes on in memory: the disk does not answer; wait"
    (wrong,) = wrongs(status(journal_trouble=trouble), ())
    assert wrong.do == "the disk does not answer; wait"


def test_before_a_game_it_is_told_that_it_would_not_be_saved() -> None:
    full = Room("the disk is full; free some space on it")
    (wrong,) = wrongs(status(room=full), ())
    assert str(wrong) == (
        "The next game would not be saved. It can be played, but it is lost if the disk takes "
        "nothing before the table ends. The disk is full; free some space on it."
    )
    assert wrongs(status(room=full, phase=Phase.PLAYING), ()) == ()
    (worse,) = wrongs(status(room=full, journal_trouble="g: not saved: in memory: wait"), ())
    assert worse.what == "The game is not being saved"
    assert wrongs_for_all(status(room=full), ()) == ()


def test_before_a_game_it_is_told_that_the_disk_is_nearly_full() -> None:
    (wrong,) = wrongs(status(room=Room(scarce="only 7 MB are free; free some space")), ())
    assert wrong == Wrong(
        "saving", "Only 7 MB are free", "games are saved as long as that lasts", "free some space"
    )


def test_what_a_reader_finds_odd_is_told_while_it_answers() -> None:
    odd = {"east": "it hears noise: take it away", "deck": ""}
    (wrong,) = wrongs(status(oddities=odd), ())
    assert wrong == Wrong(
        "east", "The reader of East: it hears noise", "the game goes on", "take it away"
    )
    (silent,) = wrongs(status(oddities=odd, readers={"east": MISSING}), ())
    assert silent.what == "The reader of East does not answer"


def test_of_what_a_reader_reads_is_told_how_much_and_since_when() -> None:
    told = reading(
        status(read_ms={"east": 1234}, mended={"east": "its supply dips"}),
        {"east": ("04AA", "04BB"), "deck": ()},
    )
    assert told == {
        "east": {"lies": 2, "last_ms": 1234, "mended": "its supply dips"},
        "deck": {"lies": 0, "last_ms": -1, "mended": ""},
    }

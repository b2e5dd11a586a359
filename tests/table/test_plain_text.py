"""Words and complaints that no journal can hold do not stop a table."""

from __future__ import annotations

import pytest
from meadow.table.plain import plain

from tests.table.sat import Sat, begun


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("award", "award"),
        ("süß", "süß"),
        ("\ud800", "?"),
        ("a\udcffb", "a?b"),
        ("x" * 300, "x" * 200),
        ("", ""),
    ],
)
def test_text_is_kept_as_far_as_a_journal_can_hold_it(text: str, kept: str) -> None:
    assert plain(text) == kept


def game() -> Sat:
    return begun()


@pytest.mark.parametrize(
    "words", [("\ud800",), ("award", "\ud800"), ("pause", "\udcff"), ("x" * 10_000,), ("",)]
)
def test_a_word_no_journal_can_hold_leaves_the_table_running(words: tuple[str, ...]) -> None:
    sat = game()
    sat.say(*words)
    sat.say("undo")
    assert sat.phase == "playing"
    parsed = sat.journals[-1].parsed()
    assert parsed.lines[-1].number > 2


def test_a_complaint_of_a_reader_no_journal_can_hold_pauses_the_game_as_any_other() -> None:
    sat = game()
    sat.board.readers.fail("east", "\udcff")
    sat.wait(200)
    assert sat.table.view("public")["broken"] == ["east"]
    sat.board.readers.restore("east")
    sat.wait(200)
    assert sat.table.view("public")["broken"] == []


def test_a_tag_no_journal_can_hold_is_an_unknown_tag() -> None:
    sat = game()
    sat.board.readers.lay("north", "\udcff\udcff")
    sat.wait(200)
    assert sat.refusals[-1].startswith("unknown tag ?? on north")

"""docs/enrolling.md says what the program says, and names no option that is not there."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest
from meadow.pieces.kinds import Rake, StashToken
from meadow.pieces.sets import default_set
from meadow_host import cli_enrol
from meadow_host.cable.enrol_lines import WORDS, ask_line, outcome_line
from meadow_host.cable.enrol_outcomes import Ask, Bound, NotTaken, Reason
from meadow_host.cable.enrol_pieces import Where, in_order
from meadow_host.cable.enrol_session import SHORT

PAGE = (Path(__file__).parents[2] / "docs/enrolling.md").read_text(encoding="utf-8")
RED = Rake("rake.red", "red")
PLACES = ("north", "east", "south", "west", "deck")


def test_every_word_stands_in_its_table_and_no_other() -> None:
    section = PAGE.split("| word | what it does |")[1].split("\n\n")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)) == set(WORDS)


def test_their_first_letters_will_do() -> None:
    assert {word[0]: word for word in WORDS}.items() <= SHORT.items()


def test_every_option_it_names_is_there() -> None:
    source = inspect.getsource(cli_enrol)
    named = set(re.findall(r"--[a-z][a-z-]*", PAGE))
    assert {"--set", "--piece", "--at", "--in-order", "--write-names", "--flash"} <= named
    for option in named:
        word = option.removeprefix("--").replace("-", "_")
        assert f'"{option}"' in source or re.search(rf"^    {word}: ", source, re.MULTILINE), option


def test_the_first_questions_are_those_of_the_box() -> None:
    box = in_order([default_set("sweepers")])
    where = Where(PLACES)
    for number, place in ((1, "north"), (2, "east")):
        piece = box[number - 1]
        assert where.of(piece, number - 1) == place
        assert ask_line(Ask(piece, place, number, len(box))) in PAGE
    assert isinstance(box[0], StashToken)
    assert outcome_line(Bound(box[0], "north", "04A2B3C4D5E6F7")) in PAGE


@pytest.mark.parametrize(
    "outcome",
    [
        NotTaken(Reason.HAS_A_PIECE, "north", ("04",), RED),
        NotTaken(Reason.TOGETHER, "north", ("04", "05")),
        NotTaken(Reason.ELSEWHERE, "deck", ("04",), should_be="north"),
        NotTaken(Reason.FLICKERS, "west", ("04",)),
    ],
    ids=lambda outcome: outcome.reason.value,
)
def test_what_it_says_when_a_tag_is_not_taken_stands_on_the_page(outcome: NotTaken) -> None:
    section = PAGE.split("| it says | what to do |")[1].split("\n\n")[0]
    said = re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)
    assert len([one for one in said if one in outcome_line(outcome)]) == 1

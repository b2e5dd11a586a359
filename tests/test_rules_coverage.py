"""Keeps docs/rules-coverage.md complete and true: every rule has its test, or says why not.

And docs/what-a-table-cannot-sense.md, the page of those that have none.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import NamedTuple

import pytest

from tests.rules_page import (
    PAGE,
    TESTS,
    UNSENSED_PAGE,
    Chapter,
    Mark,
    Row,
    Rules,
    marked_tests,
    marks,
    page,
    rules,
    unsensed_page,
)

SWEEPERS = tuple(f"R{number}" for number in range(1, 79))
SWEET_TAKES = tuple(f"R{number}" for number in range(79, 128))
TABLE_RULINGS = tuple(f"T{number}" for number in range(1, 17))
SWEEPERS_RULINGS = tuple(
    f"W{number}" for number in (1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 17, 19, 21, 23, 24, 26)
)
SWEET_TAKES_RULINGS = tuple(
    f"S{number}" for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, *range(12, 19), 20, 21, 22)
)
ALL = (
    *SWEEPERS,
    *SWEET_TAKES,
    *TABLE_RULINGS,
    *SWEEPERS_RULINGS,
    "Way C",
    *SWEET_TAKES_RULINGS,
)
all_marks = cache(marks)
"""All test files are read once a process."""
A_REASON = 60
"""Letters that a reason has at least: enough for a sentence that explains something."""


class Printed(NamedTuple):
    """A row as it stands on the page."""

    id: str
    tests: tuple[str, ...]
    unsensed: str


def printed() -> list[Printed]:
    rows = []
    for line in PAGE.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == 4 and cells[0] not in ("Row", "---"):
            rows.append(Printed(cells[0], tuple(re.findall(r"`([^`]+)`", cells[2])), cells[3]))
    return rows


def test_every_row_and_every_ruling_stands_on_the_page_once() -> None:
    assert tuple(row.id for row in printed()) == ALL


def test_every_test_the_page_names_exists_and_is_marked_with_that_rule() -> None:
    marked = {(mark.rule, mark.name) for mark in all_marks()}
    named = [(row.id, test) for row in printed() for test in row.tests]
    assert len(named) > 200
    assert [pair for pair in named if pair not in marked] == []


def test_every_rule_that_a_test_is_marked_with_names_it_on_the_page() -> None:
    named = {(row.id, test) for row in printed() for test in row.tests}
    missing = [mark for mark in all_marks() if (mark.rule, mark.name) not in named]
    assert missing == [], "write the page anew: make bless"


def test_every_row_without_a_test_says_why_the_table_cannot_sense_it() -> None:
    silent = [row.id for row in printed() if not row.tests and len(row.unsensed) < A_REASON]
    assert silent == []


def test_every_reason_is_a_sentence_of_its_own() -> None:
    reasons = [row.unsensed for row in printed() if row.unsensed]
    assert len(set(reasons)) == len(reasons)
    assert [reason for reason in reasons if len(reason) < A_REASON or reason[-1] != "."] == []


def test_the_page_is_as_the_rules_and_the_markers_say() -> None:
    assert PAGE.read_text("utf-8") == page(rules(), all_marks()), "write the page anew: make bless"


def test_the_page_of_what_cannot_be_sensed_is_as_the_rules_and_the_markers_say() -> None:
    assert UNSENSED_PAGE.read_text("utf-8") == unsensed_page(rules(), all_marks()), "make bless"


def test_the_page_of_what_cannot_be_sensed_has_the_rows_without_a_test_and_why() -> None:
    rows = (Row("R1", "Cards.", "Half sensed."), Row("R2", "Hands.", "No reader sees a hand."))
    text = unsensed_page(Rules((Chapter("Box", rows),)), [Mark("R1", "test_a.py", "test_x")])
    assert text.endswith("|---|---|---|\n| R2 | Hands. | No reader sees a hand. |\n")


def test_a_marked_test_is_one_that_runs() -> None:
    """No test is hidden by a later one of the same name."""
    for file in sorted(TESTS.rglob("test_*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert len(set(names)) == len(names), file


# ------------------------------------------------------------------ reading the markers

SAMPLE = """
@pytest.mark.rule("R1", "T2")
@pytest.mark.parametrize("x", [1])
def test_marked(x): ...

@pytest.mark.slow("R3")
@pytest.mark.rule("W4")
@pytest.mark.rule("R5")
def test_marked_twice(): ...

@pytest.mark.rule("R6")
def helper(): ...

def test_unmarked(): ...
"""


def test_markers_are_read_from_the_source() -> None:
    assert list(marked_tests(ast.parse(SAMPLE))) == [
        ("test_marked", ("R1", "T2")),
        ("test_marked_twice", ("W4", "R5")),
    ]


def test_a_marker_that_is_no_plain_text_is_an_error() -> None:
    tree = ast.parse("@pytest.mark.rule(RULE)\ndef test_a(): ...")
    with pytest.raises(ValueError, match="malformed"):
        list(marked_tests(tree))


def test_a_row_of_the_page_has_its_tests_and_its_reason() -> None:
    short = Rules((Chapter("Box", (Row("R1", "Cards.", "Not sensed."), Row("R2", "Tokens."))),))
    text = page(short, [Mark("R1", "a/test_a.py", "test_x"), Mark("R1", "test_b.py", "test_y")])
    assert text.endswith(
        "\n## Box\n\n"
        "| Row | The rule | Proved by | What the table cannot sense |\n|---|---|---|---|\n"
        "| R1 | Cards. | `a/test_a.py::test_x`<br>`test_b.py::test_y` | Not sensed. |\n"
        "| R2 | Tokens. |  |  |\n"
    )


def test_many_tests_of_one_row_are_folded_away_and_still_named() -> None:
    one = Rules((Chapter("Box", (Row("R1", "Cards."),)),))
    seven = [Mark("R1", "test_a.py", f"test_{letter}") for letter in "abcdefg"]
    assert page(one, seven).endswith(
        "| R1 | Cards. | <details><summary>7 tests</summary>`test_a.py::test_a`<br>"
        "`test_a.py::test_b`<br>`test_a.py::test_c`<br>`test_a.py::test_d`<br>"
        "`test_a.py::test_e`<br>`test_a.py::test_f`<br>`test_a.py::test_g`</details> |  |\n"
    )

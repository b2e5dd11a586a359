"""docs/hil.md says what is so: its example runs, and its options, names and needs are all there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from meadow.link.service import NOTE
from meadow_host.hil.rig import Can
from meadow_host.hil.table import TableUnderTest

pytest_plugins = ("pytester",)

PAGE = (Path(__file__).resolve().parents[2] / "docs/hil.md").read_text("utf-8")
TABLE_OF_THE_FIXTURE = PAGE.split("| | |\n|---|---|\n")[1].split("\n\n")[0]
TABLE_OF_NEEDS = PAGE.split("| needs | |\n|---|---|\n")[1].split("\n\n")[0]


def test_the_example_runs(pytester: pytest.Pytester) -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    pytester.makepyfile(example)
    pytester.runpytest_inprocess("-p", "no:cacheprovider").assert_outcomes(passed=2)


def test_every_option_on_the_page_is_one_of_pytest_or_meadowd(pytester: pytest.Pytester) -> None:
    told = set(re.findall(r"(--table[a-z-]*)", PAGE))
    known = set(re.findall(r"(--table[a-z-]*)", pytester.runpytest("--help").stdout.str()))
    assert told == known


def test_every_name_of_the_fixture_is_on_the_page_and_every_one_there_exists() -> None:
    cells = [line.split("|")[1] for line in TABLE_OF_THE_FIXTURE.splitlines()]
    told = {name for cell in cells for name in re.findall(r"`(\w+)", cell)}
    public = {name for name in dir(TableUnderTest) if not name.startswith("_")}
    assert told == public | {"rig"}


def test_every_need_is_on_the_page() -> None:
    cells = [line.split("|")[1] for line in TABLE_OF_NEEDS.splitlines()]
    assert {name for cell in cells for name in re.findall(r"`(\w+)`", cell)} == set(Can)


def test_the_note_in_the_journal_is_the_one_on_the_page() -> None:
    assert f"`{NOTE}`" in PAGE

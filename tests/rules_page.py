"""Writes docs/rules-coverage.md: every rule in our words, and the tests that prove it.

Also docs/what-a-table-cannot-sense.md: the rules that have no test, and why. Rules stand in
tests/rules.toml; which test proves which is read from the marker "rule" in the tests' source, so
nothing is run. `make bless` runs it; alone: .venv/bin/python -m tests.rules_page
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
PAGE = ROOT / "docs" / "rules-coverage.md"
UNSENSED_PAGE = ROOT / "docs" / "what-a-table-cannot-sense.md"

SHOWN = 6
"""So many tests of a row are shown; more are folded away, so that the page can be read."""

HEAD = """\
# Which test proves which rule

One row for every statement of the rulebooks of Sweepers (R1 to R78) and of Sweet Takes (R79 to
R127) and for every ruling on what they leave silent (T: what the table senses; W: how Sweepers, S:
how Sweet Takes is played on it). The numbers W5, W12 to W16, W18, W20, W22, W25, S10, S11 and S19
are not in use. Tests are named by their path below `tests/`. Where a row names tests and something
unsensed, the table plays its part of the rule and the players theirs.

This page is written from `tests/rules.toml` and from the marker `rule` of the tests by
`make bless`; a test keeps it complete.
"""


UNSENSED_HEAD = """\
# What a table cannot sense

For teachers and therapists: the rules of both games that no reader under a tray can watch over, and
why. In these the table takes no part: it neither helps nor judges, and no time or count it gives
says anything about them. They are yours and the players' to keep.

Many other rules are sensed in part (the table knows that a token was lifted, not by whose hand; it
names no hidden card, and does not see who peeks): the last column of
[rules-coverage.md](rules-coverage.md) says of each what is left out. What that means for times and
counts is in [for-teachers.md](for-teachers.md).

This page is written from `tests/rules.toml` by `make bless`; a test keeps it true.

| Row | The rule | Why the table cannot sense it |
|---|---|---|
"""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: its number, what it says, and what of it no table could sense."""

    id: str
    says: str
    unsensed: str = ""


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    row: tuple[Row, ...]


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chapter: tuple[Chapter, ...]


class Mark(NamedTuple):
    """A test (its path below tests/, its name) and a rule that it says it proves."""

    rule: str
    path: str
    test: str

    @property
    def name(self) -> str:
        return f"{self.path}::{self.test}"


def rules() -> Rules:
    """What tests/rules.toml says."""
    return msgspec.convert(tomllib.loads((TESTS / "rules.toml").read_text("utf-8")), Rules)


# ----------------------------------------------------------------------------- markers


def marks(tests: Path = TESTS) -> tuple[Mark, ...]:
    """The rules named by all tests under a folder, file by file and in order of the file."""
    files = sorted(tests.rglob("test_*.py"))
    return tuple(
        [
            Mark(rule, file.relative_to(tests).as_posix(), test)
            for file in files
            for test, named in marked_tests(ast.parse(file.read_text("utf-8")))
            for rule in named
        ]
    )


def marked_tests(tree: ast.Module) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each test of a module that names rules, with the rules."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            named = tuple(rule for mark in node.decorator_list for rule in _named(mark))
            if named:
                yield node.name, named


def _named(decorator: ast.expr) -> Iterator[str]:
    """The rules in ``@pytest.mark.rule("R1", ...)``; nothing in any other decorator."""
    if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
        for argument in decorator.args:
            yield str(ast.literal_eval(argument))


# -------------------------------------------------------------------------------- page


def page(all_rules: Rules, all_marks: Iterable[Mark]) -> str:
    """The page as Markdown."""
    proofs: dict[str, list[str]] = {}
    for mark in all_marks:
        proofs.setdefault(mark.rule, []).append(mark.name)
    parts = [HEAD]
    for chapter in all_rules.chapter:
        lines = [_line(row, proofs.get(row.id, [])) for row in chapter.row]
        table = [
            "| Row | The rule | Proved by | What the table cannot sense |",
            "|---|---|---|---|",
        ]
        parts.append("\n".join([f"\n## {chapter.title}\n", *table, *lines, ""]))
    return "".join(parts)


def _line(row: Row, tests: list[str]) -> str:
    proof = "<br>".join([f"`{test}`" for test in tests])
    if len(tests) > SHOWN:
        proof = f"<details><summary>{len(tests)} tests</summary>{proof}</details>"
    return f"| {row.id} | {row.says} | {proof} | {row.unsensed} |"


def unsensed_page(all_rules: Rules, all_marks: Iterable[Mark]) -> str:
    """The page of the rules that no test proves, as Markdown."""
    proved = {mark.rule for mark in all_marks}
    rows = [row for chapter in all_rules.chapter for row in chapter.row if row.id not in proved]
    lines = [f"| {row.id} | {row.says} | {row.unsensed} |\n" for row in rows]
    return "".join([UNSENSED_HEAD, *lines])


def main() -> None:
    """Write both pages."""
    said, marked = rules(), marks()
    for path, text in (
        (PAGE, page(said, marked)),
        (UNSENSED_PAGE, unsensed_page(said, marked)),
    ):
        path.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{path.relative_to(ROOT)} written\n")


if __name__ == "__main__":
    main()

"""docs/architecture.md is true: its functions exist, its journal lines are such a game's."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from meadow.games.package import load_packages

from tests.table.sat import BLUE, RED, REGISTER, Sat

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def defined(path: str) -> set[str]:
    """The functions and methods of a file, as ``name`` or ``Class.name``."""
    names = set()
    for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    names.add(f"{node.name}.{inner.name}")
    return names


def test_every_function_on_the_page_exists() -> None:
    named = re.findall(r"`((?:firmware|host)/[\w/]+\.py)`((?:,?\s+`\w+(?:\.\w+)?`)*)", PAGE)
    checked = 0
    for path, rest in named:
        functions = defined(path)
        for name in re.findall(r"`([\w.]+)`", rest):
            assert name in functions, f"{path} has no {name}"
            checked += 1
    assert checked > 15


def test_every_file_on_the_page_exists() -> None:
    paths = re.findall(r"`((?:firmware|host|tests)/[\w/]+(?:\.py|/))`", PAGE)
    assert len(paths) > 20
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_journal_lines_are_those_of_such_a_game() -> None:
    sat = Sat(load_packages(), settle_ms=20)
    sat.say("thats-my-stash")
    sat.tap("north", RED)
    sat.tap("south", BLUE)
    sat.say("start")
    cards = [piece.id for piece in REGISTER.pieces if piece.id.startswith("treat.")]
    for card in cards[:14]:
        sat.tap("deck", card, 50)
    sat.tap("deck", RED)
    sat.wait(3000)
    sat.news.clear()
    sat.lay("north", "token.heather.acorn")
    shown = re.findall(r"^\{\"seq\".*$", PAGE, re.MULTILINE)
    assert [line.decode().rstrip() for news in sat.news for line in news.lines] == shown

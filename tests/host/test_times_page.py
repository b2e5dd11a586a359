"""docs/times.md is true: such a game gives such a listing, and every column is explained."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from meadow.games.package import load_packages
from meadow_host.reactions import CardTime

from tests.host.calls import meadow
from tests.table.sat import BLUE, RED, REGISTER, Sat

PAGE = (Path(__file__).parents[2] / "docs" / "times.md").read_text(encoding="utf-8")
CARDS = [piece.id for piece in REGISTER.pieces if piece.id.startswith("treat.")]


def save_game(path: Path) -> None:
    """The game of the page: a stray, a pause, an undo and Stop!, all on the north side."""
    sat = Sat(load_packages())
    sat.say("thats-my-stash")
    sat.tap("north", RED)
    sat.tap("south", BLUE)
    sat.say("start")
    for card in CARDS[:14]:
        sat.tap("deck", card, 50)
    sat.tap("deck", RED)
    sat.wait(2900)  # "three!"
    sat.wait(2000)
    sat.tap("north", "token.heather.honeycomb", 400)  # a stray
    sat.wait(3000)
    sat.tap("north", "token.heather.acorn", 700)
    sat.wait(1000)
    sat.say("pause", wait_ms=20_000)
    sat.say("start", wait_ms=2000)
    sat.wait(4000)
    sat.tap("north", "token.brook.mushroom", 900)
    sat.say("undo", wait_ms=5000)  # the lifting
    sat.lay("north", "token.brook.mushroom", 100)
    sat.say("start", wait_ms=2000)
    sat.lift("north", "token.brook.mushroom", 1500)
    sat.tap("deck", RED, 2000)  # Stop!
    sat.tap("deck", RED, 1500)
    sat.wait(3000)
    sat.tap("north", "token.brook.hazelnut", 600)
    journal = sat.journals[0]
    path.write_bytes(journal.header + b"".join(journal.lines))


def test_the_listing_on_the_page_is_that_of_such_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games").mkdir()
    save_game(Path("games/000007-sweepers.jsonl"))
    shown = re.findall(r"^\$ (meadow journal times .*)\n((?:.*\n)*?)```", PAGE, re.MULTILINE)
    ((command, listing),) = shown
    assert meadow(*command.split()[1:]).out == listing


def test_the_page_explains_every_column() -> None:
    table = PAGE.split("## What the columns mean")[1].split("\n## ")[0]
    named = [name for cell in re.findall(r"^\| (.*?) \|", table, re.M) for name in names_in(cell)]
    assert named == list(CardTime.__struct_fields__)


def names_in(cell: str) -> list[str]:
    return re.findall(r"`(\w+)`", cell)

"""An installed game that is broken: one line that names it, in every command, no traceback."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from meadow.games.cues import Beep, Extent, Motion, Style
from meadow_host.terminal import FAILED
from pytest_mock import MockerFixture

from tests.examples.quick_rake import QuickRakePackage
from tests.host.calls import meadow
from tests.host.games import save, whole_game

GOOD = EntryPoint("sweepers", "meadow.games.sweepers:PACKAGE", "meadow.games")
HERE = "tests.host.test_broken_games"


class Thief(QuickRakePackage):
    name = "thief"
    opening_words = frozenset({"quick-paws"})


class Gaudy(QuickRakePackage):
    name = "gaudy"
    title = "Gaudy"
    styles: Mapping[str, Style] = {
        "join": Style((255, 0, 0), Motion.CHASE, Extent.ALL, priority=10)
    }


class Shrill(QuickRakePackage):
    name = "shrill"
    title = "Shrill"
    beeps: Mapping[str, Beep] = {
        **QuickRakePackage.beeps,
        "over": Beep((100_000,), light="winner", priority=3),
    }


THIEF, GAUDY, SHRILL, NAMELESS = Thief(), Gaudy(), Shrill(), object()


def commands(journal: Path) -> list[list[Any]]:
    return [
        ["run", "--seed", "1"],
        ["run", "--seed", "1", "--json"],
        ["replay", journal],
        ["replay", journal, "--watch"],
        ["picture", journal.parent / "a.svg"],
    ]


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("gone", "no_such_package:PACKAGE", "ModuleNotFoundError: No module named 'no_such_pack"),
        ("renamed", f"{HERE}:PACKAGE", "AttributeError: module "),
        (
            "nameless",
            f"{HERE}:NAMELESS",
            "it has no beeps and no choices_after and no choose and no choose_by_piece and no ",
        ),
        ("other", f"{HERE}:GAUDY", "it calls itself 'gaudy'"),
        ("sweepers", f"{HERE}:GAUDY", "another installed game has this name"),
    ],
)
def test_a_package_that_cannot_be_loaded_is_named_in_every_command(
    mocker: MockerFixture,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
    value: str,
    why: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    journal = save(whole_game(), tmp_path / "a.jsonl")
    points = [GOOD, EntryPoint(name, value, "meadow.games")]
    mocker.patch("meadow.games.package.entry_points", return_value=points)

    for words in commands(journal):
        done = meadow(*words)

        assert done.code == FAILED
        assert done.err.startswith(
            f"meadow: the game {name!r} (meadow.games entry point {value}) cannot be used: {why}"
        )
        assert done.err.endswith("; mend or uninstall it\n")
        assert done.err.count("\n") == 1
    assert meadow("journal", "show", journal).code == 0


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("thief", "thief and sweepers both open with 'quick-paws'"),
        ("gaudy", "Gaudy changes the look of join, which every game shares: choose another name"),
        ("shrill", "Shrill: the beep of over sounds longer than "),
    ],
)
def test_a_package_that_does_not_go_with_the_others_is_named(
    mocker: MockerFixture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    points = [GOOD, EntryPoint(name, f"{HERE}:{name.upper()}", "meadow.games")]
    mocker.patch("meadow.games.package.entry_points", return_value=points)

    done = meadow("run", "--seed", "1")

    assert done.code == FAILED
    assert why in done.err
    assert done.err.startswith("meadow: the installed games cannot be used: ")
    assert done.err.endswith("; mend or uninstall that game\n")
    assert done.err.count("\n") == 1

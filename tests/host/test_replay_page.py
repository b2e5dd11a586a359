"""docs/replay.md says what is so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.host.calls import meadow
from tests.host.games import first_line, resealed, save, whole_game

PAGE = (Path(__file__).resolve().parents[2] / "docs/replay.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_difference_on_the_page_is_one_that_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = whole_game()
    number = first_line(game.lines, b"fact.token-matched")
    lines = resealed(game.lines, number, b'"north"', b'"south"')
    (tmp_path / "games").mkdir()
    (tmp_path / "games/wrong.jsonl").write_bytes(b"".join(lines))
    monkeypatch.chdir(tmp_path)

    shown = next(block for block in blocks("") if "differs at" in block)

    assert meadow("replay", "games/wrong.jsonl").out == shown


def test_every_option_on_the_page_is_one_of_the_command() -> None:
    options = set(re.findall(r"--[a-z]+", PAGE))

    assert options == {
        *("--level", "--jobs", "--until", "--watch", "--speed", "--plain", "--json"),
        *("--on", "--register", "--baud", "--service"),
    }
    options.discard("--service")  # of meadowd
    help_text = meadow("replay", "--help").out
    assert all(option in help_text for option in options)


def test_every_key_of_the_json_is_on_the_page(tmp_path: Path) -> None:
    path = save(whole_game(), tmp_path / "a.jsonl")
    (tmp_path / "b.jsonl").write_bytes(b"junk")

    document = meadow("replay", tmp_path, "--until", "9s", "--json").document

    keys = {*document, *(key for journal in document["journals"] for key in journal)}
    told = set(re.findall(r"`(\w+)`", PAGE))
    assert keys <= told
    assert path.exists()


def test_the_python_on_the_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games").mkdir()
    save(whole_game(), tmp_path / "games/000001-sweepers.jsonl")
    monkeypatch.chdir(tmp_path)
    (script,) = blocks("python")

    scope: dict[str, Any] = {}
    exec(script, scope)

    assert scope["found"].identical
    assert capsys.readouterr().out == ""

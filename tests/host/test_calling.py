"""Every command that the program names works from the folder in which it was started."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from meadow_host.calling import as_called, program

from tests.host.calls import PROGRAM, environment
from tests.host.games import save, whole_game


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program as `make run` leaves it: in .venv of a folder, not on the path."""
    script = tmp_path / ".venv/bin/meadow"
    script.parent.mkdir(parents=True)
    script.write_text(f"#!{sys.executable}\n{PROGRAM[2]}\n")
    script.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    return script


def called(script: str | Path, *words: str, **env: str) -> str:
    done = subprocess.run(
        [str(script), *words], capture_output=True, text=True, check=False, env=environment(**env)
    )
    return done.stdout + done.stderr


def test_a_program_beside_the_folder_is_named_with_its_way(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [str(installed), "run"])
    assert program() == ".venv/bin/meadow"

    monkeypatch.chdir(installed.parent)
    assert program() == "./meadow"

    (installed.parents[1] / "lib").mkdir()
    monkeypatch.chdir(installed.parents[1] / "lib")
    assert program() == str(installed)


def test_a_program_on_the_path_is_named_alone(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [str(installed), "run"])
    monkeypatch.setenv("PATH", f"{installed.parent}:{os.environ['PATH']}")

    assert program() == "meadow"


def test_only_commands_are_named_so(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [str(installed)])

    assert as_called("a.jsonl:3: cut off; mend it: meadow journal recover a.jsonl") == (
        "a.jsonl:3: cut off; mend it: .venv/bin/meadow journal recover a.jsonl"
    )
    assert as_called("  meadow run --seed 7\n  meadow --help") == (
        "  .venv/bin/meadow run --seed 7\n  .venv/bin/meadow --help"
    )
    assert as_called("back to the meadow: acorn on moss") == "back to the meadow: acorn on moss"
    assert as_called("table meadow, began") == "table meadow, began"


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--help"], "run"),
        (["run", "--help"], "run"),
        (["replay", "--help"], "replay games"),
        (["journal", "show", "--help"], "journal show games/000001-sweepers.jsonl --facts"),
        (["replay", "torn.jsonl"], "journal recover torn.jsonl"),
        (["replay", "torn.jsonl", "--watch"], "journal recover torn.jsonl"),
        (["journal", "show", "torn.jsonl"], "journal recover torn.jsonl"),
    ],
)
def test_helps_and_errors_name_a_command_that_works_here(
    installed: Path, words: list[str], named: str
) -> None:
    torn = save(whole_game(), Path("torn.jsonl"))
    torn.write_bytes(torn.read_bytes()[:-30])

    told = called(".venv/bin/meadow", *words)

    assert re.search(rf"(  |: )\.venv/bin/meadow {re.escape(named)}$", told, re.MULTILINE)
    assert not re.search(r"(^ +|: )meadow (run|replay|journal)", told, re.MULTILINE)


def test_what_run_says_to_try_next_works_from_the_same_folder(installed: Path) -> None:
    told = called(".venv/bin/meadow", "run", "--seed", "3", "--folder", "my games")

    lines = told.split("Try next:\n")[1].splitlines()
    assert len(lines) == 4
    for line in lines[1:]:
        words = shlex.split(line)
        assert words[0] == ".venv/bin/meadow"
        words = [word for word in words if word not in ("--speed", "10")]
        done = subprocess.run(words, capture_output=True, check=False, env=environment())
        assert done.returncode == 0

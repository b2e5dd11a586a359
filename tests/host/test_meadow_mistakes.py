"""What `meadow` is told wrongly: refused before anything is said, and never repeated at length."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from meadow.journal.printable import quoted

from tests.host.calls import meadow, program

LONG = "a" * 4000


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        (("--settings", "gone.toml"), 2, "gone.toml: cannot be read: No such file or directory"),
        (
            ("--cable", "gone/cord"),
            1,
            "--cable: gone/cord: no cable can be laid there: No such file or directory",
        ),
        (
            ("--host", "nowhere..invalid"),
            1,
            "the console cannot listen on nowhere..invalid:0: this name leads to no address; "
            "write one, or 0.0.0.0 for all it has",
        ),
        (
            ("--host", "192.0.2.77"),
            1,
            "the console cannot listen on 192.0.2.77:0: this machine has no such address; "
            "0.0.0.0 stands for all it has",
        ),
    ],
)
def test_a_table_that_cannot_be_is_refused_before_it_names_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: int, line: str
) -> None:
    monkeypatch.chdir(tmp_path)

    done = meadow("table", "--port", 0, *words)

    assert (done.code, done.out, done.err) == (code, "", f"meadow: {line}\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "--game", LONG),
        ("simulate", "--game", f"quick-paws {LONG}"),
        ("simulate", "--skill", LONG),
        ("run", "--game", LONG),
        ("table", "--game", LONG),
        ("table", "--skill", LONG),
        ("table", "--board", LONG),
        ("table", "--bots", LONG),
        ("table", "--host", LONG),
        ("replay", "x.jsonl", "--until", LONG),
    ],
    ids=lambda words: " ".join(words)[:22],
)
def test_a_word_that_means_nothing_is_told_short(words: tuple[str, ...]) -> None:
    done = meadow(*words)

    assert done.code in (1, 2)
    assert "aaa..." in done.err
    assert len(done.err) < 400
    assert done.err.count("\n") == 1


def test_a_word_is_quoted_as_it_is_up_to_sixty_letters() -> None:
    assert quoted("it's") == '"it\'s"'
    assert quoted("a" * 60) == "'" + "a" * 60 + "'"
    assert quoted("a" * 61) == "'" + "a" * 57 + "...'"


@pytest.mark.parametrize("words", [("simulate", "--game"), ("replay",), ("run", "--seed"), ()])
def test_no_argument_is_longer_than_a_line_about_it_could_show(words: tuple[str, ...]) -> None:
    line = "an argument of 100000 letters is too long; at most 4096 are read"

    done = program(*words, "a" * 100_000, "--json")

    assert (done.code, done.err) == (2, f"meadow: {line}\n")
    assert json.loads(done.out) == {"error": line}

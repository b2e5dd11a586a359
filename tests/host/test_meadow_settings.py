"""`meadow run --settings FILE`: what the file says is what the table does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from meadow.telling.words import Words
from meadow_host import run as run_module
from meadow_host.audiences import NobodyThere
from meadow_host.scene import Scene, Watchable

from tests.host.calls import meadow

SETTINGS = """
[table]
id = "library-2"

[strip]
pixels = 120
brightness = 0.2
max_current_ma = 500

[sounds]
quiet = true

[journal]
folder = "evenings"

[games.sweepers]
referee = "check"
tie_window_ms = 400
deal_order = "blocks"

""" + "\n".join(
    f'[[span]]\nplace = "{place}"\nfirst = {first}\ncount = {count}\n'
    for place, first, count in (
        ("north", 0, 30),
        ("east", 30, 20),
        ("deck", 50, 10),
        ("south", 60, 30),
        ("west", 90, 30),
    )
)


class Onlooker(NobodyThere):
    """Looks every half second; keeps what the strip and the buzzer did."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.step_ms = 500
        self.scenes: list[Scene] = []
        self.brightest = 0
        self.beeps = 0

    def look(self, show: Watchable, duration_ms: int) -> None:
        assert isinstance(show, run_module.Show)
        board = show.board
        self.scenes.append(show.scene(1))
        self.brightest = max(self.brightest, *board.strip.frame)
        self.beeps = len(board.buzzer.switches)


@pytest.fixture
def onlooker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Onlooker]:
    """Whoever watches the runs of a test, in a folder of its own."""
    there: list[Onlooker] = []

    def watching(words: Words) -> Onlooker:
        there.append(Onlooker(words))
        return there[-1]

    monkeypatch.setattr("meadow_host.commands.NobodyThere", watching)
    monkeypatch.chdir(tmp_path)
    return there


def run(*words: str) -> Any:
    return meadow("run", "--seed", "3", "--game", "thats-my-stash", "--json", *words).document


def header(path: str) -> Any:
    return json.loads(Path(path).read_bytes().splitlines()[0])


def test_everything_in_the_file_is_honoured(onlooker: list[Onlooker]) -> None:
    Path("table.toml").write_text(SETTINGS)

    plain, told = run(), run("--settings", "table.toml")

    path = told["games"][0]["journal"]
    assert path == "evenings/000001-sweepers.jsonl"
    assert plain["games"][0]["journal"] == "games/000001-sweepers.jsonl"
    assert header(path)["table"] == "library-2"
    setup = header(path)["setup"]
    assert (setup["referee"], setup["tie_window_ms"], setup["deal_order"]) == (
        "check",
        400,
        "blocks",
    )
    assert header(plain["games"][0]["journal"])["setup"]["referee"] == "live"
    usual, set_up = onlooker
    assert {len(scene.pixels) for scene in set_up.scenes} == {120}
    assert {len(scene.pixels) for scene in usual.scenes} == {60}
    assert (set_up.brightest, usual.brightest) == (51, 128)
    assert (set_up.beeps, usual.beeps > 100) == (0, True)
    assert [one["identical"] for one in told["replays"]] == [True, True]


def test_a_folder_of_the_command_wins(onlooker: list[Onlooker]) -> None:
    Path("table.toml").write_text(SETTINGS)

    told = run("--settings", "table.toml", "--folder", "here")

    assert told["games"][0]["journal"] == "here/000001-sweepers.jsonl"
    assert not Path("evenings").exists()


def test_what_to_try_next_names_the_settings(onlooker: list[Onlooker]) -> None:
    Path("my table.toml").write_text(SETTINGS)

    out = meadow("run", "--seed", "3", "--plain", "--settings", "my table.toml").out

    assert "  meadow run --seed 3 --settings 'my table.toml'  # the same evening once more" in out


def test_all_that_is_wrong_is_told_with_file_and_line(onlooker: list[Onlooker]) -> None:
    Path("table.toml").write_text(
        '[strip]\nbrightness = 2\n\n[games.sweepers]\nreferee = "nobody"\n[games.chess]\n'
    )

    done = meadow("run", "--settings", "table.toml")

    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines() == [
        "meadow: table.toml:2: strip.brightness: 2 is too big; allowed: a number from 0.05 to 1",
        'meadow: table.toml:5: games.sweepers.referee: "nobody" is not known; '
        'allowed: "live" or "check"',
        "meadow: table.toml:6: games.chess: unknown key; allowed: sweepers, sweet-takes",
    ]
    assert not Path("games").exists()


def test_a_file_that_is_not_there_is_told(onlooker: list[Onlooker]) -> None:
    done = meadow("run", "--settings", "none.toml")

    assert done.code == 2
    assert done.err.startswith("meadow: none.toml: ")
    assert done.err.count("\n") == 1

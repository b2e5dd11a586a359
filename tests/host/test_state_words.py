"""How a game stands, in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from meadow.games.package import load_packages
from meadow.journal.read import read_journal
from meadow.telling.words import Words
from meadow_host.state_words import state_lines
from meadow_host.watch import Watched

from tests.host.test_evening import Onlooker, play

WORDS = Words({})
SIDE = {"cards": 7, "covered": 0, "open": [], "tray": [], "held": False, "claimed": False}


def view(**more: Any) -> dict[str, Any]:
    game = {
        "game": "sweepers",
        "mode": "quick-paws",
        "referee": "live",
        "ways": [],
        "phase": "playing",
        "round": 1,
        "rounds_won": 0,
        "began_ms": 30_000,
        "sand_ends_ms": 120_000,
        "void": False,
        "elsewhere": [],
        "sides": [],
    }
    return {"game": {**game, **more}, "paused": "", "counting": 0, "broken": []}


def test_quick_paws_says_how_long_the_sand_runs_and_what_lies_where() -> None:
    north = {
        **SIDE,
        "side": "north",
        "covered": 2,
        "open": ["acorn on moss"],
        "tray": [
            {"token": "acorn on moss", "verdict": "match"},
            {"token": "acorn on snow", "verdict": "stray"},
        ],
        "held": True,
    }
    elsewhere = [{"place": "deck", "token": "acorn on bark"}]

    lines = state_lines(view(ways=["A"], sides=[north], elsewhere=elsewhere, void=True), WORDS)

    assert lines == [
        "Quick Paws, referee live, way A, round 1: playing",
        "play began at 0:30.000; the sand runs until 2:00.000",
        "void: a reader failed, so the round counts for no best time",
        "north: 2 of 7 cards covered; open: acorn on moss; in the tray: acorn on moss (match), "
        "acorn on snow (stray); must clear the tray first",
        "deck: acorn on bark lies there (stray)",
    ]


def test_a_check_counts_nothing_before_it_is_proven() -> None:
    west = {**SIDE, "side": "west", "tray": [{"token": "acorn on moss", "verdict": "neutral"}]}
    game = view(mode="thats-my-stash", referee="check", sand_ends_ms=-1, sides=[west])

    assert state_lines(game, WORDS) == [
        "That's My Stash!, referee check, round 1: playing",
        "play began at 0:30.000",
        "west: 7 cards; in the tray: acorn on moss",
    ]


def test_a_deal_says_who_gets_the_next_card() -> None:
    sides = [{**SIDE, "side": "east", "cards": 1}]
    game = view(phase="dealing", deal_to="east", began_ms=-1, sand_ends_ms=-1, sides=sides)

    assert state_lines(game, WORDS) == [
        "Quick Paws, referee live, round 1: dealing, a card for east",
        "east: 1 card",
    ]


@pytest.mark.parametrize(
    ("kind", "place", "said"),
    [
        ("tray", "south", "missing: acorn on moss, in the tray of south"),
        ("stash", "south", "missing: acorn on moss, on south's cards"),
        ("meadow", "meadow", "missing: acorn on moss, not seen: meadow, corner or floor"),
    ],
)
def test_a_stop_says_where_the_missing_token_was_last_known(
    kind: str, place: str, said: str
) -> None:
    missing = [{"card": "acorn on moss", "kind": kind, "place": place}]

    lines = state_lines(view(phase="stopped", caller="north", missing=missing), WORDS)

    assert lines[0] == "Quick Paws, referee live, round 1: Stop!, called by north"
    assert lines[-1] == said


def test_a_pause_and_a_broken_reader_come_first() -> None:
    paused = {**view(), "paused": "reader", "broken": ["east"]}

    assert state_lines(paused, WORDS)[:2] == [
        "paused (reader)",
        "the reader of east does not answer",
    ]


def test_of_another_game_all_that_says_something_is_listed() -> None:
    game = {"lit": True, "winner": "", "wait_ms": 4000, "rakes": [{"north": "rake.red", "x": ""}]}

    assert state_lines({"game": game}, WORDS) == [
        "lit: yes",
        "wait: 0:04.000",
        "rakes: north rake.red",
    ]


def moments(path: Path) -> Iterator[list[str]]:
    journal = read_journal(path)
    words = Words(journal.pieces)
    watched = Watched(journal, load_packages(), Onlooker(1).chronicle)
    watched.longest_ms = 500
    for _ in watched.play(None):
        yield state_lines(watched.view, words)


def test_no_moment_of_an_evening_is_told_in_names_of_the_program(tmp_path: Path) -> None:
    play(tmp_path, 3)

    count = 0
    for path in tmp_path.glob("*.jsonl"):
        for lines in moments(path):
            count += 1
            assert not [line for line in lines if "_" in line or "treat." in line or "{" in line]
            assert len(lines) >= 5
    assert count > 300

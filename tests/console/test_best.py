"""The best times of the day: which results count, and from where they are known."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from meadow.console.best import Times, kind_of, results_of
from meadow.console.publish import Heard
from meadow.games.game import Finished, Output, Undone
from meadow.games.sweepers.facts import SideResult, SweepersResult
from meadow.journal.lines import decode_header, encode_header, uncounted
from meadow.table.status import News, Phase

from tests.console.pawed import file_of, pawed
from tests.console.served import served

MIDNIGHT = "2030-01-02T00:00:00Z"
NOON = "2030-01-02T12:00:00Z"


def result(time_ms: int = 61_000, **fields: Any) -> SweepersResult:
    plain = {
        "mode": "quick-paws",
        "referee": "live",
        "ways": (),
        "outcome": "won",
        "winners": ("north",),
        "rounds_won": 1,
        "void": False,
        "sides": (SideResult("north", 7, 7), SideResult("south", 7, 7)),
        **fields,
    }
    return SweepersResult(time_ms=time_ms, **plain)


def plain(**fields: Any) -> dict[str, Any]:
    made: dict[str, Any] = msgspec.to_builtins(result(**fields))
    return made


def heard(*outputs: Output) -> list[Heard]:
    return [Heard(News(0, (), outputs), Phase.OVER, None, False)]


# --------------------------------------------------------------------------- what counts


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({}, "Quick Paws, 2 players"),
        ({"ways": ("A", "C")}, "Quick Paws, way A, way C, 2 players"),
        ({"referee": "check"}, "Quick Paws, check, 2 players"),
        ({"sides": (SideResult("north", 7, 7),)}, "Quick Paws, 1 player"),
        ({"mode": "thats-my-stash", "outcome": "stashed"}, "That's My Stash!, 2 players"),
        ({"outcome": "lost-time"}, ""),
        ({"outcome": "awarded"}, ""),
        ({"void": True}, ""),
        ({"ways": ("D",)}, ""),
    ],
)
def test_only_like_games_are_compared(fields: dict[str, Any], kind: str) -> None:
    assert kind_of(plain(**fields)) == kind


def test_a_game_without_a_time_counts_for_nothing() -> None:
    assert kind_of({"game": "sweet-takes", "outcome": "won", "winners": ["north"]}) == ""


# ------------------------------------------------------------------------ at a table


def test_a_game_counts_once_it_is_cleared_away() -> None:
    times = Times(lambda: NOON)
    times.heard(heard(Finished(result=result(61_000))))
    times.at(Phase.OVER)
    assert times.since(MIDNIGHT) == []
    times.at(Phase.LOBBY)
    assert times.since(MIDNIGHT) == [{"what": "Quick Paws, 2 players", "ms": 61_000}]


def test_a_game_in_which_bots_play_counts_for_nothing() -> None:
    plays = iter((False, True))
    times = Times(lambda: NOON, lambda: next(plays))
    for time_ms in (50_000, 70_000):
        times.heard(heard(Finished(result=result(time_ms))))
        times.at(Phase.LOBBY)
    assert times.since(MIDNIGHT) == [{"what": "Quick Paws, 2 players", "ms": 70_000}]


def test_an_end_that_is_undone_counts_for_nothing() -> None:
    times = Times(lambda: NOON)
    times.heard(heard(Finished(result=result())))
    times.heard(heard(Undone(to_ms=1)))
    times.at(Phase.LOBBY)
    assert times.since(MIDNIGHT) == []


def test_the_shortest_time_is_kept_and_the_day_before_is_forgotten() -> None:
    times = Times()
    for time_ms, when in ((70_000, NOON), (65_000, NOON), (80_000, NOON)):
        times.add(plain(time_ms=time_ms), when)
    assert times.since(MIDNIGHT) == [{"what": "Quick Paws, 2 players", "ms": 65_000}]
    assert times.since("2030-01-03T00:00:00Z") == []
    times.add(plain(time_ms=88_000), "2030-01-03T09:00:00Z")
    assert times.since("2030-01-03T00:00:00Z") == [{"what": "Quick Paws, 2 players", "ms": 88_000}]


# -------------------------------------------------------------------------- from journals


def test_results_of_the_day_are_read_from_the_journals(tmp_path: Path) -> None:
    whole = file_of(pawed())
    (tmp_path / "000001-sweepers.jsonl").write_bytes(whole)
    (tmp_path / "000002-sweepers.jsonl").write_bytes(file_of(pawed(ends=False)))
    (tmp_path / "000003-sweepers.jsonl").write_bytes(b"torn")
    (tmp_path / "000004-sweepers.jsonl").write_bytes(whole[:-30])
    found = list(results_of(tmp_path, MIDNIGHT))
    assert [(one["outcome"], began) for one, began in found] == [
        ("awarded", "2030-01-02T03:04:05Z")
    ]
    assert list(results_of(tmp_path, NOON)) == []


def test_journals_that_cannot_be_read_are_one_plain_line(tmp_path: Path) -> None:
    (tmp_path / "games").touch()
    with served(tmp_path / "games") as table, table.page() as page:
        page.until_is("snapshot")
        end_s = time.monotonic() + 10
        while not table.said and time.monotonic() < end_s:
            time.sleep(0.01)
    assert table.said == [
        f"{tmp_path}/games: the best times of this day cannot be read: a part of its path is no "
        "folder; check the path"
    ]


def test_games_of_bots_and_simulations_are_passed_over(tmp_path: Path) -> None:
    journal = pawed()
    header = uncounted(decode_header(journal.header, "a journal"))
    lines = b"".join(journal.lines)
    (tmp_path / "000001-sweepers.jsonl").write_bytes(encode_header(header) + lines)
    assert list(results_of(tmp_path, MIDNIGHT)) == []
    (tmp_path / "000002-sweepers.jsonl").write_bytes(file_of(journal))
    assert [one["outcome"] for one, _ in results_of(tmp_path, MIDNIGHT)] == ["awarded"]

"""`meadow simulate`: many games and their journals, what is told of them, its mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from meadow_host.levels import Level
from meadow_host.replay_many import replay_all
from meadow_host.simulation import Plan, abilities_of, simulate
from meadow_host.simulation_report import report, shares_of, speed_of
from meadow_host.twin.meadow.bots.skills import SKILLS, Ability
from meadow_host.twin.meadow.sitting import HangsError, Sitting
from meadow_host.twin.players.joining import Invitation
from pytest_mock import MockerFixture

from tests.host.calls import meadow

STASH = Plan(("thats-my-stash",), 2, "expert", None)


def journal_lines(folder: Path) -> dict[str, list[bytes]]:
    """The journals of a folder without their headers, which hold the wall time."""
    return {file.name: file.read_bytes().splitlines()[1:] for file in sorted(folder.iterdir())}


def test_each_game_leaves_a_journal_that_replays_to_the_same_lines(tmp_path: Path) -> None:
    done = meadow("simulate", "--games", 3, "--seed", 8, "--into", tmp_path, "--jobs", 1)

    assert done.code == 0, done.err
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [
        "000001-sweepers.jsonl",
        "000002-sweepers.jsonl",
        "000003-sweepers.jsonl",
    ]
    for level in (Level.TABLE, Level.RULES):
        assert all(outcome.identical for outcome in replay_all(files, level, jobs=1))
    first, *rest = done.out.splitlines()
    assert first == "3 games of thats-my-stash, 4 players, practised, seeds 8 to 10"
    assert rest[0] == "  ended   stashed 3"
    assert "times as fast as life on one core" in done.out
    assert "replay" in rest[-2]


def test_the_next_games_go_on_where_the_folder_ends(tmp_path: Path) -> None:
    for seed in (1, 2):
        meadow("simulate", "--games", 1, "--seed", seed, "--players", 2, "--into", tmp_path)

    assert [file.name for file in sorted(tmp_path.iterdir())] == [
        "000001-sweepers.jsonl",
        "000002-sweepers.jsonl",
    ]


def test_several_processes_play_the_same_games_as_one(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for folder, jobs in ((one, 1), (two, 2)):
        folder.mkdir()
        played = simulate(STASH._replace(folder=folder), range(20, 24), jobs)
        assert [game.seed for game in played] == [20, 21, 22, 23]

    assert journal_lines(one) == journal_lines(two)


def test_without_a_folder_the_games_are_played_and_none_is_kept(tmp_path: Path) -> None:
    done = meadow("simulate", "--games", 1, "--seed", 3, "--players", 2, "--jobs", 1, "--json")

    (game,) = done.document["games"]
    assert (game["seed"], game["path"], game["trouble"]) == (3, "", "")
    assert game["outcome"] == "stashed"
    assert done.document["outcomes"] == {"stashed": 1}
    assert done.document["times_as_fast"] > 1
    assert list(tmp_path.iterdir()) == []


def test_sweet_takes_can_be_simulated_too() -> None:
    done = meadow("simulate", "--games", 1, "--game", "sweet-takes", "--players", 5, "--jobs", 1)

    assert done.code == 0
    assert "1 game of sweet-takes, 5 players, practised, seed " in done.out


def test_a_skill_can_be_asked_for_or_mixed_by_the_seed() -> None:
    sides = ("north", "east", "south", "west")

    assert set(map(repr, abilities_of("novice", 1, sides).values())) == {repr(SKILLS["novice"])}
    mixed = [abilities_of("mixed", seed, sides) for seed in range(5)]
    assert mixed[0] == abilities_of("mixed", 0, sides)
    assert len({repr(one) for one in mixed}) > 1


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ["--skill", "exprt"],
            "--skill: there is no 'exprt', did you mean \"expert\"?; known: novice, practised, "
            "expert, mixed",
        ),
        (["--game", "chess"], "--game: 'chess' is no game; write "),
        (["--game", ""], "--game: name a game; write "),
        (["--game", "quick-paws", "--players", "5"], "--game: Sweepers has 4 seats, not 5"),
        (["--players", "1"], "--game: thats-my-stash cannot begin: "),
        (["--jobs", "-1"], "--jobs is how many processes, 0 for one a core, not -1"),
        (["--into", ""], "--into: the name is empty; name a file or a folder"),
    ],
)
def test_a_mistake_in_the_command_is_told_in_one_line(words: list[str], line: str) -> None:
    done = meadow("simulate", "--games", 1, *words)

    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith(f"meadow: {line}")
    assert done.err.count("\n") == 1


def test_a_folder_that_is_a_file_or_cannot_be_made_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_text("mine")

    for folder in (file, file / "deeper"):
        done = meadow("simulate", "--games", 1, "--into", folder)
        assert done.code == 2
        assert done.err.startswith(f"meadow: --into: {folder} ")
    assert file.read_text() == "mine"


def test_a_game_that_hangs_is_told_and_the_others_are_played(mocker: MockerFixture) -> None:
    play, calls = Sitting.play, iter((True, False))

    def hangs_once(sitting: Sitting, invited: Invitation, abilities: Mapping[str, Ability]) -> None:
        if next(calls):
            raise HangsError("after an hour the game has no end, it hangs in playing")
        play(sitting, invited, abilities)

    mocker.patch.object(Sitting, "play", hangs_once)

    done = meadow("simulate", "--games", 2, "--seed", 5, "--players", 2, "--jobs", 1)

    assert done.code == 1
    assert done.err == (
        "meadow: game 1 (seed 5): after an hour the game has no end, it hangs in playing\n"
    )
    assert "  ended   stashed 1" in done.out


def test_a_run_broken_off_says_what_is_saved(tmp_path: Path, mocker: MockerFixture) -> None:
    mocker.patch.object(Sitting, "play", side_effect=KeyboardInterrupt)

    done = meadow("simulate", "--games", 2, "--seed", 5, "--into", tmp_path, "--jobs", 1)

    assert done.code == 130
    assert f"what was played is saved in {tmp_path}" in done.err


def test_shares_are_of_the_games_in_the_order_of_their_length() -> None:
    assert shares_of([5, 1, 4, 2, 3]) == [1, 1, 3, 5, 5]
    assert shares_of([7]) == [7, 7, 7, 7, 7]
    assert shares_of([]) == []


def test_games_are_simulated_many_times_faster_than_life() -> None:
    games = simulate(STASH, range(1, 3))

    assert speed_of(games) > 50  # by the clock of the CPU, so other programs do not matter
    assert "times as fast as life" in report(STASH, games, 1.0)[-1]

"""`meadow run` as a user calls it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from meadow.journal.read import read_journal

from tests.host.calls import meadow
from tests.host.test_evening import MAY_BE_SAID


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """In a folder of its own: journals go to ./games."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("seed", [0, 1, 2, 424242])
def test_two_games_are_played_replayed_and_summed_up(seed: int) -> None:
    done = meadow("run", "--seed", seed)

    lines = done.out.splitlines()
    assert (done.code, done.err) == (0, "")
    assert lines[0] == f"Meadow Table: a simulated evening, seed {seed}"
    summary = lines[-12:-5]
    assert summary[0].startswith("That's My Stash!, referee check: victory for ")
    assert summary[1] == "  games/000001-sweepers.jsonl"
    assert summary[2].startswith("Quick Paws, referee live: ")
    assert summary[3] == "  games/000002-sweepers.jsonl"
    # Where a busy computer takes long, it says how long.
    counts = r"2 journals, [\d,]+ lines, [\d,]+ inputs, [\d,]+ outputs(; \d+\.\d s)?"
    assert re.fullmatch(rf"replay: identical \(table: {counts}\)", summary[4])
    assert re.fullmatch(rf"replay: identical \(rules: {counts}\)", summary[5])
    assert lines[-5:] == [
        "Try next:",
        f"  meadow run --seed {seed}  # the same evening once more",
        "  meadow journal show games/000001-sweepers.jsonl --facts",
        "  meadow replay games/000001-sweepers.jsonl --watch --speed 10",
        "  meadow replay games/000001-sweepers.jsonl --until 1:30",
    ]


def test_what_it_says_to_try_next_works() -> None:
    meadow("run", "--seed", 3)
    path = "games/000001-sweepers.jsonl"

    for words in (
        ("journal", "show", path, "--facts"),
        ("replay", path, "--until", "1:30"),
        ("replay", path, "--watch"),
        ("replay", "games"),
    ):
        assert meadow(*words).code == 0


def test_plain_lines_tell_the_games_without_a_terminal() -> None:
    out = meadow("run", "--seed", 3).out

    assert out == meadow("run", "--seed", 3, "--plain").out.replace("000003", "000001").replace(
        "000004", "000002"
    )
    for told in ("joins with the red rake", "three! Round 1 begins", ": Stashed!", ": opens "):
        assert told in out
    assert "gets card" not in out


def test_its_journals_say_that_their_times_do_not_count() -> None:
    meadow("run", "--seed", 3, "--game", "quick-paws")
    header = read_journal(Path("games/000001-sweepers.jsonl")).header
    assert header.counts is False


def test_without_a_seed_one_is_made_up_and_told() -> None:
    first, second = meadow("run", "--game", "quick-paws"), meadow("run", "--game", "quick-paws")

    found = [
        re.match(r"Meadow Table: a simulated evening, seed (\d+)\n", one.out)
        for one in (first, second)
    ]
    assert found[0]
    assert found[1]
    assert found[0].group(1) != found[1].group(1)
    again = f'meadow run --seed {found[0].group(1)} --game "quick-paws"  # the same evening'
    assert again in first.out


def test_json_is_one_document(elsewhere: Path) -> None:
    done = meadow("run", "--seed", 3, "--json", "--folder", "there")

    document = done.document
    assert (done.code, done.err) == (0, "")
    assert list(document) == ["seed", "games", "replays"]
    assert document["seed"] == 3
    assert [game["title"] for game in document["games"]] == [
        "That's My Stash!, referee check",
        "Quick Paws, referee live",
    ]
    first = document["games"][0]
    assert set(first) == {
        "title",
        "outcome",
        "game_ms",
        "journal",
        "lines",
        "unsaved_lines",
        "trouble",
    }
    assert first["journal"] == "there/000001-sweepers.jsonl"
    lines = (elsewhere / first["journal"]).read_bytes().count(b"\n")
    assert (first["lines"], first["unsaved_lines"], first["trouble"]) == (lines, 0, "")
    assert [(one["level"], one["identical"]) for one in document["replays"]] == [
        ("table", True),
        ("rules", True),
    ]


def test_games_can_be_chosen_by_their_words() -> None:
    done = meadow("run", "--seed", 1, "--game", "quick-paws way-a", "--game", "thats-my-stash")

    assert done.code == 0
    assert "\nQuick Paws, way A: " in done.out
    assert "\nThat's My Stash!: " in done.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--game", "chess"], f"--game: 'chess' is no game; {MAY_BE_SAID}"),
        (["--game", ""], f"--game: name a game; {MAY_BE_SAID}"),
        (["--speed", "-1"], "--speed is 0.01 to 10000, not -1"),
        (["--folder", "file"], "--folder: file is a file; name a folder"),
    ],
)
def test_a_mistake_of_the_caller_is_told_before_anything_is_played(
    words: list[str], message: str, elsewhere: Path
) -> None:
    (elsewhere / "file").touch()

    done = meadow("run", *words)

    assert (done.code, done.out, done.err) == (2, "", f"meadow: {message}\n")
    assert not (elsewhere / "games").exists()


def test_when_the_journals_cannot_be_saved_the_games_go_on_and_it_is_said(elsewhere: Path) -> None:
    (elsewhere / "file").touch()

    done = meadow("run", "--seed", 3, "--folder", "file/games")

    unsaved = (
        "file/games/000001-sweepers.jsonl: not saved, the game goes on in memory: "
        "a part of its path is no folder; check the path"
    )
    assert done.code == 1
    assert done.err.splitlines() == [
        "meadow: file/games: cannot be made: a part of its path is no folder; check the path; "
        "the games go on unsaved",
        f"meadow: game 1 (That's My Stash!, referee check): {unsaved}",
        f"meadow: game 2 (Quick Paws, referee live): {unsaved}",
    ]
    assert unsaved in done.out  # said while they play, too
    assert "That's My Stash!, referee check: victory for " in done.out
    assert "replay" not in done.out


def test_a_speed_lets_the_games_take_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(
        "meadow_host.pace.Pace.passed", lambda self, ms, factor=1.0: slept.append(ms)
    )

    meadow("run", "--seed", 3, "--game", "quick-paws", "--speed", "100")

    assert sum(slept) > 100_000
    assert max(slept) <= 5000


def test_the_help_lists_the_words_a_game_can_be_chosen_by() -> None:
    help_text = meadow("run", "--help").out.split("Words for --game")[1].split("Examples")[0]

    listed = re.findall(r"[a-z]+(?:-[a-z]+)+", help_text)
    assert sorted(set(listed) - {"quick-paws"}) == [
        "deal-scanned",
        "deal-unscanned",
        "one-set",
        "referee-check",
        "referee-live",
        "sweet-takes",
        "thats-my-stash",
        "three-sets",
        "way-a",
        "way-b",
        "way-c",
        "way-d",
    ]
    assert all(word in MAY_BE_SAID for word in listed)
    assert "quick-paws" in listed


@pytest.mark.parametrize(
    ("game", "players", "settings", "why"),
    [
        (
            "sweet-takes",
            1,
            "",
            "sweet-takes cannot begin: Sweet Takes is for 2 to 5 players, 1 joined (S20)",
        ),
        (
            "thats-my-stash",
            1,
            "",
            "thats-my-stash cannot begin: ",
        ),
        (
            "sweet-takes three-sets",
            3,
            '[games.sweet-takes]\nsuits = ["blue-worms", "white-swirls", "purple-rings"]\n',
            "sweet-takes three-sets cannot begin: 3 players use 4 suits, 3 are chosen (R85)",
        ),
        (
            "sweet-takes",
            3,
            '[games.sweet-takes]\nsuits = ["blue-worm", "white-swirls", "purple-rings"]\n',
            "table.toml:2: games.sweet-takes.suits[1]: no card is of the suit blue-worm, did you "
            'mean "blue-worms"?; allowed: purple-rings, pink-buttons, ',
        ),
    ],
)
def test_a_game_that_cannot_begin_is_told_before_anybody_joins(
    elsewhere: Path, game: str, players: int, settings: str, why: str
) -> None:
    (elsewhere / "table.toml").write_text(settings)

    done = meadow("run", "--game", game, "--players", players, "--settings", "table.toml")

    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith(f"meadow: {why}")
    assert done.err.count("\n") == 1
    assert not (elsewhere / "games").exists()

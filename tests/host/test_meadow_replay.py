"""`meadow replay` as a user calls it: what it prints, as text and as JSON, and its exit codes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.host.calls import meadow, untimed
from tests.host.games import Game, first_line, resealed, save, whole_game

BAD_NAME = "there is no such file or folder; check the name"


@pytest.fixture(scope="module")
def game() -> Game:
    return whole_game()


@pytest.fixture
def journal(game: Game, tmp_path: Path) -> Path:
    return save(game, tmp_path / "000001-sweepers.jsonl")


@pytest.fixture
def wrong(game: Game, tmp_path: Path) -> Path:
    """A journal in which one fact says something else; only a replay can notice."""
    number = first_line(game.lines, b"fact.token-matched")
    lines = resealed(game.lines, number, b'"north"', b'"south"')
    path = tmp_path / "wrong.jsonl"
    path.write_bytes(b"".join(lines))
    return path


def test_a_whole_game_is_identical(journal: Path) -> None:
    done = meadow("replay", journal)

    assert done == (
        0,
        f"{journal}: identical, 236 lines, finished\n"
        "replay: identical (table: 1 journal, 236 lines, 63 inputs, 114 outputs)\n",
        "",
    )


def test_a_folder_is_summed_up(journal: Path) -> None:
    save(whole_game(2), journal.parent / "000002-sweepers.jsonl")

    done = meadow("replay", journal.parent, "--level", "rules")

    assert done.code == 0
    assert untimed(done.out).splitlines()[-1] == (
        "replay: identical (rules: 2 journals, 472 lines, 126 inputs, 228 outputs)"
    )


def test_of_many_journals_only_the_summary_is_told(journal: Path) -> None:
    for number in range(2, 30):
        (journal.parent / f"{number:06d}-sweepers.jsonl").hardlink_to(journal)

    done = meadow("replay", journal.parent)

    # On a slow machine it says how long it took, too.
    counts = "29 journals, 6,844 lines, 1,827 inputs, 3,306 outputs"
    assert re.fullmatch(rf"replay: identical \(table: {counts}(; \d+\.\d s)?\)\n", done.out)


def test_the_first_difference_is_shown_where_the_lines_part(wrong: Path, game: Game) -> None:
    number = first_line(game.lines, b"fact.token-matched")

    done = meadow("replay", wrong)

    lines = done.out.splitlines()
    assert done.code == 1
    assert lines[0] == f"{wrong}:{number}: differs at 0:21.300"
    assert lines[1].startswith("  expected  ...")
    assert lines[2].startswith("  got       ...")
    at = lines[3].index("^")
    assert (lines[1][at : at + 6], lines[2][at : at + 6]) == ('south"', 'north"')
    assert lines[1][:at].removeprefix("  expected") == lines[2][:at].removeprefix("  got     ")
    assert max(map(len, lines)) < 120
    assert lines[4] == (
        "replay: NOT identical: of 1 journal 0 identical, 1 different, 0 not replayed"
    )


def test_a_difference_among_many_is_told_with_its_journal(wrong: Path, journal: Path) -> None:
    for number in range(2, 30):
        (journal.parent / f"{number:06d}-sweepers.jsonl").hardlink_to(journal)
    (journal.parent / "damaged.jsonl").write_bytes(b"junk\n")

    done = meadow("replay", journal.parent)

    lines = done.out.splitlines()
    assert done.code == 1
    assert lines[0].startswith(f"{journal.parent}/damaged.jsonl: not a journal")
    assert lines[1].startswith(f"{wrong}:104: differs")
    assert lines[-1] == (
        "replay: NOT identical: of 31 journals 29 identical, 1 different, 1 not replayed"
    )


def test_a_journal_that_breaks_off_is_identical_up_to_there(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"".join(game.lines[:100]))

    done = meadow("replay", path)

    assert done.code == 0
    assert done.out.startswith(f"{path}: identical, 99 lines, up to 0:19.800\n")


def test_until_shows_the_state(journal: Path) -> None:
    done = meadow("replay", journal, "--until", "21.4s")

    assert done.code == 0
    assert untimed(done.out).splitlines() == [
        f"{journal} at 0:21.400:",
        "  That's My Stash!, referee live, round 1: playing",
        "  play began at 0:19.800",
        "  north: 0 of 7 cards covered; open: pinecone on bark; "
        "in the tray: pinecone on bark (match)",
        "  south: 0 of 7 cards covered; open: blueberry on bark",
        f"{journal}: identical, 104 lines, up to 0:21.300",
        "replay: identical (table: 1 journal, 104 lines, 33 inputs, 38 outputs)",
    ]


def test_json_is_one_document(journal: Path, wrong: Path) -> None:
    done = meadow("replay", journal, wrong, "--json")

    document = done.document
    assert done.code == 1
    assert done.err == ""
    assert list(document) == ["identical", "level", "until_ms", "seconds", "counts", "journals"]
    assert document["identical"] is False
    assert document["level"] == "table"
    assert document["until_ms"] is None
    assert document["counts"] == {"sighting": 116, "input": 126, "output": 228, "end": 2}
    one, other = document["journals"]
    assert one["path"] == str(journal)
    assert one["identical"] is True
    assert (one["game"], one["lines"], one["finished"]) == ("sweepers", 236, True)
    assert one["result"]["winners"] == ["north"]
    assert one["difference"] is None
    assert other["identical"] is False
    assert other["difference"]["line"] == 104
    assert other["difference"]["at_ms"] == 21300
    assert '"side":"south"' in other["difference"]["expected"]
    assert '"side":"north"' in other["difference"]["got"]


def test_json_has_the_view_at_a_moment(journal: Path) -> None:
    document = meadow("replay", journal, "--until", "0:20", "--json").document

    assert document["until_ms"] == 20_000
    assert document["journals"][0]["view"]["game"]["phase"] == "playing"


def test_json_tells_errors_of_journals_with_their_line(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"".join(game.lines)[:-5])

    done = meadow("replay", path, "--json")

    why = f"cut off at the end of the file; mend it: meadow journal recover {path}"
    assert done.code == 1
    assert done.document["journals"][0]["error"] == {"line": 237, "message": f"{path}:237: {why}"}


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "empty: of this game nothing was saved"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "not a journal (or its first bytes are damaged)"),
        (b'{"journal":"meadow-table","format":99,"crc":"9ffc12ba"}\n', ""),
        (bytes(range(256)) * 300, "not a journal (or its first bytes are damaged)"),
    ],
    ids=["empty", "a picture", "of the future", "noise"],
)
def test_what_is_no_journal_fails_in_one_line(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "strange.jsonl"
    path.write_bytes(content)

    done = meadow("replay", path)

    assert done.code == 1
    assert done.out.startswith(f"{path}")
    assert why in done.out
    assert len(done.out.splitlines()) == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["gone.jsonl"], f"meadow: gone.jsonl: {BAD_NAME}\n"),
        (["gone", "lost"], f"meadow: gone: {BAD_NAME}\nmeadow: lost: {BAD_NAME}\n"),
        (["."], "meadow: .: no journals (*.jsonl) in this folder\n"),
        (
            [".", "--until", "soon"],
            "meadow: --until: 'soon' is no time: write milliseconds (90000), 90s, 1.5m, 1:30 or "
            "1:30.250\n",
        ),
        (
            [".", "--jobs", "-1"],
            "meadow: --jobs is how many processes, 0 for as many as pay, not -1\n",
        ),
        ([".", "--speed", "0"], "meadow: --speed is 0.01 to 10000, not 0\n"),
        ([".", "--speed", "nan"], "meadow: --speed is 0.01 to 10000, not nan\n"),
        (
            [".", "--watch", "--json"],
            "meadow: --watch shows a picture, so it does not go with --json\n",
        ),
    ],
)
def test_a_mistake_of_the_caller_is_told_in_a_line_and_exits_with_2(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    done = meadow("replay", *words)

    assert (done.code, done.err) == (2, message)


@pytest.mark.parametrize(
    "words", [[], ["--level", "moon", "x"], ["--jobs", "many", "x"], ["--wrong", "x"]]
)
def test_a_wrong_option_is_told_with_the_usage(words: list[str]) -> None:
    done = meadow("replay", *words)

    assert done.code == 2
    assert "Usage: " in done.err
    assert "Traceback" not in done.err


def test_a_mistake_is_told_in_json_too_if_json_was_asked_for() -> None:
    done = meadow("replay", "gone.jsonl", "--json")

    assert done.code == 2
    assert done.document == {"error": f"gone.jsonl: {BAD_NAME}"}


def test_watching_two_journals_at_once_is_a_mistake(journal: Path, wrong: Path) -> None:
    done = meadow("replay", journal, wrong, "--watch")

    assert (done.code, done.err) == (
        2,
        "meadow: --watch shows one journal, these are 2: name one of them\n",
    )


def test_without_a_terminal_watching_tells_the_events_in_lines(journal: Path) -> None:
    done = meadow("replay", journal, "--watch")

    lines = untimed(done.out).splitlines()
    assert done.code == 0
    assert "  0:19.800  three! Round 1 begins" in lines
    assert "  0:21.300  north: match: pinecone on bark" in lines
    assert "  0:36.300  operator: says 'undo'" in lines
    assert lines[-1] == "replay: identical (table: 1 journal, 236 lines, 63 inputs, 114 outputs)"


def test_watching_stops_at_a_moment(journal: Path) -> None:
    lines = meadow("replay", journal, "--watch", "--until", "20s").out.splitlines()

    state = lines.index(f"{journal} at 0:20.000:")
    assert lines[state - 1] == "  0:19.800  south: opens blueberry on bark"


def test_watching_a_journal_that_cannot_be_played_fails_in_a_line(
    game: Game, tmp_path: Path
) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"".join(game.lines)[:-5])

    done = meadow("replay", path, "--watch")

    assert done.code == 1
    assert done.err == (
        f"meadow: {path}:237: cut off at the end of the file; mend it: "
        f"meadow journal recover {path}\n"
    )


def test_watching_a_journal_that_differs_says_so_at_the_end(wrong: Path) -> None:
    done = meadow("replay", wrong, "--watch")

    assert done.code == 1
    assert f"{wrong}:104: differs at 0:21.300" in done.out

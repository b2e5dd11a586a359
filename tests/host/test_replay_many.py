"""Finding journals in files and folders, and replaying many at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from meadow_host.replay import Level
from meadow_host.replay_many import NoJournalsError, Outcome, find_journals, replay_all
from pytest_mock import MockerFixture

from tests.host.games import first_line, resealed, save, whole_game


def touch(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def test_a_folder_gives_its_journals_and_those_of_folders_in_it_by_name(tmp_path: Path) -> None:
    touch(tmp_path, "b.jsonl", "a.jsonl", "deep/c.jsonl", "notes.txt", "a.jsonl.torn")

    found = find_journals([tmp_path]).journals

    assert [str(path.relative_to(tmp_path)) for path in found] == [
        "a.jsonl",
        "b.jsonl",
        "deep/c.jsonl",
    ]


def test_each_journal_comes_once_in_the_order_asked_for(tmp_path: Path) -> None:
    touch(tmp_path, "b.jsonl", "a.jsonl")

    found = find_journals([tmp_path / "b.jsonl", tmp_path]).journals

    assert [path.name for path in found] == ["b.jsonl", "a.jsonl"]


def test_a_file_that_is_named_need_not_be_called_like_a_journal(tmp_path: Path) -> None:
    touch(tmp_path, "copy.txt")

    assert find_journals([tmp_path / "copy.txt"]) == ([tmp_path / "copy.txt"], [])


def test_all_names_that_lead_nowhere_are_told_at_once(tmp_path: Path) -> None:
    touch(tmp_path, "empty/notes.txt")
    gone, empty, long = tmp_path / "gone", tmp_path / "empty", tmp_path / ("x" * 300)

    with pytest.raises(NoJournalsError) as caught:
        find_journals([gone, empty, long, "nul\0"])

    assert caught.value.messages == (
        f"{gone}: there is no such file or folder; check the name",
        f"{empty}: no journals (*.jsonl) in this folder",
        f"{long}: cannot be looked into: File name too long",
        "nul\0: there is no such file or folder; check the name",
    )


@pytest.mark.parametrize("has_others", [True, False])
def test_a_folder_deep_inside_that_may_not_be_read_is_named_and_the_others_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_others: bool
) -> None:
    touch(tmp_path, "deep/shut/b.jsonl", *["a.jsonl", "z/c.jsonl"] * has_others)
    why = f"{tmp_path}/deep/shut: cannot be looked into: Permission denied"
    real = os.scandir

    def scandir(path: str) -> object:
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)

    if has_others:
        found = find_journals([tmp_path, tmp_path / "deep/../a.jsonl"])
        assert [path.name for path in found.journals] == ["a.jsonl", "c.jsonl", "a.jsonl"]
        assert told(found.shut) == [("shut", False, why, 0)]
    else:
        with pytest.raises(NoJournalsError) as caught:
            find_journals([tmp_path])
        assert caught.value.messages == (why,)


def test_links_that_lead_in_a_circle_are_told(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)

    with pytest.raises(NoJournalsError) as caught:
        find_journals([loop, loop / "deeper"])

    why = "cannot be looked into: its links lead in a circle; name the file itself"
    assert caught.value.messages == (f"{loop}: {why}", f"{loop}/deeper: {why}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five journals: three whole, one tampered with, one damaged."""
    folder = tmp_path_factory.mktemp("many")
    for seed in (1, 2, 3):
        save(whole_game(seed), folder / f"{seed}.jsonl")
    game = whole_game(4)
    number = first_line(game.lines, b"fact.card-opened")
    lines = resealed(game.lines, number, b'"north"', b'"south"')
    (folder / "4.jsonl").write_bytes(b"".join(lines))
    (folder / "5.jsonl").write_bytes(b"".join(game.lines)[:-40])
    return folder


def told(outcomes: list[Outcome]) -> list[tuple[str, bool, str, int]]:
    """The outcomes without what differs from run to run."""
    return [(one.path.name, one.identical, one.error, one.error_line) for one in outcomes]


@pytest.mark.parametrize("jobs", [1, 2])
def test_outcomes_come_in_the_order_of_the_files_however_many_work_on_them(
    folder: Path, jobs: int
) -> None:
    heard: list[int] = []

    outcomes = replay_all(find_journals([folder]).journals, jobs=jobs, tell=heard.append)

    cut = "cut off at the end of the file; mend it: meadow journal recover"
    assert told(outcomes) == [
        ("1.jsonl", True, "", 0),
        ("2.jsonl", True, "", 0),
        ("3.jsonl", True, "", 0),
        ("4.jsonl", False, "", 0),
        ("5.jsonl", False, f"{folder}/5.jsonl:237: {cut} {folder}/5.jsonl", 237),
    ]
    # Two that are done at the same moment are told at once.
    assert heard == sorted(set(heard))
    assert heard[-1] == 5
    assert jobs > 1 or heard == [1, 2, 3, 4, 5]


def test_processes_find_the_same_as_one_alone(folder: Path) -> None:
    paths = find_journals([folder]).journals[:4]
    alone = replay_all(paths, Level.RULES, 30_000, jobs=1)
    together = replay_all(paths, Level.RULES, 30_000, jobs=2)

    assert [one.replayed for one in together] == [one.replayed for one in alone]


def test_views_are_kept_only_where_a_moment_is_asked_for_as_there_may_be_thousands(
    folder: Path,
) -> None:
    def views(until_ms: int | None) -> list[bool]:
        outcomes = replay_all(find_journals([folder]).journals[:2], until_ms=until_ms, jobs=1)
        return ["game" in one.replayed.view for one in outcomes if one.replayed is not None]

    assert views(until_ms=30_000) == [True, True]
    assert views(until_ms=None) == [False, False]


def test_few_lines_are_not_worth_a_second_process(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("multiprocessing.get_context", None)

    assert len(replay_all(find_journals([folder]).journals)) == 5


def test_journals_of_a_process_that_was_killed_are_told_and_the_others_go_on(
    folder: Path, mocker: MockerFixture
) -> None:
    def first_is_killed(
        paths: Sequence[Path],
        work: Callable[[Sequence[Path]], list[Outcome]],
        ended: Callable[[Path], Outcome],
        *more: object,
    ) -> list[Outcome]:
        return [ended(paths[0]), *work(paths[1:])]

    mocker.patch("meadow_host.replay_many.in_processes", first_is_killed)
    paths = find_journals([folder]).journals[:2]

    outcomes = replay_all(paths, jobs=2)

    killed = f"{paths[0]}: the process that replayed it was ended from outside; try --jobs 1"
    assert told(outcomes) == [("1.jsonl", False, killed, 0), ("2.jsonl", True, "", 0)]

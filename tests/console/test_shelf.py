"""The list of saved games: in words, the newest first, and no dearer for a file that is odd."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import meadow.console.shelf
import pytest
from meadow.console.shelf import MOST_SHOWN, Saved, Shelf
from meadow.games.package import Package, load_packages
from meadow.journal.lines import encode_header, uncounted
from pytest_mock import MockerFixture

from tests.console.pawed import file_of, pawed
from tests.table.sat import WALL

WON = file_of(pawed())
OPEN = file_of(pawed(ends=False))
FIRST = "000001-sweepers.jsonl"
PACKAGES = load_packages()
NOT_ONE = "not a journal (or its first bytes are damaged); name a journal as the table wrote it, "
NOT_ONE += "or another copy of this one"


def shelf(folder: Path | None, packages: Mapping[str, Package] = PACKAGES) -> Shelf:
    return Shelf(lambda: folder, lambda: packages)


def only(folder: Path, content: bytes, packages: Mapping[str, Package] = PACKAGES) -> Saved:
    (folder / FIRST).write_bytes(content)
    (found,), _ = shelf(folder, packages).page()
    return found


def test_a_game_is_told_by_when_what_who_and_how_it_ended(tmp_path: Path) -> None:
    assert only(tmp_path, WON) == Saved(
        name=FIRST,
        size=len(WON),
        began=WALL,
        what="Quick Paws, way A",
        seats=("north",),
        ended="the operator gives the victory to north",
    )


def test_a_game_of_bots_or_of_a_simulation_is_marked_as_such(tmp_path: Path) -> None:
    played = pawed().parsed()
    assert not only(tmp_path, WON).simulated  # it says nothing
    header = encode_header(uncounted(played.header))
    found = only(tmp_path, header + b"".join(played.raws))
    assert (found.simulated, found.what, found.trouble) == (True, "Quick Paws, way A", "")


def test_a_game_without_an_end_has_none(tmp_path: Path) -> None:
    found = only(tmp_path, OPEN)
    assert (found.what, found.ended, found.trouble) == ("Quick Paws, way A", "", "")


@pytest.mark.parametrize("content", [b"", b"\n", b"sand and sea\n" * 99, b"\x00" * 4096])
def test_a_file_that_is_no_journal_is_said_to_be_none(tmp_path: Path, content: bytes) -> None:
    found = only(tmp_path, content)
    assert found == Saved(FIRST, len(content), trouble=NOT_ONE)


def test_a_game_that_is_not_installed_is_told_by_its_name(tmp_path: Path) -> None:
    found = only(tmp_path, WON, {})
    assert (found.what, found.seats, found.ended) == ("sweepers", (), "ended")


def test_a_huge_journal_costs_no_more_than_its_first_and_last_bytes(tmp_path: Path) -> None:
    (tmp_path / FIRST).write_bytes(OPEN)
    os.truncate(tmp_path / FIRST, 64 << 30)  # a hole: it takes no room, and nobody could read it
    (found,), _ = shelf(tmp_path).page()
    assert (found.size, found.what, found.ended) == (64 << 30, "Quick Paws, way A", "")


def test_of_a_thousand_journals_a_page_is_looked_at_and_once(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    for number in range(1, 1001):
        content = WON if number % 3 else b"broken\n"
        (tmp_path / f"{number:06}-sweepers.jsonl").write_bytes(content)
    looks = mocker.spy(meadow.console.shelf, "glance")
    kept = shelf(tmp_path)
    newest, has_older = kept.page()
    assert [one.name[:6] for one in newest[:2]] == ["001000", "000999"]
    assert (len(newest), has_older, looks.call_count) == (MOST_SHOWN, True, MOST_SHOWN)
    assert kept.page() == (newest, True)
    assert looks.call_count == MOST_SHOWN
    older, _ = kept.page(newest[-1].name)
    assert older[0].name == "000960-sweepers.jsonl"
    last, has_older = kept.page("000003-sweepers.jsonl")
    assert ([one.name[:6] for one in last], has_older) == (["000002", "000001"], False)


def test_a_journal_that_grows_is_looked_at_again(tmp_path: Path) -> None:
    (tmp_path / FIRST).write_bytes(OPEN)
    kept = shelf(tmp_path)
    assert kept.page()[0][0].ended == ""
    (tmp_path / FIRST).write_bytes(WON)
    assert kept.page()[0][0].ended == "the operator gives the victory to north"


def test_before_a_table_has_a_folder_there_is_no_game() -> None:
    assert shelf(None).page() == ([], False)

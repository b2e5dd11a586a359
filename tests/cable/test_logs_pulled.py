"""Journals fetched from a table: whole, checked, gone on with, and never over another file."""

from __future__ import annotations

import errno
import os
import random
from pathlib import Path

import pytest
from meadow.link.answers import DigestIs
from meadow.link.calls import DigestLog, FileEntry
from meadow_host.cable.client import Client
from meadow_host.cable.errors import LineError
from meadow_host.cable.logs import (
    LogError,
    NoLogError,
    Pulled,
    chosen,
    default_folder,
    list_logs,
    missing_bytes,
    pull,
)
from msgspec.structs import replace
from pytest_mock import MockerFixture

from tests.cable.log_shelf import Shelf
from tests.cable.wires import WELCOME, Faults, Wire, wired

NAME = "000001-sweepers.jsonl"
LINES = [b'{"seq":%d,"what":"%x"}\n' % (n, random.Random(n).getrandbits(900)) for n in range(90)]
WHOLE = b"".join(LINES)


class Setting:
    """A table with one journal, a laptop with an empty folder."""

    def __init__(self, folder: Path, data: bytes = WHOLE) -> None:
        self.shelf = Shelf(**{"000001-sweepers": data})
        client, device, wire = wired()
        device.handle(self.shelf.handlers())
        client.hello()
        self.client: Client = client
        self.wire: Wire = wire
        self.folder = folder
        self.path = folder / NAME
        self.part = folder / f"{NAME}.part"

    def pull(self) -> Pulled | None:
        entry = FileEntry(NAME, len(self.shelf.logs[NAME]))
        return pull(self.client, entry, self.folder, lambda count: None)

    @property
    def offsets(self) -> list[int]:
        return [offset for _, offset in self.shelf.read]


@pytest.fixture
def at(tmp_path: Path) -> Setting:
    return Setting(tmp_path)


def test_a_journal_comes_as_it_is_on_the_table(at: Setting) -> None:
    assert at.pull() == Pulled(NAME, at.path, "new", len(WHOLE))
    assert at.path.read_bytes() == WHOLE
    assert sorted(at.folder.iterdir()) == [at.path]


def test_it_comes_as_it_is_over_a_bad_line(at: Setting) -> None:
    at.wire.faults = Faults(lost=0.1, damaged=0.1, doubled=0.2, late=0.1, largest_chunk=900)
    at.pull()
    assert at.path.read_bytes() == WHOLE


def test_what_is_here_already_is_not_fetched_again(at: Setting) -> None:
    at.pull()
    at.shelf.read.clear()
    assert at.pull() == Pulled(NAME, at.path, "same", len(WHOLE))
    assert at.shelf.read == []


@pytest.mark.parametrize("blocks", range(1, len(WHOLE) // 4096 + 1))
def test_a_cable_pulled_at_any_block_costs_no_more_than_that_block(
    at: Setting, blocks: int
) -> None:
    entry = FileEntry(NAME, len(WHOLE))
    left = iter(range(blocks))

    def tell(count: int) -> None:
        at.wire.is_cut = next(left) == blocks - 1

    with pytest.raises(LineError, match="the port was lost"):
        pull(at.client, entry, at.folder, tell)
    assert not at.path.exists()
    assert at.part.read_bytes() == WHOLE[: blocks * 4096]
    at.wire.is_cut = False
    at.shelf.read.clear()
    at.pull()
    assert at.offsets[0] == blocks * 4096
    assert at.path.read_bytes() == WHOLE
    assert not at.part.exists()


@pytest.mark.parametrize("rest", [b"another game altogether\n", WHOLE + b"and more\n"])
def test_half_of_another_file_is_begun_anew(at: Setting, rest: bytes) -> None:
    at.part.write_bytes(rest)
    at.pull()
    assert at.offsets[0] == 0
    assert at.path.read_bytes() == WHOLE


def test_a_game_being_played_comes_as_far_as_its_last_whole_line(at: Setting) -> None:
    at.shelf.logs[NAME] = b"".join(LINES[:20]) + LINES[20][:30]
    assert at.pull() == Pulled(NAME, at.path, "new", len(b"".join(LINES[:20])))
    assert at.path.read_bytes() == b"".join(LINES[:20])


def test_what_was_once_cut_off_a_journal_comes_whole(at: Setting) -> None:
    name, torn = f"{NAME}.torn", b'{"seq":3,\n"half a li'
    at.shelf.logs[name] = torn
    pulled = pull(at.client, FileEntry(name, len(torn)), at.folder, lambda count: None)
    assert pulled == Pulled(name, at.folder / name, "new", len(torn))
    assert (at.folder / name).read_bytes() == torn


def test_a_game_being_played_is_longer_the_next_time(at: Setting) -> None:
    first, second = b"".join(LINES[:20]), b"".join(LINES[:60])
    at.shelf.logs[NAME] = first
    at.pull()
    at.shelf.read.clear()
    at.shelf.logs[NAME] = second
    assert at.pull() == Pulled(NAME, at.path, "longer", len(second))
    assert at.path.read_bytes() == second
    assert at.offsets[0] == len(first)


def test_a_game_that_grows_while_it_is_fetched_comes_as_it_was_at_the_beginning(
    at: Setting,
) -> None:
    first = b"".join(LINES[:40])
    at.shelf.logs[NAME] = first

    def tell(count: int) -> None:
        at.shelf.logs[NAME] = WHOLE

    pull(at.client, FileEntry(NAME, len(first)), at.folder, tell)
    assert at.path.read_bytes() == first
    at.pull()
    assert at.path.read_bytes() == WHOLE


def test_a_game_of_which_nothing_was_saved_leaves_no_file(at: Setting) -> None:
    for nothing in (b"", b'{"journal":"meadow-ta'):
        at.shelf.logs[NAME] = nothing
        assert at.pull() is None
        assert list(at.folder.iterdir()) == []


@pytest.mark.parametrize("other", [b"another\n", WHOLE[:-9] + b"different\n", b"x" * 100_000])
def test_another_tables_game_of_the_same_name_is_left_as_it_is(at: Setting, other: bytes) -> None:
    at.path.write_bytes(other)
    with pytest.raises(LogError) as told:
        at.pull()
    assert str(told.value) == (
        f"{at.path}: another game, or another table's, has this name here and is left as it is; "
        "name another folder with --into"
    )
    assert at.path.read_bytes() == other
    assert sorted(at.folder.iterdir()) == [at.path]


def test_more_of_a_game_than_the_table_has_is_kept(at: Setting) -> None:
    at.path.write_bytes(WHOLE)
    at.shelf.logs[NAME] = b"".join(LINES[:30])
    assert at.pull() == Pulled(NAME, at.path, "kept", len(WHOLE))
    assert at.path.read_bytes() == WHOLE


def test_what_differs_from_the_tables_digest_is_thrown_away(at: Setting) -> None:
    at.wire.device.handle({DigestLog: lambda laptop, call: DigestIs("0" * 64)})
    with pytest.raises(LogError, match="what arrived is not what the table has: it was thrown"):
        at.pull()
    assert list(at.folder.iterdir()) == []


def test_a_journal_that_is_cut_on_the_table_meanwhile_is_told(at: Setting) -> None:
    def tell(count: int) -> None:
        at.shelf.logs[NAME] = WHOLE[:100]

    with pytest.raises(LogError, match="it was cut on the table meanwhile; pull once more"):
        pull(at.client, FileEntry(NAME, len(WHOLE)), at.folder, tell)
    assert not at.path.exists()


def test_a_full_disk_is_told_and_what_came_is_kept(at: Setting, mocker: MockerFixture) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    mocker.patch("meadow_host.cable.logs.os.fsync", side_effect=full)
    with pytest.raises(LogError) as told:
        at.pull()
    assert str(told.value) == (
        f"{at.part}: cannot be written: the disk is full; free some space on it; what is here is "
        "kept, pull once more"
    )
    mocker.stopall()
    at.shelf.read.clear()
    at.pull()
    assert at.shelf.read == []
    assert at.path.read_bytes() == WHOLE


def test_a_pipe_that_has_the_name_of_a_part_is_told_and_not_waited_for(at: Setting) -> None:
    os.mkfifo(at.part)
    with pytest.raises(LogError, match="no file; move it away, or name another folder"):
        at.pull()


def test_a_folder_that_has_the_name_of_a_journal_is_told(at: Setting) -> None:
    at.path.mkdir()
    with pytest.raises(LogError, match="no file; move it away, or name another folder"):
        at.pull()


# ---------------------------------------------------------------------------- which ones


def test_all_journals_are_listed_however_many_answers_it_takes(at: Setting) -> None:
    at.shelf.logs = {f"{number:06}-sweepers.jsonl": b"x" * number for number in range(1, 9)}
    listed = list_logs(at.client)
    assert [one.size for one in listed] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert listed[7].name == "000008-sweepers.jsonl"


@pytest.mark.parametrize("name", ["../evil.jsonl", "/etc/passwd", ".hidden", "a\\b", "a\nb"])
def test_a_name_that_leads_out_of_the_folder_is_passed_over(at: Setting, name: str) -> None:
    at.shelf.logs[name] = b"evil\n"
    assert [one.name for one in list_logs(at.client)] == [NAME]


def test_journals_are_named_by_name_or_number() -> None:
    one, two = FileEntry("000001-sweepers.jsonl", 5), FileEntry("000012-sweet-takes.jsonl", 5)
    logs = [one, two]
    assert chosen(logs, []) == logs
    assert chosen(logs, ["000012-sweet-takes.jsonl"]) == [two]
    assert chosen(logs, ["000012-sweet-takes", "12", "1"]) == [two, one]
    with pytest.raises(NoLogError) as told:
        chosen(logs, ["2"])
    assert str(told.value) == "2: this table has no such journal; meadow logs list shows them"
    assert told.value.mistake


@pytest.mark.parametrize(
    ("table", "folder"),
    [("oak", "oak"), ("", "table"), ("../../etc", "_.._etc"), ("a b/c", "a_b_c"), ("..", "table")],
)
def test_each_table_has_a_folder_of_its_own(table: str, folder: str) -> None:
    assert default_folder(replace(WELCOME, table=table)) == Path(folder)


def test_the_bar_knows_how_much_is_missing(at: Setting) -> None:
    entry = FileEntry(NAME, 1000)
    assert missing_bytes(entry, at.folder) == 1000
    at.part.write_bytes(b"x" * 400)
    assert missing_bytes(entry, at.folder) == 600
    at.path.write_bytes(b"x" * 5000)
    assert missing_bytes(entry, at.folder) == 0

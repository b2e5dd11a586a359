"""`meadow logs`: journals listed, fetched into a folder, and replayed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import serial
from meadow.clock import ManualClock
from meadow.link.device import Device
from meadow_host.cable import logs_command
from msgspec.structs import replace
from pytest_mock import MockerFixture

from tests.cable.log_shelf import Shelf
from tests.cable.serial_twins import TwinPort, opening
from tests.cable.wires import WELCOME, Wire
from tests.host.calls import Done, meadow
from tests.host.games import Game, whole_game

PORT = "/dev/ttyUSB0"

Logs = Callable[..., Done]


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mocker: MockerFixture) -> Shelf:
    """The journals of the table oak, at the only port; the present folder is empty."""
    monkeypatch.chdir(tmp_path)
    shelf = Shelf(**{"000001-sweepers": b"".join(whole_game().lines), "000002-sweepers": played()})
    device = Device(ManualClock(), lambda: replace(WELCOME, table="oak"))
    device.handle(shelf.handlers())
    wire = Wire(device, ManualClock())

    def answer(data: bytes) -> bytes:
        wire.send(data)
        return b"".join(iter(lambda: wire.receive(0), b""))

    mocker.patch.object(serial, "serial_for_url", side_effect=opening({PORT: TwinPort(answer)}))
    return shelf


def played() -> bytes:
    """A game that is being played: its last line is half written."""
    game = Game(seed=2)
    game.deal()
    return b"".join(game.lines)[:-7]


def logs(*words: object) -> Done:
    return meadow("logs", *words, "--port", PORT)


def test_journals_are_listed_with_their_sizes(shelf: Shelf) -> None:
    shelf.logs = {"000001-sweepers.jsonl": b"x" * 900, "000002-sweet-takes.jsonl": b"x" * 52_600}
    assert logs("list") == Done(
        0,
        "000001-sweepers.jsonl         900 B\n"
        "000002-sweet-takes.jsonl      53 kB\n"
        "2 journals, 54 kB\n",
        "",
    )
    assert logs("list", "--json").document == {
        "logs": [
            {"name": "000001-sweepers.jsonl", "bytes": 900},
            {"name": "000002-sweet-takes.jsonl", "bytes": 52_600},
        ]
    }


def test_a_table_without_journals_says_so(shelf: Shelf) -> None:
    shelf.logs = {}
    assert logs("list") == Done(0, "there is no journal on this table yet\n", "")
    assert logs("pull") == Done(0, "journals: none on this table yet\n", "")
    assert list(Path().iterdir()) == []


def test_all_are_fetched_into_a_folder_named_as_the_table(shelf: Shelf) -> None:
    done = logs("pull")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[-1] == "journals: 2 new in oak"
    first, second = sorted(Path("oak").iterdir())
    assert first.read_bytes() == shelf.logs["000001-sweepers.jsonl"]
    assert second.read_bytes() == played()[: played().rindex(b"\n") + 1]
    done = logs("pull")
    assert done.out.splitlines()[-1] == "journals: 2 here already in oak"


def test_named_ones_are_fetched_into_a_named_folder(shelf: Shelf) -> None:
    done = logs("pull", "2", "--into", "games/here", "--json")
    path = Path("games/here/000002-sweepers.jsonl")
    assert done.document == {
        "folder": "games/here",
        "logs": [
            {
                "name": path.name,
                "path": str(path),
                "was": "new",
                "bytes": path.stat().st_size,
            }
        ],
        "errors": [],
    }


def test_what_was_fetched_is_replayed(shelf: Shelf) -> None:
    done = logs("pull", "--replay")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[-1].startswith("replay: identical (table: 2 journals, ")


def test_a_journal_that_replays_differently_is_a_failure(shelf: Shelf) -> None:
    data = shelf.logs["000001-sweepers.jsonl"]
    shelf.logs = {"000001-sweepers.jsonl": data.replace(b"token.", b"tokin.", 1)}
    done = logs("pull", "--replay", "--json")
    assert done.code == 1
    assert done.document["replay"]["identical"] is False
    assert done.document["logs"][0]["was"] == "new"


def test_another_file_of_the_same_name_fails_alone(shelf: Shelf) -> None:
    Path("oak").mkdir()
    Path("oak/000001-sweepers.jsonl").write_text("another table's")
    done = logs("pull")
    assert done.code == 1
    assert done.err == (
        "meadow: oak/000001-sweepers.jsonl: another game, or another table's, has this name here "
        "and is left as it is; name another folder with --into\n"
    )
    assert done.out.splitlines()[-1] == "journals: 1 new, 1 not fetched in oak"
    assert Path("oak/000001-sweepers.jsonl").read_text() == "another table's"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["7"], "meadow: 7: this table has no such journal; meadow logs list shows them"),
        (["--into", ""], "meadow: --into: the name is empty; name a file or a folder"),
        (["--into", "file"], "meadow: file: a file, not a folder; name another with --into"),
    ],
)
def test_a_wrong_name_is_a_mistake(shelf: Shelf, words: list[str], line: str) -> None:
    Path("file").write_text("")
    assert logs("pull", *words) == Done(2, "", f"{line}\n")
    assert [path.name for path in Path().iterdir()] == ["file"]


def test_ctrl_c_keeps_what_came(shelf: Shelf, mocker: MockerFixture) -> None:
    def pull(*args: Any) -> None:
        raise KeyboardInterrupt

    mocker.patch.object(logs_command, "pull", side_effect=pull)
    done = logs("pull")
    assert done.code == 130
    assert done.err == (
        "meadow: stopped; what was fetched is kept; the same command goes on there\n"
    )

"""The console outlives its table, and tells of a game that was taken up what was before."""

from __future__ import annotations

from pathlib import Path

import pytest
from meadow.console.past import past_of
from meadow.games.package import load_packages
from meadow.journal.read import read_journal
from meadow.journal.write import JournalWriter
from websockets.exceptions import ConnectionClosed

from tests.console.served import served
from tests.table.sat import Sat, begun, joined


def told_of(folder: Path) -> Sat:
    """A table that took up the game in the folder."""
    path = folder / "000001-quick-rake.jsonl"
    sat = Sat(open_journal=lambda header, after: JournalWriter(path, header, after=after))
    sat.table.resume(read_journal(path))
    return sat


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game was begun and paused, and the power went."""
    path = tmp_path / "000001-quick-rake.jsonl"
    sat = begun(joined(Sat(open_journal=lambda header, after: JournalWriter(path, header))))
    sat.say("pause")
    sat.table.close()
    return tmp_path


def test_the_history_of_a_game_that_is_taken_up_holds_what_was_before(folder: Path) -> None:
    with served(folder) as table:
        sat = told_of(folder)
        with table.page("", "history") as early:
            table.console.attach(sat.table, folder, {})
            table.console.look(sat.table)
            with table.page("", "history") as tab:
                lines = [line["text"] for line in tab.until_is("history")["lines"]]
            early.until_is("snapshot")
        sat.table.close()
    assert lines == ["operator: says 'pause'", "the game is paused (operator)"]
    assert not [one for one in early.told if one["is"] == "news" and one["lines"]]


def test_in_the_lobby_there_is_no_past(folder: Path) -> None:
    assert past_of(Sat().table, folder) == ()


@pytest.mark.parametrize("content", [b"", b"nonsense\n"])
def test_a_past_that_cannot_be_read_is_left_out(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "000002-quick-rake.jsonl").write_bytes(content)
    assert past_of(begun().table, tmp_path) == ()
    assert past_of(begun().table, tmp_path / "gone") == ()


def test_pages_stay_connected_while_one_table_ends_and_the_next_begins(tmp_path: Path) -> None:
    with served(tmp_path) as table, table.page(table.log_in()) as console:
        console.act("quick-paws")
        console.sees(lambda state: bool(state["lobby"]["game"]))
        table.end()
        answer = console.act("start")
        assert answer["message"] == (
            "the table starts just now: nothing was done, try again in a moment"
        )
        table.begin(load_packages())
        console.sees(lambda state: bool(state["lobby"]["game"] == ""))
        assert console.act("sweet-takes")["ok"]
        console.sees(lambda state: bool(state["lobby"]["title"] == "Sweet Takes"))


def test_a_page_is_told_that_the_program_ends_and_finds_the_next_to_be_another(
    tmp_path: Path,
) -> None:
    boots = []
    for _ in range(2):
        with served(tmp_path) as table:
            with table.page() as tab:
                boots.append(tab.until_is("snapshot")["boot"])
                table.close()
                with pytest.raises(ConnectionClosed) as caught:
                    tab.until(lambda told: False)
            assert caught.value.rcvd is not None
            assert caught.value.rcvd.code == 1012
    assert boots[0] != boots[1]

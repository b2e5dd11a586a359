"""The end of a game on the fixture ``table``: its result, and its journal, which must replay."""

from __future__ import annotations

from typing import Any

from meadow.games.game import Finished
from meadow_host.hil.rig import Can
from meadow_host.hil.table import TableUnderTest
from meadow_host.levels import Level
from meadow_host.replay import replay


def finished(table: TableUnderTest, within_ms: int = 2000) -> dict[str, Any]:
    """The result, once the game is over; its journal, fetched from the table, is replayed."""
    result: dict[str, Any] = table.wait_for(Finished, within_ms).body["result"]
    assert table.phase == "over"
    if Can.LOGS in table.rig.can:
        with table.step("fetch and replay the journal"):
            _must_replay(table, result)
    return result


def _must_replay(table: TableUnderTest, result: dict[str, Any]) -> None:
    journal = table.journal()
    for level in (Level.TABLE, Level.RULES):
        replayed = replay(journal, level)
        assert replayed.difference is None
        assert replayed.finished
        assert replayed.result == result

"""`meadow replay --on PORT`: a table at the other end of a cable plays a journal again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from meadow.journal.lines import decode_header, encode_header

from tests.cable.pty_cable import RunningTable
from tests.host.calls import meadow
from tests.host.games import Game, first_line, resealed


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningTable]:
    """`meadowd` in service mode, with its cable plugged in."""
    running = RunningTable(tmp_path_factory.mktemp("table"), "--service")
    yield running
    running.close()


def short_game() -> Game:
    """Two cards are dealt and the operator ends it: two seconds."""
    game = Game()
    for card in ("treat.bark.acorn", "treat.bark.blueberry"):
        game.lay("deck", card)
        game.lift("deck", card)
    game.say("end")
    return game


def test_a_table_plays_a_journal_again_and_its_facts_are_the_same(
    table: RunningTable, tmp_path: Path
) -> None:
    path = tmp_path / "short.jsonl"
    path.write_bytes(b"".join(short_game().lines))
    done = meadow("replay", path, "--on", table.port)
    assert done.code == 0, done.err
    assert done.out.splitlines() == [
        f"{path}: identical, 3 facts, finished",
        f"replay: identical (on {table.port}: 1 journal, 3 facts)",
    ]


def test_the_first_fact_that_differs_is_told_with_file_and_line(
    table: RunningTable, tmp_path: Path
) -> None:
    lines = short_game().lines
    number = first_line(lines, b'"fact.card-dealt"')
    path = tmp_path / "wrong.jsonl"
    path.write_bytes(b"".join(resealed(lines, number, b'"side":"north"', b'"side":"south"')))
    done = meadow("replay", path, "--on", table.port, "--json")
    assert done.code == 1
    (one,) = json.loads(done.out)["journals"]
    assert (one["identical"], one["difference"]["line"]) == (False, number)
    assert '"side":"south"' in one["difference"]["expected"]
    assert '"side":"north"' in one["difference"]["got"]


def test_settings_that_are_others_on_the_table_are_told(
    table: RunningTable, tmp_path: Path
) -> None:
    raws = short_game().lines
    header = decode_header(raws[0], "other.jsonl")
    settings = bytes(header.settings).replace(b'"tie_window_ms":250', b'"tie_window_ms":100')
    sha256 = hashlib.sha256(settings).hexdigest()
    setup = bytes(header.setup).replace(b'"tie_window_ms":250', b'"tie_window_ms":100')
    other = msgspec.structs.replace(
        header,
        settings=msgspec.Raw(settings),
        settings_sha256=sha256,
        setup=msgspec.Raw(setup),
    )
    number = first_line(raws, b'"fact.card-dealt"')
    wrong = resealed(raws, number, b'"side":"north"', b'"side":"south"')
    path = tmp_path / "other.jsonl"
    path.write_bytes(b"".join([encode_header(other), *wrong[1:]]))
    done = meadow("replay", path, "--on", table.port)
    assert done.code == 1
    what = "the table's settings of sweepers are others"
    assert f"  {what}: tie_window_ms is 250 there, 100 in the journal" in done.out.splitlines()
    assert done.out.splitlines()[-1] == f"replay: NOT identical (on {table.port}: 0 of 1 journal)"


def test_what_does_not_go_with_a_table_is_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "short.jsonl"
    path.write_bytes(b"".join(short_game().lines))
    done = meadow("replay", path, "--on", "/dev/null", "--watch")
    assert done.code == 2
    assert done.err == "meadow: --on goes with --register, --baud and --json alone\n"


def test_a_port_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "short.jsonl"
    path.write_bytes(b"".join(short_game().lines))
    done = meadow("replay", path, "--on", "/dev/no-such-port")
    assert done.code in (1, 2)
    assert done.err.startswith("meadow: /dev/no-such-port: there is no such port")
    assert done.err.count("\n") == 1


def test_a_table_without_the_switch_says_how_to_set_it(tmp_path: Path) -> None:
    running = RunningTable(tmp_path)
    path = tmp_path / "short.jsonl"
    path.write_bytes(b"".join(short_game().lines))
    try:
        done = meadow("replay", path, "--on", running.port)
    finally:
        running.close()
    assert done.code == 1
    what = "this table is not in service mode: start meadowd with --service"
    assert done.err == f"meadow: {running.port}: {what}\n"

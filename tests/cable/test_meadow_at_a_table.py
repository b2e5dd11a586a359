"""`meadow status`, `say`, `shell` and `logs` as programs, at a `meadowd` at the other end."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from meadow.link.answers import Done, StatusIs
from meadow.link.calls import GetStatus, Say
from meadow_host.cable.client import writing
from meadow_host.cable.detect import connected

from tests.cable.pty_cable import RunningTable
from tests.host.calls import PROGRAM, environment, meadow, program
from tests.host.games import save, whole_game


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningTable]:
    table = RunningTable(tmp_path_factory.mktemp("table"))
    yield table
    table.close()


@pytest.fixture(autouse=True)
def _in_the_lobby(table: RunningTable) -> None:
    """Each test begins with nothing chosen and nobody there."""
    with connected(table.port, 115_200, "test") as client, writing(client):
        for words in ("end", "lobby", "leave north", "leave south", "end"):
            word, *args = words.split()
            client.call(Say(word, tuple(args)), Done)
        while client.call(GetStatus(), StatusIs).game:
            time.sleep(0.01)


def test_the_table_tells_how_it_is(table: RunningTable) -> None:
    done = meadow("status", "--port", table.port)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        f"{table.port}: meadow, hardware rev-1, firmware 0.1.0, started on files, not flashed",
        "in the lobby: no game chosen; joined: nobody",
        "reader north: answers",
        "reader east: answers",
        "reader south: answers",
        "reader west: answers",
        "reader deck: answers",
        "it cannot be flashed: it was started without --config FOLDER",
        "writer: nobody",
    ]


def test_the_table_tells_how_it_is_as_json(table: RunningTable) -> None:
    status = meadow("status", "--port", table.port, "--json").document
    assert status["phase"] == "lobby"
    assert status["table"]["table"] == "meadow"
    assert status["readers"] == dict.fromkeys(("north", "east", "south", "west", "deck"), "")
    assert status["slots"]["active"] == ""


def test_a_table_that_cannot_be_flashed_says_so_before_anything_is_sent(
    table: RunningTable, tmp_path: Path
) -> None:
    (tmp_path / "table.toml").write_text('[table]\nid = "oak"\n')
    done = meadow("flash", tmp_path / "table.toml", "--dry-run", "--port", table.port)
    assert (done.code, done.out.splitlines()[-1]) == (
        1,
        "the table would refuse it: it has no folder for settings that are flashed: start meadowd "
        "with --config FOLDER",
    )


def test_a_word_is_accepted_or_refused(table: RunningTable) -> None:
    done = meadow("say", "quick-paws", "--port", table.port)
    assert (done.code, done.err) == (0, "")
    assert done.out == "in the lobby: Quick Paws; joined: nobody\n"
    done = meadow("say", "seat", "roof", "--port", table.port)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("meadow: refused: ")
    assert done.err.count("\n") == 1
    said = meadow("say", "seat", "north", "--port", table.port, "--json").document
    assert said == {
        "word": "seat",
        "args": ["north"],
        "told": ["in the lobby: Quick Paws; joined: north"],
        "refused": "",
    }


def test_words_come_through_a_pipe(table: RunningTable) -> None:
    words = "quick-paws\nseat north\nseat south\nstart\nundo\nend"
    done = subprocess.run(
        [*PROGRAM, "shell", "--port", table.port],
        input=words,
        capture_output=True,
        text=True,
        env=environment(),
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "")  # undo was refused
    lines = [re.sub(r"^[0-9:]{8} +([0-9:.]+  )?", "", line) for line in done.stdout.splitlines()]
    assert lines[1:] == [
        "in the lobby: no game chosen; joined: nobody",
        "in the lobby: Quick Paws; joined: nobody",
        "in the lobby: Quick Paws; joined: north",
        "in the lobby: Quick Paws; joined: north, south",
        "playing Sweepers",
        "link: says 'undo'",
        "refused: there is nothing to undo (T14)",
        "link: says 'end'",
        "the operator ends the game",
        "ended before anyone won",
        "Sweepers is over (undo opens it again, lobby leaves it)",
    ]


def test_without_any_words_the_shell_ends_at_once(table: RunningTable) -> None:
    done = program("shell", "--port", table.port, stdin=subprocess.DEVNULL)
    assert (done.code, done.err) == (0, "")
    assert len(done.out.splitlines()) == 2


class _Typist:
    """A shell in a terminal, and somebody who types."""

    def __init__(self, port: str) -> None:
        self._parent, child = pty.openpty()
        self.before = termios.tcgetattr(child)
        self._child = child
        self.running = subprocess.Popen(
            [*PROGRAM, "shell", "--port", port],
            stdin=child,
            stdout=child,
            stderr=child,
            env=environment(TERM="xterm"),
            start_new_session=True,
        )
        self.seen = ""

    def type(self, keys: str) -> None:
        os.write(self._parent, keys.encode())

    def see(self, text: str, timeout_s: float = 60.0) -> None:
        until_s = time.monotonic() + timeout_s
        while text not in self.seen:
            assert time.monotonic() < until_s, self.seen
            if select.select([self._parent], [], [], 0.1)[0]:
                self.seen += os.read(self._parent, 4096).decode()

    def end(self) -> int:
        self.running.wait(60)
        after = termios.tcgetattr(self._child)
        assert after[:4] == self.before[:4]  # the terminal is as it was
        return self.running.returncode

    def close(self) -> None:
        self.running.kill()
        self.running.wait()
        os.close(self._parent)
        os.close(self._child)


@pytest.fixture
def typist(table: RunningTable) -> Iterator[_Typist]:
    typist = _Typist(table.port)
    yield typist
    typist.close()


def test_what_is_typed_stays_below_what_is_told(table: RunningTable, typist: _Typist) -> None:
    typist.see("joined: nobody")
    typist.type("quick-pawz\x7fs\r")
    typist.see("in the lobby: Quick Paws; joined: nobody\r\n\r\x1b[K> ")
    busy = meadow("status", "--port", table.port)
    assert busy.code == 1
    assert "another program has it: end that first" in busy.err
    typist.type("\x1b[A")
    typist.see("> quick-paws")
    typist.type("\x15quit\r")
    assert typist.end() == 0


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_shell_and_releases_the_port(
    table: RunningTable, typist: _Typist, number: signal.Signals, code: int
) -> None:
    typist.see("joined: nobody")
    typist.running.send_signal(number)
    assert typist.end() == code
    assert meadow("status", "--port", table.port).code == 0


def test_journals_are_fetched_and_replayed(table: RunningTable, tmp_path: Path) -> None:
    there = save(whole_game(), table.journals / "000900-sweepers.jsonl")
    listed = meadow("logs", "list", "--port", table.port, "--json").document["logs"]
    assert {"name": there.name, "bytes": there.stat().st_size} in listed
    done = meadow("logs", "pull", "900", "--into", tmp_path, "--replay", "--port", table.port)
    assert (done.code, done.err) == (0, "")
    assert (tmp_path / there.name).read_bytes() == there.read_bytes()
    assert "replay: identical (table: 1 journal, " in done.out


def test_the_port_may_be_named_by_the_environment(table: RunningTable) -> None:
    done = program("status", env=environment(MEADOW_PORT=table.port))
    assert done.out.startswith(f"{table.port}: meadow, ")


def test_detect_finds_the_table_on_a_named_port(table: RunningTable) -> None:
    found = meadow("detect", "--port", table.port, "--json").document
    assert [one["table"] for one in found["tables"]] == ["meadow"]

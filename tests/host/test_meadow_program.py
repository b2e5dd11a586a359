"""`meadow` as a program of its own: terminals, pipes, Ctrl-C, full disks, help and version."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import struct
import subprocess
import time
from fcntl import ioctl
from importlib.metadata import version
from pathlib import Path
from termios import TIOCSWINSZ

import pytest

from tests.host.calls import PROGRAM, environment, meadow, program, untimed
from tests.host.games import save, whole_game

COMMANDS = [
    [],
    ["run"],
    ["replay"],
    ["journal"],
    ["journal", "show"],
    ["journal", "times"],
    ["journal", "recover"],
    ["picture"],
    ["doctor"],
    ["init"],
    ["validate"],
    ["diff"],
    ["schema"],
    ["detect"],
    ["status"],
    ["say"],
    ["shell"],
    ["logs", "list"],
    ["logs", "pull"],
]


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save(whole_game(), tmp_path_factory.mktemp("program") / "000001-sweepers.jsonl")


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_explains_itself_with_an_example(words: list[str]) -> None:
    done = meadow(*words, "--help")

    assert done.code == 0
    assert done.out.startswith(f"Usage: {' '.join(['root', *words])}")
    if words != ["journal"]:
        assert f"meadow {' '.join(words)}".strip() in done.out.split("Options:")[0]
    assert max(map(len, done.out.splitlines())) <= 80


def test_the_version_is_that_of_the_distribution() -> None:
    assert meadow("--version").out == f"meadow {version('meadow-table')}\n"


def test_without_a_command_the_help_is_shown() -> None:
    done = meadow()

    assert done.code == 2
    assert "Commands:" in done.out + done.err


def test_help_loads_none_of_the_heavy_packages() -> None:
    script = (
        "import sys; from meadow_host.cli import main\n"
        "sys.argv = ['meadow', '--help']\n"
        "try:\n    main()\n"
        "finally:\n    print(sorted({'rich', 'msgspec', 'meadow'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [PROGRAM[0], "-c", script], capture_output=True, text=True, check=False, env=environment()
    )

    assert done.stdout.splitlines()[-1] == "[]"


def test_a_reader_that_goes_away_is_no_error_to_talk_about(journal: Path) -> None:
    command = [*PROGRAM, "journal", "show", str(journal)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        told = running.stderr.read()
        code = running.wait(timeout=60)

    assert told == b""
    assert code == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "words", [["--version"], ["journal", "show"], ["journal", "show", "--json"], ["replay"]]
)
def test_an_output_that_cannot_be_written_fails_in_one_line(
    journal: Path, words: list[str], unbuffered: str
) -> None:
    with Path("/dev/full").open("w") as full:
        names = [] if words == ["--version"] else [journal]
        env = environment(PYTHONUNBUFFERED=unbuffered)
        done = program(*words, *names, stdout=full, env=env)

    assert done.code == 1
    assert done.err == "meadow: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    ("words", "code"), [(["replay", "nothing"], 2), (["status", "--port", "nothing"], 1)]
)
def test_a_mistake_that_nobody_can_hear_of_has_its_code(
    words: list[str], code: int, unbuffered: str
) -> None:
    script = ["sh", "-c", 'exec "$@" 2>/dev/full', "sh", *PROGRAM, *words]
    env = environment(PYTHONUNBUFFERED=unbuffered)
    assert subprocess.run(script, env=env, check=False).returncode == code


def test_a_terminal_that_lacks_letters_is_no_error(journal: Path) -> None:
    env = environment(PYTHONIOENCODING="ascii")

    done = program("journal", "show", journal, env=env)

    assert (done.code, done.err) == (0, "")
    assert "gets card 1" in done.out


def test_ctrl_c_ends_a_run_in_one_line_and_leaves_the_journals(tmp_path: Path) -> None:
    command = [*PROGRAM, "run", "--seed", "3", "--speed", "40"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as running:
        deadline_s = time.monotonic() + 30
        while not list(tmp_path.glob("games/*.jsonl")) and time.monotonic() < deadline_s:
            time.sleep(0.05)
        time.sleep(0.3)
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=60)

    assert told == b"meadow: stopped; what was played is saved in games\n"
    assert running.returncode == 130
    done = meadow("replay", tmp_path / "games")
    assert done.code == 0
    assert re.search(r"identical, \d+ lines, up to \d+:\d\d", done.out)


class Terminal:
    """A program that runs in a terminal of this size."""

    def __init__(self, words: list[str], cwd: Path, width: int = 80, height: int = 24, **env: str):
        parent, child = pty.openpty()
        ioctl(child, TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self._running = subprocess.Popen(
            [*PROGRAM, *words],
            cwd=cwd,
            stdin=child,
            stdout=child,
            stderr=child,
            env=environment(**env),
            start_new_session=True,
        )
        os.close(child)
        self._parent = parent

    def read_all(self, timeout_s: float = 60) -> str:
        """All it writes until it ends."""
        parts: list[bytes] = []
        deadline_s = time.monotonic() + timeout_s
        while time.monotonic() < deadline_s:
            ready, _, _ = select.select([self._parent], [], [], 0.5)
            if not ready:
                continue
            try:
                part = os.read(self._parent, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            parts.append(part)
        os.close(self._parent)
        return b"".join(parts).decode()

    def send(self, number: signal.Signals) -> None:
        """A signal comes."""
        self._running.send_signal(number)

    def code(self) -> int:
        """Its exit code."""
        return self._running.wait(timeout=60)


def test_on_a_terminal_a_journal_is_watched_as_a_picture(journal: Path, tmp_path: Path) -> None:
    words = ["replay", str(journal), "--watch", "--speed", "40"]
    terminal = Terminal(words, tmp_path, TERM="xterm-256color", COLORTERM="truecolor")

    written = terminal.read_all()

    assert terminal.code() == 0
    assert "NORTH" in written
    assert "\x1b[38;2;" in written  # the lights, in their colours
    assert "\x1b[?25l" in written  # the cursor is hidden
    assert "\x1b[?25h" in written  # and shown again
    last = untimed(written).rstrip().splitlines()[-1]
    assert last.endswith("replay: identical (table: 1 journal, 236 lines, 63 inputs, 114 outputs)")


@pytest.mark.parametrize(
    ("width", "height", "env"),
    [
        (80, 24, {"TERM": "dumb"}),
        (80, 24, {}),
        (60, 24, {"TERM": "xterm"}),
        (80, 12, {"TERM": "xterm"}),
    ],
    ids=["dumb", "unknown", "narrow", "low"],
)
def test_a_terminal_that_can_show_no_picture_gets_plain_lines(
    journal: Path, tmp_path: Path, width: int, height: int, env: dict[str, str]
) -> None:
    words = ["replay", str(journal), "--watch"]
    terminal = Terminal(words, tmp_path, width, height, **env)

    written = terminal.read_all()

    assert terminal.code() == 0
    assert "\x1b" not in written
    assert "0:21.300  north: match: pinecone on bark\r\n" in written
    why = f"needs a terminal of 72 columns and 21 lines, this one has {width} and {height}"
    is_small = (width, height) != (80, 24)
    assert written.startswith(f"meadow: the picture {why}; so there are plain lines") == is_small


def test_no_color_is_respected(journal: Path, tmp_path: Path) -> None:
    words = ["replay", str(journal), "--watch", "--speed", "100"]
    terminal = Terminal(words, tmp_path, TERM="xterm-256color", NO_COLOR="1")

    written = terminal.read_all()

    assert terminal.code() == 0
    assert "NORTH" in written
    assert not re.search(r"\x1b\[[0-9;]*[34][0-9][;m]", written)

"""`meadowd`: runs one table in real time on any board, from its files to its last line.

It wires; what a table does is in table/. Games and boards it finds by their entry points, so it
must not know any by name.
"""

from __future__ import annotations

import argparse
import secrets
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import NamedTuple, NoReturn

from meadow.boards import Board, BoardError, NoBoardError, Wiring, open_board
from meadow.games.package import Package, load_packages
from meadow.journal.files import explain
from meadow.journal.lines import Header, JournalError
from meadow.journal.read import Journal, read_journal
from meadow.journal.recover import recover
from meadow.journal.wall import now_utc
from meadow.journal.write import JournalWriter, next_path
from meadow.lights.stage import SpanError
from meadow.lights.styles import StyleError
from meadow.pieces.register import Register, load_register, made_up_register
from meadow.pieces.sets import default_sets, load_set
from meadow.pins.load import default_pins, load_pins
from meadow.settings.load import default_settings, load_settings
from meadow.settings.schema import Settings
from meadow.sounds.patterns import BeepError
from meadow.table.lobby import LobbyError
from meadow.table.table import Table
from meadow.tomlfile.document import TomlError

FINE, FAILED, MISTAKE = 0, 1, 2
LOOK_MS = 500
"""How often the log hears of troubles."""

Say = Callable[[str], None]


class Files(NamedTuple):
    """All that a table is told by files, read and found right."""

    packages: Mapping[str, Package]
    settings: Settings
    register: Register
    wiring: Wiring
    folder: Path
    warnings: tuple[str, ...]


class StopSignal:
    """Set by SIGTERM or SIGINT; the loop looks at it after every pass."""

    def __init__(self) -> None:
        self.name = ""

    def catch(self) -> None:
        """From now on these signals end the program in good order."""
        for one in (signal.SIGTERM, signal.SIGINT):
            signal.signal(one, self._caught)

    def _caught(self, number: int, frame: FrameType | None) -> None:
        self.name = signal.Signals(number).name


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """The entry point of `meadowd`. Exit codes: 0 stopped by a signal, 1 something failed, 2 a
    mistake in the arguments or the files."""
    sys.exit(run(_parser().parse_args(arguments), _log))


def run(options: argparse.Namespace, say: Say) -> int:
    """Run a table as the options say until a signal comes; gives the exit code."""
    stop = StopSignal()
    stop.catch()
    try:
        files = read_files(options)
    except TomlError as error:
        for message in error.messages:
            say(message)
        return MISTAKE
    for warning in files.warnings:
        say(f"warning: {warning}")
    if options.register is None:
        say("no --register: every piece has the made-up tag that simulations use")
    try:
        board = open_board(options.board, files.wiring)
    except BoardError as error:
        say(f"--board {options.board}: {error}")
        return MISTAKE if isinstance(error, NoBoardError) else FAILED
    try:
        return _run_on(board, files, options.new, stop, say)
    finally:
        board.close()


def read_files(options: argparse.Namespace) -> Files:
    """Settings, pins, pieces and register. Raises `TomlError`: all that is wrong with the first
    file that is not right."""
    packages = load_packages()
    game_types = {name: package.settings_type for name, package in packages.items()}
    path = options.settings
    settings = default_settings(game_types) if path is None else load_settings(path, game_types)
    pins = default_pins() if options.pins is None else load_pins(options.pins)
    sets = [load_set(path) for path in options.pieces] or default_sets()
    register = (
        made_up_register(sets)
        if options.register is None
        else load_register(options.register, sets)
    )
    wiring = Wiring(pins, settings.strip.pixels, settings.readers)
    folder = options.journals or settings.journal.folder
    warnings = tuple([line for one in sets for line in one.warnings])
    return Files(packages, settings, register, wiring, Path(folder), warnings)


def _run_on(board: Board, files: Files, new: bool, stop: StopSignal, say: Say) -> int:
    try:
        table = _table(board, files)
    except (LobbyError, SpanError, StyleError, BeepError, ValueError) as error:
        say(f"games, settings and board do not fit together: {error}")
        return MISTAKE
    try:
        _make_folder(files.folder, say)
        if not new:
            _resume(table, files.folder, say)
        log = _Log(table, board, say)
        say("the table is ready")
        table.loop.run(lambda: log.look() or bool(stop.name))
        say(f"stopped by {stop.name}")
        code = FINE
    except Exception as error:  # noqa: BLE001  one line for the log, and the lights go out
        say(f"stopped by a fault of this program: {_place_of(error)}")
        code = FAILED
    return _close(table, say) or code


def _table(board: Board, files: Files) -> Table:
    def open_journal(header: Header, after: Journal | None) -> JournalWriter:
        path = next_path(files.folder, header.game) if after is None else after.path
        return JournalWriter(path, header, after=after)

    return Table(
        board,
        files.register,
        files.packages,
        files.settings,
        open_journal,
        ids=lambda: f"p-{secrets.token_hex(4)}",
        wall_clock=now_utc,
    )


def _make_folder(folder: Path, say: Say) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        say(f"{folder}: cannot be made: {explain(error)}; games go on unsaved")


def _resume(table: Table, folder: Path, say: Say) -> None:
    """Take up the last game if it has no end: it is paused, and goes on at three (T14)."""
    found = sorted(
        folder.glob("[0-9]*.jsonl"), key=lambda path: (len(path.name.split("-")[0]), path)
    )
    if not found:
        return
    try:
        recovery = recover(found[-1])
        if recovery.torn is not None:
            say(str(recovery))
        journal = read_journal(found[-1])
        if not journal.finished:
            table.resume(journal)
            say(f"{found[-1]}: taken up, paused; start goes on, end ends it")
    except JournalError as error:
        say(f"{error}; the table begins anew")


def _close(table: Table, say: Say) -> int:
    """Dark, silent and saved; gives 1 when something is not saved."""
    status = table.close()
    if status.pending:
        say(f"{status.pending} lines are lost: {status.trouble}")
        return FAILED
    return FINE


class _Log:
    """Tells new troubles of the table, and readers that fail and return."""

    def __init__(self, table: Table, board: Board, say: Say) -> None:
        self._table = table
        self._clock = board.clock
        self._say = say
        self._due_ms = 0
        self._told: tuple[str, ...] = ()
        self._readers: dict[str, str] = {}

    def look(self) -> bool:
        """Tell what is new, now and then; gives False, so that it fits a condition."""
        now_ms = self._clock.now_ms()
        if now_ms < self._due_ms:
            return False
        self._due_ms = now_ms + LOOK_MS
        status = self._table.status()
        known = next(
            n
            for n in range(len(status.troubles), -1, -1)
            if not n or status.troubles[:n] == self._told[-n:]
        )
        for trouble in status.troubles[known:]:
            self._say(trouble)
        self._told = status.troubles
        for place, why in status.readers.items():
            if why != self._readers.get(place, ""):
                self._say(f"reader {place}: {why or 'answers again'}")
            self._readers[place] = why
        return False


def _place_of(error: Exception) -> str:
    """An error of ours with the innermost place of it, for whoever mends it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = (
        ""
        if trace is None
        else f" at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
    )
    return f"{type(error).__name__}: {' '.join(str(error).split())}{where}"


def _log(line: str) -> None:
    """A line for the journal of the system, or whoever started it."""
    sys.stderr.write(f"meadowd: {line}\n")
    sys.stderr.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="meadowd", description="Runs a Meadow Table until SIGTERM or Ctrl-C."
    )
    add = parser.add_argument
    add("--board", default="pi", metavar="NAME", help="pi, virtual, silicon, faulty (default: pi)")
    add("--settings", type=Path, metavar="FILE", help="table.toml (default: all defaults)")
    add("--pins", type=Path, metavar="FILE", help="pins.toml (default: the one that comes with it)")
    add(
        "--pieces",
        type=Path,
        metavar="FILE",
        action="append",
        default=[],
        help="a set of pieces; repeat it (default: those that come with it)",
    )
    add("--register", type=Path, metavar="FILE", help="which tag sits in which piece")
    add("--journals", type=Path, metavar="FOLDER", help="where games are saved (default: settings)")
    add("--new", action="store_true", help="do not take up a game that has no end yet")
    return parser

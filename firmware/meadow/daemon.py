"""`meadowd`: runs one table in real time on any board, from its files to its last line.

It wires; what a table does is in table/. Games and boards it finds by their entry points, so it
must not know any by name.
"""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import NamedTuple, NoReturn

from meadow.alone import TakenError, alone_in
from meadow.boards import Board, BoardError, NoBoardError, Wiring, open_board
from meadow.daemon_log import Log, Say, place_of, write_line
from meadow.daemon_options import FAILED, FINE, MISTAKE, parser
from meadow.games.package import Package, PackageError, load_packages
from meadow.journal.files import explain
from meadow.journal.lines import Header, JournalError
from meadow.journal.read import Journal, read_journal
from meadow.journal.recover import recover
from meadow.journal.wall import now_utc
from meadow.journal.write import JournalWriter, next_path
from meadow.lights.stage import SpanError
from meadow.lights.styles import StyleError
from meadow.link.cable import Cable, Identity
from meadow.pieces.register import Register, load_register, made_up_register
from meadow.pieces.sets import default_sets, load_set
from meadow.pins.load import default_pins, load_pins
from meadow.settings.load import default_settings, load_settings
from meadow.settings.schema import Settings
from meadow.sounds.patterns import BeepError
from meadow.table.lobby import LobbyError
from meadow.table.table import Table
from meadow.tomlfile.document import TomlError

STOPPING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""SIGHUP comes when the terminal or the connection goes from which it was started."""


class Files(NamedTuple):
    """All that a table is told by files, read and found right."""

    packages: Mapping[str, Package]
    settings: Settings
    register: Register
    wiring: Wiring
    folder: Path
    warnings: tuple[str, ...]


class StopSignal:
    """Set by the first signal that shall stop the table; the loop looks at it after every pass."""

    def __init__(self) -> None:
        self.name = ""

    def catch(self) -> None:
        """From now on these signals end the program in good order. Under nohup SIGHUP does not."""
        for one in STOPPING:
            if one is not signal.SIGHUP or signal.getsignal(one) is not signal.SIG_IGN:
                signal.signal(one, self._caught)

    def _caught(self, number: int, frame: FrameType | None) -> None:
        self.name = self.name or signal.Signals(number).name


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run `meadowd`. Exit codes: 0 stopped by a signal, 1 something failed, 2 a mistake in the
    arguments or the files."""
    code = run(parser().parse_args(arguments), write_line)
    for one in STOPPING:
        signal.signal(one, signal.SIG_IGN)  # impatience must not turn a good end into a bad one
    sys.exit(code)


def run(options: argparse.Namespace, say: Say) -> int:
    """Run a table as the options say until a signal comes; gives the exit code."""
    try:
        files = read_files(options)
    except TomlError as error:
        for message in error.messages:
            say(message)
        return MISTAKE
    except PackageError as error:
        say(str(error))
        return FAILED
    for warning in files.warnings:
        say(f"warning: {warning}")
    _make_folder(files.folder, say)
    try:
        with alone_in(files.folder):
            return _run_alone(options, files, say)
    except TakenError:
        say(
            f"{files.folder}: another meadowd keeps its games in this folder: end it, or give "
            "--journals another folder"
        )
        return FAILED


def _run_alone(options: argparse.Namespace, files: Files, say: Say) -> int:
    stop = StopSignal()
    stop.catch()  # not before: while nothing is open, a signal may end this at once
    try:
        board = open_board(options.board, files.wiring)
    except BoardError as error:
        say(f"--board {options.board}: {error}")
        return MISTAKE if isinstance(error, NoBoardError) else FAILED
    except Exception as error:  # noqa: BLE001  whatever a vendor package may raise: one line
        say(f"--board {options.board}: cannot be opened: {place_of(error)}")
        return FAILED
    if options.register is None:
        say(
            "no --register: every piece has the made-up tag that simulations use; a real table "
            "needs its own (docs/pieces.md)"
        )
    cable = Cable(version("meadow-table"), service=False, clock=board.clock)
    cable.identity = Identity(files.settings.table.id)
    cable.open(options.link, say, options.baud)
    try:
        code = _run_on(board, files, options.new, stop, cable, say)
    finally:
        cable.close()
        trouble = _closed(board)
    if trouble:
        say(f"--board {options.board}: cannot be closed: {trouble}")
        return FAILED
    return code


def _closed(board: Board) -> str:
    """Close the board; what went wrong, or ""."""
    try:
        board.close()
    except Exception as error:  # noqa: BLE001  as at its opening
        return place_of(error)
    return ""


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


def _run_on(board: Board, files: Files, new: bool, stop: StopSignal, cable: Cable, say: Say) -> int:
    board = cable.watched(board)
    try:
        table = _table(board, files)
    except (LobbyError, SpanError, StyleError, BeepError, ValueError) as error:
        say(f"games, settings and board do not fit together: {error}")
        return MISTAKE
    try:
        if not new:
            _resume(table, files.folder, say)
        log = Log(table, board, say)
        cable.attach(table, board)
        say("the table is ready")
        table.loop.run(lambda: log.look() or cable.look(table) or bool(stop.name))
        say(f"stopped by {stop.name}")
        code = FINE
    except Exception as error:  # noqa: BLE001  one line for the log, and the lights go out
        say(f"stopped by a fault of this program: {place_of(error)}")
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
    """See to it that games can be saved there, or say why not: no game waits for that."""
    trouble = ""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        trouble = "is no folder: name another with --journals"
    except OSError as error:
        trouble = f"cannot be made: {explain(error)}"
    else:
        if not os.access(folder, os.W_OK | os.X_OK):
            trouble = "cannot be written: give the user that runs this access to the folder"
    if trouble:
        say(f"{folder}: {trouble}; games go on unsaved")


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
        say(f"{status.pending} lines may be lost: {status.trouble}")
        return FAILED
    return FINE

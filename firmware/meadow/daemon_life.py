"""One life of a table: board opened, games played, all closed again, on one configuration.

A flash ends a life and begins the next in the same program. What goes wrong is given as a line;
whoever asked decides what to do about it.
"""

from __future__ import annotations

import argparse
import os
import secrets
import signal
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from meadow.alone import TakenError, alone_in
from meadow.beside import ThreadBeside
from meadow.boards import Board, BoardError, NoBoardError
from meadow.clock import MonotonicClock
from meadow.daemon_around import Around
from meadow.daemon_console import Pages
from meadow.daemon_files import Files
from meadow.daemon_log import Log, Say, place_of
from meadow.daemon_options import FAILED, FINE, MISTAKE
from meadow.daemon_retention import Retention
from meadow.daemon_room import Foresight
from meadow.journal.files import explain
from meadow.journal.lines import Header, JournalError
from meadow.journal.read import Journal, last_journal, read_journal
from meadow.journal.recover import recover
from meadow.journal.wall import now_utc
from meadow.journal.write import JournalWriter, next_path
from meadow.lights.stage import SpanError
from meadow.lights.styles import StyleError
from meadow.link.cable import Cable
from meadow.sounds.patterns import BeepError
from meadow.table.lobby import LobbyError
from meadow.table.table import Table

STOPPING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""SIGHUP comes when the terminal or the connection goes from which it was started."""


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


class Ended(NamedTuple):
    """How a life ended: the exit code it would give, and what went wrong, "" for nothing."""

    code: int
    trouble: str = ""


OnPass = Callable[[Table], bool]
"""Called after every pass; True ends this life, for the next to begin."""


def live(
    options: argparse.Namespace,
    files: Files,
    stop: StopSignal,
    cable: Cable,
    pages: Pages,
    around: Around,
    on_pass: OnPass,
    say: Say,
) -> Ended:
    """Run a table on these files until a signal comes, or a pass ends its life."""
    _make_folder(files.folder, say)
    try:
        with alone_in(files.folder):
            stop.catch()  # not before: while nothing is open, a signal may end this at once
            return _on_a_board(options, files, stop, cable, pages, around, on_pass, say)
    except TakenError:
        what = "another table keeps its games in this folder"
        advice = f"end it, or give {around.folder_option} another folder"
        return Ended(FAILED, f"{files.folder}: {what}: {advice}")


def _on_a_board(
    options: argparse.Namespace,
    files: Files,
    stop: StopSignal,
    cable: Cable,
    pages: Pages,
    around: Around,
    on_pass: OnPass,
    say: Say,
) -> Ended:
    name = options.board
    try:
        board = around.open_board(name, files)
    except BoardError as error:
        code = MISTAKE if isinstance(error, NoBoardError) else FAILED
        return Ended(code, f"--board {name}: {error}")
    except Exception as error:  # noqa: BLE001  whatever a vendor package may raise: one line
        return Ended(FAILED, f"--board {name}: cannot be opened: {place_of(error)}")
    if files.is_made_up and not around.makes_up_tags:
        say(
            "no --register: every piece has the made-up tag that simulations use; a real table "
            "needs its own (docs/pieces.md)"
        )
    try:
        watched = cable.watched(board, *pages.watchers(board))
        ended = _play(watched, files, options.new, stop, cable, pages, around, on_pass, say)
    finally:
        trouble = _closed(board)
    if trouble:
        say(f"--board {name}: cannot be closed: {trouble}")
        return Ended(ended.code or FAILED, ended.trouble)
    return ended


def _closed(board: Board) -> str:
    """Close the board; what went wrong, or ""."""
    try:
        board.close()
    except Exception as error:  # noqa: BLE001  as at its opening
        return place_of(error)
    return ""


def _play(
    board: Board,
    files: Files,
    new: bool,
    stop: StopSignal,
    cable: Cable,
    pages: Pages,
    around: Around,
    on_pass: OnPass,
    say: Say,
) -> Ended:
    try:
        table = _table(board, files, around, pages)
    except (LobbyError, SpanError, StyleError, BeepError, ValueError) as error:
        return Ended(MISTAKE, f"games, settings and board do not fit together: {error}")
    trouble, beside = "", ThreadBeside("disk", MonotonicClock())
    try:
        if not new:
            _resume(table, files.folder, say)
        log = Log(table, board, say)
        retention = Retention(files.folder, files.settings.journal.keep_games, beside, say)
        foresight = Foresight(files.folder, around.disk, beside)
        cable.attach(table, board)
        pages.attach(table, files)
        say("the table is ready")
        table.loop.run(
            lambda: (
                log.look()
                or retention.look(table)
                or foresight.look(table)
                or cable.look(table)
                or pages.look(table)
                or bool(stop.name)
                or on_pass(table)
            )
        )
        if stop.name:
            say(f"stopped by {stop.name}")
    except Exception as error:  # noqa: BLE001  one line for the log, and the lights go out
        trouble = f"stopped by a fault of this program: {place_of(error)}"
    pages.detach()
    beside.finish(1000)
    code = _close(table, say) or (FAILED if trouble else FINE)
    return Ended(code, trouble)


def _table(board: Board, files: Files, around: Around, pages: Pages) -> Table:
    def open_journal(header: Header, after: Journal | None) -> JournalWriter:
        path = next_path(files.folder, header.game) if after is None else after.path
        writer = JournalWriter(path, around.header(header), after=after, files=around.disk)
        pages.saves(lambda: writer.path)
        return writer

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
        trouble = "is no folder: name another for the journals"
    except OSError as error:
        trouble = f"cannot be made: {explain(error)}"
    else:
        if not os.access(folder, os.W_OK | os.X_OK):
            trouble = "cannot be written: give the user that runs this access to the folder"
    if trouble:
        say(f"{folder}: {trouble}; games go on unsaved")


def _resume(table: Table, folder: Path, say: Say) -> None:
    """Take up the last game if it has no end: it is paused, and goes on at three (T14)."""
    try:
        last = last_journal(folder)
    except (FileNotFoundError, NotADirectoryError):
        return  # that was told when it could not be made
    except OSError as error:
        say(f"{folder}: whether a game goes on cannot be seen: {explain(error)}")
        return
    if last is None:
        return
    try:
        recovery = recover(last)
        if recovery.torn is not None:
            say(str(recovery))
        journal = read_journal(last)
        if not journal.finished:
            table.resume(journal)
            say(f"{last}: taken up, paused; start goes on, end ends it")
    except JournalError as error:
        say(f"{error}; the table begins anew")


def _close(table: Table, say: Say) -> int:
    """Dark, silent and saved; gives 1 when something is not saved."""
    status = table.close()
    if status.pending:
        say(f"{status.pending} lines may be lost: {status.trouble}")
        return FAILED
    return FINE

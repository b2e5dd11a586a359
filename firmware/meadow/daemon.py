"""`meadowd`: runs one table in real time on any board, from its files to its last line.

It wires; what a table does is in table/. Games and boards it finds by their entry points, so it
must not know any by name. A flash ends one life of the table and begins the next, in one program:
whoever is connected stays so.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import NoReturn

from meadow.bundle.bundle import BundleError
from meadow.daemon_around import Around
from meadow.daemon_config import Configurations
from meadow.daemon_console import Pages
from meadow.daemon_files import Files
from meadow.daemon_life import STOPPING, Ended, StopSignal, live
from meadow.daemon_log import Say, drop_unheard, write_line
from meadow.daemon_options import FAILED, MISTAKE, parser
from meadow.daemon_trial import Deadline, Trial, Verdict
from meadow.games.package import PackageError
from meadow.link.cable import Cable, Identity
from meadow.link.flashing import Flashing
from meadow.link.logs import Logs
from meadow.table.table import Table
from meadow.tomlfile.document import TomlError


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run `meadowd`. Exit codes: 0 stopped by a signal, 1 something failed, 2 a mistake in the
    arguments or the files."""
    try:
        code = run(parser().parse_args(arguments), write_line)
        for one in STOPPING:
            signal.signal(one, signal.SIG_IGN)  # impatience must not turn a good end into a bad one
        sys.exit(code)
    finally:
        drop_unheard()


def run(options: argparse.Namespace, say: Say, around: Around | None = None) -> int:
    """Run a table as the options say until a signal comes; gives the exit code. ``around`` is
    what another program puts round it."""
    try:
        return Daemon(options, say, around or Around()).run()
    except TomlError as error:
        for message in error.messages:
            say(message)
        return MISTAKE
    except BundleError as error:
        say(f"the settings that are kept cannot be read: {error}; give --config an empty folder")
        return FAILED
    except PackageError as error:
        say(str(error))
        return FAILED


class Daemon:
    """The program from its start to its end: life after life, and the cable through all."""

    def __init__(self, options: argparse.Namespace, say: Say, around: Around) -> None:
        self._options = options
        self._say = say
        self._around = around
        self._stop = StopSignal()
        self._configurations = Configurations(options, say)
        self._cable = Cable(
            version("meadow-table"),
            options.service,
            slots=self._configurations.slots_are,
            console=lambda: self._pages.told,
        )
        self._pages = Pages(
            options,
            say,
            around.routes,
            self._cable.laptop,
            around.by_people,
            around.ended_for_all,
        )
        self._cable.handle(self._flashing().handlers())
        self._cable.handle(Logs(self._journals).handlers())
        self._again = ""
        """Why this life shall end and the next begin."""
        self._trial: Trial | None = None
        self._deadline: Deadline | None = None

    def run(self) -> int:
        """Raises `TomlError` and `PackageError` for files of the options that are wrong."""
        files = self._configurations.next()
        with closing(self._cable), closing(self._pages):
            while True:
                ended = self._live(files)
                if self._stop.name or not (self._again or self._goes_back(ended)):
                    return ended.code
                self._options.new = False  # a game that a flash interrupted is taken up
                files = self._configurations.next()

    def _live(self, files: Files) -> Ended:
        """One life; what went wrong is told, unless there is a way back."""
        for warning in files.warnings:
            self._say(f"warning: {warning}")
        self._again, self._trial = "", None
        self._cable.identity = self._identity(files)
        self._cable.open(self._options.link, self._say, self._options.baud)
        if self._configurations.on_trial:
            self._deadline = Deadline()
        self._pages.open(files)
        ended = live(
            self._options,
            files,
            self._stop,
            self._cable,
            self._pages,
            self._around,
            self._on_pass,
            self._say,
        )
        self._meet_deadline()
        if ended.trouble and not self._configurations.on_trial:
            self._say(ended.trouble)
        return ended

    def _flashing(self) -> Flashing:
        configurations = self._configurations
        return Flashing(
            configurations.slots,
            configurations.slot_lock,
            self._cable.desk,
            current=lambda: configurations.files.bundle if configurations.files else None,
            identity=lambda: self._cable.identity,
            check=configurations.check,
            restart=self._begin_anew,
        )

    def _journals(self) -> Path:
        files = self._configurations.files
        return Path() if files is None else files.folder

    def _begin_anew(self, why: str) -> None:
        """End this life after its pass; from any thread."""
        self._say(f"the table starts anew: {why}")
        self._again = why

    def _goes_back(self, ended: Ended) -> bool:
        """Whether a life ended in trouble on a trial, and there is a configuration before it."""
        return bool(ended.trouble) and self._configurations.failed(ended.trouble)

    def _on_pass(self, table: Table) -> bool:
        """After every pass: judge a trial; True ends this life."""
        self._around.look(table)
        if self._configurations.on_trial and not self._again:
            self._judge(table)
        return bool(self._again)

    def _judge(self, table: Table) -> None:
        now_ms = table.now_ms
        if self._trial is None:
            self._trial = Trial(self._configurations.ailing, now_ms)
        verdict = self._trial.judge(table.status().readers, now_ms)
        if verdict is Verdict.HEALTHY:
            self._meet_deadline()
            self._configurations.healthy()
            self._trial = None  # if that could not be noted, it is judged once more
            named = self._configurations.named
            self._cable.identity = self._cable.identity._replace(named=named)
        elif verdict is Verdict.ILL and self._configurations.failed(self._trial.why):
            self._again = self._trial.why

    def _meet_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.met()
            self._deadline = None

    def _identity(self, files: Files) -> Identity:
        return Identity(
            table=files.settings.table.id,
            hardware=files.hardware,
            named=self._configurations.named,
            digest=self._configurations.digest,
        )
